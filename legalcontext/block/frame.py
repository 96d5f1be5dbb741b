"""Resolving the frame of an answer: one pure function over what was stated, inferred and known."""

from __future__ import annotations

from . import notes
from .constants import AUDIENCES, FORUMS, LABELS, ROLES, Audience
from .jurisdiction import decide_jurisdiction
from .places import lineage
from .privilege import Line, decide_label
from .types import Evidence, Frame, Inbound, Inference, MatterFacts, Note, PrincipalFacts


def resolve(
    stated: Inbound,
    inference: Inference,
    principal: PrincipalFacts,
    matter: MatterFacts | None = None,
) -> Frame:
    """The frame of an answer, with the rows that decided it and the notes it must say.

    matter: the named matter, already found readable; None where none is named. A refused one
    (P1) never comes here. Raises nothing for anything that `read_inbound` gave.
    """
    sits = decide_jurisdiction(stated, inference, matter)
    forum, forum_evidence = _forum(stated, inference, matter)
    audience = _audience(stated, principal)
    role, role_evidence = _role(stated, inference, principal)
    line = decide_label(principal.kind, audience, stated.privilege, matter)
    said = (
        *sits.notes,
        *_unrecognized(stated, forum, audience),
        *_privilege_notes(line, stated, sits.value),
    )
    return Frame(
        jurisdiction=sits.value,
        basis=sits.basis,
        forum=forum,
        audience=audience,
        role=role,
        label=line.label,
        notice=line.notice,
        rule=sits.rule,
        row=line.row,
        recognised=sits.recognised,
        notes=said,
        candidates=inference.candidates,
        evidence=(*sits.evidence, *forum_evidence, *role_evidence),
    )


def _forum(
    stated: Inbound, inference: Inference, matter: MatterFacts | None
) -> tuple[str | None, tuple[Evidence, ...]]:
    """Stated, else the matter's, else handed on, else as the text says; None when unknown."""
    if stated.forum is not None:
        return stated.forum, ()
    if matter is not None and matter.forum:
        why = "The named matter has this forum on record."
        return matter.forum, (
            Evidence("matter", 0, 0, matter.forum, matter.forum, "record", 1.0, why),
        )
    if (handed := _handed_on_forum(stated)) is not None:
        why = "The block of another answer, handed on by the caller, says so."
        return handed, (
            Evidence("handed_on", 0, len(handed), handed, handed, "handed_on", 1.0, why),
        )
    return inference.forum, inference.forum_evidence if inference.forum else ()


def _handed_on_forum(stated: Inbound) -> str | None:
    return stated.handed_on.get("forum") if stated.handed_on else None


def _audience(stated: Inbound, principal: PrincipalFacts) -> Audience:
    """Stated and known, else the principal's kind; a service's by its stated role alone."""
    for known in AUDIENCES:
        if stated.audience == known:
            return known
    if principal.kind != "service":
        return principal.kind
    return "professional" if stated.role in ("counsel", "advisor") else "individual"


def _role(
    stated: Inbound, inference: Inference, principal: PrincipalFacts
) -> tuple[str, tuple[Evidence, ...]]:
    """As stated, verbatim; else as the text plainly says; else by the principal's kind."""
    if stated.role is not None:
        return stated.role, ()
    if inference.role is not None:
        return inference.role, inference.role_evidence
    by_kind = {"individual": "party", "professional": "counsel", "service": "other"}
    return by_kind[principal.kind], ()


def _unrecognized(stated: Inbound, forum: str | None, audience: Audience) -> list[Note]:
    """Open lists: an unknown string is kept, treated as unknown, and said so."""
    found: list[Note] = []
    if forum is not None and forum not in FORUMS:
        found.append(notes.forum_unrecognized(forum))
    if stated.audience is not None and stated.audience not in AUDIENCES:
        found.append(notes.audience_unrecognized(stated.audience, audience))
    if stated.role is not None and stated.role not in ROLES:
        found.append(notes.role_unrecognized(stated.role))
    return found


def _privilege_notes(line: Line, stated: Inbound, jurisdiction: str) -> list[Note]:
    found: list[Note] = []
    if stated.privilege is not None and stated.privilege not in LABELS:
        found.append(notes.privilege_unrecognized(stated.privilege))
    if line.note is not None:
        found.append(notes.privilege(line.note))
    if line.label == "work_product" and "US" not in lineage(jurisdiction):
        found.append(notes.privilege_us_doctrine(jurisdiction))
    return found
