"""Whether a name that a place has is meant as the place: not as a street, a trade name, a person, a
lake, a car or a plain word. Judged by its form and by the words beside it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from . import tables
from .tables import Lexicon, Option
from .text import Text


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


LOCATIVE: Final = _words(
    "in at near from to of outside within inside around across through into throughout for under"
    " en de desde hacia cerca por toward towards via between leaving left entering"
)
PLACING: Final = _words("in near from outside within inside throughout across around en")
"""Prepositions that a place follows, and seldom a person."""
STRICT_LOCATIVE: Final = PLACING | {"desde", "to"}
BETWEEN: Final = _words(
    "the downtown nearby rural beautiful north south east west northern southern eastern western"
    " central upstate greater metro suburban sunny nw ne sw se"
)
"""Words between a preposition and a place's name."""
GOING: Final = _words(
    "moved move moves moving relocate relocated relocating went go going goes drive drove driving"
    " retired came come back returned return returning flew fly flying travel traveled travelled"
    " trip visit extradited extradite transferred transfer mude mudarme mudamos sent shipped"
    " deployed commute"
)
HAS_PLACE: Final = _words(
    "state commonwealth law laws court courts city county town people district supreme university"
    " republic part parts resident residents citizen outside out north south east west corte"
    " estado ciudad condado leyes ley bar statutes code constitution province attorney governor"
)
"""Words before "of" (and "de") that a place follows."""
STREETS: Final = _words(
    "st street ave avenue av blvd boulevard rd road dr drive ln lane way pl place pkwy parkway hwy"
    " highway ter terrace cir circle pike tpke turnpike plaza sq square trl trail loop row alley"
    " expressway expy freeway fwy bridge tunnel"
)
ONLY_CAPITAL_STREETS: Final = _words("place way row square")
WATERS: Final = _words("river lake gulf")
NATURE_AFTER: Final = _words("river falls creek mountains mountain sea ocean")
MAKERS: Final = _words(
    "toyota hyundai kia chevy chevrolet dodge gmc chrysler buick nissan ford pontiac subaru"
    " ferrari honda mercury plymouth lincoln jeep mitsubishi mazda seat vw volkswagen"
)
CONVENTIONS: Final = _words("convention conventions protocol accord accords treaty syndrome")
TITLES: Final = _words(
    "mr mrs ms miss dr judge officer detective sergeant attorney justice president senator"
    " governor mayor aunt uncle sister brother father reverend pastor prof professor señora senora"
    " sr sra don agent named name called"
)
PERSONS: Final = _words(
    "friend roommate neighbor neighbour coworker boss manager son daughter brother sister mother"
    " father husband wife girlfriend boyfriend partner cousin niece nephew uncle aunt client dog"
    " cat puppy horse buddy landlord landlady tenant guy girl baby kid child ex fiance fiancee"
    " hijo hija hermano hermana esposo esposa amigo amiga perro vecino vecina named llamado"
    " llamada"
)
"""A name right after one of these is a person's (or an animal's)."""
OWNERS_AFTER: Final = _words(
    "county city court courts police superior municipal district circuit housing supreme probate"
    " family justice state law laws landlord landlords tenant tenants employer company department"
    " dept commission board office airport metro area resident residents residency statute"
    " statutes code rules rule apartment house home property driver drivers license dmv"
    " unemployment small i my we he she they it you the and or but when where is was are has had"
    " that on for with monday tuesday wednesday thursday friday saturday sunday january february"
    " march april may june july august september october november december lease rent eviction"
    " custody divorce corporation corp llc inc lp limited commonwealth province parish borough"
    " town township magistrate surrogate juvenile traffic civil criminal sheriff sheriffs federal"
    " immigration bankruptcy cedula authority division bureau"
)
"""Words after a name that leave it a place even when capitalised."""
OWNERS_LOWER: Final = _words(
    "law laws landlord landlords tenant tenants employer employers court courts apartment house"
    " home property lease rent rental eviction evictions custody divorce resident residents"
    " residency statute statutes code rules rule police county state license licence dmv small"
    " unemployment probate corporation corp llc company courthouse judge lawyer attorney labor"
    " wage overtime apt workers minimum security tenancy hoa felony misdemeanor dui dwi speeding"
    " alimony child will trust estate marriage prenup foreclosure wages sales income car drivers"
    " driver condo real medicaid comp building apartments office employee employees strata dispute"
    " parking zoning traffic tax taxes business permit airport hospital hotel restaurant school"
    " schools roommate public city casino slumlord renter renters"
)
"""Words in small letters that a place's name stands before: "Virginia law"."""
COURT_NAMES: Final = _words(
    "municipal housing superior circuit justice county city police probate traffic family"
    " magistrate district supreme court"
)
"""Words in capitals that a place's name stands before in the name of a court."""
BODIES: Final = _words(
    "department dept commission board bureau division agency authority supreme secretary attorney"
)
"""Words in capitals that a place's name stands before in the name of a body."""
TRADES_AFTER: Final = _words(
    "apartments properties property realty residences towers estates villas condominiums"
    " condos management holdings homes rentals lofts manor commons townhomes investments"
)
"""Words in capitals that end the trade name of a firm or a block: "Providence Court Apartments"."""
FIRMS_AFTER: Final = _words(
    "credit funding bank recovery collections collection receivables financial finance capital"
    " acquisitions portfolio associates lending loans acceptance savings servicing"
)
"""Words in capitals that end the trade name of a lender or a collector: "Midland Credit"."""
FIRM_GOES_ON: Final = _words(
    "law laws code act commission department statute statutes regulations agency authority board"
    " division bureau one of"
)
"""Words after one of them that make it no firm's name: "Texas Finance Code"."""
TRADES_BEFORE: Final = _words(
    "casas villas jardines residencial residencias inmobiliaria condominio condominios conjunto"
    " torres torre colinas lomas hacienda rancho arrendadora constructora administradora viviendas"
    " quintas portales bosques fraccionamiento apartamentos departamentos edificio grupo muebleria"
    " financiera clinica farmacia hotel villa"
)
"""Words in capitals that begin one: "Casas del Valle", "Jardines de la Victoria"."""
OF_THE: Final = _words("del la las los el")
SPANISH_WORDS: Final = frozenset(
    (
        *("valle", "el valle", "colina", "cerro", "gracia", "la victoria", "la libertad"),
        *("la paz", "la vega", "la laguna", "la serena", "la concepcion", "concordia"),
        *("soledad", "resistencia", "retiro", "milagro", "delicias", "esmeraldas"),
        *("corrientes", "cabanas", "bello", "bella vista", "buenavista", "buenaventura"),
        *("miraflores", "choco", "coro", "posadas", "progreso", "el progreso", "el paraiso"),
        *("el oro", "el limon", "el tigre", "los rios", "los lagos", "los santos", "misiones"),
        *("ejido", "loreto", "latina", "parla", "pasto", "portuguesa", "cortes", "coronel"),
        *("piedras negras", "ojo de agua", "palo negro", "entre rios", "victoria", "flores"),
        *("union", "la union", "lima", "puente alto", "rocha", "baruta", "mejicanos"),
    )
)
"""Names of places that are words of Spanish, surnames or names of firms first."""
AMBIGUOUS_INITIALS: Final = _words("la oc sf bc")
HEADS: Final = _words(
    "live lives living lived reside renting rent rented moved moving work works working job"
    " apartment apt house home landlord lease place arrested ticket ticketed accident born based"
    " suing sued evicted fired store condo vivo trabajo rento resident police hospital school"
    " property employer boss located judgment judge court case lawsuit married divorced stuck"
)
"""Words that lead to a place even where it is a word in small letters ("renting in mobile")."""
COUNTRY_BEFORE: Final = _words("the in a an under non of from former any entire through")
COUNTRY_AFTER: Final = _words(
    "citizen citizens law laws court courts government company dollars visa resident residents"
    " based tax taxes federal embassy consulate passport citizenship immigration military army"
    " navy marine code constitution treasury customs companies employer employers territory"
)


@cache
def _brands() -> Lexicon:
    made = Lexicon()
    for (phrase,) in tables.rows("brands.txt"):
        made.add(phrase, tables.Entry("term", "", phrase))
    return made


def brand_around(text: Text, first: int, last: int) -> int:
    """The end of a trade name that overlaps words `first`..`last`-1, 0 if there is none."""
    for start in range(max(0, first - 3), last):
        match = _brands().at(text, start)
        if match is not None and match.last > first:
            return match.last
    return 0


def belongs_to_another(text: Text, first: int, last: int) -> bool:
    """The name at these words is part of a street's, a water's, a car's or a person's."""
    return (
        _street(text, first, last)
        or _nature_or_thing(text, first, last)
        or _party(text, first, last)
        or _introduced_person(text, first, last)
        or _trade(text, first, last)
    )


def _street(text: Text, first: int, last: int) -> bool:
    after = text.word(last)
    if text.gap(last - 1) != " ":
        return False
    if after in STREETS:
        return after not in ONLY_CAPITAL_STREETS or text.capital(last)
    return after in {"court", "ct", "park"} and text.word(first - 1).isdecimal()


def _nature_or_thing(text: Text, first: int, last: int) -> bool:
    before, after = text.word(first - 1), text.word(last)
    if first and text.gap(first - 1) in {" ", "-", ". "} and before in WATERS | MAKERS:
        return True
    if before == "of" and text.word(first - 2) in {"gulf", "straits", "strait"}:
        return True
    if "&" in text.gap(last - 1) and text.capital(last):
        return True
    if text.gap(last - 1) != " ":
        return False
    return after in CONVENTIONS or (after in NATURE_AFTER and text.capital(last))


def _party(text: Text, first: int, last: int) -> bool:
    """A side of a case's name: "Miranda v. Arizona"; but not "State of Texas v. Smith", nor two
    places that are compared: "rules in Dallas vs Denver"."""
    before = text.word(first - 1)
    if before == "v" or (text.word(last) == "v" and before != "of"):
        return True
    if before == "vs":
        return not _compared(text, first)
    if text.word(last) != "vs" or before == "of":
        return False
    return not _compared(text, last + 1)


def _compared(text: Text, right: int) -> bool:
    """On both sides of the "vs" before word `right` stands a place, and a preposition of place
    leads to the first or the second: no case is named so."""
    other = tables.lexicon().at(text, right)
    if other is None or all(entry.family != "place" for entry in other.entries):
        return False
    if text.word(right - 2) in PLACING:  # "in Dallas vs in Denver" is no name of a case either.
        return True
    for left in range(right - 2, max(-1, right - 2 - LONGEST_NAME), -1):
        match = tables.lexicon().at(text, left)
        if match is not None and match.last == right - 1:
            named = any(entry.family == "place" for entry in match.entries)
            return named and text.word(left - 1) in PLACING
    return False


LONGEST_NAME: Final = 4
"""The most words of a place's name on the left of a "vs"."""


def _trade(text: Text, first: int, last: int) -> bool:
    """ "Lincoln Park Apartments", "Casas del Valle": the name of a firm or of a block of flats."""
    if not text.capital(first):
        return False
    if text.words[first] in TRADES_BEFORE and text.word(last) in OF_THE | {"de"}:
        return True
    if _firm(text, first, last):
        return True
    for index in range(last, min(last + 3, len(text))):
        if text.gap(index - 1) != " " or not text.capital(index):
            break
        if text.words[index] in TRADES_AFTER:
            return led_to(text, first) != "place"
    index = first - 1
    while text.word(index) in OF_THE and not text.ends_sentence(index):
        index -= 1
    if index < first - 1 and text.word(index) == "de":
        index -= 1
    begins = text.word(index) in TRADES_BEFORE and text.capital(index)
    return begins and not text.ends_sentence(index) and text.gap(index) == " "


def _firm(text: Text, first: int, last: int) -> bool:
    """ "Midland Credit Management": a lender's or collector's name; but not "in Ohio Wells Fargo
    Bank", where what leads to the name leads to a place."""
    if text.word(first - 1) in PLACING - {"from"} or text.shouting(first):
        return False
    for index in range(last, min(last + 3, len(text))):
        if text.gap(index - 1) != " " or not text.capital(index):
            return False
        if text.words[index] in FIRMS_AFTER:
            return text.word(index + 1) not in FIRM_GOES_ON or text.gap(index) != " "
    return False


def _introduced_person(text: Text, first: int, last: int) -> bool:
    """ "Mr. Houston", "my friend Madison", "Whitney Houston"."""
    before, gap = text.word(first - 1), text.gap(first - 1) if first else ""
    if gap in {" ", "-", ". "} and before in TITLES and text.capital(first):
        return True
    called = gap == " " or (gap == ", " and last - first == 1)
    if called and before in PERSONS and text.word(last) not in OWNERS_LOWER:
        return True
    return (
        gap in {" ", "-", ". "}
        and text.capital(first - 1)
        and before in tables.given_names()
        and before not in LOCATIVE
        and not text.shouting(first)
    )


def full_name(text: Text, first: int, last: int, flags: str) -> bool:
    """The name and the word after it read as a person's first and last name."""
    return (
        ("n" in flags or "g" in flags)
        and text.gap(last - 1) == " "
        and text.capital(last)
        and text.word(last) not in OWNERS_AFTER
        and not text.shouting(first)
        and text.word(first - 1) not in STRICT_LOCATIVE
    )


def led_to(text: Text, first: int) -> str:
    """How the words before lead to a name: `place` as only a place is led to, `any`, or ``."""
    index = first - 1
    if index >= 0 and text.gap(index).strip() == "," and text.capital(index):
        for _ in range(3):  # The unknown town of "in Kutaisi, Georgia".
            if not text.capital(index) or text.word(index) in LOCATIVE or text.ends_sentence(index):
                break
            index -= 1
    while text.word(index) in BETWEEN and not text.ends_sentence(index):
        index -= 1
    word = text.word(index)
    if text.begins_sentence(first) or word not in LOCATIVE:
        return ""
    if word in PLACING:
        return "place"
    if word == "to":
        return "any" if GOING.isdisjoint(text.before(index, 4)) else "place"
    if word in {"of", "for", "de"} and text.word(index - 1) in HAS_PLACE:
        return "place"
    return "any"


def stands_alone(text: Text, first: int, last: int) -> bool:
    """The name is a sentence of its own, as people add where they are: "… what can I do? Parma"."""
    ends = last >= len(text) or text.ends_sentence(last - 1)
    return text.begins_sentence(first) and ends and len(text) > last - first


def closes(text: Text, first: int, last: int) -> bool:
    """The name is the last thing said, after a comma: "eviction notice, denver"."""
    return (
        last >= len(text)
        and first >= CLOSED_WORDS
        and text.gap(first - 1).strip() == ","
        and not text.ends_sentence(first - 1)
    )


def _owner(text: Text, first: int, last: int) -> bool:
    """What follows belongs to a place: "Dallas eviction", "Boston Housing Court"."""
    if text.gap(last - 1) != " ":
        return False
    after = text.word(last)
    if after in OWNERS_LOWER and (not text.capital(last) or text.shouting(first)):
        return True
    if after in BODIES and text.capital(last):
        return True
    named = {"court", "police"} & set(text.words[last : last + 3])
    return after in COURT_NAMES and bool(named)


def _american(options: Sequence[Option]) -> bool:
    return any(o.code.startswith("US-") for o in options)


def _near_home(options: Sequence[Option]) -> bool:
    """One of the places is in a country whose towns are listed in detail."""
    return any(o.code[:2] in {"US", "CA", "GB", "AU"} for o in options)


LARGE: Final = 300
"""Thousands of people from which a town of the United States is meant by its name in small
letters, though it is a word or a given name too, where a preposition or its place leads to it."""
CLOSED_WORDS: Final = 2
"""Words before a name that closes a question: "hi, Austin" is a person."""


def believable(text: Text, first: int, last: int, options: Sequence[Option], flags: str) -> bool:
    """A name without qualifier reads as a place, given its form and the words around it."""
    region = any(o.kind == "r" for o in options)
    people = max(o.thousands for o in options)
    capital = text.capital(first) and not text.shouting(first)
    if "u" in flags and text.words[first] == "us":
        return text.word(first - 1) in COUNTRY_BEFORE or text.word(last) in COUNTRY_AFTER
    if (
        "u" in flags
        and text.words[first] in AMBIGUOUS_INITIALS
        and not stands_alone(text, first, last)
    ):
        return bool(led_to(text, first)) or _owner(text, first, last)
    if " ".join(text.words[first:last]) in SPANISH_WORDS and not _near_home(options):
        return capital and text.capital(last - 1) and led_to(text, first) == "place"
    if last - first > 1 and text.words[first] in {"el", "la"} and not text.capital(first):
        return people >= 300
    if stands_alone(text, first, last):
        if "g" not in flags and (capital or people >= 20) and _near_home(options):
            return True
        if people >= 900 and (capital or _american(options)):
            return True
    led = led_to(text, first)
    if "t" in flags:
        return capital and text.capital(last - 1) and led == "place"
    if not (capital or region or _near_home(options) or text.shouting(first)):
        return led == "place" and people >= 1000
    if last - first > 1:
        if "w" in flags:
            capitals = capital and text.capital(last - 1)
            return capitals or bool(led) or text.shouting(first)
    elif "w" in flags or "g" in flags:
        return _believable_word(text, first, last, options, flags, led)
    if region or any(o.kind == "y" for o in options):
        return True
    if "n" in flags:
        if led == "place":
            return capital or people >= 50
        if not capital:
            return people >= 300
        owner = _owner(text, first, last)
        return people >= 100 and (owner or not text.begins_sentence(first))
    if capital:
        return True
    if last - first > 1:
        return people >= 20 or bool(led)
    return people >= 100 or (people >= 10 and (led == "place" or _owner(text, first, last)))


def _believable_word(
    text: Text, first: int, last: int, options: Sequence[Option], flags: str, led: str
) -> bool:
    """The same for a name that is also a word or a given name: it must be led to as a place is."""
    region = any(o.kind == "r" for o in options)
    people = max(o.thousands for o in options)
    shouting = text.shouting(first)
    capital = text.capital(first) and not shouting
    if not region and people < 1000 and not _american(options):
        return capital and led == "place"
    if led == "place":
        if capital or ("w" not in flags and (region or people >= 50)):
            return True
        headed = not HEADS.isdisjoint(text.before(first, 4))
        return people >= LARGE or (people >= 50 and headed)
    if people >= LARGE and closes(text, first, last):
        return True
    stands_for_place = (capital or shouting or region) and (region or people >= 100)
    return stands_for_place and _owner(text, first, last)
