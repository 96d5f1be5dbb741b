"""Any sequence of asks, holds, releases, policies, deletes, sweeps, transfers and closures.

A model in Python says what must be there; after every step the database is asked. Two accounts
take part, so that what one does is seen not to touch the other.
"""

from __future__ import annotations

import datetime as dt
import uuid
from dataclasses import dataclass, field, replace
from unittest.mock import patch

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from accounts.tenancy import tenant_scope
from legalcontext.answers import expiry
from legalcontext.answers.models import Answer
from legalcontext.erasure import deletion
from legalcontext.erasure.running import close_account
from legalcontext.erasure.sweep import sweep
from legalcontext.retention.audit import operator
from legalcontext.retention.errors import LegalHold
from legalcontext.retention.holds import release_hold
from legalcontext.retention.models import Hold
from legalcontext.retention.policies import For
from legalcontext.retention.policy import Terms, effective_policy
from matters.levels import MANAGE
from matters.models import Matter
from matters.services.grants import transfer
from tests import factories
from tests.histories import answer_of, hold_on, kept

pytestmark = pytest.mark.django_db


@dataclass(frozen=True)
class Kept:
    """What the model knows of an answer. hidden: somebody asked to delete it."""

    account: int
    person: int
    matter: uuid.UUID | None
    created_at: dt.datetime
    expires_at: dt.datetime
    keep_days: int | None
    hidden: bool = False


@dataclass
class Tenant:
    """An account of the play: its owner and a colleague, two matters, its policies."""

    people: list
    matters: list
    months: dict = field(default_factory=dict)
    closed: bool = False
    principals: list = field(default_factory=list)

    @property
    def owner(self):
        return self.people[0]


class Sequences(RuleBasedStateMachine):
    holds = Bundle("holds")

    @initialize()
    def two_accounts(self):
        self.now = timezone.now()
        self.tenants = []
        for _ in range(2):
            owner = factories.firm()
            colleague = factories.colleague(owner.account)
            matters = [factories.matter_of(owner) for _ in range(2)]
            tenant = Tenant([owner, colleague], matters)
            tenant.principals = [factories.principal_of(person) for person in tenant.people]
            self.tenants.append(tenant)
        self.kept: dict[uuid.UUID, Kept] = {}
        self.active: dict[uuid.UUID, tuple[int, dict]] = {}
        self.asked = self.went = 0

    def is_held(self, key: uuid.UUID, answer: Kept) -> bool:
        facts = {
            "answer_id": key,
            "matter_id": answer.matter,
            "person_id": self.tenants[answer.account].people[answer.person].user_id,
        }
        return any(
            account == answer.account
            and (
                any(facts.get(name) == value for name, value in scope.items())
                or ("made_from" in scope and scope["made_from"] <= answer.created_at)
            )
            for account, scope in self.active.values()
        )

    def has_run_out(self, answer: Kept) -> bool:
        return answer.expires_at <= timezone.now()

    def forget(self, keys) -> None:
        for key in keys:
            del self.kept[key]
            self.went += 1

    def hide(self, keys) -> None:
        for key in keys:
            self.kept[key] = replace(self.kept[key], hidden=True)

    def delete(self, keys) -> tuple[list, list]:
        """What deleting these does in the model: those that go, those that stay and hide."""
        free = [key for key in keys if not self.is_held(key, self.kept[key])]
        held = [key for key in keys if key not in free]
        self.forget(free)
        self.hide(held)
        return free, held

    @rule(
        account=st.integers(0, 1),
        person=st.integers(0, 1),
        matter=st.none() | st.integers(0, 1),
        keep_days=st.none() | st.integers(1, 40),
        age=st.integers(0, 60),
    )
    def ask(self, account, person, matter, keep_days, age):
        tenant = self.tenants[account]
        if tenant.closed:
            return
        chosen = tenant.matters[matter] if matter is not None else None
        made = timezone.now() - dt.timedelta(days=age)
        policy = self.policy(tenant, chosen.pk if chosen else None, keep_days)
        with patch("tests.histories.timezone.now", lambda: made):
            answer = answer_of(
                tenant.people[person],
                matter=chosen,
                keep_days=keep_days,
                expires_in=policy.expires_at(made) - made,
            )
        self.kept[answer.pk] = Kept(
            account, person, answer.matter_id, answer.created_at, answer.expires_at, keep_days
        )
        self.asked += 1

    def policy(self, tenant, matter_id, keep_days):
        terms = Terms(
            tenant.months.get("account"), tenant.months.get("triage"), tenant.months.get(matter_id)
        )
        return effective_policy(terms, keep_days=keep_days)

    @rule(
        target=holds,
        account=st.integers(0, 1),
        kind=st.sampled_from(["matter", "person", "answer", "dates"]),
        which=st.integers(0, 20),
        silent=st.booleans(),
    )
    def hold(self, account, kind, which, silent):
        tenant = self.tenants[account]
        answers = [key for key, answer in self.kept.items() if answer.account == account]
        if kind == "answer" and not answers:
            kind = "person"
        scope = {
            "matter": lambda: {"matter_id": tenant.matters[which % 2].pk},
            "person": lambda: {"person_id": tenant.people[which % 2].user_id},
            "answer": lambda: {"answer_id": answers[which % len(answers)]},
            "dates": lambda: {"made_from": timezone.now() - dt.timedelta(days=which)},
        }[kind]()
        # Nobody of a closed account can place one, and an operator still can.
        hold = hold_on(tenant.owner, silent=silent or tenant.closed, **scope)
        self.active[hold.pk] = (account, scope)
        return hold

    @rule(hold=holds)
    def release(self, hold):
        if hold.pk in self.active:
            account, _ = self.active.pop(hold.pk)
            with tenant_scope(self.tenants[account].owner.account_id):
                release_hold(hold, reason="over", by=operator())

    @rule(
        account=st.integers(0, 1),
        what=st.sampled_from(["account", "triage", 0, 1]),
        months=st.none() | st.integers(1, 3),
    )
    def change_policy(self, account, what, months):
        tenant = self.tenants[account]
        if tenant.closed:
            return
        kind, name = {
            "account": (For(), "account"),
            "triage": (For(skill="triage"), "triage"),
        }.get(what) or (For(matter_id=tenant.matters[what].pk), tenant.matters[what].pk)
        now = timezone.now()
        touched = expiry.change_policy(tenant.principals[0], kind, months)
        tenant.months[name] = months
        counted = 0
        for key, answer in self.kept.items():
            if answer.account != account or answer.expires_at <= now:
                continue
            due = self.policy(tenant, answer.matter, answer.keep_days).expires_at(answer.created_at)
            shorter = due < answer.expires_at
            if due != answer.expires_at and not (shorter and self.is_held(key, answer)):
                self.kept[key] = replace(answer, expires_at=due)
                counted += 1
        assert touched.touched == counted

    @rule(account=st.integers(0, 1), which=st.integers(0, 20))
    def delete_one(self, account, which):
        tenant = self.tenants[account]
        shown = [k for k, a in self.kept.items() if a.account == account and not a.hidden]
        if not shown or tenant.closed:
            return
        key = shown[which % len(shown)]
        _, held = self.delete([key])
        told = 0
        try:
            deletion.delete_answer(tenant.principals[0], f"ans_{key.hex}")
        except LegalHold as error:
            told = error.held
        assert told <= len(held)

    @rule(account=st.integers(0, 1), person=st.integers(0, 1), of_account=st.booleans())
    def delete_all(self, account, person, of_account):
        tenant = self.tenants[account]
        of_account = of_account and person == 0
        if tenant.closed:
            return
        chosen = [
            key
            for key, answer in self.kept.items()
            if answer.account == account
            and not answer.hidden
            and (of_account or answer.person == person)
        ]
        free, held = self.delete(chosen)
        selection = deletion.Selection(of_account=of_account)
        try:
            outcome = deletion.delete_answers(tenant.principals[person], selection)
            deleted, told = outcome.deleted, outcome.held
        except LegalHold as error:
            deleted, told = 0, error.held
        assert deleted + told == len(chosen)
        assert deleted >= len(free)
        assert told <= len(held)

    @rule(account=st.integers(0, 1), matter=st.integers(0, 1))
    def delete_by_cascade(self, account, matter):
        """Raw SQL as the application's role, in a savepoint: all of a matter's answers or none."""
        tenant = self.tenants[account]
        chosen = [
            key
            for key, answer in self.kept.items()
            if answer.account == account and answer.matter == tenant.matters[matter].pk
        ]
        held = [key for key in chosen if self.is_held(key, self.kept[key])]
        refused = False
        try:
            with tenant_scope(tenant.owner.account_id), transaction.atomic():
                Answer.objects.filter(matter=tenant.matters[matter])._raw_delete("default")
        except IntegrityError:
            refused = True
        assert refused == bool(held)
        if not refused:
            self.forget(chosen)

    @rule()
    def sweep_twice(self):
        sweep()
        self.forget(
            [
                key
                for key, answer in self.kept.items()
                if not self.is_held(key, answer) and (answer.hidden or self.has_run_out(answer))
            ]
        )
        sweep()

    @rule(account=st.integers(0, 1), matter=st.integers(0, 1))
    def transfer_a_matter(self, account, matter):
        tenant = self.tenants[account]
        if tenant.closed:
            return
        with tenant_scope(tenant.owner.account_id):
            current = Matter.objects.get(pk=tenant.matters[matter].pk)
        owner = next(i for i, p in enumerate(tenant.people) if p.user_id == current.owner_id)
        transfer(
            tenant.principals[owner],
            current.public_id,
            to=tenant.people[1 - owner].public_id,
            keep=MANAGE,
        )

    @rule(account=st.integers(0, 1))
    def close(self, account):
        tenant = self.tenants[account]
        close_account(tenant.owner.account, operator())
        tenant.closed = True
        tenant.months.clear()
        self.forget(
            [
                key
                for key, answer in self.kept.items()
                if answer.account == account and not self.is_held(key, answer)
            ]
        )

    @invariant()
    def the_database_is_as_the_model_says(self):
        if not hasattr(self, "tenants"):
            return
        for number, tenant in enumerate(self.tenants):
            expected = {k: a for k, a in self.kept.items() if a.account == number}
            with tenant_scope(tenant.owner.account_id):
                found = {
                    answer.pk: (answer.expires_at, answer.deletion_asked_at is not None)
                    for answer in Answer.objects.all()
                }
                held = set(Answer.objects.held().values_list("pk", flat=True))
                assert Hold.objects.active().count() == sum(
                    1 for account, _ in self.active.values() if account == number
                )
            assert found == {k: (a.expires_at, a.hidden) for k, a in expected.items()}
            assert held == {k for k, a in expected.items() if self.is_held(k, a)}
            assert kept(tenant.owner.account_id) == (len(expected), len(expected))
        assert self.asked == self.went + len(self.kept)


def test_nothing_held_is_gone_nothing_run_out_stays_and_the_counts_add_up(db):
    """Each example runs in a transaction of its own, undone at its end."""

    class InATransaction(Sequences):
        def __init__(self):
            super().__init__()
            self.transaction = transaction.atomic()
            self.transaction.__enter__()

        def teardown(self):
            transaction.set_rollback(True)
            self.transaction.__exit__(None, None, None)

    run_state_machine_as_test(
        InATransaction,
        settings=settings(
            max_examples=12,
            stateful_step_count=20,
            deadline=None,
            phases=[Phase.explicit, Phase.reuse, Phase.generate],  # shrinking takes minutes here
            suppress_health_check=list(HealthCheck),
        ),
    )
