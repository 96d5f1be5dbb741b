"""The places that a jurisdiction can be, as look-up tables (ISO 3166-1 and 3166-2).

The lists come from `pycountry` and `us`, and are read once, at the first look-up, because
importing them costs more than resolving a thousand blocks. Four countries keep their
subdivisions (docs/block.md, "Jurisdiction"); everywhere else a subdivision stands for its
country.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any, Final

SUBDIVIDED: Final = ("US", "CA", "AU", "GB")
"""Countries whose subdivisions are returned as the value of a jurisdiction."""

ENGLAND_AND_WALES: Final = "GB-EAW"
EUROPEAN_UNION: Final = "EU"
KOSOVO: Final = "XK"

BEYOND_ISO: Final[Mapping[str, str]] = MappingProxyType(
    {
        ENGLAND_AND_WALES: "England and Wales",
        EUROPEAN_UNION: "European Union",
        KOSOVO: "Kosovo",
    }
)
"""Codes that the lists lack but lawyers need: two are reserved or user-assigned in ISO 3166-1,
`GB-EAW` is a remark of ISO 3166-2."""

OTHER_SPELLINGS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "UK": "GB",
        "EL": "GR",
        "XKX": KOSOVO,
        "GB-UKM": "GB",
        "GB-GBN": "GB",
        "GB-CYM": "GB-WLS",
        "CN-HK": "HK",
        "CN-MO": "MO",
        "CN-TW": "TW",
        "NL-AW": "AW",
        "NL-CW": "CW",
        "NL-SX": "SX",
        "FI-01": "AX",
        "NO-21": "SJ",
        "NO-22": "SJ",
    }
)
"""Codes in use beside the canonical one; and subdivisions that are places of their own in
ISO 3166-1, with a law of their own (Hong Kong is `HK`, never China)."""

OTHER_NAMES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "US": (
            "America",
            "United States of America",
            "the States",
            "US federal",
            "federal US",
            "United States federal",
            "Estados Unidos",
            "États-Unis",
        ),
        "US-DC": ("Washington DC", "Washington, District of Columbia"),
        "US-NY": ("Nueva York", "New York City", "City of New York", "NYC"),
        "US-VI": ("US Virgin Islands", "United States Virgin Islands", "Virgin Islands"),
        "VG": ("Virgin Islands",),
        "US-UM": ("US Minor Outlying Islands",),
        "GB": ("Great Britain", "Britain", "Reino Unido"),
        ENGLAND_AND_WALES: ("Wales and England",),
        "GB-WLS": ("Cymru",),
        "EU": ("the EU",),
        "CA-NL": ("Newfoundland",),
        "CA-NT": ("NT", "NWT"),
        "AU-NT": ("NT",),
        "CA-PE": ("PEI",),
        "CA-YT": ("Yukon Territory",),
        "BN": ("Brunei",),
        "BR": ("Brasil",),
        "CD": ("DR Congo", "DRC", "Congo-Kinshasa", "Democratic Republic of Congo"),
        "CG": ("Congo-Brazzaville",),
        "CH": ("Schweiz", "Suisse", "Svizzera"),
        "CI": ("Ivory Coast",),
        "CV": ("Cape Verde",),
        "DE": ("Deutschland",),
        "AT": ("Österreich",),
        "ES": ("España",),
        "FK": ("Falkland Islands", "Falklands"),
        "IE": ("Éire",),
        "IT": ("Italia",),
        "JP": ("Nippon",),
        "KR": ("Korea",),
        "KP": ("Korea",),
        "MF": ("Saint Martin",),
        "MK": ("Macedonia",),
        "MM": ("Burma",),
        "MO": ("Macau",),
        "MX": ("México",),
        "NL": ("Holland", "Nederland"),
        "PL": ("Polska",),
        "PS": ("Palestine",),
        "RU": ("Russia",),
        "SX": ("Sint Maarten",),
        "SZ": ("Swaziland",),
        "TL": ("East Timor",),
        "TR": ("Turkey",),
        "VA": ("Vatican", "Vatican City", "Holy See"),
    }
)
"""Names in common use that the lists lack; a name given to two codes is an ambiguous one."""

EU_MEMBERS: Final = frozenset({
    "AT", "BE", "BG", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GR", "HR", "HU",
    "IE", "IT", "LT", "LU", "LV", "MT", "NL", "PL", "PT", "RO", "SE", "SI", "SK",
})  # fmt: skip
"""Treaty on European Union, article 52, without the United Kingdom (left 31 January 2020)."""


@dataclass(frozen=True, slots=True)
class Gazetteer:
    """codes: canonical code → English name. spellings: any other accepted code → canonical code.

    names: folded name → canonical codes that bear it (several: ambiguous).
    abbreviations: a dotted abbreviation, folded without its dots (`calif`, `wva`) → US code.
    elsewhere: ISO 3166-2 code of another country → that country; elsewhere_names: its folded
    name → ISO 3166-2 codes. parents: subdivision → what it is directly part of.
    state_suffixes: bare suffix of a US state that is also a country → the state's code (J4).
    """

    codes: Mapping[str, str]
    spellings: Mapping[str, str]
    names: Mapping[str, tuple[str, ...]]
    abbreviations: Mapping[str, str]
    elsewhere: Mapping[str, str]
    elsewhere_names: Mapping[str, tuple[str, ...]]
    parents: Mapping[str, str]
    state_suffixes: Mapping[str, str]


_DASHES: Final = re.compile(r"[\u2010-\u2015\u2212\-_/:.,()\[\]\s]+")
_DROPPED: Final = dict.fromkeys(map(ord, "'’`´ʻ"))


def fold(text: str) -> str:
    """A name without case, accents, punctuation and article: `The Québec` → `quebec`."""
    flat = unicodedata.normalize("NFKD", text.translate(_DROPPED)).casefold()
    flat = "".join(c for c in flat if not unicodedata.combining(c)).replace("&", " and ")
    flat = re.sub(r"\b((?:[a-z]\.){2,})", lambda m: m[0].replace(".", ""), flat)
    flat = _DASHES.sub(" ", flat).strip()
    flat = flat.removeprefix("the ")
    return f"saint {flat[3:]}" if flat.startswith("st ") else flat


@cache
def gazetteer() -> Gazetteer:
    """The tables, built at the first call."""
    import pycountry
    import us

    countries = list(pycountry.countries)
    subdivisions = list(pycountry.subdivisions)
    alpha_2 = {c.alpha_2 for c in countries}
    kept = [s for s in subdivisions if s.country_code in SUBDIVIDED]
    other = [s for s in subdivisions if s.country_code not in SUBDIVIDED]
    suffixes = {s.code[3:]: s.code for s in kept if s.country_code == "US"}
    territories = {s.code[3:] for s in kept if s.type == "Outlying area"}

    codes = {c.alpha_2: _plain(c.name) for c in countries if c.alpha_2 not in territories}
    codes |= {s.code: _plain(s.name) for s in kept}
    codes |= BEYOND_ISO

    def canonical(code: str) -> str:
        return suffixes[code] if code in territories else code

    return Gazetteer(
        codes=codes,
        spellings=_spellings(countries, kept, canonical_of=canonical),
        names=_names(countries, kept, canonical_of=canonical),
        abbreviations=_abbreviations(us.states.STATES_AND_TERRITORIES),
        elsewhere={s.code: canonical(s.country_code) for s in other},
        elsewhere_names=_grouped((fold(_plain(s.name)), s.code) for s in other),
        parents=_parents(kept),
        state_suffixes={
            suffix: code
            for suffix, code in suffixes.items()
            if suffix in alpha_2 and suffix not in territories
        },
    )


def _plain(name: str) -> str:
    """An ISO name without its bracketed Welsh twin: `Wales [Cymru GB-CYM]` → `Wales`."""
    return name.split(" [")[0]


def _spellings(
    countries: Iterable[Any], kept: Iterable[Any], *, canonical_of: Callable[[str], str]
) -> dict[str, str]:
    """Other codes for the canonical ones. Earlier sources win: a country is never rewritten, and
    a US state comes before another country's subdivision (`WA`)."""
    found: dict[str, str] = {}
    for country in countries:
        found[country.alpha_2] = canonical_of(country.alpha_2)
        found[country.alpha_3] = canonical_of(country.alpha_2)
    found |= OTHER_SPELLINGS
    named = {fold(name) for names in OTHER_NAMES.values() for name in names}
    for sub in sorted(kept, key=lambda s: SUBDIVIDED.index(s.country_code)):
        suffix = sub.code[3:]
        # The suffix alone is in common use for states, provinces and the four home nations;
        # `NT` (Canada's and Australia's) is left to the names, as an ambiguous one.
        if fold(suffix) not in named and (sub.country_code != "GB" or sub.parent_code is None):
            found.setdefault(suffix, sub.code)
        for twin in re.findall(r"GB-[A-Z]{3}(?=\])", sub.name):
            found.setdefault(twin, sub.code)
    found.setdefault("EAW", ENGLAND_AND_WALES)
    return found


def _names(
    countries: Iterable[Any], kept: Iterable[Any], *, canonical_of: Callable[[str], str]
) -> dict[str, tuple[str, ...]]:
    pairs: list[tuple[str, str]] = []
    for country in countries:
        code = canonical_of(country.alpha_2)
        for attribute in ("name", "common_name", "official_name"):
            pairs += ((name, code) for name in _forms(getattr(country, attribute, "")))
    for sub in kept:
        pairs += ((name, sub.code) for name in _forms(sub.name))
    pairs += ((fold(name), code) for code, name in BEYOND_ISO.items())
    pairs += ((fold(name), code) for code, names in OTHER_NAMES.items() for name in names)
    return _grouped(pairs)


def _forms(name: str) -> set[str]:
    """The ways one ISO name is written: as it stands, turned round at its comma, unbracketed."""
    if not name:
        return set()
    plain = _plain(name)
    forms = {plain, re.sub(r" \([^)]*\)", "", plain)}
    if plain.count(",") == 1:
        head, tail = plain.split(", ")
        forms.add(f"{tail} {head}")
    if twin := re.search(r"\[(.+?)(?: GB-[A-Z]{3})?\]", name):
        forms.add(twin[1])
    return {fold(form) for form in forms}


def _grouped(pairs: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for name, code in pairs:
        if code not in found.get(name, ()):
            found[name] = (*found.get(name, ()), code)
    return found


def _abbreviations(states: Iterable[Any]) -> dict[str, str]:
    """Traditional abbreviations (`Calif.`, `W.Va.`), which unlike codes carry a full stop."""
    found = {"cal": "US-CA", "penn": "US-PA", "penna": "US-PA", "tex": "US-TX"}
    for state in states:
        if state.ap_abbr and "." in state.ap_abbr:
            found[state.ap_abbr.replace(".", "").casefold()] = f"US-{state.abbr}"
    return found


def _parents(kept: Iterable[Any]) -> dict[str, str]:
    parents = {s.code: s.parent_code or s.country_code for s in kept}
    return parents | {
        "GB-ENG": ENGLAND_AND_WALES,
        "GB-WLS": ENGLAND_AND_WALES,
        ENGLAND_AND_WALES: "GB",
    }
