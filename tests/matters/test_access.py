"""Sharing, transferring, binding and walling off."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError

from accounts.errors import NotFound, StillResponsible
from accounts.models import Membership
from accounts.principal import principal_of_key
from accounts.services import members
from accounts.tenancy import tenant_scope
from matters.models import LEVELS, MANAGE, READ, WORK, KeyBinding, Matter, MatterEvent, Wall
from matters.services import bindings, grants, walls
from matters.services.events import list_events
from matters.services.matters import owns, read_matter
from tests import factories

pytestmark = pytest.mark.django_db


def access_of(principal, matter):
    try:
        return read_matter(principal, matter.public_id).access
    except NotFound:
        return None


def suspend(membership):
    membership.status = Membership.Status.SUSPENDED
    membership.save()


class TestSharing:
    def test_the_level_is_set_up_and_down(self, lawyer, matter, colleague, reader):
        for level in (READ, MANAGE, WORK, READ):
            given = grants.share(
                lawyer, matter.public_id, member_id=colleague.public_id, level=level
            )
            assert (given.person, given.level) == (colleague, level)
            assert access_of(reader, matter) == level

    def test_unshared_it_is_missing_on_the_next_call(self, lawyer, matter, colleague, reader):
        grants.share(lawyer, matter.public_id, member_id=colleague.public_id, level=MANAGE)
        grants.unshare(lawyer, matter.public_id, colleague.public_id)
        assert access_of(reader, matter) is None
        with pytest.raises(NotFound):
            grants.unshare(lawyer, matter.public_id, colleague.public_id)

    def test_the_grants_are_listed_for_those_who_manage(
        self, owner, lawyer, matter, colleague, reader
    ):
        grants.share(lawyer, matter.public_id, member_id=colleague.public_id, level=WORK)
        listed = [(g.person, g.level) for g in grants.list_grants(lawyer, matter.public_id)]
        assert listed == [(owner, MANAGE), (colleague, WORK)]
        with pytest.raises(NotFound):
            grants.list_grants(reader, matter.public_id)

    def test_only_an_active_member_of_the_account_gets_one(self, lawyer, matter, colleague):
        suspend(colleague)
        stranger = factories.firm()
        told = set()
        for member_id in (colleague.public_id, stranger.public_id, "mem_x", "", "mem_" + "0" * 32):
            with pytest.raises(ValidationError) as refused:
                grants.share(lawyer, matter.public_id, member_id=member_id, level=READ)
            told.add(str(refused.value.message_dict))
        assert len(told) == 1

    def test_the_owners_own_level_stands(self, owner, lawyer, matter, colleague):
        grants.share(lawyer, matter.public_id, member_id=colleague.public_id, level=MANAGE)
        manager = factories.principal_of(colleague)
        with pytest.raises(ValidationError):
            grants.share(manager, matter.public_id, member_id=owner.public_id, level=READ)
        with pytest.raises(ValidationError):
            grants.unshare(manager, matter.public_id, owner.public_id)
        assert access_of(lawyer, matter) == MANAGE

    @pytest.mark.parametrize("level", [READ, WORK])
    def test_nobody_below_manage_changes_access(self, lawyer, matter, colleague, reader, level):
        grants.share(lawyer, matter.public_id, member_id=colleague.public_id, level=level)
        mine = {"member_id": colleague.public_id}
        for change in (
            lambda: grants.share(reader, matter.public_id, level=MANAGE, **mine),
            lambda: grants.unshare(reader, matter.public_id, colleague.public_id),
            lambda: grants.transfer(reader, matter.public_id, to=colleague.public_id),
            lambda: walls.place_wall(reader, matter.public_id, reason="x", **mine),
            lambda: walls.lift_wall(reader, matter.public_id, colleague.public_id),
            lambda: walls.list_walls(reader, matter.public_id),
            lambda: list_events(reader, matter.public_id, limit=1),
        ):
            with pytest.raises(NotFound):
                change()
        assert access_of(reader, matter) == level


class TestTransfer:
    def test_the_grants_move_with_it(self, lawyer, matter, colleague, reader):
        grants.transfer(lawyer, matter.public_id, to=colleague.public_id)
        assert access_of(reader, matter) == MANAGE
        assert access_of(lawyer, matter) is None
        with tenant_scope(matter.account_id):
            assert owns(reader, Matter.objects.get())

    @pytest.mark.parametrize("keep", LEVELS)
    def test_the_old_owner_is_left_with_what_is_said(self, lawyer, matter, colleague, keep):
        grants.transfer(lawyer, matter.public_id, to=colleague.public_id, keep=keep)
        assert access_of(lawyer, matter) == keep

    def test_it_goes_to_an_active_member_outside_the_wall(self, owner, lawyer, matter, colleague):
        walls.place_wall(lawyer, matter.public_id, member_id=colleague.public_id, reason="x")
        for to in (colleague.public_id, owner.public_id, factories.firm().public_id, "mem_x"):
            with pytest.raises(ValidationError):
                grants.transfer(lawyer, matter.public_id, to=to)
        assert access_of(lawyer, matter) == MANAGE


class TestWalls:
    def test_it_takes_access_at_once_and_gives_none_back_when_lifted(
        self, lawyer, matter, colleague, reader
    ):
        mine = {"member_id": colleague.public_id}
        grants.share(lawyer, matter.public_id, level=MANAGE, **mine)
        walls.place_wall(lawyer, matter.public_id, reason="was their lawyer", **mine)
        assert access_of(reader, matter) is None
        walls.lift_wall(lawyer, matter.public_id, colleague.public_id)
        assert access_of(reader, matter) is None
        grants.share(lawyer, matter.public_id, level=READ, **mine)
        assert access_of(reader, matter) == READ

    def test_behind_it_nothing_can_be_shared(self, lawyer, matter, colleague, reader):
        mine = {"member_id": colleague.public_id}
        walls.place_wall(lawyer, matter.public_id, reason="x", **mine)
        with pytest.raises(ValidationError, match="wall"):
            grants.share(lawyer, matter.public_id, level=READ, **mine)
        with tenant_scope(matter.account_id):  # whatever comes by another way
            grants.grant(matter=matter, user=colleague.user, level=MANAGE)
        assert access_of(reader, matter) is None

    def test_a_bound_key_of_the_person_is_shut_out_too(self, owner, lawyer, matter, colleague):
        grants.share(lawyer, matter.public_id, member_id=colleague.public_id, level=READ)
        key, _ = factories.key_of(colleague, bound=True)
        with tenant_scope(owner.account_id):
            bindings.bind_key(key=key, matter=matter)
        assert access_of(principal_of_key(key), matter) == READ
        walls.place_wall(lawyer, matter.public_id, member_id=colleague.public_id, reason="x")
        assert access_of(principal_of_key(key), matter) is None

    def test_the_owner_of_record_is_not_walled_off(self, owner, lawyer, matter):
        with pytest.raises(ValidationError, match="transfer"):
            walls.place_wall(lawyer, matter.public_id, member_id=owner.public_id, reason="x")

    def test_who_placed_it_first_and_why_stays(self, owner, lawyer, matter, colleague):
        manager = factories.colleague(owner.account)
        grants.share(lawyer, matter.public_id, member_id=manager.public_id, level=MANAGE)
        for principal, reason in ((lawyer, "first"), (factories.principal_of(manager), "second")):
            walled = walls.place_wall(
                principal, matter.public_id, member_id=colleague.public_id, reason=reason
            )
            assert (walled.wall.reason, walled.wall.placed_by) == ("first", owner.user)
        assert [w.person for w in walls.list_walls(lawyer, matter.public_id)] == [colleague]

    def test_a_suspended_member_is_walled_off_as_well(self, lawyer, matter, colleague):
        suspend(colleague)
        walls.place_wall(lawyer, matter.public_id, member_id=colleague.public_id, reason="x")
        with tenant_scope(matter.account_id):
            assert Wall.objects.filter(user=colleague.user).exists()

    def test_there_is_no_wall_to_lift(self, lawyer, matter, colleague):
        for member_id in (colleague.public_id, "mem_x", factories.firm().public_id):
            with pytest.raises(NotFound):
                walls.lift_wall(lawyer, matter.public_id, member_id)


class TestBinding:
    @pytest.fixture
    def program(self, owner):
        """A service key of the account, and its principal."""
        key, *_ = factories.service_key(owner.account)
        return key, principal_of_key(key)

    @pytest.mark.parametrize("level", [READ, WORK])
    def test_a_program_reads_or_works(self, lawyer, matter, program, level):
        key, principal = program
        bindings.bind(lawyer, matter.public_id, key_id=key.public_id, level=level)
        assert access_of(principal, matter) == level

    def test_a_program_never_manages(self, lawyer, matter, program):
        key, principal = program
        with pytest.raises(ValidationError, match="never manages"):
            bindings.bind(lawyer, matter.public_id, key_id=key.public_id, level=MANAGE)
        assert access_of(principal, matter) is None

    def test_an_admin_binds_a_program_to_what_they_manage(self, owner, lawyer, matter, program):
        key, _ = program
        for role, level, may in [
            ("admin", MANAGE, True), ("admin", WORK, False), ("member", MANAGE, False),
            ("owner", READ, False), ("owner", MANAGE, True),
        ]:  # fmt: skip
            person = factories.colleague(owner.account, role=role)
            grants.share(lawyer, matter.public_id, member_id=person.public_id, level=level)
            principal = factories.principal_of(person)
            if may:
                bindings.bind(principal, matter.public_id, key_id=key.public_id, level=READ)
            else:
                with pytest.raises(ValidationError):
                    bindings.bind(principal, matter.public_id, key_id=key.public_id, level=READ)

    def test_a_reader_binds_their_own_bound_key_and_gains_nothing(
        self, lawyer, matter, colleague, reader
    ):
        grants.share(lawyer, matter.public_id, member_id=colleague.public_id, level=READ)
        key, _ = factories.key_of(colleague, bound=True)
        bindings.bind(reader, matter.public_id, key_id=key.public_id, level=MANAGE)
        assert access_of(principal_of_key(key), matter) == READ
        assert [b.key for b in bindings.list_bindings(reader, matter.public_id)] == [key]
        bindings.unbind(reader, matter.public_id, key.public_id)
        assert access_of(principal_of_key(key), matter) is None

    def test_one_key_is_as_unknown_as_another(self, owner, lawyer, matter, colleague):
        foreign, *_ = factories.service_key(factories.firm().account)
        others, _ = factories.key_of(colleague, bound=True)
        told = set()
        for key_id in (foreign.public_id, others.public_id, "key_x", "", "key_" + "0" * 32):
            with pytest.raises(ValidationError) as refused:
                bindings.bind(lawyer, matter.public_id, key_id=key_id, level=READ)
            told.add(str(refused.value.message_dict))
        assert len(told) == 1

    def test_an_unbound_key_has_nothing_to_bind(self, owner, lawyer, matter):
        key, _ = factories.key_of(owner)
        with pytest.raises(ValidationError, match="not bound"):
            bindings.bind(lawyer, matter.public_id, key_id=key.public_id, level=READ)

    def test_a_bound_key_does_not_widen_itself(self, owner, matter):
        key, _ = factories.key_of(owner, bound=True)
        with tenant_scope(owner.account_id):
            bindings.bind_key(key=key, matter=matter, level=READ)
        with pytest.raises(NotFound):
            bindings.bind(
                principal_of_key(key), matter.public_id, key_id=key.public_id, level=MANAGE
            )

    def test_a_colleague_sees_and_ends_no_binding_of_others(
        self, lawyer, matter, colleague, reader, program
    ):
        key, principal = program
        grants.share(lawyer, matter.public_id, member_id=colleague.public_id, level=WORK)
        bindings.bind(lawyer, matter.public_id, key_id=key.public_id, level=READ)
        assert bindings.list_bindings(reader, matter.public_id) == []
        with pytest.raises(NotFound):
            bindings.unbind(reader, matter.public_id, key.public_id)
        assert bindings.list_bindings(principal, matter.public_id) == []
        assert len(bindings.list_bindings(lawyer, matter.public_id)) == 1

    def test_what_replaces_a_key_is_bound_like_it(self, owner, lawyer, matter, program):
        old, _ = program
        bindings.bind(lawyer, matter.public_id, key_id=old.public_id, level=WORK)
        new, *_ = factories.service_key(owner.account)
        with tenant_scope(owner.account_id):
            for _ in range(2):
                bindings.carry_over(old, new)
            assert KeyBinding.objects.count() == 2
        assert access_of(principal_of_key(new), matter) == WORK


class TestLeaving:
    @pytest.fixture
    def leaver(self, owner):
        return factories.colleague(owner.account)

    def test_somebody_takes_over_the_matters_first(self, owner, leaver, colleague, reader):
        theirs = factories.matter_of(leaver)
        with pytest.raises(StillResponsible) as refused:
            members.remove(membership=leaver)
        assert refused.value.ids == (theirs.public_id,)
        members.remove(membership=leaver, successor=colleague)
        assert access_of(reader, theirs) == MANAGE

    def test_their_grants_end_and_their_walls_stay(self, owner, lawyer, matter, leaver):
        other = factories.matter_of(owner)
        grants.share(lawyer, matter.public_id, member_id=leaver.public_id, level=WORK)
        walls.place_wall(lawyer, other.public_id, member_id=leaver.public_id, reason="x")
        members.remove(membership=leaver)
        with tenant_scope(owner.account_id):
            assert not grants.grants_of(matter, leaver.user_id).exists()
            assert Wall.objects.filter(user=leaver.user).exists()

    def test_nobody_inherits_behind_a_wall(self, owner, lawyer, leaver, colleague):
        theirs = factories.matter_of(leaver)
        walls.place_wall(
            factories.principal_of(leaver), theirs.public_id,
            member_id=colleague.public_id, reason="x",
        )  # fmt: skip
        with pytest.raises(ValidationError, match=theirs.public_id):
            members.remove(membership=leaver, successor=colleague)
        leaver.refresh_from_db()
        assert leaver.status == Membership.Status.ACTIVE


def test_every_change_of_access_is_on_record(owner, lawyer, matter, colleague):
    key, *_ = factories.service_key(owner.account)
    person, named = {"member_id": colleague.public_id}, matter.public_id
    grants.share(lawyer, named, level=WORK, **person)
    grants.unshare(lawyer, named, colleague.public_id)
    bindings.bind(lawyer, named, key_id=key.public_id, level=READ)
    bindings.unbind(lawyer, named, key.public_id)
    walls.place_wall(lawyer, named, reason="x", **person)
    walls.lift_wall(lawyer, named, colleague.public_id)
    grants.transfer(lawyer, named, to=colleague.public_id, keep=MANAGE)
    with tenant_scope(owner.account_id):
        found = MatterEvent.objects.order_by("created_at")
        told = [(e.action, e.person_id or e.key, e.level) for e in found]
        assert {event.actor_id for event in found[1:]} == {owner.user_id}
    him = colleague.user_id
    assert told == [
        ("created", owner.user_id, MANAGE), ("shared", him, WORK), ("unshared", him, ""),
        ("bound", key.pk, READ), ("unbound", key.pk, ""), ("walled", him, ""),
        ("unwalled", him, ""), ("transferred", him, MANAGE),
    ]  # fmt: skip
