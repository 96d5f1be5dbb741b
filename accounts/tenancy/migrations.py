"""Migration operations that turn a Django table into a tenant table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from string import Template
from typing import Any, NamedTuple

from django.db import DEFAULT_DB_ALIAS, connections, migrations

from .scope import SETTING

POLICY = f"account_id = NULLIF(current_setting('{SETTING}', true), '')::uuid"
"""After the first transaction on a connection the unset value is '', so a plain cast would fail."""


class TenantKey(NamedTuple):
    """A composite foreign key: `column` with the account, to `(account_id, id)` of `table`.

    on_delete: SQL action; "SET NULL" names its column, since account_id must stay.
    """

    column: str
    table: str
    on_delete: str = "CASCADE"

    def add(self, table: str) -> str:
        action = f"SET NULL ({self.column})" if self.on_delete == "SET NULL" else self.on_delete
        return (
            f"ALTER TABLE {table} ADD CONSTRAINT {self.name(table)} "
            f"FOREIGN KEY (account_id, {self.column}) REFERENCES {self.table} (account_id, id) "
            f"ON DELETE {action};"
        )

    def name(self, table: str) -> str:
        return f"{table}_{self.column}_tenant_fk"[-63:]


class TenantTable(migrations.RunSQL):
    """PRIMARY KEY (account_id, id), the composite keys, and FORCE ROW LEVEL SECURITY.

    The policy is TO PUBLIC on purpose: SQL cascades run as the table's owner, and under a policy
    for the app role alone they saw no holds and deleted held rows.
    """

    def __init__(self, table: str, keys: Sequence[TenantKey] = ()) -> None:
        forward = [
            f"ALTER TABLE {table} DROP CONSTRAINT {table}_pkey;",
            f"ALTER TABLE {table} ADD CONSTRAINT {table}_pkey PRIMARY KEY (account_id, id);",
            *(key.add(table) for key in keys),
            f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY;",
            f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY;",
            f"CREATE POLICY tenant ON {table} USING ({POLICY}) WITH CHECK ({POLICY});",
        ]
        backward = [
            f"DROP POLICY tenant ON {table};",
            f"ALTER TABLE {table} NO FORCE ROW LEVEL SECURITY;",
            f"ALTER TABLE {table} DISABLE ROW LEVEL SECURITY;",
            *(f"ALTER TABLE {table} DROP CONSTRAINT {key.name(table)};" for key in reversed(keys)),
            f"ALTER TABLE {table} DROP CONSTRAINT {table}_pkey;",
            f"ALTER TABLE {table} ADD CONSTRAINT {table}_pkey PRIMARY KEY (id);",
        ]
        super().__init__("\n".join(forward), "\n".join(backward))


class RoleSQL(migrations.RunSQL):
    """SQL that names database roles: `$owner`, `$app`, `$operator`, as the settings call them."""

    def database_forwards(
        self, app_label: Any, editor: Any, from_state: Any, to_state: Any
    ) -> None:
        self._with_roles(self.sql, editor)

    def database_backwards(
        self, app_label: Any, editor: Any, from_state: Any, to_state: Any
    ) -> None:
        self._with_roles(self.reverse_sql, editor)

    def _with_roles(self, sql: Any, editor: Any) -> None:
        self._run_sql(  # type: ignore[attr-defined]
            editor, Template(sql).substitute(role_names(editor.quote_name))
        )


def role_names(quote: Callable[[str], str]) -> dict[str, str]:
    """The role behind each database alias, quoted: owner, app, operator."""
    aliases = {"owner": "owner", "app": DEFAULT_DB_ALIAS, "operator": "operator"}
    return {
        role: quote(connections[alias].settings_dict["USER"]) for role, alias in aliases.items()
    }


class OperatorReads(RoleSQL):
    """Let the operator role read a table of metadata, or only some of its columns."""

    def __init__(self, table: str, columns: Iterable[str] = ()) -> None:
        listed = ", ".join(columns)
        grant = f"SELECT ({listed})" if listed else "SELECT"
        super().__init__(
            f"CREATE POLICY operator_reads ON {table} FOR SELECT TO $operator USING (true);\n"
            f"GRANT {grant} ON {table} TO $operator;",
            f"REVOKE ALL ON {table} FROM $operator;\nDROP POLICY operator_reads ON {table};",
        )
