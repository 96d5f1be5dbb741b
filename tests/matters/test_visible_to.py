"""`visible_to` is the only way in: by grant, by binding, and by nothing else."""

from __future__ import annotations

import uuid

import pytest
from django.core.exceptions import ValidationError
from guardian.shortcuts import remove_perm

from accounts.principal import principal_of_key
from accounts.services.directory import add_person
from accounts.tenancy import tenant_scope
from matters.models import LEVELS, MANAGE, READ, WORK, Matter, MatterUserPermission, Wall
from matters.services.matters import bind_key, create_matter, grant, owns
from tests import factories

pytestmark = pytest.mark.django_db


def seen_by(principal, permission=READ):
    with tenant_scope(principal.account_id):
        return set(Matter.objects.visible_to(principal, permission))


def test_the_owner_of_record_sees_the_matter(owner, matter):
    principal = factories.principal_of(owner)
    assert seen_by(principal) == seen_by(principal, MANAGE) == {matter}
    assert owns(principal, matter)


@pytest.mark.parametrize("role", ["member", "admin", "owner"])
def test_no_role_reads_a_matter_without_a_grant(owner, matter, role):
    assert seen_by(factories.principal_of(factories.colleague(owner.account, role=role))) == set()


@pytest.mark.parametrize("level", LEVELS)
def test_a_grant_gives_its_level_and_those_below(owner, matter, level):
    reader = factories.colleague(owner.account)
    with tenant_scope(owner.account_id):
        grant(matter=matter, user=reader.user, level=level)
    principal = factories.principal_of(reader)
    given = {permission for permission in LEVELS if seen_by(principal, permission)}
    assert given == set(LEVELS[: LEVELS.index(level) + 1])
    assert not owns(principal, matter)


def test_a_removed_grant_ends_at_once(owner, matter):
    reader = factories.colleague(owner.account)
    principal = factories.principal_of(reader)
    with tenant_scope(owner.account_id):
        grant(matter=matter, user=reader.user, level=READ)
        assert Matter.objects.visible_to(principal).exists()
        remove_perm(READ, reader.user, matter)
        assert not Matter.objects.visible_to(principal).exists()


def test_superuser_and_global_permissions_count_for_nothing(owner, matter):
    reader = factories.colleague(owner.account)
    reader.user.is_superuser = True
    reader.user.save()
    assert seen_by(factories.principal_of(reader)) == set()


def test_a_service_key_reads_only_what_it_is_bound_to(owner, matter):
    key, _, _ = factories.service_key(owner.account)
    principal = factories.service_principal(owner.account)
    assert seen_by(principal) == set()
    with tenant_scope(owner.account_id):
        bind_key(key=key, matter=matter)

    assert seen_by(principal_of_key(key)) == {matter}


def test_a_bound_personal_key_is_limited_to_its_matters(owner, matter):
    other = factories.matter_of(owner)
    key, _ = factories.key_of(owner, bound=True)
    with tenant_scope(owner.account_id):
        bind_key(key=key, matter=other)

    assert seen_by(principal_of_key(key)) == {other}
    assert seen_by(factories.principal_of(owner)) == {matter, other}


@pytest.mark.parametrize("level", LEVELS)
def test_a_key_does_no_more_than_its_binding_says(owner, matter, level):
    key, _ = factories.key_of(owner, bound=True)
    with tenant_scope(owner.account_id):
        bind_key(key=key, matter=matter, level=level)

    given = {permission for permission in LEVELS if seen_by(principal_of_key(key), permission)}
    assert given == set(LEVELS[: LEVELS.index(level) + 1])


def test_a_wall_shuts_out_whoever_has_every_grant(owner, matter):
    walled = factories.colleague(owner.account, role="owner")
    with tenant_scope(owner.account_id):
        grant(matter=matter, user=walled.user, level=MANAGE)
        Wall.objects.create(matter=matter, user=walled.user, placed_by=owner.user, reason="x")

    assert seen_by(factories.principal_of(walled)) == set()
    assert seen_by(factories.principal_of(owner)) == {matter}


def test_a_wall_is_around_one_matter_only(owner, matter):
    other = factories.matter_of(owner)
    walled = factories.colleague(owner.account)
    with tenant_scope(owner.account_id):
        Wall.objects.create(matter=matter, user=walled.user, placed_by=owner.user, reason="x")
        grant(matter=other, user=walled.user, level=READ)

    assert seen_by(factories.principal_of(walled)) == {other}


def test_a_binding_gives_a_person_nothing_beyond_their_grants(owner, matter):
    reader = factories.colleague(owner.account)
    key, _ = factories.key_of(reader, bound=True)
    with tenant_scope(owner.account_id):
        bind_key(key=key, matter=matter)

    assert seen_by(principal_of_key(key)) == set()


def test_a_person_in_two_accounts_sees_the_matters_of_the_one_they_act_in(owner, matter):
    elsewhere = factories.firm()

    there = add_person(account=elsewhere.account, email=owner.user.email)
    assert seen_by(factories.principal_of(there)) == set()
    assert seen_by(factories.principal_of(owner)) == {matter}


def test_it_is_one_query(owner, matter, django_assert_num_queries):
    principal = factories.principal_of(owner)
    seen_by(principal)  # the permission's id is read once for the process
    with tenant_scope(owner.account_id), django_assert_num_queries(1):
        list(Matter.objects.visible_to(principal))


def test_deleting_and_making_again_with_the_same_id_revives_no_grant(owner, matter):
    reader = factories.colleague(owner.account)
    principal = factories.principal_of(reader)
    with tenant_scope(owner.account_id):
        grant(matter=matter, user=reader.user, level=WORK)
        kept = matter.pk
        matter.delete()
        assert not MatterUserPermission.objects.exists()
        again = Matter.objects.create(pk=kept, title="again", owner=owner.user)
        assert not Matter.objects.visible_to(principal).filter(pk=again.pk).exists()


class TestCreating:
    def test_a_place_in_any_spelling_is_kept_as_its_code(self, owner):
        assert factories.matter_of(owner, jurisdiction="california").jurisdiction == "US-CA"

    def test_an_unknown_place_is_refused(self, owner):
        with pytest.raises(ValidationError, match="US-CA"):
            factories.matter_of(owner, jurisdiction="Narnia")

    def test_the_owner_is_a_member_of_the_account(self, owner):
        stranger = factories.firm()
        with (
            tenant_scope(owner.account_id),
            pytest.raises(ValidationError, match="member of the account"),
        ):
            create_matter(owner=stranger.user, title="x")

    def test_an_empty_title_is_refused_and_nothing_is_kept(self, owner):
        with pytest.raises(ValidationError):
            factories.matter_of(owner, title="")
        with tenant_scope(owner.account_id):
            assert not Matter.objects.exists()


def test_the_text_of_a_matter_is_its_id_and_tells_no_title(matter):
    assert str(matter) == f"mat_{matter.pk.hex}"
    assert uuid.UUID(hex=str(matter)[4:]) == matter.pk
