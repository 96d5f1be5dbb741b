"""Wishes to be told before answers run out."""

import django.core.validators
import django.db.models.deletion
from django.db import migrations, models

import accounts.ids
import accounts.tenancy.scope
from accounts.tenancy.migrations import TenantTable


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0004_people"),
        ("retention", "0003_records"),
    ]

    operations = [
        migrations.CreateModel(
            name="ExpiryNotice",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=accounts.ids.uuid7,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "days_before",
                    models.PositiveSmallIntegerField(
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(90),
                        ]
                    ),
                ),
                (
                    "told_until",
                    models.DateTimeField(
                        editable=False,
                        help_text="Answers that end until then have been told of.",
                        null=True,
                    ),
                ),
                (
                    "account",
                    models.ForeignKey(
                        db_index=False,
                        default=accounts.tenancy.scope.current_account_id,
                        editable=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="accounts.account",
                    ),
                ),
                (
                    "membership",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="accounts.membership",
                    ),
                ),
            ],
            options={
                "abstract": False,
                "default_permissions": (),
                "base_manager_name": "objects",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("account", "membership"), name="expiry_notice_once_a_person"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("days_before__gte", 1), ("days_before__lte", 90)),
                        name="expiry_notice_days_in_range",
                    ),
                ],
            },
        ),
        TenantTable("retention_expirynotice"),
    ]
