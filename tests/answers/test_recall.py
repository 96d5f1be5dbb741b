"""Answers whose notes are no longer current: marked on reading, listed, and told of."""

from __future__ import annotations

import json
import uuid
from dataclasses import replace
from io import StringIO
from typing import Any

import pytest
from django.core import mail
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.erasure_registry import Subject
from accounts.tenancy import tenant_scope
from legalcontext.answers import ask as asking
from legalcontext.answers import history, recalling
from legalcontext.answers.erasure import Answers
from legalcontext.answers.recall import WORST_FIRST
from legalcontext.answers.recalling import NothingToTell, count_citing, tell
from legalcontext.contracts import parse_quick_ask, validate
from legalcontext.knowledge import workflow
from legalcontext.knowledge.loading import load
from legalcontext.knowledge.models import Note, Recall
from legalcontext.knowledge.readability import grade
from legalcontext.knowledge.store import document_of
from legalcontext.knowledge.wording import directives
from legalcontext.retention.models import AuditEvent
from legalcontext.skills.lint import GRADE
from legalcontext.skills.tables import table
from tests import factories
from tests.histories import answer_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("notes")]

DEPOSIT = "us-ca/security-deposit@1"
QUESTION = "My landlord in Sacramento kept my security deposit. What are the rules?"


@pytest.fixture
def owner():
    return factories.individual()


@pytest.fixture
def principal(owner):
    return factories.principal_of(owner)


def asked(principal, question=QUESTION, **members):
    quick_ask = parse_quick_ask({"skill": "consult", "question": question, **members})
    return asking.ask(principal, quick_ask, door="rest")


def correct(embedder):
    """A second version of the note, in use from now on."""
    note = Note.objects.get(key="us-ca/security-deposit")
    load(replace(document_of(note), version=2, supersedes=DEPOSIT), embedder)


def withdraw(name=DEPOSIT):
    key, _, version = name.partition("@")
    note = Note.objects.get(key=key, version=version)
    return workflow.withdraw(note, by="A. Lawyer", reason="the statute has changed")


class TestReading:
    def test_an_answer_on_current_notes_stays_as_it_was_given(self, principal):
        given = asked(principal)
        assert DEPOSIT in {citation["note"] for citation in given["citations"]}
        assert history.read_answer(principal, given["id"]) == given
        assert "recalled" not in given

    def test_a_withdrawn_note_is_told_first(self, principal):
        given = asked(principal)
        withdraw()
        read = history.read_answer(principal, given["id"])
        assert read["recalled"] == [
            {
                "note": DEPOSIT,
                "standing": "withdrawn",
                "since": timezone.now().date().isoformat(),
            }
        ]
        assert "Security deposits in California" in read["limits"][0]
        assert "no longer used" in read["limits"][0]
        assert read["limits"][1:] == given["limits"]
        assert validate("codossier.insight/1", read) == []
        same = ("summary", "findings", "citations", "legal_context", "context_notes")
        assert {name: read[name] for name in same} == {name: given[name] for name in same}

    def test_a_corrected_note_names_what_took_its_place(self, principal, remembering_embedder):
        given = asked(principal)
        correct(remembering_embedder)
        [recalled] = history.read_answer(principal, given["id"])["recalled"]
        assert recalled == {
            "note": DEPOSIT,
            "standing": "corrected",
            "since": timezone.now().date().isoformat(),
            "successor": "us-ca/security-deposit@2",
        }

    def test_it_is_said_in_the_language_of_the_answer(self, principal):
        given = asked(principal, language="es")
        withdraw()
        said = history.read_answer(principal, given["id"])["limits"][0]
        assert "ya no se usa" in said

    @pytest.mark.parametrize("state", WORST_FIRST)
    def test_its_words_are_plain_and_no_orders(self, state):
        words = table("wording")[f"recalled_{state}"]
        assert all("{notes}" in said for said in words.values())
        assert grade(words["en"].format(notes="Deposits")) <= GRADE
        assert not any(list(directives(said)) for said in words.values())

    def test_it_is_the_same_in_an_export_and_in_a_task(self, owner, principal):
        given = asked(principal)
        withdraw()
        read = history.read_answer(principal, given["id"])
        with tenant_scope(owner.account_id):
            subject = Subject(account_id=owner.account_id)
            [file] = [f for f in Answers().export(subject) if given["id"] in f.path]
        assert json.loads(file.content)["insight"] == read

    def test_one_query_more_and_none_where_no_note_is_cited(self, owner, principal):
        with_notes, without = asked(principal), answer_of(owner)
        notes = 'FROM "knowledge_note"'
        for answer_id, most in ((with_notes["id"], 1), (without.public_id, 0)):
            with CaptureQueriesContext(connection) as captured:
                history.read_answer(principal, answer_id)
            assert sum(notes in query["sql"] for query in captured) == most


class TestLists:
    def test_each_line_says_whether_its_notes_are_current(self, owner, principal):
        cited, plain = asked(principal), answer_of(owner)
        assert [line.recalled for line in history.list_answers(principal, limit=9)] == [False] * 2
        withdraw()
        lines = {
            line.answer.public_id: line.recalled
            for line in history.list_answers(principal, limit=9)
        }
        assert lines == {cited["id"]: True, plain.public_id: False}
        [affected] = history.list_answers(principal, limit=9, recalled=True)
        assert affected.answer.public_id == cited["id"]

    def test_a_page_looks_its_notes_up_at_once(self, owner, principal):
        for _ in range(3):
            asked(principal)
        answer_of(owner, notes_cited=["us-tx/gone@1"])
        with CaptureQueriesContext(connection) as captured:
            history.list_answers(principal, limit=9)
        assert sum('FROM "knowledge_note"' in query["sql"] for query in captured) == 1


@pytest.mark.django_db(transaction=True, databases=["default", "operator"])
class TestTelling:
    """The operator's connection sees only what is committed."""

    @pytest.fixture
    def note(self):
        return Note.objects.get(key="us-ca/security-deposit")

    def test_answers_are_counted_over_all_accounts(self, owner):
        answer_of(owner, notes_cited=[DEPOSIT, "us/time-to-answer@1"])
        answer_of(factories.firm(), notes_cited=[DEPOSIT])
        assert count_citing([DEPOSIT, "us/time-to-answer@1", "us-tx/gone@1"]) == {
            DEPOSIT: 2,
            "us/time-to-answer@1": 1,
            "us-tx/gone@1": 0,
        }

    def test_of_a_current_note_nobody_is_told(self, note):
        with pytest.raises(NothingToTell, match="is current"):
            tell(note, by="an operator")
        assert not Recall.objects.exists()

    def test_whoever_asked_gets_one_mail_that_names_no_subject(self, owner, note):
        answer, other = (answer_of(owner, notes_cited=[DEPOSIT]) for _ in range(2))
        answer_of(owner, notes_cited=["us/time-to-answer@1"])
        withdraw()
        recall = tell(note, by="an operator")
        run_jobs()
        [sent] = mail.outbox
        assert sent.to == [owner.user.email]
        assert answer.public_id in sent.body
        assert other.public_id in sent.body
        assert "deposit" not in f"{sent.subject} {sent.body}".lower()
        assert recalling.told_in(recall) == {"accounts": 1, "answers": 2, "people": 1}
        with tenant_scope(owner.account_id):
            event = AuditEvent.objects.get(action="recall.tell")
        assert (event.object, event.actor) == (recall.public_id, "operator")

    def test_said_twice_it_is_told_once(self, owner, note):
        answer_of(owner, notes_cited=[DEPOSIT])
        withdraw()
        assert tell(note, by="an operator") == tell(note, by="another operator")
        run_jobs()
        assert len(mail.outbox) == 1
        assert Recall.objects.get().by == "an operator"

    def test_a_spanish_answer_is_told_of_in_both_languages(self, owner, note):
        answer_of(owner, notes_cited=[DEPOSIT], language="es")
        withdraw()
        tell(note, by="an operator")
        run_jobs()
        assert "Léalas de nuevo" in mail.outbox[0].body
        assert "Read them again" in mail.outbox[0].body

    def test_what_a_program_asked_is_told_to_the_owners(self, note):
        owner = factories.firm()
        factories.colleague(owner.account)
        _, _, service = factories.service_key(owner.account)
        with tenant_scope(owner.account_id):
            answer = answer_of(owner, notes_cited=[DEPOSIT])
            type(answer).objects.filter(pk=answer.pk).update(asker=None, service=service)
        withdraw()
        tell(note, by="an operator")
        run_jobs()
        assert [sent.to for sent in mail.outbox] == [[owner.user.email]]

    def test_who_has_left_and_what_is_gone_is_told_to_nobody(self, note):
        owner = factories.firm()
        left, gone = factories.colleague(owner.account), factories.colleague(owner.account)
        answer_of(left, notes_cited=[DEPOSIT])
        answer = answer_of(gone, notes_cited=[DEPOSIT])
        withdraw()
        tell(note, by="an operator")
        end(left)
        run_jobs("answers.tell_account")
        with tenant_scope(owner.account_id):
            answer.contents.all().delete()
            answer.delete()
        run_jobs("answers.mail_recall")
        assert mail.outbox == []

    def test_the_command_lists_and_tells(self, owner, note):
        answer_of(owner, notes_cited=[DEPOSIT])
        withdraw()
        out = StringIO()
        call_command("recall_notes", stdout=out)
        today = timezone.now().date().isoformat()
        assert f"{DEPOSIT}\twithdrawn\t{today}\t-\t1" in out.getvalue().splitlines()
        call_command("recall_notes", DEPOSIT, "--tell", "--by", "an operator", stdout=out)
        assert Recall.objects.get().public_id in out.getvalue()

    @pytest.mark.parametrize(
        ("arguments", "said"),
        [
            (["--tell"], "Name the note"),
            ([DEPOSIT, "--tell"], "who says so"),
            (["us-ca/nothing@1", "--tell", "--by", "x"], "There is no us-ca/nothing@1"),
            (["us-ca/security-deposit@x", "--tell", "--by", "x"], "There is no"),
            ([DEPOSIT, "--tell", "--by", "x"], "is current"),
        ],
    )
    def test_the_command_says_what_is_wrong(self, arguments, said, note):
        with pytest.raises(CommandError, match=said):
            call_command("recall_notes", *arguments)


def end(membership):
    membership.status = membership.Status.REMOVED
    membership.removed_at = timezone.now()
    membership.save()


def run_jobs(*names):
    """What a worker would do with the queued jobs of these names, or of all."""
    work: dict[str, Any] = {
        "answers.tell_account": recalling.tell_account,
        "answers.mail_recall": recalling.mail_person,
    }
    for name in names or work:
        with connection.cursor() as cursor:
            cursor.execute("SELECT args FROM procrastinate_jobs WHERE task_name = %s", [name])
            jobs = [job if isinstance(job, dict) else json.loads(job) for (job,) in cursor]
        for job in jobs:
            work[name](**{key: uuid.UUID(value) for key, value in job.items()})
