"""Which kind of case a period belongs to, and a story tells of.

The days to answer an eviction are not those to answer a lawsuit over a debt: a note says which it
speaks of, and so does a story. A period of one kind of case starts in no other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any

from legalcontext.inference.dates import UNITS, number
from legalcontext.inference.types import Event

from .phrases import PhraseIndex, Token, tokenize
from .tables import table

_SENTENCES = re.compile(r"(?<=[.!?])\s+|\n+")
EVICTION = "eviction"
_ORDINARY = "ordinary"
_OFFICER = "officer"
OFFICER_S_NOTICE = "officer_s_notice"
UNPAID_RENT, RENT_INCREASE, ENDING = "unpaid_rent", "rent_increase", "ending"
TO_LEAVE = "to_leave"
COVERED_HOME = "covered_home"
_ONLY_IF = frozenset(("if", "unless", "si"))
"""Before words that a paper prints for everybody: "60 days if served outside the state"."""


@dataclass(frozen=True, slots=True)
class Rules:
    """One kind of case (a row of `case_kinds.yaml`)."""

    name: str
    apart: bool
    alone: bool
    needed: bool
    events: frozenset[str]
    topics: frozenset[str]
    every: bool


@cache
def _rules() -> tuple[Rules, ...]:
    rows: dict[str, dict[str, Any]] = table("case_kinds")
    return tuple(
        Rules(
            name=name,
            apart=row.get("apart", False),
            alone=row.get("alone", False),
            needed=row.get("needed", False),
            events=frozenset(row["events"]),
            topics=frozenset(row["topics"]),
            every="in_note" not in row,
        )
        for name, row in rows.items()
    )


@cache
def _index(side: str) -> PhraseIndex:
    return PhraseIndex(
        (name, 1.0, line)
        for name, row in table("case_kinds").items()
        for line in row.get(side, "").splitlines()
    )


def sentences_with(value: int, text: str) -> list[str]:
    """The sentences of a passage that name a number."""
    return [said for said in _SENTENCES.split(text) if re.search(rf"\b{value}\b", said)]


@lru_cache(maxsize=2048)
def kinds_of_period(event: str, topic: str, value: int, text: str) -> frozenset[str]:
    """The kinds of case that a period belongs to; empty: to any. text: the passage that gives it,
    of which the sentences with `value` are read. The passages are few, and read for every ask."""
    said = {
        match.key
        for sentence in sentences_with(value, text)
        for match in _index("in_note").find(sentence, tokenize(sentence))
    }
    return frozenset(
        rule.name
        for rule in _rules()
        if event in rule.events and (rule.every or rule.name in said or topic in rule.topics)
    )


@dataclass(frozen=True, slots=True)
class Told:
    """The kinds of case that a story tells of, by sentence."""

    tokens: Sequence[Token]
    by_sentence: dict[int, frozenset[str]]
    others: frozenset[int]
    """Sentences that tell of an ordinary lawsuit: over a debt, a crash."""
    notices: frozenset[str] = frozenset()
    """What a landlord's notice is about (rows of `notice_kinds.yaml`), where that is told."""
    by_officer: frozenset[int] = frozenset()
    """Sentences that tell of the notice of a sheriff or marshal."""
    lengths: frozenset[int] = frozenset()
    """The numbers of days that are told."""

    @classmethod
    def read(cls, text: str, tokens: Sequence[Token]) -> Told:
        found: dict[int, set[str]] = {}
        for match in _index("in_story").find(text, tokens):
            if any(
                token.norm in _ONLY_IF for token in tokens[max(match.first - 2, 0) : match.first]
            ):
                continue
            found.setdefault(tokens[match.first].sentence, set()).add(match.key)
        ordinary = {tokens[m.first].sentence for m in _suits().find(text, tokens)}
        notices = list(_notices().find(text, tokens))
        return cls(
            tokens,
            {s: frozenset(k) for s, k in found.items()},
            frozenset(ordinary),
            frozenset(m.key for m in notices),
            frozenset(tokens[m.first].sentence for m in notices if m.key == _OFFICER),
            _lengths(tokens),
        )

    @classmethod
    def of_all(cls, texts: Iterable[tuple[str, Sequence[Token]]]) -> Told:
        """Of several texts with their words, taken together: every event is of every kind that any
        of them tells."""
        told = [cls.read(text, tokens) for text, tokens in texts]
        kinds = frozenset(kind for t in told for kinds in t.by_sentence.values() for kind in kinds)
        notices = frozenset(kind for t in told for kind in t.notices)
        officer = frozenset((-1,)) if _OFFICER in notices else frozenset[int]()
        lengths = frozenset(length for t in told for length in t.lengths)
        return cls((), {-1: kinds} if kinds else {}, frozenset(), notices, officer, lengths)

    @property
    def kinds(self) -> frozenset[str]:
        """All the kinds of case that are told."""
        return frozenset(kind for kinds in self.by_sentence.values() for kind in kinds)

    def is_of_an_officer(self, event: Event) -> bool:
        """Whether the event's own sentence tells of the notice of a sheriff or marshal."""
        sentence = next((t.sentence for t in self.tokens if t.end > event.start), -1)
        return sentence in self.by_officer

    def kinds_at(self, event: Event) -> frozenset[str]:
        """Of the event's own sentence, where it tells of any; else of the whole story."""
        sentence = next((t.sentence for t in self.tokens if t.end > event.start), -1)
        if sentence in self.by_sentence:
            return self.by_sentence[sentence]
        if sentence in self.others:
            return frozenset()
        return self.kinds


def _lengths(tokens: Sequence[Token]) -> frozenset[int]:
    counted = (number(one.norm) for one, two in pairwise(tokens) if UNITS.get(two.norm) == "day")
    return frozenset(count for count in counted if count is not None)


@cache
def _notices() -> PhraseIndex:
    return PhraseIndex(
        (kind, 1.0, line)
        for kind, lines in table("notice_kinds").items()
        for line in lines.splitlines()
    )


@cache
def _suits() -> PhraseIndex:
    return PhraseIndex((_ORDINARY, 1.0, line) for line in table("context")["suits"].splitlines())


def holds(event: str, of_period: frozenset[str], of_story: frozenset[str]) -> bool:
    """Whether a period runs in a case of these kinds: it is of one of them, or of any, and the
    story of none that has clocks of its own (`apart`). A kind that is `needed` has to be told."""
    alone = {r.name for r in _rules() if r.alone and event in r.events and r.name in of_story}
    if alone - of_period:
        return False
    if any(r.needed and r.name in of_period and r.name not in of_story for r in _rules()):
        return False
    if of_period:
        return bool(of_period & of_story)
    return not any(
        rule.apart and event in rule.events and rule.name in of_story for rule in _rules()
    )
