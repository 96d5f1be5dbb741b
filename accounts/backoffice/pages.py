"""Pages of the admin that belong to no model.

    @page
    class CoverageMap(OperatorPage):
        name = "coverage"
        address = "coverage/"
        title = "Coverage"
        permission = "knowledge.view_note"
        template_name = "knowledge/coverage.html"

is at `/admin/coverage/`, named `admin:coverage`; the table of roles has a row for it.
"""

from __future__ import annotations

from typing import Any, ClassVar, TypeVar

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import URLPattern, path
from django.views.generic import TemplateView

PAGES: list[type[OperatorPage]] = []
"""Every page; filled when the rooms' `admin` modules are read."""

Page = TypeVar("Page", bound="type[OperatorPage]")


class OperatorPage(TemplateView):
    """A page in the admin's frame.

    permission: `app.codename` without which it is refused. Override `get_context_data`, or `post`
    for a form; the frame's context comes by itself.
    """

    name: ClassVar[str]
    address: ClassVar[str]
    title: ClassVar[str]
    permission: ClassVar[str]
    listed: ClassVar[bool] = True
    """In the sidebar; off for a page that another page leads to."""
    site: Any = None

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not request.user.has_perm(self.permission):
            raise PermissionDenied
        request.current_app = self.site.name
        return super().dispatch(request, *args, **kwargs)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {
            **self.site.each_context(self.request),
            "title": self.title,
            **super().get_context_data(**kwargs),
        }

    def render(self, **context: Any) -> HttpResponse:
        """The page with more context, as an answer to a POST that is shown and not redirected."""
        return self.render_to_response(self.get_context_data(**context))


def page(view: Page) -> Page:
    """Give the page its address in the admin."""
    PAGES.append(view)
    return view


def addresses(site: Any) -> list[URLPattern]:
    """The addresses of all pages, behind the admin's sign-in."""
    return [
        path(view.address, site.admin_view(view.as_view(site=site)), name=view.name)
        for view in PAGES
    ]
