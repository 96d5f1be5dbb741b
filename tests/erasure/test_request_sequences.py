"""Random walks of the state machine, with clocks that jump over month ends, leap days and years.

Three accounts in three time zones; the third asks for nothing, and must lose nothing. After each
step the database is asked: no illegal state, no missed deadline unnoticed, nothing held gone, the
counts add up, and nothing is deleted that two operators did not decide.
"""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Any
from unittest.mock import patch

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from accounts.errors import NotFound
from accounts.models import Membership
from accounts.principal import Unauthenticated
from accounts.tenancy import tenant_scope
from legalcontext.answers.models import Answer
from legalcontext.erasure.errors import AlreadyOpen, NotPossible
from legalcontext.erasure.request_models import (
    DeletionRequest,
    Proposal,
    Refusal,
    RequestEvent,
    State,
)
from legalcontext.erasure.requests import clocks, service, tending, two_people
from legalcontext.erasure.requests.actors import SYSTEM, by_principal
from legalcontext.erasure.requests.states import ENDED, TRANSITIONS, NeedKind
from legalcontext.retention.audit import operator
from legalcontext.retention.holds import release_hold
from legalcontext.retention.models import Hold
from tests import factories
from tests.erasure.carrying import new_operator, run_jobs
from tests.histories import answer_of, hold_on

pytestmark = pytest.mark.django_db

ZONES = ("Pacific/Kiritimati", "America/Los_Angeles", "Asia/Kolkata")
STARTS = ("2026-11-30T23:30", "2027-01-31T07:00", "2028-01-31T12:00", "2028-02-28T23:59",
          "2026-12-23T18:00", "2027-03-03T01:00")  # fmt: skip
JUMPS = (0.4, 1, 3, 4, 7, 28, 31, 45, 366)
REGIMES = ("gdpr", "uk_gdpr", "ccpa", "general")
NO_STEPS = {"open", "approve", tending.OVERDUE, tending.UNACKNOWLEDGED}

LONG = dt.timedelta(days=36_500)
"""What runs out goes without a request, and is no matter here."""


class Walks(RuleBasedStateMachine):
    @initialize(start=st.sampled_from(STARTS))
    def three_accounts(self, start):
        self.now = dt.datetime.fromisoformat(start).replace(tzinfo=dt.UTC)
        self.clock = patch("django.utils.timezone.now", lambda: self.now)
        self.clock.start()
        self.operators = [new_operator("one"), new_operator("other")]
        self.owners = [factories.firm(time_zone=zone) for zone in ZONES]
        self.members = [factories.colleague(owner.account) for owner in self.owners]
        self.asked = {owner.account_id: 0 for owner in self.owners}
        self.holds: dict[uuid.UUID, tuple[int, Hold]] = {}
        self.held_before: set[uuid.UUID] = set()
        for number in range(3):
            answer_of(self.owners[number], expires_in=LONG)
            answer_of(self.members[number], expires_in=LONG)
            self.asked[self.owners[number].account_id] += 2

    def teardown(self):
        if hasattr(self, "clock"):
            self.clock.stop()

    def scoped(self, number):
        return tenant_scope(self.owners[number].account_id)

    def requests(self):
        found: list[DeletionRequest] = []
        for number in range(3):
            with self.scoped(number):
                found += DeletionRequest.objects.order_by("pk")
        return found

    def pick(self, which):
        found = self.requests()
        return found[which % len(found)] if found else None

    def actor(self, kind, request):
        number = [owner.account_id for owner in self.owners].index(request.account_id)
        people = {"owner": self.owners[number], "member": self.members[number]}
        if kind in people:
            try:
                return by_principal(factories.principal_of(people[kind]))
            except (Unauthenticated, ValidationError, NotFound):
                return None  # gone, or shut out with their account
        return {"one": self.operators[0], "other": self.operators[1], "jobs": SYSTEM}[kind]

    @rule(number=st.integers(0, 1), who=st.sampled_from(["owner", "member"]))
    def ask(self, number, who):
        person = (self.owners if who == "owner" else self.members)[number]
        person = Membership.objects.select_related("user", "account").get(pk=person.pk)
        if person.status == "active" and person.user.is_active:
            answer_of(person, expires_in=LONG)
            self.asked[person.account_id] += 1

    @rule(
        number=st.integers(0, 1),
        about=st.sampled_from(["person", "person", "account", "description"]),
        who=st.sampled_from(["owner", "member"]),
        regime=st.sampled_from(REGIMES),
    )
    def open(self, number, about, who, regime):
        person = (self.owners if who == "owner" else self.members)[number]
        try:
            principal = factories.principal_of(person)
        except (Unauthenticated, ValidationError):
            return
        try:
            service.open_by_holder(principal, about, regime=regime, description="Jo Roe")
        except NotFound:
            assert who == "member"
            assert about != "person"
        except AlreadyOpen as error:
            same = service.find_own(principal, error.request_id)
            assert same.state not in ENDED  # noqa: PT017  # a rule may be refused, and goes on

    @rule(number=st.integers(0, 1), late=st.integers(0, 60), regime=st.sampled_from(REGIMES),
          contact=st.booleans())  # fmt: skip
    def letter(self, number, late, regime, contact):
        """A third person's letter, which lay about for some days."""
        service.open_by_operator(
            self.owners[number].account, "description", by=self.operators[0], regime=regime,
            description="Jo Roe", contact="jo@roe.example" if contact else "",
            received_at=self.now - dt.timedelta(days=late),
        )  # fmt: skip

    @rule(
        which=st.integers(0, 50),
        who=st.sampled_from(["owner", "member", "one", "other", "jobs"]),
        step=st.integers(0, 50),
        refusal=st.sampled_from(Refusal.values),
    )
    def walk(self, which, who, step, refusal):
        request = self.pick(which)
        by = self.actor(who, request) if request else None
        if by is None:
            return
        open_to = service.available(request, by)
        if not open_to:
            return
        chosen = open_to[step % len(open_to)]
        if chosen.name in ("finish", "finish_part"):
            return  # the job's own, with its figures
        with self.scoped(self.number_of(request)):
            answer = Answer.objects.order_by("pk").values_list("pk", flat=True).first()
        about_somebody = request.about in ("on_behalf_of", "description")
        values = {
            NeedKind.TEXT: "because",
            NeedKind.DATE: None,
            NeedKind.CATEGORIES: [],
            NeedKind.NAMES: [],
            NeedKind.ANSWERS: [f"ans_{answer.hex}"] if answer and about_somebody else [],
        }
        needs: dict[str, Any] = {need.name: values.get(need.kind) for need in chosen.needs}
        if "refusal" in needs:
            needs["refusal"] = refusal
        if "identity" in needs:
            needs["identity"] = "document"
        if "regime" in needs:
            needs["regime"] = REGIMES[step % 4]
        try:
            service.perform(request, chosen.name, by, **needs)
        except ValidationError:
            assert chosen.name == "scope"  # there is no answer left to choose
            assert not needs["answers"]

    @rule(which=st.integers(0, 50), who=st.sampled_from(["owner", "one", "jobs"]),
          step=st.sampled_from(sorted(TRANSITIONS)))  # fmt: skip
    def walk_where_there_is_no_way(self, which, who, step):
        request = self.pick(which)
        by = self.actor(who, request) if request else None
        if by is None or step in {each.name for each in service.available(request, by)}:
            return
        with pytest.raises((PermissionDenied, NotPossible)):
            service.perform(request, step, by)

    @rule(which=st.integers(0, 50), who=st.integers(0, 1), approve=st.booleans())
    def decide(self, which, who, approve):
        waiting: list[Proposal] = []
        for number in range(3):
            with self.scoped(number):
                waiting += Proposal.objects.filter(decision="open").order_by("pk")
        if not waiting:
            return
        proposal, by = waiting[which % len(waiting)], self.operators[who]
        own = proposal.proposed_by == by.id
        try:
            two_people.decide(proposal, approve=approve, by=by)
        except PermissionDenied:
            assert own
            assert approve
        except NotPossible:
            assert approve  # overtaken meanwhile

    @rule(which=st.integers(0, 50))
    def carry_on(self, which):
        """What a diligent team does: the step that leads on, and the other's approval."""
        request, one = self.pick(which), self.operators[0]
        if request is None or request.about == "description":
            return
        state = request.state
        if state in ("verified", "reversed"):
            service.perform(request, "scope", one)
        elif state in ("scoped", "held", "partly_held"):
            service.perform(request, "schedule", one)
        elif state == "scheduled":
            with self.scoped(self.number_of(request)):
                waiting = two_people.open_proposals(request.public_id)
            for proposal in waiting:
                if proposal.proposed_by == one.id:
                    two_people.decide(proposal, approve=True, by=self.operators[1])

    @rule(number=st.integers(0, 1), which=st.integers(0, 20), silent=st.booleans())
    def hold(self, number, which, silent):
        with self.scoped(number):
            keys = list(Answer.objects.order_by("pk").values_list("pk", flat=True))
        if keys:
            scope = {"answer_id": keys[which % len(keys)]}
            hold = hold_on(self.owners[number], silent=silent, **scope)
            self.holds[hold.pk] = (number, hold)

    @precondition(lambda self: bool(getattr(self, "holds", None)))
    @rule(which=st.integers(0, 20))
    def release(self, which):
        number, hold = self.holds.pop(sorted(self.holds)[which % len(self.holds)])
        self.held_before = set()
        with self.scoped(number):
            release_hold(hold, reason="over", by=operator())

    @rule(days=st.sampled_from(JUMPS))
    def days_pass(self, days):
        self.now += dt.timedelta(days=days)
        self.jobs_run()

    @rule()
    def jobs_run(self):
        for request in self.requests():
            tending.tend(request)
        run_jobs()
        for request in self.requests():
            if request.answered_on is None and request.state != State.CLOSED:
                self.is_noticed(request)

    def is_noticed(self, request):
        """Whoever looks at the steps finds a deadline that has passed."""
        today = clocks.day_in(self.now, request.time_zone)
        steps = {event.step for event in service.events_of(request)}
        if today > request.deadline:
            assert tending.OVERDUE in steps
        if request.acknowledge_by and request.acknowledged_on is None:
            assert today <= request.acknowledge_by or tending.UNACKNOWLEDGED in steps

    def number_of(self, request):
        return [owner.account_id for owner in self.owners].index(request.account_id)

    @invariant()
    def every_step_is_one_of_the_table(self):
        if not hasattr(self, "owners"):
            return
        for request in self.requests():
            state = ""
            for event in service.events_of(request):
                if event.step in NO_STEPS or "remind" in event.step or "propose" in event.step:
                    assert event.target == (state or State.RECEIVED)
                else:
                    step = TRANSITIONS[event.step]
                    assert event.source == state
                    assert event.source in step.sources
                    assert event.target == (step.target or event.source)
                state = event.target
            assert request.state == state

    @invariant()
    def nothing_held_is_gone_and_the_counts_add_up(self):
        if not hasattr(self, "owners"):
            return
        held_now = set()
        for number, owner in enumerate(self.owners):
            with self.scoped(number):
                there = set(Answer.objects.values_list("pk", flat=True))
                held_now |= set(Answer.objects.held().values_list("pk", flat=True))
                deleted = sum(
                    each.deleted.get("answers", 0) for each in DeletionRequest.objects.all()
                )
                held_here = {hold.answer_id for at, hold in self.holds.values() if at == number}
                assert held_here & self.held_before <= there
                assert len(there) + deleted == self.asked[owner.account_id]
        self.held_before = held_now

    @invariant()
    def two_people_decided_what_was_deleted(self):
        if not hasattr(self, "owners"):
            return
        for number in range(3):
            with self.scoped(number):
                for request in DeletionRequest.objects.exclude(deleted={}):
                    approved = service.approval_of(request)
                    assert (
                        approved is not None
                        or Proposal.objects.filter(
                            object=request.public_id, action="execute", decision="approved"
                        ).exists()
                    )
                for proposal in Proposal.objects.filter(decision="approved"):
                    assert proposal.decided_by != proposal.proposed_by
                assert not RequestEvent.objects.filter(alone=True).exists()


def test_random_walks_stay_on_the_way(db):
    """Each example runs in a transaction of its own, undone at its end."""

    class InATransaction(Walks):
        def __init__(self):
            super().__init__()
            self.transaction = transaction.atomic()
            self.transaction.__enter__()

        def teardown(self):
            super().teardown()
            transaction.set_rollback(True)
            self.transaction.__exit__(None, None, None)

    run_state_machine_as_test(
        InATransaction,
        settings=settings(
            max_examples=6,
            stateful_step_count=24,
            deadline=None,
            phases=[Phase.explicit, Phase.reuse, Phase.generate],  # shrinking takes minutes here
            suppress_health_check=list(HealthCheck),
        ),
    )
