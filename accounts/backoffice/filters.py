"""Filters that lists of many accounts share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from accounts.ids import parse_public_id
from accounts.models import Account

if TYPE_CHECKING:
    from django.contrib.admin import SimpleListFilter as TextFilter
else:
    from unfold.contrib.filters.admin import TextFilter


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


def one_of(field: str, values: Iterable[str], *, title: str = "") -> type[admin.SimpleListFilter]:
    """A filter over a column whose values are known, so that the table is not read for them."""

    class OneOf(admin.SimpleListFilter):
        def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
            return [(value, value.replace("_", " ")) for value in values]

        def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
            return queryset.filter(**{field: self.value()}) if self.value() else queryset

    OneOf.title = title or field.replace("_", " ")
    OneOf.parameter_name = field
    return OneOf


def exactly(field: str, *, title: str = "") -> type[TextFilter]:
    """A filter that takes a whole value, for columns whose values are not known beforehand."""

    class Exactly(TextFilter):
        def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
            value = str(self.value() or "").strip()
            return queryset.filter(**{field: value}) if value else queryset

    Exactly.title = title or field.replace("_", " ")
    Exactly.parameter_name = field
    return Exactly
