"""The record of who did what is written once: the application's role removes nothing of it."""

from django.db import migrations

from accounts.tenancy.migrations import RoleSQL


class Migration(migrations.Migration):
    dependencies = [("retention", "0002_tenant")]

    operations = [
        RoleSQL(
            "REVOKE DELETE ON retention_auditevent FROM $app;",
            "GRANT DELETE ON retention_auditevent TO $app;",
        ),
    ]
