"""Indexes for what operators look for among many answers."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0008_failed_requests_tenant"),
        ("answers", "0009_filters"),
        ("matters", "0004_tenant"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddIndex(
            model_name="answer",
            index=models.Index(
                condition=models.Q(("status", "failed")),
                fields=["-created_at"],
                name="answer_operator_failed",
            ),
        ),
        migrations.AddIndex(
            model_name="answer",
            index=models.Index(
                condition=models.Q(("test", True)),
                fields=["-created_at"],
                name="answer_operator_tests",
            ),
        ),
    ]
