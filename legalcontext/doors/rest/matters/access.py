"""`/v1/matters/{id}/grants`, `/keys`, `/walls`, `/events`: who may do what with a matter."""

from __future__ import annotations

from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.keyset import Position
from legalcontext.doors.problems import Code
from legalcontext.doors.rest.bodies import read_body
from legalcontext.doors.rest.listing import PAGED, listed
from legalcontext.doors.rest.openapi import documented
from legalcontext.doors.rest.views import DoorView, reply
from matters.levels import NAMES
from matters.models import KeyBinding
from matters.services import bindings, events, grants, walls

from .pages import by_creation, page_of, part_of
from .shapes import (
    BindingBody,
    BindingShown,
    EventShown,
    GrantBody,
    GrantShown,
    WallBody,
    WallShown,
)

TAG = "access to matters"
MISSING = (Code.NOT_FOUND,)


class GrantList(DoorView):
    """Who has access."""

    @documented(
        "List grants", gives=listed(GrantShown), parameters=PAGED, problems=MISSING, tag=TAG
    )
    def get(self, request: Request, matter_id: str) -> Response:
        """Everybody with a level, the owner of record too. Needs `manage`."""
        return page_of(
            request,
            self.principal,
            lambda limit, after: part_of(
                grants.list_grants(self.principal, matter_id), _of_person, limit, after
            ),
            GrantShown,
            place=_of_person,
        )

    @documented(
        "Share a matter",
        takes=GrantBody,
        gives=GrantShown,
        status=status.HTTP_201_CREATED,
        problems=MISSING,
        tag=TAG,
    )
    def post(self, request: Request, matter_id: str) -> Response:
        """Set a member's level, up or down. Needs `manage`."""
        with self.idempotent(request) as attempt:
            said = read_body(request, GrantBody)
            if attempt.replay_of is not None:
                grant = grants.read_grant(self.principal, matter_id, attempt.replay_of)
            else:
                grant = grants.share(
                    self.principal,
                    matter_id,
                    member_id=said["member"],
                    level=NAMES[said["level"]],
                    attempt=attempt,
                )
        return made(GrantShown(grant).data, replayed=attempt.replay_of is not None)


class GrantDetail(DoorView):
    """One member's access."""

    @documented("Read a grant", gives=GrantShown, problems=MISSING, tag=TAG)
    def get(self, request: Request, matter_id: str, member_id: str) -> Response:
        """Needs `manage`."""
        return reply(GrantShown(grants.read_grant(self.principal, matter_id, member_id)).data)

    @documented("Unshare a matter", status=status.HTTP_204_NO_CONTENT, problems=MISSING, tag=TAG)
    def delete(self, request: Request, matter_id: str, member_id: str) -> Response:
        """From the next call on the matter is missing for them. Needs `manage`."""
        grants.unshare(self.principal, matter_id, member_id)
        return reply()


class BindingList(DoorView):
    """Which keys reach the matter."""

    @documented(
        "List bound keys", gives=listed(BindingShown), parameters=PAGED, problems=MISSING, tag=TAG
    )
    def get(self, request: Request, matter_id: str) -> Response:
        """All of them for those who manage the matter; for others their own."""
        return page_of(
            request,
            self.principal,
            lambda limit, after: part_of(
                bindings.list_bindings(self.principal, matter_id), _of_key, limit, after
            ),
            BindingShown,
            place=_of_key,
        )

    @documented(
        "Bind a key",
        takes=BindingBody,
        gives=BindingShown,
        status=status.HTTP_201_CREATED,
        problems=MISSING,
        tag=TAG,
    )
    def post(self, request: Request, matter_id: str) -> Response:
        """A service's key: by an owner or admin of the account who manages the matter; `read` or
        `work`. One's own bound key: by whoever reads the matter; it adds nothing to a grant."""
        with self.idempotent(request) as attempt:
            said = read_body(request, BindingBody)
            if attempt.replay_of is not None:
                binding = bindings.read_binding(self.principal, matter_id, attempt.replay_of)
            else:
                binding = bindings.bind(
                    self.principal,
                    matter_id,
                    key_id=said["key"],
                    level=NAMES[said["level"]],
                    attempt=attempt,
                )
        return made(BindingShown(binding).data, replayed=attempt.replay_of is not None)


class BindingDetail(DoorView):
    """One key's reach."""

    @documented("Read a binding", gives=BindingShown, problems=MISSING, tag=TAG)
    def get(self, request: Request, matter_id: str, key_id: str) -> Response:
        """For those who manage the matter, and for the key's own holder."""
        return reply(BindingShown(bindings.read_binding(self.principal, matter_id, key_id)).data)

    @documented("Unbind a key", status=status.HTTP_204_NO_CONTENT, problems=MISSING, tag=TAG)
    def delete(self, request: Request, matter_id: str, key_id: str) -> Response:
        """By those who manage the matter, and by the key's own holder."""
        bindings.unbind(self.principal, matter_id, key_id)
        return reply()


class WallList(DoorView):
    """Who is shut out."""

    @documented("List walls", gives=listed(WallShown), parameters=PAGED, problems=MISSING, tag=TAG)
    def get(self, request: Request, matter_id: str) -> Response:
        """Needs `manage`."""
        return page_of(
            request,
            self.principal,
            lambda limit, after: part_of(
                walls.list_walls(self.principal, matter_id), _of_walled, limit, after
            ),
            WallShown,
            place=_of_walled,
        )

    @documented(
        "Place a wall",
        takes=WallBody,
        gives=WallShown,
        status=status.HTTP_201_CREATED,
        problems=MISSING,
        tag=TAG,
    )
    def post(self, request: Request, matter_id: str) -> Response:
        """Shut a member out, whatever else they have; their grants are gone. Needs `manage`."""
        with self.idempotent(request) as attempt:
            said = read_body(request, WallBody)
            if attempt.replay_of is not None:
                walled = walls.read_wall(self.principal, matter_id, attempt.replay_of)
            else:
                walled = walls.place_wall(
                    self.principal,
                    matter_id,
                    member_id=said["member"],
                    reason=said["reason"],
                    attempt=attempt,
                )
        return made(WallShown(walled).data, replayed=attempt.replay_of is not None)


class WallDetail(DoorView):
    """One wall."""

    @documented("Read a wall", gives=WallShown, problems=MISSING, tag=TAG)
    def get(self, request: Request, matter_id: str, member_id: str) -> Response:
        """Needs `manage`."""
        return reply(WallShown(walls.read_wall(self.principal, matter_id, member_id)).data)

    @documented("Lift a wall", status=status.HTTP_204_NO_CONTENT, problems=MISSING, tag=TAG)
    def delete(self, request: Request, matter_id: str, member_id: str) -> Response:
        """It gives no access back: that is shared anew, or not. Needs `manage`."""
        walls.lift_wall(self.principal, matter_id, member_id)
        return reply()


class EventList(DoorView):
    """What happened to the access."""

    @documented(
        "List events of a matter",
        gives=listed(EventShown),
        parameters=PAGED,
        problems=MISSING,
        tag=TAG,
    )
    def get(self, request: Request, matter_id: str) -> Response:
        """Who shared, walled off, bound, transferred, closed, and when; newest first. Needs
        `manage`."""
        return page_of(
            request,
            self.principal,
            lambda limit, after: events.list_events(
                self.principal, matter_id, limit=limit, after=after
            ),
            EventShown,
            place=by_creation,
        )


def made(body: dict[str, object], *, replayed: bool) -> Response:
    return reply(body, http_status=status.HTTP_201_CREATED, replayed=replayed)


def _of_person(grant: grants.Grant) -> Position:
    return Position(grant.person.created_at, grant.person.pk)


def _of_walled(walled: walls.Walled) -> Position:
    return Position(walled.person.created_at, walled.person.pk)


def _of_key(binding: KeyBinding) -> Position:
    return Position(binding.key.created_at, binding.pk)
