"""`infer`: what a question and its documents say about place, forum and role."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence, Set
from dataclasses import replace
from typing import Final

from legalcontext.block.types import NOTHING_INFERRED, Evidence, Inference

from . import tables
from .clauses import find_clauses
from .cues import WEIGHTS, WHY
from .forums import ForumHit, abbreviates_court, decide_forum, find_forums
from .meanings import meanings
from .places import Mention, find_mentions
from .relations import Relation, relation
from .resolve import FEDERAL, common_parent, decide, rank
from .roles import decide_role, find_roles
from .tables import Match
from .text import Text
from .types import ClauseFinding

DOCUMENT: Final[dict[str, float]] = {
    "clause": 0.45,
    "venue": 0.4,
    "company": 0.3,
    "organised": 0.1,
    "address": 0.5,
}
"""Weights that differ in a document: a clause is evidence there, and so is an address with its ZIP
code, but not that of a company or where money is sent."""
HINTING: Final = 0.25
"""From this weight a certain place helps to read the ambiguous names beside it."""
CITED: Final = 0.9
FEDERAL_COURTS: Final[dict[str, float]] = {
    "immigration court": 1.3,
    "bankruptcy court": 1.3,
    "tax court": 1.3,
    "military court": 1.3,
    "tribal court": 1.3,
    "US supreme court": 0.6,
    "federal court of appeals": 0.6,
    "federal district court": 0.3,
}
"""What the name of a federal court counts for the United States; from 1.1 whatever state is named
(immigration, bankruptcy, federal tax, military and tribal matters are `US`)."""
STATE_TOPICS: Final = frozenset({"work", "property", "event"})


class Reading:
    """One text with everything found in it."""

    def __init__(self, source: str, raw: str, *, document: bool) -> None:
        self.source = source
        self.document = document
        self.text = Text(raw)
        self.matches = tables.lexicon().matches(self.text)
        self.mentions = find_mentions(self.text, self.matches)
        self.clauses = find_clauses(self.text, self.mentions)
        self.spans = [(c.start, c.end) for c in self.clauses]

    def evidence(
        self, first: int, last: int, value: str, kind: str, weight: float, why: str
    ) -> Evidence:
        start, end = self.text.starts[first], self.text.ends[last - 1]
        return Evidence(
            self.source, start, end, self.text.raw[start:end], value, kind, round(weight, 4), why
        )


def infer(question: str, documents: Sequence[str] = ()) -> Inference:
    """The place, forum and role that the words show, with the words.

    Pure and total: any string is an answer or nothing. Work grows with the length of the texts.
    """
    return infer_without(frozenset(), question, documents)


def infer_without(families: Set[str], question: str, documents: Sequence[str] = ()) -> Inference:
    """`infer` without the evidence of some families of rules: what each is worth (evaluation)."""
    readings = [Reading("question", question, document=False)]
    readings += [Reading(f"document:{i}", raw, document=True) for i, raw in enumerate(documents)]
    readings = [reading for reading in readings if reading.text.words]
    if not readings:
        return NOTHING_INFERRED
    named = [(reading, hit) for reading in readings for hit in _forums(reading)]
    evidence = [e for e in _place_evidence(readings, named) if e.kind not in families]
    candidates = rank(evidence)
    place, contending = decide(candidates, _federal(evidence, _flips(readings)))
    forum = decide_forum([hit for _, hit in named], place or common_parent(contending))
    said = [(r, hit) for r in readings if not r.document for hit in find_roles(r.text)]
    forum_evidence = tuple(
        r.evidence(h.first, h.last, h.forum, "forum", h.weight, "The words name it.")
        for r, h in named
    )
    role_evidence = tuple(
        r.evidence(h.first, h.last, h.role, "role", h.weight, "The asker says so.") for r, h in said
    )
    order = {reading.source: position for position, reading in enumerate(readings)}
    everything = sorted(
        (*evidence, *forum_evidence, *role_evidence),
        key=lambda e: (order[e.source], e.start, e.end, e.kind, e.value),
    )
    return Inference(
        place=place, candidates=candidates, forum=forum,
        role=decide_role([hit for _, hit in said]), evidence=tuple(everything),
        forum_evidence=forum_evidence, role_evidence=role_evidence, contending=contending,
    )  # fmt: skip


def _place_evidence(
    readings: Sequence[Reading], named: Sequence[tuple[Reading, ForumHit]]
) -> list[Evidence]:
    """All evidence for places: first what is certain, then names of several places by its light."""
    firm, loose = _firm_and_loose(readings)
    firm += [_federal_court(r, h) for r, h in named if h.forum in FEDERAL_COURTS]
    telling = (e for e in firm if e.weight >= HINTING and e.kind != "other_person")
    hints = {code for e in telling for code in tables.line(e.value)}
    hints |= _hints(readings, hints)
    hints |= _agreed(loose, hints)
    for reading, mention, found in loose:
        firm.extend(_spread(reading, mention, found, hints))
    return firm


def _federal_court(reading: Reading, hit: ForumHit) -> Evidence:
    """A court of the United States speaks for them; one of a federal subject outweighs states."""
    return reading.evidence(
        hit.first, hit.last, "US", "federal", FEDERAL_COURTS[hit.forum], "A federal court is named."
    )


def _forums(reading: Reading) -> list[ForumHit]:
    return find_forums(
        reading.text,
        reading.mentions,
        reading.matches,
        document=reading.document,
        skip=reading.spans,
    )


def _clause_at(reading: Reading, mention: Mention) -> ClauseFinding | None:
    """The clause that a mention stands in: the one that chooses this place, if there is one."""
    start = reading.text.starts[mention.first]
    index = bisect_right(reading.clauses, start, key=lambda clause: clause.start)
    around = [c for c in reading.clauses[max(0, index - 4) : index] if start < c.end]
    choosing = [c for c in around if c.place_start <= start < c.place_end]
    return next(iter(choosing or around), None)


def _related(reading: Reading, mention: Mention) -> Relation:
    """What the mention is to the matter, clauses and the nature of the source considered."""
    clause = _clause_at(reading, mention)
    found = relation(reading.text, mention)
    if clause is not None and (
        found.kind in {"law", "clause", "named", "court", "located", "order"} or reading.document
    ):
        kind = "clause" if clause.kind == "governing_law" else "venue"
        weight = DOCUMENT[kind] if reading.document else WEIGHTS["clause"]
        why = "A clause chooses its law." if kind == "clause" else "A clause chooses its courts."
        return Relation(kind, weight, mention.first, why)
    if found.kind == "residence" and HOUSING.intersection(reading.text.words):
        return replace(found, weight=WEIGHTS["property"])
    if (
        found.kind == "work"
        and HOUSING.intersection(reading.text.words)
        and not (WAGES.intersection(reading.text.words))
    ):
        return replace(found, weight=WEIGHTS["residence"])
    if reading.document and _of_a_party(reading.text, mention, found):
        return replace(found, kind="company", weight=DOCUMENT["company"], why=WHY["company"])
    if reading.document and found.kind in {"named", "located"} and _has_zip(reading.text, mention):
        return _addressed(reading.text, mention)
    if reading.document and found.kind in DOCUMENT:
        return replace(found, weight=DOCUMENT[found.kind])
    return found


def _has_zip(text: Text, mention: Mention) -> bool:
    """A ZIP code ends the mention, as it ends a postal address."""
    last = text.word(mention.last - 1)
    return mention.last > mention.name_last and len(last) == 5 and last.isdecimal()


def _addressed(text: Text, mention: Mention) -> Relation:
    """Whose postal address it is, by the label before it: of the person written to or of the
    property, of whoever writes or is paid, or nobody's in particular."""
    for index in range(mention.first - 1, max(-1, mention.first - ADDRESS_REACH), -1):
        word = text.words[index]
        if word in PAID:
            return Relation("company", DOCUMENT["company"], mention.first, WHY["company"])
        if ":" in text.gap(index):
            if word in WRITTEN_TO and PAID.isdisjoint(text.before(index, 3)):
                return Relation("address", WEIGHTS["address"], mention.first, WHY["address"])
            if word in WRITING:
                return Relation("company", DOCUMENT["company"], mention.first, WHY["company"])
    if _begins_letter(text, mention.last):
        return Relation("address", WEIGHTS["address"], mention.first, WHY["address"])
    return Relation("address", DOCUMENT["address"], mention.first, WHY["address"])


def _begins_letter(text: Text, index: int) -> bool:
    """ "… GA 30309", then "Dear Ms. Reyes": the address above a letter is its reader's."""
    for at in range(index, min(index + SALUTATION_REACH, len(text))):
        if text.words[at] in SALUTATIONS and "\n" in text.gap(at - 1):
            return True
        if len(text.words[at]) == 5 and text.words[at].isdecimal():
            return False
    return False


def _of_a_party(text: Text, mention: Mention, found: Relation) -> bool:
    """The place is a party's own (an address for notices), not where the property is."""
    near = text.words[max(0, mention.first - NOTICES_REACH) : mention.first]
    if not NOTICES.isdisjoint(near):
        return True
    return found.kind == "property" and text.word(found.first) in PARTIES


def _firm_and_loose(
    readings: Sequence[Reading],
) -> tuple[list[Evidence], list[tuple[Reading, Mention, Relation]]]:
    """Evidence whose place is certain, and mentions that may mean several places."""
    firm: list[Evidence] = []
    loose: list[tuple[Reading, Mention, Relation]] = []
    for reading in readings:
        for match in reading.matches:
            firm.extend(_from_match(reading, match))
        firm.extend(_cited_courts(reading))
        firm.extend(_currencies(reading))
        for mention in reading.mentions:
            found = _related(reading, mention)
            if found.kind in LAWFUL and {"US-WA", "US-DC"} <= set(mention.codes):
                state = tuple(o for o in mention.options if o.code != "US-DC")
                mention = replace(mention, options=state)
            elif found.kind == "agency" and any("-" in code for code in mention.codes):
                parts = tuple(o for o in mention.options if "-" in o.code)
                mention = replace(mention, options=parts)
            if len(mention.codes) == 1:
                firm.append(_of(reading, mention, found, mention.codes[0], found.weight))
            else:
                loose.append((reading, mention, found))
    return firm, loose


def _of(reading: Reading, mention: Mention, found: Relation, code: str, weight: float) -> Evidence:
    first = found.first if mention.first - found.first <= 10 else mention.first
    return reading.evidence(first, mention.last, code, found.kind, weight, found.why)


def _number_near(reading: Reading, match: Match) -> bool:
    """A section number stands right before or soon after ("RCW 59.18", "765 ILCS 705")."""
    words = reading.text.words
    near = [*words[max(0, match.first - 1) : match.first], *words[match.last : match.last + 3]]
    return any(word[0].isdecimal() for word in near)


def _from_match(reading: Reading, match: Match) -> list[Evidence]:
    """Evidence of statutes, reporters, agencies and terms at one match."""
    text = reading.text
    found: list[Evidence] = []
    for entry in match.entries:
        if "u" in entry.flags and not text.all_caps(match.first):
            continue
        if entry.family == "statute":
            if "*" in entry.flags and not _number_near(reading, match):
                continue
            if "#" in entry.flags and not text.word(match.first - 1).isdecimal():
                continue
            found.append(
                reading.evidence(
                    match.first, match.last, entry.value, "statute", CITED, "Its law is cited."
                )
            )
        elif entry.family in {"law", "case"}:
            if _number_near(reading, match):
                found.append(
                    reading.evidence(
                        match.first, match.last, entry.value, "statute", CITED, "Its law is cited."
                    )
                )
        elif entry.family in {"fed", "bankr"}:
            if abbreviates_court(text, match):
                found.append(
                    reading.evidence(
                        match.first,
                        match.last,
                        entry.value,
                        "court",
                        WEIGHTS["court"],
                        "A federal court that sits there is named.",
                    )
                )
        elif entry.family in {"agency", "term"}:
            code, kind, weight = entry.value.split("|")
            kind = "agency" if entry.family == "agency" else kind
            if code and float(weight) >= 0.05:
                strength = min(float(weight), 0.95) if code != "US" else float(weight)
                found.append(
                    reading.evidence(
                        match.first,
                        match.last,
                        code,
                        kind,
                        strength,
                        "A body of that place is named."
                        if kind == "agency"
                        else "A term used there.",
                    )
                )
        if found:
            break
    return found


CURRENCIES: Final[dict[str, str]] = {
    "£": "GB", "₹": "IN", "₦": "NG", "₱": "PH", "₪": "IL", "₩": "KR", "₺": "TR", "₽": "RU",
    "₴": "UA", "฿": "TH", "₫": "VN", "₸": "KZ", "₵": "GH", "₡": "CR", "₲": "PY",
}  # fmt: skip
"""Signs of money that one country uses, or one far before others."""
CURRENCY: Final = 0.3


def _currencies(reading: Reading) -> list[Evidence]:
    """Sums of money in a country's own sign, once for each sign."""
    raw = reading.text.raw
    if raw.isascii():
        return []
    found = []
    for sign, code in CURRENCIES.items():
        start = raw.find(sign)
        if start >= 0:
            found.append(Evidence(
                reading.source, start, start + 1, sign, code, "currency", CURRENCY,
                "Its currency is named.",
            ))  # fmt: skip
    return found


def _cited_courts(reading: Reading) -> list[Evidence]:
    """The states of decisions cited as "(Ill. 2018)" or "(Tex. App. 2003)"."""
    text, found = reading.text, []
    years = [i for i, word in enumerate(text.words) if len(word) == 4 and word.isdecimal()]
    for index in years:
        if not text.gap(index).startswith(")"):
            continue
        for first in range(index - 1, max(-1, index - 7), -1):
            if text.gap(first - 1).endswith("("):
                named = tables.state_citations()
                two = " ".join(text.words[first : first + 2])
                code = named.get(two) or named.get(text.words[first])
                if code is not None and "." in text.gap(first):
                    found.append(
                        reading.evidence(first, index, code, "statute", CITED, "Its law is cited.")
                    )
                break
    return found


AMERICAN: Final = frozenset(
    "county sheriff dmv felony misdemeanor hoa dui attorney medicaid zip realtor attorneys 401k w2"
    " 1099 counties parish lawsuit lawsuits expunge expunged expungement garnish garnished"
    " garnishment arraignment arraigned subpoena subpoenaed paycheck paychecks felonies"
    " misdemeanors usd bondsman medicare eeoc hud dollars".split()
)
COMMONWEALTH: Final = frozenset(
    "flat neighbour neighbours letting solicitor council tenancy flatmate favour labour colour"
    " cheque redundancy mum whilst sacked lorry behaviour licence redundant".split()
)


ENGLISH_SPEAKING: Final = frozenset({"GB", "IE", "AU", "NZ", "CA"})
SPAIN: Final = frozenset(
    "burofax desahucio lau lec sepe erte autonomo autonoma mossos ertzaintza nif empadronado"
    " empadronada empadronamiento".split()
)
"""Words that Spain's offices and courts use, and hardly those of other countries."""
SPANISH_COURTS: Final = frozenset({"juzgado", "juzgados"})
"""A court of a Spanish-speaking country; people in the United States say "corte"."""
COMPARABLE: Final = 0.5
"""From this share of the people of the largest place of its name, one in Spain is meant beside
such a court."""


def _hints(readings: Sequence[Reading], firm: Set[str]) -> set[str]:
    """Countries that the vocabulary points to without saying so: they decide only between places
    of one name ("Georgia" beside a county, a sheriff, dollars).

    firm: places that the text says plainly; where one of them is a country that writes English so,
    its words are that country's.
    """
    hints: set[str] = set()
    for reading in readings:
        if _american_words(reading.text) or "$" in reading.text.folded:
            hints.add("US")
        if COMMONWEALTH.intersection(reading.text.words) and not firm & ENGLISH_SPEAKING:
            hints |= ENGLISH_SPEAKING
        if SPAIN.intersection(reading.text.words):
            hints.add("ES")
        if "£" in reading.text.folded:
            hints.add("GB")
    return hints


def _american_words(text: Text) -> bool:
    """A word of the United States stands there; not the county of an English county court."""
    return any(
        word in AMERICAN and not (word == "county" and text.word(index + 1) in {"court", "courts"})
        for index, word in enumerate(text.words)
    )


def _agreed(loose: Sequence[tuple[Reading, Mention, Relation]], hints: set[str]) -> set[str]:
    """The one place that two ambiguous names of a text have in common."""
    named: dict[str, set[str]] = {}
    for reading, mention, _ in loose:
        name = " ".join(reading.text.words[mention.first : mention.name_last])
        named[name] = {code for code, _ in meanings(mention, hints)}
    shared: dict[str, int] = {}
    for codes in named.values():
        for code in codes:
            shared[code] = shared.get(code, 0) + 1
    agreed = {code for code, count in shared.items() if count > 1}
    return agreed if len(agreed) == 1 else set()


def _spread(reading: Reading, mention: Mention, found: Relation, hints: set[str]) -> list[Evidence]:
    """Evidence for each place that an ambiguous mention may mean, as far as it may mean it."""
    if SPANISH_COURTS.intersection(reading.text.words) and _comparable_in_spain(mention):
        hints = hints | {"ES"}
    kept = [code for code, _ in meanings(mention, hints)]
    return [
        _of(reading, mention, found, code, found.weight - 0.002 * position)
        for position, code in enumerate(kept)
    ]


def _comparable_in_spain(mention: Mention) -> bool:
    """One of the places is in Spain, and not much smaller than those of other countries than the
    United States."""
    abroad = [o for o in mention.options if not o.code.startswith("US")]
    largest = max((o.thousands for o in abroad), default=0)
    return any(o.code == "ES" and o.thousands >= COMPARABLE * largest for o in abroad)


SALUTATION_REACH: Final = 10
"""How many words after a town the letter may begin that is sent there."""
SALUTATIONS: Final = frozenset("dear re estimado estimada apreciado apreciada".split())
"""Words that begin a line below the address of whoever is written to."""
ADDRESS_REACH: Final = 16
"""How many words before a town what its address is may be said."""
WRITTEN_TO: Final = frozenset(
    "to tenant tenants premises property unit dwelling residence resident occupant re para"
    " inquilino inquilina arrendatario arrendataria vivienda domicilio propiedad demandado"
    " demandada defendant respondent employee worker patient consumer debtor address direccion"
    " residents occupants".split()
)
"""Labels before the address of whoever is written to, or of the property."""
WRITING: Final = frozenset(
    "from landlord owner creditor plaintiff sender manager lender seller de arrendador arrendadora"
    " dueno propietario acreedor demandante remitente attorney attorneys agent".split()
)
"""Labels before the address of whoever writes."""
PAID: Final = frozenset(
    "payment payments remit lockbox pay payable mail mailed pago pagos pague enviar envie".split()
)
"""Words before an address to which money is sent."""
FEDERAL_KINDS: Final = frozenset({"federal", "bankruptcy", "military", "tribal", "agency"})
NOTICES: Final = frozenset({"notices", "notifications"})
NOTICES_REACH: Final = 16
PARTIES: Final = frozenset(
    "landlord landlords landlady tenant tenants owner buyer seller arrendador arrendadora".split()
)
HOUSING: Final = frozenset(
    "landlord evict evicted evicting eviction rent lease deposit tenant apartment casero renta"
    " desalojo desalojar alquiler".split()
)
"""Where these are spoken of, where someone lives is where the property is."""
WAGES: Final = frozenset(
    "fired fire boss employer wages paid pay overtime paycheck laid quit hired shift wage job"
    " despidieron jefe patron terminated".split()
)
"""Where none of these is spoken of beside housing, a workplace is only where someone works."""
LAWFUL: Final = frozenset({"law", "court", "agency"})
""" "Washington law", "a Washington court": nobody calls the District's so."""
BANKRUPTCY: Final = frozenset({"bankruptcy", "bancarrota"})


def _flips(readings: Sequence[Reading]) -> set[str]:
    """Federal subjects that are named in words too common to place a matter by themselves."""
    found: set[str] = set()
    for reading in readings:
        if reading.document:
            continue
        for match in reading.matches:
            for entry in match.entries:
                if entry.family == "term" and "|soft|" in entry.value:
                    words = set(reading.text.words[match.first : match.last])
                    found.add("bankruptcy" if words & BANKRUPTCY else "soft")
    return found


def _federal(evidence: Sequence[Evidence], flips: set[str]) -> bool:
    """The matter is of a federal subject, whatever state it touches."""
    states = [e for e in evidence if e.value.startswith("US-")]
    topical = any(e.kind in STATE_TOPICS and e.weight >= 0.8 for e in states)
    for item in evidence:
        if item.value != "US" or item.weight < FEDERAL:
            continue
        always = item.kind in {"bankruptcy", "military", "tribal"} or item.weight >= 1.1
        if item.kind in FEDERAL_KINDS and (always or not topical):
            return True
    if not states:
        return False
    return "bankruptcy" in flips or ("soft" in flips and not topical)
