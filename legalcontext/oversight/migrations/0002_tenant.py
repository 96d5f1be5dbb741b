"""Row security, a record that is only added to, and reasons that go with what they are about."""

from django.db import migrations

from accounts.tenancy.migrations import OperatorReads, RoleSQL, TenantTable

CHANGES = "readings, last_read_at, ended_at, reason"
"""What the application's role may change of a row; it removes none."""

FUNCTION = """
CREATE FUNCTION forget_access_reasons_{what}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM oversight_contentaccess WHERE reason <> '') THEN
    RETURN NULL;  -- most accounts have none, and the sweep deletes thousands at once
  END IF;
  UPDATE oversight_contentaccess a SET reason = ''
  FROM gone WHERE a.account_id = gone.account_id AND a.{what}_id = gone.id AND a.reason <> '';
  RETURN NULL;
END $$;
CREATE TRIGGER forget_access_reasons AFTER DELETE ON {table} REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION forget_access_reasons_{what}();
"""

BACK = """
DROP TRIGGER forget_access_reasons ON {table};
DROP FUNCTION forget_access_reasons_{what}();
"""

TABLES = {"answer": "answers_answer", "matter": "matters_matter"}


class Migration(migrations.Migration):
    dependencies = [
        ("oversight", "0001_initial"),
        ("answers", "0006_tasks_tenant"),
        ("matters", "0004_tenant"),
    ]

    operations = [
        TenantTable("oversight_contentaccess"),
        OperatorReads(
            "oversight_contentaccess",
            (
                "id",
                "account_id",
                "answer_id",
                "matter_id",
                "person_id",
                "operator_id",
                "operator_name",
                "granted_at",
                "ends_at",
                "ended_at",
                "readings",
                "last_read_at",
            ),
        ),
        RoleSQL(
            f"REVOKE UPDATE, DELETE ON oversight_contentaccess FROM $app;"
            f"GRANT UPDATE ({CHANGES}) ON oversight_contentaccess TO $app;",
            f"REVOKE UPDATE ({CHANGES}) ON oversight_contentaccess FROM $app;"
            "GRANT UPDATE, DELETE ON oversight_contentaccess TO $app;",
        ),
        *(
            migrations.RunSQL(
                FUNCTION.format(what=what, table=table), BACK.format(what=what, table=table)
            )
            for what, table in TABLES.items()
        ),
    ]
