"""What is sent and shown of deletion requests."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from accounts.principal import Principal
from legalcontext.answers.insight import timestamp
from legalcontext.doors.rest.bodies import Body, Choice, Moment, Text
from legalcontext.doors.rest.matters.shapes import Prose
from legalcontext.erasure.request_models import (
    Certificate,
    DeletionRequest,
    Refusal,
    Regime,
    State,
)
from legalcontext.erasure.requests import certificate, service
from legalcontext.erasure.requests.actors import by_principal
from legalcontext.erasure.requests.states import TOLD

About = DeletionRequest.About


class RequestBody(Body):
    about = Choice(
        About.choices,
        default=About.PERSON,
        help_text="person: oneself. For owners also account (which closes it), on_behalf_of, "
        "description",
    )
    regime = Text(
        max_length=20,
        default=service.GENERAL,
        help_text="whose clock it runs by: a key of /v1/deletion-regimes",
    )
    on_behalf_of = Text(max_length=200, required=False, help_text="as it stood in the asks")
    description = Prose(
        max_length=4000, required=False, help_text="whose data, and where it may be"
    )


class AppealBody(Body):
    appeal = Prose(max_length=1000, help_text="why the refusal is wrong")


class ExplanationBody(Body):
    explanation = Prose(max_length=1000, help_text="what the person is told")


class StepShown(serializers.Serializer):
    step = serializers.CharField()
    at = Moment()


class RequestShown(serializers.Serializer):
    """found: how much it covers, by category, once scoped. deleted: what has gone of it."""

    id = serializers.CharField()
    about = serializers.ChoiceField(About.choices)
    regime = serializers.CharField()
    state = serializers.ChoiceField(State.choices)
    received_at = Moment()
    acknowledge_by = serializers.DateField(allow_null=True)
    due_on = serializers.DateField()
    extended_to = serializers.DateField(allow_null=True)
    answered_on = serializers.DateField(allow_null=True)
    execute_on = serializers.DateField(allow_null=True)
    refusal = serializers.ChoiceField([*Refusal.choices], allow_null=True)
    found = serializers.DictField(child=serializers.IntegerField())
    deleted = serializers.DictField(child=serializers.IntegerField())


class RequestRead(RequestShown):
    """explanation: of a refusal or an extension, while its words are kept. may: what the caller
    may do now."""

    explanation = serializers.CharField(allow_null=True)
    steps = StepShown(many=True)
    may = serializers.ListField(
        child=serializers.ChoiceField(["withdraw", "appeal", "take_up", "decline"])
    )


class RegimeShown(serializers.Serializer):
    """Days count from the receipt; months are calendar months. sources: of each figure."""

    key = serializers.CharField()
    name = serializers.CharField()
    is_law = serializers.BooleanField()
    acknowledge_business_days = serializers.IntegerField(allow_null=True)
    answer_months = serializers.IntegerField(allow_null=True)
    answer_days = serializers.IntegerField(allow_null=True)
    extend_months = serializers.IntegerField(allow_null=True)
    extend_days = serializers.IntegerField(allow_null=True)
    rolls = serializers.BooleanField()
    cool_off_days = serializers.IntegerField()
    appeal_days = serializers.IntegerField()
    sources = serializers.DictField(child=serializers.CharField())


RegimesShown = type("RegimesShown", (serializers.Serializer,), {"data": RegimeShown(many=True)})


class Sealed(serializers.Serializer):
    id = serializers.CharField()
    number = serializers.IntegerField()
    sha256 = serializers.CharField()
    made_at = Moment()


class CertificateShown(Sealed):
    """body: as it was written, of which sha256 is the digest in canonical JSON (RFC 8785).
    earlier: the certificates before it, of which this is an addendum."""

    body = serializers.DictField()
    earlier = Sealed(many=True)


def regimes_json() -> dict[str, Any]:
    """Every regime under which a request is taken."""
    rows = Regime.objects.filter(active=True).order_by("-is_law", "key")
    return {"data": [dict(RegimeShown(row).data) for row in rows]}


def request_json(request: DeletionRequest) -> dict[str, Any]:
    """The request as its account sees it; where a silent hold is masked, so is what it would show
    by how much has gone."""
    state = service.public_state(request)
    deleted = request.deleted if state == request.state else {}
    return {
        "id": request.public_id,
        "about": request.about,
        "regime": request.regime_id,
        "state": state.value,
        "received_at": timestamp(request.received_at),
        **{
            name: day.isoformat() if (day := getattr(request, name)) else None
            for name in ("acknowledge_by", "due_on", "extended_to", "answered_on", "execute_on")
        },
        "refusal": request.refusal or None,
        "found": {name: int(each["total"]) for name, each in request.inventory.items()},
        "deleted": {name: int(number) for name, number in deleted.items()},
    }


def read_json(request: DeletionRequest, principal: Principal) -> dict[str, Any]:
    """One request with its steps and what may be done."""
    words = service.words_of(request)
    return request_json(request) | {
        "explanation": (words.explanation or None) if words else None,
        "steps": [
            {"step": event.step, "at": timestamp(event.at)}
            for event in service.events_of(request)
            if event.step in TOLD
        ],
        "may": [step.name for step in service.available(request, by_principal(principal))],
    }


def certificate_json(made: list[Certificate]) -> dict[str, Any]:
    """The newest certificate, and those before it."""
    *earlier, last = made
    return sealed_json(last) | {
        "body": certificate.read(last),
        "earlier": [sealed_json(each) for each in earlier],
    }


def sealed_json(each: Certificate) -> dict[str, Any]:
    """A certificate without its body."""
    return {
        "id": each.public_id,
        "number": each.number,
        "sha256": each.digest,
        "made_at": timestamp(each.made_at),
    }
