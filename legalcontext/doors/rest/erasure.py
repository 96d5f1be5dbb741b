"""`/v1/asks/delete`: many answers at once and for good."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from legalcontext.block.types import Fault
from legalcontext.contracts.quick_ask import InvalidAsk
from legalcontext.doors.problems import Code
from legalcontext.erasure.deletion import (
    Outcome,
    Selection,
    delete_answers,
    preview,
    read_deletion,
)

from .bodies import Body, Choice, Flag, Text, read_body
from .openapi import documented
from .views import DoorView, reply

MOST_IDS = 1000


class DeletionBody(Body):
    """One of answers, matter and all."""

    answers = serializers.ListField(
        child=Text(max_length=60), allow_empty=False, max_length=MOST_IDS, required=False
    )
    matter = Text(max_length=60, required=False, help_text="this matter's answers")
    all = Choice(
        ["mine", "account"], required=False, help_text="account: for owners, without reading them"
    )
    preview = Flag(required=False, help_text="say in numbers what would go, and change nothing")


class DeletionShown(serializers.Serializer):
    """finished: false for a preview, and where a run was broken off and goes on later."""

    deleted = serializers.IntegerField()
    held = serializers.IntegerField(help_text="kept by a legal hold, and read no more")
    not_found = serializers.IntegerField()
    finished = serializers.BooleanField()


class AskDeletion(DoorView):
    """Delete a selection, a matter's answers, or all of one's own; there is no undo.

    The answer says in numbers what went, and what a legal hold kept: that is no longer read, and
    goes when the hold is released.
    """

    @documented(
        "Delete answers",
        takes=DeletionBody,
        gives=DeletionShown,
        problems=(Code.NOT_FOUND, Code.MATTER_NOT_FOUND, Code.LEGAL_HOLD),
        tag="asks",
    )
    def post(self, request: Request) -> Response:
        """A selection, a matter's, or all of one's own; at once and for good, without an undo.

        What a hold kept is read no more, and goes when the hold is released. Where everything
        that was chosen is held, the delete is refused.
        """
        said = read_body(request, DeletionBody)
        selection = selection_of(said)
        with self.idempotent(request) as attempt:
            replayed = attempt.replay_of is not None
            if said.get("preview"):
                outcome = preview(self.principal, selection)
                self.done(attempt)
            elif attempt.replay_of is not None:
                outcome = read_deletion(self.principal, attempt.replay_of)
            else:
                outcome = delete_answers(self.principal, selection, attempt=attempt)
        return reply(outcome_json(outcome), replayed=replayed)


def selection_of(said: dict[str, Any]) -> Selection:
    """InvalidAsk: none or two of the ways to choose."""
    if sum(name in said for name in ("answers", "matter", "all")) != 1:
        raise InvalidAsk((Fault("", "give one of answers, matter and all"),))
    return Selection(
        answer_ids=tuple(said["answers"]) if "answers" in said else None,
        matter=said.get("matter"),
        of_account=said.get("all") == "account",
    )


def outcome_json(outcome: Outcome) -> dict[str, Any]:
    """finished: false for a preview, and where a run was broken off and goes on later."""
    return {
        "deleted": outcome.deleted,
        "held": outcome.held,
        "not_found": outcome.not_found,
        "finished": outcome.finished,
    }
