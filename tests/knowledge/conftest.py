"""Notes made for tests, and the search model, built once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.test import Client

from legalcontext.knowledge.checks import read_note
from legalcontext.knowledge.embedding import Embedder, Vector, build_files
from legalcontext.knowledge.embedding.files import Files
from legalcontext.knowledge.loading import load
from legalcontext.knowledge.models import Note

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


class Remembering(Embedder):
    """Embeds each text once in a run: the notes of tests say the same things again and again."""

    def __init__(self, files: Files) -> None:
        super().__init__(files)
        self._known: dict[str, Vector] = {}

    def embed(self, text: str) -> Vector:
        if text not in self._known:
            self._known[text] = super().embed(text)
        return self._known[text]

    def embed_all(self, texts: Sequence[str]) -> Vector:
        return np.array([self.embed(text) for text in texts])


@pytest.fixture(scope="session")
def embedder() -> Embedder:
    return Remembering(build_files(settings.KNOWLEDGE_EMBEDDER_DIR))


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


@pytest.fixture
def note(embedder: Embedder, note_text: Make) -> Note:
    load(read_note(note_text(), file="note"), embedder)
    return Note.objects.get()


@pytest.fixture
def staff(client: Client) -> Client:
    user = get_user_model().objects.create_superuser(email="lawyer@example.org", password="x")
    client.force_login(user)
    return client
