"""Which words of a text name places, and which places each name may mean.

A name counts as a place only where its form and its neighbours allow it: not as a street, a brand,
a person, a lake or a plain word. What a name is qualified by ("Portland, ME", "Cook County,
Illinois") narrows it down here; what else the text says is weighed in `resolve`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from . import tables
from .tables import Match, Option, within
from .text import Text

LOCATIVE: Final = frozenset(
    "in at near from to of outside within inside around across through into throughout for under"
    " en de desde hacia cerca por toward towards via between leaving left entering".split()
)
STRICT_LOCATIVE: Final = frozenset("in near from outside within inside around en desde to".split())
STREETS: Final = frozenset(
    "st street ave avenue av blvd boulevard rd road dr drive ln lane way pl place pkwy parkway hwy"
    " highway ter terrace cir circle pike tpke turnpike plaza sq square trl trail loop row alley"
    " expressway expy freeway fwy bridge tunnel".split()
)
WATERS: Final = frozenset("lake river gulf mount bay creek fort camp isle cape strait".split())
NATURE_AFTER: Final = frozenset("river falls creek mountains mountain sea ocean".split())
MAKERS: Final = frozenset(
    "toyota hyundai kia chevy chevrolet dodge gmc chrysler buick nissan ford pontiac subaru ferrari"
    " honda mercury plymouth lincoln jeep mitsubishi mazda seat vw volkswagen".split()
)
TITLES: Final = frozenset(
    "mr mrs ms miss dr judge officer detective sergeant attorney justice president senator governor"
    " mayor aunt uncle sister brother father reverend pastor prof professor señor senora sr sra don"
    " agent named name called".split()
)
PERSONS: Final = frozenset(
    "friend roommate neighbor neighbour coworker boss manager son daughter brother sister mother"
    " father husband wife girlfriend boyfriend partner cousin niece nephew uncle aunt client dog cat"
    " puppy horse buddy landlord landlady tenant guy girl baby kid child ex fiance fiancee hijo hija"
    " hermano hermana esposo esposa amigo amiga perro vecino vecina named llamado llamada".split()
)
"""A name right after one of these is a person's (or an animal's)."""
OWNERS_AFTER: Final = frozenset(
    "county city court courts police superior municipal district circuit housing supreme probate"
    " family justice state law laws landlord landlords tenant tenants employer company department"
    " dept commission board office airport metro area resident residents residency statute statutes"
    " code rules rule apartment house home property driver drivers license dmv unemployment small"
    " i my we he she they it you the and or but when where is was are has had that on for with"
    " monday tuesday wednesday thursday friday saturday sunday january february march april may"
    " june july august september october november december lease rent eviction custody divorce"
    " corporation corp llc inc lp limited commonwealth province parish borough town township"
    " magistrate surrogate juvenile traffic civil criminal sheriff sheriffs federal immigration"
    " bankruptcy cedula authority division bureau".split()
)
"""Words after a name that leave it a place even when capitalised."""

BRANDS: Final = frozenset(
    tuple(phrase.split())
    for phrase in (
        "bank of america",
        "wells fargo",
        "kentucky fried",
        "texas roadhouse",
        "texas instruments",
        "texas hold em",
        "texas toast",
        "kentucky bluegrass",
        "california pizza",
        "california king",
        "california kings",
        "california roll",
        "boston market",
        "boston scientific",
        "boston consulting",
        "boston dynamics",
        "boston whaler",
        "boston terrier",
        "boston red",
        "boston celtics",
        "boston globe",
        "new york life",
        "new york times",
        "new york post",
        "new york giants",
        "new york yankees",
        "new york mets",
        "new york style",
        "new york knicks",
        "new england patriots",
        "washington post",
        "washington mutual",
        "washington redskins",
        "chicago tribune",
        "chicago bears",
        "chicago cubs",
        "chicago bulls",
        "la fitness",
        "la quinta",
        "philadelphia eagles",
        "philadelphia inquirer",
        "philadelphia cream",
        "georgia pacific",
        "georgia power",
        "alaska airlines",
        "hawaiian airlines",
        "air canada",
        "air france",
        "air india",
        "china airlines",
        "singapore airlines",
        "jersey mike",
        "jersey mikes",
        "virginia slims",
        "virginia tech",
        "delaware north",
        "ohio art",
        "nebraska furniture",
        "oregon trail",
        "arizona iced",
        "arizona tea",
        "dallas cowboys",
        "houston rockets",
        "houston texans",
        "green bay packers",
        "denver broncos",
        "miami dolphins",
        "miami heat",
        "miami vice",
        "los angeles lakers",
        "los angeles times",
        "panama hat",
        "panama papers",
        "lima beans",
        "lima bean",
        "turkey sandwich",
        "turkey breast",
        "brazil nuts",
        "brazil nut",
        "cuba libre",
        "chase manhattan",
        "manhattan project",
        "manhattan associates",
        "american express",
        "phoenix contact",
        "phoenix university",
        "university of phoenix",
        "southern california edison",
        "pacific gas",
        "florida power",
        "stockholm syndrome",
        "vienna sausage",
        "vienna sausages",
        "brussels sprouts",
        "paris hilton",
        "paris jackson",
        "orlando bloom",
        "columbia pictures",
        "columbia sportswear",
        "columbia house",
        "columbia records",
        "london fog",
        "old milwaukee",
        "milwaukee tool",
        "milwaukee tools",
        "milwaukee drill",
        "oklahoma joe",
        "tennessee titans",
        "memphis meats",
        "dutch bros",
        "cambridge analytica",
        "oxford university press",
        "berkshire hathaway",
        "plymouth rock",
        "cleveland browns",
        "cleveland clinic",
        "mayo clinic",
        "hartford insurance",
        "the hartford",
        "lincoln financial",
        "lincoln national",
        "lincoln navigator",
        "monterey jack",
        "buffalo wild",
        "buffalo wings",
        "buffalo bills",
        "tampa bay buccaneers",
        "utah jazz",
        "indiana jones",
        "indiana pacers",
        "hannah montana",
        "joe montana",
        "tony montana",
        "george washington",
        "booker t washington",
        "denzel washington",
        "jack london",
        "irving berlin",
        "chad michael",
        "michael jordan",
        "air jordan",
        "air jordans",
        "carolina panthers",
        "jersey barrier",
        "jersey cow",
        "china cabinet",
        "fine china",
        "bone china",
        "french press",
        "guinea pig",
        "guinea pigs",
        "guinea fowl",
        "mobile home",
        "mobile phone",
        "mobile app",
        "mobile number",
        "dublin core",
        "casablanca fan",
        "sandwich shop",
        "mexico lindo",
        "chili s",
        "santa fe snyder",
        "kansas city southern",
        "kansas city royals",
        "kansas city chiefs",
        "virginia woolf",
        "carolina herrera",
        "sierra club",
        "jersey shore the",
        "state of the union",
        "us bank",
        "u s bank",
        "u s bancorp",
        "us bancorp",
        "us airways",
        "us foods",
        "us cellular",
        "u s cellular",
        "u haul",
        "american airlines",
        "american eagle",
        "bath body",
        "bed bath",
        "india pale",
        "brazilian wax",
        "italian sausage",
        "hong kong flu",
        "swiss army",
        "danish modern",
        "german shepherd",
        "german shepherds",
        "french bulldog",
        "yorkshire terrier",
        "labrador retriever",
        "labrador retrievers",
        "great dane",
        "english bulldog",
        "french fries",
        "spanish speaking",
        "english speaking",
    )
)
"""Names that contain a place and are none: trade names, teams, people, breeds, dishes."""

_BRAND_FIRSTS: Final = {phrase[0] for phrase in BRANDS}
_BRAND_SIZES: Final = sorted({len(phrase) for phrase in BRANDS}, reverse=True)
_CONVENTIONS: Final = frozenset(
    "convention conventions protocol accord accords treaty syndrome".split()
)


_SHORT_WORDS: Final = frozenset(
    {a.lower() for a in tables.STATE_ABBREVIATIONS} | {n.lower() for n in tables.NATIONS}
)
_SMALL_SHORT_WORDS: Final = _SHORT_WORDS - {a.lower() for a in tables.WORDLIKE}


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


def brand_at(text: Text, index: int) -> int:
    """How many words from `index` make a trade name, 0 if none."""
    words = text.words
    if words[index] in _BRAND_FIRSTS:
        for size in _BRAND_SIZES:
            if tuple(words[index : index + size]) in BRANDS:
                return size
    return 0


def _brand_around(text: Text, first: int, last: int) -> int:
    """The end of a trade name that overlaps words `first`..`last`-1, 0 if there is none."""
    for start in range(max(0, first - 3), last):
        size = brand_at(text, start)
        if size and start + size > first:
            return start + size
    return 0


def _abbreviation(text: Text, index: int, *, beside_town: bool) -> str | None:
    """The code of a two-letter abbreviation at `index` (`NSW` and the like included)."""
    if index >= len(text):
        return None
    upper = text.words[index].upper()
    original = text.original(index)
    if upper in tables.NATIONS and original.isupper():
        return tables.NATIONS[upper]
    if upper in tables.STATE_ABBREVIATIONS:
        code = f"US-{upper}"
    elif upper in tables.PROVINCES and original.isupper() and beside_town:
        code = f"CA-{upper}"
    else:
        return None
    if original.isupper() and not text.shouting(index):
        return code
    if _zip_at(text, index + 1):
        return code
    if not beside_town or upper in tables.WORDLIKE:
        return None
    return code


def _zip_at(text: Text, index: int) -> str | None:
    """The state of a five-digit ZIP code at word `index`."""
    word = text.word(index)
    if len(word) == 5 and word.isdecimal() and word.isascii():
        return tables.zip_state(word)
    return None


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


def _region_after(text: Text, index: int) -> tuple[int, tuple[Option, ...]] | None:
    """A state, province or country that begins at word `index`: its end and its options."""
    if index >= len(text):
        return None
    code = _abbreviation(text, index, beside_town=True)
    if code is not None:
        return index + 1, (Option(code, "r", 9),)
    match = tables.lexicon().at(text, index)
    if match is None:
        return None
    found = _place_options(match, allow_short=True)
    if found is None:
        return None
    options, flags = found
    if "u" in flags and not text.all_caps(index):
        return None
    regions = tuple(o for o in options if o.kind in "rs")
    return (match.last, regions) if regions else None


def _joins(gap: str) -> str:
    """How a name is joined to its qualifier: `,`, ` ` or `` (not at all)."""
    bare = gap.strip(" \n\t\"'")
    if bare in {",", ".,", ", (", "(", ",\n"}:
        return ","
    return " " if bare in {"", ".", "-"} and gap and "\n\n" not in gap else ""


def _narrow(options: Sequence[Option], regions: Sequence[Option]) -> tuple[Option, ...]:
    return tuple(o for o in options if any(within(o.code, r.code) for r in regions))


def _qualify(text: Text, mention: Mention) -> Mention:
    """The mention with the region, county or ZIP code written after it."""
    index = mention.last
    if index >= len(text):
        return mention
    join = _joins(text.gap(index - 1))
    if not join:
        return mention
    state = _zip_at(text, index)
    if state is not None:
        chosen = tuple(o for o in mention.options if within(state, o.code))
        if chosen:
            return replace(mention, last=index + 1, options=chosen[:1], qualified=True)
    middle = tables.lexicon().at(text, index) if join == "," else None
    if middle is not None:
        county = _place_options(middle, allow_short=False)
        if county and all(o.kind == "y" for o in county[0]):
            codes = {o.code for o in county[0]}
            chosen = tuple(o for o in mention.options if o.code in codes) or county[0]
            return _qualify(text, replace(mention, last=middle.last, options=chosen))
    region = _region_after(text, index)
    if region is None:
        return mention
    last, regions = region
    narrowed = _narrow(mention.options, regions)
    own_regions = tuple(o for o in mention.options if o.kind == "r")
    if (
        own_regions
        and not narrowed
        and any(within(r.code, o.code) for r in regions for o in own_regions)
    ):
        return mention
    if not narrowed:
        if join != "," or own_regions:
            return mention
        narrowed = tuple(Option(r.code, "c", 0) for r in regions)
    qualified = len({o.code for o in narrowed}) == 1
    extended = replace(mention, last=last, options=narrowed, qualified=qualified)
    if _zip_at(text, last) and _joins(text.gap(last - 1)):
        extended = replace(extended, last=last + 1)
    country = _region_after(text, extended.last)
    if country is not None and _joins(text.gap(extended.last - 1)):
        kept = _narrow(extended.options, country[1])
        if kept:
            codes = {o.code for o in kept}
            extended = replace(extended, last=country[0], options=kept, qualified=len(codes) == 1)
    return extended


def _person_or_street(text: Text, first: int, last: int) -> bool:
    """The name at these words belongs to a street, a person, a water or a car."""
    before, after = text.word(first - 1), text.word(last)
    near_before = text.gap(first - 1) in {" ", "-", ". "} if first else False
    near_after = text.gap(last - 1) == " "
    if (
        near_after
        and after in STREETS
        and (after not in {"place", "way", "row", "square"} or text.capital(last))
    ):
        return True
    if near_after and after in {"court", "ct", "park"} and text.word(first - 1).isdecimal():
        return True
    if near_after and after in NATURE_AFTER and text.capital(last):
        return True
    if near_before and before in {"river", "lake", "gulf"}:
        return True
    if before == "of" and text.word(first - 2) in {"gulf", "straits", "strait"}:
        return True
    if near_before and before in MAKERS:
        return True
    if near_after and after in _CONVENTIONS:
        return True
    if "'" in text.gap(last - 1) and after in {"style"}:
        return True
    if text.word(first - 1) in {"v", "vs"} or (after in {"v", "vs"} and before not in {"of"}):
        return True
    if "&" in text.gap(last - 1) and text.capital(last):
        return True
    if text.gap(last - 1) == "-" and after in {"based", "area"}:
        return False
    if near_before and before in TITLES and text.capital(first):
        return True
    if (
        text.gap(first - 1) in {" ", ", "}
        and first
        and before in PERSONS
        and text.word(last) not in OWNERS_LOWER
    ):
        return True
    if (
        near_before
        and text.capital(first - 1)
        and before in tables.given_names()
        and (not text.shouting(first) and before not in LOCATIVE)
    ):
        return True
    return False


def _full_name(text: Text, first: int, last: int, flags: str) -> bool:
    """The name and the word after it read as a person's first and last name."""
    return bool(
        ("n" in flags or "g" in flags)
        and text.gap(last - 1) == " "
        and text.capital(last)
        and text.word(last) not in OWNERS_AFTER
        and not text.shouting(first)
        and text.word(first - 1) not in STRICT_LOCATIVE
    )


def _led_to(text: Text, first: int) -> str:
    """How the words before lead to a name: `place` as only a place is led to, `any`, or ``."""
    index = first - 1
    if index >= 0 and text.gap(index).strip() == "," and text.capital(index):
        for _ in range(3):
            if not text.capital(index) or text.word(index) in LOCATIVE or text.ends_sentence(index):
                break
            index -= 1
    while text.word(index) in _BETWEEN and not text.ends_sentence(index):
        index -= 1
    word = text.word(index)
    if text.begins_sentence(first) or word not in LOCATIVE:
        return ""
    if word in _PLACING:
        return "place"
    if word == "to":
        moved = set(text.words[max(0, index - 4) : index]) & _GOING
        return "place" if moved else "any"
    if word in {"of", "for", "de"}:
        return "place" if text.word(index - 1) in _HAS_PLACE else "any"
    return "any"


_BETWEEN: Final = frozenset(
    "the downtown nearby rural beautiful north south east west northern southern eastern western"
    " central upstate greater metro suburban sunny".split()
)
_PLACING: Final = frozenset(
    "in near outside within inside throughout across around en from".split()
)
_GOING: Final = frozenset(
    "moved move moves moving relocate relocated relocating went go going goes drive drove driving"
    " retired came come back returned return returning flew fly flying travel traveled travelled trip visit"
    " extradited extradite transferred transfer mude mudarme mudamos sent shipped deployed commute".split()
)
_HAS_PLACE: Final = frozenset(
    "state commonwealth law laws court courts city county town people district supreme university"
    " republic part parts resident residents citizen outside out north south east west corte estado"
    " ciudad condado leyes ley bar statutes code constitution province attorney governor".split()
)


def _believable(text: Text, mention: Mention, flags: str) -> bool:
    """A name without qualifier reads as a place, given its form and the words before it."""
    first, last = mention.first, mention.name_last
    options = mention.options
    led = _led_to(text, first)
    region = any(o.kind == "r" for o in options)
    people = max(o.thousands for o in options)
    shouting = text.shouting(first)
    capital = text.capital(first) and not shouting
    multi = last - first > 1
    owner = (
        text.gap(last - 1) == " "
        and text.word(last) in OWNERS_LOWER
        and (not text.capital(last) or shouting)
    )
    owner = owner or (
        text.gap(last - 1) == " "
        and text.word(last) in COURT_NAMES
        and bool({"court", "police"} & set(text.words[last : last + 3]))
    )
    alone = _stands_alone(text, first, last)
    known = region or people >= 100 or any(o.code.startswith("US-") for o in options)
    if "u" in flags and not _abbreviated_country(text, first, last):
        return False
    if multi and text.words[first] in {"el", "la"} and not text.capital(first):
        return False
    if alone and "g" not in flags and (capital or people >= 20) and _near_home(options):
        return True
    if alone and people >= 900 and _american(options):
        return True
    if not capital and not region and not _near_home(options) and not shouting:
        return led == "place" and people >= 1000
    if multi and "w" in flags:
        return (capital and text.capital(last - 1)) or bool(led) or shouting
    if "w" in flags or "g" in flags:
        if not known or (not region and people < 1000 and not _american(options)):
            return capital and led == "place"
        if led == "place":
            return (
                capital
                or ("w" not in flags and (region or people >= 50))
                or (people >= 50 and _headed(text, first))
            )
        return (capital or shouting or region) and owner and (region or people >= 100)
    if region or any(o.kind == "y" for o in options):
        return True
    if "n" in flags:
        if led == "place":
            return capital or people >= 50
        if not capital:
            return people >= 300
        return capital and people >= 100 and (owner or not text.begins_sentence(first))
    if capital:
        return True
    if multi:
        return people >= 20 or bool(led)
    return people >= 100 or (led == "place" and people >= 10)


def _headed(text: Text, first: int) -> bool:
    """A word of living, working or owning leads to a name in small letters ("renting in mobile")."""
    return bool(HEADS.intersection(text.words[max(0, first - 4) : first]))


def _stands_alone(text: Text, first: int, last: int) -> bool:
    """The name is a sentence of its own, as people add where they are: "… what can I do? Parma"."""
    ends = last >= len(text) or text.ends_sentence(last - 1)
    return text.begins_sentence(first) and ends and len(text) > last - first


def _near_home(options: Sequence[Option]) -> bool:
    """One of the places is in a country whose towns are listed in detail."""
    return any(o.code[:2] in {"US", "CA", "GB", "AU"} for o in options)


HEADS: Final = frozenset(
    "live lives living lived reside renting rent rented moved moving work works working job"
    " apartment apt house home landlord lease place arrested ticket ticketed accident born based"
    " suing sued evicted fired store condo vivo trabajo rento resident police hospital school"
    " property employer boss located judgment judge court case lawsuit married divorced stuck".split()
)


def _american(options: Sequence[Option]) -> bool:
    return any(o.code.startswith("US-") for o in options)


def _abbreviated_country(text: Text, first: int, last: int) -> bool:
    """ "US", "UAE" and the like stand as the name of a country: "in the US", "a US citizen"."""
    if text.words[first] != "us":
        return True
    return text.word(first - 1) in {
        "the",
        "in",
        "a",
        "an",
        "under",
        "non",
        "of",
        "from",
        "former",
        "any",
        "entire",
        "through",
    } or text.word(last) in {
        "citizen",
        "citizens",
        "law",
        "laws",
        "court",
        "courts",
        "government",
        "company",
        "dollars",
        "visa",
        "resident",
        "residents",
        "based",
        "tax",
        "taxes",
        "federal",
        "embassy",
        "consulate",
        "passport",
        "citizenship",
        "immigration",
        "military",
        "army",
        "navy",
        "marine",
        "code",
        "constitution",
        "treasury",
        "customs",
        "companies",
        "employer",
        "employers",
        "territory",
    }


COURT_NAMES: Final = frozenset(
    "municipal housing superior circuit justice county city police probate traffic family magistrate"
    " district supreme court".split()
)
"""Words in capitals that a place's name stands before in the name of a court."""
OWNERS_LOWER: Final = frozenset(
    "law laws landlord landlords tenant tenants employer employers court courts apartment house home"
    " property lease rent rental eviction evictions custody divorce resident residents residency"
    " statute statutes code rules rule police county state license licence dmv unemployment small"
    " probate corporation corp llc company courthouse judge lawyer attorney labor wage overtime"
    " apt workers minimum security tenancy hoa felony misdemeanor dui dwi speeding alimony child will"
    " trust estate marriage prenup foreclosure wages sales income car drivers driver condo"
    " real medicaid comp building apartments office employee employees strata dispute parking zoning"
    " traffic tax taxes business permit airport hospital hotel restaurant school schools roommate"
    " public city slumlord renter renters apartment".split()
)
"""Words that a place's name stands before: "Virginia law", "a Houston landlord"."""


def _named(text: Text, match: Match) -> Mention | None:
    """The mention at a match of the lexicon, None where the words name no place."""
    first = match.first
    found = _place_options(match, allow_short=False)
    if found is None:
        return None
    options, flags = found
    if "u" in flags and not (text.all_caps(first) and not text.shouting(first)):
        return None
    if text.words[first : match.last] in (
        ["u", "s"],
        ["d", "c"],
        ["l", "a"],
        ["b", "c"],
        ["e", "u"],
    ) and ("." not in text.gap(first)):
        return None
    mention = _qualify(text, Mention(first, match.last, match.last, options))
    if _person_or_street(text, first, match.last):
        return None
    if mention.last > match.last:
        return mention
    if _full_name(text, first, match.last, flags):
        return None
    return mention if _believable(text, mention, flags) else None


LAW_TOPICS: Final = frozenset(
    "law laws court courts landlord tenant tenants statute eviction labor employer resident rental"
    " unemployment dmv custody divorce probate".split()
)


_CRIES: Final = frozenset("OK HI OH ME OR IN ID AL DE LA MS AS PR MD".split())


def _bracketed(text: Text, index: int) -> bool:
    """ "[CA]", "(TX)": how forum posts are tagged."""
    before, after = text.gap(index - 1)[-1:], text.gap(index)[:1]
    return (before, after) in {("[", "]"), ("(", ")"), ("[", ","), ("(", ",")}


def _labelled(text: Text, index: int) -> bool:
    return ":" in text.gap(index - 1) and text.word(index - 1) in {"state", "location", "from"}


def _short(text: Text, index: int) -> Mention | None:
    """A mention by abbreviation at word `index`: "in TX", "Wauna, OR 97103", "PA resident"."""
    before = text.word(index - 1)
    joined = _joins(text.gap(index - 1)) if index else ""
    town = bool(joined == "," and text.capital(index - 1) and before not in LOCATIVE)
    upper = text.words[index].upper()
    lower_law = (
        upper not in tables.WORDLIKE
        and text.word(index + 1) in LAW_TOPICS
        and (text.gap(index) == " ")
        and upper not in {"VA", "MS", "SC", "PR", "VI", "CT", "NE", "SD", "GA", "IA"}
    )
    strict = before in STRICT_LOCATIVE and text.all_caps(index) and not text.shouting(index)
    code = _abbreviation(text, index, beside_town=town)
    if (
        code is None
        and before in STRICT_LOCATIVE
        and upper not in tables.WORDLIKE
        and (upper in tables.STATE_ABBREVIATIONS and upper not in {"VA", "PR", "VI", "SD", "NE"})
    ):
        code = f"US-{upper}"
    tagged = text.all_caps(index) and (
        _bracketed(text, index)
        or (
            upper not in _CRIES
            and (_labelled(text, index) or _stands_alone(text, index, index + 1))
        )
    )
    if code is None and tagged and upper in tables.STATE_ABBREVIATIONS:
        code = f"US-{upper}"
    if code is None and lower_law:
        code = f"US-{upper}" if upper in tables.STATE_ABBREVIATIONS else None
    if code is None or (
        upper in tables.WORDLIKE and not tagged and not strict and not _zip_at(text, index + 1)
    ):
        return None
    if not town and not lower_law and not tagged and not _zip_at(text, index + 1):
        after = text.word(index + 1)
        lead = before in LOCATIVE | {"here"}
        if not lead and not (
            after in OWNERS_AFTER
            and text.gap(index) == " "
            and upper
            not in {"VA", "MD", "PR", "CT", "VI", "SC", "MS", "AS", "NE", "SD", "AR", "MT"}
        ):
            return None
    last = index + 2 if _zip_at(text, index + 1) and _joins(text.gap(index)) else index + 1
    return Mention(
        index, last, index + 1, (Option(code, "r", 9),), qualified=True, form="abbreviation"
    )


ADJECTIVE_NOUNS: Final = frozenset(
    "law laws court courts legislation statute labour labor employment contract company tribunal"
    " tribunals employer employers landlord landlords tenancy judge authorities police criminal civil"
    " family immigration tax bankruptcy commercial corporate constitution supreme high consumer"
    " privacy rental divorce custody inheritance property government".split()
)


def _adjective(text: Text, match: Match) -> Mention | None:
    """A place by its adjective before a word of law: "English law", "a Mexican court"."""
    code = next((e.value for e in match.entries if e.family == "adjective"), None)
    if code is None:
        return None
    noun = match.last
    while text.word(noun) in {"substantive", "internal", "domestic"} and noun - match.last < 2:
        noun += 1
    spanish = text.word(match.first - 1) in {"ley", "leyes", "legislacion", "derecho", "tribunales"}
    if not spanish and (text.word(noun) not in ADJECTIVE_NOUNS or text.gap(noun - 1) != " "):
        return None
    return Mention(match.first, match.last, match.last, (Option(code, "r", 9),), True, "adjective")


def _zip_alone(text: Text, index: int) -> Mention | None:
    """A ZIP code that is called one: "zip 97201", "my zip code is 97201"."""
    state = _zip_at(text, index)
    cues = {"zip", "zipcode", "postal"}
    if state is None or not cues & set(text.words[max(0, index - 4) : index]):
        return None
    return Mention(index, index + 1, index + 1, (Option(state, "r", 9),), True, "zip")


def find_mentions(text: Text, matches: Sequence[Match]) -> list[Mention]:
    """All mentions of places in order, none overlapping another."""
    found: list[Mention] = []
    by_first = {m.first: m for m in matches}
    starts = sorted(
        set(by_first)
        | {i for i, word in enumerate(text.words) if word in _SHORT_WORDS and text.capital(i)}
        | {i for i, word in enumerate(text.words) if len(word) == 5 and word.isdecimal()}
        | {i for i, word in enumerate(text.words) if word in _SMALL_SHORT_WORDS}
    )
    free = 0
    for index in starts:
        if index < free:
            continue
        mention = None
        match = by_first.get(index)
        if match is not None:
            brand = _brand_around(text, match.first, match.last)
            if brand:
                free = brand
                continue
            mention = _named(text, match) or _adjective(text, match)
        if mention is None and len(text.words[index]) <= 3:
            mention = _short(text, index)
        if mention is None:
            mention = _zip_alone(text, index)
        if mention is not None:
            found.append(mention)
            free = mention.last
    return found
