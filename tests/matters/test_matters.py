"""Opening, changing, listing, closing and deleting matters."""

from __future__ import annotations

import datetime as dt

import pytest
from django.core.exceptions import ValidationError

from accounts.errors import NotFound
from accounts.ids import uuid7
from accounts.keyset import Position
from accounts.models import Scope
from accounts.principal import InsufficientScope, principal_of_key
from accounts.tenancy import tenant_scope
from legalcontext.answers.models import Answer
from legalcontext.erasure import ledger
from legalcontext.retention.audit import operator
from legalcontext.retention.holds import HoldScope, place_hold, release_hold
from matters.errors import MatterClosed
from matters.models import (
    LEVELS,
    MANAGE,
    READ,
    WORK,
    ConflictName,
    KeyBinding,
    KeyDate,
    Matter,
    MatterEvent,
    MatterUserPermission,
    Note,
    Party,
    Wall,
)
from matters.services import file, matters
from matters.services.bindings import bind_key
from matters.services.events import list_events
from matters.services.grants import grant, share
from matters.services.walls import place_wall
from tests import factories

pytestmark = pytest.mark.django_db

OF_A_MATTER = (
    MatterUserPermission, KeyBinding, Wall, Party, KeyDate, Note, ConflictName,
)  # fmt: skip


def give(membership, matter, level):
    with tenant_scope(matter.account_id):
        grant(matter=matter, user=membership.user, level=level)


def count_of(account_id, *models):
    with tenant_scope(account_id):
        return [model.objects.count() for model in models]


class TestOpening:
    def test_whoever_opens_it_owns_and_manages_it(self, owner, lawyer):
        seen = matters.open_matter(lawyer, title="Lund", jurisdiction="california")
        assert (seen.access, seen.owner, seen.matter.jurisdiction) == (MANAGE, owner, "US-CA")
        assert matters.owns(lawyer, seen.matter)

    def test_a_program_opens_none(self, owner):
        with pytest.raises(NotFound):
            matters.open_matter(factories.service_principal(owner.account), title="x")

    def test_a_bound_key_opens_none(self, owner):
        with pytest.raises(NotFound):
            matters.open_matter(factories.principal_of(owner, bound=True), title="x")
        assert count_of(owner.account_id, Matter) == [0]

    def test_a_wrong_value_keeps_nothing(self, owner, lawyer):
        for title, place in (("", "US"), ("x" * 201, "US"), ("x", "Narnia")):
            with pytest.raises(ValidationError):
                matters.open_matter(lawyer, title=title, jurisdiction=place)
        assert count_of(owner.account_id, Matter, ConflictName, MatterEvent) == [0, 0, 0]


@pytest.mark.parametrize(
    ("scopes", "missing"),
    [([Scope.MATTERS_READ], Scope.MATTERS_WRITE), ([Scope.MATTERS_WRITE], Scope.MATTERS_READ)],
)
def test_a_change_needs_both_scopes(owner, matter, scopes, missing):
    principal = factories.principal_of(owner, scopes=scopes)
    with pytest.raises(InsufficientScope, match=missing):
        matters.update_matter(principal, matter.public_id, {"title": "x"})


def test_reading_needs_the_scope_before_the_matter_is_looked_for(owner):
    principal = factories.principal_of(owner, scopes=[Scope.ASK])
    for read in (
        lambda: matters.read_matter(principal, "mat_x"),
        lambda: matters.list_matters(principal, limit=1),
    ):
        with pytest.raises(InsufficientScope):
            read()


class TestListing:
    def test_it_shows_what_may_be_read_newest_first_with_the_level(
        self, owner, matter, colleague, reader
    ):
        own = factories.matter_of(colleague)
        factories.matter_of(owner)
        give(colleague, matter, WORK)
        found = matters.list_matters(reader, limit=5)
        assert [(seen.matter, seen.access) for seen in found] == [(own, MANAGE), (matter, WORK)]
        assert [seen.owner for seen in found] == [colleague, owner]

    def test_pages_follow_one_another(self, owner, lawyer):
        made = [factories.matter_of(owner) for _ in range(5)]
        found, after = [], None
        while page := matters.list_matters(lawyer, limit=2, after=after)[:2]:
            found += [seen.matter for seen in page]
            after = Position(found[-1].created_at, found[-1].pk)
        assert found == made[::-1]

    def test_closed_matters_come_only_when_asked_for(self, owner, lawyer, matter):
        other = factories.matter_of(owner)
        matters.close_matter(lawyer, matter.public_id)

        def listed(**filters):
            return [seen.matter for seen in matters.list_matters(lawyer, limit=9, **filters)]

        assert listed() == listed(status="open") == [other]
        assert listed(status="closed") == [matter]
        assert listed(status="all") == [other, matter]

    def test_the_number_of_queries_does_not_grow_with_the_page(
        self, owner, lawyer, django_assert_num_queries
    ):
        for _ in range(3):
            factories.matter_of(owner)
        # a savepoint and its release, the scope set and cleared; matters, grants, owners
        with django_assert_num_queries(7):
            assert len(matters.list_matters(lawyer, limit=9)) == 3

    def test_a_bound_key_has_the_lesser_of_grant_and_binding(self, owner, matter, colleague):
        for given, bound, expected in [
            (WORK, MANAGE, WORK), (MANAGE, READ, READ), (READ, WORK, READ),
        ]:  # fmt: skip
            give(colleague, matter, given)
            key, _ = factories.key_of(colleague, bound=True)
            with tenant_scope(owner.account_id):
                bind_key(key=key, matter=matter, level=bound)
            (seen,) = matters.list_matters(principal_of_key(key), limit=9)
            assert seen.access == expected


class TestUpdating:
    def test_it_changes_the_four_fields(self, owner, lawyer, matter):
        changes = {
            "title": "Dunne v. Lofts", "jurisdiction": "new york state",
            "forum": "housing court", "litigation_anticipated": "no",
        }  # fmt: skip
        matters.update_matter(lawyer, matter.public_id, changes)
        with tenant_scope(owner.account_id):
            kept = Matter.objects.get()
        assert {name: getattr(kept, name) for name in changes} == changes | {
            "jurisdiction": "US-NY"
        }

    @pytest.mark.parametrize("field", ["owner", "owner_id", "status", "account", "created_at"])
    def test_no_other_field_is_changed_by_it(self, lawyer, matter, field):
        with pytest.raises(ValueError, match=field):
            matters.update_matter(lawyer, matter.public_id, {field: "x"})

    @pytest.mark.parametrize("level", LEVELS)
    def test_it_needs_the_level_work(self, colleague, reader, matter, level):
        give(colleague, matter, level)
        if level == READ:
            with pytest.raises(NotFound):
                matters.update_matter(reader, matter.public_id, {"title": "x"})
        else:
            assert matters.update_matter(reader, matter.public_id, {"title": "x"}).access == level


class TestClosing:
    def test_a_closed_matter_is_read_and_nothing_in_it_changes(self, lawyer, matter):
        date = file.add_entry(lawyer, KeyDate, matter.public_id, {"title": "x", "date": "2030-1-2"})
        closed = matters.close_matter(lawyer, matter.public_id)
        assert closed.matter.status == "closed"
        assert matters.read_matter(lawyer, matter.public_id).access == MANAGE
        assert file.read_entry(lawyer, KeyDate, matter.public_id, date.public_id) == date
        for change in (
            lambda: matters.update_matter(lawyer, matter.public_id, {"title": "x"}),
            lambda: file.add_entry(lawyer, Note, matter.public_id, {"text": "x"}),
            lambda: file.change_entry(
                lawyer, KeyDate, matter.public_id, date.public_id, {"title": "y"}
            ),
            lambda: file.remove_entry(lawyer, KeyDate, matter.public_id, date.public_id),
        ):
            with pytest.raises(MatterClosed):
                change()

    def test_a_stranger_learns_nothing_of_a_closed_one(self, lawyer, reader, matter):
        matters.close_matter(lawyer, matter.public_id)
        with pytest.raises(NotFound):
            matters.update_matter(reader, matter.public_id, {"title": "x"})

    def test_reopened_it_is_worked_on_again(self, lawyer, matter):
        matters.close_matter(lawyer, matter.public_id)
        assert matters.reopen_matter(lawyer, matter.public_id).matter.is_open
        assert matters.update_matter(lawyer, matter.public_id, {"title": "x"}).matter.title == "x"

    def test_twice_is_once(self, lawyer, matter):
        for _ in range(2):
            matters.close_matter(lawyer, matter.public_id)
        actions = [event.action for event in list_events(lawyer, matter.public_id, limit=9)]
        assert actions == ["closed", "created"]

    @pytest.mark.parametrize("level", [READ, WORK])
    def test_it_needs_the_level_manage(self, colleague, reader, matter, level):
        give(colleague, matter, level)
        for change in (matters.close_matter, matters.reopen_matter, matters.delete_matter):
            with pytest.raises(NotFound):
                change(reader, matter.public_id)


@pytest.fixture
def full(owner, lawyer, matter, colleague):
    """The matter with a row in every table that hangs on it."""
    share(lawyer, matter.public_id, member_id=colleague.public_id, level=WORK)
    walled = factories.colleague(owner.account)
    place_wall(lawyer, matter.public_id, member_id=walled.public_id, reason="was their lawyer")
    key, *_ = factories.service_key(owner.account)
    with tenant_scope(owner.account_id):
        bind_key(key=key, matter=matter)
    file.add_entry(lawyer, Party, matter.public_id, {"name": "Dunne"})
    file.add_entry(lawyer, Note, matter.public_id, {"text": "x"})
    file.add_entry(lawyer, KeyDate, matter.public_id, {"title": "x", "date": "2030-01-02"})
    return matter


class TestDeleting:
    def test_it_goes_whole(self, owner, lawyer, full):
        assert all(count_of(owner.account_id, *OF_A_MATTER))
        matters.delete_matter(lawyer, full.public_id)
        assert not any(count_of(owner.account_id, Matter, *OF_A_MATTER))
        with pytest.raises(NotFound):
            matters.read_matter(lawyer, full.public_id)

    def test_every_table_that_points_at_a_matter_is_emptied_of_it(self):
        pointing = {
            relation.related_model
            for relation in Matter._meta.related_objects
            if relation.related_model._meta.app_label == "matters"
        }
        assert pointing == set(OF_A_MATTER)

    def test_made_again_with_the_same_id_it_revives_nothing(
        self, owner, lawyer, full, colleague, reader
    ):
        matters.delete_matter(lawyer, full.public_id)
        with tenant_scope(owner.account_id):
            again = Matter.objects.create(pk=full.pk, title="again", owner=owner.user)
            assert not Matter.objects.visible_to(reader).exists()
            assert not Matter.objects.visible_to(lawyer).exists()
            grant(matter=again, user=owner.user, level=MANAGE)
        assert not any(count_of(owner.account_id, KeyBinding, Wall, Party, Note, KeyDate))

    def test_that_it_was_deleted_stays_on_record(self, owner, lawyer, matter):
        matters.delete_matter(lawyer, matter.public_id)
        with tenant_scope(owner.account_id):
            event = MatterEvent.objects.get(action="deleted")
        assert (event.matter_id, event.actor_id) == (matter.pk, owner.user_id)

    @pytest.mark.parametrize("what", ["matter", "answer", "owner", "note's author", "this year"])
    def test_what_is_held_stays_and_all_of_it_with_it(self, owner, lawyer, full, colleague, what):
        answer = self.answer(full)
        author = factories.principal_of(colleague)
        file.add_entry(author, Note, full.public_id, {"text": "theirs"})
        scope = {
            "matter": HoldScope(matter_id=full.pk),
            "answer": HoldScope(answer_id=answer.pk),
            "owner": HoldScope(person_id=owner.user_id),
            "note's author": HoldScope(person_id=colleague.user_id),
            "this year": HoldScope(made_from=full.created_at),
        }[what]
        hold = held(full, scope)
        before = count_of(owner.account_id, Matter, *OF_A_MATTER, Answer, MatterEvent)
        with pytest.raises(Exception, match="held") as refused:
            matters.delete_matter(lawyer, full.public_id)
        assert type(refused.value).__name__ == "LegalHold"
        assert count_of(owner.account_id, Matter, *OF_A_MATTER, Answer, MatterEvent) == before
        with tenant_scope(owner.account_id):
            release_hold(hold, reason="over", by=operator())
        matters.delete_matter(lawyer, full.public_id)
        assert not any(count_of(owner.account_id, Matter, *OF_A_MATTER, Answer))

    def test_what_went_is_in_the_ledger(self, lawyer, full, ledger_of_the_test):
        self.answer(full)
        matters.delete_matter(lawyer, full.public_id)
        _, lines = ledger.read(ledger_of_the_test)
        # the matter, its party, date and note, and the answer
        assert len({digest for line in lines for digest in line.digests}) == 5

    def answer(self, matter):
        with tenant_scope(matter.account_id):
            return Answer.objects.create(
                matter=matter, asker=matter.owner, door="rest", skill="triage",
                jurisdiction="US", basis="default", privilege="none", legal_context={},
                question_length=1, expires_at="2100-01-01T00:00:00Z",
            )  # fmt: skip


def held(matter, scope):
    with tenant_scope(matter.account_id):
        return place_hold(
            scope=scope, reason="litigation", review_on=dt.date(2100, 1, 1), by=operator()
        )


class TestRefusals:
    IDS = ("mat_x", "x", "", "mat_" + "0" * 32, "ans_" + "0" * 32, "mat_" + "٣" * 32)

    @pytest.fixture
    def unreachable(self, owner, lawyer, colleague, matter):
        """Ids that the reader may not read: malformed, missing, foreign, forbidden, walled."""
        walled = factories.matter_of(owner)
        place_wall(lawyer, walled.public_id, member_id=colleague.public_id, reason="x")
        return [
            *self.IDS, f"mat_{uuid7().hex}", matter.public_id, walled.public_id,
            factories.matter_of(factories.firm()).public_id,
        ]  # fmt: skip

    def test_all_are_refused_alike(self, reader, unreachable):
        refusals = set()
        for matter_id in unreachable:
            for act in (
                matters.read_matter,
                matters.close_matter,
                matters.delete_matter,
                lambda who, which: matters.update_matter(who, which, {"title": "x"}),
                lambda who, which: file.list_entries(who, Party, which, limit=1),
                lambda who, which: file.add_entry(who, Note, which, {"text": "x"}),
                lambda who, which: list_events(who, which, limit=1),
            ):
                with pytest.raises(NotFound) as refused:
                    act(reader, matter_id)
                refusals.add((type(refused.value), str(refused.value)))
        assert refusals == {(NotFound, "")}
