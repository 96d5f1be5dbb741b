"""Clauses that choose a law or a court, as findings of their own.

A choice-of-law clause says what law governs a contract; where the people and the property are
decides where a matter sits (legal-context, "Jurisdiction and forum"). So these findings stand
beside the places, and weigh little for the frame.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from . import tables
from .places import Mention
from .text import Text
from .types import ClauseFinding, ClauseKind

LONGEST: Final = 400
"""Words of one sentence that are read together; a longer one is read in pieces."""


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
APPLIES: Final = _words("govern governs apply applies control controls rigen")
INSTRUMENT: Final = _words(
    "agreement contract deed note lease warrant amendment terms dispute disputes claim claims"
    " license guaranty guarantee policy contrato acuerdo convenio parties nda mnda"
)
REQUIRED: Final = _words(
    "required requested disclose disclosure comply compliance permitted compelled"
)
UNCHOSEN: Final = _words(
    "organized organised incorporated existing formed chartered duly validly license licensed"
    " qualified registered violation comply compliance constituida constituido"
)
CONFLICT: Final = _words("whether conflict conflicts wherever other")
COURTS: Final = _words("court courts tribunal tribunals venue forum jurisdiction tribunales")
SUBMIT: Final = _words(
    "exclusive exclusively submit submits submitted consent consents consented attorn attorns"
    " venue brought commenced instituted heard litigated adjudicated resolved settled filed forum"
    " jurisdiction someten somete competent"
)
"""Words that send disputes to a court."""
BINDING: Final = _words(
    "shall will must agree agrees irrevocably exclusive exclusively consent consents submit"
    " submits submitted attorn attorns sole lies is are someten somete hereby waive waives"
)
"""Words that bind: what was filed in a court is no clause."""
SENT: Final = _words("brought filed instituted commenced litigated")
LAW: Final = _words("law laws legislation ley leyes legislacion derecho statutes")
BEFORE_LAW: Final = _words("state substantive federal internal civil contract s")
CHOOSING: Final = LAW | COURTS | SENT
"""A sentence without one of these chooses nothing."""
BETWEEN: Final = _words(
    "the state commonwealth province republic territory kingdom of federal people country district"
    " internal substantive domestic local and or united states america laws law in force within"
    " that applicable conventional city county estado leyes la los las del de el sovereign"
)
"""Words that may stand between "laws" and the place they are of."""
REGIONS: Final = _words("state province commonwealth jurisdiction country")


@dataclass(frozen=True, slots=True)
class _Sentence:
    """Words `first`..`last`-1, and the last word "laws" that points back to a place named before
    it ("made in California and governed by the laws thereof"), -1 for none."""

    first: int
    last: int
    back: int
    chooses: bool


def _sentences(text: Text, mentions: Sequence[Mention]) -> Iterator[tuple[Mention, _Sentence]]:
    """Each mention with its sentence; every word is looked at once."""
    current: _Sentence | None = None
    for mention in mentions:
        if current is None or mention.first >= current.last:
            floor = max(current.last if current else 0, mention.first - LONGEST)
            first = mention.first
            while first > floor and not text.ends_sentence(first - 1):
                first -= 1
            last = mention.last
            while last < len(text) and last - first < LONGEST and not text.ends_sentence(last - 1):
                last += 1
            words = set(text.words[first:last])
            chooses = not words.isdisjoint(CHOOSING)
            back = -1
            if chooses:
                back = max((i for i in range(first, last) if _points_back(text, i)), default=-1)
            current = _Sentence(first, last, back, chooses)
        yield mention, current


def _points_back(text: Text, index: int) -> bool:
    """The word at `index` is the "laws" of "the laws thereof", "laws of that State", "its laws"."""
    if text.words[index] not in LAW:
        return False
    after = text.words[index + 1 : index + 4]
    if after[:1] == ["thereof"]:
        return True
    if after[:1] == ["of"] and after[1:2] and after[1] in {"that", "such", "said"}:
        return bool(REGIONS.intersection(after[2:3]))
    return text.word(index - 1) == "its" and text.word(index - 2) in {"by", "with", "under"}


def _law_before(text: Text, first: int) -> int:
    """The word "law(s)" that a place named at `first` belongs to ("laws of the"), or -1."""
    for index in range(first - 1, max(-1, first - 13), -1):
        if text.ends_sentence(index):
            return -1
        word = text.words[index]
        if word in LAW:
            return index
        if word not in BETWEEN and len(word) > 1:
            return -1
    return -1


def _law_after(text: Text, mention: Mention) -> int:
    """The word "law" right after a place or its adjective ("English law", "Texas law"), or -1."""
    if mention.form == "adjective" and text.word(mention.first - 1) in LAW:
        return mention.first - 1
    for index in range(mention.last, mention.last + 3):
        if text.word(index) in LAW:
            return index
        if text.word(index) not in BEFORE_LAW:
            return -1
    return -1


def _chosen(text: Text, law: int, sentence: _Sentence) -> bool:
    """The law at word `law` is chosen, not merely spoken of."""
    before = text.words[max(sentence.first, law - 30) : law]
    after = text.words[law : min(sentence.last, law + 30)]
    near = before[-8:]
    if UNCHOSEN.intersection(near) and not GOVERN.intersection(near):
        return False
    if CONFLICT.intersection(before[-6:]):
        return False
    if GOVERN.intersection(before):
        return True
    if MAY_GOVERN.intersection(before[-10:]) and INSTRUMENT.intersection(before):
        return not REQUIRED.intersection(before)
    return bool(APPLIES.intersection(after))


def _headed(text: Text, index: int) -> bool:
    """A heading names the clause: "Governing Law", "Choice of Law"."""
    window = text.before(index, 6)
    return "governing" in window or ("choice" in window and "of" in window) or "ley" in window


def _labelled(text: Text, mention: Mention) -> bool:
    """ "Governing Law: Texas": a label and nothing else."""
    return _headed(text, mention.first) and any(
        ":" in text.gap(i) for i in range(max(0, mention.first - 4), mention.first)
    )


def _court_of(text: Text, mention: Mention, sentence: _Sentence) -> int:
    """The word "court(s)", "venue" or "jurisdiction" that the place is chosen for, or -1."""
    for index in range(mention.last, min(mention.last + 4, sentence.last)):
        if text.words[index] in {"court", "courts"}:
            return index
    for index in range(mention.first - 1, max(sentence.first, mention.first - 30) - 1, -1):
        word = text.words[index]
        if word in LAW and text.word(index + 1) == "of":
            return -1
        if word in COURTS or (word in SENT and mention.first - index <= 4):
            return index
    return -1


def _kind(text: Text, mention: Mention, sentence: _Sentence) -> ClauseKind | None:
    """What a mention is chosen for in its sentence, if for anything."""
    if _labelled(text, mention):
        return "governing_law"
    if not sentence.chooses:
        return None
    law = _law_before(text, mention.first)
    if law < 0:
        law = _law_after(text, mention)
    if law < 0 and sentence.back >= mention.last:
        law = sentence.back
    if law >= 0:
        chosen = _chosen(text, law, sentence) or _headed(text, mention.first)
        return "governing_law" if chosen else None
    court = _court_of(text, mention, sentence)
    if court < 0:
        return None
    around = text.words[max(sentence.first, court - 25) : min(sentence.last, mention.last + 12)]
    return "venue" if SUBMIT.intersection(around) and BINDING.intersection(around) else None


def _value(text: Text, mention: Mention, others: Sequence[Mention]) -> str:
    """The one code that a mention stands for.

    A name of several places is the one that "State of" or "Republic of" says, else the one that
    the places named beside it point to, else the first region of that name.
    """
    codes = mention.codes
    if len(codes) == 1:
        return codes[0]
    regions = [o.code for o in mention.options if o.kind == "r"] or list(codes)
    before = text.before(mention.first, 3)
    if "republic" in before:
        regions = [c for c in regions if "-" not in c] or regions
    elif {"state", "commonwealth"} & set(before):
        regions = [c for c in regions if "-" in c] or regions
    beside = {c for m in others if len(m.codes) == 1 for c in tables.line(m.codes[0])}
    return next((c for c in regions if not beside.isdisjoint(tables.line(c))), regions[0])


def find_clauses(text: Text, mentions: Sequence[Mention]) -> tuple[ClauseFinding, ...]:
    """All clauses that choose a law or a court, in order of appearance."""
    found: list[ClauseFinding] = []
    unchosen: dict[_Sentence, list[Mention]] = {}
    decided: set[_Sentence] = set()
    for position, (mention, sentence) in enumerate(_sentences(text, mentions)):
        kind = _kind(text, mention, sentence)
        if kind is not None:
            others = mentions[max(0, position - 4) : position + 5]
            found.append(_finding(text, kind, _value(text, mention, others), sentence, mention))
        if kind == "governing_law":
            decided.add(sentence)
        elif sentence.chooses:
            unchosen.setdefault(sentence, []).append(mention)
    for sentence, named in unchosen.items():
        if sentence not in decided:
            found.extend(_only_one_named(text, sentence, named))
    found.sort(key=lambda f: (f.start, f.place_start))
    return _once(_most_specific(found))


def _only_one_named(
    text: Text, sentence: _Sentence, named: Sequence[Mention]
) -> list[ClauseFinding]:
    """The law of the one place named in a sentence that chooses a law in words not known here."""
    words = text.words[sentence.first : sentence.last]
    codes = {code for mention in named for code in mention.codes}
    verb = next((i for i, w in enumerate(words) if w in {"governed", "construed"}), -1)
    if len(codes) != 1 or verb < 0 or LAW.isdisjoint(words[verb : verb + 12]):
        return []
    if named[0].first - sentence.first < verb or UNCHOSEN.intersection(words):
        return []
    return [_finding(text, "governing_law", codes.pop(), sentence, named[0])]


def _finding(
    text: Text, kind: ClauseKind, value: str, sentence: _Sentence, mention: Mention
) -> ClauseFinding:
    start, end = text.starts[sentence.first], text.ends[sentence.last - 1]
    if text.folded[end : end + 1] == ".":
        end += 1
    exclusive = None
    if kind == "venue":
        words = text.words[sentence.first : sentence.last]
        exclusive = not {"exclusive", "exclusively", "sole"}.isdisjoint(words) and (
            {"nonexclusive", "non"}.isdisjoint(words)
        )
    elif value in {"GB-ENG", "GB-WLS"}:
        value = "GB-EAW"  # English law is the law of England and Wales.
    return ClauseFinding(
        kind, value, start, end, text.raw[start:end],
        text.starts[mention.first], text.ends[mention.last - 1], exclusive,
    )  # fmt: skip


def _once(found: Sequence[ClauseFinding]) -> tuple[ClauseFinding, ...]:
    """One finding for each kind and place of a clause."""
    seen: dict[tuple[str, int, str], ClauseFinding] = {}
    for finding in found:
        seen.setdefault((finding.kind, finding.start, finding.value), finding)
    return tuple(seen.values())


def _most_specific(found: Sequence[ClauseFinding]) -> list[ClauseFinding]:
    """Without a country named in the same clause as its part ("Ontario and Canada")."""
    whole: set[tuple[str, int, str]] = set()
    for f in found:
        whole |= {(f.kind, f.start, code) for code in tables.line(f.value)[1:]}
    return [f for f in found if (f.kind, f.start, f.value) not in whole]
