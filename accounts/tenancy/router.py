"""Which database alias a query uses."""

from __future__ import annotations

from typing import Any

from django.db import DEFAULT_DB_ALIAS


class TenantRouter:
    """Only `owner` migrates; everything else is `default` unless `.using()` says otherwise.

    Never the alias an instance came from: what the admin read as `operator` is written as the
    app role, inside the account's scope.
    """

    def db_for_read(self, model: type, **hints: Any) -> str:
        return DEFAULT_DB_ALIAS

    def db_for_write(self, model: type, **hints: Any) -> str:
        return DEFAULT_DB_ALIAS

    def allow_relation(self, a: Any, b: Any, **hints: Any) -> bool:
        return True

    def allow_migrate(self, db: str, app_label: str, **hints: Any) -> bool:
        return db == "owner"
