"""The admin over tenant tables: lists as the operator, one object in its account's scope."""

from __future__ import annotations

import uuid
from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import SimpleTemplateResponse

from accounts.ids import parse_public_id
from accounts.models import Account

from .scope import open_account_id, tenant_scope


class TenantAdmin(admin.ModelAdmin):
    """Lists read metadata of all accounts through the `operator` alias, whose role cannot write.

    One object is read and written as the app role in `tenant_scope`, and its page is rendered
    before the scope closes. Adding asks for the account first: `?account=acc_…`.
    """

    columns: ClassVar[tuple[str, ...]] = ()
    """The columns that the operator may read, where the grant is not for the whole table."""

    actions = None  # an action would run on the operator's queryset
    show_full_result_count = False
    list_select_related = ()  # a key in list_display would join tables the operator may not read

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        if open_account_id() is not None:
            return super().get_queryset(request)
        rows: QuerySet[Any] = self.model._default_manager.using("operator").order_by(
            *self.get_ordering(request) or ("pk",)
        )
        return rows.only(*self.columns) if self.columns else rows

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        account_id = parse_public_id("acc", request.GET.get("account"))
        if account_id is None or not Account.objects.filter(pk=account_id).exists():
            raise Http404
        return self._in_scope(account_id, super().add_view, request, form_url, extra_context)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        account = self._account_of(object_id)
        return self._in_scope(
            account, super().change_view, request, object_id, form_url, extra_context
        )

    def delete_view(
        self, request: HttpRequest, object_id: str, extra_context: Any = None
    ) -> HttpResponse:
        account = self._account_of(object_id)
        return self._in_scope(account, super().delete_view, request, object_id, extra_context)

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: Any = None
    ) -> HttpResponse:
        account = self._account_of(object_id)
        return self._in_scope(account, super().history_view, request, object_id, extra_context)

    def _account_of(self, object_id: str) -> uuid.UUID:
        """The account of a row, read as the operator. Http404: no such row."""
        rows = self.model._default_manager.using("operator").values_list("account_id", flat=True)
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
