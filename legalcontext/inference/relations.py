"""What a mentioned place is to the matter: where someone lives, where the property is, where a
company was organised. Read from the words around the mention, nearest first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from . import cues
from .names import LOCATIVE
from .places import Mention
from .text import Text

REACH: Final = 12
"""How many words before a mention may speak about it."""
EVENT_REACH: Final = 8
"""How many words after a place what happened there may follow."""
SUBJECT_REACH: Final = 5
"""How many words before "is" its subject is looked for."""

_AFTER: Final = (
    (cues.AGENCY_AFTER, "agency"),
    (cues.LAW_AFTER, "law"),
    (cues.COURT_AFTER, "court"),
    (cues.RESIDENT_AFTER, "residence"),
    (cues.PROPERTY_AFTER, "property"),
    (cues.WORK_AFTER, "work"),
    (cues.ORDER_AFTER, "order"),
    (cues.EVENT_AFTER, "event"),
    (cues.EXTENSIONS, "organised"),
    (cues.TRADES, "company"),
    (cues.COMPANY_AFTER, "organised"),
)
_SIMPLE: Final = (
    (cues.TRAVEL, "travel"),
    (cues.PROPERTY, "property"),
    (cues.EVENT, "event"),
)


@dataclass(frozen=True, slots=True)
class Relation:
    """kind: family of the rule. weight: 0 to 1 (courts and federal bodies may pass 1). first: word
    where the words that show it begin. why: one sentence."""

    kind: str
    weight: float
    first: int
    why: str


def made(kind: str, first: int) -> Relation:
    """The relation of a kind with its usual weight."""
    return Relation(kind, cues.WEIGHTS[kind], first, cues.WHY[kind])


def relation(text: Text, mention: Mention) -> Relation:
    """What the place of a mention is to the matter, by the words around it."""
    kind, first = _relation(text, mention)
    return made(kind, min(first, mention.first))


def _relation(text: Text, mention: Mention) -> tuple[str, int]:
    first, last = mention.first, mention.last
    if first and ":" in text.gap(first - 1) and text.words[first - 1] in cues.LABELS:
        return "label", first - 1
    if (
        first
        and text.begins_sentence(first)
        and (last >= len(text) or text.ends_sentence(last - 1))
    ):
        return "alone", first
    prep, left = _before(text, first)
    preposition = text.words[prep] if prep >= 0 else ""
    begin = prep if prep >= 0 else first
    if preposition in cues.WITHIN and text.word(prep - 1) in cues.RELATIVES:
        return "other_person", prep - 1
    after = _after(text, mention, preposition)
    head = _head(text, left, preposition)
    if after is not None:
        chosen = after == "law" and head is not None and head[0] in {"clause", "organised"}
        return head if chosen and head is not None else (after, begin)
    if preposition in cues.WITHIN and text.word(prep - 1) == "me":
        return "residence", begin
    if head is not None:
        kind, at = head
        away = preposition == "from" and text.words[at] not in {
            "work",
            "working",
            "works",
            "worked",
        }
        if away and kind in {"event", "work", "court"}:
            kind = "order" if kind == "court" else "named"
        return kind, at
    if preposition in cues.WITHIN and _happened(text, last):
        return "event", begin
    return _by_preposition(text, prep, preposition), begin


def _by_preposition(text: Text, prep: int, preposition: str) -> str:
    """The relation where nothing but a preposition shows it."""
    if prep < 0:
        return "named"
    before = set(text.before(prep, 3))
    beside = text.word(prep - 1)
    if preposition in {"from", "de", "desde"}:
        if before & cues.GREETINGS:
            return "residence"
        if before & cues.OWN:
            return "from"
        return "named" if preposition == "de" else "origin"
    if preposition in cues.WITHIN:
        if before & cues.OTHERS:
            return "other_person"
        return "residence" if beside in cues.HERE else "located"
    if preposition in {"to", "a", "hacia", "toward", "towards", "into"}:
        return "destination"
    return "law" if preposition == "under" else "named"


def _before(text: Text, first: int) -> tuple[int, int]:
    """The preposition before a mention and the word before that; -1 for no preposition.

    Passes over determiners, and over the unknown town of "Wauna, Oregon".
    """
    index = first - 1
    if index >= 0 and text.gap(index).strip() == "," and text.capital(index):
        for _ in range(3):
            if index < 0 or not text.capital(index) or text.words[index] in LOCATIVE:
                break
            index -= 1
            if index >= 0 and "," in text.gap(index):
                break
    while index >= 0 and text.words[index] in cues.GLUE and not text.ends_sentence(index):
        index -= 1
    if index >= 0 and text.words[index] in LOCATIVE and not text.ends_sentence(index):
        return index, index - 1
    return -1, index


def _after(text: Text, mention: Mention, preposition: str) -> str | None:
    """What the words right after the mention make of it: "Texas law", "a Delaware corporation"."""
    index = mention.last
    if index >= len(text) or text.ends_sentence(index - 1):
        return None
    gap = text.gap(index - 1)
    if text.word(index) == "based" and "-" in gap:
        return "company"
    if any(mark in gap for mark in ",(:"):
        return None
    if (text.word(index) == "s" and "'" in gap) or (
        text.word(index) == "state" and not text.capital(index)
    ):
        index += 1
    for at in range(index, min(index + 3, len(text))):
        word = text.words[at]
        if text.ends_sentence(at - 1) or (at > mention.last and "," in text.gap(at - 1)):
            return None
        if word in LOCATIVE or word in cues.BREAKS:
            return None
        kind = next((kind for words, kind in _AFTER if word in words), None)
        if kind is not None:
            if kind != "law" and text.word(at + 1) in cues.LAW_AFTER and text.gap(at) == " ":
                return "law"
            inside = preposition in {"in", "at", "near"} and not text.capital(at)
            return None if inside and kind not in {"law", "court"} else kind
    return None


def _happened(text: Text, last: int) -> bool:
    """Something happens in the same clause after a place: "At a pool in Reno my wife slipped"."""
    for index in range(last, min(last + EVENT_REACH, len(text))):
        if text.ends_sentence(index - 1):
            return False
        if text.words[index] in cues.EVENT:
            return True
        if text.words[index] in LOCATIVE and index > last:
            return False
    return False


def _head(text: Text, start: int, preposition: str) -> tuple[str, int] | None:
    """The nearest word before that says what is at the place, and its kind."""
    company, lowest = -1, start - REACH
    subject = False
    for index in range(start, -1, -1):
        if index <= lowest or text.ends_sentence(index):
            break
        word = text.words[index]
        if word in cues.STOP:
            break
        if (
            index < start
            and "," in text.gap(index)
            and (subject or text.words[index + 1] in cues.CLAUSE_STARTS)
        ):
            break
        if word in cues.BE and not subject:
            subject, lowest = True, max(lowest, index - SUBJECT_REACH)
            if index == start and preposition in {"from", "de"}:
                return _from_somewhere(text, index)
            continue
        kind = _kind_of(text, index, start, preposition, company)
        if kind == "company" and company < 0:
            company = index
        elif kind is not None:
            return (kind, company) if kind == "company" else (kind, index)
    return ("company", company) if company >= 0 else None


def _from_somewhere(text: Text, verb: int) -> tuple[str, int] | None:
    """ "I am from Iowa", "my roommate is from Iowa", "the order is from Ohio"."""
    before = text.before(verb, SUBJECT_REACH)
    if before[-1:] and before[-1] in cues.OWN | {"I"}:
        return "from", verb
    if not cues.ORDER.isdisjoint(before):
        return "order", verb
    return "origin", verb


def _kind_of(text: Text, index: int, start: int, preposition: str, company: int) -> str | None:
    """What a word before a place says of it, None for nothing. company: a word that named one
    nearer to the place, -1 for none."""
    word = text.words[index]
    if word in cues.NOW:
        return "residence" if start - index <= 2 else None
    if word in cues.LIVE | cues.LIVES | cues.LIVED:
        return _living(text, index)
    if word in cues.MOVED:
        return _moving(text, index, preposition)
    if word in cues.ORIGIN:
        return "origin"
    organised = word in cues.ORGANISED and (
        word != "registered" or not cues.COMPANY.isdisjoint(text.before(index, 4))
    )
    if organised and preposition in {"in", "under", "of"}:
        return "organised"
    if word in cues.CHOICE:
        return "clause"
    if word in cues.SAYS and not cues.SPEAKERS.isdisjoint(text.before(index, 3)):
        return "clause"
    if word in cues.ORDER and preposition in {"from", "de", "desde", "in", "by"}:
        return "order"
    if company >= 0 and word in cues.PROPERTY:
        return "company"
    if word == "place" and text.word(index + 2) == "business":
        return "company"
    if word in cues.WORK:
        return _working(text, index, company)
    kind = next((kind for words, kind in _SIMPLE if word in words), None)
    if kind is not None:
        return kind
    if word in cues.COURT:
        spoken = cues.CHOOSERS.intersection(text.before(index, 8))
        return "clause" if spoken else "court"
    if word in cues.COMPANY:
        own = cues.OWN_BUSINESS.intersection(text.before(index, 2))
        return "work" if own and company < 0 else "company"
    if word in cues.LEGAL and company < 0 and preposition in {"in", "under", "of", ""}:
        return "law"
    return None


def _living(text: Text, verb: int) -> str:
    """Whose home it is, now or in the past."""
    before = text.before(verb, 3)
    if not cues.NEGATED.isdisjoint(before):
        return "past"
    if not {"used", "formerly", "previously", "once"}.isdisjoint(before):
        return "past"
    if text.words[verb] in cues.LIVED:
        return "residence" if not {"ve", "have", "has", "always"}.isdisjoint(before) else "past"
    if text.word(verb + 1) in {"with", "conmigo"} and text.word(verb + 2) in {"me", "us"}:
        return "residence"
    if text.words[verb] in cues.LIVES or _subject(text, verb) == "other":
        return "other_person"
    return "residence"


def _subject(text: Text, verb: int) -> str:
    """Whose verb it is: `self`, `other` or `` where the words do not say."""
    for index in range(verb - 1, max(-1, verb - 7), -1):
        if text.ends_sentence(index):
            break
        word = text.words[index]
        if word in cues.OTHERS:
            return "other"
        if word in cues.OWN or word in {"yo", "estoy", "estamos", "nosotros", "ive"}:
            return "self"
    return ""


def _moving(text: Text, verb: int, preposition: str) -> str:
    """Left behind, reached, or only meant."""
    if text.word(verb + 1) == "out" and preposition == "of":
        return "order"
    if preposition in {"from", "out", "de", "leaving", "of"}:
        return "past"
    if text.words[verb] in cues.MEANT:
        before = text.before(verb, 3)
        done = not {"since", "after", "before", "did"}.isdisjoint(before)
        if not done or not {"plan", "going"}.isdisjoint(before):
            return "destination"
    return "moved_to"


def _working(text: Text, index: int, company: int) -> str:
    """Where the work is done; not where the company one works for has its office."""
    word = text.words[index]
    if word == "office" and text.word(index - 1) in cues.OFFICES:
        return "company"
    if company >= 0 and word in {"employer", "employers"}:
        return "company"
    if (
        company >= 0
        and text.words[company] in cues.TRADES
        and (text.word(index + 1) in {"for", "remotely", "remote"})
    ):
        return "company"
    if word == "job" and not cues.NEW.isdisjoint(text.before(index, 2)):
        return "new_job"
    if not cues.FORMER.isdisjoint(text.before(index, 2)):
        return "located"
    return "work"
