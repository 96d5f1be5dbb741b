"""How right the inference is, on case files: accuracy, the share of defaults, every miss with its
evidence, and what each family of rules is worth.

The shared cases are read when their folder is there; the project's own are always read.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from legalcontext.block import resolve
from legalcontext.block.types import Candidate, Frame, Inbound, PrincipalFacts
from legalcontext.inference import governing_law

from .infer import infer_without
from .places import find_mentions
from .tables import lexicon, within
from .text import Text

ROOT: Final = Path(__file__).resolve().parents[2]
SHARED: Final = ROOT.parent / "shared" / "cases"
OWN: Final = ROOT / "tests" / "inference"
PLACELESS: Final = ROOT / "tests" / "cases" / "placeless.jsonl"
FAMILIES: Final[Mapping[str, frozenset[str]]] = {
    "people": frozenset({"residence", "moved_to", "other_person", "from"}),
    "work": frozenset({"work", "new_job"}),
    "property": frozenset({"property", "address"}),
    "events": frozenset({"event", "order"}),
    "courts": frozenset({"court"}),
    "law and citations": frozenset({"law", "statute"}),
    "agencies": frozenset({"agency"}),
    "federal subjects": frozenset({"federal", "bankruptcy", "military", "tribal"}),
    "terms and currency": frozenset({"term", "currency"}),
    "clauses": frozenset({"clause", "venue"}),
    "places merely named": frozenset({"named", "located", "alone", "label", "company"}),
    "what hardly counts": frozenset({"organised", "origin", "past", "travel", "destination"}),
}


@dataclass(frozen=True, slots=True)
class Case:
    """One text and what is right: `None` is not judged, `-` is none."""

    text: str
    place: str
    forum: str | None = None
    role: str | None = None
    candidates: tuple[str, ...] = ()
    document: bool = False


@dataclass(frozen=True, slots=True)
class Score:
    """right of total; defaults: how many ended with nothing to go on. misses: one line each."""

    name: str
    right: int
    total: int
    defaults: int
    misses: tuple[str, ...]


def frame_of(case: Case, without: Set[str] = frozenset()) -> Frame:
    """The frame that an individual who states nothing gets."""
    question, documents = ("", [case.text]) if case.document else (case.text, [])
    inference = infer_without(without, question, documents)
    return resolve(Inbound(), inference, PrincipalFacts("individual"), None)


def place_of(frame: Frame) -> str:
    """The place, `-` for a default."""
    return "-" if frame.basis == "default" else frame.jurisdiction


def score(name: str, cases: Sequence[Case], without: Set[str] = frozenset()) -> Score:
    """A case is right when place, basis, forum, role and the named candidates all are."""
    misses, defaults = [], 0
    for case in cases:
        frame = frame_of(case, without)
        defaults += frame.basis == "default"
        wrong = _wrong(case, frame)
        if wrong:
            misses.append(f"{case.text[:160]!r}: {'; '.join(wrong)}; {_evidence(frame.candidates)}")
    return Score(name, len(cases) - len(misses), len(cases), defaults, tuple(misses))


def first_place_named(cases: Sequence[Case]) -> Score:
    """What taking the first place named would get right, for comparison."""
    misses = []
    for case in cases:
        text = Text(case.text)
        named = find_mentions(text, lexicon().matches(text))
        place = named[0].codes[0] if named else "-"
        if place != case.place:
            misses.append(f"{case.text[:160]!r}: place {place}, not {case.place}")
    return Score("", len(cases) - len(misses), len(cases), 0, tuple(misses))


def _wrong(case: Case, frame: Frame) -> list[str]:
    wrong = []
    if place_of(frame) != case.place:
        wrong.append(f"place {place_of(frame)}, not {case.place}")
    if case.forum is not None and (frame.forum or "-") != case.forum:
        wrong.append(f"forum {frame.forum or '-'}, not {case.forum}")
    if case.role is not None and frame.role != ("party" if case.role == "-" else case.role):
        wrong.append(f"role {frame.role}, not {case.role}")
    absent = set(case.candidates) - {c.value for c in frame.candidates}
    if absent:
        wrong.append(f"candidates without {', '.join(sorted(absent))}")
    return wrong


def _evidence(candidates: Sequence[Candidate]) -> str:
    found = [f"{e.value} {e.kind} “{e.text}”" for c in candidates[:3] for e in c.evidence[:3]]
    return " | ".join(found) or "no evidence"


def clause_score(name: str, cases: Sequence[tuple[str, str]]) -> Score:
    """The first governing-law finding against the label; a part of the labelled country counts."""
    misses = []
    for text, label in cases:
        laws = [f for f in governing_law(text) if f.kind == "governing_law"]
        if not laws or not within(laws[0].value, label):
            found = laws[0].value if laws else "none"
            misses.append(f"{text[:160]!r}: {found}, not {label}")
    return Score(name, len(cases) - len(misses), len(cases), 0, tuple(misses))


def own_cases(path: Path) -> list[Case]:
    """The project's own questions: place, forum, role and text, separated by tabs."""
    rows = [line.split("\t") for line in path.read_text("utf-8").splitlines() if line[:1] != "#"]
    return [
        Case(text, place, None if forum == "?" else forum, None if role == "?" else role)
        for place, forum, role, text in (row for row in rows if len(row) == 4)
    ]


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


def shared_questions(path: Path) -> list[Case]:
    return [
        Case(
            row["text"],
            "-" if row["basis"] == "default" else row["value"],
            row["forum"] or "-",
            None,
            tuple(row["candidates"]),
            row["document"],
        )
        for row in _lines(path)
    ]


def placeless(path: Path) -> list[Case]:
    return [Case(row["text"], "-", document=row["document"]) for row in _lines(path)]


def scores() -> Iterator[Score]:
    """Every case file that is there, the project's own first."""
    for path in sorted(OWN.glob("questions*.tsv")):
        yield score(path.name, own_cases(path))
    if PLACELESS.exists():
        yield score(PLACELESS.name, placeless(PLACELESS))
    if not SHARED.is_dir():
        return
    yield score("jurisdiction.jsonl", shared_questions(SHARED / "jurisdiction.jsonl"))
    for name in ("nda-governing-law.jsonl", "governing-law-clauses.jsonl"):
        rows = _lines(SHARED / name)
        yield clause_score(name, [(row["text"], row["governing_law"]) for row in rows])


def ablation(cases: Sequence[Case]) -> Iterator[tuple[str, Score]]:
    """The places of the cases with each family of rules switched off."""
    bare = [Case(case.text, case.place, document=case.document) for case in cases]
    yield "all rules", score("", bare)
    for family, kinds in FAMILIES.items():
        yield f"without {family}", score("", bare, kinds)


def main(arguments: Sequence[str] | None = None) -> int:
    """`python -m legalcontext.inference.evaluate`: the whole evaluation on standard output."""
    report(lambda line: sys.stdout.write(f"{line}\n"))
    return 0


def report(write: Callable[[str], object]) -> None:
    """The whole evaluation, line by line."""
    if not SHARED.is_dir():
        write("No shared cases beside the project: only its own are read.")
    for found in scores():
        share = found.right / found.total if found.total else 0.0
        write(
            f"{found.name:32} {found.right:4} of {found.total:4}  {share:7.1%}"
            f"  defaults {found.defaults / max(found.total, 1):6.1%}"
        )
        for miss in found.misses:
            write(f"    {miss}")
    cases = [case for path in sorted(OWN.glob("questions*.tsv")) for case in own_cases(path)]
    if SHARED.is_dir():
        cases += shared_questions(SHARED / "jurisdiction.jsonl")
    write("Places, by the first one named, by all rules, and with each family switched off:")
    simple = first_place_named(cases)
    share = simple.right / simple.total
    write(f"{'first place named':32} {simple.right:4} of {simple.total:4}  {share:7.1%}")
    for name, found in ablation(cases):
        write(f"{name:32} {found.right:4} of {found.total:4}  {found.right / found.total:7.1%}")


if __name__ == "__main__":
    sys.exit(main())
