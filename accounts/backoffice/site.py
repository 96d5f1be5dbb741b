"""The operators' site: unfold's, with the pages that belong to no model and the dashboard."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib.auth import REDIRECT_FIELD_NAME
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, reverse

from . import cards, pages

if TYPE_CHECKING:
    from django.contrib.admin import AdminSite as UnfoldAdminSite
else:
    from unfold.sites import UnfoldAdminSite


class OperatorsSite(UnfoldAdminSite):
    index_template = "backoffice/index.html"
    index_title = "Dashboard"
    enable_nav_sidebar = True

    def extra_urls(self) -> list[URLPattern]:
        return pages.addresses(self)

    def login(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Django's form; whoever opened it by its own address goes to the dashboard."""
        if REDIRECT_FIELD_NAME not in request.GET and REDIRECT_FIELD_NAME not in request.POST:
            onwards = request.GET.copy()
            onwards[REDIRECT_FIELD_NAME] = reverse("admin:index")
            request.GET = onwards  # type: ignore[assignment]
        return super().login(request, extra_context)

    def index(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> TemplateResponse:
        found = cards.shown_to(request)
        figures = [one for one in found if one["size"] == "small"]
        shown = {
            "figures": figures,
            "columns": cards.columns_for(len(figures)),
            "cards": [one for one in found if one["size"] != "small"],
        }
        return super().index(request, shown | (extra_context or {}))
