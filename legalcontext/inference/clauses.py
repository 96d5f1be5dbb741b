"""Clauses that choose a law or a court, as findings of their own.

A choice-of-law clause says what law governs a contract; where the people and the property are
decides where a matter sits (legal-context, "Jurisdiction and forum"). So these findings stand
beside the places, and weigh little for the frame.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from . import tables
from .places import Mention
from .text import Text
from .types import ClauseFinding

LONGEST: Final = 400
"""Words of a sentence that are looked at on either side of the words that choose."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


GOVERN: Final = _words(
    "governed governs govern construed construe interpreted enforced controlled accordance pursuant"
    " subject apply applies applied applicable determined resolved rige regira rigen regido regida"
    " interpretara conformidad sujeto governing concluded interpretation"
)
UNCHOSEN: Final = _words(
    "organized organised incorporated existing formed chartered duly validly license licensed"
    " qualified registered violation comply compliance constituida constituido"
)
CONFLICT: Final = _words(
    "whether conflict conflicts choice excluding exclusive disregarding notwithstanding without"
)
COURTS: Final = _words("court courts tribunal tribunals venue forum jurisdiction tribunales")
SUBMIT: Final = _words(
    "submit submits submitted consent consents consented exclusive nonexclusive attorn attorns"
    " brought commenced instituted heard litigated adjudicated venue irrevocably agree agrees resolved"
    " settled jurisdiction waive waives forum situated located sitting suit action proceeding"
    " proceedings legal competent someten dispute disputes filed"
)
OF_LAW: Final = _words("of in for under by the and to de del")
LAW: Final = _words("law laws legislation ley leyes statutes")
BETWEEN: Final = _words(
    "the state commonwealth province republic territory kingdom of federal people country district"
    " internal substantive domestic local and or united states america laws law in force within that"
    " applicable conventional city county estado leyes la los las del de el sovereign territory"
)


def _sentence(text: Text, index: int) -> tuple[int, int]:
    """The words `first`..`last`-1 of the sentence around word `index`, at most `LONGEST` each way."""
    first = index
    while first > 0 and index - first < LONGEST and not text.ends_sentence(first - 1):
        first -= 1
    last = index + 1
    while last < len(text) and last - index < LONGEST and not text.ends_sentence(last - 1):
        last += 1
    return first, last


def _legal_system(code: str) -> str:
    """English law is the law of England and Wales."""
    return "GB-EAW" if code in {"GB-ENG", "GB-WLS"} else code


def _law_before(text: Text, first: int) -> int:
    """The word "law(s)" that a place named at `first` belongs to ("laws of the State of"), or -1."""
    index = first - 1
    for _ in range(12):
        if index < 0 or text.ends_sentence(index):
            return -1
        word = text.words[index]
        if word in LAW:
            return index
        if word not in BETWEEN and len(word) > 1:
            return -1
        index -= 1
    return -1


def _adjective_law(text: Text, mention: Mention) -> int:
    """The word "law" right after a place or its adjective ("English law", "Texas law"), or -1."""
    for offset in range(3):
        word = text.word(mention.last + offset)
        if word in LAW:
            return mention.last + offset
        if word not in {"state", "substantive", "federal", "internal", "civil", "contract", "s"}:
            return -1
    return -1


def _chosen(text: Text, law: int, sentence: tuple[int, int]) -> bool:
    """The law at word `law` is chosen, not merely spoken of."""
    before = text.words[max(sentence[0], law - 30) : law]
    after = text.words[law : min(sentence[1], law + 30)]
    near = before[-8:]
    if set(near) & UNCHOSEN and not set(near) & {"governed", "construed", "governing"}:
        return False
    if set(before[-6:]) & {"whether", "conflict", "conflicts", "wherever", "other"}:
        return False
    if GOVERN & set(before):
        return True
    return bool({"govern", "governs", "apply", "applies", "control", "controls", "rigen"} & set(after))


def _heading(text: Text, law: int) -> bool:
    """A heading or a label names the clause: "Governing Law: Texas"."""
    window = text.words[max(0, law - 6) : law]
    return "governing" in window or ("choice" in window and "of" in window) or "ley" in window


def _venue(text: Text, mention: Mention, sentence: tuple[int, int]) -> int:
    """The word "court(s)", "venue" or "jurisdiction" that the place is chosen for, or -1."""
    index = mention.first - 1
    for _ in range(30):
        if index < sentence[0]:
            break
        word = text.words[index]
        if word in LAW and text.word(index + 1) == "of":
            return -1
        if word in COURTS:
            return index
        index -= 1
    for index in range(mention.last, min(mention.last + 6, sentence[1])):
        if text.words[index] in {"court", "courts"}:
            return index
    return -1


def _value(mention: Mention, others: Sequence[Mention]) -> str | None:
    """The one code that a mention stands for; a bare ambiguous name prefers the one named beside
    it elsewhere in the clause, then the subdivision ("laws of the State of Georgia")."""
    codes = mention.codes
    if len(codes) == 1:
        return codes[0]
    regions = [o.code for o in mention.options if o.kind == "r"] or list(codes)
    beside = {c for m in others if len(m.codes) == 1 for c in tables.line(m.codes[0])}
    fitting = [c for c in regions if set(tables.line(c)) & beside]
    return (fitting or regions)[0]


def _state_first(text: Text, mention: Mention) -> str | None:
    """The region that "State of Georgia" or "Republic of Georgia" can only mean."""
    before = text.words[max(0, mention.first - 3) : mention.first]
    if "republic" in before:
        return next((o.code for o in mention.options if o.kind == "r" and "-" not in o.code), None)
    if {"state", "commonwealth"} & set(before):
        return next((o.code for o in mention.options if o.kind == "r" and "-" in o.code), None)
    return None


def find_clauses(text: Text, mentions: Sequence[Mention]) -> tuple[ClauseFinding, ...]:
    """All clauses that choose a law or a court, in order of appearance."""
    found: list[ClauseFinding] = []
    taken: set[tuple[str, int]] = set()
    for position, mention in enumerate(mentions):
        law = _law_before(text, mention.first)
        if law < 0:
            law = _adjective_law(text, mention)
        sentence = _sentence(text, mention.first)
        neighbours = mentions[max(0, position - 4) : position + 5]
        kind = None
        if law >= 0 and (_chosen(text, law, sentence) or _heading(text, mention.first)):
            kind = "governing_law"
        elif law < 0:
            venue = _venue(text, mention, sentence)
            if venue >= 0:
                around = set(text.words[max(sentence[0], venue - 25) : min(sentence[1], mention.last + 12)])
                if len(around & SUBMIT) >= 2 and around & {
                    "exclusive", "submit", "submits", "consent", "consents", "brought", "venue",
                    "attorn", "attorns", "jurisdiction", "resolved", "litigated", "heard",
                    "instituted", "commenced", "forum", "someten", "filed", "settled",
                } and around & {"courts", "court", "venue", "jurisdiction", "tribunales", "forum"}:
                    kind = "venue"
            elif _heading(text, mention.first) and ":" in "".join(
                text.gap(i) for i in range(max(0, mention.first - 4), mention.first)
            ):
                kind = "governing_law"
        if kind is None:
            continue
        value = _state_first(text, mention) or _value(mention, neighbours)
        if value is None:
            continue
        value = _legal_system(value) if kind == "governing_law" else value
        if (kind, sentence[0]) in taken and any(
            f.kind == kind and f.start == text.starts[sentence[0]] and (
                tables.within(f.value, value)
            ) for f in found
        ):
            continue
        taken.add((kind, sentence[0]))
        start, end = text.starts[sentence[0]], text.ends[sentence[1] - 1]
        if text.folded[end : end + 1] == ".":
            end += 1
        words = text.words[sentence[0] : sentence[1]]
        exclusive = None
        if kind == "venue":
            exclusive = ("exclusive" in words or "exclusively" in words or "sole" in words) and not (
                "nonexclusive" in words or "non" in words
            )
        found.append(ClauseFinding(
            kind, value, start, end, text.raw[start:end],  # type: ignore[arg-type]
            text.starts[mention.first], text.ends[mention.last - 1], exclusive,
        ))
    return _most_specific(found)


def _most_specific(found: Sequence[ClauseFinding]) -> tuple[ClauseFinding, ...]:
    """Without a country named in the same clause as its part ("Ontario and Canada")."""
    return tuple(
        f for f in found
        if not any(
            g is not f and g.kind == f.kind and g.start == f.start and g.value != f.value
            and tables.within(g.value, f.value)
            for g in found
        )
    )
