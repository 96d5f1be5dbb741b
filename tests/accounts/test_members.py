"""The people of an account, below the doors: what must hold whoever changes them, and when."""

from __future__ import annotations

import threading

import pytest
from django.core.exceptions import ValidationError
from django.db import connections

from accounts import hooks
from accounts.errors import StillResponsible
from accounts.models import ApiKey, Membership
from accounts.principal import Unauthenticated, authenticate
from accounts.services.directory import add_person, suspend_person
from accounts.services.keys import create_key, rotate_key
from accounts.services.members import change_role, remove, resume, suspend
from accounts.tenancy import current_account_id
from tests import factories


@pytest.fixture
def owner():
    return factories.firm()


@pytest.mark.django_db(transaction=True)
def test_two_owners_who_demote_each_other_at_once_leave_one(owner):
    second = factories.colleague(owner.account, role="owner")
    ready, outcomes = threading.Barrier(2), []

    def demote(membership):
        try:
            ready.wait()
            change_role(membership=membership, role="member")
            outcomes.append("done")
        except ValidationError:
            outcomes.append("refused")
        finally:
            connections.close_all()

    threads = [threading.Thread(target=demote, args=[one]) for one in (owner, second)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["done", "refused"]
    assert Membership.objects.acting_owners().filter(account=owner.account).count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_rotations_at_once_leave_two_live_keys(owner):
    key, secret = factories.key_of(owner)
    principal = authenticate(secret)
    ready, outcomes = threading.Barrier(2), []

    def rotate():
        try:
            ready.wait()
            rotate_key(principal, key.public_id)
            outcomes.append("done")
        except ValidationError:
            outcomes.append("refused")
        finally:
            connections.close_all()

    threads = [threading.Thread(target=rotate) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["done", "refused"]
    assert ApiKey.objects.filter(chain=key.chain, revoked_at=None).count() == 2


@pytest.mark.django_db
class TestLeaving:
    @pytest.fixture
    def member(self, owner):
        return factories.colleague(owner.account)

    @pytest.fixture
    def room(self, monkeypatch):
        """A room that ties people to an account."""

        class Room:
            held: tuple[str, ...] = ("thing_1",)
            asked: list[object] = []

            def of(self, membership):
                self.asked.append(current_account_id())
                return self.held

            def transfer(self, membership, to):
                self.held = ()

            def end(self, membership):
                self.asked.append("end")

        room = Room()
        room.asked = []
        monkeypatch.setattr(hooks, "obligations", [room])
        return room

    def test_what_is_still_theirs_is_named_and_nothing_ends(self, member, room):
        _, secret = factories.key_of(member)
        with pytest.raises(StillResponsible) as refused:
            remove(membership=member)
        assert refused.value.ids == ("thing_1",)
        assert room.asked == [member.account_id]
        member.refresh_from_db()
        assert member.status == "active"
        authenticate(secret)

    def test_with_a_successor_it_is_handed_over_first(self, owner, member, room):
        _, secret = factories.key_of(member)
        remove(membership=member, successor=owner)
        assert room.asked == [member.account_id, "end"]
        with pytest.raises(Unauthenticated):
            authenticate(secret)

    def test_a_room_that_fails_undoes_everything(self, member, room, monkeypatch):
        room.held = ()
        monkeypatch.setattr(room, "end", lambda membership: 1 / 0)
        _, secret = factories.key_of(member)
        with pytest.raises(ZeroDivisionError):
            remove(membership=member)
        authenticate(secret)

    def test_a_removed_membership_stays_a_record_and_acts_never_again(self, owner, member):
        remove(membership=member)
        member.refresh_from_db()
        assert member.removed_at is not None
        for act in (remove, suspend, resume):
            with pytest.raises(ValidationError, match="has left"):
                act(membership=member)
        with pytest.raises(ValidationError, match="has left"):
            change_role(membership=member, role="owner")
        with pytest.raises(ValidationError, match="has left"):
            create_key(account=owner.account, name="k", membership=member)
        assert add_person(account=owner.account, email=member.user.email).pk != member.pk

    def test_an_individuals_account_keeps_its_person(self):
        person = factories.individual()
        for act in (remove, suspend):
            with pytest.raises(ValidationError, match="last owner"):
                act(membership=person)

    def test_an_owner_shut_out_of_the_service_does_not_count(self, owner):
        second = factories.colleague(owner.account, role="owner")
        suspend_person(user=second.user)
        with pytest.raises(ValidationError, match="last owner"):
            change_role(membership=owner, role="member")
