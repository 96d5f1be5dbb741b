"""A small knowledge base in memory."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from legalcontext.knowledge.embedding import EmbedderMissing, Vector
from legalcontext.knowledge.types import Figure, Found, Hit, Lapsed

TODAY = dt.date(2026, 11, 30)
CHECKED = dt.date(2026, 11, 1)


def figure(**changes: Any) -> Figure:
    made = Figure(
        id="answer-days",
        value="30",
        unit="days",
        citation="Cal. Code Civ. Proc. § 412.20",
        url="https://law.example/412-20",
        phrase="within 30 days after the summons is served",
        checked_on=CHECKED,
        event="summons_served",
        counting="calendar",
        service="personal",
    )
    return replace(made, **changes)


def hit(**changes: Any) -> Hit:
    made = Hit(
        note="us-ca/time-to-answer@1",
        passage="short-answer",
        kind="short_answer",
        text="A person who is served with a summons has a set time to file an answer.",
        title="Time to answer in California",
        jurisdiction="US-CA",
        forum=None,
        topic="time-to-answer",
        audience="individual",
        authority="Cal. Code Civ. Proc. § 412.20",
        url="https://law.example/412-20",
        as_of=CHECKED,
        reviewed=False,
        stale=False,
        score=0.6,
    )
    return replace(made, **changes)


def note(
    key: str, topic: str, jurisdiction: str, passages: Mapping[str, str], **changes: Any
) -> list[Hit]:
    """The passages of one note; `passages` are texts by kind."""
    return [
        hit(
            note=f"{key}@1",
            passage=kind.replace("_", "-"),
            kind=kind,
            text=text,
            title=f"{topic} in {jurisdiction}",
            jurisdiction=jurisdiction,
            topic=topic,
            **changes,
        )
        for kind, text in passages.items()
    ]


@dataclass
class Notes:
    """A knowledge base of a few passages: what is on a topic named, of the place asked for."""

    hits: Sequence[Hit]
    near: Mapping[str, float] = field(default_factory=dict)
    lapsed: tuple[Lapsed, ...] = ()
    asked: list[tuple[str, str]] = field(default_factory=list)
    vector: Vector | None = None

    def search(
        self, query: str, *, jurisdiction: str, limit: int = 8, topics: Sequence[str] = ()
    ) -> Found:
        self.asked.append((query, jurisdiction))
        places = (jurisdiction, jurisdiction.split("-")[0], "general")
        found = [
            h for h in self.hits if h.jurisdiction in places and (h.topic in topics or not topics)
        ]
        return Found(tuple(found[:limit]), self.lapsed, max((h.score for h in found), default=0))

    def passages_of(self, note: str) -> Sequence[Hit]:
        return [h for h in self.hits if h.note == note]

    def passages_on(self, topics: Sequence[str], *, jurisdiction: str) -> Sequence[Hit]:
        places = (jurisdiction, jurisdiction.split("-")[0], "general")
        held = [h for h in self.hits if h.topic in topics and h.jurisdiction in places]
        return sorted(held, key=lambda hit: places.index(hit.jurisdiction))

    def topics_near(self, text: str, *, jurisdiction: str) -> Mapping[str, float]:
        return self.near

    def meaning(self, text: str) -> Vector:
        if self.vector is None:
            raise EmbedderMissing("no model here")
        return self.vector


DEPOSIT_CA = note(
    "us-ca/security-deposit",
    "security-deposit",
    "US-CA",
    {
        "short_answer": "The landlord has 21 days after the move to send the deposit or a list.",
        "condition": "The list names each sum that was kept and why.",
        "step": "- A letter asks for the deposit.\n- A claim goes to the small claims court.",
        "exception": "Nothing may be kept for normal wear.",
        "handler": "The self-help centre of the court helps with the form.",
        "gather": "- The lease\n- Photos of each room",
        "left_out": "Local rules were not checked.",
    },
    figures=(
        figure(
            id="days",
            value="21",
            event="moved_out",
            service=None,
            citation="Cal. Civ. Code § 1950.5",
        ),
    ),
)
ANSWER_CA = [
    hit(
        kind="deadline",
        passage="deadline",
        text="The answer is due within 30 days after service.",
        figures=(
            figure(),
            figure(id="substituted", value="40", service="substituted"),
        ),
    ),
    hit(kind="handler", passage="handler", text="The court's self-help desk has the forms."),
    hit(kind="gather", passage="gather", text="- Every page of the papers"),
]
DEPOSIT_OH = note(
    "us-oh/security-deposit",
    "security-deposit",
    "US-OH",
    {"short_answer": "The landlord has 30 days in Ohio."},
)
GENERAL = note(
    "general/security-deposit",
    "security-deposit",
    "general",
    {"short_answer": "In many places a landlord has a set time to send the deposit back."},
    reviewed=True,
    score=0.5,
)
