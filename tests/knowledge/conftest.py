"""Notes made for tests, and the search model, built once."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.conf import settings

from legalcontext.knowledge.embedding import Embedder, build_files

Make = Callable[..., str]

NOTE = """\
---
key: {place}/{topic}
version: 1
status: in_review
title: {title}
jurisdiction: {jurisdiction}
topic: {topic}
audience: individual
asked_as:
- {asked}
authorities:
- id: law
  citation: {citation}
  url: https://law.example/{topic}
  pinpoint: subd. (g)
  checked_on: 2026-01-10
figures:
- id: period
  value: {value}
  unit: days
  citation: {citation}
  url: https://law.example/{topic}
  phrase: no later than {value} days after the tenant has left
  checked_on: 2026-01-05
  event: moved_out
  counting: calendar
forms:
- id: claim
  number: SC-100
  title: Claim
  url: https://court.example/sc-100
author: Test authors
review_due: 2026-12-01
expires: 2027-06-01
licence: CC-BY-4.0
---

## short-answer {{kind: short_answer, cites: [law]}}

The landlord has {{{{period}}}} after the move to give the deposit back or to say what was kept.

## normal-wear {{kind: exception, cites: [law]}}

Nothing may be kept for normal wear, such as old paint or a worn carpet.

## claim {{kind: step, cites: [law]}}

A claim goes to the small claims court on form {{{{form:claim}}}}.

## who {{kind: handler}}

The self-help centre of the court helps with the form.

## papers {{kind: gather}}

Useful are the lease, pictures of the rooms and the letters.
"""


@pytest.fixture(scope="session")
def embedder() -> Embedder:
    return Embedder(build_files(settings.KNOWLEDGE_EMBEDDER_DIR))


@pytest.fixture
def note_text() -> Make:
    """A valid note's file; keyword arguments change its place, topic, title, figures …"""

    def make(**changes: str) -> str:
        values = {
            "jurisdiction": "US-CA",
            "topic": "security-deposit",
            "title": "Deposits in California",
            "asked": "landlord kept my deposit after I moved",
            "citation": "Cal. Civ. Code § 1950.5",
            "value": "21",
        } | changes
        return NOTE.format(place=values["jurisdiction"].lower(), **values)

    return make


def line_of(text: str, start: str) -> int:
    """The number of the first line that begins with `start`, indented or not."""
    lines = enumerate(text.splitlines(), start=1)
    return next(number for number, line in lines if line.strip().startswith(start))
