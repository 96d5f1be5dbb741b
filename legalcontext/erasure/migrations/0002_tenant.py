"""Row security, and archives that end with what is in them."""

from django.db import migrations

from accounts.tenancy.migrations import OperatorReads, RoleSQL, TenantKey, TenantTable


class Migration(migrations.Migration):
    dependencies = [("erasure", "0001_initial"), ("answers", "0004_holdable")]

    operations = [
        TenantTable("erasure_deletion"),
        TenantTable("erasure_ledgerentry"),
        TenantTable("erasure_export"),
        TenantTable("erasure_exportchunk", [TenantKey("export_id", "erasure_export")]),
        OperatorReads("erasure_deletion"),
        RoleSQL(
            "REVOKE UPDATE ON erasure_ledgerentry FROM $app;",
            "GRANT UPDATE ON erasure_ledgerentry TO $app;",
        ),
        migrations.RunSQL(
            """
            CREATE FUNCTION void_exports() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
              IF NOT EXISTS (SELECT FROM erasure_export WHERE status = 'done') THEN
                RETURN NULL;
              END IF;
              WITH touched AS (
                UPDATE erasure_export e SET status = 'void', answer_ids = '{}', size = 0
                WHERE e.status = 'done' AND e.answer_ids && ARRAY(SELECT id FROM gone)
                RETURNING e.account_id, e.id)
              DELETE FROM erasure_exportchunk c USING touched
              WHERE c.account_id = touched.account_id AND c.export_id = touched.id;
              RETURN NULL;
            END $$;
            CREATE TRIGGER void_exports AFTER DELETE ON answers_answer
              REFERENCING OLD TABLE AS gone
              FOR EACH STATEMENT EXECUTE FUNCTION void_exports();
            """,
            "DROP TRIGGER void_exports ON answers_answer; DROP FUNCTION void_exports();",
        ),
    ]
