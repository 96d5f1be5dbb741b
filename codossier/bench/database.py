"""The bench's database: made anew each time, filled through the product's services."""

from __future__ import annotations

from dataclasses import dataclass

import psycopg
from django.core.management import call_command
from django.db import connection, connections
from psycopg import sql

from accounts.models import Membership
from accounts.principal import Principal, authenticate
from accounts.services.directory import create_account, verify_professional
from accounts.services.keys import create_key
from accounts.tenancy import tenant_scope
from matters.models import Matter
from matters.services.matters import create_matter

from .settings import DATABASE_NAME


@dataclass(frozen=True, slots=True)
class Cast:
    """A verified professional with a key and a matter of their own."""

    owner: Membership
    principal: Principal
    secret: str
    matter: Matter


def make() -> Cast:
    """Drop what an earlier run left, migrate, load the notes, make the caller."""
    drop()
    _on_the_server(sql.SQL("CREATE DATABASE {}"))
    call_command("migrate", verbosity=0, interactive=False)
    call_command("build_embedder", verbosity=0)
    call_command("load_notes", verbosity=0)
    account, owner = create_account(
        name="Bench", kind="professional", owner_email="bench@firm.example"
    )
    verify_professional(membership=owner, evidence="none: a bench", verified_by=None)
    _, secret = create_key(account=account, name="bench", membership=owner)
    with tenant_scope(account):
        matter = create_matter(
            owner=owner.user, title="Bench", jurisdiction="US-CA", litigation_anticipated="yes"
        )
    return Cast(owner, authenticate(secret), secret, matter)


def drop() -> None:
    """Remove the bench's database."""
    connections.close_all()
    _on_the_server(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)"))


def durable() -> bool:
    """Every commit waits for the disk, as in production."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('fsync'), current_setting('synchronous_commit')")
        return bool(cursor.fetchone() == ("on", "on"))


def _on_the_server(statement: sql.SQL) -> None:
    parameters = connections["owner"].get_connection_params() | {"dbname": "postgres"}
    for own in ("cursor_factory", "context"):
        parameters.pop(own, None)
    with psycopg.connect(**parameters, autocommit=True) as server:
        server.execute(statement.format(sql.Identifier(DATABASE_NAME)))
