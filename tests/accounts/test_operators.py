"""What operators do by command: it bites on the next call, and is refused in words."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command

from accounts.principal import Unauthenticated, authenticate
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner():
    return factories.firm()


@pytest.fixture
def member(owner):
    return factories.colleague(owner.account, verified=False)


def works(secret: str) -> bool:
    try:
        authenticate(secret)
    except Unauthenticated:
        return False
    return True


def test_an_accounts_credentials_end_at_once_and_come_back(owner):
    secrets = [factories.key_of(owner)[1], factories.service_key(owner.account)[1]]
    other = factories.key_of(factories.firm())[1]
    call_command("suspend_account", owner.account.public_id)
    assert [works(secret) for secret in (*secrets, other)] == [False, False, True]
    call_command("resume_account", owner.account.public_id)
    assert all(works(secret) for secret in secrets)


def test_a_persons_keys_end_everywhere_or_in_one_account(member):
    here = factories.key_of(member)[1]
    there = factories.key_of(factories.membership_of(member.user, factories.firm().account))[1]
    call_command("suspend_person", member.user.email, account=member.account.public_id)
    assert (works(here), works(there)) == (False, True)
    call_command("resume_person", member.user.email, account=member.account.public_id)
    call_command("suspend_person", member.user.email.upper())
    assert (works(here), works(there)) == (False, False)
    call_command("resume_person", member.user.email)
    assert (works(here), works(there)) == (True, True)


def test_a_profession_is_verified_with_what_was_seen_and_withdrawn(member):
    secret = factories.key_of(member)[1]
    arguments = ["verify_professional", member.user.email, "--account", member.account.public_id]
    assert authenticate(secret).kind == "service"
    call_command(*arguments, "--evidence", "bar number 123 seen")
    assert authenticate(secret).kind == "professional"
    call_command(*arguments, "--suspend")
    assert authenticate(secret).kind == "service"


def test_a_key_is_revoked(owner):
    key, secret = factories.key_of(owner)
    call_command("revoke_key", key.public_id)
    assert not works(secret)


def test_what_cannot_be_is_refused_in_words(owner, member):
    account = owner.account.public_id
    for arguments, words in [
        (["suspend_account", "acc_x"], "No account"),
        (["suspend_person", "nobody@knows.example"], "Nobody has this address"),
        (["suspend_person", "nobody@knows.example", "--account", account], "No such member"),
        (["suspend_person", owner.user.email, "--account", account], "last owner"),
        (["verify_professional", member.user.email, "--account", account, "--evidence", " "],
         "what was seen"),
        (["revoke_key", "key_x"], "No key"),
    ]:  # fmt: skip
        with pytest.raises(CommandError, match=words):
            call_command(*arguments)
