"""What the database's own catalogue must show of every table, so that a new one cannot slip by.

A table is a tenant's (it has `account_id`), a directory table (read to find the tenant) or a
reference table (no account's). The latter two are lists, contributed by the app configurations
as `directory_tables` and `reference_tables`; a table on neither list without `account_id` is a
fault, and so is a policy or a SECURITY DEFINER function that no app lists.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from django.apps import apps
from django.db import models

from .scope import SETTING

POLICY_EXPRESSION = (
    f"(account_id = (NULLIF(current_setting('{SETTING}'::text, true), ''::text))::uuid)"
)
"""The `tenant` policy as the catalogue prints it."""

OTHERS_DIRECTORY = frozenset(
    {
        "django_session",
        "django_admin_log",
        # guardian's generic tables exist with the app; grants live in direct-key tables instead
        "guardian_userobjectpermission",
        "guardian_groupobjectpermission",
    }
)
OTHERS_REFERENCE = frozenset(
    {
        "django_migrations",
        "django_content_type",
        "auth_permission",
        "auth_group",
        "auth_group_permissions",
    }
)
"""Tables of packages, which cannot list their own."""

QUEUE_PREFIX = "procrastinate_"
"""The job queue's tables: their arguments are ids only."""

CATALOGUE = """
WITH tenant AS (
  SELECT c.oid, c.relname, c.relrowsecurity, c.relforcerowsecurity, c.relowner,
         a.attnum, a.attnotnull
  FROM pg_class c JOIN pg_attribute a
    ON a.attrelid = c.oid AND a.attname = 'account_id' AND NOT a.attisdropped
  WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace
    AND c.relname <> ALL(%(directory)s))
SELECT relname, 'row security is not forced' FROM tenant
  WHERE NOT (relrowsecurity AND relforcerowsecurity)
UNION ALL SELECT relname, 'account_id may be null' FROM tenant WHERE NOT attnotnull
UNION ALL SELECT relname, 'no policy "tenant" with the account expression for every role'
  FROM tenant WHERE NOT EXISTS (
    SELECT FROM pg_policy p WHERE p.polrelid = tenant.oid AND p.polname = 'tenant'
      AND p.polcmd = '*' AND p.polpermissive AND p.polroles = '{0}'
      AND pg_get_expr(p.polqual, p.polrelid) = %(expression)s
      AND pg_get_expr(p.polwithcheck, p.polrelid) = %(expression)s)
UNION ALL SELECT tenant.relname, 'unlisted policy ' || p.polname
  FROM tenant JOIN pg_policy p ON p.polrelid = tenant.oid
  WHERE p.polname <> 'tenant' AND (tenant.relname || '.' || p.polname) <> ALL(%(policies)s)
UNION ALL SELECT tenant.relname, 'key without the account: ' || i.indexrelid::regclass
  FROM tenant JOIN pg_index i ON i.indrelid = tenant.oid
  WHERE (i.indisunique OR i.indisexclusion) AND NOT tenant.attnum = ANY (i.indkey::int2[])
UNION ALL SELECT tenant.relname, 'foreign key without the account: ' || k.conname
  FROM tenant JOIN pg_constraint k ON k.conrelid = tenant.oid AND k.contype = 'f'
  JOIN tenant target ON target.oid = k.confrelid
  WHERE NOT tenant.attnum = ANY (k.conkey)
UNION ALL SELECT source.relname,
    'directory or reference table points at a tenant table: ' || k.conname
  FROM pg_constraint k JOIN tenant target ON target.oid = k.confrelid
  JOIN pg_class source ON source.oid = k.conrelid
  WHERE k.contype = 'f' AND k.conrelid NOT IN (SELECT oid FROM tenant)
UNION ALL SELECT tenant.relname, 'no index for ' || k.conname
  FROM tenant JOIN pg_constraint k ON k.conrelid = tenant.oid AND k.contype = 'f'
  WHERE cardinality(k.conkey) > 1 AND NOT EXISTS (
    SELECT FROM pg_index i WHERE i.indrelid = tenant.oid
      AND (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey)
UNION ALL SELECT tenant.relname, 'the app role owns it' FROM tenant
  WHERE pg_has_role(%(app)s, relowner, 'MEMBER')
UNION ALL SELECT c.relname, 'neither tenant nor directory nor reference'
  FROM pg_class c WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace
    AND c.oid NOT IN (SELECT oid FROM tenant)
    AND c.relname <> ALL(%(directory)s) AND c.relname <> ALL(%(reference)s)
    AND NOT starts_with(c.relname, %(queue)s)
UNION ALL SELECT c.relname, 'view without security_invoker'
  FROM pg_class c WHERE c.relkind IN ('v', 'm') AND c.relnamespace = 'public'::regnamespace
    AND NOT coalesce(c.reloptions @> '{security_invoker=true}', false)
UNION ALL SELECT p.proname, 'unlisted SECURITY DEFINER function'
  FROM pg_proc p WHERE p.prosecdef AND p.pronamespace = 'public'::regnamespace
    AND p.proname <> ALL(%(definers)s)
ORDER BY 1, 2
"""

COMPOSITE_TWIN = """
SELECT count(*) FROM pg_constraint k
WHERE k.contype = 'f' AND k.conrelid = %s::regclass AND k.confrelid = %s::regclass AND
  (SELECT array_agg(attname::text ORDER BY attname::text) FROM pg_attribute
   WHERE attrelid = k.conrelid AND attnum = ANY (k.conkey))
  = (SELECT array_agg(x ORDER BY x) FROM unnest(%s::text[]) x)
"""


class Fault(NamedTuple):
    table: str
    reason: str


def listed(attribute: str) -> frozenset[str]:
    """The union of what the app configurations list under `attribute`."""
    return frozenset().union(*(getattr(c, attribute, ()) for c in apps.get_app_configs()))


def directory_tables() -> frozenset[str]:
    return listed("directory_tables") | OTHERS_DIRECTORY


def reference_tables() -> frozenset[str]:
    return listed("reference_tables") | OTHERS_REFERENCE


def faults_of_catalogue(connection: Any, *, app_role: str) -> list[Fault]:
    """What is wrong with the tables, policies, keys and functions; empty when nothing is."""
    with connection.cursor() as cursor:
        cursor.execute(
            CATALOGUE,
            {
                "expression": POLICY_EXPRESSION,
                "directory": sorted(directory_tables()),
                "reference": sorted(reference_tables()),
                "policies": sorted(listed("listed_policies")),
                "definers": sorted(listed("listed_definers")),
                "queue": QUEUE_PREFIX,
                "app": app_role,
            },
        )
        return [Fault(*row) for row in cursor.fetchall()]


def faults_of_models(connection: Any) -> list[Fault]:
    """Keys between tenant models that do not have exactly one composite twin in the database."""
    faults = []
    for model in apps.get_models(include_auto_created=True):
        if not is_tenant(model):
            continue
        for field in model._meta.local_fields:
            target = field.remote_field.model if field.remote_field else None
            if target is None or not is_tenant(target):
                continue
            with connection.cursor() as cursor:
                cursor.execute(
                    COMPOSITE_TWIN,
                    [model._meta.db_table, target._meta.db_table, ["account_id", field.column]],
                )
                (twins,) = cursor.fetchone()
            if twins != 1:
                faults.append(
                    Fault(model._meta.db_table, f"{field.name} has {twins} composite keys")
                )
    return faults


def is_tenant(model: type[models.Model]) -> bool:
    """The model's rows belong to an account and stand under row security."""
    columns = {field.column for field in model._meta.local_fields}
    return "account_id" in columns and model._meta.db_table not in directory_tables()
