"""Row security, composite keys, and what the operator may list."""

from django.db import migrations

from accounts.tenancy.migrations import OperatorReads, TenantKey, TenantTable


class Migration(migrations.Migration):
    dependencies = [("matters", "0001_initial")]

    operations = [
        TenantTable("matters_matter"),
        TenantTable(
            "matters_matteruserpermission", [TenantKey("content_object_id", "matters_matter")]
        ),
        TenantTable("matters_keybinding", [TenantKey("matter_id", "matters_matter")]),
        # A title may name a client: the operator's list does without it.
        OperatorReads(
            "matters_matter",
            columns=[
                "id",
                "account_id",
                "owner_id",
                "jurisdiction",
                "litigation_anticipated",
                "status",
                "created_at",
            ],
        ),
    ]
