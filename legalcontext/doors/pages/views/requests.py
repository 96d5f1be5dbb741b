"""Deletion requests of the account's people: opened, followed, withdrawn, certified."""

from __future__ import annotations

from typing import Any, Final

from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.errors import NotFound
from accounts.ids import parse_public_id
from accounts.keyset import Position
from legalcontext.doors.pages.forms.base import PageForm
from legalcontext.doors.pages.forms.requests import NeedsForm, RequestForm
from legalcontext.doors.pages.words import (
    CATEGORIES,
    REQUEST_ABOUT,
    REQUEST_STATES,
    REQUEST_STEPS,
    regime_name,
)
from legalcontext.erasure.errors import AlreadyOpen, NotPossible
from legalcontext.erasure.request_models import DeletionRequest, Regime, State
from legalcontext.erasure.requests import certificate as certificates
from legalcontext.erasure.requests import service
from legalcontext.erasure.requests.actors import by_principal
from legalcontext.erasure.requests.states import TRANSITIONS, NeedKind

from .base import FormPage, PageView, StepUp, go, refused_form

PAGE: Final = 20

STAGES: Final = (
    (State.RECEIVED, (State.RECEIVED, State.ACKNOWLEDGED, State.IDENTITY_PENDING)),
    (State.VERIFIED, (State.VERIFIED, State.REVERSED, State.FORWARDED)),
    (State.SCOPED, (State.SCOPED, State.HELD, State.PARTLY_HELD)),
    (State.SCHEDULED, (State.SCHEDULED,)),
    (State.EXECUTED, (State.EXECUTING, State.EXECUTED, State.PARTLY_EXECUTED)),
    (State.CERTIFIED, (State.CERTIFIED, State.CLOSED)),
)
"""The way of a request that ends well, and the states that stand at each stage of it."""


class RequestList(PageView):
    """The requests that one may see."""

    section = "account"

    def get(self, request: HttpRequest) -> HttpResponse:
        after = None
        if key := parse_public_id(DeletionRequest.PREFIX, request.GET.get("after")):
            after = Position(self.principal.today(), key)
        found = service.list_own(self.principal, limit=PAGE, after=after)
        here = reverse("pages:requests")
        context = {
            "rows": [shown(each) for each in found[:PAGE]],
            "next_url": f"{here}?after={found[PAGE - 1].public_id}" if len(found) > PAGE else "",
            "first_url": here if after else "",
        }
        return self.page("pages/requests.html", context)


class NewRequest(StepUp, FormPage):
    """Ask for erasure: of what one asked; owners also of the account or of somebody else."""

    section = "account"
    form_class = RequestForm
    template = "pages/request_form.html"

    def form(self, *data: Any) -> PageForm:
        return RequestForm(
            *data[:1],
            for_owner=self.principal.is_owner,
            regimes=list(Regime.objects.filter(active=True).order_by("pk")),
        )

    def done(self, form: PageForm) -> HttpResponse:
        said = form.cleaned_data
        try:
            opened = self._open(form, said)
        except AlreadyOpen as error:
            messages.info(
                self.request,
                _("This was asked for before, and the request is still open: here it is."),
            )
            return go(self.request, reverse("pages:request", args=[error.request_id]))
        messages.success(self.request, _("Your request is taken down. You can follow it here."))
        return go(self.request, reverse("pages:request", args=[opened]))

    def _open(self, form: PageForm, said: dict[str, Any]) -> str:
        """The id of the request. AlreadyOpen."""
        with self.once(form) as attempt:
            opened = attempt.replay_of
            if opened is None:
                opened = service.open_by_holder(
                    self.principal,
                    said["about"],
                    regime=said["regime"],
                    on_behalf_of=said.get("on_behalf_of", ""),
                    description=said.get("description", ""),
                    attempt=attempt,
                ).public_id
        return opened


class RequestPage(PageView):
    """One request: where it stands, by when it is answered, and what one may do."""

    section = "account"

    def get(self, request: HttpRequest, request_id: str) -> HttpResponse:
        return self.show(service.find_own(self.principal, request_id))

    def show(
        self, found: DeletionRequest, *, wrong: NeedsForm | None = None, status: int = 200
    ) -> HttpResponse:
        """wrong: the form of a step that was refused."""
        state = service.public_state(found)
        steps = [
            {
                "name": step.name,
                "words": REQUEST_STEPS[step.name],
                "form": wrong
                if wrong is not None and wrong.step == step
                else NeedsForm(step=step, prefix=step.name),
            }
            for step in service.available(found, by_principal(self.principal))
            if step.name in REQUEST_STEPS
        ]
        context = {
            **shown(found, state),
            "stages": _stages(state),
            "steps": steps,
            "certificates": certificates.certificates_of(found),
        }
        return self.page("pages/request.html", context, status=status)


class RequestStep(RequestPage):
    """A step of whoever asked: withdraw, appeal; of an owner: take up, decline."""

    http_method_names = ["post"]

    @classmethod
    def takes(cls) -> tuple[str, ...]:
        """Of every step: which one it is stands in the address."""
        return tuple(
            f"{step}-{need.name}"
            for step in REQUEST_STEPS
            for need in TRANSITIONS[step].needs
            if need.kind == NeedKind.TEXT
        )

    def show_again(self, refusal: str | None, *, status: int = 200) -> HttpResponse | None:
        found = service.find_own(self.principal, self.kwargs["request_id"])
        for step in service.available(found, by_principal(self.principal)):
            if step.name == self.kwargs["step"]:
                form = NeedsForm(self.request.POST, step=step, prefix=step.name)
                return self.show(found, wrong=refused_form(form, refusal), status=status)
        return None

    def post(self, request: HttpRequest, request_id: str, step: str) -> HttpResponse:
        found = service.find_own(self.principal, request_id)
        by = by_principal(self.principal)
        here = reverse("pages:request", args=[request_id])
        transition = next((t for t in service.available(found, by) if t.name == step), None)
        if transition is None:
            messages.warning(request, _("This is not possible any more: the request has moved on."))
            return go(request, here)
        form = NeedsForm(request.POST, step=transition, prefix=step)
        if not form.is_valid():
            return self.show(found, wrong=form, status=400)
        try:
            service.perform(found, step, by, **form.cleaned_data)
        except (NotPossible, PermissionDenied):
            messages.warning(request, _("This is not possible any more: the request has moved on."))
        except ValidationError as error:
            form.take(error)
            return self.show(found, wrong=form, status=400)
        else:
            messages.success(request, _("Done."))
        return go(request, here)


class CertificatePage(PageView):
    """What was deleted and what was kept, to be printed."""

    section = "account"

    def get(self, request: HttpRequest, request_id: str, number: int) -> HttpResponse:
        found = service.find_own(self.principal, request_id)
        for certificate in certificates.certificates_of(found):
            if certificate.number == number:
                body = certificates.read(certificate)
                context = {
                    "request_id": request_id,
                    "certificate": certificate,
                    "body": body,
                    "about": REQUEST_ABOUT[found.about],
                    "out_of_reach": [
                        {**each, "words": _(each["why"])} for each in body["out_of_reach"]
                    ],
                    "categories": [
                        {**row, "words": CATEGORIES.get(row["category"], row["category"])}
                        for row in body["categories"]
                    ],
                }
                return self.page("pages/certificate.html", context)
        raise NotFound


def shown(request: DeletionRequest, state: State | None = None) -> dict[str, Any]:
    """A request as its account is told of it."""
    state = state or service.public_state(request)
    return {
        "found": request,
        "about": REQUEST_ABOUT[request.about],
        "state": REQUEST_STATES[state],
        "code": state.value,
        "regime": regime_name(request.regime),
        "deadline": request.deadline,
        "is_open": state in {each for _stage, states in STAGES[:5] for each in states}
        or state == State.APPEALED,
    }


def _stages(state: State) -> list[dict[str, Any]]:
    """The way so far and what is to come; none of it for a request that went another way."""
    at = next((number for number, (_, states) in enumerate(STAGES) if state in states), None)
    if at is None:
        return []
    done = state in (State.CERTIFIED, State.CLOSED)
    return [
        {
            "words": REQUEST_STATES[stage],
            "done": number < at or done,
            "current": number == at and not done,
        }
        for number, (stage, _states) in enumerate(STAGES)
    ]
