"""Who asks, from the asker's own words: "my client", "my mother's landlord", "I'm a paralegal"."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from . import tables
from .tables import Entry, Lexicon
from .text import Text


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


KIN: Final = _words(
    "mother mom mum father dad son daughter brother sister grandmother grandma grandfather grandpa"
    " aunt uncle cousin nephew niece stepson stepdaughter stepfather stepmother stepdad stepmom"
    " parents grandparents nana grandson granddaughter madre mama padre papa hermano hermana hijo"
    " hija abuela abuelo tia tio primo prima sobrino sobrina suegra suegro"
)
SPOUSES: Final = _words(
    "husband wife spouse fiance fiancee esposo esposa marido mujer boyfriend girlfriend novio novia"
)
OTHERS: Final = _words(
    "friend friends neighbor neighbour coworker colleague roommate classmate amigo amiga vecino"
    " vecina student students tenant's patient"
)
MIDDLE: Final = _words(
    "elderly older younger little late big disabled adult teenage year old 80 85 90 19 20 18 best"
    " oldest youngest own in law good close"
)
BELONGINGS: Final = _words(
    "landlord landlady employer boss apartment house flat home lawyer attorney case lease eviction"
    " hearing doctor nursing estate will trust visa immigration job ticket arrest bail insurance"
    " deposit medicaid benefits care rent bank social disability pension roommate court probation"
    " parole trial company school green tenancy manager work paycheck wages probate property"
    " citizenship asylum bankruptcy ssi ssdi snap license facility hospital debt credit mortgage"
    " trailer building condo divorce custody caretaker guardian record charges bond landlords"
)
TROUBLE: Final = _words(
    "dui dwi ticket citation felony summons arrested fired evicted served sued charged detained"
    " denied deported laid terminated injured hurt hit scammed jailed incarcerated convicted"
    " sentenced hospitalized ticketed cited stopped bitten attacked accused indicted picked held"
    " locked kicked behind facing undocumented dying pulled robbed assaulted suspended expelled"
    " diagnosed threatened harassed overpaid underpaid booked crashed being wrongfully"
)
VERBS: Final = _words(
    "was is got been being has were are needs wants received signed fell slipped owes lost rents"
    " faces overstayed works lives died passed gets had"
)
MARRIAGE: Final = _words(
    "divorce divorcing divorced separated separating separation custody cheated cheating alimony"
    " prenup visitation divorcio custodia"
)
UNPAID: Final = _words(
    "invoice invoices freelance freelancer freelancing contractor owes refuses pay paid paying"
)


@dataclass(frozen=True, slots=True)
class RoleHit:
    """A role with the words `first`..`last`-1 that say so."""

    role: str
    weight: float
    first: int
    last: int


@cache
def _lexicon() -> Lexicon:
    made = Lexicon()
    for phrase, role, weight in tables.rows("roles.tsv"):
        made.add(phrase, Entry("term", "", f"{role}|{weight}"))
    return made


def _kin(text: Text) -> list[RoleHit]:
    """Family and others of whom the asker speaks as the ones in trouble."""
    found = []
    words = set(text.words)
    for index, word in enumerate(text.words):
        if word not in {"my", "our", "mi", "mis", "nuestra", "nuestro"}:
            continue
        person = index + 1
        while text.word(person) in MIDDLE and person - index < 5:
            person += 1
        name = text.word(person)
        if name in KIN:
            role = "family"
        elif name in SPOUSES:
            if words & MARRIAGE:
                found.append(RoleHit("party", 0.6, index, person + 1))
                continue
            role = "family"
        elif name in OTHERS:
            role = "other"
        else:
            continue
        if name in {"son", "daughter", "hijo", "hija"} and words & (MARRIAGE - {"divorcing"}):
            continue
        end = person + 1
        while text.word(end) in {"in", "law"}:
            end += 1
        weight = 0.0
        if text.word(end) == "s" and "'" in text.gap(end - 1):
            owned = next((i for i in range(end + 1, end + 4) if text.word(i) in BELONGINGS), 0)
            if owned:
                weight, end = 0.75, owned + 1
        elif text.word(index - 1) == "de" and text.word(index - 2) in _SPANISH_BELONGINGS:
            weight = 0.75
            index -= 2
        else:
            near = text.words[end : end + 6]
            if set(near[:2]) & (VERBS | _SPANISH_VERBS) or text.word(end) in {"who", "que"}:
                if set(near) & (TROUBLE | _SPANISH_TROUBLE):
                    weight = 0.75
                elif near[:1] and near[0] in {"needs", "received", "rents", "faces", "overstayed"}:
                    weight = 0.6
                elif {"jail", "prison", "detention", "carcel", "ice"} & set(near):
                    weight = 0.75
        if weight and not {"me", "mine"} & set(text.words[end : end + 6]):
            found.append(RoleHit(role, weight, index, min(end, len(text))))
    return found


_SPANISH_BELONGINGS: Final = _words(
    "casero casera jefe abogado abogada caso apartamento casa trabajo arrendador departamento"
    " contrato audiencia empleador propiedad herencia"
)
_SPANISH_VERBS: Final = _words("fue esta ha tiene recibio necesita lo la")
_SPANISH_TROUBLE: Final = _words(
    "arrestado arrestada detenido detenida despedido despedida desalojado desalojada deportado"
    " deportada arrestaron detuvieron despidieron demandaron acusado acusada desalojo"
)


def find_roles(text: Text) -> list[RoleHit]:
    """Everything that says who asks, in order of appearance."""
    found = []
    words = set(text.words)
    for match in _lexicon().matches(text):
        role, weight = match.entries[0].value.split("|")
        strength = float(weight)
        if (
            role == "counsel"
            and strength <= 0.7
            and "client" in text.words[match.last - 1]
            and (
                (
                    words & UNPAID
                    and words & {"me", "my", "i"}
                    and words & {"invoice", "invoices", "freelance", "freelancer", "freelancing"}
                )
                or (
                    {"owes", "paid", "pay", "paying"} & set(text.words[match.last : match.last + 4])
                    and "me" in text.words[match.last : match.last + 7]
                )
            )
        ):
            role, strength = "party", 0.6
        found.append(RoleHit(role, strength, match.first, match.last))
    found.extend(_kin(text))
    return sorted(found, key=lambda hit: (hit.first, hit.last, hit.role))


def decide_role(hits: list[RoleHit]) -> str | None:
    """The role said most plainly; None where two are said alike or none is."""
    best: dict[str, float] = {}
    for hit in hits:
        best[hit.role] = max(best.get(hit.role, 0.0), hit.weight)
    ranked = sorted(best.items(), key=lambda item: (-item[1], item[0]))
    if not ranked or ranked[0][1] < 0.5:
        return None
    if len(ranked) > 1 and ranked[0][1] - ranked[1][1] < 0.05:
        return None
    return ranked[0][0]
