"""Emergencies: found before anything else, told first, in the language of the ask.

Found by a table of signs, so that they wait for no model and no database. A sign does not count
when it is negated ("he never hit me"), figurative ("this job is killing me"), long past, or
spoken of as an idea or a law. Where it is doubtful, it counts: an alarm too many costs a line of
text, one too few may cost a life.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from legalcontext.block.gazetteer import EU_MEMBERS

from .phrases import Match, PhraseIndex, Token, fold, is_number, tokenize
from .tables import table

_AGE = re.compile(
    r"\b(?:i['’]?\s?a?m|tengo|soy de|cumpl[íi]|just turned|turned|i turned)\s+"
    r"(?:only\s+|just\s+|like\s+|about\s+|almost\s+|solo\s+|apenas\s+|una? chic[ao] de\s+)*"
    r"(?:a\s+|an\s+)?"
    r"(?P<age>[6-9]|1[0-7]|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen"
    r"|seventeen|doce|trece|catorce|quince|diecis[eé]is|diecisiete)\b"
    r"(?P<after>[^.!?\n]{0,24})",
    re.IGNORECASE,
)
_NOT_AN_AGE = re.compile(
    r"^\s*(?:[-–]?\s*(?:weeks?|wks?|days?|months?|mos?\b|minutes?|mins?\b|miles?|hours?|hrs?\b|%"
    r"|percent|dollars?|grand|k\b|payments?|units?|feet|ft\b|semanas?|d[ií]as?|meses|horas?"
    r"|minutos?|millas?|d[oó]lares|pagos?|hijos?|empleados|trabajadores"
    r"|a[nñ]os\s+(?:de|en|\w+[aei]ndo\b|casad|aqu|con|sin))|[.,]?\d"
    r"|\s*(?:years?|yrs?)\s+(?:in\b|into|of|sober|clean|at|with|out|past|from|on)|\s+(?:or|to|and)\s+\d)",
    re.IGNORECASE,
)
_MINOR_SAYS = re.compile(
    r"\b(?:1[0-7]|[6-9])\s?"
    r"(?:m|f|yo|y/o|yr old|year old (?:girl|boy|kid|student|female|male|here))\b"
    r"(?=[^.!?\n]*\b(?:i|my|me)\b)",
    re.IGNORECASE,
)
_THIRD_PERSON = re.compile(
    r"\b(?:my|a|the|our|his|her|their|an)\s+(?:\w+\s+)?$"
    r"|\b(?:is|was|turned|has a|have a|when i was)\s+(?:a\s+)?$",
    re.IGNORECASE,
)
_NEGATION_WORD = re.compile(
    r"\b(?:" + "|".join(fold(word) for word in table("context")["negation"].splitlines()) + r")\b"
)
_DOUBLED = re.compile(r"(?<=\w{3})([a-z])\1")
_SOFT_C = re.compile(r"c(?=[ei])")
_SOUNDS = str.maketrans("zv", "sb")
_FAMILY = re.compile(r"<(?P<name>\w+)>")
_NEGATION_REACH = 3
_READ = 60_000
_SENTENCE_OPENERS = ("but", "pero", "then", "now", "and", "y", "until", "hasta")


@dataclass(frozen=True, slots=True)
class Line:
    """A number to call. says: when or how, as a phrase to follow the name."""

    number: str
    name: str
    says: str
    source: str
    checked_on: dt.date


@dataclass(frozen=True, slots=True)
class Emergency:
    """kind: one of `KINDS`; the words that show it, with their place in the story. `gas` is gas or
    carbon monoxide where people are, `poisoning` something swallowed, `medical` a body that fails,
    whoever or whatever did it. meant: no single word shows it, only what the question means."""

    kind: str
    start: int
    end: int
    text: str
    meant: bool = False


KINDS = (
    *("self_harm", "fire", "gas", "poisoning", "medical"),
    *("violence", "child_at_risk", "arrest", "minor_alone"),
)
"""In the order in which an answer tells them: what may kill within minutes before the rest."""

HAZARDS = frozenset(("fire", "poisoning", "medical"))
"""Kinds that nobody means and that are about no law."""

_TABLES = ("emergencies", "emergency_hazards", "emergency_concepts")


_PARTS = ("signs", "certain", "not_signs", "not_here", "over", "not_over")
_IN_PAPER = {"in_paper": "signs", "not_in_paper": "not_signs"}
"""What a paper says when it threatens is heard in a question as well: people paste letters."""


@cache
def _index() -> PhraseIndex:
    def phrases() -> Iterable[tuple[str, float, str]]:
        for kind in KINDS:
            for written in (*_PARTS, *_IN_PAPER):
                part = _IN_PAPER.get(written, written)
                for line in phrases_of(kind, written):
                    own_negation = part == "signs" and _NEGATION_WORD.search(fold(line))
                    yield f"{kind} {'certain' if own_negation else part}", 1.0, line
        for part in ("negation", "hypothetical", "past"):
            for line in table("context")[part].splitlines():
                yield part, 1.0, line

    return PhraseIndex(phrases(), _as_it_sounds)


@cache
def _as_it_sounds(word: str) -> str:
    """A word as people in fear or in a hurry write it, and as they should, made alike: "amenaso"
    and "amenazo", "roomate" and "roommate", "u" and "you"."""
    if is_number(word):
        return word
    known: Mapping[str, str] = table("emergency_concepts")["spellings"]
    return _SOFT_C.sub("s", _DOUBLED.sub(r"\1", known.get(word, word))).translate(_SOUNDS)


def _as_heard(tokens: Iterable[Token]) -> tuple[Token, ...]:
    return tuple(replace(token, norm=_as_it_sounds(token.norm)) for token in tokens)


def phrases_of(kind: str, part: str) -> Iterator[str]:
    """The phrases of a kind, of all tables, with their families read in."""
    for name in _TABLES:
        for line in (table(name).get(kind, {}).get(part) or "").splitlines():
            if line and not line.startswith("#"):
                yield _with_families(line)


def _with_families(line: str) -> str:
    return _FAMILY.sub(lambda match: _families()[match["name"]], line)


@cache
def _families() -> Mapping[str, str]:
    """Families of words by name."""
    return {
        name: words
        for table_name in _TABLES
        for name, words in table(table_name).get("families", {}).items()
    }


@dataclass(frozen=True, slots=True)
class Heard:
    """emergencies: in the order of `KINDS`, each with its first sign. elsewhere: whether the words
    speak of long ago, of an idea, or of what is no emergency; then one that only the meaning of the
    text speaks for is not told."""

    emergencies: tuple[Emergency, ...]
    elsewhere: bool


def find_emergencies(text: str, today: dt.date) -> tuple[Emergency, ...]:
    """The emergencies that a story tells, in the order of `KINDS`, each with its first sign."""
    return listen(text, today).emergencies


def listen(text: str, today: dt.date) -> Heard:
    """What the signs tell of a story.

    Of a text longer than any person writes, the first 60,000 characters are read.
    """
    text = text[:_READ]
    words = _as_heard(tokenize(text))
    found: dict[str, list[Match]] = {}
    for match in _index().find(text, words):
        found.setdefault(match.key, []).append(match)
    past = found.get("past", []) + _past_years(text, words, today)
    emergencies = []
    for kind in KINDS:
        sign = _first_sign(kind, found, past, text, words)
        if sign is None and kind == "minor_alone":
            sign = _age_told(text)
        if sign is not None:
            emergencies.append(sign)
    told = sorted(_with_child(emergencies), key=lambda e: KINDS.index(e.kind))
    away = any(key == "hypothetical" or key.endswith("not_here") for key in found)
    return Heard(tuple(told), elsewhere=away or bool(past))


def threat_in(paper: str) -> Emergency | None:
    """The first threat of violence that a paper makes to whoever reads it ("we know where you
    live"); None where it makes none.

    A paper that only tells of a crime is no person in danger, so its other signs do not count. Of
    a long paper the first 60,000 characters are read.
    """
    paper = paper[:_READ]
    words = tokenize(paper)
    found = _threats().find(paper, words)
    blockers = [match for match in found if match.key == "not_in_paper"]
    for match in found:
        if match.key == "in_paper" and not _overlaps(match, blockers):
            return Emergency("violence", match.start, match.end, match.text)
    return None


@cache
def _threats() -> PhraseIndex:
    return PhraseIndex(
        (part, 1.0, line)
        for part in ("in_paper", "not_in_paper")
        for line in phrases_of("violence", part)
    )


def pointed_to(kind: str) -> Mapping[str, float]:
    """The topics that an emergency of this kind speaks for, with points as for words."""
    points: Mapping[str, float] = table("emergencies").get(kind, {}).get("points_to", {})
    return points


def _with_child(emergencies: Sequence[Emergency]) -> list[Emergency]:
    """A minor who tells of violence is a child at risk too."""
    by_kind = {emergency.kind: emergency for emergency in emergencies}
    violence = by_kind.get("violence")
    if violence is None or "minor_alone" not in by_kind or "child_at_risk" in by_kind:
        return list(emergencies)
    return [*emergencies, replace(violence, kind="child_at_risk")]


def lines_for(
    kinds: Sequence[str], country: str | None, language: str, text: str
) -> tuple[Line, ...]:
    """The lines of the country for these emergencies, each once; none when it is not known."""
    if country is None:
        return ()
    entries = table("lines").get(country)
    if entries is None and (country in EU_MEMBERS or country == "EU"):
        entries = table("lines")["EU"]
    lines = []
    for entry in entries or ():
        fits = set(kinds) & set(entry["for"])
        if fits and _asked_for(entry.get("only_with"), text):
            lines.append(
                Line(
                    number=entry["number"],
                    name=entry["name"][language],
                    says=entry["says"][language],
                    source=entry["source"],
                    checked_on=entry["checked_on"],
                )
            )
    return tuple(lines)


def _asked_for(only_with: Sequence[str] | None, text: str) -> bool:
    if not only_with:
        return True
    index = PhraseIndex(("with", 1.0, word) for word in only_with)
    return bool(index.find(text, tokenize(text)))


def _first_sign(
    kind: str,
    found: dict[str, list[Match]],
    past: Sequence[Match],
    text: str,
    tokens: Sequence[Token],
) -> Emergency | None:
    if f"{kind} over" in found and f"{kind} not_over" not in found:
        return None
    blockers = found.get(f"{kind} not_signs", [])
    silenced = {tokens[m.first].sentence for m in found.get(f"{kind} not_here", [])}
    elsewhere = past if kind == "self_harm" else [*past, *found.get("hypothetical", [])]
    quiet = silenced | {tokens[m.first].sentence for m in elsewhere}
    certain = [m for m in found.get(f"{kind} certain", []) if not _overlaps(m, blockers)]
    negations = {m.last for m in found.get("negation", [])}
    signs = [
        m
        for m in found.get(f"{kind} signs", [])
        if not _overlaps(m, blockers) and not _negated(m, negations, text, tokens)
    ]
    heard = [m for m in [*certain, *signs] if tokens[m.first].sentence not in quiet]
    if not heard:
        return None
    first = min(heard, key=lambda m: m.start)
    return Emergency(kind, first.start, first.end, first.text)


def _overlaps(match: Match, others: Sequence[Match]) -> bool:
    return any(match.first <= other.last and other.first <= match.last for other in others)


def _negated(match: Match, negations: set[int], text: str, tokens: Sequence[Token]) -> bool:
    """A negation inside the sign's first words or just before it, in the same clause."""
    for i in range(match.first, max(match.first - _NEGATION_REACH, 0) - 1, -1):
        if tokens[i].sentence != tokens[match.first].sentence:
            return False
        if i < match.first:
            between = text[tokens[i].end : tokens[i + 1].start]
            if any(mark in between for mark in ",;:—–") or tokens[i].norm in _SENTENCE_OPENERS:
                return False
        if i in negations:
            return True
    return any(i in negations for i in range(match.first, match.last))


def _past_years(text: str, tokens: Sequence[Token], today: dt.date) -> list[Match]:
    """Calendar years before last year, which put their sentence into the past."""
    years = (
        (i, token)
        for i, token in enumerate(tokens)
        if len(token.norm) == 4
        and token.norm.isdigit()
        and 1940 <= int(token.norm) < today.year - 1
    )
    return [
        Match("past", 1.0, i, i, token.start, token.end, text[token.start : token.end])
        for i, token in years
    ]


def _age_told(text: str) -> Emergency | None:
    """ "I am 15", "tengo 15 años": the asker's own age, and not 15 weeks or the son's."""
    for match in _AGE.finditer(text):
        if _NOT_AN_AGE.search(match["after"]):
            continue
        if match[0].lower().startswith("tengo") and not re.match(r"\s*a[nñ]os", match["after"]):
            continue
        if match[0].lower().startswith(("turned", "just turned")) and _THIRD_PERSON.search(
            text[: match.start()]
        ):
            continue
        if re.match(r"\s*(?:years?|yrs?)\s+(?:older|younger|ahead|behind)", match["after"]):
            continue
        start, end = match.start(), match.end("age")
        return Emergency("minor_alone", start, end, text[start:end])
    said = _MINOR_SAYS.search(text)
    if said and not _THIRD_PERSON.search(text[: said.start()]):
        return Emergency("minor_alone", said.start(), said.end(), said[0])
    return None
