"""Reading the history. Every function opens the principal's own account."""

from __future__ import annotations

import datetime as dt
import uuid
from dataclasses import dataclass
from typing import Any

from django.db.models.functions import Left

from accounts.ids import parse_public_id
from accounts.models import Scope
from accounts.principal import Principal
from accounts.tenancy import tenant_scope
from legalcontext.retention.standing import Standing, standing_of
from matters.models import Matter

from .errors import NotFound
from .insight import compose
from .models import Answer, AnswerContent, AnswerQuerySet
from .recall import CitedNotes, affected, marked


@dataclass(frozen=True, slots=True)
class Position:
    """Where a page ended: the keyset of the list, newest first."""

    created_at: dt.datetime
    answer_id: uuid.UUID


@dataclass(frozen=True, slots=True)
class Listed:
    """A line of the history: the answer's metadata and the beginning of its question.

    recalled: it cites a note that is no longer current.
    """

    answer: Answer
    question: str
    recalled: bool


EXCERPT_LENGTH = 200
"""Code points of the question that a list shows."""


@dataclass(frozen=True, slots=True)
class Given:
    """An insight that was given, and the language of its words."""

    insight: dict[str, Any]
    language: str


def read_answer(principal: Principal, answer_id: str) -> dict[str, Any]:
    """The insight of `read_given`. NotFound as there."""
    return read_given(principal, answer_id).insight


def read_given(principal: Principal, answer_id: str) -> Given:
    """The insight as it was given; its retention sentence is said anew, and what has become of
    the notes that it cites.

    NotFound: missing, malformed, expired, another's, or of a matter no longer readable.
    """
    principal.require(Scope.HISTORY_READ)
    key = parse_public_id(Answer.PREFIX, answer_id)
    if key is None:
        raise NotFound
    with tenant_scope(principal.account_id):
        content = (
            AnswerContent.objects.select_related("answer")
            .filter(answer__in=Answer.objects.readable_by(principal).current().filter(pk=key))
            .first()
        )
        if content is None:
            raise NotFound
        answer = content.answer
        insight = insight_of(answer, content, standing_of(answer.facts), CitedNotes())
        return Given(insight, answer.language)


def insight_of(
    answer: Answer, content: AnswerContent, standing: Standing, notes: CitedNotes
) -> dict[str, Any]:
    """The stored insight with its block; label, handling and notice stay as first given, the
    retention is said as `standing` has it today, and what is recalled as `notes` has it."""
    stored = marked(dict(content.insight), answer, notes.recalled(answer))
    context_notes = stored.pop("context_notes")
    return compose(
        answer_id=answer.pk,
        skill=answer.skill,
        created_at=answer.created_at,
        expires_at=answer.expires_at,
        body=stored,
        legal_context=answer.legal_context | {"retention": standing.sentence},
        context_notes=context_notes,
    )


def list_answers(
    principal: Principal,
    *,
    limit: int,
    after: Position | None = None,
    skill: str | None = None,
    matter: str | None = None,
    recalled: bool = False,
) -> list[Listed]:
    """A page of the answers that `principal` may read, newest first.

    One more than `limit` comes back when there is a next page. A matter that is missing or may
    not be read gives an empty page: the list only ever shows what may be read. recalled: only
    those that cite a note which is no longer current.
    """
    principal.require(Scope.HISTORY_READ)
    with tenant_scope(principal.account_id):
        answers = Answer.objects.readable_by(principal).current()
        if recalled:
            answers = answers.filter(affected())
        page = _page(answers, limit=limit, after=after, skill=skill, matter=matter)
        questions = dict(
            AnswerContent.objects.filter(answer__in=page)
            .annotate(excerpt=Left("question", EXCERPT_LENGTH))
            .values_list("answer_id", "excerpt")
        )
    notes = CitedNotes(page)
    return [
        Listed(answer, questions[answer.pk], recalled=bool(notes.recalled(answer)))
        for answer in page
    ]


def list_metadata(
    principal: Principal,
    *,
    limit: int,
    after: Position | None = None,
    skill: str | None = None,
    matter: str | None = None,
) -> list[Answer]:
    """A page of all the account's answers for its owners and admins: when, skill and size.

    NotFound: the caller is neither.
    """
    principal.require(Scope.HISTORY_READ)
    if not principal.sees_metadata_of_all:
        raise NotFound
    with tenant_scope(principal.account_id):
        answers = Answer.objects.filter(account_id=principal.account_id).current()
        return _page(answers, limit=limit, after=after, skill=skill, matter=matter)


def _page(
    answers: AnswerQuerySet,
    *,
    limit: int,
    after: Position | None,
    skill: str | None,
    matter: str | None,
) -> list[Answer]:
    if skill is not None:
        answers = answers.filter(skill=skill)
    if matter is not None:
        matter_id = parse_public_id(Matter.PREFIX, matter)
        if matter_id is None:
            return []
        answers = answers.filter(matter_id=matter_id)
    if after is not None:
        answers = answers.filter(created_at__lte=after.created_at).exclude(
            created_at=after.created_at, pk__gte=after.answer_id
        )
    return list(answers.order_by("-created_at", "-pk")[: limit + 1])
