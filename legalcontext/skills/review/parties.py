"""Who a document is between, and in which role, as its own words say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from legalcontext.block.places import readings

_READ = 6000
_ROLE_WORDS = (
    "landlord|tenant|lessor|lessee|resident|owner|plaintiff|defendant|petitioner|respondent"
    "|employer|employee|executive|company|client|customer|contractor|consultant|provider|buyer"
    "|seller|vendor|purchaser|licensor|licensee|discloser|disclosing party|recipient"
    "|receiving party|receiver|releasor|releasee|borrower|lender|supplier|distributor"
    "|franchisor|franchisee|claimant|creditor|debtor|arrendadora?|arrendatari[oa]|inquilin[oa]"
    "|demandante|demandad[oa]|patr[oó]n|empleado|comprador|vendedor"
)
_COMPANY = r"(?:Inc|LLC|L\.L\.C|Ltd|Limited|Corp|Co|N\.A|LP|L\.P|LLP|PLC|GmbH|S\.A|P\.C|PC|AG|BV)\b"
_BETWEEN = re.compile(r"\b(?:between|among|entre)\b\s*:?\s+(?=[A-Z_ÁÉÍÓÚÑ\"“])")
_MOST_BETWEEN = 40
_SEGMENT = 900
_SEGMENT_END = re.compile(
    r"(?<!Inc)(?<!Ltd)(?<!Corp)(?<!Co)(?<!No)(?<!Mr)(?<!Ms)(?<!Mrs)(?<!Dr)(?<![\s.][A-Z])\.\s"
    r"|\n\s*\n|\b(?:WHEREAS|WITNESSETH|RECITALS)\b"
)
_AND = re.compile(r"\s+(?:and|y)\s+(?:between\s+)?(?=[A-Z_ÁÉÍÓÚÑ\"“])")
_NAME_END = re.compile(
    rf"\s*\(|,\s+(?!{_COMPANY})|\s+(?:an?|whose|with|having|located|residing|of legal age)\s"
    r"|\s+[-–—]\s|[;:]"
)
_PLACE_END = re.compile(r"\s*[,;.(]|\s+and\s")
_LONGEST_NAME = 90
_DEFINED = re.compile(
    r"(?P<name>[A-Z][\w&.,'’\- ]{2,80}?)(?:,?\s+an? [^()]{3,160}?)?,?\s*"
    r"\(\s*(?:the\s+|collectively,?\s*"
    r"|hereinafter(?:\s+(?:referred to as|called))?[,:]?\s*(?:the\s+)?)*"
    r"[\"“”'‘](?P<role>[^\"“”'’]{2,40})[\"”“'’]",
)
_LABELLED = re.compile(
    rf"(?:^[ \t>*•-]*|[.;,][ \t]+)(?P<role>{_ROLE_WORDS})(?:\(?s\)?)?[ \t]*(?:name)?[ \t]*[:=]"
    r"[ \t]*(?=(?P<name>[^\n]{2,160}))",
    re.IGNORECASE | re.MULTILINE,
)
"""At the start of a line, or after another in the same line."""
_ADDRESSED = re.compile(
    r"^[ \t]*(?:(?:TO|To|PARA|Para|A):?|Dear|Estimad[oa]:?)[ \t]+(?P<name>[A-Z][^\n]{2,90})$",
    re.MULTILINE,
)
_ADDRESSED_WITHIN = re.compile(
    r"[ \t](?:TO|To|PARA|Para):[ \t]+(?P<name>[A-Z][^\n\d,.;:]{2,60}?)(?=\s*(?:[\d,.;\n]|$))"
)
"""In a paper that was pasted as one line."""
_SIDES_OF_A_HOME = (
    r"[Ll]andlord|[Ll]essor|[Tt]enant|[Ll]essee|[Oo]wner|[Aa]rrendador[a]?|[Aa]rrendatari[oa]"
    r"|[Ii]nquilin[oa]|[Cc]aser[oa]|[Pp]ropietari[oa]|[Dd]ueñ[oa]"
)
_CAPITAL = r"[A-ZÁÉÍÓÚÑ][\w.'’-]*"
_WITH_ROLE = re.compile(
    r"(?:^|(?<=[.;,:\n]\s)|(?<=\sa\s))[ \t]*"
    r"(?P<name>(?:D\.ª?|D\.?ª|Dña\.|Don|Doña|Mr\.|Ms\.|Mrs\.)?[ \t]*"
    rf"{_CAPITAL}(?:[ \t]+{_CAPITAL}){{1,3}}),[ \t]+(?:(?:the|el|la)[ \t]+)?"
    rf"(?P<role>{_SIDES_OF_A_HOME})\b",
    re.MULTILINE,
)
"""A name with its role behind it, as in "Ann Doe, landlord" below a notice."""
_CAPTION = re.compile(
    r"(?P<one>[A-Z][^\n]{2,120}?),?\s*\n?\s*(?P<one_role>Plaintiffs?|Petitioners?|PLAINTIFFS?"
    r"|PETITIONERS?|Appellants?|Claimants?)(?:\(s\))?[,.\s/A-Za-z-]{0,40}?\s(?:v|vs|V|VS|-against-"
    r"|against)\.?,?\s+(?:(?:Case|CASE|Cause|CAUSE|Index|INDEX|Docket|DOCKET)\b[^\n]{0,80}\n\s*)?"
    r"(?P<two>[A-Z][^\n]{2,120}?),?\s*\n?\s*(?P<two_role>Defendants?|Respondents?"
    r"|DEFENDANTS?|RESPONDENTS?|Appellees?)",
)
_PLACE = re.compile(rf",\s+(?!{_COMPANY}|Jr\b|Sr\b|Esq\b|and\b)|\.\s")
"""Where, in the line that a letter is addressed to, the name ends: "Luis Ortega, Miami"."""
_TRIM = " \t\n,;:)(“”\"'’_-"
_ABBREVIATED = re.compile(rf"(?:{_COMPANY}|\b(?:Jr|Sr|Esq))\.$")
_NO_NAME = re.compile(
    rf"[,;]\s+(?=#?\d)|\s+(?=(?:v|vs|against)\.?\s)|\s+and (?:all (?:other|others)|does)\b"
    r"|\s+and (?:unknown|any|every) "
    rf"|,\s+(?=(?:{_ROLE_WORDS})(?:\(?s\)?)?\s*$)|[.,]?\s+(?=(?:{_ROLE_WORDS})\s*:)"
    r"|\.\s+(?=\w+(?: \w+)?\s*:)",
    re.IGNORECASE,
)
"""Where a name ends and an address, the other side, the others or a role begins."""
_MOST_WORDS = 9
_THINGS = re.compile(
    r"\b(?:information|agreement|notes?|merger|premises|services|purpose|property|between|means"
    r"|date|act|section|term|schedule|exhibit|identified|desire)\b",
    re.IGNORECASE,
)
_NOT_NAMES = re.compile(
    r"^(?:the )?(?:parties|party|undersigned|each|either|both|you|us|date|day|state|it|this|these"
    r"|agreement|hereinafter|whereas|following|other|sir|madam|whom)\b"
    rf"|^(?:the )?(?:{_ROLE_WORDS}|occupant|inquilin[oa])(?:\(?s\)?)?$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Party:
    """A party: its name, where it stands, and the role the document gives it (empty when none)."""

    name: str
    role: str
    start: int
    end: int


def find_parties(text: str) -> tuple[Party, ...]:
    """The parties named at the start of a document, each name once, in order of appearance."""
    head = text[:_READ]
    found: dict[str, Party] = {}
    for party in sorted(_all(head), key=lambda p: (p.start, not p.role)):
        key = _key(party.name)
        if not key or _NOT_NAMES.match(party.name):
            continue
        known = found.get(key)
        if known is None:
            found[key] = party
        elif party.role and not known.role:
            found[key] = Party(known.name, party.role, known.start, known.end)
    return _without_longer_copies(tuple(found.values()))


def _all(head: str) -> Iterator[Party]:
    for match in _CAPTION.finditer(head):
        for side in ("one", "two"):
            yield from _party(match, side, match[f"{side}_role"])
    for match in _LABELLED.finditer(head):
        yield from _party(match, "name", match["role"])
    for match in islice(_BETWEEN.finditer(head), _MOST_BETWEEN):
        yield from _sides(head, match.end())
    for match in _DEFINED.finditer(head):
        if re.fullmatch(_ROLE_WORDS, match["role"].strip(), re.IGNORECASE) or _is_short_name(
            match["role"], match["name"]
        ):
            yield from _party(match, "name", match["role"])
    for match in _ADDRESSED.finditer(head[:1500]):
        place = _PLACE.search(match["name"])
        name = match["name"][: place.start()] if place else match["name"]
        yield from _named(name, match.start("name"), "")
    for match in _WITH_ROLE.finditer(head):
        yield from _party(match, "name", match["role"])
    for match in _ADDRESSED_WITHIN.finditer(head[:1500]):
        yield from _named(match["name"], match.start("name"), "")


def _sides(head: str, start: int) -> Iterator[Party]:
    """The two sides after "between", each up to what describes it."""
    segment = head[start : start + _SEGMENT]
    end = _SEGMENT_END.search(segment)
    segment = segment[: end.start() + 1] if end else segment
    middle = _middle(segment)
    if middle is None:
        return
    for offset, side in ((0, segment[: middle.start()]), (middle.end(), segment[middle.end() :])):
        described = _NAME_END.search(side)
        name = side[: described.start()] if described else side
        if len(name) <= _LONGEST_NAME:
            yield from _named(name, start + offset, _role_in(side))


def _middle(segment: str) -> re.Match[str] | None:
    """The "and" between the sides: outside brackets, and after the first side's brackets where
    it has some."""
    found = [
        match
        for match in _AND.finditer(segment)
        if segment.count("(", 0, match.start()) == segment.count(")", 0, match.start())
    ]
    # "registered in England and Wales, and Ann Doe": the first "and" joins two places.
    candidates = [match for match in found if not _joins_places(segment, match)] or found
    bracketed = [m for m in candidates if ")" in segment[: m.start()]]
    return (bracketed or candidates or [None])[0]  # type: ignore[list-item]


def _joins_places(segment: str, middle: re.Match[str]) -> bool:
    """Whether the name after an "and" is a place, and what stands before it another."""
    after = _PLACE_END.split(segment[middle.end() :], maxsplit=1)[0]
    before = segment[: middle.start()].split()
    return bool(before and readings(before[-1]) and readings(after))


def _party(match: re.Match[str], group: str, role: str | None) -> Iterator[Party]:
    yield from _named(match[group] or "", match.start(group), role or "")


def _named(raw: str, start: int, role: str) -> Iterator[Party]:
    cut = _NO_NAME.search(raw, 1)
    if cut is not None:
        raw = raw[: cut.start()]
    name = raw.strip(_TRIM)
    start += len(raw) - len(raw.lstrip(_TRIM))
    if name.endswith(".") and not _ABBREVIATED.search(name):
        name = name.rstrip(".")
    if _is_name(name):
        yield Party(name, _one(role.strip(_TRIM + ".").lower()), start, start + len(name))


def _one(role: str) -> str:
    """The role of one of several: "defendants" of each defendant."""
    return role[:-1] if re.fullmatch(rf"(?:{_ROLE_WORDS}|appellant|appellee)s", role) else role


def _is_name(text: str) -> bool:
    """A few words, most of them with a capital, and none that names a thing instead."""
    words = text.split()
    if len(text) < 2 or not 0 < len(words) <= _MOST_WORDS or _THINGS.search(text):
        return False
    long_words = [word for word in words if len(word) > 3 and word[0].isalpha()]
    capitals = sum(word[0].isupper() for word in long_words)
    return capitals * 3 >= len(long_words) * 2


def _role_in(parenthesis: str | None) -> str:
    quoted = re.search(r"[\"“”'‘]([^\"“”'’]{2,40})[\"”“'’]", parenthesis or "")
    return quoted[1] if quoted else ""


def _is_short_name(short: str, name: str) -> bool:
    first = (short.split() or [""])[0].casefold()
    return len(first) > 1 and (first in name.casefold() or first == _initials(name))


def _initials(name: str) -> str:
    return "".join(word[0] for word in name.split() if word[0].isupper()).casefold()


def _key(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", " ", name.casefold()).strip()


def _without_longer_copies(parties: tuple[Party, ...]) -> tuple[Party, ...]:
    """Leave out a find that only runs on past the name of another."""
    return tuple(
        party
        for party in parties
        if not any(
            other is not party and other.start == party.start and len(other.name) < len(party.name)
            for other in parties
        )
    )
