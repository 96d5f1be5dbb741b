"""The base of every tenant table, and the queryset that runs only inside a scope."""

from __future__ import annotations

from typing import Any

from django.db import DEFAULT_DB_ALIAS, models

from accounts.ids import uuid7

from .scope import OutsideTenantScope, current_account_id, open_account_id

READS_ALL_ACCOUNTS = frozenset({"operator"})
"""Aliases whose role has a reading policy of its own: lists in the admin, figures."""


class TenantQuerySet(models.QuerySet[Any]):
    """Building a query is free; running one outside `tenant_scope` is refused.

    Django asks `.db` before every evaluation (fetch, count, exists, aggregate, update, delete);
    `Model.save()` and the collector's fast deletes come by `_insert` and `_raw_delete` instead.
    """

    def _refuse_outside_scope(self, alias: str) -> None:
        if alias in READS_ALL_ACCOUNTS:
            return
        if open_account_id(alias) is None:
            raise OutsideTenantScope(
                f"{self.model.__name__} belongs to an account: wrap this in tenant_scope(account)"
            )

    @property
    def db(self) -> str:
        alias = super().db
        self._refuse_outside_scope(alias)
        return alias

    def _insert(self, objs: Any, fields: Any, using: str | None = None, **kwargs: Any) -> Any:
        self._refuse_outside_scope(using or DEFAULT_DB_ALIAS)
        return super()._insert(objs, fields, using=using, **kwargs)  # type: ignore[misc]

    def _raw_delete(self, using: str | None) -> Any:
        self._refuse_outside_scope(using or DEFAULT_DB_ALIAS)
        return super()._raw_delete(using)

    _insert.alters_data = True  # type: ignore[attr-defined]
    _insert.queryset_only = False  # type: ignore[attr-defined]  # Model.save() calls manager._insert
    _raw_delete.alters_data = True  # type: ignore[attr-defined]


TenantManager = models.Manager.from_queryset(TenantQuerySet)


class TenantForeignKey(models.ForeignKey):
    """A key from one tenant table to another.

    The constraint is the composite `(account_id, …)` one that the migration writes with
    `TenantTable`, so Django makes neither a constraint nor an index of its own; declare
    `Index(fields=["account", <this>])` beside it.
    """

    def __init__(self, to: Any, on_delete: Any, **kwargs: Any) -> None:
        kwargs["db_constraint"] = False
        kwargs["db_index"] = False
        super().__init__(to, on_delete, **kwargs)

    def deconstruct(self) -> Any:
        name, _path, args, kwargs = super().deconstruct()
        kwargs.pop("db_constraint", None)
        kwargs.pop("db_index", None)
        return name, "accounts.tenancy.models.TenantForeignKey", args, kwargs


class TenantModel(models.Model):
    """A row of one account. In SQL the primary key is `(account_id, id)`; see docs/database.md."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    account = models.ForeignKey(
        "accounts.Account",
        models.PROTECT,
        default=current_account_id,
        editable=False,
        related_name="+",
        db_index=False,
    )

    objects = TenantManager()

    class Meta:
        abstract = True
        base_manager_name = "objects"
