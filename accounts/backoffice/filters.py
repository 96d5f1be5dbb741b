"""Filters that lists of many accounts share."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from accounts.ids import parse_public_id
from accounts.models import Account


class AccountFilter(admin.SimpleListFilter):
    """`?account=acc_…`: the rows of one account. Pages link with it; it lists no accounts."""

    title = "account"
    parameter_name = "account"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        value = self.value()
        key = parse_public_id(Account.PREFIX, value)
        found = Account.objects.filter(pk=key).first() if key else None
        return [(str(value), found.name)] if found else []

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() is None:
            return queryset
        key = parse_public_id(Account.PREFIX, self.value())
        return queryset.filter(account_id=key) if key else queryset.none()
