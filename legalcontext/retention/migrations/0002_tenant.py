"""Row security, what the operator may list, and the database's refusal to delete what is held."""

from django.db import migrations

from accounts.tenancy.migrations import OperatorReads, RoleSQL, TenantKey, TenantTable
from legalcontext.retention.holdable import Holdable
from legalcontext.retention.holding import Held

ENTRY = Held(matter="matter_id", made_at="created_at")


class Migration(migrations.Migration):
    dependencies = [("retention", "0001_initial"), ("matters", "0004_tenant")]

    operations = [
        TenantTable("retention_policy", [TenantKey("matter_id", "matters_matter")]),
        TenantTable("retention_hold"),
        TenantTable("retention_auditevent"),
        OperatorReads("retention_policy"),
        # A reason may name people: the operator's list does without it.
        OperatorReads(
            "retention_hold",
            columns=[
                "id",
                "account_id",
                "authority",
                "silent",
                "review_on",
                "placed_at",
                "released_at",
            ],
        ),
        OperatorReads("retention_auditevent"),
        RoleSQL(
            "CREATE POLICY definer_reads ON retention_hold FOR SELECT TO $owner USING (true);",
            "DROP POLICY definer_reads ON retention_hold;",
        ),
        # What is kept as a record is not rewritten or removed by the application's role.
        RoleSQL(
            "REVOKE UPDATE ON retention_auditevent FROM $app;",
            "GRANT UPDATE ON retention_auditevent TO $app;",
        ),
        migrations.RunSQL(
            """
            CREATE FUNCTION refuse_active_hold() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
              IF EXISTS (SELECT FROM gone WHERE released_at IS NULL) THEN
                RAISE EXCEPTION 'legal hold: release a hold before it is removed'
                  USING ERRCODE = 'restrict_violation';
              END IF;
              RETURN NULL;
            END $$;
            CREATE TRIGGER refuse_active AFTER DELETE ON retention_hold
              REFERENCING OLD TABLE AS gone
              FOR EACH STATEMENT EXECUTE FUNCTION refuse_active_hold();
            """,
            "DROP TRIGGER refuse_active ON retention_hold; DROP FUNCTION refuse_active_hold();",
        ),
        Holdable("matters_matter", Held(matter="id", people=("owner_id",), made_at="created_at")),
        Holdable("matters_party", ENTRY),
        Holdable("matters_keydate", ENTRY),
        Holdable(
            "matters_note",
            Held(matter="matter_id", people=("author_id", "service_id"), made_at="created_at"),
        ),
    ]
