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
from .types import ClauseFinding, ClauseKind

LONGEST: Final = 400
"""Words of a sentence that are looked at on either side of the words that choose."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


GOVERN: Final = _words(
    "governed governs govern construed construe interpreted controlled accordance governing rige"
    " regira rigen regido regida interpretara conformidad"
)
MAY_GOVERN: Final = _words(
    "enforced pursuant subject apply applies applied applicable determined resolved sujeto sujeta"
    " concluded interpretation under"
)
INSTRUMENT: Final = _words(
    "agreement contract deed note lease warrant amendment terms dispute disputes claim claims license"
    " guaranty guarantee policy contrato acuerdo convenio parties nda mnda"
)
REQUIRED: Final = _words("required requested disclose disclosure comply compliance permitted compelled")
UNCHOSEN: Final = _words(
    "organized organised incorporated existing formed chartered duly validly license licensed"
    " qualified registered violation comply compliance constituida constituido"
)
COURTS: Final = _words("court courts tribunal tribunals venue forum jurisdiction tribunales")
SUBMIT: Final = _words(
    "exclusive exclusively submit submits submitted consent consents consented attorn attorns venue"
    " brought commenced instituted heard litigated adjudicated resolved settled filed forum"
    " jurisdiction someten somete competent"
)
"""Words that send disputes to a court."""
BINDING: Final = _words(
    "shall will must agree agrees irrevocably exclusive exclusively consent consents submit submits"
    " submitted attorn attorns sole lies is are someten somete hereby waive waives"
)
"""Words that bind: what was filed in a court is no clause."""
LAW: Final = _words("law laws legislation ley leyes legislacion derecho statutes")
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
    if mention.form == "adjective" and text.word(mention.first - 1) in LAW:
        return mention.first - 1
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
    if MAY_GOVERN & set(before[-10:]) and INSTRUMENT & set(before) and not REQUIRED & set(before):
        return True
    return bool({"govern", "governs", "apply", "applies", "control", "controls", "rigen"} & set(after))


def _heading(text: Text, law: int) -> bool:
    """A heading or a label names the clause: "Governing Law: Texas"."""
    window = text.words[max(0, law - 6) : law]
    return "governing" in window or ("choice" in window and "of" in window) or "ley" in window


def _venue(text: Text, mention: Mention, sentence: tuple[int, int]) -> int:
    """The word "court(s)", "venue" or "jurisdiction" that the place is chosen for, or -1."""
    for index in range(mention.last, min(mention.last + 4, sentence[1])):
        if text.words[index] in {"court", "courts"}:
            return index
    for index in range(mention.first - 1, max(sentence[0], mention.first - 30) - 1, -1):
        word = text.words[index]
        if word in LAW and text.word(index + 1) == "of":
            return -1
        if word in COURTS or (word in SENT and mention.first - index <= 4):
            return index
    return -1


SENT: Final = _words("brought filed instituted commenced litigated")


def _value(mention: Mention, others: Sequence[Mention]) -> str:
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


def _named_before(text: Text, mention: Mention, sentence: tuple[int, int]) -> int:
    """The word "law(s)" of "made in California and governed by the laws thereof", or -1."""
    for index in range(mention.last, sentence[1]):
        if text.words[index] not in LAW:
            continue
        after = text.words[index + 1 : index + 4]
        before = text.words[index - 2 : index]
        back = (before[1:] == ["its"] and before[0] in {"by", "with", "under"}) or after[:1] == ["thereof"] or (
            after[:1] == ["of"] and after[1:2] in (["that"], ["such"], ["said"]) and after[2:3] in (
                ["state"], ["province"], ["commonwealth"], ["jurisdiction"], ["country"],
            )
        )
        return index if back else -1
    return -1


def _kind(text: Text, mention: Mention, sentence: tuple[int, int]) -> ClauseKind | None:
    """What a mention is chosen for in its sentence, if for anything."""
    law = _law_before(text, mention.first)
    if law < 0:
        law = _adjective_law(text, mention)
    if law < 0:
        law = _named_before(text, mention, sentence)
    if law >= 0:
        chosen = _chosen(text, law, sentence) or _heading(text, mention.first)
        return "governing_law" if chosen else None
    if _labelled(text, mention):
        return "governing_law"
    venue = _venue(text, mention, sentence)
    if venue < 0:
        return None
    around = text.words[max(sentence[0], venue - 25) : min(sentence[1], mention.last + 12)]
    if SUBMIT.intersection(around) and BINDING.intersection(around):
        return "venue"
    return None


def _labelled(text: Text, mention: Mention) -> bool:
    """ "Governing Law: Texas": a label and nothing else."""
    return _heading(text, mention.first) and any(
        ":" in text.gap(i) for i in range(max(0, mention.first - 4), mention.first)
    )


def find_clauses(text: Text, mentions: Sequence[Mention]) -> tuple[ClauseFinding, ...]:
    """All clauses that choose a law or a court, in order of appearance."""
    found: list[ClauseFinding] = []
    undecided: dict[tuple[int, int], list[Mention]] = {}
    for position, mention in enumerate(mentions):
        sentence = _sentence(text, mention.first)
        kind = _kind(text, mention, sentence)
        neighbours = mentions[max(0, position - 4) : position + 5]
        value = _state_first(text, mention) or _value(mention, neighbours)
        if kind is not None:
            found.append(_finding(text, kind, value, sentence, mention))
        if kind != "governing_law":
            undecided.setdefault(sentence, []).append(mention)
    for sentence, named in undecided.items():
        found.extend(_only_one_named(text, sentence, named, found))
    found.sort(key=lambda f: (f.start, f.place_start))
    return _once(_most_specific(found))


def _only_one_named(
    text: Text, sentence: tuple[int, int], named: Sequence[Mention], found: Sequence[ClauseFinding]
) -> list[ClauseFinding]:
    """The law of the one place named in a sentence that chooses a law in words not known here."""
    start = text.starts[sentence[0]]
    if any(f.kind == "governing_law" and f.start == start for f in found):
        return []
    words = text.words[sentence[0] : sentence[1]]
    codes = {code for mention in named for code in mention.codes}
    if len(codes) != 1 or not LAW.intersection(words):
        return []
    verb = next((i for i, w in enumerate(words) if w in {"governed", "construed"}), -1)
    if verb < 0 or not LAW.intersection(words[verb : verb + 12]):
        return []
    if named[0].first - sentence[0] < verb or UNCHOSEN.intersection(words):
        return []
    return [_finding(text, "governing_law", codes.pop(), sentence, named[0])]


def _finding(
    text: Text, kind: ClauseKind, value: str, sentence: tuple[int, int], mention: Mention
) -> ClauseFinding:
    start, end = text.starts[sentence[0]], text.ends[sentence[1] - 1]
    if text.folded[end : end + 1] == ".":
        end += 1
    exclusive = None
    if kind == "venue":
        words = text.words[sentence[0] : sentence[1]]
        exclusive = bool({"exclusive", "exclusively", "sole"} & set(words)) and not (
            {"nonexclusive", "non"} & set(words)
        )
    return ClauseFinding(
        kind, _legal_system(value) if kind == "governing_law" else value, start, end,
        text.raw[start:end], text.starts[mention.first], text.ends[mention.last - 1], exclusive,
    )


def _once(found: Sequence[ClauseFinding]) -> tuple[ClauseFinding, ...]:
    """One finding for each kind and place of a clause."""
    seen: dict[tuple[str, int, str], ClauseFinding] = {}
    for finding in found:
        seen.setdefault((finding.kind, finding.start, finding.value), finding)
    return tuple(seen.values())


def _most_specific(found: Sequence[ClauseFinding]) -> list[ClauseFinding]:
    """Without a country named in the same clause as its part ("Ontario and Canada")."""
    parts: dict[tuple[str, int], set[str]] = {}
    for finding in found:
        parts.setdefault((finding.kind, finding.start), set()).add(finding.value)
    return [
        f for f in found
        if not any(
            value != f.value and tables.within(value, f.value) for value in parts[f.kind, f.start]
        )
    ]
