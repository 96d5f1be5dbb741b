"""The operators' site: unfold's, with the pages that belong to no model and the dashboard."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import HttpRequest
from django.template.response import TemplateResponse
from django.urls import URLPattern

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

    def index(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> TemplateResponse:
        shown = {"cards": cards.shown_to(request)}
        return super().index(request, shown | (extra_context or {}))
