"""Access to content: with a reason, for a short time, counted, and told to the account."""

from __future__ import annotations

import datetime as dt

import pytest
from django.core.exceptions import ValidationError
from django.db import ProgrammingError, connection, connections, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.erasure_registry import Subject
from accounts.tenancy import tenant_scope
from legalcontext.answers import ask as asking
from legalcontext.answers.erasure import erase_answers
from legalcontext.answers.models import Answer
from legalcontext.contracts import parse_quick_ask
from legalcontext.oversight.access import (
    ACCESS,
    access_to,
    accesses_of,
    give_back,
    open_answer,
    open_matter,
    read_content,
)
from legalcontext.oversight.erasure import Accesses
from legalcontext.oversight.errors import AccessEnded, MayNotOpen, NothingToOpen
from legalcontext.oversight.models import ContentAccess
from legalcontext.retention.audit import operator
from legalcontext.retention.holds import HoldScope, place_hold
from legalcontext.retention.models import AuditEvent
from tests import factories
from tests.doors.rest.conftest import RestClient

from .conftest import QUESTION, REASON, an_answer, an_operator

pytestmark = pytest.mark.django_db


def opened(owner, answer, support, reason=REASON):
    with tenant_scope(owner.account_id):
        return open_answer(operator=support, answer=answer, reason=reason)


def later(monkeypatch, **delta):
    moment = timezone.now() + dt.timedelta(**delta)
    monkeypatch.setattr(timezone, "now", lambda: moment)


class TestOpening:
    def test_it_takes_a_reason_and_is_on_the_accounts_record(self, owner, answer, support):
        access = opened(owner, answer, support)
        assert access.ends_at - access.granted_at == ACCESS
        assert (access.of, access.operator_name) == (answer.public_id, "Robin Support")
        with tenant_scope(owner.account_id):
            event = AuditEvent.objects.get(action="content.open")
            assert (event.actor, event.actor_id, event.object, event.authority) == (
                "operator", support.pk, answer.public_id, "support",
            )  # fmt: skip

    @pytest.mark.parametrize("reason", ["", "  ", "because", "x" * 1001, "a reason\0 with a NUL"])
    def test_without_a_good_reason_nothing_is_opened(self, owner, answer, support, reason):
        with pytest.raises(ValidationError) as refused:
            opened(owner, answer, support, reason)
        assert "reason" in refused.value.message_dict
        with tenant_scope(owner.account_id):
            assert not ContentAccess.objects.exists()
            assert not AuditEvent.objects.filter(action="content.open").exists()

    @pytest.mark.parametrize("codenames", [(), ("view_contentaccess", "view_answer")])
    def test_whoever_lacks_the_permission_is_refused(self, owner, answer, codenames):
        with pytest.raises(MayNotOpen):
            opened(owner, answer, an_operator(*codenames))

    def test_an_operator_who_may_not_sign_in_any_more_is_refused(self, owner, answer, support):
        support.is_staff = False
        with pytest.raises(MayNotOpen):
            opened(owner, answer, support)

    def test_what_has_run_out_is_not_opened(self, owner, answer, support, monkeypatch):
        later(monkeypatch, days=4000)
        with pytest.raises(NothingToOpen):
            opened(owner, answer, support)

    def test_what_somebody_asked_to_delete_is_read_by_nobody(self, owner, answer, support):
        with tenant_scope(owner.account_id):
            place_hold(
                scope=HoldScope(answer_id=answer.pk), reason="suit", by=operator(),
                review_on=timezone.now().date() + dt.timedelta(days=9),
            )  # fmt: skip
            Answer.objects.filter(pk=answer.pk).update(deletion_asked_at=timezone.now())
        with pytest.raises(NothingToOpen):
            opened(owner, answer, support)

    def test_a_name_that_is_not_there_is_told_as_an_id(self, owner, answer):
        nameless = an_operator("open_content", name="")
        assert opened(owner, answer, nameless).operator_name == nameless.public_id


class TestReading:
    def test_each_reading_is_counted(self, owner, answer, support):
        access = opened(owner, answer, support)
        with tenant_scope(owner.account_id):
            assert read_content(access).question == QUESTION
            read_content(access)
            access.refresh_from_db()
        assert access.readings == 2
        assert access.last_read_at is not None

    def test_it_is_the_one_operators_alone(self, owner, answer, support):
        opened(owner, answer, support)
        with tenant_scope(owner.account_id):
            assert access_to(operator=support, answer_id=answer.pk) is not None
            assert access_to(operator=an_operator("open_content"), answer_id=answer.pk) is None

    def test_it_opens_nothing_else(self, owner, answer, support):
        opened(owner, answer, support)
        other, matter = an_answer(owner), factories.matter_of(owner)
        with tenant_scope(owner.account_id):
            assert access_to(operator=support, answer_id=other.pk) is None
            assert access_to(operator=support, matter_id=matter.pk) is None

    def test_it_ends_by_itself(self, owner, answer, support, monkeypatch):
        access = opened(owner, answer, support)
        later(monkeypatch, minutes=61)
        with tenant_scope(owner.account_id):
            assert access_to(operator=support, answer_id=answer.pk) is None
            with pytest.raises(AccessEnded):
                read_content(access)

    def test_it_can_be_given_back(self, owner, answer, support):
        access = opened(owner, answer, support)
        with tenant_scope(owner.account_id):
            give_back(operator=an_operator("open_content"), access=access)
            assert access_to(operator=support, answer_id=answer.pk) is not None
            give_back(operator=support, access=access)
            assert access_to(operator=support, answer_id=answer.pk) is None
            with pytest.raises(AccessEnded):
                read_content(access)

    def test_losing_the_permission_ends_it(self, owner, answer, support):
        opened(owner, answer, support)
        support.is_active = False
        with tenant_scope(owner.account_id):
            assert access_to(operator=support, answer_id=answer.pk) is None

    def test_content_that_runs_out_meanwhile_is_not_read(self, owner, answer, support):
        access = opened(owner, answer, support)
        with tenant_scope(owner.account_id):
            Answer.objects.filter(pk=answer.pk).update(expires_at=timezone.now())
            with pytest.raises(NothingToOpen):
                read_content(access)

    def test_a_matter_is_opened_in_the_same_way(self, owner, support):
        matter = factories.matter_of(owner)
        with tenant_scope(owner.account_id):
            access = open_matter(operator=support, matter=matter, reason=REASON)
            assert access_to(operator=support, matter_id=matter.pk) == access
            assert (access.of, access.person_id) == (matter.public_id, owner.user_id)


class TestRecord:
    """It is only added to: the application's role changes nothing that matters."""

    @pytest.mark.parametrize(
        "statement",
        [
            "DELETE FROM oversight_contentaccess",
            "UPDATE oversight_contentaccess SET granted_at = now()",
            "UPDATE oversight_contentaccess SET ends_at = now()",
            "UPDATE oversight_contentaccess SET operator_id = account_id",
            "UPDATE oversight_contentaccess SET answer_id = account_id",
        ],
    )
    def test_the_application_may_not(self, owner, answer, support, statement):
        opened(owner, answer, support)
        with (
            tenant_scope(owner.account_id),
            pytest.raises(ProgrammingError, match="permission denied"),
            transaction.atomic(),
            connection.cursor() as cursor,
        ):
            cursor.execute(statement)

    def test_the_operators_list_has_no_reason(self, owner, answer, support):
        role = connections["operator"].settings_dict["USER"]
        fields = {field.column for field in ContentAccess._meta.fields}
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT name FROM unnest(%s::text[]) name"
                " WHERE NOT has_column_privilege(%s, 'oversight_contentaccess', name, 'SELECT')",
                [sorted(fields), role],
            )
            assert cursor.fetchall() == [("reason",)]


class TestToldToTheAccount:
    def test_an_owner_sees_every_one_and_others_those_to_what_is_theirs(self, owner, support):
        colleague = factories.colleague(owner.account)
        theirs, mine = an_answer(colleague), an_answer(owner)
        for asked in (theirs, mine):
            opened(owner, asked, support)
        seen = {
            person: [access.of for access in accesses_of(factories.principal_of(person), limit=9)]
            for person in (owner, colleague, factories.colleague(owner.account, role="admin"))
        }
        assert list(seen.values()) == [
            [mine.public_id, theirs.public_id], [theirs.public_id], [],
        ]  # fmt: skip

    def test_a_program_sees_those_to_its_own(self, owner, support, notes):
        program = factories.service_principal(owner.account)
        insight = asking.ask(
            program, parse_quick_ask({"skill": "triage", "question": QUESTION}), door="rest"
        )
        with tenant_scope(owner.account_id):
            answer = Answer.objects.get(service__isnull=False)
            open_answer(operator=support, answer=answer, reason=REASON)
        opened(owner, an_answer(owner), support)
        assert [access.of for access in accesses_of(program, limit=9)] == [insight["id"]]

    def test_another_account_sees_nothing(self, owner, answer, support):
        opened(owner, answer, support)
        assert accesses_of(factories.principal_of(factories.firm()), limit=9) == []

    def test_it_is_one_query(self, owner, answer, support):
        principal = factories.principal_of(owner)
        opened(owner, answer, support)
        with CaptureQueriesContext(connection) as captured:
            accesses_of(principal, limit=9)
        asked = [q["sql"] for q in captured if "oversight_contentaccess" in q["sql"]]
        framing = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "SELECT set_config")
        assert asked == [q["sql"] for q in captured if not q["sql"].startswith(framing)]
        assert len(asked) == 1

    def test_pages_follow_each_other(self, owner, answer, support, notes):
        made = [opened(owner, answer, support).public_id for _ in range(3)]
        client = RestClient(factories.key_of(owner)[1])
        first = client.get("/v1/accesses?limit=2").json()
        second = client.get(f"/v1/accesses?limit=2&after={first['next_cursor']}").json()
        assert [a["id"] for a in [*first["data"], *second["data"]]] == made[::-1]
        assert (first["has_more"], second["has_more"]) == (True, False)

    def test_it_says_who_why_when_and_how_often(self, owner, answer, support, notes):
        access = opened(owner, answer, support)
        with tenant_scope(owner.account_id):
            read_content(access)
        (told,) = RestClient(factories.key_of(owner)[1]).get("/v1/accesses").json()["data"]
        assert told["operator"] == "Robin Support"
        assert told["reason"] == REASON
        assert (told["of"], told["readings"]) == (answer.public_id, 1)
        assert told["last_read_at"]
        assert support.email not in str(told)


class TestErasure:
    def test_the_reason_goes_with_the_answer_and_the_record_stays(self, owner, answer, support):
        access = opened(owner, answer, support)
        other = opened(owner, an_answer(owner), support)
        with tenant_scope(owner.account_id):
            erase_answers([answer.pk])
            access.refresh_from_db()
            other.refresh_from_db()
        assert (access.reason, access.of) == ("", answer.public_id)
        assert other.reason == REASON

    def test_the_reason_goes_with_the_matter(self, owner, support):
        matter = factories.matter_of(owner)
        with tenant_scope(owner.account_id):
            access = open_matter(operator=support, matter=matter, reason=REASON)
            matter.delete()
            access.refresh_from_db()
        assert access.reason == ""

    def test_a_deleted_reason_is_told_as_none(self, owner, answer, support, notes):
        opened(owner, answer, support)
        with tenant_scope(owner.account_id):
            erase_answers([answer.pk])
        (told,) = RestClient(factories.key_of(owner)[1]).get("/v1/accesses").json()["data"]
        assert told["reason"] is None

    def test_the_category_counts_exports_and_erases_reasons(self, owner, answer, support):
        colleague = factories.colleague(owner.account)
        opened(owner, answer, support)
        opened(owner, an_answer(colleague), support)
        category = Accesses()
        whole, one = Subject(owner.account_id), Subject(owner.account_id, colleague.user_id)
        with tenant_scope(owner.account_id):
            assert [category.count(s).total for s in (whole, one)] == [2, 1]
            (file,) = category.export(one)
            assert REASON.encode() in file.content
            assert category.erase(one, 10) == 1
            assert [category.count(s).total for s in (whole, one)] == [1, 0]
            assert category.erase(whole, 10) == 1
            assert category.verify(whole) == 0
            assert list(category.export(whole)) == []

    def test_the_reason_for_what_is_held_stays_with_it(self, owner, answer, support):
        opened(owner, answer, support)
        whole = Subject(owner.account_id)
        with tenant_scope(owner.account_id):
            place_hold(
                scope=HoldScope(answer_id=answer.pk), reason="suit", by=operator(),
                review_on=timezone.now().date() + dt.timedelta(days=9),
            )  # fmt: skip
            count = Accesses().count(whole)
            assert (count.total, count.held) == (1, 1)
            assert Accesses().erase(whole, 10) == 0
            assert Accesses().verify(whole) == 0
