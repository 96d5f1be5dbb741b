"""Reading a jurisdiction as people and programs spell it, and how places contain one another.

Rows J1 to J4 of the jurisdiction table (docs/block.md) rest on this module.
"""

from __future__ import annotations

import gettext as catalogues
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Final, Literal

from .constants import MAX_STRING
from .gazetteer import EU_MEMBERS, EUROPEAN_UNION, SUBDIVIDED, fold, gazetteer

How = Literal["code", "spelling", "name"]

MAX_PARTS: Final = 4
"""Most comma-separated parts in a spelled-out place (`Oakland, Alameda County, California, US`)."""


SPANISH: Final[Mapping[str, str]] = MappingProxyType(
    {
        "GB-ENG": "Inglaterra",
        "GB-SCT": "Escocia",
        "GB-WLS": "Gales",
        "GB-NIR": "Irlanda del Norte",
        "GB-EAW": "Inglaterra y Gales",
        "EU": "Unión Europea",
        "US-VI": "Islas Vírgenes de los Estados Unidos",
        "AU-NT": "Territorio del Norte",
        "AU-SA": "Australia Meridional",
        "AU-WA": "Australia Occidental",
        "DZ": "Argelia",
        "NE": "Níger",
        "TN": "Túnez",
    }
)
"""Names that ISO's lists lack in Spanish, or give wrong."""


@dataclass(frozen=True, slots=True)
class Canonical:
    """One reading of a jurisdiction.

    value: the canonical code. how: `code` (it was that code, J1), `spelling` (an odd spelling of
    a code, J2) or `name` (J2b). within: the words or the ISO 3166-2 code of a smaller place inside
    `value` that the text named (`DE-BY` for `DE`, `Oakland` for `US-CA`), else None.
    """

    value: str
    how: How
    within: str | None = None


def canonical_jurisdiction(text: str) -> Canonical | None:
    """The one place that `text` means by itself; None when unknown or ambiguous ("Georgia")."""
    found = readings(text)
    return found[0] if len(found) == 1 else None


def readings(text: str) -> tuple[Canonical, ...]:
    """Every place that `text` may mean: none when unknown, several when it is ambiguous."""
    if len(text) > MAX_STRING:
        return ()
    places = gazetteer()
    if text in places.codes:
        return (Canonical(text, "code"),)
    return (
        _abbreviated(text)
        or _coded(text)
        or _named(text)
        or _divided(text)
        or _named_elsewhere(text)
    )


def state_meant_by(text: str) -> str | None:
    """The US state whose bare suffix `text` is, where that is also a country's code (J4)."""
    return gazetteer().state_suffixes.get(text.strip().upper())


def name_of(code: str) -> str:
    """The English name of a canonical code; the code itself where it is not one."""
    return gazetteer().codes.get(code, code)


def name_in(code: str, language: str) -> str:
    """The name of a canonical code in a language (`es`, `es-mx`), by ISO's own lists as pycountry
    ships them, with what they lack in Spanish; the code itself where it is not one."""
    return _name_in(code, language.lower().replace("_", "-").partition("-")[0])


@cache
def _name_in(code: str, language: str) -> str:
    name = name_of(code)
    if name == code or language == "en":
        return name
    if language == "es" and code in SPANISH:
        return SPANISH[code]
    import pycountry  # Late, as in the gazetteer: to import it costs more than a block.

    names = catalogues.translation(
        "iso3166-2" if "-" in code else "iso3166-1",
        pycountry.LOCALES_DIR,
        languages=[language],
        fallback=True,
    )
    return names.gettext(name)


def is_canonical(code: str) -> bool:
    """Whether `code` is a canonical jurisdiction code."""
    return code in gazetteer().codes


def lineage(code: str) -> tuple[str, ...]:
    """The place and all that contain it, nearest first: `GB-ENG` → `GB-ENG, GB-EAW, GB`."""
    parents = gazetteer().parents
    line = [code]
    while (parent := parents.get(line[-1])) is not None:
        line.append(parent)
    return tuple(line)


def common_parent(codes: Iterable[str]) -> str | None:
    """The nearest place that contains all of `codes`; None where they share none (J8)."""
    lines = [lineage(code) for code in codes]
    if not lines:
        return None
    return next((place for place in lines[0] if all(place in line for line in lines)), None)


def compatible(one: str, other: str) -> bool:
    """Whether one place contains the other, or both are the same: no contradiction (J5)."""
    if one in lineage(other) or other in lineage(one):
        return True
    members = {one, other} & EU_MEMBERS
    return EUROPEAN_UNION in (one, other) and bool(members)


def _code_key(text: str) -> str:
    """`us_ca`, ` US / CA `, `U.S.` → `US-CA`, `US-CA`, `US`; full-width letters and dashes too."""
    flat = unicodedata.normalize("NFKC", text).strip().upper()
    if re.fullmatch(r"(?:\w\.)+\w?", flat):
        return flat.replace(".", "")
    return re.sub(r"[\s\-_/:.\u2010-\u2015\u2212]+", "-", flat)


def _abbreviated(text: str) -> tuple[Canonical, ...]:
    if "." not in text:
        return ()
    key = re.sub(r"[.\s]", "", text).casefold()
    code = gazetteer().abbreviations.get(key)
    return (Canonical(code, "name"),) if code else ()


def _coded(text: str) -> tuple[Canonical, ...]:
    places = gazetteer()
    key = _code_key(text)
    country, dash, rest = key.partition("-")
    # `UK-SCT`, `USA-CA`: the country may be oddly spelled too.
    for spelled in (key, f"{places.spellings.get(country, country)}{dash}{rest}"):
        if spelled in places.codes:
            return (Canonical(spelled, "spelling"),)
        if spelled in places.spellings:
            return (Canonical(places.spellings[spelled], "spelling"),)
        if spelled in places.elsewhere:
            return (Canonical(places.elsewhere[spelled], "spelling", within=spelled),)
    return ()


def _named(text: str) -> tuple[Canonical, ...]:
    places = gazetteer()
    key = fold(text)
    if key in places.names:
        return _as_names(places.names[key])
    if key in places.abbreviations:
        return _as_names((places.abbreviations[key],))
    for pattern, belongs in _TITLES:
        if found := re.fullmatch(pattern, key):
            bearers = places.names.get(found[1].removeprefix("the "), ())
            return _as_names(code for code in bearers if belongs(code))
    return ()


_TITLES: Final = (
    (r"(?:state|commonwealth|territory) of (.+)", lambda code: code[:3] in ("US-", "AU-")),
    (r"(.+) state", lambda code: code[:3] in ("US-", "AU-")),
    (r"province of (.+)", lambda code: code[:3] == "CA-"),
    (r"(.+) province", lambda code: code[:3] == "CA-"),
    (r"(?:republic|kingdom) of (.+)", lambda code: len(code) == 2),
)
"""A title tells which bearer of a name is meant: `State of Georgia`, `Republic of Georgia`."""


def _divided(text: str) -> tuple[Canonical, ...]:
    """A place with the one it lies in: `Ontario, Canada`, `Oakland, Calif.`, `US California`."""
    smaller, larger = _split(text)
    if not smaller or not larger:
        return ()
    found: list[Canonical] = []
    for region in _regions(larger):
        inside = _inside(smaller, region)
        if inside is not None and inside not in found:
            found.append(inside)
    return tuple(found)


def _split(text: str) -> tuple[str, str]:
    """(smaller, larger) of `A, B`, `A (B)` and, for a leading country code, `US-California`."""
    if bracketed := re.fullmatch(r"\s*([^()]+?)\s*\(([^()]+)\)\s*", text):
        return bracketed[1], bracketed[2].strip()
    if "," in text:
        smaller, _, larger = text.rpartition(",")
        return (smaller.strip(), larger.strip()) if text.count(",") < MAX_PARTS else ("", "")
    if led := re.fullmatch(r"\s*([A-Za-z]{2,3})[\s\-_/:]+(.+?)\s*", text):
        country = gazetteer().spellings.get(led[1].upper())
        if country in SUBDIVIDED and _subdivision(led[2], country):
            return led[2], country
    return "", ""


def _regions(larger: str) -> tuple[str, ...]:
    """What the words after the comma may mean; there `CA` may be California as well as Canada."""
    codes = [reading.value for reading in readings(larger)]
    if (state := state_meant_by(larger)) is not None:
        codes.append(state)
    return tuple(codes)


def _inside(smaller: str, region: str) -> Canonical | None:
    if region in SUBDIVIDED:
        subdivision = _subdivision(smaller, region)
        if subdivision is not None:
            return Canonical(subdivision, "name")
    return Canonical(region, "name", within=smaller)


def _subdivision(text: str, country: str) -> str | None:
    """The subdivision of `country` that `text` names by suffix or by name."""
    suffixed = f"{country}-{_code_key(text)}"
    if suffixed in gazetteer().codes:
        return suffixed
    inside = {r.value for r in readings(text) if country in lineage(r.value)[1:]}
    return inside.pop() if len(inside) == 1 else None


def _named_elsewhere(text: str) -> tuple[Canonical, ...]:
    places = gazetteer()
    codes = places.elsewhere_names.get(fold(text), ())
    return tuple(Canonical(places.elsewhere[code], "name", within=code) for code in codes)


def _as_names(codes: Iterable[str]) -> tuple[Canonical, ...]:
    return tuple(Canonical(code, "name") for code in codes)
