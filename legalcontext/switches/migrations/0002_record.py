"""The record of changes is only added to: the application's role changes nothing of it."""

from django.db import migrations

from accounts.tenancy.migrations import RoleSQL


class Migration(migrations.Migration):
    dependencies = [("switches", "0001_initial")]

    operations = [
        RoleSQL(
            "REVOKE UPDATE, DELETE ON switches_switchchange FROM $app;"
            "GRANT SELECT ON switches_switch, switches_switchchange TO $operator;",
            "REVOKE SELECT ON switches_switch, switches_switchchange FROM $operator;"
            "GRANT UPDATE, DELETE ON switches_switchchange TO $app;",
        ),
    ]
