"""The admin over tenant tables: lists as the operator, one object in its account's scope."""

from __future__ import annotations

import uuid
from typing import Any, ClassVar, Final

from django.core.exceptions import PermissionDenied
from django.db.models import Prefetch, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import SimpleTemplateResponse, TemplateResponse

from accounts.backoffice.base import LookedAt, OperatorAdmin
from accounts.ids import parse_public_id
from accounts.models import Account

from .scope import open_account_id, tenant_scope

CHOICES: Final = 20
"""Accounts that the page before a form lists; a name narrows them."""


class TenantAdmin(OperatorAdmin):
    """Lists read metadata of all accounts through the `operator` alias, whose role cannot write.

    One object is read and written as the app role in `tenant_scope`, and its page is rendered
    before the scope closes. Adding asks for the account first: `?account=acc_…`.
    """

    columns: ClassVar[tuple[str, ...]] = ()
    """The columns that the operator may read, where the grant is not for the whole table."""

    directory: ClassVar[tuple[str, ...]] = ()
    """Keys to the directory that a list shows: read as the app, since the operator may not."""

    actions = None  # an action would run on the operator's queryset
    list_select_related = ()  # a key in list_display would join tables the operator may not read

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        if open_account_id() is not None:
            found: QuerySet[Any] = super().get_queryset(request)
            return found
        rows: QuerySet[Any] = self.model._default_manager.using("operator").order_by(
            *self.get_ordering(request) or ("pk",)
        )
        rows = rows.prefetch_related(*map(self._named, self.directory))
        return rows.only(*self.columns) if self.columns else rows

    def _named(self, key: str) -> Prefetch:
        model: Any = self.model._meta.get_field(key).related_model
        return Prefetch(key, model.objects.using("default"))

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        if "account" not in request.GET:
            return self.choose_account(request)
        account_id = parse_public_id("acc", request.GET["account"])
        account = Account.objects.filter(pk=account_id).first() if account_id else None
        if account is None:
            raise Http404
        more = {"adding_to": account, **(extra_context or {})}
        return self._in_scope(account.pk, super().add_view, request, form_url, more)

    def choose_account(self, request: HttpRequest) -> HttpResponse:
        """The page before the form: in which account. A name or an id finds it."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        term = request.GET.get("q", "").strip()
        key = parse_public_id(Account.PREFIX, term)
        found = Account.objects.filter(pk=key) if key else Account.objects.all()
        if term and not key:
            found = found.filter(name__icontains=term)
        return TemplateResponse(
            request,
            "backoffice/choose_account.html",
            {
                **self.admin_site.each_context(request),
                "opts": self.opts,
                "title": f"Add {self.opts.verbose_name}: in which account?",
                "term": term,
                "found": found.order_by("name")[:CHOICES],
                "choices": CHOICES,
            },
        )

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        account = self._account_of(request, object_id)
        return self._in_scope(
            account, super().change_view, request, object_id, form_url, extra_context
        )

    def delete_view(
        self, request: HttpRequest, object_id: str, extra_context: Any = None
    ) -> HttpResponse:
        account = self._account_of(request, object_id)
        return self._in_scope(account, super().delete_view, request, object_id, extra_context)

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: Any = None
    ) -> HttpResponse:
        account = self._account_of(request, object_id)
        return self._in_scope(account, super().history_view, request, object_id, extra_context)

    def step_view(self, request: HttpRequest, object_id: str, step: str) -> HttpResponse:
        account = self._account_of(request, object_id)
        return self._in_scope(account, super().step_view, request, object_id, step)

    def _account_of(self, request: HttpRequest, object_id: str) -> uuid.UUID:
        """The account of a row, read as the operator. Http404: there is no such row in the list.

        PermissionDenied: whoever may not see the list, whether or not there is such a row.
        """
        if not self.has_view_or_change_permission(request):
            raise PermissionDenied
        rows = self.get_queryset(request).order_by().values_list("account_id", flat=True)
        try:
            account_id: uuid.UUID = rows.get(pk=uuid.UUID(str(object_id)))
        except (ValueError, self.model.DoesNotExist):
            raise Http404 from None
        return account_id

    def _in_scope(self, account: uuid.UUID, view: Any, *args: Any) -> HttpResponse:
        with tenant_scope(account):
            response: HttpResponse = view(*args)
            # A TemplateResponse is lazy: it would query after the scope has closed.
            if isinstance(response, SimpleTemplateResponse) and not response.is_rendered:
                response.render()
            return response


class RecordAdmin(LookedAt, TenantAdmin):
    """A tenant's record: looked at, and changed by nobody here."""
