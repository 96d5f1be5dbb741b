"""Parties, key dates and notes."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from django.core.exceptions import ValidationError

from accounts.errors import NotFound
from accounts.keyset import Position
from accounts.principal import principal_of_key
from accounts.tenancy import tenant_scope
from legalcontext.retention.audit import operator
from legalcontext.retention.holds import HoldScope, place_hold
from matters.errors import LegalHold
from matters.models import MANAGE, READ, WORK, KeyDate, Note, Party
from matters.services import file
from matters.services.bindings import bind_key
from matters.services.grants import grant
from tests import factories

pytestmark = pytest.mark.django_db

FIELDS: dict[Any, dict[str, Any]] = {
    Party: {"name": "Harbor Lofts, Inc.", "role": "landlord", "side": "opposing"},
    KeyDate: {"title": "Hearing", "date": dt.date(2030, 1, 2), "note": "room 4"},
    Note: {"text": "Called them.\nNo answer."},
}
CHANGES: dict[Any, dict[str, Any]] = {
    Party: {"role": "owner"},
    KeyDate: {"note": ""},
    Note: {"text": "Called again."},
}
KINDS = list(FIELDS)


def give(membership, matter, level):
    with tenant_scope(matter.account_id):
        grant(matter=matter, user=membership.user, level=level)


@pytest.mark.parametrize("kind", KINDS)
class TestEveryKind:
    def test_it_is_added_read_changed_and_removed(self, lawyer, matter, kind):
        added = file.add_entry(lawyer, kind, matter.public_id, FIELDS[kind])
        file.change_entry(lawyer, kind, matter.public_id, added.public_id, CHANGES[kind])
        read = file.read_entry(lawyer, kind, matter.public_id, added.public_id)
        expected = FIELDS[kind] | CHANGES[kind]
        assert {name: getattr(read, name) for name in expected} == expected
        file.remove_entry(lawyer, kind, matter.public_id, added.public_id)
        assert file.list_entries(lawyer, kind, matter.public_id, limit=9) == []

    def test_a_reader_reads_and_changes_nothing(self, lawyer, matter, colleague, reader, kind):
        give(colleague, matter, READ)
        entry = file.add_entry(lawyer, kind, matter.public_id, FIELDS[kind])
        named = (matter.public_id, entry.public_id)
        assert file.read_entry(reader, kind, *named) == entry
        assert file.list_entries(reader, kind, matter.public_id, limit=9) == [entry]
        for change in (
            lambda: file.add_entry(reader, kind, matter.public_id, FIELDS[kind]),
            lambda: file.change_entry(reader, kind, *named, CHANGES[kind]),
            lambda: file.remove_entry(reader, kind, *named),
        ):
            with pytest.raises(NotFound):
                change()

    def test_it_is_found_in_its_own_matter_only(self, owner, lawyer, matter, kind):
        entry = file.add_entry(lawyer, kind, matter.public_id, FIELDS[kind])
        other = factories.matter_of(owner)
        for matter_id, entry_id in (
            (other.public_id, entry.public_id),
            (matter.public_id, f"{kind.PREFIX}_x"),
            (matter.public_id, f"ans_{entry.pk.hex}"),
            (matter.public_id, ""),
        ):
            with pytest.raises(NotFound):
                file.read_entry(lawyer, kind, matter_id, entry_id)
            with pytest.raises(NotFound):
                file.change_entry(lawyer, kind, matter_id, entry_id, CHANGES[kind])
            with pytest.raises(NotFound):
                file.remove_entry(lawyer, kind, matter_id, entry_id)

    @pytest.mark.parametrize("field", ["matter", "matter_id", "account", "author", "id"])
    def test_nothing_else_is_set(self, lawyer, matter, kind, field):
        entry = file.add_entry(lawyer, kind, matter.public_id, FIELDS[kind])
        with pytest.raises(ValueError, match=field):
            file.change_entry(lawyer, kind, matter.public_id, entry.public_id, {field: "x"})

    def test_pages_follow_one_another(self, lawyer, matter, kind):
        made = [file.add_entry(lawyer, kind, matter.public_id, FIELDS[kind]) for _ in range(5)]
        if kind is KeyDate:  # all on one day: by id
            made = made[::-1]
        found, after = [], None
        while page := file.list_entries(lawyer, kind, matter.public_id, limit=2, after=after)[:2]:
            found += page
            last = page[-1]
            after = Position(last.date if kind is KeyDate else last.created_at, last.pk)
        assert found == made[::-1]

    def test_a_working_program_may_write(self, owner, matter, kind):
        key, *_ = factories.service_key(owner.account)
        with tenant_scope(owner.account_id):
            bind_key(key=key, matter=matter, level=WORK)
        principal = principal_of_key(key)
        entry = file.add_entry(principal, kind, matter.public_id, FIELDS[kind])
        file.change_entry(principal, kind, matter.public_id, entry.public_id, CHANGES[kind])
        file.remove_entry(principal, kind, matter.public_id, entry.public_id)


@pytest.mark.parametrize("kind", KINDS)
def test_a_held_entry_stays(owner, lawyer, matter, kind):
    entry = file.add_entry(lawyer, kind, matter.public_id, FIELDS[kind])
    with tenant_scope(owner.account_id):
        place_hold(
            scope=HoldScope(matter_id=matter.pk), reason="litigation",
            review_on=dt.date(2100, 1, 1), by=operator(),
        )  # fmt: skip
    with pytest.raises(LegalHold) as refused:
        file.remove_entry(lawyer, kind, matter.public_id, entry.public_id)
    assert refused.value.held == 1
    assert file.read_entry(lawyer, kind, matter.public_id, entry.public_id) == entry


WRONG = [
    (Party, {"name": ""}), (Party, {"name": "x" * 201}), (Party, {"name": "x", "side": "ours"}),
    (KeyDate, {"title": "x"}), (KeyDate, {"title": "x", "date": "soon"}), (Note, {"text": ""}),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "fields"), WRONG)
def test_a_wrong_value_keeps_nothing(lawyer, matter, kind, fields):
    with pytest.raises(ValidationError):
        file.add_entry(lawyer, kind, matter.public_id, fields)
    assert file.list_entries(lawyer, kind, matter.public_id, limit=9) == []


def test_key_dates_come_in_the_order_of_their_days(lawyer, matter):
    for day in (3, 1, 2):
        fields = {"title": str(day), "date": dt.date(2030, 1, day)}
        file.add_entry(lawyer, KeyDate, matter.public_id, fields)
    listed = file.list_entries(lawyer, KeyDate, matter.public_id, limit=9)
    assert [date.title for date in listed] == ["1", "2", "3"]


class TestNotes:
    @pytest.fixture
    def note(self, lawyer, matter):
        return file.add_entry(lawyer, Note, matter.public_id, FIELDS[Note])

    def test_it_says_who_wrote_it_and_when_it_was_edited(self, owner, lawyer, matter, note):
        assert (note.author, note.service, note.edited_at) == (owner.user, None, None)
        edited = file.change_entry(
            lawyer, Note, matter.public_id, note.public_id, {"text": "Otherwise."}
        )
        assert (edited.author, edited.text) == (owner.user, "Otherwise.")
        assert edited.edited_at > note.created_at

    @pytest.mark.parametrize("level", [WORK, MANAGE])
    def test_its_words_are_its_writers(self, matter, colleague, reader, note, level):
        give(colleague, matter, level)
        with pytest.raises(NotFound):
            file.change_entry(reader, Note, matter.public_id, note.public_id, {"text": "mine"})

    def test_another_removes_it_only_if_they_manage_the_matter(
        self, matter, colleague, reader, note
    ):
        give(colleague, matter, WORK)
        with pytest.raises(NotFound):
            file.remove_entry(reader, Note, matter.public_id, note.public_id)
        give(colleague, matter, MANAGE)
        file.remove_entry(reader, Note, matter.public_id, note.public_id)
