"""`tenant_scope`: one transaction that sees one account."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction

SETTING = "app.account_id"
"""The PostgreSQL setting that the policy compares with; only ever set for a transaction."""


class OutsideTenantScope(RuntimeError):
    """A tenant table was asked without an open scope, or another account's scope is open."""


def open_account_id(using: str = DEFAULT_DB_ALIAS) -> uuid.UUID | None:
    """The account whose scope is open on this thread's connection, or None.

    It lives on the connection, not in a ContextVar: a thread that runs in a copied context has
    another connection, and would pass a check that its own connection does not honour.
    """
    return getattr(connections[using], "tenant_account_id", None)


def current_account_id() -> uuid.UUID:
    """The open account's id, the default of every `account` column. OutsideTenantScope: none."""
    account_id = open_account_id()
    if account_id is None:
        raise OutsideTenantScope("no account is open: wrap this in tenant_scope(account)")
    return account_id


@contextmanager
def tenant_scope(account: Any, *, using: str = DEFAULT_DB_ALIAS) -> Iterator[uuid.UUID]:
    """Open a transaction in which exactly one account's rows can be read and written.

    account: an Account or its id. using: `default`, or `owner` in a data migration.
    Entering the same account's scope again joins it (with a savepoint); entering another's
    raises OutsideTenantScope.
    """
    account_id = _id_of(account)
    connection: Any = connections[using]
    already_open = open_account_id(using)
    if already_open not in (None, account_id):
        raise OutsideTenantScope("another account's scope is open on this connection")
    with transaction.atomic(using=using):
        if already_open is not None:
            yield account_id
            return
        # RELEASE SAVEPOINT keeps what SET LOCAL changed, so inside an outer transaction the
        # value is cleared by hand; after an exception ROLLBACK TO SAVEPOINT has done it.
        inside_outer_transaction = len(connection.savepoint_ids) > 0
        _set(connection, str(account_id))
        connection.tenant_account_id = account_id
        try:
            yield account_id
            if inside_outer_transaction and not connection.needs_rollback:
                _set(connection, "")
        finally:
            connection.tenant_account_id = None


def run_in_scope(
    account: Any, statement: str, parameters: Mapping[str, Any]
) -> list[tuple[Any, ...]]:
    """One statement in an account's scope, in a transaction of its own; the rows that it returns.

    As `tenant_scope` around it, but the server is sent one message in place of four: it runs what
    one message says as one transaction. statement: names its parameters (`%(name)s`). For what
    every call waits for; OutsideTenantScope as there.
    """
    account_id = _id_of(account)
    if connection.in_atomic_block:  # of somebody else's: with a savepoint, then
        with tenant_scope(account_id), connection.cursor() as cursor:
            cursor.execute(statement, parameters)
            return list(cursor.fetchall()) if cursor.description else []
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT set_config('{SETTING}', %(account_in_scope)s, true); {statement}",
            {**parameters, "account_in_scope": str(account_id)},
        )
        cursor.nextset()
        return list(cursor.fetchall()) if cursor.description else []


def _id_of(account: Any) -> uuid.UUID:
    account_id = getattr(account, "pk", account)
    return account_id if isinstance(account_id, uuid.UUID) else uuid.UUID(str(account_id))


def _set(connection: Any, value: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config(%s, %s, true)", [SETTING, value])
