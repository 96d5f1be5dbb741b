"""Why an answer carries its block, worked out anew from what is kept of the ask.

The rows that fired are not stored: an answer keeps its inputs, and the rules are pure. Two of the
inputs are not kept, since they are others' business: what kind the asker was at that moment, and
what the matter's record said. Today's are tried first, then every other there could have been,
until the rules give the very block that was given. Where nothing does, the page says so and shows
what differs: the tables of inference have changed since, or the rules.

Without an access the machine reads the content and shows codes: rows, sources, note codes. Words
(`Content`, and `said`, `stated`, `claims` of an explanation) are for whoever has an open access.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from accounts.models import Account, Membership
from accounts.principal import PrincipalKind, principal_kind
from legalcontext.answers.insight import timestamp
from legalcontext.answers.models import Answer, AnswerContent
from legalcontext.answers.report_models import AnswerReport
from legalcontext.block import (
    LEGAL_CONTEXT_CONTRACT,
    Evidence,
    Fault,
    Frame,
    Inbound,
    Inference,
    InvalidContext,
    MatterFacts,
    PrincipalFacts,
    read_inbound,
)
from legalcontext.block.explain import Explanation, explain
from legalcontext.block.marking import marked
from legalcontext.contracts.validation import validate
from legalcontext.inference import infer
from legalcontext.skills.rendering import to_text
from matters.models import Matter

from .access import read_content
from .errors import AccessEnded, NothingToOpen
from .models import ContentAccess
from .papers import Paper, Weight, strongest_first

ANTICIPATED: Final[Mapping[str, bool | None]] = {"yes": True, "no": False}
"""The matter's mark as its record has it; anything else is unset."""


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What of the moment is not kept. today: as it is now; else as it must have been."""

    kind: PrincipalKind
    matter: MatterFacts | None
    today: bool

    @property
    def matter_in_words(self) -> str:
        """The named matter as the privilege table sees it."""
        if self.matter is None:
            return "none named"
        if not self.matter.owned:
            return "named, not the asker's own"
        mark = {True: "litigation anticipated", False: "no litigation anticipated", None: "unset"}
        return f"the asker's own, {mark[self.matter.litigation_anticipated]}"


@dataclass(frozen=True, slots=True)
class Difference:
    """A field in which today's rules give another value than the block has."""

    field: str
    given: Any
    now: Any


@dataclass(frozen=True, slots=True)
class Content:
    """What only an open access shows: the ask as it was sent, with what was read from it."""

    access: ContentAccess
    question: Paper
    papers: tuple[Paper, ...]
    inbound: str
    on_behalf_of: str
    evidence: tuple[Weight, ...]
    notes: tuple[Mapping[str, Any], ...]
    answer: str
    reports: tuple[AnswerReport, ...]


@dataclass(frozen=True, slots=True)
class Inspection:
    """One answer's frame, step by step.

    given: the block as first sent; faults: where it does not fit its contract. explanation: the
    steps, None where the ask can no longer be read. others: further pairs of rows that would have
    given the same block, where the kept inputs leave that open. differences: empty where the
    rules of today give the block as it was given.
    """

    given: str
    faults: tuple[Fault, ...]
    explanation: Explanation | None
    circumstances: Circumstances | None
    others: tuple[tuple[str, str], ...] = ()
    differences: tuple[Difference, ...] = ()
    content: Content | None = None


def inspect(answer: Answer, access: ContentAccess | None = None) -> Inspection:
    """The inspection of an answer; the account's scope is open.

    access: an open one to this answer, whose reading is counted here; None shows codes alone.
    """
    given = answer.legal_context
    faults = tuple(validate(LEGAL_CONTEXT_CONTRACT, given))
    shown = json.dumps(given, indent=2, ensure_ascii=False)
    kept: AnswerContent | None = AnswerContent.objects.filter(answer=answer).first()
    stated = _stated(kept)
    if kept is None or stated is None:
        return Inspection(shown, faults, None, None)
    inference = infer(kept.question, [document.get("text") or "" for document in kept.documents])
    found = _explanations(answer, stated, inference)
    fitting = [one for one in found if not _differences(answer, one[1].frame)]
    circumstances, explanation = (fitting or found)[0]
    pairs = dict.fromkeys((one.frame.rule, one.frame.row) for _, one in fitting)
    return Inspection(
        given=shown,
        faults=faults,
        explanation=explanation,
        circumstances=circumstances,
        others=tuple(pairs)[1:],
        differences=() if fitting else _differences(answer, explanation.frame),
        content=_content(answer, access, inference) if access is not None else None,
    )


def _stated(kept: AnswerContent | None) -> Inbound | None:
    try:
        return read_inbound(kept.inbound) if kept is not None else None
    except InvalidContext:  # kept by an earlier version that accepted it
        return None


def _explanations(
    answer: Answer, stated: Inbound, inference: Inference
) -> list[tuple[Circumstances, Explanation]]:
    return [
        (
            circumstances,
            explain(stated, inference, PrincipalFacts(circumstances.kind), circumstances.matter),
        )
        for circumstances in _circumstances(answer)
    ]


def _circumstances(answer: Answer) -> Iterator[Circumstances]:
    """Every way in which asker and matter may have stood then; as they stand today first."""
    matters = _matters(answer)
    for number, (kind, matter) in enumerate(itertools.product(_kinds(answer), matters)):
        yield Circumstances(kind, matter, today=number == 0)


def _kinds(answer: Answer) -> Sequence[PrincipalKind]:
    """What the asker may have been; an account's kind never changes, a verification may."""
    if answer.asker_id is None:
        return ("service",)
    account: Account = answer.account
    if account.kind == Account.Kind.INDIVIDUAL:
        return ("individual",)
    membership = Membership.objects.filter(account=account, user=answer.asker_id).first()
    now: PrincipalKind = principal_kind(account, membership) if membership else "service"
    return ("professional", "service") if now == "professional" else ("service", "professional")


def _matters(answer: Answer) -> Sequence[MatterFacts | None]:
    if answer.matter_id is None:
        return (None,)
    matter: Matter = Matter.objects.filter(answers=answer).get()
    jurisdiction: Mapping[str, Any] = answer.legal_context.get("jurisdiction") or {}
    owned = matter.owner_id == answer.asker_id
    anticipated = ANTICIPATED.get(matter.litigation_anticipated)
    marks = [anticipated, *(mark for mark in (None, True, False) if mark is not anticipated)]
    places = dict.fromkeys([matter.jurisdiction or None, jurisdiction.get("value"), None])
    forums = dict.fromkeys([matter.forum or None, jurisdiction.get("forum"), None])
    return [
        MatterFacts(owned=own, litigation_anticipated=mark, jurisdiction=place, forum=forum)
        for own, mark, place, forum in itertools.product((owned, not owned), marks, places, forums)
    ]


def _differences(answer: Answer, frame: Frame) -> tuple[Difference, ...]:
    """Where a frame is not the one that the answer has."""
    given = answer.legal_context
    jurisdiction: Mapping[str, Any] = given.get("jurisdiction") or {}
    compared = (
        ("jurisdiction", jurisdiction.get("value"), frame.jurisdiction),
        ("basis", jurisdiction.get("basis"), frame.basis),
        ("forum", jurisdiction.get("forum"), frame.forum),
        ("audience", given.get("audience"), frame.audience),
        ("role", given.get("role"), frame.role),
        ("privilege", given.get("privilege"), frame.label),
        ("notice", "notice" in given, frame.notice),
        ("notes", sorted(answer.note_codes), sorted(note.code for note in frame.notes)),
    )
    return tuple(Difference(*one) for one in compared if one[1] != one[2])


def _content(answer: Answer, access: ContentAccess, inference: Inference) -> Content | None:
    """What the access opens; None where it has just ended."""
    try:
        kept = read_content(access)
    except (AccessEnded, NothingToOpen):
        return None
    decided = tuple(Evidence(**one) for one in kept.evidence)
    # What decided, as it was kept then; and whatever else of the text speaks for something.
    weighed = tuple(dict.fromkeys((*decided, *inference.evidence)))
    insight = kept.insight
    return Content(
        access=access,
        question=Paper("question", marked(kept.question, weighed, source="question")),
        papers=tuple(
            Paper(
                document.get("name") or f"document {number + 1}",
                marked(document.get("text") or "", weighed, source=f"document:{number}"),
            )
            for number, document in enumerate(kept.documents)
        ),
        inbound=json.dumps(kept.inbound, indent=2, ensure_ascii=False),
        on_behalf_of=kept.on_behalf_of,
        evidence=strongest_first(weighed, decided),
        notes=tuple(insight.get("context_notes", ())),
        answer=to_text(_whole(answer, insight)) if "summary" in insight else "",
        reports=tuple(AnswerReport.objects.filter(answer=answer).order_by("created_at")),
    )


def _whole(answer: Answer, insight: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "id": answer.public_id,
        "skill": answer.skill,
        "created_at": timestamp(answer.created_at),
        **insight,
        "legal_context": answer.legal_context,
        "expires_at": timestamp(answer.expires_at),
    }
