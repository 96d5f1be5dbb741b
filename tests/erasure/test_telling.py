"""Being told before answers run out: who asked for it, once, and nothing of any answer."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

import pytest
from django.core import mail
from django.utils import timezone

from accounts.services.members import suspend
from accounts.tenancy import tenant_scope
from legalcontext.answers.expiry import change_policy
from legalcontext.answers.models import Answer
from legalcontext.erasure import telling
from legalcontext.erasure.telling import tell_all
from legalcontext.retention.expiry_notices import notice_of, set_notice
from legalcontext.retention.models import ExpiryNotice
from legalcontext.retention.policies import ACCOUNT
from tests import factories
from tests.histories import answer_of, hold_on

pytestmark = pytest.mark.django_db

A_DAY = dt.timedelta(days=1)


@pytest.fixture
def owner():
    return factories.firm()


@pytest.fixture
def principal(owner):
    return factories.principal_of(owner)


def test_who_asked_is_told_once_of_what_ends_in_time(owner, principal):
    answer_of(owner, expires_in=3 * A_DAY)
    answer_of(owner, expires_in=5 * A_DAY)
    answer_of(owner, expires_in=30 * A_DAY)
    assert tell_all() == 0
    set_notice(principal, 7)
    assert (tell_all(), tell_all()) == (1, 0)
    (sent,) = mail.outbox
    assert sent.to == [owner.user.email]
    assert sent.body.startswith("Hello,\n\n2 answers that you asked for")
    first = (timezone.now() + 3 * A_DAY).astimezone(ZoneInfo(owner.account.time_zone))
    assert f"the first on {first.day} {first:%B %Y}" in sent.body


def test_what_comes_into_reach_later_is_told_by_a_mail_of_its_own(owner, principal):
    set_notice(principal, 7)
    answer_of(owner, expires_in=3 * A_DAY)
    tell_all()
    with tenant_scope(owner.account_id):
        ExpiryNotice.objects.update(told_until=timezone.now() + 4 * A_DAY)
    answer_of(owner, expires_in=6 * A_DAY)
    assert tell_all() == 1
    assert "1 answer that you asked for" in mail.outbox[-1].body


def test_the_mail_has_nothing_of_an_answer(owner, principal):
    answer = answer_of(owner, expires_in=A_DAY)
    set_notice(principal, 7)
    tell_all()
    body = f"{mail.outbox[0].subject} {mail.outbox[0].body}"
    assert answer.public_id not in body
    assert answer.jurisdiction not in body


@pytest.mark.parametrize(
    "case", ["held", "asked to delete", "a colleague's", "of a test key", "run out already"]
)
def test_it_tells_of_nothing_that_will_not_end_for_them(owner, principal, case):
    set_notice(principal, 7)
    asker = factories.colleague(owner.account) if case == "a colleague's" else owner
    answer = answer_of(asker, expires_in=-A_DAY if case == "run out already" else A_DAY)
    with tenant_scope(owner.account_id):
        if case == "held":
            hold_on(owner, answer_id=answer.pk)
        elif case == "asked to delete":
            Answer.objects.update(deletion_asked_at=timezone.now())
        elif case == "of a test key":
            Answer.objects.update(test=True)
    assert (tell_all(), mail.outbox) == (0, [])


def test_a_silent_hold_does_not_show(owner, principal):
    set_notice(principal, 7)
    hold_on(owner, silent=True, answer_id=answer_of(owner, expires_in=A_DAY).pk)
    assert tell_all() == 1


def test_a_suspended_person_is_told_nothing(owner):
    member = factories.colleague(owner.account)
    set_notice(factories.principal_of(member), 7)
    answer_of(member, expires_in=A_DAY)
    suspend(membership=member)
    assert tell_all() == 0


def test_a_shorter_policy_makes_it_told_anew(owner, principal):
    set_notice(principal, 60)
    answer_of(owner, expires_in=40 * A_DAY)
    assert tell_all() == 1
    change_policy(principal, ACCOUNT, 1)
    assert tell_all() == 1


def test_a_mail_server_that_refuses_leaves_it_for_the_next_run(owner, principal, monkeypatch):
    answer_of(owner, expires_in=A_DAY)
    set_notice(principal, 7)

    def refuse(*args, **kwargs):
        raise OSError("planted")

    with monkeypatch.context() as patch:
        patch.setattr(telling, "send_mail", refuse)
        assert tell_all() == 0
    assert tell_all() == 1


def test_other_days_and_none(principal):
    assert notice_of(principal) is None
    set_notice(principal, 7)
    set_notice(principal, 14)
    assert notice_of(principal) == 14
    set_notice(principal, None)
    assert notice_of(principal) is None


def test_over_rest(owner, client):
    _, secret = factories.key_of(owner)
    headers = {"Authorization": f"Bearer {secret}"}
    address = "/v1/retention/notice"

    def put(body):
        return client.put(address, body, content_type="application/json", headers=headers)

    assert put({"days_before": 7}).json() == {"days_before": 7}
    assert client.get(address, headers=headers).json() == {"days_before": 7}
    for wrong in (0, 91, "soon", None):
        assert put({"days_before": wrong}).status_code == 400
    assert client.delete(address, headers=headers).json() == {"days_before": None}
