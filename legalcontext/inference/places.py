"""Which words of a text name places, and which places each name may mean.

What a name is qualified by ("Portland, ME", "Cook County, Illinois") narrows it down here; what
else the text says about it is weighed later (`meanings`, `resolve`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from . import tables
from .names import (
    LOCATIVE,
    OWNERS_AFTER,
    STRICT_LOCATIVE,
    believable,
    belongs_to_another,
    brand_around,
    closes,
    full_name,
    stands_alone,
)
from .tables import Match, Option, within
from .text import Text

_SHORT_WORDS: Final = frozenset(
    {a.lower() for a in tables.STATE_ABBREVIATIONS} | {n.lower() for n in tables.NATIONS}
)
_SMALL_SHORT_WORDS: Final = _SHORT_WORDS - {a.lower() for a in tables.WORDLIKE}
CRIES: Final = frozenset("OK HI OH ME OR IN ID AL DE LA MS AS PR MD".split())
"""Abbreviations that people also write alone in capitals as words or titles."""
ACRONYMS: Final = frozenset("VA MD PR CT VI SC MS AS NE SD AR MT".split())
"""Abbreviations that stand for other things too (Veterans Affairs, a doctor): not before a noun."""
LAW_TOPICS: Final = frozenset(
    "law laws court courts landlord tenant tenants statute eviction labor employer resident rental"
    " unemployment dmv custody divorce probate".split()
)
HOME_TOPICS: Final = frozenset(
    "landlord tenant tenants eviction resident rental custody divorce".split()
)
"""Those of them that are no concern of the other things that an acronym stands for."""
ADJECTIVE_NOUNS: Final = frozenset(
    "law laws court courts legislation statute labour labor employment contract company tribunal"
    " tribunals employer employers landlord landlords tenancy judge authorities police criminal"
    " civil family immigration tax bankruptcy commercial corporate constitution supreme high"
    " consumer privacy rental divorce custody inheritance property government".split()
)
SPANISH_NOUNS: Final = frozenset("ley leyes legislacion derecho tribunales".split())
CONDADO: Final = "condado"
COUNTY_WORDS: Final = 3
"""The most words of a county's name ("San Luis Obispo")."""
DOTTED: Final = frozenset({"u s", "d c", "l a", "b c", "e u"})
"""Initials that are words or nothing without their full stops."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A place named by words `first`..`last`-1 (qualifiers included).

    name_last: where the name itself ends. options: what it may mean. qualified: the words beside
    it settle which (a state, a ZIP code). form: `name`, `abbreviation`, `zip` or `adjective`.
    """

    first: int
    last: int
    name_last: int
    options: tuple[Option, ...]
    qualified: bool = False
    form: str = "name"

    @property
    def codes(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(option.code for option in self.options))


def find_mentions(text: Text, matches: Sequence[Match]) -> list[Mention]:
    """All mentions of places in order, none overlapping another."""
    by_first = {match.first: match for match in matches}
    found: list[Mention] = []
    free = 0
    for index in _starts(text, by_first):
        if index < free:
            continue
        mention = None
        match = by_first.get(index)
        if match is not None:
            brand = brand_around(text, match.first, match.last)
            if brand:
                free = brand
                continue
            mention = _named(text, match) or _adjective(text, match)
        if text.words[index] == CONDADO:
            mention = _condado(text, index) or mention
        if mention is None and len(text.words[index]) <= 3:
            mention = _short(text, index)
        if mention is None:
            mention = _zip_alone(text, index)
        if mention is not None:
            found.append(mention)
            free = mention.last
    return found


def _starts(text: Text, by_first: dict[int, Match]) -> list[int]:
    """The words at which a mention may begin."""
    starts = set(by_first)
    for index, word in enumerate(text.words):
        size = len(word)
        if size == 5:
            if word.isdecimal():
                starts.add(index)
        elif word == CONDADO or (
            size <= 3
            and word in _SHORT_WORDS
            and (word in _SMALL_SHORT_WORDS or text.capital(index))
        ):
            starts.add(index)
    return sorted(starts)


def _condado(text: Text, index: int) -> Mention | None:
    """A county as it is named in Spanish: "condado de Harris" is Harris County."""
    first = index + 1 + (text.word(index + 1) in {"de", "del"})
    for last in range(min(first + COUNTY_WORDS, len(text)), first, -1):
        if not text.words_joined(first, last):
            continue
        named = f"{' '.join(text.words[first:last])} county"
        for entry in tables.lexicon().entries(named):
            if entry.family == "place":
                return _qualify(text, Mention(index, last, last, tables.options(entry.value)))
    return None


def _named(text: Text, match: Match) -> Mention | None:
    """The mention at a match of the lexicon, None where the words name no place."""
    first, last = match.first, match.last
    found = _place_options(match, allow_short=False)
    if found is None:
        return None
    options, flags = found
    if "u" in flags and not (text.all_caps(first) and not text.shouting(first)):
        return None
    if " ".join(text.words[first:last]) in DOTTED and "." not in text.gap(first):
        return None
    if belongs_to_another(text, first, last):
        return None
    mention = _after_town(text, _qualify(text, Mention(first, last, last, options)))
    if mention.last > last and "u" not in flags:
        return mention
    if mention.last == last:
        mention = replace(mention, options=_unqualified(match) or options)
    if full_name(text, first, last, flags) or not believable(text, first, last, options, flags):
        return None
    return mention


def _place_options(match: Match, *, allow_short: bool) -> tuple[tuple[Option, ...], str] | None:
    """What the place entries of a match may mean, and their flags together."""
    found: list[Option] = []
    flags = ""
    region = False
    for entry in match.entries:
        if entry.family == "place" and ("q" not in entry.flags or allow_short):
            options = tables.options(entry.value)
            found.extend(options)
            if not region:
                flags += entry.flags
            region = region or options[0].kind == "r"
    return (tuple(found), flags) if found else None


def _unqualified(match: Match) -> tuple[Option, ...]:
    """What a region's name means without a qualifier: the region, not a town of its name
    ("Delaware" is no town in Ohio), but for towns listed with it (Ontario)."""
    for entry in match.entries:
        options = tables.options(entry.value) if entry.family == "place" else ()
        if options and options[0].kind == "r":
            return options
    return ()


def _joins(text: Text, index: int) -> str:
    """How word `index` is joined to a qualifier after it: `,`, ` ` or `` (not at all)."""
    gap = text.gap(index)
    if gap == " ":
        return gap
    if not gap or text.ends_sentence(index):
        return ""
    bare = gap.strip(" \n\t\"'")
    if bare in {",", ".,", ", (", "("}:
        return ","
    return " " if bare in {"", ".", "-"} else ""


def _narrow(options: Sequence[Option], regions: Sequence[Option]) -> tuple[Option, ...]:
    return tuple(o for o in options if any(within(o.code, r.code) for r in regions))


def _settled(mention: Mention, last: int, options: tuple[Option, ...]) -> Mention:
    qualified = len({o.code for o in options}) == 1
    return replace(mention, last=last, options=options, qualified=qualified)


def _qualify(text: Text, mention: Mention) -> Mention:
    """The mention with the county, region, ZIP code and country written after it."""
    mention = _in_county(text, mention)
    mention = _in_region(text, mention)
    if mention.qualified:
        region = _region_after(text, mention.last)
        if region is not None and _joins(text, mention.last - 1):
            kept = _narrow(mention.options, region[1])
            if kept:
                return _settled(mention, region[0], kept)
    return mention


def _in_county(text: Text, mention: Mention) -> Mention:
    """ "Joliet, Will County": the county narrows the town down."""
    if mention.last >= len(text) or _joins(text, mention.last - 1) != ",":
        return mention
    match = tables.lexicon().at(text, mention.last)
    county = _place_options(match, allow_short=False) if match is not None else None
    if match is None or county is None or any(o.kind != "y" for o in county[0]):
        return mention
    codes = {o.code for o in county[0]}
    chosen = tuple(o for o in mention.options if o.code in codes) or county[0]
    return _settled(mention, match.last, chosen)


def _in_region(text: Text, mention: Mention) -> Mention:
    """ "Eugene, OR 97401", "Houston Texas": the state, province, country or ZIP code narrows."""
    index = mention.last
    join = _joins(text, index - 1) if index < len(text) else ""
    if not join:
        return mention
    state = _zip_at(text, index)
    if state is not None:
        chosen = tuple(o for o in mention.options if within(state, o.code))
        return _settled(mention, index + 1, chosen[:1]) if chosen else mention
    region = _region_after(text, index)
    if region is None:
        return mention
    last, regions = region
    narrowed = _narrow(mention.options, regions)
    if not narrowed:
        own_region = any(o.kind == "r" for o in mention.options)
        if join != "," or own_region or _wordlike_small(text, index):
            return mention
        narrowed = tuple(Option(r.code, "c", 0) for r in regions)
    if _zip_at(text, last) and _joins(text, last - 1):
        last += 1
    return _settled(mention, last, narrowed)


def _after_town(text: Text, mention: Mention) -> Mention:
    """ "Montego Bay, Jamaica": a name after an unknown town and a comma is a region's."""
    index = mention.first - 1
    regions = tuple(o for o in mention.options if o.kind == "r")
    if not regions or len(regions) == len(mention.options) or mention.qualified or index < 0:
        return mention
    town = _joins(text, index) == "," and text.capital(index)
    return _settled(mention, mention.last, regions) if town else mention


def _region_after(text: Text, index: int) -> tuple[int, tuple[Option, ...]] | None:
    """A state, province or country that begins at word `index`: its end and its options."""
    if index >= len(text):
        return None
    code = _abbreviation(text, index, beside_town=True)
    if code is not None:
        return index + 1, (Option(code, "r", 9),)
    match = tables.lexicon().at(text, index)
    found = _place_options(match, allow_short=True) if match is not None else None
    if match is None or found is None:
        return None
    options, flags = found
    if "u" in flags and not text.all_caps(index):
        return None
    regions = tuple(o for o in options if o.kind in "rs")
    return (match.last, regions) if regions else None


def _wordlike_small(text: Text, index: int) -> bool:
    return text.words[index].upper() in tables.WORDLIKE and not text.all_caps(index)


def _abbreviation(text: Text, index: int, *, beside_town: bool) -> str | None:
    """The code of a two-letter abbreviation at `index` (`NSW` and the like included)."""
    if index >= len(text):
        return None
    upper = text.words[index].upper()
    capitals = text.all_caps(index)
    if upper in tables.NATIONS and capitals:
        return tables.NATIONS[upper]
    if upper in tables.STATE_ABBREVIATIONS:
        code = f"US-{upper}"
    elif upper in tables.PROVINCES and capitals and beside_town:
        code = f"CA-{upper}"
    else:
        return None
    if (capitals and not text.shouting(index)) or _zip_at(text, index + 1):
        return code
    if not beside_town:
        return None
    if upper in tables.MISREAD:
        last = index + 1 >= len(text) or text.ends_sentence(index)
        return code if last else None
    return code


def _zip_at(text: Text, index: int) -> str | None:
    """The state of a five-digit ZIP code at word `index`."""
    word = text.word(index)
    if len(word) == 5 and word.isdecimal() and word.isascii():
        return tables.zip_state(word)
    return None


def _short(text: Text, index: int) -> Mention | None:
    """A mention by abbreviation at word `index`: "in TX", "Wauna, OR 97103", "[CA]", "ny law"."""
    upper = text.words[index].upper()
    code = _short_code(text, index)
    if code is None:
        return None
    last = index + 1
    if _zip_at(text, last) and _joins(text, index):
        last += 1
    elif upper in tables.WORDLIKE and not _tagged(text, index) and not _placed(text, index):
        return None
    return Mention(
        index, last, index + 1, (Option(code, "r", 9),), qualified=True, form="abbreviation"
    )


TERSE_AFTER: Final = frozenset(
    "holdover nonpayment garnishment wage wages security deposit residential dispossess unlawful"
    " detainer default debt contract probate guardianship noncompete eviction r rule rules stat"
    " civ penal labor bus civil family limitations".split()
)
"""Words that a state's letters stand before in a lawyer's short hand: "NY holdover"."""


def _short_code(text: Text, index: int) -> str | None:
    """What an abbreviation stands for, where the words beside it make it one."""
    upper = text.words[index].upper()
    before = text.word(index - 1)
    town = (
        index > 0
        and _joins(text, index - 1) == ","
        and text.capital(index - 1)
        and before not in LOCATIVE
    )
    code = _abbreviation(text, index, beside_town=town)
    state = f"US-{upper}" if upper in tables.STATE_ABBREVIATIONS else None
    if _zip_at(text, index + 1):
        return code
    if _tagged(text, index):
        return code or state
    topics = HOME_TOPICS if upper in ACRONYMS else LAW_TOPICS
    before_law = text.gap(index) == " " and text.word(index + 1) in topics
    if before_law and upper not in tables.WORDLIKE | {"GA", "IA"}:
        return code or state
    if code is None:
        placed = before in STRICT_LOCATIVE and upper not in tables.WORDLIKE
        return state if placed and upper not in {"VA", "PR", "VI", "SD", "NE"} else None
    named_law = text.gap(index) == " " and text.word(index + 1) in TERSE_AFTER
    if named_law and text.all_caps(index) and upper not in tables.WORDLIKE | ACRONYMS:
        return code
    owner = text.gap(index) == " " and text.word(index + 1) in OWNERS_AFTER
    if town or before in LOCATIVE | {"here"} or (owner and upper not in ACRONYMS):
        return code
    return None


def _placed(text: Text, index: int) -> bool:
    """ "in OR": capitals after a preposition of place, not in a text all in capitals."""
    return (
        text.word(index - 1) in STRICT_LOCATIVE
        and text.all_caps(index)
        and not text.shouting(index)
    )


def _tagged(text: Text, index: int) -> bool:
    """ "[CA]", "(TX)", "State: NC", "… what now? FL": how forum posts say where they are."""
    if not text.all_caps(index):
        return False
    before, after = text.gap(index - 1)[-1:], text.gap(index)[:1]
    if before in {"[", "("} and after in {"]", ")", ","}:
        return True
    if text.words[index].upper() in CRIES:
        return False
    labelled = ":" in text.gap(index - 1) and text.word(index - 1) in {"state", "location", "from"}
    last_said = text.words[index].upper() not in tables.WORDLIKE and closes(text, index, index + 1)
    return labelled or last_said or stands_alone(text, index, index + 1)


def _adjective(text: Text, match: Match) -> Mention | None:
    """A place by its adjective before a word of law: "English law", "a Mexican court"."""
    code = next((e.value for e in match.entries if e.family == "adjective"), None)
    if code is None:
        return None
    noun = match.last
    while text.word(noun) in {"substantive", "internal", "domestic"} and noun - match.last < 2:
        noun += 1
    spanish = text.word(match.first - 1) in SPANISH_NOUNS
    if not spanish and (text.word(noun) not in ADJECTIVE_NOUNS or text.gap(noun - 1) != " "):
        return None
    return Mention(match.first, match.last, match.last, (Option(code, "r", 9),), True, "adjective")


def _zip_alone(text: Text, index: int) -> Mention | None:
    """A ZIP code that is called one: "zip 97201", "my zip code is 97201"."""
    state = _zip_at(text, index)
    if state is None or {"zip", "zipcode", "postal"}.isdisjoint(text.before(index, 4)):
        return None
    return Mention(index, index + 1, index + 1, (Option(state, "r", 9),), True, "zip")
