"""Notes in the admin: read, edited as text, moved through review, never deleted."""

from __future__ import annotations

import datetime as dt

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from legalcontext.knowledge.checks import read_note
from legalcontext.knowledge.embedding import Embedder
from legalcontext.knowledge.loading import load
from legalcontext.knowledge.models import Note

from .conftest import Make

pytestmark = pytest.mark.django_db


def notes_page() -> str:
    return reverse("admin:knowledge_note_changelist")


@pytest.fixture
def note(embedder: Embedder, note_text: Make) -> Note:
    load(read_note(note_text(), file="note"), embedder)
    return Note.objects.get()


@pytest.fixture
def staff(client: Client) -> Client:
    user = get_user_model().objects.create_superuser(email="lawyer@example.org", password="x")
    client.force_login(user)
    return client


def form(note: Note) -> str:
    return reverse("admin:knowledge_note_change", args=[note.pk])


def act(client: Client, action: str, *notes: Note) -> str:
    chosen = [str(note.pk) for note in notes]
    data = {"action": action, "_selected_action": chosen}
    return client.post(notes_page(), data, follow=True).content.decode()


def test_the_list_shows_status_and_dates(staff: Client, note: Note) -> None:
    page = staff.get(notes_page()).content.decode()
    for shown in ("us-ca/security-deposit@1", "in review", "Dec. 1, 2026"):
        assert shown in page


@pytest.mark.parametrize(
    ("due", "field"), [("due", "review_due"), ("lapsed", "expires"), ("figures", "figure")]
)
def test_the_list_is_narrowed_by_the_calendar(
    staff: Client, note: Note, due: str, field: str
) -> None:
    assert note.name not in staff.get(notes_page(), {"due": due}).content.decode()
    past = dt.date(2020, 1, 1)
    if field == "figure":
        note.figures.update(changes_on=past)
    else:
        dates = {"review_due": past, "expires": dt.date(2099, 1, 1)}
        if field == "expires":
            dates = {"review_due": past, "expires": dt.date(2020, 2, 1)}
        Note.objects.update(**dates)
    assert note.name in staff.get(notes_page(), {"due": due}).content.decode()


def test_the_form_shows_passages_and_figures_as_readers_get_them(staff: Client, note: Note) -> None:
    page = staff.get(form(note)).content.decode()
    assert "The landlord has 21 days after the move" in page
    assert "no later than 21 days after the tenant has left" in page
    assert "not reviewed by a practitioner" in page
    assert "{{period}}" in page  # the text to edit


def test_an_edit_of_a_note_in_use_becomes_the_next_draft(
    staff: Client, note: Note, note_text: Make
) -> None:
    text = note_text().replace("worn carpet", "worn rug")
    page = staff.post(form(note), {"text": text}, follow=True).content.decode()
    assert "the text is now the draft us-ca/security-deposit@2" in page
    new = Note.objects.get(version=2)
    assert (new.status, new.supersedes, new.in_use) == ("draft", note.name, False)
    assert Note.objects.get(version=1).in_use


def test_a_faulty_edit_is_refused_with_its_faults(
    staff: Client, note: Note, note_text: Make
) -> None:
    text = note_text().replace("Nothing may", "In 30 days nothing may")
    page = staff.post(form(note), {"text": text}).content.decode()
    assert "is bound to no figure" in page
    assert Note.objects.count() == 1


def test_a_note_keeps_its_key(staff: Client, note: Note, note_text: Make) -> None:
    text = note_text(jurisdiction="US-OH")
    assert "a note keeps its key" in staff.post(form(note), {"text": text}).content.decode()


def test_a_new_note_is_a_draft(staff: Client, note_text: Make) -> None:
    staff.post(reverse("admin:knowledge_note_add"), {"text": note_text()})
    assert [(n.name, n.status) for n in Note.objects.all()] == [
        ("us-ca/security-deposit@1", "draft")
    ]


def test_review_step_by_step(staff: Client, note: Note) -> None:
    assert "done" in act(staff, "publish", note)
    note.refresh_from_db()
    assert note.status == "published"
    assert note.reviewed_by
    assert "this step starts from draft" in act(staff, "submit_for_review", note)
    assert "done" in act(staff, "withdraw", note)
    note.refresh_from_db()
    assert (note.status, note.in_use) == ("withdrawn", False)


def test_only_who_may_review_publishes(client: Client, note: Note) -> None:
    from django.contrib.auth.models import Permission

    user = get_user_model().objects.create_user(email="clerk@example.org", password="x")
    user.is_staff = True
    user.save()
    user.user_permissions.set(Permission.objects.filter(codename__in=["view_note", "change_note"]))
    client.force_login(user)
    data = {"action": "publish", "_selected_action": [str(note.pk)]}
    assert client.post(notes_page(), data).status_code == 403
    note.refresh_from_db()
    assert note.status == "in_review"


def test_notes_are_not_deleted(staff: Client, note: Note) -> None:
    url = reverse("admin:knowledge_note_delete", args=[note.pk])
    assert staff.post(url, {"post": "yes"}).status_code == 403
    assert Note.objects.filter(pk=note.pk).exists()
