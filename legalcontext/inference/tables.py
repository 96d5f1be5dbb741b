"""The tables of `data/`, read once, as one lexicon of phrases of folded words.

A text is scanned with one dictionary look-up a word; only where a word begins a known phrase are
longer runs compared, so that the work grows with the length of the text and nothing else.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final, Literal, NamedTuple

from .text import Text

Family = Literal["place", "adjective", "agency", "term", "statute", "law", "case", "fed", "bankr"]

PARENTS: Final[dict[str, str]] = {"GB-ENG": "GB-EAW", "GB-WLS": "GB-EAW"}
"""Parents that are no prefix of their code: England and Wales share one law."""


def parent(code: str) -> str | None:
    """The place that contains `code`: `US-CA` → `US`, `GB-ENG` → `GB-EAW` → `GB` → None."""
    if code in PARENTS:
        return PARENTS[code]
    head, _, tail = code.partition("-")
    return head if tail else None


@cache
def line(code: str) -> tuple[str, ...]:
    """`code` and its parents, nearest first."""
    found = [code]
    while (above := parent(found[-1])) is not None:
        found.append(above)
    return tuple(found)


def within(code: str, other: str) -> bool:
    """`code` is `other` or lies inside it."""
    return other in line(code)


class Option(NamedTuple):
    """One place that a name may mean.

    kind: `r` country or subdivision, `c` town, `C` capital of a country or US state, `L` largest
    town of a US state, `y` US county, `s` part of another country. thousands: of people.
    """

    code: str
    kind: str
    thousands: int


class Entry(NamedTuple):
    """What a phrase stands for.

    flags: `w` dictionary words, `n` a surname, `g` a given name, `t` a small town, `q` only after
    a town, `u` only in capitals, `*` only near a number, `#` only after one. value: read by family.
    """

    family: Family
    flags: str
    value: str


@dataclass(frozen=True, slots=True)
class Match:
    """A phrase found: words `first`..`last`-1, and what it may stand for."""

    first: int
    last: int
    entries: tuple[Entry, ...]


def rows(name: str) -> Iterator[list[str]]:
    text = (files(__package__) / "data" / name).read_text(encoding="utf-8")
    for row in text.splitlines():
        if row and not row.startswith("#"):
            yield row.split("\t")


class Lexicon:
    """Phrases by their words.

    For each first word it is known whether it is a phrase by itself, and with which second words
    longer ones begin: most runs are rejected by their second word.
    """

    __slots__ = ("_entries", "_longer")

    def __init__(self) -> None:
        self._entries: dict[str, tuple[Entry, ...]] = {}
        self._longer: dict[str, dict[str, tuple[int, ...]]] = {}

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def add(self, phrase: str, entry: Entry) -> None:
        known = self._entries.get(phrase)
        if known is not None:
            self._entries[phrase] = (*known, entry)
            return
        self._entries[phrase] = (entry,)
        first, *rest = phrase.split(" ")
        seconds = self._longer.setdefault(first, {})
        if rest:
            lengths = {len(rest) + 1, *seconds.get(rest[0], ())}
            seconds[rest[0]] = tuple(sorted(lengths, reverse=True))

    def entries(self, phrase: str) -> tuple[Entry, ...]:
        """What a phrase stands for, nothing for an unknown one."""
        return self._entries.get(phrase, ())

    def at(self, text: Text, index: int) -> Match | None:
        """The longest phrase that begins at word `index`."""
        words = text.words
        seconds = self._longer.get(words[index])
        if seconds is None:
            return None
        following = words[index + 1] if index + 1 < len(words) else ""
        for length in seconds.get(following, ()):
            last = index + length
            found = self._entries.get(" ".join(words[index:last]))
            if found and last <= len(words) and text.words_joined(index, last):
                return Match(index, last, found)
        found = self._entries.get(words[index])
        return Match(index, index + 1, found) if found else None

    def matches(self, text: Text) -> list[Match]:
        """The longest phrases from left to right, none within another."""
        known = self._longer
        found: list[Match] = []
        free = 0
        for index, word in enumerate(text.words):
            if word in known and index >= free:
                match = self.at(text, index)
                if match is not None:
                    found.append(match)
                    free = match.last
        return found


@cache
def lexicon() -> Lexicon:
    """Every phrase of the tables; about 25,000."""
    made = Lexicon()
    overridden = set()
    for name, flags, options in rows("aliases.tsv"):
        overridden.add(name)
        made.add(name, Entry("place", flags, options))
    for table in ("regions.tsv", "places.tsv"):
        for name, flags, options in rows(table):
            if name not in overridden:
                made.add(name, Entry("place", flags, options))
    for name, code in rows("demonyms.tsv"):
        made.add(name, Entry("adjective", "", code))
    for name, flags, code, forum, weight in rows("agencies.tsv"):
        made.add(name, Entry("agency", flags, f"{code}|{forum}|{weight}"))
    for name, flags, code, kind, weight in rows("terms.tsv"):
        made.add(name, Entry("term", flags, f"{code}|{kind}|{weight}"))
    for name, flags, code in rows("statutes.tsv"):
        made.add(name, Entry("statute", flags, code))
    for name, kind, code in rows("reporters.tsv"):
        if kind == "parenthesis":
            continue
        made.add(name, Entry(kind, "", code))  # type: ignore[arg-type]
    return made


@cache
def options(value: str) -> tuple[Option, ...]:
    """The places of an entry of the family `place`, most people first."""
    parts = (item.split(":") for item in value.split(";"))
    return tuple(Option(code, kind, int(people)) for code, kind, people in parts)


@cache
def given_names() -> frozenset[str]:
    return frozenset((files(__package__) / "data" / "given.txt").read_text("utf-8").split())


@cache
def state_citations() -> dict[str, str]:
    """How citations shorten a state in parentheses, "(Ill. App. Ct. 2018)": words to code."""
    return {name: code for name, kind, code in rows("reporters.tsv") if kind == "parenthesis"}


@cache
def _zip_runs() -> tuple[list[str], list[str]]:
    starts, codes = [], []
    for start, code in rows("zips.tsv"):
        starts.append(start)
        codes.append(code)
    return starts, codes


def zip_state(digits: str) -> str | None:
    """The state that a five-digit ZIP code belongs to, None for an unused one."""
    starts, codes = _zip_runs()
    index = bisect_right(starts, digits) - 1
    return codes[index] or None if index >= 0 else None


STATE_ABBREVIATIONS: Final = frozenset(
    "AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM"
    " NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC PR GU VI AS MP".split()
)
WORDLIKE: Final = frozenset("OR IN ME HI OK OH LA ID DE AL PA MA CO MO NE AS MI AR MP".split())
"""Abbreviations that are words too (in English or Spanish): believed only beside a town."""
MISREAD: Final = frozenset("OR IN ME HI DE AL AS".split())
"""Those that even beside a town are likelier the word when in small letters: "portland or…"."""
PROVINCES: Final = frozenset("AB BC MB NB NL NS ON PE QC SK YT NT NU".split())
NATIONS: Final = {"NSW": "AU-NSW", "QLD": "AU-QLD", "VIC": "AU-VIC", "TAS": "AU-TAS"}
