"""Versions that are no longer current, and telling holders, in the operators' admin."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from accounts.models import User
from legalcontext.knowledge import workflow
from legalcontext.knowledge.models import Note, Recall
from tests import factories
from tests.histories import answer_of

# The operator's connection sees only what is committed.
pytestmark = [
    pytest.mark.django_db(transaction=True, databases=["default", "operator"]),
    pytest.mark.usefixtures("notes"),
]

DEPOSIT = "us-ca/security-deposit@1"


@pytest.fixture
def operator() -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("op@service.example", "a long password"))
    return client


@pytest.fixture
def withdrawn() -> Note:
    note = Note.objects.get(key="us-ca/security-deposit")
    return workflow.withdraw(note, by="A. Lawyer", reason="wrong")


def page_of(client: Client, name: str, note: str = "") -> str:
    address = reverse(f"admin:{name}") + (f"?note={note}" if note else "")
    return client.get(address).content.decode()


def test_nothing_is_listed_while_all_is_current(operator: Client) -> None:
    assert "Every version that was ever used still is." in page_of(operator, "no-longer-current")


def test_the_list_says_what_became_of_a_version(operator: Client, withdrawn: Note) -> None:
    page = page_of(operator, "no-longer-current")
    assert DEPOSIT in page
    assert date_format(timezone.now(), "DATE_FORMAT") in page
    assert "count and tell" in page


def test_holders_are_told_on_a_click_and_by_whose_word_is_kept(
    operator: Client, withdrawn: Note
) -> None:
    answer_of(factories.individual(), notes_cited=[DEPOSIT])
    assert "1 answer of all accounts cites it" in page_of(operator, "tell-holders", DEPOSIT)
    assert not Recall.objects.exists()
    response = operator.post(reverse("admin:tell-holders") + f"?note={DEPOSIT}", follow=True)
    recall = Recall.objects.get()
    assert recall.by == "op@service.example"
    assert "0 accounts, 0 people, 0 answers" in response.content.decode()  # no worker yet
    assert "op@service.example had their holders told" in page_of(operator, "tell-holders", DEPOSIT)
    listed = operator.get(reverse("admin:knowledge_recall_changelist")).content.decode()
    assert recall.public_id in listed


@pytest.mark.parametrize("note", ["us-tx/gone@1", "us/time-to-answer@1", "x", "x@99999999999"])
def test_of_what_is_missing_or_current_nobody_is_told(operator: Client, note: str) -> None:
    page = operator.post(reverse("admin:tell-holders") + f"?note={note}").content.decode()
    assert "There is no such version" in page or "is current" in page
    assert not Recall.objects.exists()


def test_telling_takes_its_permission(withdrawn: Note) -> None:
    user = User.objects.create_user("clerk@service.example", "a long password")
    user.is_staff = True
    user.save()
    client = Client()
    client.force_login(user)
    for name in ("no-longer-current", "tell-holders"):
        assert client.get(reverse(f"admin:{name}")).status_code == 403
    address = reverse("admin:tell-holders") + f"?note={DEPOSIT}"
    assert client.post(address).status_code == 403
    assert not Recall.objects.exists()


def test_recalls_are_changed_by_nobody(operator: Client, withdrawn: Note) -> None:
    recall = Recall.objects.create(note=withdrawn, standing="withdrawn", by="x")
    address = reverse("admin:knowledge_recall_delete", args=[recall.pk])
    assert operator.post(address, {"post": "yes"}).status_code == 403
    change = reverse("admin:knowledge_recall_change", args=[recall.pk])
    assert operator.post(change, {"by": "y"}).status_code == 403
    assert operator.get(reverse("admin:knowledge_recall_add")).status_code == 403
