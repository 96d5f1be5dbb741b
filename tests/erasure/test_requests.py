"""Deletion requests step by step: who may do what, what it writes, and what it tells."""

from __future__ import annotations

import datetime as dt
import hashlib

import pytest
from django.core import mail
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import DatabaseError, transaction
from django.template.loader import render_to_string
from django.utils import timezone

from accounts.errors import NotFound
from accounts.tenancy import tenant_scope
from legalcontext.answers.models import AnswerContent
from legalcontext.erasure.errors import AlreadyOpen, NotPossible
from legalcontext.erasure.request_models import DeletionRequest, Proposal, Regime, RequestWords
from legalcontext.erasure.requests import (
    certificate,
    forecast,
    notices,
    service,
    subjects,
    tending,
    two_people,
)
from legalcontext.erasure.requests.actors import SYSTEM, by_operator, by_principal
from legalcontext.erasure.requests.states import TOLD, TRANSITIONS
from legalcontext.retention.audit import operator
from legalcontext.retention.holds import release_hold
from tests import factories
from tests.erasure.carrying import approve, carried_out, in_days, new_operator, read, run_jobs
from tests.histories import answer_of, hold_on, kept

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner():
    return factories.firm()


@pytest.fixture
def member(owner):
    return factories.colleague(owner.account)


@pytest.fixture
def one():
    return new_operator("one")


@pytest.fixture
def other():
    return new_operator("other")


def of_member(member, **fields):
    return service.open_by_holder(factories.principal_of(member), **fields)


def test_a_request_of_a_member_goes_all_the_way(member, one, other):
    answer_of(member)
    request = of_member(member)
    assert request.state == "verified"
    request = service.perform(request, "scope", one)
    assert request.state == "scoped"
    assert request.inventory["answers"] == {"total": 1, "held": 0}
    request = service.perform(request, "schedule", one)
    approve(request, other)
    assert kept(member.account_id) == (1, 1)
    with in_days(4):
        service.tend(request)
        run_jobs()
    request = read(request)
    assert request.state == "closed"
    assert kept(member.account_id) == (0, 0)


class TestOpening:
    def test_a_member_asks_for_themselves_and_is_told_at_once(self, member):
        request = of_member(member, regime="ccpa")
        assert (request.state, request.identity) == ("verified", "credential")
        assert request.acknowledge_by
        assert request.acknowledged_on
        assert request.acknowledge_by > request.acknowledged_on
        run_jobs()
        (sent,) = mail.outbox
        assert sent.to == [member.user.email]
        assert request.public_id in sent.body
        events = service.events_of(request)
        assert [event.step for event in events] == ["open", "acknowledge", "verify"]
        assert events[1].told_at is not None

    @pytest.mark.parametrize("about", ["account", "on_behalf_of", "description"])
    def test_what_is_the_accounts_is_an_owners_to_ask(self, owner, member, about):
        words = {"on_behalf_of": "Doe", "description": "Doe's answers"}
        with pytest.raises(NotFound):
            of_member(member, about=about, **words)
        assert of_member(owner, about=about, **words).by_owner

    def test_nobody_keeps_the_operators_busy_without_end(self, member, monkeypatch):
        monkeypatch.setattr(service, "MOST_OPEN", 2)
        requester = by_principal(factories.principal_of(member))
        for _ in range(2):
            service.perform(of_member(member), "withdraw", requester)
        with pytest.raises(NotPossible) as refused:
            of_member(member)
        assert not isinstance(refused.value, AlreadyOpen)

    @pytest.mark.parametrize(
        ("fields", "others"),
        [
            ({}, {"about": "account"}),
            ({"about": "account"}, {}),
            (
                {"about": "on_behalf_of", "on_behalf_of": "Doe"},
                {"about": "on_behalf_of", "on_behalf_of": "Roe"},
            ),
            (
                {"about": "description", "description": "Doe's"},
                {"about": "description", "description": "Roe's"},
            ),
        ],
    )
    def test_the_same_is_asked_for_once_until_it_has_ended(self, owner, fields, others):
        first = of_member(owner, **fields)
        again = {
            name: value if name == "about" else f" {value.upper()} "
            for name, value in fields.items()
        }
        with pytest.raises(AlreadyOpen) as refused:
            of_member(owner, **again, regime="gdpr")
        assert refused.value.request_id == first.public_id
        of_member(owner, **others)
        service.perform(first, "withdraw", by_principal(factories.principal_of(owner)))
        assert of_member(owner, **fields).pk != first.pk

    def test_a_colleagues_request_stands_in_nobodys_way_but_an_owners(self, owner, member):
        of_member(member)
        of_member(owner)
        second = factories.colleague(owner.account, role="owner")
        of_member(owner, about="account")
        with pytest.raises(AlreadyOpen):
            of_member(second, about="account")

    def test_a_program_asks_for_nobody(self, owner):
        with pytest.raises(NotFound):
            service.open_by_holder(factories.service_principal(owner.account))

    @pytest.mark.parametrize(
        ("fields", "name"),
        [
            ({"regime": "nowhere"}, "regime"),
            ({"about": "everybody"}, "about"),
            ({"about": "on_behalf_of", "on_behalf_of": "  "}, "on_behalf_of"),
            ({"about": "description"}, "description"),
            ({"about": "on_behalf_of", "on_behalf_of": "x" * 201}, "on_behalf_of"),
        ],
    )
    def test_what_is_wrong_is_named_and_nothing_is_kept(self, owner, fields, name):
        with pytest.raises(ValidationError) as refused:
            of_member(owner, **fields)
        assert name in refused.value.message_dict
        with tenant_scope(owner.account_id):
            assert not DeletionRequest.objects.exists()

    def test_an_operator_takes_down_a_letter_with_its_own_date(self, owner, one):
        came = timezone.now() - dt.timedelta(days=10)
        request = service.open_by_operator(
            owner.account, "description", by=one, name="Jo Roe", description="all about Jo Roe",
            regime="gdpr", received_at=came,
        )  # fmt: skip
        assert request.state == "received"  # there is no address to acknowledge to
        assert request.received_at == came
        assert "acknowledge" in {step.name for step in service.available(request, one)}

    def test_an_operator_without_the_permission_takes_down_nothing(self, owner):
        clerk = by_operator(factories.individual().user)
        with pytest.raises(PermissionDenied):
            service.open_by_operator(owner.account, "account", by=clerk)

    def test_a_person_of_another_account_is_nobody_here(self, owner, one):
        with pytest.raises(ValidationError):
            service.open_by_operator(owner.account, "person", by=one, person=factories.firm())


class TestWhoMay:
    def test_the_table_says_who_takes_each_step_and_the_service_keeps_to_it(
        self, owner, member, one
    ):
        request = of_member(member)
        stranger = by_principal(factories.principal_of(factories.firm()))
        for by in (by_principal(factories.principal_of(member)), stranger, SYSTEM):
            names = {step.name for step in service.available(request, by)}
            for step in set(TRANSITIONS) - names:
                with pytest.raises((PermissionDenied, NotPossible)):
                    service.perform(request, step, by)
        assert {s.name for s in service.available(request, stranger)} == set()
        asked = {s.name for s in service.available(request, by_principal(
            factories.principal_of(member)))}  # fmt: skip
        assert asked == {"withdraw"}
        assert read(request).state == "verified"

    def test_an_operator_without_a_role_sees_no_step(self, member):
        clerk = by_operator(factories.individual().user)
        assert service.available(of_member(member), clerk) == []

    def test_every_step_names_guards_writes_and_permissions_that_there_are(self):
        permissions = {"", "erasure.work_requests", "erasure.approve_requests", "erasure.override"}
        for step in TRANSITIONS.values():
            assert set(step.guards) <= set(service.GUARDS)
            assert step.permission in permissions
            assert step.effect.endswith(".")
            assert not step.two_people or {need.name for need in step.needs} == {"reason"}
        assert set(service.WRITES) <= set(TRANSITIONS)
        guards = {guard for step in TRANSITIONS.values() for guard in step.guards}
        assert guards == set(service.GUARDS)

    def test_every_notice_has_a_template_that_says_something(self, member):
        request = of_member(member)
        with tenant_scope(request.account_id):
            context = notices._context(request, RequestWords.objects.get())
        for name in {step.notice for step in TRANSITIONS.values()} - {""}:
            subject, _, body = render_to_string(f"erasure/{name}.txt", context).partition("\n")
            assert subject.strip()
            assert request.public_id in body


class TestScoping:
    def test_on_behalf_of_covers_those_answers_alone_whoever_asked(self, owner, member, one):
        theirs, others = answer_of(owner), answer_of(member)
        with tenant_scope(owner.account_id):
            AnswerContent.objects.filter(answer=theirs).update(on_behalf_of=" Doe ")
            AnswerContent.objects.filter(answer=others).update(on_behalf_of="Doering")
        request = of_member(owner, about="on_behalf_of", on_behalf_of="doe")
        request = service.perform(request, "scope", one)
        assert request.inventory == {"answers": {"total": 1, "held": 0}}

    def test_a_description_needs_answers_chosen_by_somebody(self, owner, one):
        answer = answer_of(owner, question="May Jo Roe be evicted?")
        answer_of(owner, question="Something else?")
        request = of_member(owner, about="description", description="Jo Roe")
        with pytest.raises(ValidationError):
            service.perform(request, "scope", one)
        with tenant_scope(owner.account_id):
            found = subjects.find("jo roe")
        assert found.question == (answer.public_id,)
        request = service.perform(request, "scope", one, answers=list(found.question))
        assert request.inventory == {"answers": {"total": 1, "held": 0}}

    def test_answers_of_another_account_are_not_there(self, owner, one):
        foreign = answer_of(factories.firm())
        request = of_member(owner, about="description", description="Jo Roe")
        with pytest.raises(ValidationError):
            service.perform(request, "scope", one, answers=[foreign.public_id])
        assert read(request).state == "verified"

    def test_categories_may_be_chosen_and_must_be_known(self, member, one):
        request = of_member(member)
        with pytest.raises(ValidationError):
            service.perform(request, "scope", one, categories=["everything"])
        request = service.perform(request, "scope", one, categories=["answers"])
        assert request.categories == ["answers"]

    def test_a_dry_run_changes_nothing(self, member):
        answer_of(member)
        request = of_member(member)
        assert service.inventory(request)["answers"].total == 1
        assert read(request).inventory == {}


class TestHolds:
    def test_all_held_is_told_and_goes_on_unasked_when_released(self, member, one, other):
        answer = answer_of(member)
        hold = hold_on(member, answer_id=answer.pk, silent=False)
        request = service.perform(of_member(member), "scope", one, categories=["answers"])
        assert request.state == "held"
        assert request.answered_on is not None
        request = service.perform(request, "schedule", one)
        approve(request, other)
        with in_days(5):
            service.tend(request)
            run_jobs()
            assert read(request).state == "certified"  # partly: it stays open
            assert kept(member.account_id) == (1, 1)
            with tenant_scope(member.account_id):
                release_hold(hold, reason="over", by=operator())
            run_jobs()
        request = read(request)
        assert request.state == "closed"
        assert kept(member.account_id) == (0, 0)
        first, last = certificate.certificates_of(request)
        assert not certificate.read(first)["complete"]
        assert certificate.read(last)["complete"]
        assert certificate.read(last)["previous"] == {
            "id": first.public_id, "sha256": first.digest
        }  # fmt: skip

    def test_a_hold_between_two_steps_wins(self, member, one, other):
        answers = [answer_of(member) for _ in range(3)]
        request = service.perform(of_member(member), "scope", one)
        request = service.perform(request, "schedule", one)
        approve(request, other)
        hold_on(member, answer_id=answers[0].pk)
        with in_days(4):
            service.tend(request)
            run_jobs()
        request = read(request)
        assert request.deleted["answers"] == 2
        assert request.kept["answers"] == {"held": 1, "left": 0}
        assert kept(member.account_id) == (1, 1)

    def test_a_silent_hold_is_told_to_nobody_and_no_certificate_lies(self, member, one, other):
        answer = answer_of(member)
        hold_on(member, answer_id=answer.pk, silent=True)
        request = service.perform(of_member(member), "scope", one, categories=["answers"])
        assert (request.state, service.public_state(request)) == ("held", "scoped")
        assert request.answered_on is None
        with in_days(40):  # the operators are reminded, in the words of the account
            notices.tell_operators(request, "overdue")
        assert mail.outbox
        assert not [sent for sent in mail.outbox if "held" in sent.body.lower()]
        request = service.perform(request, "schedule", one)
        approve(request, other)
        with in_days(4):
            service.tend(request)
            run_jobs()
            request = read(request)
            assert (request.state, service.public_state(request)) == (
                "partly_executed", "executing",
            )  # fmt: skip
            assert certificate.certificates_of(request) == []
            assert not [sent for sent in mail.outbox if "hold" in sent.body]
            service.perform(request, "certify_kept", one)
        assert read(request).state == "certified"

    def test_the_release_of_a_silent_hold_leaves_no_trace_of_it(self, member, one, other):
        """One certificate, when all is gone; none that says what was kept meanwhile."""
        answer_of(member)
        held = answer_of(member)
        hold = hold_on(member, answer_id=held.pk, silent=True)
        request = service.perform(of_member(member), "scope", one, categories=["answers"])
        request = service.perform(request, "schedule", one)
        approve(request, other)
        with in_days(4):
            service.tend(request)
            run_jobs()
            with tenant_scope(member.account_id):
                release_hold(hold, reason="quashed", by=operator())
            service.tend(request)
            run_jobs()
            request = read(request)
            (only,) = certificate.certificates_of(request)
        body = certificate.read(only)
        assert body["complete"] is True
        assert {each["step"] for each in body["steps"]} <= TOLD

    def test_a_name_that_nothing_stands_under_is_not_carried_out(self, owner, one):
        request = of_member(owner, about="on_behalf_of", on_behalf_of="Nobody Known")
        request = service.perform(request, "scope", one)
        with pytest.raises(NotPossible, match="Nothing was found"):
            service.perform(request, "schedule", one)


class TestTwoPeople:
    @pytest.fixture
    def scheduled(self, member, one):
        answer_of(member)
        request = service.perform(of_member(member), "scope", one)
        return service.perform(request, "schedule", one)

    def test_without_another_operator_nothing_is_deleted(self, scheduled, one):
        with pytest.raises(PermissionDenied):
            approve(scheduled, one)
        with in_days(20):
            service.tend(scheduled)
            run_jobs()
        assert read(scheduled).state == "scheduled"

    def test_one_alone_waits_and_the_certificate_says_so(self, scheduled, one, settings):
        settings.ALONE_AFTER_HOURS = 48
        with pytest.raises(PermissionDenied):
            approve(scheduled, one)
        with in_days(3.5):
            approve(scheduled, one)
            run_jobs()
        (made,) = certificate.certificates_of(scheduled)
        assert certificate.read(made)["decided_by"] == "one person"
        assert [event.alone for event in service.events_of(scheduled) if event.step == "approve"] \
            == [True]  # fmt: skip

    def test_a_new_schedule_needs_a_new_approval(self, scheduled, one, other):
        approve(scheduled, other)
        service.perform(scheduled, "unschedule", one)
        again = service.perform(scheduled, "schedule", one)
        with in_days(9):
            service.tend(again)
        assert read(again).state == "scheduled"

    def test_the_release_of_a_hold_is_proposed_and_approved(self, member, one, other):
        hold = hold_on(member, person_id=member.user_id, silent=True)
        with tenant_scope(member.account_id):
            proposal = two_people.propose_release(hold, reason="it is over", by=one)
            with pytest.raises(NotPossible):
                two_people.propose_release(hold, reason="again", by=other)
        with pytest.raises(PermissionDenied):
            two_people.decide(proposal, approve=True, by=one)
        two_people.decide(proposal, approve=True, by=other)
        with tenant_scope(member.account_id):
            hold.refresh_from_db()
            assert not hold.is_active
            assert hold.released_by == other.id
            assert Proposal.objects.get().reason == ""

    def test_an_override_skips_the_cool_off_and_no_hold(self, scheduled, member, one, other):
        held = answer_of(member)
        hold_on(member, answer_id=held.pk)
        with tenant_scope(member.account_id):
            (execute,) = two_people.open_proposals(scheduled.public_id)
        two_people.decide(execute, approve=True, by=other)
        service.perform(scheduled, "skip_cool_off", one, reason="a court's day")
        assert kept(member.account_id) == (2, 2)
        with tenant_scope(member.account_id):
            (skip,) = two_people.open_proposals(scheduled.public_id)
        two_people.decide(skip, approve=True, by=other)
        run_jobs()
        assert read(scheduled).deleted["answers"] == 1
        assert kept(member.account_id) == (1, 1)

    def test_what_was_overtaken_cannot_be_approved(self, scheduled, member, other):
        with tenant_scope(member.account_id):
            (proposal,) = two_people.open_proposals(scheduled.public_id)
        service.perform(scheduled, "withdraw", by_principal(factories.principal_of(member)))
        with pytest.raises(NotPossible):
            two_people.decide(proposal, approve=True, by=other)

    def test_another_accounts_proposals_are_not_seen(self, scheduled):
        with tenant_scope(factories.firm().account_id):
            assert two_people.open_proposals(scheduled.public_id) == []


class TestRefusing:
    @pytest.fixture
    def refused(self, member, one):
        request = of_member(member)
        return service.perform(
            request, "reject", one, refusal="legal_obligation", explanation="A law says so."
        )

    def test_the_person_is_told_why_and_how_to_go_on(self, refused):
        run_jobs()
        body = mail.outbox[-1].body
        assert "A law says so." in body
        assert "appeal" in body
        assert (refused.state, refused.refusal) == ("rejected", "legal_obligation")

    def test_without_a_reason_it_is_not_refused(self, member, one):
        with pytest.raises(ValidationError) as faults:
            service.perform(of_member(member), "reject", one, refusal="whim")
        assert set(faults.value.message_dict) == {"refusal", "explanation"}

    def test_an_appeal_is_decided_by_somebody_else(self, refused, member, one, other):
        requester = by_principal(factories.principal_of(member))
        service.perform(refused, "appeal", requester, appeal="No law says so.")
        with pytest.raises(NotPossible):
            service.perform(refused, "uphold", one, explanation="It does.")
        request = service.perform(refused, "reverse", other)
        assert request.state == "reversed"
        assert request.answered_on is None
        assert service.perform(request, "scope", one).state == "scoped"

    def test_an_appeal_comes_in_time_or_not_at_all(self, refused, member):
        requester = by_principal(factories.principal_of(member))
        with in_days(31), pytest.raises(NotPossible):
            service.perform(refused, "appeal", requester, appeal="Late.")

    def test_when_the_time_is_over_the_words_are_forgotten(self, refused):
        run_jobs()
        with in_days(31):
            assert service.tend(refused).state == "closed"
        assert service.words_of(refused) is None
        assert service.events_of(refused)

    def test_reopening_takes_two(self, refused, one, other):
        service.perform(refused, "reopen", one, reason="the wrong request was refused")
        assert read(refused).state == "rejected"
        approve(refused, other)
        assert read(refused).state == "acknowledged"
        assert read(refused).due_on == refused.due_on


class TestForwarding:
    @pytest.fixture
    def forwarded(self, owner, one):
        request = service.open_by_operator(
            owner.account, "description", by=one, contact="client@example.org",
            description="what was asked about me", regime="gdpr",
        )  # fmt: skip
        return service.perform(request, "forward", one)

    def test_the_tenant_and_the_person_are_told(self, forwarded, owner):
        run_jobs()
        told = {address for sent in mail.outbox for address in sent.to}
        assert told == {"client@example.org", owner.user.email}
        assert not [
            sent for sent in mail.outbox
            if sent.to == [owner.user.email] and "client@example.org" in sent.body
        ]  # fmt: skip

    def test_an_owner_takes_it_up_or_declines(self, forwarded, owner, member):
        with pytest.raises(PermissionDenied):
            service.perform(forwarded, "take_up", by_principal(factories.principal_of(member)))
        request = service.perform(forwarded, "take_up", by_principal(factories.principal_of(owner)))
        assert (request.state, request.identity) == ("verified", "tenant")

    def test_a_members_own_request_is_not_forwarded(self, member, one):
        with pytest.raises(NotPossible):
            service.perform(of_member(member), "forward", one)


class TestTime:
    def test_unverified_by_the_deadline_it_ends(self, owner, one):
        request = service.open_by_operator(
            owner.account, "description", by=one, contact="who@example.org", description="mine"
        )
        service.perform(request, "ask_identity", one, identity_asked="a letter")
        with in_days(29):
            assert service.tend(request).state == "identity_pending"
        with in_days(30):
            assert service.tend(request).state == "expired"

    def test_one_extension_before_the_first_deadline(self, member, one):
        request = of_member(member, regime="ccpa")
        request = service.perform(request, "extend", one, explanation="There is much of it.")
        assert request.deadline == request.due_on + dt.timedelta(days=45)
        run_jobs()
        assert "There is much of it." in mail.outbox[-1].body
        with pytest.raises(NotPossible):
            service.perform(request, "extend", one, explanation="More.")

    def test_after_the_first_deadline_there_is_none(self, member, one):
        request = of_member(member, regime="gdpr")
        with in_days(40), pytest.raises(NotPossible):
            service.perform(request, "extend", one, explanation="Late.")

    def test_operators_are_reminded_once_each_time_and_told_of_a_breach(self, member, one):
        request = of_member(member)
        for days in (20, 23, 23, 27, 29, 30, 31, 40):  # whole ones, at whatever hour
            with in_days(days):
                tending.tend(request)
        steps = [event.step for event in service.events_of(request)][3:]
        assert steps == ["remind_7", "remind_3", "remind_1", "remind_0", "overdue"]

    def test_the_mail_of_a_reminder_names_no_words(
        self, owner, one, django_capture_on_commit_callbacks
    ):
        request = service.open_by_operator(
            owner.account, "description", by=one, description="Quillfeather", name="Quillfeather"
        )
        with in_days(60), django_capture_on_commit_callbacks(execute=True):
            tending.tend(request)
        (sent,) = mail.outbox
        text = f"{sent.subject} {sent.body}"
        assert request.public_id in text
        assert "Quillfeather" not in text

    def test_another_regime_counts_from_the_same_day(self, member, one):
        request = of_member(member)
        request = service.perform(request, "change_regime", one, regime="ccpa")
        assert request.acknowledge_by is not None
        assert (request.due_on - request.received_at.date()).days == 45
        with pytest.raises(ValidationError):
            service.perform(request, "change_regime", one, regime="nowhere")

    def test_a_schedule_within_the_cool_off_is_refused(self, member, one):
        request = service.perform(of_member(member), "scope", one)
        today = service.today_of(request)
        with pytest.raises(ValidationError):
            service.perform(request, "schedule", one, execute_on=today)
        later = today + dt.timedelta(days=8)
        request = service.perform(request, "schedule", one, execute_on=later.isoformat())
        assert request.execute_on == later

    def test_a_regime_that_is_edited_moves_no_running_request(self, member):
        request = of_member(member)
        Regime.objects.filter(pk="general").update(answer_days=1)
        service.tend(request)
        assert read(request).due_on == request.due_on


class TestCertificates:
    @pytest.fixture
    def done(self, member, one, other):
        answer_of(member, question="Quillfeather's question")
        return carried_out(of_member(member), one, other)

    def test_it_is_true_and_stays_so(self, done):
        (made,) = certificate.certificates_of(done)
        body = certificate.read(made)
        assert body["categories"][0].keys() >= {"deleted", "kept", "ground", "until"}
        assert {row["category"]: row["deleted"] for row in body["categories"]}["answers"] == 1
        assert body["decided_by"] == "two people"
        assert all(check.ok for check in certificate.verify(made))

    def test_nobody_rewrites_one(self, done):
        (made,) = certificate.certificates_of(done)
        made.body = made.body.replace('"deleted":1', '"deleted":2')
        for change in (made.save, made.delete):
            with pytest.raises(DatabaseError), transaction.atomic(), tenant_scope(made.account_id):
                change()
        checks = {check.name: check.ok for check in certificate.verify(made)}
        assert not checks["digest"]

    def test_a_swapped_digest_is_found_in_the_ledger(self, done):
        (made,) = certificate.certificates_of(done)
        made.body = made.body.replace('"deleted":1', '"deleted":2')
        made.digest = hashlib.sha256(made.body.encode()).hexdigest()
        checks = {check.name: check.ok for check in certificate.verify(made)}
        assert checks["digest"]
        assert not checks["ledger"]

    def test_what_came_back_shows(self, done, member):
        (made,) = certificate.certificates_of(done)
        answer_of(member)
        checks = {check.name: check.ok for check in certificate.verify(made)}
        assert not checks["answers"]

    def test_later_findings_are_addenda(self, done, one):
        added = certificate.add_finding(done, "restored", by=one)
        first, last = certificate.certificates_of(done)
        assert last == added
        assert certificate.read(last)["previous"]["sha256"] == first.digest
        assert all(check.ok for check in certificate.verify(last))

    def test_they_hold_no_content(self, owner, one, other):
        answer = answer_of(owner, question="Quillfeather?")
        with tenant_scope(owner.account_id):
            AnswerContent.objects.filter(answer=answer).update(on_behalf_of="Quillfeather")
        request = of_member(owner, about="on_behalf_of", on_behalf_of="Quillfeather")
        request = carried_out(request, one, other)
        (made,) = certificate.certificates_of(request)
        assert "quillfeather" not in made.body.lower()
        assert owner.user.email not in made.body
        assert certificate.read(made)["categories"][0]["deleted"] == 1
        assert all(check.ok for check in certificate.verify(made))


class TestForecast:
    def test_the_nearest_deadline_comes_first_and_risks_are_told(self, owner, member, one):
        near = of_member(member)
        far = of_member(owner, regime="ccpa")
        now = timezone.now()
        due = [forecast.due_of(each, now) for each in (near, far)]
        assert [each.risk for each in due] == [forecast.Risk.ON_TIME] * 2
        assert [each.risk for each in (
            forecast.due_of(near, now + dt.timedelta(days=25)),
            forecast.due_of(near, now + dt.timedelta(days=31)),
        )] == [forecast.Risk.AT_RISK, forecast.Risk.OVERDUE]  # fmt: skip
        request = service.perform(near, "scope", one)
        last = request.due_on + dt.timedelta(days=5)
        request = service.perform(request, "schedule", one, execute_on=last)
        assert forecast.due_of(request, now).risk is forecast.Risk.WILL_BREACH
