"""The start-up check that the app role can bypass nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.core.checks import CheckMessage, Error
from django.db import DEFAULT_DB_ALIAS, connections

from .scope import SETTING

FACTS = """
SELECT r.rolsuper, r.rolbypassrls, r.rolcreaterole, r.rolreplication,
  ARRAY(SELECT g.rolname FROM pg_roles g
        WHERE g.rolname <> r.rolname AND pg_has_role(r.oid, g.oid, 'MEMBER')) AS member_of,
  ARRAY(SELECT c.relname FROM pg_class c
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
          AND (c.relowner = r.oid OR has_table_privilege(r.oid, c.oid, 'TRUNCATE'))) AS owns,
  has_schema_privilege('public', 'CREATE') AS creates,
  has_database_privilege(current_database(), 'TEMP') AS temporary,
  current_setting('server_version_num')::int AS version,
  EXISTS (SELECT FROM pg_extension WHERE extname = 'vector') AS vector,
  session_user = current_user AS plain_session,
  current_setting('row_security') AS row_security,
  COALESCE(current_setting(%s, true), '') AS preset
FROM pg_roles r WHERE r.rolname = current_user
"""

HINT = "Use a plain role in DATABASE_URL; docs/database.md lists what it may have."

MINIMUM_VERSION = 150000
"""PostgreSQL 15, as `server_version_num` writes it."""


def app_role_can_bypass_nothing(
    databases: Sequence[str] | None = None, **kwargs: Any
) -> list[CheckMessage]:
    """Errors for everything by which the web's database role could step around row security.

    Run by `manage.py check --database default`, by `migrate`, and by the server at start.
    """
    if DEFAULT_DB_ALIAS not in (databases or ()):
        return []
    return [Error(reason, hint=HINT, id="accounts.E001") for reason in faults_of(DEFAULT_DB_ALIAS)]


def faults_of(alias: str) -> list[str]:
    """What is wrong with the role behind `alias`, in words; empty when nothing is."""
    with connections[alias].cursor() as cursor:
        cursor.execute(FACTS, [SETTING])
        names = [column.name for column in cursor.description or ()]
        facts = dict(zip(names, cursor.fetchone(), strict=True))
    role = connections[alias].settings_dict["USER"]
    reasons = {
        f"The role {role} is a superuser.": facts["rolsuper"],
        f"The role {role} has BYPASSRLS.": facts["rolbypassrls"],
        f"The role {role} may create roles.": facts["rolcreaterole"],
        f"The role {role} may replicate.": facts["rolreplication"],
        f"The role {role} is a member of {', '.join(facts['member_of'])}.": facts["member_of"],
        f"The role {role} owns or may truncate {', '.join(facts['owns'])}.": facts["owns"],
        f"The role {role} may create tables in the schema public.": facts["creates"],
        f"The role {role} may create temporary tables.": facts["temporary"],
        "PostgreSQL 15 or newer is needed.": facts["version"] < MINIMUM_VERSION,
        "The extension vector is missing; a superuser runs CREATE EXTENSION vector.": (
            not facts["vector"]
        ),
        "The session runs as another role than it signed in as.": not facts["plain_session"],
        "row_security is off for the role.": facts["row_security"] != "on",
        f"{SETTING} is set for the role or the database.": facts["preset"],
    }
    return [reason for reason, holds in reasons.items() if holds]
