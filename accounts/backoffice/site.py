"""The operators' site: unfold's, with the pages that belong to no model and the dashboard."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, reverse

from . import cards, pages
from .naming import page_of
from .signing_in import SignInForm

if TYPE_CHECKING:
    from django.contrib.admin import AdminSite as UnfoldAdminSite
else:
    from unfold.sites import UnfoldAdminSite


class OperatorsSite(UnfoldAdminSite):
    index_template = "backoffice/index.html"
    index_title = "Dashboard"
    enable_nav_sidebar = True
    login_form = SignInForm

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

    def app_index(
        self, request: HttpRequest, app_label: str, extra_context: dict[str, Any] | None = None
    ) -> Any:
        """The dashboard has all lists, by their names here; an app is nobody's concern."""
        super().app_index(request, app_label, extra_context)  # refuses what is no app
        return HttpResponseRedirect(reverse("admin:index"))

    def search(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Lists and pages by name while somebody types; on Enter the first, or a row by its id."""
        term = request.GET.get("s", "").strip()
        found = self._pages_named(request, term)
        if "HX-Request" in request.headers:
            return TemplateResponse(request, "backoffice/found.html", {"found": found})
        row = page_of(term)
        if row is not None and row[0].has_view_permission(request):
            return HttpResponseRedirect(row[1])
        address = next((str(one["link"]) for one in found), None)
        if address is None:
            messages.warning(request, "There is no page with this name, and nothing with this id.")
        return HttpResponseRedirect(address or reverse("admin:index"))

    def _lists(self, request: HttpRequest) -> list[tuple[str, list[dict[str, Any]]]]:
        """The sections of the menu with what of each is open to whoever looks."""
        found = [
            (group["title"], [item for item in group["items"] if item["has_permission"]])
            for group in self.each_context(request)["sidebar_navigation"]
            if group.get("title")
        ]
        return [(title, items) for title, items in found if items]

    def _pages_named(self, request: HttpRequest, term: str) -> list[dict[str, Any]]:
        """The items of the menu whose name has the words in it, for those who may see them."""
        return [
            {**item, "section": group.get("title", "")}
            for group in self.each_context(request)["sidebar_navigation"]
            for item in group["items"]
            if term and item["has_permission"] and term.casefold() in str(item["title"]).casefold()
        ]

    def index(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> TemplateResponse:
        found = cards.shown_to(request)
        figures = [one for one in found if one["size"] == "small"]
        shown = {
            "figures": figures,
            "columns": cards.columns_for(len(figures)),
            "cards": [one for one in found if one["size"] != "small"],
            "lists": self._lists(request),
        }
        return super().index(request, shown | (extra_context or {}))
