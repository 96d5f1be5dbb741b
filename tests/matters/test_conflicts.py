"""The conflict check finds names anywhere in the account, and tells nothing but that."""

from __future__ import annotations

import re

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.errors import NotFound
from accounts.limits import RateLimited
from accounts.tenancy import tenant_scope
from matters.models import ConflictCheck, ConflictName, Party
from matters.services import conflicts, file, matters
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def party(lawyer, matter):
    return file.add_entry(lawyer, Party, matter.public_id, {"name": "Mary Lund"})


def finds(principal, *names):
    return conflicts.check_names(principal, names).found


class TestFinding:
    def test_a_party_of_a_matter_that_the_asker_may_not_read(self, party, reader):
        assert finds(reader, "LUND, Mary")
        assert finds(reader, "Somebody Else", "mary lund")
        assert not finds(reader, "Mary Lunde")

    def test_the_sides_in_a_title(self, matter, reader):
        assert finds(reader, "dunne")
        assert finds(reader, "Harbor Lofts LLC")

    def test_nothing_of_another_account(self, party):
        assert not finds(factories.principal_of(factories.firm()), "Mary Lund", "Dunne")

    def test_a_closed_matter_counts(self, lawyer, matter, party, reader):
        matters.close_matter(lawyer, matter.public_id)
        assert finds(reader, "Mary Lund")

    def test_what_changed_is_found_by_its_new_name_alone(self, lawyer, matter, party, reader):
        file.change_entry(lawyer, Party, matter.public_id, party.public_id, {"name": "M. Berg"})
        matters.update_matter(lawyer, matter.public_id, {"title": "Quiet matter"})
        assert finds(reader, "M. Berg")
        assert finds(reader, "quiet matter")
        assert not finds(reader, "Mary Lund", "Dunne", "Harbor Lofts")

    def test_what_is_gone_is_not_found(self, owner, lawyer, matter, party, reader):
        file.remove_entry(lawyer, Party, matter.public_id, party.public_id)
        assert not finds(reader, "Mary Lund")
        matters.delete_matter(lawyer, matter.public_id)
        assert not finds(reader, "Dunne")
        with tenant_scope(owner.account_id):
            assert not ConflictName.objects.exists()

    def test_the_longest_name_fits_its_index(self, lawyer, matter, reader):
        name = "\ufdfa" * 200  # each becomes eighteen characters
        file.add_entry(lawyer, Party, matter.public_id, {"name": name})
        assert finds(reader, name)


class TestDisclosing:
    def test_the_same_is_asked_whatever_is_found(self, party, reader):
        asked = []
        for name in ("Mary Lund", "Nobody"):
            with CaptureQueriesContext(connection) as captured:
                conflicts.check_names(reader, [name])
            asked.append([re.sub(r"'.*?'|s\d\S*", "?", q["sql"]) for q in captured])
        assert asked[0] == [sql.replace("false", "true") for sql in asked[1]]
        assert len([sql for sql in asked[0] if "matters_conflictname" in sql]) == 1

    def test_the_record_says_how_many_and_keeps_no_name(self, owner, party, reader, colleague):
        conflicts.check_names(reader, ["Mary Lund", "Unheard Name"])
        with tenant_scope(owner.account_id):
            check = ConflictCheck.objects.get()
            with connection.cursor() as cursor:
                cursor.execute("SELECT c::text FROM matters_conflictcheck c")
                (row,) = cursor.fetchone()
        assert (check.asker, check.names, check.found) == (colleague.user, 2, True)
        assert "lund" not in row.lower()
        assert "unheard" not in row.lower()


class TestWhoMay:
    def test_owners_admins_and_verified_professionals(self, owner):
        for role, verified, may in [
            ("owner", False, True), ("admin", False, True), ("member", True, True),
            ("member", False, False),
        ]:  # fmt: skip
            person = factories.colleague(owner.account, role=role, verified=verified)
            principal = factories.principal_of(person)
            if may:
                assert not finds(principal, "x")
            else:
                with pytest.raises(NotFound):
                    finds(principal, "x")

    def test_no_program(self, owner):
        with pytest.raises(NotFound):
            finds(factories.service_principal(owner.account), "x")

    def test_the_record_is_for_owners_and_admins(self, owner, lawyer, reader):
        conflicts.check_names(reader, ["x"])
        conflicts.check_names(lawyer, ["x", "y"])
        admin = factories.principal_of(factories.colleague(owner.account, role="admin"))
        for principal in (lawyer, admin):
            assert [c.names for c in conflicts.list_checks(principal, limit=9)] == [2, 1]
        with pytest.raises(NotFound):
            conflicts.list_checks(reader, limit=9)

    def test_a_check_is_read_again_by_its_asker_alone(self, lawyer, reader):
        check = conflicts.check_names(reader, ["x"])
        assert conflicts.read_check(reader, check.public_id) == check
        with pytest.raises(NotFound):
            conflicts.read_check(lawyer, check.public_id)


def test_a_person_has_an_allowance_of_their_own_over_all_keys(owner, colleague, monkeypatch):
    monkeypatch.setattr(conflicts, "CHECKS_PER_WINDOW", 2)
    for _ in range(2):
        finds(factories.principal_of(colleague), "x")
    with pytest.raises(RateLimited) as refused:
        finds(factories.principal_of(colleague), "x")
    assert refused.value.allowance.limit == 2
    assert refused.value.allowance.window == conflicts.WINDOW
    assert not finds(factories.principal_of(owner), "x")
    with tenant_scope(owner.account_id):
        assert ConflictCheck.objects.count() == 3


@pytest.mark.parametrize("names", [[], ["x"] * 21, [""], [" "], ["x" * 201]])
def test_wrong_names_are_refused_and_cost_nothing(lawyer, names, owner):
    with pytest.raises(ValidationError):
        conflicts.check_names(lawyer, names)
    with tenant_scope(owner.account_id):
        assert not ConflictCheck.objects.exists()
