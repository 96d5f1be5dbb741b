"""The bases of every page: who may see it, and how what the core refuses is shown."""

from __future__ import annotations

import logging
import uuid
from typing import Any, ClassVar

from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.reauthentication import is_reauthentication_required
from allauth.core.exceptions import ImmediateHttpResponse, ReauthenticationRequired
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import (
    BadRequest,
    PermissionDenied,
    RequestDataTooBig,
    SuspiciousOperation,
    ValidationError,
)
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.views import View

from accounts.limits import consume
from accounts.models import User
from accounts.principal import Principal, Unauthenticated
from legalcontext.contracts.quick_ask import InvalidAsk
from legalcontext.doors.pages.forms.base import PageForm
from legalcontext.doors.pages.rendering import BARE, WITH_NAVIGATION, is_fragment, problem_page
from legalcontext.doors.pages.session import AccountNotChosen, NoAccount, principal_of
from legalcontext.doors.problems import INTERNAL, Code, Problem, problem_of
from legalcontext.doors.rest.rendering import BAD_REQUEST, NOT_FOUND, too_large

logger = logging.getLogger("codossier.pages")

STEP_UP = Problem(Code.STEP_UP_REQUIRED, "Confirm who you are, then do this again.")


class PublicPage(View):
    """A page that asks for no sign-in. What is refused becomes a page, never one of Django's.

    section: the entry of the navigation that the page belongs to.
    """

    http_method_names = ["get", "head", "post"]
    section: ClassVar[str] = ""
    layout: ClassVar[str] = BARE

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        try:
            return self.respond(request, *args, **kwargs)
        except (ReauthenticationRequired, ImmediateHttpResponse):
            raise  # allauth's middleware answers these
        except Exception as error:
            return self.refused(request, error)

    def respond(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        """The view's own answer; overridden by what has to happen before it."""
        return super().dispatch(request, *args, **kwargs)

    def page(
        self, template: str, context: dict[str, Any] | None = None, *, status: int = 200
    ) -> HttpResponse:
        """A template as the response, rendered at once."""
        return render(
            self.request, template, {"section": self.section, **(context or {})}, status=status
        )

    def refused(self, request: HttpRequest, error: Exception) -> HttpResponse:
        """What an exception of the core looks like; unknown ones are logged and say nothing."""
        problem = _problem_of(error)
        if problem is INTERNAL:
            logger.error("unhandled exception in %s", type(self).__name__, exc_info=error)
        layout = BARE if problem.code in (Code.INTERNAL, Code.UNAVAILABLE) else self.layout
        return problem_page(request, problem, error=error, layout=layout)

    def http_method_not_allowed(
        self, request: HttpRequest, *args: Any, **kwargs: Any
    ) -> HttpResponse:
        response = problem_page(request, NOT_FOUND, http_status=405, layout=self.layout)
        taken = [name.upper() for name in self.http_method_names if hasattr(self, name)]
        response["Allow"] = ", ".join(taken)
        return response


class PageView(PublicPage):
    """A page for who is signed in, acting in one account.

    Reading costs nothing of the allowance that all doors share; a change costs one call.
    """

    layout = WITH_NAVIGATION

    @property
    def person(self) -> User:
        """Who is signed in, whatever they act for. Unauthenticated."""
        user = self.request.user
        if not isinstance(user, User):
            raise Unauthenticated
        return user

    @cached_property
    def principal(self) -> Principal:
        """Who acts. Unauthenticated, NoAccount, AccountNotChosen."""
        return principal_of(self.request)

    def respond(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        principal = self.principal
        if request.method == "POST":
            consume(principal.credential)
        with timezone.override(principal.time_zone):  # times are told in the account's own
            return super().respond(request, *args, **kwargs)

    def refused(self, request: HttpRequest, error: Exception) -> HttpResponse:
        match error:
            case Unauthenticated():
                return go(request, redirect_to_login(self._here(request)).url)
            case AccountNotChosen():
                query = urlencode({"next": self._here(request)})
                return go(request, f"{reverse('pages:choose-account')}?{query}")
            case NoAccount():
                return render(request, "pages/no_account.html", status=403)
        return super().refused(request, error)

    @staticmethod
    def _here(request: HttpRequest) -> str:
        """Where to come back to: this page, unless it is only sent to."""
        return request.get_full_path() if request.method == "GET" else reverse("pages:home")


class StepUp:
    """A mixin before `PageView`: who is signed in confirms first that it is them.

    Asked of GET too, so that nobody fills in a form and is stopped afterwards. What was sent is not
    kept meanwhile, as allauth would in the session: that store knows no erasure. Who can confirm
    in no way is told what to set up.
    """

    def respond(self: Any, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        _ = self.principal  # signing in comes first
        if is_reauthentication_required(request, app="legalcontext"):
            methods = get_adapter().get_reauthentication_methods(request.user)
            if not methods:
                return problem_page(request, STEP_UP, layout=self.layout)
            here = request.get_full_path() if hasattr(self, "get") else reverse("pages:home")
            if is_fragment(request):
                here = request.headers.get("HX-Current-URL", here)
            return go(request, f"{methods[0]['url']}?{urlencode({'next': here})}")
        return super().respond(request, *args, **kwargs)  # type: ignore[misc]


class FormPage(PageView):
    """A page with one form: shown, checked, handed to a service, shown again where it refuses.

    Subclasses give `form_class` and `template` and write `done(form)`.
    """

    form_class: ClassVar[type[PageForm]]
    template: ClassVar[str]

    def get(self, request: HttpRequest, **named: Any) -> HttpResponse:
        return self.show(self.form())

    def post(self, request: HttpRequest, **named: Any) -> HttpResponse:
        form = self.form(request.POST, request.FILES)
        if form.is_valid():
            try:
                return self.done(form)
            except (ValidationError, InvalidAsk) as error:
                form.take(error)
        return self.show(form, status=400)

    def form(self, *data: Any) -> PageForm:
        """The form, of what was sent or empty; overridden where it needs more."""
        return self.form_class(*data)

    def show(self, form: PageForm, *, status: int = 200) -> HttpResponse:
        """The page with the form."""
        return self.page(self.template, {"form": form, **self.context()}, status=status)

    def context(self) -> dict[str, Any]:
        """What the template needs beside the form."""
        return {}

    def done(self, form: PageForm) -> HttpResponse:
        """What a good form does, through a service; ValidationError goes back into the form."""
        raise NotImplementedError


def go(request: HttpRequest, url: str) -> HttpResponse:
    """A redirect, which a fragment of htmx follows as the whole page would."""
    if is_fragment(request):
        return HttpResponse(headers={"HX-Redirect": url})
    return HttpResponseRedirect(url)


def next_of(request: HttpRequest, default: str) -> str:
    """`next` of the request where it leads to this service, else the address of `default`."""
    url = request.POST.get("next") or request.GET.get("next") or ""
    own = url_has_allowed_host_and_scheme(
        url, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return url if own else reverse(default)


def _problem_of(error: Exception) -> Problem:
    if (known := problem_of(error)) is not None:
        return known
    match error:
        case Http404() | PermissionDenied():
            return NOT_FOUND
        case RequestDataTooBig():
            return too_large()
        case SuspiciousOperation() | BadRequest():
            return BAD_REQUEST
    return INTERNAL


def turn_of(request: HttpRequest) -> str | None:
    """The number of the form that was sent: what is sent twice is done once. None: it has none."""
    try:
        return f"pages-{uuid.UUID(request.POST.get('turn', ''))}"
    except ValueError:
        return None
