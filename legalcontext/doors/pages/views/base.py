"""The bases of every page: who may see it, and how what the core refuses is shown."""

from __future__ import annotations

import logging
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, ClassVar, Final

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
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import gettext_lazy
from django.views import View

from accounts.idempotency import Attempt, IdempotencyConflict, InProgress, fingerprint, once
from accounts.limits import RateLimited, consume
from accounts.models import User
from accounts.principal import Principal, Unauthenticated
from legalcontext.contracts.quick_ask import InvalidAsk
from legalcontext.doors.pages.forms.base import PageForm, words_in
from legalcontext.doors.pages.rendering import BARE, WITH_NAVIGATION, is_fragment, problem_page
from legalcontext.doors.pages.session import AccountNotChosen, NoAccount, principal_of
from legalcontext.doors.pages.wording import megabytes, wording_of
from legalcontext.doors.pages.writers import (
    GONE_ON,
    AnotherAccount,
    AnotherPerson,
    check_writer,
)
from legalcontext.doors.problems import INTERNAL, Code, Problem, problem_of
from legalcontext.doors.refusals import REFUSAL, StaleForm
from legalcontext.doors.rest.rendering import BAD_REQUEST, FORBIDDEN, NOT_FOUND, STATUS, too_large

logger = logging.getLogger("codossier.pages")

STEP_UP = Problem(Code.STEP_UP_REQUIRED, "Confirm who you are, then do this again.")

AGAIN: Final = {
    StaleForm: gettext_lazy(
        "The page was open too long, or you signed in anew in another window. Nothing was sent. "
        "What you wrote is still here: send it again."
    ),
    RequestDataTooBig: gettext_lazy(
        "All that is sent together may have %(megabytes)s MB, and this was more: no file came "
        "through. Choose fewer or smaller ones, and look whether all that you wrote is still here."
    ),
    AnotherAccount: gettext_lazy(
        "You act for another account now than when you opened this form. Nothing was sent. If it "
        "belongs to the account that is named above, send it again."
    ),
    IdempotencyConflict: gettext_lazy(
        "This form was sent before, with something else in it. Look whether it is done; if not, "
        "send it again."
    ),
}
"""What the form itself says, since it holds what was typed."""

FOR_NOW: Final = (StaleForm, RateLimited, InProgress, IdempotencyConflict, AnotherAccount)
"""Refusals after which the same form may be sent again."""

NOT_TYPED: Final = ("csrfmiddlewaretoken", "turn")
"""What stands in a form and is nobody's words."""


class PublicPage(View):
    """A page that asks for no sign-in. What is refused becomes a page, never one of Django's.

    section: the entry of the navigation that the page belongs to. takes_files: of a body over the
    limit the page gets the fields before the first file, and tells of it (`body_limit.py`).
    """

    http_method_names = ["get", "head", "post"]
    section: ClassVar[str] = ""
    layout: ClassVar[str] = BARE
    takes_files: ClassVar[bool] = False
    again_after: ClassVar[tuple[type[Exception], ...]] = FOR_NOW
    """What is told in the form itself, with all that was typed still in it."""

    @classmethod
    def takes(cls) -> tuple[str, ...]:
        """The fields of free words that are sent to the page, by the names they are sent under."""
        return ()

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        try:
            return self.respond(request, *args, **kwargs)
        except (ReauthenticationRequired, ImmediateHttpResponse):
            raise  # allauth's middleware answers these
        except Exception as error:
            return self.refused(request, error)

    def respond(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        """The view's own answer; overridden by what has to happen before it."""
        if (refusal := getattr(request, REFUSAL, None)) is not None:
            raise refusal  # no handler runs
        return super().dispatch(request, *args, **kwargs)

    def page(
        self, template: str, context: dict[str, Any] | None = None, *, status: int = 200
    ) -> HttpResponse:
        """A template as the response, rendered at once."""
        return render(
            self.request, template, {"section": self.section, **(context or {})}, status=status
        )

    def show_again(self, refusal: str | None, *, status: int = 200) -> HttpResponse | None:
        """The form that was sent, with what was typed in it; `refusal` stands above it.

        None: there is no form to show.
        """
        return None

    def refused(self, request: HttpRequest, error: Exception) -> HttpResponse:
        """What an exception of the core looks like; unknown ones are logged and say nothing.

        What was typed comes back: in its form where it may be sent again, else to be copied.
        """
        problem = problem_as_page(error)
        if request.method == "POST" and isinstance(error, self.again_after):
            try:
                shown = self.show_again(again_of(problem, error), status=status_of(problem, error))
            except Exception as gone:
                if problem_of(gone) is None:
                    raise
                shown = None  # what the form was about is not there any more
            if shown is not None:
                return with_patience(shown, problem)
        if problem is INTERNAL:
            logger.error("unhandled exception in %s", type(self).__name__, exc_info=error)
        layout = BARE if problem.code in (Code.INTERNAL, Code.UNAVAILABLE) else self.layout
        return problem_page(
            request,
            problem,
            error=error,
            http_status=status_of(problem, error),
            layout=layout,
            own_words=self.own_words(),
        )

    def own_words(self) -> list[str]:
        """What was typed, for who typed it, to be copied from a page that has not the form."""
        sent = self.request.POST
        words = [sent[name] for name in self.takes() if sent.get(name, "").strip()]
        try:
            if words:
                check_writer(self.request)
        except AnotherPerson:
            return []
        except (AnotherAccount, DatabaseError):  # where no session can be read, nobody is signed in
            return words
        return words

    def http_method_not_allowed(
        self, request: HttpRequest, *args: Any, **kwargs: Any
    ) -> HttpResponse:
        response = problem_page(request, NOT_FOUND, http_status=405, layout=self.layout)
        taken = [name.upper() for name in self.http_method_names if hasattr(self, name)]
        response["Allow"] = ", ".join(taken)
        return response


class PageView(PublicPage):
    """A page for who is signed in, acting in one account.

    Reading costs nothing of the allowance that all doors share; a change costs one call. What was
    typed into a form of the page outlives each refusal (`takes`, `show_again`).
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
        with timezone.override(principal.time_zone):  # times are told in the account's own
            if request.method == "POST":
                check_writer(request)
                consume(principal.credential)
                if GONE_ON in request.POST and not hasattr(request, REFUSAL):
                    opened = self.show_again(None)
                    return go(request, reverse("pages:home")) if opened is None else opened
            return super().respond(request, *args, **kwargs)

    def refused(self, request: HttpRequest, error: Exception) -> HttpResponse:
        match error:
            case Unauthenticated() | AccountNotChosen() if self.own_words():
                unchosen = isinstance(error, AccountNotChosen)
                where = reverse("pages:choose-account" if unchosen else "account_login")
                return self.give_back(where, "unchosen" if unchosen else "signed_out")
            case Unauthenticated():
                return go(request, redirect_to_login(self._here(request)).url)
            case AccountNotChosen():
                query = urlencode({"next": self._here(request)})
                return go(request, f"{reverse('pages:choose-account')}?{query}")
            case NoAccount():
                return render(request, "pages/no_account.html", status=403)
        return super().refused(request, error)

    def give_back(self, where: str, reason: str) -> HttpResponse:
        """Who sent it has to show first who they are: their words, to go on with after that.

        They stand in this reply alone: no session of a visitor, no address and no log has them.
        where: the page that asks it, for a new tab. reason: a word for the template.
        """
        context = {
            "fields": self.sent(self.request),
            "own_words": self.own_words(),
            "reason": reason,
            "way": f"{where}?{urlencode({'next': reverse('pages:go-on')})}",
            "again": GONE_ON,
        }
        part = "parts/not_signed_in.html" if is_fragment(self.request) else "not_signed_in.html"
        return render(self.request, f"pages/{part}", context, status=403)

    def sent(self, request: HttpRequest) -> list[tuple[str, str]]:
        """What was sent, by names: to be sent once more as it was, by who wrote it."""
        return [
            (name, value)
            for name, values in request.POST.lists()
            if name not in (*NOT_TYPED, GONE_ON)
            for value in values
        ]

    @staticmethod
    def _here(request: HttpRequest) -> str:
        """Where to come back to: this page, unless it is only sent to."""
        return request.get_full_path() if request.method == "GET" else reverse("pages:home")


class StepUp:
    """A mixin before `PageView`: who is signed in confirms first that it is them.

    Asked of GET too, so that nobody fills in a form and is stopped afterwards. Where it has run out
    meanwhile, what was typed is given back as after the end of a session, and not kept as allauth
    would: its store, the session, knows no erasure. Who can confirm in no way is told what to set
    up.
    """

    def respond(self: Any, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        _ = self.principal  # signing in comes first
        if is_reauthentication_required(request, app="legalcontext"):
            methods = get_adapter().get_reauthentication_methods(request.user)
            if not methods:
                return problem_page(request, STEP_UP, layout=self.layout)
            if request.method == "POST":
                check_writer(request)
                if self.own_words():
                    return self.give_back(methods[0]["url"], "unconfirmed")
            here = request.get_full_path() if hasattr(self, "get") else reverse("pages:home")
            if is_fragment(request):
                here = request.headers.get("HX-Current-URL", here)
            return go(request, f"{methods[0]['url']}?{urlencode({'next': here})}")
        return super().respond(request, *args, **kwargs)  # type: ignore[misc]


class FormPage(PageView):
    """A page with one form: shown, checked, handed to a service, shown again where it refuses.

    Subclasses give `form_class` and `template` and write `done(form)`. Each form that is shown
    has a number of its own (`turn`), with which what makes something makes it `once`.
    """

    form_class: ClassVar[type[PageForm]]
    template: ClassVar[str]

    @classmethod
    def takes(cls) -> tuple[str, ...]:
        return words_in(cls.form_class)

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
        context = {"form": form, "turn": uuid.uuid4(), **self.context()}
        return self.page(self.template, context, status=status)

    def show_again(self, refusal: str | None, *, status: int = 200) -> HttpResponse | None:
        form = self.form(self.request.POST, self.request.FILES)
        return self.show(refused_form(form, refusal), status=status)

    @contextmanager
    def once(self, form: PageForm) -> Iterator[Attempt]:
        """The turn of this form, for a service that makes something (`accounts.idempotency`)."""
        said = sorted(form.cleaned_data.items())
        asked = fingerprint(b"pages", self.request.path.encode(), repr(said).encode())
        with once(self.principal, turn_of(self.request), asked) as attempt:
            yield attempt

    def context(self) -> dict[str, Any]:
        """What the template needs beside the form."""
        return {}

    def done(self, form: PageForm) -> HttpResponse:
        """What a good form does, through a service; ValidationError goes back into the form."""
        raise NotImplementedError


def refused_form(form: Any, refusal: str | None, field: str | None = None) -> Any:
    """The form with what was typed, and `refusal` above it, or beside a field, if there is one."""
    form.is_valid()
    if refusal is not None:
        form.add_error(field, refusal)
    return form


def again_of(problem: Problem, error: Exception) -> str:
    """What stands above a form that is refused for now, and that holds what was typed."""
    if type(error) in AGAIN:
        return str(AGAIN[type(error)]) % {"megabytes": megabytes()}
    return wording_of(problem, error).detail


def status_of(problem: Problem, error: Exception) -> int:
    """The status that every door gives the problem; a form that is not of this sign-in is a 403."""
    foreign = isinstance(error, StaleForm | AnotherPerson | AnotherAccount)
    return 403 if foreign else STATUS[problem.code]


def with_patience(response: HttpResponse, problem: Problem) -> HttpResponse:
    """The response, saying when to come again where the problem does."""
    if problem.retry_after is not None:
        response["Retry-After"] = str(problem.retry_after)
    return response


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


def problem_as_page(error: Exception) -> Problem:
    """What a page says of an exception, of the core or of Django."""
    if (known := problem_of(error)) is not None:
        return known
    match error:
        case StaleForm() | AnotherPerson() | AnotherAccount():
            return FORBIDDEN
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
