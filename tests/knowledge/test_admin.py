"""Notes in the admin: read, edited as text, moved through review, never deleted."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from legalcontext.knowledge.models import Note

from .conftest import Make

pytestmark = pytest.mark.django_db


def notes_page() -> str:
    return reverse("admin:knowledge_note_changelist")


def form(note: Note) -> str:
    return reverse("admin:knowledge_note_change", args=[note.pk])


def take(client: Client, note: Note, step: str, **said: str) -> str:
    """The page after a step was taken, or refused."""
    address = reverse("admin:knowledge_note_step", args=[note.pk, step])
    return client.post(address, said, follow=True).content.decode()


def may(client: Client, *codenames: str) -> None:
    """Signed in as somebody with these permissions and no other."""
    user = get_user_model().objects.create_user(email="clerk@example.org", password="x")
    user.is_staff = True
    user.save()
    user.user_permissions.set(Permission.objects.filter(codename__in=codenames))
    client.force_login(user)


def test_the_list_shows_status_and_dates(staff: Client, note: Note) -> None:
    page = staff.get(notes_page()).content.decode()
    for shown in ("us-ca/security-deposit@1", "in review", "1 Dec 2026"):
        assert shown in page


def test_the_list_takes_few_queries(
    staff: Client, note: Note, django_assert_max_num_queries: Any
) -> None:
    staff.get(notes_page())
    with django_assert_max_num_queries(12):
        staff.get(notes_page())


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
    assert "load_notes: new → in_review" in page


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
    page = staff.get(form(note)).content.decode()
    assert "The note says that you have reviewed it." in page
    assert "is published" in take(staff, note, "publish", read="on")
    note.refresh_from_db()
    assert note.reviewed_by
    assert note.review_due > dt.date(2026, 12, 1)
    assert "not any more" in take(staff, note, "submit")
    assert "is published" in take(staff, note, "review-again", read="on", next_due="2027-03-01")
    note.refresh_from_db()
    assert note.review_due == dt.date(2027, 3, 1)
    assert "is withdrawn" in take(staff, note, "withdraw", reason="the law has changed")
    note.refresh_from_db()
    assert (note.status, note.in_use) == ("withdrawn", False)
    last = note.transitions.last()
    assert last is not None
    assert last.reason == "the law has changed"


def test_sent_back_with_a_reason(staff: Client, note: Note) -> None:
    assert "This field is required" in take(staff, note, "send-back")
    assert "is draft" in take(staff, note, "send-back", reason="the fee is wrong")


def test_nobody_publishes_without_saying_that_they_read_it(staff: Client, note: Note) -> None:
    assert "This field is required" in take(staff, note, "publish")
    note.refresh_from_db()
    assert note.status == "in_review"


def test_nobody_reviews_what_they_wrote(staff: Client, note_text: Make) -> None:
    staff.post(reverse("admin:knowledge_note_add"), {"text": note_text()})
    note = Note.objects.get()
    take(staff, note, "submit")
    assert "somebody else reviews it" in take(staff, note, "publish", read="on")
    note.refresh_from_db()
    assert note.status == "in_review"


def test_nobody_reviews_a_draft_that_they_edited(
    staff: Client, note: Note, note_text: Make
) -> None:
    take(staff, note, "send-back", reason="the fee is wrong")
    staff.post(form(note), {"text": note_text().replace("worn carpet", "worn rug")})
    take(staff, note, "submit")
    assert "somebody else reviews it" in take(staff, note, "publish", read="on")


@pytest.mark.parametrize("step", ["publish", "send-back"])
def test_only_who_may_review_publishes_or_sends_back(client: Client, note: Note, step: str) -> None:
    may(client, "view_note", "change_note")
    address = reverse("admin:knowledge_note_step", args=[note.pk, step])
    assert client.post(address, {"read": "on", "reason": "x"}).status_code == 403
    note.refresh_from_db()
    assert note.status == "in_review"


class TestPreview:
    def look(self, client: Client, text: str, note: Note | None = None) -> str:
        address = reverse("admin:knowledge_note_preview") + (f"?note={note.pk}" if note else "")
        return client.post(address, {"text": text}).content.decode()

    def test_a_good_text_is_shown_as_readers_get_it(self, staff: Client, note_text: Make) -> None:
        page = self.look(staff, note_text())
        assert "No faults." in page
        assert "The landlord has 21 days after the move" in page
        assert "not from the law&#x27;s own text" in page  # law.example is no legislature's
        assert not Note.objects.exists()

    def test_faults_are_told_and_the_note_shown_all_the_same(
        self, staff: Client, note_text: Make
    ) -> None:
        page = self.look(staff, note_text().replace("Nothing may", "In 30 days nothing may"))
        assert "is bound to no figure" in page
        assert "It cannot be saved" in page
        assert "<p>In 30 days nothing may be kept" in page

    def test_a_text_that_is_no_note_is_no_error(self, staff: Client) -> None:
        assert "start the file with" in self.look(staff, "hello")

    def test_a_near_duplicate_is_a_hint(self, staff: Client, note: Note, note_text: Make) -> None:
        text = note_text(jurisdiction="US-OH", title="Deposits in Ohio", value="30")
        assert "says the same as us-ca/security-deposit" in self.look(staff, text)

    def test_it_starts_from_the_note(self, staff: Client, note: Note) -> None:
        assert "key: us-ca/security-deposit" in self.look(staff, "", note)

    def test_who_may_only_look_may_not(self, client: Client, note: Note, note_text: Make) -> None:
        may(client, "view_note")
        address = reverse("admin:knowledge_note_preview")
        assert client.post(address, {"text": note_text()}).status_code == 403


class TestDifference:
    def test_the_lines_that_differ(self, staff: Client, note: Note, note_text: Make) -> None:
        staff.post(form(note), {"text": note_text().replace("worn carpet", "worn rug")})
        newer = Note.objects.get(version=2)
        here = reverse("admin:knowledge_note_difference", args=[newer.pk])
        page = staff.get(here).content.decode()
        assert "From version 1 (in review) to version 2 (draft)" in page
        assert "worn carpet" in page
        assert "worn rug" in page
        assert "The self-help centre" not in page  # the same in both
        back = reverse("admin:knowledge_note_difference", args=[note.pk]) + "?with=2"
        assert "From version 2 (draft) to version 1" in staff.get(back).content.decode()
        assert back in staff.get(form(note)).content.decode()

    def test_an_only_version_differs_from_nothing(self, staff: Client, note: Note) -> None:
        page = staff.get(reverse("admin:knowledge_note_difference", args=[note.pk]))
        assert "is the only version" in page.content.decode()

    def test_no_such_note(self, staff: Client) -> None:
        address = reverse("admin:knowledge_note_difference", args=["nothing"])
        assert staff.get(address).status_code == 404


def test_the_map_shows_what_is_covered_and_the_gaps(staff: Client, note: Note) -> None:
    page = staff.get(reverse("admin:coverage")).content.decode()
    assert "US-CA" in page
    assert "0 of 1" in page
    assert "Small claims" in page  # without a note
    take(staff, note, "publish", read="on")
    assert "1 of 1" in staff.get(reverse("admin:coverage")).content.decode()


def test_notes_are_not_deleted(staff: Client, note: Note) -> None:
    url = reverse("admin:knowledge_note_delete", args=[note.pk])
    assert staff.post(url, {"post": "yes"}).status_code == 403
    assert Note.objects.filter(pk=note.pk).exists()
