"""Row security and composite keys for the new tables; the titles that there are, indexed."""

from django.db import migrations

from accounts.tenancy import tenant_scope
from accounts.tenancy.migrations import OperatorReads, TenantKey, TenantTable
from matters.names import digest_of, names_in_title

MATTER = TenantKey("matter_id", "matters_matter")


def index_titles(apps, schema_editor):
    Account = apps.get_model("accounts", "Account")
    Matter = apps.get_model("matters", "Matter")
    ConflictName = apps.get_model("matters", "ConflictName")
    for account in Account.objects.using("owner").order_by("pk"):
        with tenant_scope(account, using="owner"):
            for matter in Matter.objects.using("owner").filter(account=account):
                ConflictName.objects.using("owner").bulk_create(
                    ConflictName(account=account, matter=matter, digest=digest_of(name))
                    for name in names_in_title(matter.title)
                )


class Migration(migrations.Migration):
    dependencies = [("matters", "0003_file_and_access")]

    operations = [
        TenantTable("matters_wall", [MATTER]),
        TenantTable("matters_matterevent"),
        TenantTable("matters_party", [MATTER]),
        TenantTable("matters_keydate", [MATTER]),
        TenantTable("matters_note", [MATTER]),
        TenantTable("matters_conflictname", [MATTER, TenantKey("party_id", "matters_party")]),
        TenantTable("matters_conflictcheck"),
        OperatorReads("matters_matterevent"),
        OperatorReads("matters_conflictcheck"),
        migrations.RunPython(index_titles, migrations.RunPython.noop),
    ]
