"""What a mentioned place is to the matter: where someone lives, where the property is, where a
company was organised. Read from the words around the mention, nearest first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from .names import LOCATIVE
from .places import Mention
from .text import Text

REACH: Final = 12
"""How many words before a mention may speak about it."""


@dataclass(frozen=True, slots=True)
class Relation:
    """kind: family of the rule. weight: 0 to 1 (courts and federal bodies may pass 1). first: word
    where the words that show it begin. why: one sentence."""

    kind: str
    weight: float
    first: int
    why: str


WEIGHTS: Final[dict[str, float]] = {
    "court": 0.95,
    "event": 0.9,
    "property": 0.9,
    "work": 0.85,
    "agency": 0.85,
    "address": 0.8,
    "law": 0.8,
    "label": 0.9,
    "residence": 0.65,
    "moved_to": 0.65,
    "order": 0.55,
    "located": 0.5,
    "other_person": 0.4,
    "alone": 0.55,
    "from": 0.4,
    "named": 0.3,
    "company": 0.3,
    "destination": 0.25,
    "travel": 0.2,
    "clause": 0.15,
    "organised": 0.1,
    "past": 0.06,
    "origin": 0.05,
}
"""What each relation counts for. Where people, property, work and courts are decides; where a
company was organised, a choice of law and past homes hardly count (issue: what counts)."""

WHY: Final[dict[str, str]] = {
    "court": "A court sits there.",
    "event": "It happened there.",
    "property": "The property is there.",
    "work": "The work is there.",
    "agency": "An agency of that place is named.",
    "address": "An address is there.",
    "law": "Its law is asked about or cited.",
    "label": "The place is given as such.",
    "residence": "Someone concerned lives there.",
    "moved_to": "Someone moved there.",
    "order": "An order or paper comes from there.",
    "located": "Something is said to be there.",
    "other_person": "Another person is there.",
    "alone": "The place is given by itself.",
    "from": "Someone says where they are from.",
    "named": "The place is named.",
    "company": "A company is there.",
    "destination": "Someone means to go there.",
    "travel": "Someone travelled there.",
    "clause": "A clause chooses its law.",
    "organised": "A company is organised there.",
    "past": "Someone lived there before.",
    "origin": "Someone comes from there.",
}


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


LIVE: Final = _words(
    "live lives living reside resides residing resident residents residency domiciled stationed"
    " dwell vivo vive vivimos viven resido residimos viviendo radico residente"
)
LIVED: Final = _words("lived resided vivi vivia vivio")
WORK: Final = _words(
    "work works worked working job jobs employer employers employed employee employees boss"
    " manager supervisor hired fired terminated laid wages paycheck payroll overtime workplace"
    " coworker shift warehouse factory restaurant plant restaurante salon taller fabrica trabajo"
    " trabaja trabajaba trabajamos trabaje empleador jefe patron empleo despidieron despidio"
    " despedido office nurse teacher employs"
)
PROPERTY: Final = _words(
    "house home homes apartment apartments apt condo condominium property land lease leased rent"
    " rents renting rented rental tenant tenants landlord landlords landlady evict evicted"
    " evicting eviction building duplex townhouse townhome cabin farm lot mortgage foreclosure"
    " foreclosed hoa deed flat flats roommate roommates homeowner homeowners parcel unit trailer"
    " bungalow place edificio local tienda casero casera arrendador arrendadora apartamento casa"
    " departamento propiedad piso renta alquilo alquiler inquilino inquilinos desalojo desalojar"
    " premises own owns bought basement storefront dorm cottage estate warehouse subletting sublet"
    " store shop"
)
EVENT: Final = _words(
    "arrested arrest ticket ticketed tickets accident crash collision wreck hit injured injury"
    " charged convicted dui dwi owi stopped cited citation detained jailed jail incarcerated"
    " prison happened incident attacked bitten fell slipped pulled crashed probate died passed"
    " custody divorce divorced divorcing separated caught shoplifting speeding assaulted robbed"
    " towed impounded surgery hospital served sued suing file filed filing foreclosing warrant"
    " bail probation parole indicted prosecuted arraigned misdemeanor felony expunge expunged"
    " expungement arrestado arrestaron arresto multa accidente choque detuvieron detenido carcel"
    " divorcio custodia demanda demandar demandaron despidieron adopt adopting guardianship"
    " inherit school evictions scammed"
)
COURT: Final = _words(
    "court courts courthouse judge judges hearing hearings trial docket jury juror arraignment"
    " magistrate tribunal corte juez juzgado audiencia lawsuit case caso"
)
ORDER: Final = _words(
    "order orders decree judgment judgement letter notice license subpoena warrant papers summons"
    " orden sentencia registered"
)
COMPANY: Final = _words(
    "company companies corporation corp firm seller sellers dealer dealership dealers manufacturer"
    " vendor supplier contractor headquartered headquarters hq business retailer website store"
    " startup llc bank lender insurer collector agency client clients customer customers empresa"
    " compania vendedor partner partners investor buyer offices office"
)
OWN_BUSINESS: Final = _words("my our own run start started open opened mi nuestra")
TRAVEL: Final = _words(
    "trip flight flights vacation vacationing visit visiting visited traveling travelling traveled"
    " travelled flew flying cruise tour tourist honeymoon airport hotel airbnb viaje vuelo"
    " connecting"
)
ORIGIN: Final = _words(
    "born raised grew originally native ancestry immigrated emigrated roots nacido nacida naci"
    " originario originaria hails naturalised"
)
NOW: Final = _words("now currently presently ahora actualmente aqui")
MOVED: Final = _words(
    "retired moved relocated relocating moving move moves relocate mude mudamos mudo mudarme mudar"
    " mudarnos"
)
PLANNED: Final = _words(
    "moving move relocating relocate planning plan plans want wants wanting going will might may"
    " thinking considering hoping hope about soon would could mudarme mudarnos quiero"
)
LEGAL: Final = _words(
    "law laws legal illegal statute statutes code rules rule regulations legally required allowed"
    " limitations ley leyes enforceable valid lawful recognize recognise under"
)
LAW_AFTER: Final = _words(
    "law laws statute statutes code codes rule rules regulation regulations legislature"
    " constitution legislation lawyer attorney attorneys lawyers bar ley"
)
AGENCY_AFTER: Final = _words(
    "department dept commission board bureau division agency commissioner authority dmv cps"
)
COURT_AFTER: Final = _words("court courts judge judges courthouse jury")
ORDER_AFTER: Final = _words(
    "order decree judgment judgement custody divorce subpoena warrant license licence"
)
PROPERTY_AFTER: Final = _words(
    "landlord landlords tenant tenants apartment house home condo property lease rental eviction"
    " evictions renter renters homeowner land rent real mortgage foreclosure hoa flat"
)
WORK_AFTER: Final = _words(
    "employer employers employee employees job worker workers office plant warehouse factory store"
    " overtime wage wages minimum boss branch location facility"
)
RESIDENT_AFTER: Final = _words("resident residents residency address native")
EVENT_AFTER: Final = _words(
    "police cops cop sheriff sheriffs trooper troopers ticket speeding dui dwi felony misdemeanor"
    " hospital arrest accident probate custody divorce jail prison conviction child"
)
COMPANY_AFTER: Final = _words(
    "corporation corp llc inc company lp llp limited partnership entity trust pllc gmbh ltd"
    " startup firm"
)
ORGANISED: Final = _words("organized organised incorporated formed chartered registered existing")
BREAKS: Final = _words(
    "and or but a an the my our his her i we he she they which where who is was has had"
)
SELF: Final = _words(
    "i we im ive my our me us id yo nosotros mi nuestro nuestra mis estoy estamos soy"
)
OTHERS: Final = _words(
    "ex he she they his her their who mother father mom dad brother sister son daughter husband"
    " wife uncle aunt cousin grandmother grandfather friend neighbor parents grandparents family"
    " mama papa madre padre hermano hermana hijo hija esposo esposa exesposo tio tia boyfriend"
    " girlfriend partner fiance fiancee roommate nephew niece grandma grandpa in-laws kids side"
    " shes hes theyre whos children defendant plaintiff debtor stepson stepdaughter"
)
GLUE: Final = _words(
    "the a an downtown north south east west northern southern eastern western central upstate"
    " greater metro suburban rural beautiful sunny state city town county village commonwealth"
    " province republic of area suburb suburbs neighborhood part region little small big old new"
    " nearby here el la los las ciudad estado condado centro just right over up down back district"
    " borough outskirts middle heart coastal island good great"
)
STOP: Final = _words("but although though while whereas however pero aunque mientras because so")
NEGATED: Final = _words("not don dont doesn isn no never longer stopped didn wasn aren nunca")
LABELS: Final = _words(
    "state jurisdiction location county city province country residence venue ubicacion estado"
)
CHOOSERS: Final = _words("disputes clause contract agreement arbitrate litigate provision terms")
CHOICE: Final = _words(
    "governed governing construed interpreted governs choice clause choose chose chosen chooses"
    " selects specifies provision designates regida regido rige"
)


def _subject(text: Text, verb: int) -> str:
    """Whose verb it is: `self`, `other` or `` where the words do not say."""
    for back in range(1, 7):
        index = verb - back
        if index < 0 or text.ends_sentence(index):
            break
        word = text.words[index]
        if word in OTHERS:
            return "other"
        if word in SELF and word not in {"my", "our", "mi", "mis", "me", "us"}:
            return "self"
    return ""


def _negated(text: Text, index: int) -> bool:
    return any(text.word(i) in NEGATED for i in range(max(0, index - 3), index))


def _planned(text: Text, verb: int) -> bool:
    if text.words[verb] in {
        "moving",
        "relocating",
        "move",
        "relocate",
        "mudarme",
        "mudarnos",
        "mudar",
    }:
        back = set(text.words[max(0, verb - 3) : verb])
        return not back & {"since", "after", "before", "did"} or bool(back & {"plan", "going"})
    return False


def _before(text: Text, first: int) -> tuple[int, int]:
    """The preposition before a mention and the word before that; -1 for no preposition.

    Passes over determiners, and over the unknown town of "Wauna, Oregon".
    """
    index = first - 1
    if index >= 0 and text.gap(index).strip() == "," and text.capital(index):
        steps = 0
        while (
            index >= 0 and steps < 3 and text.capital(index) and text.words[index] not in LOCATIVE
        ):
            index -= 1
            steps += 1
            if index >= 0 and "," in text.gap(index):
                break
    while index >= 0 and text.words[index] in GLUE and not text.ends_sentence(index):
        index -= 1
    if index >= 0 and text.words[index] in LOCATIVE and not text.ends_sentence(index):
        return index, index - 1
    return -1, index


def _after(text: Text, mention: Mention, preposition: str) -> tuple[str, int] | None:
    """What the words right after the mention make of it: "Texas law", "a Delaware corporation"."""
    index = mention.last
    if index >= len(text) or text.ends_sentence(index - 1):
        return None
    gap = text.gap(index - 1)
    if "," in gap or "(" in gap or ":" in gap:
        return None
    if text.word(index) == "s" and "'" in gap:
        index += 1
    if text.word(index) == "based" and "-" in gap:
        return "company", index
    if text.word(index) == "state" and not text.capital(index):
        index += 1
    for offset in range(3):
        word = text.word(index + offset)
        if (
            not word
            or text.ends_sentence(index + offset - 1)
            or "," in text.gap(index + offset - 1)
        ):
            return None
        if word in LOCATIVE or word in BREAKS:
            return None
        if offset == 0 and word in {"limited", "corporation", "llc", "inc", "corp"}:
            return "organised", index
        for words, kind in (
            (AGENCY_AFTER, "agency"),
            (LAW_AFTER, "law"),
            (COURT_AFTER, "court"),
            (RESIDENT_AFTER, "residence"),
            (PROPERTY_AFTER, "property"),
            (WORK_AFTER, "work"),
            (ORDER_AFTER, "order"),
            (EVENT_AFTER, "event"),
            (COMPANY_AFTER, "organised"),
        ):
            if word in words:
                if (
                    preposition in {"in", "at", "near"}
                    and kind != "law"
                    and not text.capital(index + offset)
                    and kind not in {"court"}
                ):
                    return None
                if word in {"corporation", "corp", "llc", "inc", "lp", "llp", "pllc", "gmbh"}:
                    kind = "organised"
                elif kind == "organised" and word in {"startup", "firm", "company", "ltd"}:
                    kind = "company"
                return kind, index + offset
    return None


def _head(text: Text, start: int, preposition: str) -> tuple[str, int] | None:
    """The nearest word that says what is at the place, and its kind."""
    company = -1
    for back in range(REACH):
        index = start - back
        if index < 0 or (back and text.ends_sentence(index)):
            break
        if back == 0 and index + 1 < len(text) and text.ends_sentence(index):
            break
        word = text.words[index]
        if word in STOP:
            break
        if word in LIVED:
            recent = text.word(index - 1) in {"ve", "have", "has", "always"} or (
                text.word(index - 2) in {"have", "ve", "has"}
            )
            kind = "residence" if recent and not _negated(text, index) else "past"
            return kind, index
        if word in NOW and back <= 2:
            return "residence", index
        if word in LIVE:
            before = set(text.words[max(0, index - 3) : index])
            if before & {"used", "formerly", "previously", "longer", "stopped", "once"}:
                return "past", index
            if _negated(text, index):
                return "past", index
            if _subject(text, index) == "other":
                return "other_person", index
            return "residence", index
        if word in MOVED and text.word(index + 1) == "out" and preposition == "of":
            return "order", index
        if word in MOVED:
            if preposition in {"from", "out", "de", "leaving", "of"}:
                return "past", index
            return ("destination" if _planned(text, index) else "moved_to"), index
        if word in ORIGIN:
            return "origin", index
        organised = word in ORGANISED and (word != "registered" or company >= 0)
        if organised and preposition in {"in", "under", "of"}:
            return "organised", index
        if word in CHOICE:
            return "clause", index
        if preposition in {"from", "de", "desde"} and word in ORDER:
            return "order", index
        if word in TRAVEL:
            return "travel", index
        if word in PROPERTY:
            return "property", index
        if word in WORK:
            if (
                company >= 0
                and text.words[company] in {"company", "firm", "startup"}
                and (text.word(index + 1) in {"for", "remotely", "remote"})
            ):
                return "company", company
            return "work", index
        if word in EVENT:
            return "event", index
        if word in COURT:
            spoken = CHOOSERS.intersection(text.words[max(0, index - 8) : index])
            return ("clause" if spoken else "court"), index
        if word in ORDER and preposition in {"in", "by"}:
            return "order", index
        if word in COMPANY and company < 0:
            if text.word(index - 1) in OWN_BUSINESS or text.word(index - 2) in OWN_BUSINESS:
                return "work", index
            company = index
        if word in LEGAL and preposition in {"in", "under", "of", ""}:
            return "law", index
    return ("company", company) if company >= 0 else None


def relation(text: Text, mention: Mention) -> Relation:
    """What the place of a mention is to the matter, by the words around it."""
    prep, left = _before(text, mention.first)
    preposition = text.words[prep] if prep >= 0 else ""
    begin = prep if prep >= 0 else mention.first

    def made(kind: str, first: int) -> Relation:
        return Relation(kind, WEIGHTS[kind], min(first, mention.first), WHY[kind])

    label = mention.first - 1
    if label >= 0 and ":" in text.gap(label) and text.words[label] in LABELS:
        return made("label", label)
    if (
        mention.first > 0
        and text.begins_sentence(mention.first)
        and (mention.last >= len(text) or text.ends_sentence(mention.last - 1))
    ):
        return made("alone", mention.first)
    after = _after(text, mention, preposition)
    head = _head(text, left, preposition) if left >= 0 else None
    if (
        after is not None
        and after[0] == "law"
        and head is not None
        and head[0] in {"clause", "organised"}
    ):
        return made(head[0], head[1])
    if after is not None:
        return made(after[0], begin)
    if head is not None:
        kind, first = head
        if (
            kind in {"event", "work", "court"}
            and preposition == "from"
            and (text.words[first] not in {"work", "working", "works", "worked"})
        ):
            return made("order" if kind == "court" else "named", first)
        return made(kind, first)
    if prep >= 0:
        if preposition in {"from", "de", "desde"}:
            own = set(text.words[max(0, prep - 3) : prep]) & {"i", "m", "im", "am", "soy", "we"}
            if preposition == "de" and not own:
                return made("named", begin)
            return made("from" if own else "origin", begin)
        if preposition in {
            "in",
            "at",
            "near",
            "within",
            "inside",
            "around",
            "across",
            "en",
            "outside",
            "throughout",
        }:
            own = set(text.words[max(0, prep - 3) : prep])
            if own & {"i", "m", "im", "we", "here", "am", "estoy", "aqui"} and not own & OTHERS:
                return made("residence", begin)
            if own & OTHERS:
                return made("other_person", begin)
            return made("located", begin)
        if preposition in {"to", "a", "hacia", "toward", "towards", "into"}:
            return made("destination", begin)
        if preposition == "under":
            return made("law", begin)
    return made("named", begin)
