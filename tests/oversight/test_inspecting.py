"""The inspector: the steps to the very block that was given, whatever has changed since."""

from __future__ import annotations

import json

import pytest

from accounts.services.directory import verify_professional
from accounts.tenancy import tenant_scope
from legalcontext.answers import ask as asking
from legalcontext.answers.models import Answer, AnswerContent
from legalcontext.answers.reports import report_answer
from legalcontext.contracts import parse_quick_ask
from legalcontext.oversight.access import open_answer
from legalcontext.oversight.inspecting import inspect
from matters.services.matters import change_matter
from tests import factories

from .conftest import QUESTION, REASON, an_answer

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("notes")]


def inspected(owner, answer, support=None):
    with tenant_scope(owner.account_id):
        answer.refresh_from_db()
        access = support and open_answer(operator=support, answer=answer, reason=REASON)
        return inspect(answer, access)


def rows(inspection):
    frame = inspection.explanation.frame
    return frame.rule, frame.row


@pytest.mark.parametrize(
    ("context", "expected"),
    [
        ({}, ("J7", "P6")),
        ({"jurisdiction": "US-TX"}, ("J5", "P6")),
        ({"jurisdiction": "Narnia", "privilege": "work_product"}, ("J3", "P8")),
        ({"audience": "individual"}, ("J7", "P4")),
        ({"jurisdiction": {"value": "GB", "basis": "inferred"}, "role": "king"}, ("J10", "P6")),
    ],
)
def test_the_rules_give_the_block_that_was_given(owner, context, expected):
    inspection = inspected(owner, an_answer(owner, context=context))
    assert rows(inspection) == expected
    assert inspection.circumstances.today
    assert (inspection.differences, inspection.faults) == ((), ())


def test_an_individuals_and_a_programs(owner, notes):
    person = factories.individual()
    assert rows(inspected(person, an_answer(person))) == ("J7", "P2")
    program = factories.service_principal(owner.account)
    ask = parse_quick_ask({"skill": "triage", "question": "Where am I?"})
    asking.ask(program, ask, door="rest")
    with tenant_scope(owner.account_id):
        answer = Answer.objects.get()
    assert rows(inspected(owner, answer)) == ("J9", "P12")


def test_a_verification_that_came_later_is_seen_through():
    owner = factories.firm(verified=False)
    answer = an_answer(
        owner, context={"audience": "professional"}, question="Deposits in Sacramento?"
    )
    verify_professional(membership=owner, evidence="card seen", verified_by=None)
    inspection = inspected(owner, answer)
    assert rows(inspection)[1] == "P13"
    assert inspection.circumstances.kind == "service"
    assert not inspection.circumstances.today
    assert inspection.differences == ()


def test_where_what_is_kept_leaves_it_open_every_pair_of_rows_is_told():
    owner = factories.firm(verified=False)
    answer = an_answer(owner, context={"audience": "professional"})  # the text says whose side
    verify_professional(membership=owner, evidence="card seen", verified_by=None)
    inspection = inspected(owner, answer)
    assert {rows(inspection), *inspection.others} == {("J7", "P6"), ("J7", "P13")}


def test_a_matter_that_was_changed_since_is_seen_through(owner):
    matter = factories.matter_of(owner, jurisdiction="US-NY", litigation_anticipated="yes")
    answer = an_answer(owner, context={"matter": matter.public_id})
    with tenant_scope(owner.account_id):
        change_matter(matter, jurisdiction="US-WA", litigation_anticipated="no")
    inspection = inspected(owner, answer)
    assert rows(inspection) == ("J6", "P5")
    assert inspection.explanation.frame.jurisdiction == "US-NY"
    assert inspection.explanation.frame.label == "work_product"
    assert not inspection.circumstances.today


def test_what_today_would_be_otherwise_is_told_as_a_difference(owner):
    answer = an_answer(owner)
    with tenant_scope(owner.account_id):
        Answer.objects.filter(pk=answer.pk).update(
            legal_context=answer.legal_context
            | {"jurisdiction": {"value": "US-OH", "basis": "inferred"}}
        )
    inspection = inspected(owner, answer)
    assert [(one.field, one.given) for one in inspection.differences] == [("jurisdiction", "US-OH")]


def test_a_block_that_does_not_fit_its_contract_is_said_to(owner):
    answer = an_answer(owner)
    block = {k: v for k, v in answer.legal_context.items() if k != "handling"}
    with tenant_scope(owner.account_id):
        Answer.objects.filter(pk=answer.pk).update(legal_context=block)
    (fault,) = inspected(owner, answer).faults
    assert fault.pointer == "/handling"


@pytest.mark.parametrize("inbound", [{"role": 7}, {"jurisdiction": "x" * 300}, ["a"]])
def test_a_block_that_is_no_longer_accepted_leaves_the_rest_standing(owner, inbound):
    answer = an_answer(owner)
    with tenant_scope(owner.account_id):
        AnswerContent.objects.filter(answer=answer).update(inbound=inbound)
    inspection = inspected(owner, answer)
    assert inspection.explanation is None
    assert json.loads(inspection.given) == answer.legal_context


class TestContent:
    def test_there_is_none_without_an_access(self, owner):
        assert inspected(owner, an_answer(owner)).content is None

    def test_with_one_the_words_of_the_evidence_are_marked(self, owner, support):
        answer = an_answer(
            owner,
            skill="document_review",
            documents=[{"name": "lease.txt", "text": "This lease is for a flat in Fresno."}],
            context={"role": "party", "on_behalf_of": "A client", "later": 1},
        )
        content = inspected(owner, answer, support).content
        assert "".join(piece.text for piece in content.question.pieces) == QUESTION
        marked = {p.text for p in content.question.pieces if p.evidence}
        assert any("Sacramento" in words for words in marked)
        (paper,) = content.papers
        assert paper.name == "lease.txt"
        assert any("Fresno" in p.text for p in paper.pieces if p.evidence)
        assert json.loads(content.inbound)["later"] == 1
        assert content.on_behalf_of == "A client"
        order = [(not one.decided, -one.evidence.weight) for one in content.evidence]
        assert order == sorted(order)
        assert content.evidence[0].decided
        assert "Frame and handling" in content.answer

    def test_what_readers_reported_comes_with_it(self, owner, support):
        answer = an_answer(owner)
        reader = factories.principal_of(owner)
        report_answer(reader, answer.public_id, kind="law", text="The section was repealed.")
        (report,) = inspected(owner, answer, support).content.reports
        assert (report.kind, report.text) == ("law", "The section was repealed.")

    def test_looking_counts_as_a_reading(self, owner, support):
        content = inspected(owner, an_answer(owner), support).content
        with tenant_scope(owner.account_id):
            content.access.refresh_from_db()
        assert content.access.readings == 1
