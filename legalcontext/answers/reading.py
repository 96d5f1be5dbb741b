"""One answer with all that its reader sees of it: what was asked, on which words, kept how long."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from accounts.ids import parse_public_id
from accounts.models import Scope
from accounts.principal import Principal
from accounts.tenancy import tenant_scope
from legalcontext.retention.standing import Standing, standing_of, told_holds
from matters.models import Matter

from .errors import NotFound
from .history import insight_of
from .models import Answer, AnswerContent
from .recall import CitedNotes


@dataclass(frozen=True, slots=True)
class Reading:
    """An answer as it is read today.

    documents: as sent, `{name, media_type, text}`. context: the caller's block as it was sent.
    evidence: the words that the frame rests on, as in `block.types.Evidence`. holds: how many
    legal holds that the account knows of hold it. matter: where one was named; it may be read.
    """

    answer: Answer
    question: str
    documents: list[dict[str, Any]]
    context: dict[str, Any]
    evidence: list[dict[str, Any]]
    insight: dict[str, Any]
    standing: Standing
    holds: int
    matter: Matter | None


def read_whole(principal: Principal, answer_id: str) -> Reading:
    """The answer in at most four queries. NotFound: as for `history.read_answer`."""
    principal.require(Scope.HISTORY_READ)
    key = parse_public_id(Answer.PREFIX, answer_id)
    if key is None:
        raise NotFound
    with tenant_scope(principal.account_id):
        content = (
            AnswerContent.objects.select_related("answer__matter")
            .filter(answer__in=Answer.objects.readable_by(principal).current().filter(pk=key))
            .first()
        )
        if content is None:
            raise NotFound
        answer = content.answer
        standing = standing_of(answer.facts)
        return Reading(
            answer=answer,
            question=content.question,
            documents=content.documents,
            context=content.inbound or {},
            evidence=content.evidence,
            insight=insight_of(answer, content, standing, CitedNotes()),
            standing=standing,
            holds=told_holds(answer.facts).count() if standing.held else 0,
            matter=answer.matter,
        )
