"""Where one arrives, and the choice of the account to act in."""

from __future__ import annotations

from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.decorators import method_decorator
from django.views.decorators.csrf import csrf_exempt

from legalcontext.doors.pages import navigation
from legalcontext.doors.pages.session import choose, memberships_of

from .base import PageView, PublicPage, next_of


class Home(PageView):
    """The first thing that one came for: asking."""

    http_method_names = ["get", "head"]

    def get(self, request: HttpRequest) -> HttpResponse:
        return HttpResponseRedirect(navigation.entries()[0]["url"])


class GoOn(PageView):
    """Where who signed in beside a form arrives: what they wrote waits in the other tab."""

    http_method_names = ["get", "head"]

    def get(self, request: HttpRequest) -> HttpResponse:
        return self.page("pages/go_on.html")


@method_decorator(csrf_exempt, name="dispatch")
class Leave(PublicPage):
    """The end of the session when somebody leaves at once, and a page that goes elsewhere.

    The script asks for the end alone and goes at once. A form cannot be answered by a redirect to
    another site, which the content policy stops: so the page itself asks for the other one.

    Without the form token: one that had grown old would leave them signed in. Another site gains
    nothing by it, since the session's cookie does not come with a POST of another site's.
    """

    http_method_names = ["post"]

    def post(self, request: HttpRequest) -> HttpResponse:
        logout(request)
        return self.page("pages/leave.html")


class ChooseAccount(PageView):
    """In which account to act, for who belongs to several."""

    def respond(self, request: HttpRequest, *args: object, **named: object) -> HttpResponse:
        """No account is needed yet: this is where one is chosen."""
        _ = self.person
        return self.post(request) if request.method == "POST" else self.get(request)

    def get(self, request: HttpRequest) -> HttpResponse:
        return self.page(
            "pages/choose_account.html",
            {"memberships": memberships_of(request), "next": next_of(request, "pages:home")},
        )

    def post(self, request: HttpRequest) -> HttpResponse:
        choose(request, request.POST.get("membership", ""))
        return HttpResponseRedirect(next_of(request, "pages:home"))
