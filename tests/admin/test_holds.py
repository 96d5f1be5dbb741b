"""Legal holds in the admin: placed, looked at and released by operators; never deleted."""

from __future__ import annotations

import datetime as dt

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.tenancy import tenant_scope
from legalcontext.erasure.request_models import Proposal
from legalcontext.retention.audit import actor_of
from legalcontext.retention.holds import HoldScope, place_hold
from legalcontext.retention.models import AuditEvent, Hold
from tests import factories
from tests.histories import answer_of, hold_on

# The operator's connection sees only what is committed.
pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "operator"])

REASON = "Subpoena of the Zanzibar Trust"


@pytest.fixture
def user():
    return User.objects.create_superuser("op@service.example", "a long password")


@pytest.fixture
def browser(user):
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def owner():
    return factories.firm()


def form(**fields):
    review = timezone.now().date() + dt.timedelta(days=30)
    return {"reason": REASON, "review_on": review.isoformat()} | fields


def add_page(owner):
    return reverse("admin:retention_hold_add") + f"?account={owner.account.public_id}"


def step(hold, name):
    return reverse("admin:retention_hold_step", args=[hold.pk, name])


def test_an_operator_places_a_silent_one_and_two_people_release_it(browser, owner, user):
    answer = answer_of(owner)
    placed = browser.post(add_page(owner), form(answer=answer.public_id, silent="on"))
    assert placed.status_code == 302, placed.content.decode()
    with tenant_scope(owner.account_id):
        hold = Hold.objects.get()
    assert (hold.answer_id, hold.silent, hold.authority) == (answer.pk, True, "operator")
    assert hold.placed_by == user.pk
    page = reverse("admin:retention_hold_change", args=[hold.pk])
    assert REASON in browser.get(page).content.decode()
    assert browser.post(step(hold, "propose-release"), {"reason": "quashed"}).status_code == 302
    # Who proposed it does not decide.
    assert browser.get(step(hold, "approve-release_hold")).status_code == 302
    with tenant_scope(owner.account_id):
        assert Hold.objects.get().is_active
    second = User.objects.create_superuser("second@service.example", "a long password")
    other = Client()
    other.force_login(second, backend="django.contrib.auth.backends.ModelBackend")
    assert "Agree to the release" in other.get(page).text
    assert other.post(step(hold, "approve-release_hold")).status_code == 302
    with tenant_scope(owner.account_id):
        hold.refresh_from_db()
        actions = list(AuditEvent.objects.order_by("at").values_list("action", "actor_id"))
    assert (hold.released_by, hold.release_reason) == (second.pk, "quashed")
    assert actions[0] == ("hold.place", user.pk)
    assert ("hold.release", second.pk) in actions
    assert browser.get(page).status_code == 200


def test_the_form_says_in_which_account_it_holds(browser, owner):
    page = browser.get(add_page(owner)).text
    assert owner.account.name in page
    assert owner.account.public_id in page


def test_a_hold_is_reviewed_and_the_review_is_recorded(browser, owner, user):
    hold = hold_on(owner, person_id=owner.user_id)
    day = timezone.now().date() + dt.timedelta(days=90)
    refused = browser.post(step(hold, "review"), {"review_on": "2001-01-01"})
    assert "Give a later day" in refused.text
    assert browser.post(step(hold, "review"), {"review_on": day.isoformat()}).status_code == 302
    with tenant_scope(owner.account_id):
        hold.refresh_from_db()
        assert (hold.review_on, hold.reviewed_by) == (day, user.pk)
        assert AuditEvent.objects.filter(action="hold.review", actor_id=user.pk).exists()


def test_an_owners_reason_stays_with_the_account(browser, owner):
    principal = factories.principal_of(owner)
    with tenant_scope(owner.account_id):
        place_hold(
            scope=HoldScope(person_id=owner.user_id),
            reason=REASON,
            review_on=timezone.now().date() + dt.timedelta(days=9),
            by=actor_of(principal, "owner"),
        )
        hold = Hold.objects.get()
    page = browser.get(reverse("admin:retention_hold_change", args=[hold.pk]))
    assert page.status_code == 200
    assert REASON not in page.text


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"matter": "mat_0"},
        {"answer": "mat_0"},
        {"person": "usr_" + 32 * "0", "matter": "mat_" + 32 * "0"},
        {"person": "usr_" + 32 * "0", "review_on": "2001-01-01"},
        {"person": "usr_" + 32 * "0", "reason": ""},
    ],
)
def test_what_does_not_fit_is_said_in_the_form(browser, owner, fields):
    response = browser.post(add_page(owner), form(**fields))
    assert response.status_code == 200
    assert response.context["adminform"].form.errors
    with tenant_scope(owner.account_id):
        assert not Hold.objects.exists()


def test_the_list_and_the_log_say_nothing_of_the_reason(browser, owner):
    browser.post(add_page(owner), form(person=owner.user.public_id))
    listed = browser.get(reverse("admin:retention_hold_changelist")).content.decode()
    with tenant_scope(owner.account_id):
        assert Hold.objects.get().public_id in listed
    assert REASON not in listed
    assert REASON not in str(list(LogEntry.objects.values()))


def test_it_is_not_deleted_and_records_are_only_looked_at(browser, owner):
    hold = hold_on(owner, person_id=owner.user_id)
    page = reverse("admin:retention_hold_delete", args=[hold.pk])
    assert browser.post(page, {"post": "yes"}).status_code == 403
    for name in ("policy", "auditevent"):
        assert browser.get(reverse(f"admin:retention_{name}_changelist")).status_code == 200
        add = reverse(f"admin:retention_{name}_add") + f"?account={owner.account.public_id}"
        assert browser.get(add).status_code == 403


@pytest.mark.parametrize("what", ["a stranger's answer", "no answer", "no matter", "a stranger"])
def test_what_is_not_of_the_account_is_not_held(browser, owner, what):
    """A mistyped id would hold nothing, and look as if it did."""
    stranger = factories.individual()
    nowhere = 32 * "0"
    fields = {
        "a stranger's answer": {"answer": answer_of(stranger).public_id},
        "no answer": {"answer": f"ans_{nowhere}"},
        "no matter": {"matter": f"mat_{nowhere}"},
        "a stranger": {"person": stranger.user.public_id},
    }[what]
    response = browser.post(add_page(owner), form(**fields))
    assert "nothing of this account with this id" in response.text
    with tenant_scope(owner.account_id):
        assert not Hold.objects.exists()


def page_of(hold):
    return reverse("admin:retention_hold_change", args=[hold.pk])


class TestWhatItHolds:
    """The page says by name what a hold is about, and leads there; no bare key stands on it."""

    def shown(self, browser, hold):
        text = browser.get(page_of(hold)).text
        main = text[text.index('id="content"') :]
        for key in (hold.matter_id, hold.person_id, hold.answer_id, hold.placed_by):
            assert f">{key}<" not in main
        return main

    def test_a_person_by_address(self, browser, owner, user):
        main = self.shown(browser, hold_on(owner, person_id=owner.user_id, silent=True))
        assert owner.user.email in main
        assert reverse("admin:accounts_user_change", args=[owner.user_id]) in main
        assert "the command line" in main

    def test_a_program_by_name(self, browser, owner):
        service = factories.service_key(owner.account)[2]
        main = self.shown(browser, hold_on(owner, person_id=service.pk))
        assert service.name in main
        assert reverse("admin:accounts_serviceidentity_change", args=[service.pk]) in main

    def test_a_person_who_has_gone_by_the_id(self, browser, owner):
        gone = User(email="gone@firm.example")
        assert gone.public_id in self.shown(browser, hold_on(owner, person_id=gone.pk))

    def test_an_answer_and_a_matter_by_their_ids_with_what_they_say_masked(self, browser, owner):
        matter = factories.matter_of(owner, "Zanzibar v. Doe")
        answer = answer_of(owner, question="Zanzibar?")
        of_both = (
            (hold_on(owner, matter_id=matter.pk), matter),
            (hold_on(owner, answer_id=answer.pk), answer),
        )
        for hold, row in of_both:
            main = self.shown(browser, hold)
            assert row.public_id in main
            name = row._meta.label_lower.replace(".", "_")
            assert reverse(f"admin:{name}_change", args=[row.pk]) in main
            assert "Zanzibar" not in main

    def test_a_time_in_words(self, browser, owner):
        day = dt.datetime(2026, 3, 1, tzinfo=dt.UTC)
        main = self.shown(browser, hold_on(owner, made_from=day))
        assert "made from 1 March 2026, 00:00 on (UTC)" in main

    def test_who_placed_it_by_address(self, browser, owner, user):
        browser.post(add_page(owner), form(person=owner.user.public_id))
        with tenant_scope(owner.account_id):
            hold = Hold.objects.get()
        assert user.email in self.shown(browser, hold)


class TestProposals:
    """What was proposed is decided on its own page too."""

    @pytest.fixture
    def proposal(self, browser, owner):
        hold = hold_on(owner, person_id=owner.user_id, silent=True)
        browser.post(step(hold, "propose-release"), {"reason": "quashed"})
        with tenant_scope(owner.account_id):
            return Proposal.objects.get()

    def page(self, proposal):
        return reverse("admin:erasure_proposal_change", args=[proposal.pk])

    def step(self, proposal, name):
        return reverse("admin:erasure_proposal_step", args=[proposal.pk, f"{name}-release_hold"])

    def other(self):
        client = Client()
        client.force_login(
            User.objects.create_superuser("second@service.example", "a long password"),
            backend="django.contrib.auth.backends.ModelBackend",
        )
        return client

    def state(self, proposal):
        with tenant_scope(proposal.account_id):
            proposal.refresh_from_db()
            return proposal.decision, Hold.objects.get().is_active

    def test_another_person_agrees_there(self, browser, proposal, user):
        other = self.other()
        text = other.get(self.page(proposal)).text
        assert "Agree to the release" in text
        assert "The hold ends now." in text  # what it does stands beside the button
        assert user.email in text
        assert other.post(self.step(proposal, "approve")).status_code == 302
        assert self.state(proposal) == ("approved", False)
        assert "Agree to the release" not in other.get(self.page(proposal)).text

    def test_whoever_proposed_takes_it_back_and_finds_no_button_to_agree(self, browser, proposal):
        text = browser.get(self.page(proposal)).text
        assert "Agree to the release" not in text
        assert "somebody else than who proposed it" in text
        assert browser.post(self.step(proposal, "approve")).status_code == 302
        assert self.state(proposal) == ("open", True)
        assert browser.post(self.step(proposal, "refuse")).status_code == 302
        assert self.state(proposal) == ("void", True)

    def test_another_person_refuses_there(self, proposal):
        assert self.other().post(self.step(proposal, "refuse")).status_code == 302
        assert self.state(proposal) == ("refused", True)
