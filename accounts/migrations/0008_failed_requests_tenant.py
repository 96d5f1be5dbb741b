"""Row security for failed requests; the operator lists them, the application only adds and forgets."""

from django.db import migrations

from accounts.tenancy.migrations import OperatorReads, RoleSQL, TenantTable


class Migration(migrations.Migration):
    dependencies = [("accounts", "0007_failed_requests")]

    operations = [
        TenantTable("accounts_failedrequest"),
        OperatorReads("accounts_failedrequest"),
        RoleSQL(
            "REVOKE UPDATE ON accounts_failedrequest FROM $app;",
            "GRANT UPDATE ON accounts_failedrequest TO $app;",
        ),
    ]
