"""`/v1/services`: the account's programs, whose keys outlive the people who made them."""

from __future__ import annotations

from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import authority
from accounts.models import ServiceIdentity
from accounts.services import account as accounts
from legalcontext.doors.problems import Code

from .bodies import Body, Moment, Text, read_body
from .listing import PAGED, listed, page_of
from .openapi import documented
from .views import DoorView, reply

TAG = "keys"
MISSING = (Code.NOT_FOUND,)


class ServiceBody(Body):
    name = Text(max_length=100)


class ServiceShown(serializers.Serializer):
    """A program that acts for nobody but the account."""

    id = serializers.CharField(source="public_id")
    name = serializers.CharField()
    created_at = Moment()


class ServiceList(DoorView):
    """For owners and admins."""

    @documented(
        "List programs", gives=listed(ServiceShown), parameters=PAGED, problems=MISSING, tag=TAG
    )
    def get(self, request: Request) -> Response:
        """Newest first."""
        rows = accounts.services_of(self.principal)
        return page_of(request, self.principal, rows, ServiceShown)

    @documented(
        "Add a program",
        takes=ServiceBody,
        gives=ServiceShown,
        status=status.HTTP_201_CREATED,
        problems=MISSING,
        tag=TAG,
    )
    def post(self, request: Request) -> Response:
        """It acts by its keys, and reads no matter that they are not bound to."""
        with self.idempotent(request) as attempt:
            said = read_body(request, ServiceBody)
            if attempt.replay_of is not None:
                return made(authority.service(self.principal, attempt.replay_of), replayed=True)
            service = accounts.make_service(self.principal, attempt=attempt, **said)
        return made(service)


class ServiceDetail(DoorView):
    """One program; its name may change, its keys stay."""

    @documented("Read a program", gives=ServiceShown, problems=MISSING, tag=TAG)
    def get(self, request: Request, service_id: str) -> Response:
        """As the list shows it."""
        service = authority.service(self.principal, service_id)
        return reply(ServiceShown(service).data)

    @documented(
        "Rename a program", takes=ServiceBody, gives=ServiceShown, problems=MISSING, tag=TAG
    )
    def patch(self, request: Request, service_id: str) -> Response:
        """Its keys stay."""
        said = read_body(request, ServiceBody)
        service = accounts.rename_service(self.principal, service_id, **said)
        return reply(ServiceShown(service).data)


def made(service: ServiceIdentity, *, replayed: bool = False) -> Response:
    body = ServiceShown(service).data
    return reply(body, http_status=status.HTTP_201_CREATED, replayed=replayed)
