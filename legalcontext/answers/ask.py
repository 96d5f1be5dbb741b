"""`ask()`: the one path that every ask takes, whichever door it came through."""

from __future__ import annotations

import dataclasses
import datetime as dt
import uuid
from dataclasses import dataclass
from typing import Any, Protocol

from django.utils import timezone

from accounts.idempotency import NO_KEY
from accounts.ids import parse_public_id, public_id, uuid7
from accounts.models import Scope
from accounts.principal import Principal
from accounts.tenancy import tenant_scope
from legalcontext import block
from legalcontext.block.types import Evidence, Frame, Inference, MatterFacts, PrincipalFacts
from legalcontext.contracts.quick_ask import QuickAsk
from legalcontext.inference import infer
from legalcontext.knowledge.search import KnowledgeBase
from legalcontext.retention.policy import effective_policy
from legalcontext.retention.standing import Facts, Standing, standing_of
from legalcontext.skills import SKILLS
from legalcontext.skills.language import detect_language
from legalcontext.skills.types import Ask, Text
from legalcontext.skills.wording import Voice
from matters.models import Matter, MatterQuerySet
from matters.services.matters import owns

from .errors import DocumentNotFound, MatterNotFound
from .insight import body_of, compose
from .models import Answer, AnswerContent
from .steering import answer as answer_by
from .steering import ruling_for


@dataclass(frozen=True, slots=True)
class Framed:
    """An ask with its frame: what was inferred, from which texts, for which matter.

    readable: the named matter, for as long as the principal may ask about it; None for none. Put
    together once, since an ask looks twice.
    """

    frame: Frame
    inference: Inference
    matter_id: uuid.UUID | None
    readable: MatterQuerySet | None = None


class Turn(Protocol):
    """What an ask settles besides the answer: an idempotency key, or a task."""

    def finish(self, result: str) -> None:
        """Called in the transaction that keeps the answer, with its public id ("" where it is
        not kept). What it raises undoes the whole transaction."""


def ask(
    principal: Principal,
    quick_ask: QuickAsk,
    *,
    door: str,
    attempt: Turn = NO_KEY,
    answer_id: uuid.UUID | None = None,
    language: str | None = None,
) -> dict[str, Any]:
    """Answer one quick ask and keep it; returns the insight (`codossier.insight/1`).

    door: one of `DOORS`. attempt: finished in the transaction that keeps the answer. answer_id:
    given where the answer's id was promised before it was made. language: given where the door
    asked for `language_of` itself.
    No transaction spans the skill: the matter is read, the scope closed, the work done, and access
    checked again when the answer is kept.

    InsufficientScope: the credential may not ask, or names a matter and may not read matters.
    MatterNotFound, DocumentNotFound: refused, and nothing is kept. SwitchedOff: so too, by the
    operator's switches, which may also have the ask answered in part.
    """
    principal.require(Scope.ASK)
    created_at = timezone.now()
    framed = resolve(principal, quick_ask)
    language = language or language_of(quick_ask)
    texts = [Text(name=d.name or "", text=d.text or "") for d in quick_ask.documents]
    asked = Ask(question=quick_ask.question, today=principal.today(), language=language)
    ruling = ruling_for(quick_ask.skill, framed.frame, asked)
    findings = answer_by(
        ruling,
        quick_ask.skill,
        framed.frame,
        asked,
        texts,
        KnowledgeBase(today=principal.today(), include_unreviewed=ruling.unreviewed),
        skills=SKILLS,
    )
    if quick_ask.other_language:
        said = Voice.of(framed.frame, language).say("limit_other_language")
        findings = dataclasses.replace(findings, limits=(said, *findings.limits))
    body, context_notes = body_of(findings), block.context_notes(framed.frame)
    answer_id = answer_id or uuid7()
    with tenant_scope(principal.account_id):
        _still_readable(framed)
        standing = standing_now(principal, quick_ask, framed, answer_id, created_at)
        policy = standing.policy
        legal_context = block.outbound(framed.frame, standing.sentence)
        if policy.keeps_nothing:
            attempt.finish("")
        else:
            answer = Answer(
                pk=answer_id,
                account_id=principal.account_id,
                matter_id=framed.matter_id,
                asker_id=principal.user_id,
                service_id=principal.service_id,
                door=door,
                skill=quick_ask.skill,
                test=principal.test,
                language=language,
                jurisdiction=framed.frame.jurisdiction,
                basis=framed.frame.basis,
                privilege=framed.frame.label,
                legal_context=legal_context,
                note_codes=[note.code for note in framed.frame.notes],
                notes_cited=sorted({citation.note for citation in findings.citations}),
                question_length=len(quick_ask.question),
                document_count=len(quick_ask.documents),
                keep_days=policy.keep_days,
                created_at=created_at,
                expires_at=policy.expires_at(created_at),
            )
            insight = {**body, "context_notes": context_notes}
            _keep(quick_ask, framed, answer, insight, attempt)
    return compose(
        answer_id=answer_id,
        skill=quick_ask.skill,
        created_at=created_at,
        expires_at=policy.expires_at(created_at),
        body=body,
        legal_context=legal_context,
        context_notes=context_notes,
    )


def language_of(quick_ask: QuickAsk) -> str:
    """The language in which the ask is answered: the stated one, else the question's."""
    if quick_ask.language:
        return quick_ask.spoken_language
    return detect_language(quick_ask.question)


def standing_now(
    principal: Principal,
    quick_ask: QuickAsk,
    framed: Framed,
    answer_id: uuid.UUID,
    created_at: dt.datetime,
) -> Standing:
    """How long this ask's answer is kept. Read in the transaction that keeps it, whose scope is
    open; what is not kept at all asks no policy."""
    if quick_ask.keep_days == 0:
        return Standing(effective_policy(keep_days=0), held=False, created_at=created_at)
    return standing_of(
        Facts(
            answer_id=answer_id,
            skill=quick_ask.skill,
            matter_id=framed.matter_id,
            person_id=principal.user_id or principal.service_id,
            created_at=created_at,
            keep_days=quick_ask.keep_days,
            test=principal.test,
        )
    )


def resolve(principal: Principal, quick_ask: QuickAsk) -> Framed:
    """The frame that an ask would carry, and why; reads the named matter, stores nothing.

    InsufficientScope, MatterNotFound, DocumentNotFound: as for `ask`.
    """
    matter_id, matter, readable = None, None, None
    if quick_ask.context.matter is not None:
        matter_id, readable = _named(principal, quick_ask.context.matter)
        matter = _matter_facts(principal, readable)
    for index, document in enumerate(quick_ask.documents):
        if document.id is not None:
            # No door takes uploads yet, so every id is a missing one.
            raise DocumentNotFound(f"/documents/{index}/id")
    inference = infer(quick_ask.question, [d.text or "" for d in quick_ask.documents])
    frame = block.resolve(quick_ask.context, inference, PrincipalFacts(principal.kind), matter)
    return Framed(frame, inference, matter_id, readable)


def resolve_block(principal: Principal, quick_ask: QuickAsk) -> tuple[Framed, dict[str, Any]]:
    """The frame and the block that an ask would carry at this moment; stores nothing."""
    framed = resolve(principal, quick_ask)
    with tenant_scope(principal.account_id):
        standing = standing_now(principal, quick_ask, framed, uuid7(), timezone.now())
    return framed, block.outbound(framed.frame, standing.sentence)


def _named(principal: Principal, named: str) -> tuple[uuid.UUID, MatterQuerySet]:
    principal.require(Scope.MATTERS_READ)
    matter_id = parse_public_id(Matter.PREFIX, named)
    if matter_id is None:
        raise MatterNotFound
    return matter_id, Matter.objects.visible_to(principal).open().filter(pk=matter_id)


def _matter_facts(principal: Principal, readable: MatterQuerySet) -> MatterFacts:
    with tenant_scope(principal.account_id):
        matter = next(iter(readable.all()), None)
    if matter is None:
        raise MatterNotFound
    anticipated = {"yes": True, "no": False}.get(matter.litigation_anticipated)
    return MatterFacts(
        owned=owns(principal, matter),
        litigation_anticipated=anticipated,
        jurisdiction=matter.jurisdiction or None,
        forum=matter.forum or None,
    )


def _still_readable(framed: Framed) -> None:
    """Look again before the answer is given: the skill took its time. MatterNotFound: no longer."""
    if framed.readable is None:
        return
    # Locked, so that the matter cannot be closed or deleted between this look and the insert.
    if not framed.readable.select_for_update(of=("self",), no_key=True).exists():
        raise MatterNotFound


def _keep(
    quick_ask: QuickAsk,
    framed: Framed,
    answer: Answer,
    insight: dict[str, Any],
    attempt: Turn,
) -> None:
    """Store both rows; the scope is open."""
    answer.save(force_insert=True)
    AnswerContent.objects.create(
        answer=answer,
        question=quick_ask.question,
        documents=[
            {"name": d.name, "media_type": d.media_type, "text": d.text}
            for d in quick_ask.documents
        ],
        inbound=quick_ask.context.raw,
        on_behalf_of=quick_ask.context.on_behalf_of or "",
        evidence=[evidence_json(e) for e in framed.frame.evidence],
        insight=insight,
    )
    attempt.finish(public_id(Answer.PREFIX, answer.pk))


def evidence_json(evidence: Evidence) -> dict[str, Any]:
    """One piece of evidence as JSON, members as in the type."""
    return dataclasses.asdict(evidence)
