"""The migration operation that lets the database itself refuse to delete what is held."""

from __future__ import annotations

from django.db import migrations

from .holding import LOCK, Held

REFUSAL = "legal hold"
"""How the refusal begins; `refused_rows` reads it."""

FUNCTION = """
CREATE FUNCTION refuse_held_{table}() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE n bigint;
BEGIN
  IF NOT EXISTS (SELECT FROM gone) THEN RETURN NULL; END IF;
  PERFORM pg_advisory_xact_lock_shared({lock})
    FROM (SELECT DISTINCT account_id FROM gone) accounts;
  IF NOT EXISTS (
    SELECT FROM retention_hold h WHERE h.released_at IS NULL
      AND h.account_id IN (SELECT account_id FROM gone)) THEN RETURN NULL; END IF;
  SELECT count(*) INTO n FROM {rows} WHERE {held};
  IF n > 0 THEN
    RAISE EXCEPTION '{refusal}: % row(s) of {table} are held', n
      USING ERRCODE = 'restrict_violation', TABLE = '{table}';
  END IF;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION refuse_held_{table}() FROM PUBLIC;
CREATE TRIGGER refuse_held AFTER DELETE ON {table} REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_held_{table}();
"""


class Holdable(migrations.RunSQL):
    """An AFTER DELETE trigger that refuses a statement in which a held row went.

    Raw SQL and cascades meet it as much as the ORM does. It runs as the tables' owner, and sees
    the holds whether or not an account is set (`definer_reads` on the holds); `pg_temp` stands
    last in its path, or a temporary table of the same name would have passed for the holds.

    held: the columns of the table. through: (table, column) where the rows belong to those of
    another table, whose columns `held` then names. The app lists `refuse_held_<table>` in its
    `listed_definers`.
    """

    def __init__(self, table: str, held: Held, *, through: tuple[str, str] | None = None) -> None:
        rows, row = "gone g", "g"
        if through is not None:
            parent, column = through
            rows = f"gone g JOIN {parent} p ON p.account_id = g.account_id AND p.id = g.{column}"
            row = "p"
        super().__init__(
            FUNCTION.format(
                table=table,
                lock=LOCK.format(account="account_id"),
                rows=rows,
                held=held.sql(row),
                refusal=REFUSAL,
            ),
            f"DROP TRIGGER refuse_held ON {table};\nDROP FUNCTION refuse_held_{table}();",
        )
