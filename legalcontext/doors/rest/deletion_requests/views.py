"""The views of deletion requests: thin, over `legalcontext.erasure.requests`."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.errors import NotFound
from accounts.keyset import Position as KeysetPosition
from legalcontext.answers.history import Position
from legalcontext.doors.problems import Code
from legalcontext.doors.rest.bodies import Body, read_body
from legalcontext.doors.rest.listing import PAGED, listed
from legalcontext.doors.rest.openapi import documented
from legalcontext.doors.rest.pagination import limit_of, page_json, position_of
from legalcontext.doors.rest.views import NO_STORE, DoorView, reply
from legalcontext.erasure.request_models import Certificate
from legalcontext.erasure.requests import certificate, service

from .shapes import (
    AppealBody,
    CertificateShown,
    ExplanationBody,
    RegimesShown,
    RequestBody,
    RequestRead,
    RequestShown,
    certificate_json,
    read_json,
    regimes_json,
    request_json,
)

TAG = "deletion requests"


class RegimeList(DoorView):
    """The laws and the promise by whose clocks requests run."""

    @documented("List deletion regimes", gives=RegimesShown, tag=TAG)
    def get(self, request: Request) -> Response:
        """How long each gives, with the source of every figure."""
        return reply(regimes_json())


class RequestList(DoorView):
    """Ask for data to be deleted; list what was asked."""

    @documented(
        "List deletion requests",
        gives=listed(RequestShown),
        parameters=PAGED,
        problems=(Code.NOT_FOUND,),
        tag=TAG,
    )
    def get(self, request: Request) -> Response:
        """One's own, and for owners all of the account; newest first."""
        limit = limit_of(request.query_params)
        after = position_of(request.query_params, self.principal, {})
        rows = service.list_own(
            self.principal,
            limit=limit,
            after=KeysetPosition(after.created_at, after.answer_id) if after else None,
        )
        page = page_json(
            rows,
            limit=limit,
            principal=self.principal,
            filters={},
            position=lambda row: Position(row.received_at, row.pk),
            render=request_json,
        )
        return reply(page)

    @documented(
        "Ask for deletion",
        takes=RequestBody,
        gives=RequestRead,
        status=status.HTTP_201_CREATED,
        problems=(Code.NOT_FOUND,),
        tag=TAG,
    )
    def post(self, request: Request) -> Response:
        """Erasure under law: what one asked, made and owns, and, where this is one's only account,
        oneself. An owner's request about the account closes it. Operators work on it; one may
        withdraw until the day on which it is deleted."""
        with self.idempotent(request) as attempt:
            if attempt.replay_of is not None:
                found = service.find_own(self.principal, attempt.replay_of)
                return self._made(found, replayed=True)
            said = read_body(request, RequestBody)
            made = service.open_by_holder(
                self.principal,
                said["about"],
                regime=said["regime"],
                on_behalf_of=said.get("on_behalf_of", ""),
                description=said.get("description", ""),
                attempt=attempt,
            )
        return self._made(made)

    def _made(self, made: Any, *, replayed: bool = False) -> Response:
        body = read_json(made, self.principal)
        return reply(body, http_status=status.HTTP_201_CREATED, replayed=replayed)


class RequestDetail(DoorView):
    """One request."""

    @documented("Read a deletion request", gives=RequestRead, problems=(Code.NOT_FOUND,), tag=TAG)
    def get(self, request: Request, request_id: str) -> Response:
        """How it stands, by when it is answered, and what may be done."""
        return reply(read_json(service.find_own(self.principal, request_id), self.principal))


class StepView(DoorView):
    """A step that somebody of the account takes."""

    step = ""
    takes: type[Body] = Body

    def take(self, request: Request, request_id: str) -> Response:
        with self.idempotent(request) as attempt:
            if attempt.replay_of is not None:
                found = service.find_own(self.principal, attempt.replay_of)
                return reply(read_json(found, self.principal), replayed=True)
            said = read_body(request, self.takes)
            taken = service.perform_own(
                self.principal, request_id, self.step, attempt=attempt, **said
            )
        return reply(read_json(taken, self.principal))


class Withdrawal(StepView):
    step = "withdraw"

    @documented(
        "Withdraw a deletion request", gives=RequestRead, problems=(Code.NOT_FOUND,), tag=TAG
    )
    def post(self, request: Request, request_id: str) -> Response:
        """By whoever asked, until it is being carried out. Nothing is deleted."""
        return self.take(request, request_id)


class Appeal(StepView):
    step, takes = "appeal", AppealBody

    @documented(
        "Appeal against a refusal",
        takes=AppealBody,
        gives=RequestRead,
        problems=(Code.NOT_FOUND,),
        tag=TAG,
    )
    def post(self, request: Request, request_id: str) -> Response:
        """By whoever asked. Somebody else than who refused decides."""
        return self.take(request, request_id)


class TakingUp(StepView):
    step = "take_up"

    @documented(
        "Take up a forwarded request", gives=RequestRead, problems=(Code.NOT_FOUND,), tag=TAG
    )
    def post(self, request: Request, request_id: str) -> Response:
        """For owners: the account vouches for the person and wants the data deleted."""
        return self.take(request, request_id)


class Declining(StepView):
    step, takes = "decline", ExplanationBody

    @documented(
        "Decline a forwarded request",
        takes=ExplanationBody,
        gives=RequestRead,
        problems=(Code.NOT_FOUND,),
        tag=TAG,
    )
    def post(self, request: Request, request_id: str) -> Response:
        """For owners: the account keeps the data, and the person is told why."""
        return self.take(request, request_id)


class CertificateDetail(DoorView):
    """What was deleted, what was not, and why."""

    @documented(
        "Read a certificate of deletion",
        gives=CertificateShown,
        problems=(Code.NOT_FOUND,),
        tag=TAG,
    )
    def get(self, request: Request, request_id: str) -> Response:
        """The newest; later findings are certificates of their own, which name the one before."""
        return reply(certificate_json(made_for(self, request_id)))


class CertificatePage(DoorView):
    """The certificate to print."""

    @documented(
        "Print a certificate of deletion",
        gives={"type": "string"},
        media_type="text/html",
        problems=(Code.NOT_FOUND,),
        tag=TAG,
    )
    def get(self, request: Request, request_id: str) -> HttpResponse:
        """A page of its own."""
        *_, last = made_for(self, request_id)
        page = {"certificate": last, "body": certificate.read(last)}
        response = render(request._request, "erasure/certificate.html", page)
        for name, value in NO_STORE.items():
            response[name] = value
        return response


def made_for(view: DoorView, request_id: str) -> list[Certificate]:
    """The certificates of the caller's request. NotFound: there is none yet."""
    made = certificate.certificates_of(service.find_own(view.principal, request_id))
    if not made:
        raise NotFound
    return made
