"""The ledger is written once: the application's role removes nothing of it."""

from django.db import migrations

from accounts.tenancy.migrations import RoleSQL


class Migration(migrations.Migration):
    dependencies = [("erasure", "0002_tenant")]

    operations = [
        RoleSQL(
            "REVOKE DELETE ON erasure_ledgerentry FROM $app;",
            "GRANT DELETE ON erasure_ledgerentry TO $app;",
        ),
    ]
