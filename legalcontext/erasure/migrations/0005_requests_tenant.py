"""Row security of requests, records that are not rewritten, and the regimes to begin with."""

from django.db import migrations

from accounts.tenancy.migrations import OperatorReads, RoleSQL, TenantKey, TenantTable
from legalcontext.erasure.regimes import REGIMES

REQUEST = [TenantKey("request_id", "erasure_deletionrequest")]


def write_regimes(apps, editor):
    regimes = apps.get_model("erasure", "Regime").objects.using(editor.connection.alias)
    for row in REGIMES:
        regimes.create(**row)


class Migration(migrations.Migration):
    dependencies = [("erasure", "0004_requests"), ("retention", "0003_records")]

    operations = [
        TenantTable("erasure_deletionrequest"),
        TenantTable("erasure_requestwords", REQUEST),
        TenantTable("erasure_requestevent", REQUEST),
        TenantTable("erasure_certificate", REQUEST),
        TenantTable("erasure_proposal"),
        # Codes, dates and numbers; the words of a request are in a table of their own.
        OperatorReads("erasure_deletionrequest"),
        OperatorReads("erasure_requestevent"),
        OperatorReads("erasure_certificate"),
        OperatorReads(
            "erasure_proposal",
            columns=[
                "id",
                "account_id",
                "action",
                "object",
                "proposed_by",
                "proposed_at",
                "decision",
                "decided_by",
                "decided_at",
                "alone",
            ],
        ),
        RoleSQL(
            "GRANT SELECT ON erasure_regime TO $operator;"
            # What was certified is not rewritten, and what was done not taken away.
            "REVOKE UPDATE, DELETE ON erasure_certificate FROM $app;"
            "REVOKE DELETE ON erasure_requestevent, erasure_deletionrequest FROM $app;",
            "GRANT DELETE ON erasure_requestevent, erasure_deletionrequest TO $app;"
            "GRANT UPDATE, DELETE ON erasure_certificate TO $app;"
            "REVOKE SELECT ON erasure_regime FROM $operator;",
        ),
        migrations.RunPython(write_regimes, migrations.RunPython.noop),
    ]
