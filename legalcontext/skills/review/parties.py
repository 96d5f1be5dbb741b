"""Who a document is between, and in which role, as its own words say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_READ = 6000
_NAME = r"[A-ZÁÉÍÓÚÑ][\w&.,'’\- ÁÉÍÓÚÑáéíóúñ]{1,80}?"
_ROLE_WORDS = (
    "landlord|tenant|lessor|lessee|resident|owner|plaintiff|defendant|petitioner|respondent"
    "|employer|employee|executive|company|client|customer|contractor|consultant|provider|buyer"
    "|seller|vendor|purchaser|licensor|licensee|discloser|disclosing party|recipient"
    "|receiving party|receiver|releasor|releasee|borrower|lender|supplier|distributor"
    "|franchisor|franchisee|claimant|creditor|debtor|arrendador|arrendatario|inquilino"
    "|demandante|demandado|patr[oó]n|empleado|comprador|vendedor"
)
_BETWEEN = re.compile(
    rf"\b(?:by and between|by and among|between|entre)\s*:?\s+(?P<one>{_NAME})"
    r"(?P<one_role>\s*,?\s*(?:\([^)]{0,160}\)|[^()]{0,220}?\([^)]{0,160}\)))?"
    rf"\s*,?\s*;?\s+(?:and|y)\s+(?:between\s+)?(?P<two>{_NAME}|_{{3,}})"
    r"(?P<two_role>\s*,?\s*(?:\([^)]{0,160}\)|[^()]{0,220}?\([^)]{0,160}\)))?"
    r"(?=[\s.,;(]|$)",
    re.DOTALL,
)
_DEFINED = re.compile(
    r"(?P<name>[A-Z][\w&.,'’\- ]{2,80}?),?\s*(?:an? [^()]{3,160}?)?"
    r"\(\s*(?:the\s+|collectively,?\s*"
    r"|hereinafter(?:\s+(?:referred to as|called))?[,:]?\s*(?:the\s+)?)*"
    r"[\"“”'‘](?P<role>[^\"“”'’]{2,40})[\"”“'’]",
)
_LABELLED = re.compile(
    rf"^[ \t>*•-]*(?P<role>{_ROLE_WORDS})(?:\(?s\)?)?[ \t]*(?:name)?[ \t]*[:=][ \t]*"
    r"(?P<name>[^\n]{2,90})$",
    re.IGNORECASE | re.MULTILINE,
)
_ADDRESSED = re.compile(r"^[ \t]*(?:TO|To|PARA|A):?[ \t]+(?P<name>[A-Z][^\n]{2,90})$", re.MULTILINE)
_CAPTION = re.compile(
    r"(?P<one>[A-Z][^\n]{2,120}?),?\s*\n?\s*(?P<one_role>Plaintiffs?|Petitioners?|PLAINTIFFS?"
    r"|PETITIONERS?|Appellants?|Claimants?)(?:\(s\))?[,.\s/A-Za-z-]{0,40}?\s(?:v|vs|V|VS|-against-"
    r"|against)\.?,?\s+(?P<two>[A-Z][^\n]{2,120}?),?\s*\n?\s*(?P<two_role>Defendants?|Respondents?"
    r"|DEFENDANTS?|RESPONDENTS?|Appellees?)",
)
_TRIM = " \t\n,.;:)(“”\"'’_-"
_NOT_NAMES = re.compile(
    r"^(?:the )?(?:parties|party|undersigned|each|either|both|you|us|date|day|state|it|this|these"
    r"|agreement|hereinafter|whereas|following|other)\b",
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
    for match in _BETWEEN.finditer(head):
        for side in ("one", "two"):
            yield from _party(match, side, _role_in(match[f"{side}_role"]))
    for match in _DEFINED.finditer(head):
        if re.fullmatch(_ROLE_WORDS, match["role"].strip(), re.IGNORECASE) or _is_short_name(
            match["role"], match["name"]
        ):
            yield from _party(match, "name", match["role"])
    for match in _ADDRESSED.finditer(head[:1500]):
        yield from _party(match, "name", "")


def _party(match: re.Match[str], group: str, role: str | None) -> Iterator[Party]:
    raw = match[group]
    if raw is None:
        return
    start = match.start(group) + len(raw) - len(raw.lstrip(_TRIM))
    name = raw.strip(_TRIM)
    if len(name) >= 2:
        yield Party(name, (role or "").strip(_TRIM).lower(), start, start + len(name))


def _role_in(parenthesis: str | None) -> str:
    quoted = re.search(r"[\"“”'‘]([^\"“”'’]{2,40})[\"”“'’]", parenthesis or "")
    return quoted[1] if quoted else ""


def _is_short_name(short: str, name: str) -> bool:
    return short.split()[0].casefold() in name.casefold() if short.split() else False


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
