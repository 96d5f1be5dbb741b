"""Every path by which something could be deleted meets the hold."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from accounts.erasure_registry import Subject
from accounts.tenancy import tenant_scope
from legalcontext.answers.erasure import delete_rows
from legalcontext.answers.models import Answer, AnswerContent
from legalcontext.erasure import deletion
from legalcontext.erasure.running import close_account, erase
from legalcontext.erasure.sweep import sweep_account
from legalcontext.retention.audit import actor_of, operator
from legalcontext.retention.errors import AlreadyReleased, LegalHold
from legalcontext.retention.holds import HoldScope, place_hold, release_hold
from legalcontext.retention.models import AuditEvent, Hold
from matters.errors import LegalHold as MatterHeld
from matters.models import Matter, Note, Party
from matters.services.matters import delete_matter
from tests import factories
from tests.histories import answer_of, hold_on, kept

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner():
    return factories.firm()


@pytest.fixture
def matter(owner):
    return factories.matter_of(owner, "Doe v. Roe")


@pytest.fixture
def answer(owner, matter):
    return answer_of(owner, matter=matter, age=dt.timedelta(days=30))


SCOPES = {
    "matter": lambda answer: {"matter_id": answer.matter_id},
    "person": lambda answer: {"person_id": answer.asker_id},
    "answer": lambda answer: {"answer_id": answer.pk},
    "dates": lambda answer: {
        "made_from": answer.created_at,
        "made_until": answer.created_at + dt.timedelta(seconds=1),
    },
    "dates, from": lambda answer: {"made_from": answer.created_at},
    "dates, until": lambda answer: {"made_until": answer.created_at + dt.timedelta(seconds=1)},
}

BESIDE = {
    "another matter": lambda answer: {"matter_id": answer.pk},
    "another person": lambda answer: {"person_id": answer.pk},
    "another answer": lambda answer: {"answer_id": answer.matter_id},
    "later dates": lambda answer: {"made_from": answer.created_at + dt.timedelta(seconds=1)},
    "earlier dates": lambda answer: {"made_until": answer.created_at},
}


def raw(sql):
    def run(answer, owner):
        with connection.cursor() as cursor:
            cursor.execute(sql, {"account": answer.account_id, "id": answer.pk})

    return run


IN_SCOPE = {
    "instance.delete()": lambda answer, owner: answer.delete(),
    "queryset.delete()": lambda answer, owner: Answer.objects.all().delete(),
    "content alone": lambda answer, owner: AnswerContent.objects.all().delete(),
    "_raw_delete": lambda answer, owner: Answer.objects.all()._raw_delete("default"),
    "raw SQL": raw("DELETE FROM answers_answer WHERE id = %(id)s"),
    "raw SQL on content": raw("DELETE FROM answers_answercontent WHERE answer_id = %(id)s"),
    "ORM cascade from the matter": lambda answer, owner: answer.matter.delete(),
    "SQL cascade from the matter": raw("DELETE FROM matters_matter"),
    "a statement with a CTE": raw(
        "WITH gone AS (DELETE FROM answers_answercontent RETURNING answer_id)"
        " DELETE FROM answers_answer USING gone WHERE id = gone.answer_id"
    ),
    "the sweep's own rows": lambda answer, owner: delete_rows([answer.pk]),
}

OUTSIDE: dict[str, tuple[Any, Any]] = {
    "delete one": (
        lambda answer, owner: deletion.delete_answer(
            factories.principal_of(owner), answer.public_id
        ),
        LegalHold,
    ),
    "delete all": (
        lambda answer, owner: deletion.delete_answers(
            factories.principal_of(owner), deletion.Selection(of_account=True)
        ),
        LegalHold,
    ),
    "delete the matter": (
        lambda answer, owner: delete_matter(factories.principal_of(owner), answer.matter.public_id),
        (LegalHold, MatterHeld),
    ),
    "the sweep": (lambda answer, owner: sweep_account(owner.account_id), None),
    "erasing a person": (
        lambda answer, owner: erase(Subject(owner.account_id, owner.user_id), operator()),
        None,
    ),
    "closing the account": (
        lambda answer, owner: close_account(owner.account, operator()),
        None,
    ),
    "the command": (
        lambda answer, owner: call_command(
            "erasure", "close", "--yes", "--account", owner.account.public_id
        ),
        None,
    ),
}


class TestWhatIsHeld:
    @pytest.mark.parametrize("scope", SCOPES)
    def test_every_scope_holds_in_the_database_and_for_the_orm(self, owner, answer, scope):
        hold_on(owner, **SCOPES[scope](answer))
        with tenant_scope(owner.account_id):
            assert Answer.objects.held().get() == answer
            with pytest.raises(IntegrityError, match="legal hold: 1 row"), transaction.atomic():
                answer.delete()
        assert kept(owner.account_id) == (1, 1)

    @pytest.mark.parametrize("scope", BESIDE)
    def test_what_is_beside_the_scope_goes(self, owner, answer, scope):
        hold_on(owner, **BESIDE[scope](answer))
        with tenant_scope(owner.account_id):
            assert not Answer.objects.held().exists()
            answer.delete()
        assert kept(owner.account_id) == (0, 0)

    def test_a_services_answers_are_held_by_its_identity(self, owner):
        _, _, service = factories.service_key(owner.account)
        answer = answer_of(owner)
        with tenant_scope(owner.account_id):
            Answer.objects.update(asker=None, service=service)
        hold_on(owner, person_id=service.pk)
        with tenant_scope(owner.account_id), pytest.raises(IntegrityError), transaction.atomic():
            answer.delete()

    def test_a_hold_of_one_account_holds_nothing_of_another(self, owner, answer):
        other = factories.firm()
        hold_on(other, person_id=answer.asker_id)
        hold_on(other, made_from=answer.created_at)
        with tenant_scope(owner.account_id):
            answer.delete()
        assert kept(owner.account_id) == (0, 0)

    def test_a_hold_on_a_matter_holds_what_was_entered_in_it(self, owner, matter):
        with tenant_scope(owner.account_id):
            Party.objects.create(matter=matter, name="Roe")
            Note.objects.create(matter=matter, text="t", author=owner.user)
        hold_on(owner, matter_id=matter.pk)
        with tenant_scope(owner.account_id):
            for rows in (Party, Note, Matter):
                with pytest.raises(IntegrityError, match="legal hold"), transaction.atomic():
                    rows.objects.all().delete()

    def test_access_can_be_taken_away_all_the_same(self, owner, matter):
        hold_on(owner, matter_id=matter.pk)
        with tenant_scope(owner.account_id):
            gone, _ = matter.matteruserpermission_set.all().delete()
        assert gone


class TestEveryPathMeetsTheHold:
    @pytest.mark.parametrize("path", IN_SCOPE)
    @pytest.mark.parametrize("silent", [False, True])
    def test_the_database_refuses(self, owner, answer, path, silent):
        hold_on(owner, answer_id=answer.pk, silent=silent)
        with (
            tenant_scope(owner.account_id),
            pytest.raises(IntegrityError, match="legal hold"),
            transaction.atomic(),
        ):
            IN_SCOPE[path](answer, owner)
        assert kept(owner.account_id) == (1, 1)

    @pytest.mark.parametrize("path", OUTSIDE)
    @pytest.mark.parametrize("silent", [False, True])
    def test_the_product_keeps_it(self, owner, answer, path, silent):
        with tenant_scope(owner.account_id):
            Answer.objects.update(expires_at=timezone.now())
        hold_on(owner, answer_id=answer.pk, silent=silent)
        run, refusal = OUTSIDE[path]
        told = not silent or path == "delete the matter"
        if refusal and told:
            with pytest.raises(refusal):
                run(answer, owner)
        else:
            run(answer, owner)
        assert kept(owner.account_id) == (1, 1)

    @pytest.mark.parametrize("path", IN_SCOPE)
    def test_without_a_hold_each_path_deletes(self, owner, answer, path):
        with tenant_scope(owner.account_id):
            IN_SCOPE[path](answer, owner)
        assert kept(owner.account_id) != (1, 1)


class TestPlacing:
    def test_it_needs_a_reason_one_scope_and_a_later_review(self, owner, answer):
        good = {"answer_id": answer.pk}
        later = timezone.now().date() + dt.timedelta(days=1)
        wrong = [
            (good, "", later),
            (good, "r", timezone.now().date()),
            ({}, "r", later),
            (good | {"matter_id": answer.matter_id}, "r", later),
            (good | {"made_from": answer.created_at}, "r", later),
            ({"made_from": answer.created_at, "made_until": answer.created_at}, "r", later),
        ]
        for scope, reason, review_on in wrong:
            with tenant_scope(owner.account_id), pytest.raises(ValidationError):
                place_hold(
                    scope=HoldScope(**scope), reason=reason, review_on=review_on, by=operator()
                )
        with tenant_scope(owner.account_id):
            assert not Hold.objects.exists()

    def test_a_silent_hold_is_an_operators(self, owner, answer):
        with pytest.raises(ValidationError), tenant_scope(owner.account_id):
            place_hold(
                scope=HoldScope(answer_id=answer.pk),
                reason="r",
                review_on=timezone.now().date() + dt.timedelta(days=1),
                by=owner_actor(owner),
                silent=True,
            )

    def test_an_active_hold_is_not_removed_with_its_row(self, owner, answer):
        hold = hold_on(owner, answer_id=answer.pk)
        with tenant_scope(owner.account_id):
            with pytest.raises(IntegrityError, match="legal hold"), transaction.atomic():
                hold.delete()
            release_hold(hold, reason="over", by=operator())
            hold.delete()

    def test_releasing_lets_go_and_queues_what_waited(self, owner, answer):
        hold = hold_on(owner, answer_id=answer.pk)
        with tenant_scope(owner.account_id):
            release_hold(hold, reason="The claim was settled.", by=operator())
            with connection.cursor() as cursor:
                cursor.execute(
                    "SELECT task_name, args->>'account_id' FROM procrastinate_jobs ORDER BY 1"
                )
                jobs = cursor.fetchall()
            with pytest.raises(AlreadyReleased):
                release_hold(hold, reason="again", by=operator())
            answer.delete()
        account = str(owner.account_id)
        assert jobs == [("answers.redate", account), ("erasure.sweep_account", account)]

    def test_an_owner_does_not_release_what_an_operator_placed(self, owner, answer):
        hold = hold_on(owner, answer_id=answer.pk, silent=True)
        with tenant_scope(owner.account_id), pytest.raises(AlreadyReleased):
            release_hold(hold, reason="r", by=owner_actor(owner))

    def test_it_is_recorded_without_its_reason(self, owner, answer):
        hold = hold_on(owner, answer_id=answer.pk)
        with tenant_scope(owner.account_id):
            event = AuditEvent.objects.get(action="hold.place")
        assert (event.object, event.authority) == (hold.public_id, "owner")
        assert hold.reason not in str(event.__dict__)

    def test_operators_place_by_command(self, owner, answer, capsys):
        account = owner.account.public_id
        review = (timezone.now().date() + dt.timedelta(days=1)).isoformat()
        common = ["--account", account, "--reason", "subpoena", "--review-on", review]
        call_command("place_hold", *common, "--person", owner.user.email, "--silent")
        placed = capsys.readouterr().out.split()[-1]
        with tenant_scope(owner.account_id):
            hold = Hold.objects.get()
            assert (hold.public_id, hold.person_id, hold.silent) == (placed, owner.user_id, True)
        with pytest.raises(CommandError):
            call_command("place_hold", *common)


def owner_actor(owner):
    return actor_of(factories.principal_of(owner), "owner")


def test_every_table_with_a_matters_or_an_answers_content_is_holdable_or_listed():
    """A new table with a matter or an answer in it has to say whether a hold concerns it."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT DISTINCT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid"
            " WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace"
            " AND a.attname IN ('matter_id', 'answer_id', 'content_object_id')"
            " AND NOT EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = c.oid"
            " AND t.tgname = 'refuse_held')"
        )
        found = {table for (table,) in cursor.fetchall()}
    assert found == set(NOT_HOLDABLE)


NOT_HOLDABLE = {
    "matters_matteruserpermission": "access can always be taken away",
    "matters_keybinding": "access can always be taken away",
    "matters_wall": "a wall can be lifted",
    "matters_conflictname": "an index, remade when what it indexes changes",
    "matters_matterevent": "a record that nothing deletes",
    "retention_policy": "says how long, and holds no content",
    "retention_hold": "has a trigger of its own: it is released first",
    "erasure_deletion": "a request, and holds no content",
    "oversight_contentaccess": "a record that nothing deletes",
}
