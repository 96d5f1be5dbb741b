"""What every list and form of the operators' admin shares."""

from __future__ import annotations

import copy
import uuid
from collections.abc import Callable, Iterable
from typing import Any, ClassVar, Final

from django.contrib import messages
from django.contrib.admin import ShowFacets
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.safestring import SafeString
from django.utils.text import capfirst

from accounts.ids import parse_public_id
from accounts.models import Account, User

from .counting import EstimatingPaginator
from .lists import CheapChangeList, NotOffered
from .naming import shortened
from .steps import WithSteps, style
from .theme import ChangeList, ModelAdmin, display

OFFERED: Final = ("__exact", "__isnull", "__isempty", "__gte", "__lt")
"""The lookups that Django's filters make; others take values that break a query."""


def operator(request: HttpRequest) -> User:
    """Who is signed in to the admin. PermissionDenied: nobody."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user


class OperatorAdmin(WithSteps, ModelAdmin):
    """unfold's ModelAdmin with cheap counts, and steps as pages that say what they do."""

    paginator = EstimatingPaginator
    list_per_page = 50
    show_full_result_count = False
    show_facets = ShowFacets.NEVER  # counting every choice reads the whole table
    list_fullwidth = True
    warn_unsaved_form = True
    save_on_top = False
    search_fields: ClassVar[Any] = ()
    found_by_id = True
    """A public id in the search box finds its row; an account's finds the account's rows."""
    none_yet: str = ""
    """Said in place of an empty list that nothing narrows; by itself, that there are none."""
    none_hint: str = ""
    """And where to look instead."""
    called: ClassVar[tuple[str, str]] = ("", "")
    """One row and many, for a package's model, which is called otherwise at home."""

    def __init__(self, model: Any, admin_site: Any) -> None:
        super().__init__(model, admin_site)
        if all(self.called):
            self.opts = copy.copy(self.opts)
            self.opts.verbose_name, self.opts.verbose_name_plural = self.called
        self.none_yet = self.none_yet or f"There are no {self.opts.verbose_name_plural}"

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        try:
            return super().changelist_view(request, extra_context)
        except NotOffered as error:
            return error.answer(request)

    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any
    ) -> Any:
        form = super().get_form(request, obj, change=change, **kwargs)
        style(form.base_fields)
        return form

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """What an address fills a form with: an account by its id, and nothing else."""
        key = parse_public_id(Account.PREFIX, request.GET.get("account", ""))
        return {"account": key} if key else {}

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> Any:
        more = dict(extra_context or {})
        if object_id is not None:
            more["title"] = capfirst(str(self.opts.verbose_name))
            row = self.get_object(request, object_id) if request.method == "GET" else None
            if row is not None and self.has_view_or_change_permission(request, row):
                more |= self.told_of(request, row)
        return super().changeform_view(request, object_id, form_url, more)

    def told_of(self, request: HttpRequest, row: Any) -> dict[str, Any]:
        """What the page of a row tells beside its fields: context for its templates.

        Called when it is shown to somebody who may see it, before its fields are read.
        """
        return {}

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return CheapChangeList

    def get_search_fields(self, request: HttpRequest) -> Any:
        """Naming a field shows the box; ids are looked for in `get_search_results`."""
        return self.search_fields or (("pk",) if self._prefixes() else ())

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        term = search_term.strip()
        for column, prefix in self._prefixes().items():
            if (key := parse_public_id(prefix, term)) is not None:
                return queryset.filter(**{column: key}), False
        if not self.search_fields:
            return (queryset.none() if term else queryset), False
        found: tuple[QuerySet[Any], bool] = super().get_search_results(request, queryset, term)
        return found

    def ids_taken(self) -> str:
        """What the search box takes, where it takes ids alone."""
        ids = dict.fromkeys(f"{prefix}_…" for prefix in self._prefixes().values())
        return f"An id: {' or '.join(ids)}" if ids and not self.search_fields else ""

    def _prefixes(self) -> dict[str, str]:
        """Column → prefix of the ids that the search box takes."""
        if not self.found_by_id:
            return {}
        prefixes = {}
        if prefix := getattr(self.model, "PREFIX", ""):
            prefixes["pk"] = prefix
        if any(field.attname == "account_id" for field in self.model._meta.concrete_fields):
            prefixes["account_id"] = Account.PREFIX
        return prefixes

    @display(description="id")
    def short_id(self, row: Any) -> SafeString:
        """The public id, short enough for a list; the whole of it on pointing at it."""
        return shortened(row.public_id)

    def each(
        self, request: HttpRequest, rows: Iterable[Any], act: Callable[[Any], None], done: str
    ) -> None:
        """Run an action on each row, log it, and say which rows refused it and why."""
        count = 0
        for row in rows:
            try:
                act(row)
            except ValidationError as error:
                self.message_user(request, f"{row}: {error.messages[0]}", messages.ERROR)
            else:
                self.log_change(request, row, f"{done}.")
                count += 1
        if count:
            self.message_user(request, f"{done}: {count}.", messages.SUCCESS)

    def _may(self, request: HttpRequest, verb: str) -> bool:
        """Whether whoever is signed in has `app.verb_model`."""
        opts = self.model._meta
        return request.user.has_perm(f"{opts.app_label}.{verb}_{opts.model_name}")

    def has_suspend_permission(self, request: HttpRequest) -> bool:
        return self._may(request, "suspend")

    def has_revoke_permission(self, request: HttpRequest) -> bool:
        return self._may(request, "revoke")

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Only what a filter of the list offers: a lookup is a read of the column."""
        if request is None:
            return False
        for offered in self.get_list_filter(request):
            name = offered[0] if isinstance(offered, (tuple, list)) else offered
            if isinstance(name, str):
                if lookup == name:
                    return True
                if lookup.startswith(f"{name}__") and lookup.endswith(OFFERED):
                    return True
            elif lookup == getattr(name, "parameter_name", None):
                return True
        return False


class NeverDeleted(OperatorAdmin):
    """People, accounts and keys are suspended, closed or revoked, never deleted in place."""

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        if hasattr(form, "save_m2m"):
            super().save_related(request, form, formsets, change)


class LookedAt(OperatorAdmin):
    """A record: looked at by whoever may, changed and removed by nobody here."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


def key_of(object_id: str) -> uuid.UUID | None:
    """The id in an address of the admin. None: not an id."""
    try:
        return uuid.UUID(object_id)
    except ValueError:
        return None
