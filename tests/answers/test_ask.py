"""The one path: how many queries it takes, and what it leaves behind."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.tenancy import open_account_id, tenant_scope
from legalcontext.answers import ask as asking
from legalcontext.answers.models import Answer, AnswerContent
from legalcontext.contracts import parse_quick_ask
from legalcontext.skills import SKILLS
from legalcontext.switches.deciding import forget
from tests import factories

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("notes")]

QUESTION = "My landlord in Sacramento kept my security deposit. What are the rules?"
TWO_PLACES = "How long does a landlord have to return a deposit in California or Texas?"
LEASE = "This lease between A LLC and B is for a flat in Fresno, California. Rent is $900."
FRAMING = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "SELECT set_config")


def quick_ask(skill: str, matter: str | None = None, **members):
    if skill == "document_review":
        members["documents"] = [{"name": "lease.txt", "text": LEASE}]
    context = {"matter": matter} if matter else {}
    asked = {"skill": skill, "question": QUESTION, "context": context, **members}
    return parse_quick_ask(asked)


def queries_of(work) -> list[str]:
    """The statements that count: transactions and scopes are framing. The switches are read
    anew, as one ask in each `KNOWN_SECONDS` has it."""
    work()  # content types and models are read once a process
    forget()
    with CaptureQueriesContext(
        connection,
    ) as captured:
        work()
    return [q["sql"] for q in captured if not q["sql"].startswith(FRAMING)]


@pytest.mark.parametrize("skill", SKILLS)
class TestQueries:
    def test_without_a_matter_it_is_at_most_eight(self, skill):
        principal = factories.principal_of(factories.firm())
        ask = quick_ask(skill)
        queries = queries_of(lambda: asking.ask(principal, ask, door="rest"))
        assert len(queries) <= 8, "\n".join(queries)

    def test_about_two_places_it_is_at_most_eight(self, skill):
        principal = factories.principal_of(factories.firm())
        ask = quick_ask(skill, question=TWO_PLACES)
        queries = queries_of(lambda: asking.ask(principal, ask, door="rest"))
        assert len(queries) <= 8, "\n".join(queries)

    def test_with_a_matter_it_is_at_most_eleven(self, skill):
        owner = factories.firm()
        principal = factories.principal_of(owner)
        ask = quick_ask(skill, factories.matter_of(owner).public_id)
        queries = queries_of(lambda: asking.ask(principal, ask, door="rest"))
        assert len(queries) <= 11, "\n".join(queries)


def test_no_scope_and_no_transaction_is_open_while_the_skill_works(monkeypatch):
    owner = factories.firm()
    seen = []

    def skill(*args):
        seen.append((open_account_id(), len(connection.savepoint_ids)))
        return asking_skills["consult"](*args)

    asking_skills = dict(SKILLS)
    monkeypatch.setattr(asking, "SKILLS", {"consult": skill})
    before = len(connection.savepoint_ids)
    ask = quick_ask("consult", factories.matter_of(owner).public_id)
    asking.ask(factories.principal_of(owner), ask, door="rest")
    assert seen == [(None, before)]


def test_metadata_and_content_are_kept_apart():
    owner = factories.firm()
    ask = quick_ask("triage", language="es-MX")
    insight = asking.ask(factories.principal_of(owner), ask, door="rest")
    with tenant_scope(owner.account_id):
        answer, content = Answer.objects.get(), AnswerContent.objects.get()
    assert answer.public_id == insight["id"]
    assert (answer.language, answer.question_length) == ("es", len(QUESTION))
    assert answer.legal_context == insight["legal_context"]
    assert content.question == QUESTION
    metadata = str([getattr(answer, field.attname) for field in Answer._meta.fields])
    assert "Sacramento" not in metadata
    assert any("Sacramento" in evidence["text"] for evidence in content.evidence)


def test_a_failure_while_keeping_leaves_neither_row(monkeypatch):
    owner = factories.firm()
    monkeypatch.setattr(
        AnswerContent.objects, "create", lambda **fields: (_ for _ in ()).throw(ZeroDivisionError)
    )
    with pytest.raises(ZeroDivisionError):
        asking.ask(factories.principal_of(owner), quick_ask("triage"), door="rest")
    with tenant_scope(owner.account_id):
        assert not Answer.objects.exists()


@pytest.mark.parametrize("time_zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago"])
def test_today_is_the_accounts_own(time_zone, monkeypatch):
    owner = factories.individual(time_zone=time_zone)
    principal = factories.principal_of(owner)
    seen = []
    skills = dict(SKILLS)

    def skill(frame, ask, texts, knowledge):
        seen.append(ask.today)
        return skills["triage"](frame, ask, texts, knowledge)

    monkeypatch.setattr(asking, "SKILLS", {"triage": skill})
    asking.ask(principal, quick_ask("triage"), door="rest")
    assert seen == [principal.today()]
