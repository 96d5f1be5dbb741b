"""What a page costs: at most eight queries, whatever it shows."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests import factories, histories

from . import holder_rows
from .conftest import browser_of
from .test_permissions import pages, path_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("notes")]

MOST = 8
FRAMING = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "SELECT set_config")
"""Transactions and scopes, which are framing."""

READ = sorted(
    call.split()[1]
    for call in holder_rows.TABLE
    if call.startswith("GET ") and call != "GET export-archive"
)


class World:
    """A member who owns the account, with something of everything."""

    def __init__(self) -> None:
        self.owner = self.member = factories.firm()
        self.other = factories.colleague(self.owner.account)
        self.matter = factories.matter_of(self.owner, "Dunne v. Lofts")
        self.people = {"owner": self.owner}
        for number in range(25):
            answer = histories.answer_of(
                self.owner, question=f"rent {number}", matter=self.matter if number % 2 else None
            )
            answer.notes_cited = ["us-ca/security-deposit@1"]


def queries_of(work):
    work()  # content types and models are read once a process
    with CaptureQueriesContext(connection) as captured:
        response = work()
    assert response.status_code == 200
    return [q["sql"] for q in captured if not q["sql"].startswith(FRAMING)]


@pytest.mark.parametrize("route", READ)
def test_a_page_takes_at_most_eight(route):
    world = World()
    named = holder_rows.named(world, route, "owner", own=True) or {}
    path = path_of(pages()[f"GET {route}"][0], named)
    browser = browser_of(world.owner)
    queries = queries_of(lambda: browser.get(path))
    assert len(queries) <= MOST, "\n".join(queries)


@pytest.mark.parametrize("words", ["rent", "nothing"])
def test_a_search_takes_at_most_nine(words):
    """One of them counts the call against the allowance, as every POST."""
    browser = browser_of(World().owner)
    queries = queries_of(lambda: browser.post("/history/", {"words": words}))
    assert len(queries) <= MOST + 1, "\n".join(queries)
