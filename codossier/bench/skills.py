"""Triage and consult: what they take beside the embedding, and how many queries."""

from __future__ import annotations

import datetime as dt

from django.db import connection
from django.test.utils import CaptureQueriesContext

from legalcontext import block, inference
from legalcontext.answers import ask as asking
from legalcontext.block.types import Inbound, PrincipalFacts
from legalcontext.contracts import parse_quick_ask
from legalcontext.knowledge.engine import embedder
from legalcontext.knowledge.search import KnowledgeBase
from legalcontext.skills import SKILLS
from legalcontext.skills.types import Ask, SkillName
from legalcontext.switches.deciding import forget

from .database import Cast
from .report import Report, in_turn

QUERIES = 8
FRAMING = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "SELECT set_config")
"""Statements that open and close transactions and scopes: they frame the work and are not of it."""

ROUNDS = 40
TARGETS_MS: dict[SkillName, float] = {"triage": 25.0, "consult": 40.0}
ASKED = {
    "one issue": "I moved out of my apartment in Fresno on October 3 and the deposit is not back.",
    "three issues": (
        "My landlord in Sacramento changed the locks on Friday, kept my deposit, and yesterday I "
        "was served with a lawsuit over a credit card. My boss has not paid my last check either."
    ),
    "two places": "How long does a landlord have to return a deposit in California or Texas?",
}


def run(report: Report, cast: Cast) -> None:
    """Each skill on each story, the time of the embedding taken off; the queries of a whole ask."""
    for skill, target in TARGETS_MS.items():
        with report.section(f"{skill.title()} beside one embedding"):
            for name, question in ASKED.items():
                _measure(report, cast, skill, name, question, target)


def _measure(
    report: Report, cast: Cast, skill: SkillName, name: str, question: str, target: float
) -> None:
    today = dt.datetime.now(tz=dt.UTC).date()
    frame = block.resolve(
        Inbound(), inference.infer(question), PrincipalFacts("professional"), None
    )

    def answer() -> None:
        SKILLS[skill](frame, Ask(question, today), (), KnowledgeBase(today=today))

    taken, embedding = in_turn(ROUNDS, answer, lambda: embedder().embed(question))
    report.figure(name, taken - embedding, "ms", target=target)
    quick_ask = parse_quick_ask({"skill": skill, "question": question})
    forget()  # as one ask in every few seconds has it
    with CaptureQueriesContext(connection) as captured:
        asking.ask(cast.principal, quick_ask, door="rest")
    queries = [q for q in captured if not q["sql"].startswith(FRAMING)]
    report.figure(f"queries of ask(), {name}", len(queries), "", target=QUERIES)
