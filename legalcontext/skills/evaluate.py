"""How well triage does on labelled stories: `python -m legalcontext.skills.evaluate <stories>`.

A story is a line of JSON: `{id, text, language, topics, urgency, emergencies, jurisdiction}`.
Run as a program it uses the words alone, or with `--embedder` the notes' files as well, without
a database; `evaluate` takes any knowledge base.

- topic first-hit: the first topic told is one of the story's. hit@3: one of them is among the
  first three. A story without topics is right when none is told.
- emergencies: recall over every emergency of every story; a false alarm is a story without any
  that is told one.
- urgency: the most pressing finding against the story's label.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from legalcontext import block, inference
from legalcontext.block.types import Inbound, PrincipalFacts
from legalcontext.knowledge.embedding import Embedder, EmbedderMissing, Vector, built_files
from legalcontext.knowledge.notefile import parse_note
from legalcontext.knowledge.spanish import is_spanish, to_english
from legalcontext.knowledge.types import Found, Hit

from .triage import triage
from .types import Ask, Findings, Knowledge

NEAREST, PER_TOPIC = 40, 3
"""As `knowledge.statements.topics_near` has it."""

NOTES = Path(__file__).parent.parent / "knowledge" / "notes"

_ORDER = ("emergency", "urgent", "soon", "normal", "info")


class WordsAlone:
    """A knowledge base without notes: triage by its tables alone."""

    def search(
        self, query: str, *, jurisdiction: str, limit: int = 8, topics: Sequence[str] = ()
    ) -> Found:
        return Found()

    def passages_of(self, note: str) -> Sequence[Hit]:
        return ()

    def passages_on(self, topics: Sequence[str], *, jurisdiction: str) -> Sequence[Hit]:
        return ()

    def topics_near(self, text: str, *, jurisdiction: str) -> Mapping[str, float]:
        return {}

    def meaning(self, text: str) -> Vector:
        raise EmbedderMissing("words alone")


class NotesOnDisk(WordsAlone):
    """The nearness of topics as the knowledge base gives it, from the notes' files, without a
    database: for figures on a machine that has none. It finds no passages."""

    def __init__(self, notes: Path, embedder: Embedder) -> None:
        self._embedder = embedder
        asked = [
            (note.topic, words)
            for note in (parse_note(f.read_text("utf-8")) for f in sorted(notes.glob("*/*.md")))
            for words in note.asked_as
        ]
        self._topics = [topic for topic, _ in asked]
        self._vectors = embedder.embed_all([words for _, words in asked])

    def topics_near(self, text: str, *, jurisdiction: str) -> Mapping[str, float]:
        values = self._vectors @ self.meaning(text)
        ranked = sorted(zip(values.tolist(), self._topics, strict=True), reverse=True)[:NEAREST]
        farthest = ranked[-1][0]
        near: dict[str, list[float]] = {}
        for value, topic in ranked:
            near.setdefault(topic, []).append(value)
        return {
            topic: sum([*found, *[farthest] * PER_TOPIC][:PER_TOPIC]) / PER_TOPIC
            for topic, found in near.items()
        }

    def meaning(self, text: str) -> Vector:
        return self._embedder.embed(to_english(text) if is_spanish(text) else text)


@dataclass(frozen=True, slots=True)
class Told:
    """What triage told of a story, beside its labels."""

    story: dict[str, Any]
    topics: tuple[str, ...]
    emergencies: frozenset[str]
    urgency: str

    @property
    def first_hit(self) -> bool:
        if not self.story["topics"]:
            return not self.topics
        return bool(self.topics) and self.topics[0] in self.story["topics"]

    @property
    def hit_at_3(self) -> bool:
        if not self.story["topics"]:
            return not self.topics
        return bool(set(self.topics[:3]) & set(self.story["topics"]))

    @property
    def all_at_3(self) -> bool:
        return set(self.story["topics"][:3]) <= set(self.topics[:3])

    @property
    def missed(self) -> frozenset[str]:
        return frozenset(self.story["emergencies"]) - self.emergencies

    @property
    def false_alarm(self) -> bool:
        return not self.story["emergencies"] and bool(self.emergencies)


@dataclass(frozen=True, slots=True)
class Scores:
    """Shares from 0 to 1, and how many they are of."""

    stories: int
    first_hit: float
    hit_at_3: float
    all_at_3: float
    emergencies: int
    recall: float
    calm: int
    false_alarms: float
    urgency: float


def tell(stories: Iterable[dict[str, Any]], knowledge: Knowledge, today: dt.date) -> Iterator[Told]:
    """Triage of each story, for an individual who states nothing."""
    for story in stories:
        frame = block.resolve(
            Inbound(), inference.infer(story["text"]), PrincipalFacts("individual"), None
        )
        ask = Ask(story["text"], today, story["language"])
        yield _told(story, triage(frame, ask, (), knowledge))


def _told(story: dict[str, Any], answer: Findings) -> Told:
    issues = [finding for finding in answer.findings if finding.kind == "issue"]
    alarms = [finding for finding in answer.findings if finding.kind == "emergency"]
    levels = [finding.severity or "info" for finding in [*alarms, *issues]]
    return Told(
        story=story,
        topics=tuple(topic for finding in issues for topic in finding.topics),
        emergencies=frozenset(topic for finding in alarms for topic in finding.topics),
        urgency=min(levels, key=_ORDER.index, default="none"),
    )


def score(told: Sequence[Told]) -> Scores:
    """The figures over all stories; ValueError when there is none."""
    if not told:
        raise ValueError("no stories to score")
    wanted = sum(len(t.story["emergencies"]) for t in told)
    missed = sum(len(t.missed) for t in told)
    calm = [t for t in told if not t.story["emergencies"]]
    return Scores(
        stories=len(told),
        first_hit=_share(t.first_hit for t in told),
        hit_at_3=_share(t.hit_at_3 for t in told),
        all_at_3=_share(t.all_at_3 for t in told),
        emergencies=wanted,
        recall=1 - missed / wanted if wanted else 1.0,
        calm=len(calm),
        false_alarms=_share(t.false_alarm for t in calm),
        urgency=_share(t.urgency == t.story["urgency"] for t in told),
    )


def _share(answers: Iterable[bool]) -> float:
    given = list(answers)
    return sum(given) / len(given) if given else 0.0


def read_stories(path: Path) -> list[dict[str, Any]]:
    """The stories of a file, one JSON object a line."""
    lines = path.read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines if line.strip()]


def corrected(stories: Iterable[dict[str, Any]], errata: Path) -> list[dict[str, Any]]:
    """The stories with the labels that an erratum found wrong replaced (a line of JSON each:
    `{id, <labels>, why}`). The stories' own file is never changed; both scores are told."""
    found = {line["id"]: line for line in read_stories(errata)}
    return [{**story, **found.get(story["id"], {})} for story in stories]


def evaluate(
    path: Path, *, knowledge: Knowledge | None = None, today: dt.date | None = None
) -> Scores:
    """The figures of the stories in a file."""
    day = today or dt.datetime.now(dt.UTC).date()
    return score(list(tell(read_stories(path), knowledge or WordsAlone(), day)))


def report(scores: Scores) -> str:
    """The figures in lines, with the targets."""
    return "\n".join(
        (
            f"stories              {scores.stories}",
            f"topic first-hit      {scores.first_hit:.3f}  (target 0.80)",
            f"topic hit@3          {scores.hit_at_3:.3f}  (target 0.95)",
            f"all topics in 3      {scores.all_at_3:.3f}",
            f"emergencies recalled {scores.recall:.3f}  of {scores.emergencies} (target 1.000)",
            f"false alarms         {scores.false_alarms:.3f}  of {scores.calm} (target 0.050)",
            f"urgency as labelled  {scores.urgency:.3f}",
        )
    )


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Score triage on labelled stories.")
    parser.add_argument("stories", type=Path)
    parser.add_argument("--wrong", action="store_true", help="also list what went wrong")
    parser.add_argument(
        "--embedder", type=Path, help="folder of the built search model: use the notes' files too"
    )
    options = parser.parse_args(arguments)
    knowledge: Knowledge = WordsAlone()
    if options.embedder:
        knowledge = NotesOnDisk(NOTES, Embedder(built_files(options.embedder)))
    today = dt.datetime.now(dt.UTC).date()
    told = list(tell(read_stories(options.stories), knowledge, today))
    sys.stdout.write(report(score(told)) + "\n")
    if options.wrong:
        for t in told:
            if not t.hit_at_3 or t.missed or t.false_alarm:
                sys.stdout.write(
                    f"{t.story['id']} topics {t.story['topics']} told {list(t.topics)}; "
                    f"missed {sorted(t.missed)}; "
                    f"alarms {sorted(t.emergencies) if t.false_alarm else []}\n"
                )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
