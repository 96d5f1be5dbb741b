"""Keys: their form, what they give, and that everything that ends one bites on the next call."""

from __future__ import annotations

import datetime as dt

import pytest
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from accounts import secrets
from accounts.models import Account, ApiKey, Membership, User
from accounts.principal import InsufficientScope, Unauthenticated, authenticate
from accounts.services.keys import create_key, revoke_key
from tests import factories


@pytest.mark.parametrize("mode", ["live", "test"])
def test_a_fresh_secret_has_the_published_form(mode):
    secret = secrets.new_secret(mode)
    assert secret.startswith(f"cdx_{mode}_")
    assert len(secret) == len(f"cdx_{mode}_") + 32 + 6
    assert secrets.well_formed(secret)


@given(st.integers(min_value=9, max_value=46), st.sampled_from(secrets.ALPHABET))
def test_one_mistyped_character_is_noticed_without_the_database(position, character):
    secret = secrets.new_secret("live")
    mistyped = secret[:position] + character + secret[position + 1 :]
    assert secrets.well_formed(mistyped) == (mistyped == secret)


@given(st.text())
def test_any_text_is_checked_without_an_error(text):
    assert not secrets.well_formed(text)


@pytest.mark.django_db
class TestPrincipal:
    def test_the_secret_is_not_stored(self):
        key, secret = factories.key_of(factories.individual())
        stored = {str(getattr(key, field.attname)) for field in ApiKey._meta.fields}
        assert secret not in stored
        assert key.last_four == secret[-4:]

    def test_an_individuals_key_acts_for_the_person(self, django_assert_num_queries):
        owner = factories.individual(time_zone="Europe/Vienna")
        _, secret = factories.key_of(owner)
        with django_assert_num_queries(2):  # the key, and its first use
            principal = authenticate(secret)
        assert (principal.kind, principal.user_id) == ("individual", owner.user_id)
        assert principal.account_id == owner.account_id
        assert principal.time_zone == "Europe/Vienna"
        with django_assert_num_queries(1):
            authenticate(secret)

    @pytest.mark.parametrize("status", Membership.ProfessionalStatus.values)
    def test_only_a_verified_professional_counts_as_one(self, status):
        owner = factories.firm()
        Membership.objects.filter(pk=owner.pk).update(professional_status=status)
        expected = "professional" if status == "verified" else "service"
        assert factories.principal_of(owner).kind == expected

    def test_a_service_key_acts_for_no_person(self):
        owner = factories.firm()
        principal = factories.service_principal(owner.account)
        assert principal.kind == "service"
        assert (principal.user_id, principal.membership_id, principal.role) == (None, None, None)
        assert principal.bound

    def test_a_key_lacks_the_scopes_it_was_not_given(self):
        principal = factories.principal_of(factories.individual(), scopes=["ask"])
        principal.require("ask")
        with pytest.raises(InsufficientScope):
            principal.require("history:read")


def revoked(key: ApiKey) -> None:
    revoke_key(key=key)


def expired(key: ApiKey) -> None:
    ApiKey.objects.filter(pk=key.pk).update(expires_at=timezone.now() - dt.timedelta(seconds=1))


def account_suspended(key: ApiKey) -> None:
    Account.objects.filter(pk=key.account_id).update(status=Account.Status.SUSPENDED)


def membership_suspended(key: ApiKey) -> None:
    Membership.objects.filter(api_keys=key).update(status=Membership.Status.SUSPENDED)


def person_deactivated(key: ApiKey) -> None:
    User.objects.filter(memberships__api_keys=key).update(is_active=False)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "end", [revoked, expired, account_suspended, membership_suspended, person_deactivated]
)
def test_what_ends_a_key_bites_on_the_next_call(end):
    key, secret = factories.key_of(factories.firm())
    authenticate(secret)
    end(key)
    with pytest.raises(Unauthenticated):
        authenticate(secret)


@pytest.mark.django_db
@pytest.mark.parametrize("secret", [None, "", "cdx_live_", "Bearer", "cdx_live_" + "0" * 38])
def test_what_is_no_key_is_refused_without_a_query(secret, django_assert_num_queries):
    with django_assert_num_queries(0), pytest.raises(Unauthenticated):
        authenticate(secret)


@pytest.mark.django_db
def test_an_unknown_key_of_the_right_form_is_refused():
    with pytest.raises(Unauthenticated):
        authenticate(secrets.new_secret("live"))


@pytest.mark.django_db
class TestCreating:
    def test_a_key_acts_for_one_holder(self):
        owner = factories.firm()
        with pytest.raises(ValidationError, match="acts for one"):
            create_key(account=owner.account, name="nobody's")

    def test_a_key_is_of_its_holders_account(self):
        with pytest.raises(ValidationError, match="another account"):
            create_key(account=factories.firm().account, name="k", membership=factories.firm())

    def test_account_manage_is_for_owners(self):
        owner = factories.firm()
        member = factories.colleague(owner.account)
        with pytest.raises(ValidationError, match="account:manage"):
            factories.key_of(member, scopes=["account:manage"])

    def test_an_unknown_scope_is_refused(self):
        with pytest.raises(ValidationError):
            factories.key_of(factories.individual(), scopes=["everything"])

    def test_an_expiry_in_the_past_is_refused(self):
        with pytest.raises(ValidationError, match="passed"):
            factories.key_of(factories.individual(), expires_at=timezone.now())

    def test_an_individuals_account_has_one_person(self):
        with pytest.raises(ValidationError, match="one person"):
            factories.colleague(factories.individual().account)


@pytest.mark.django_db
class TestCommands:
    def test_from_an_account_to_a_key_that_works(self, capsys):
        call_command("create_account", "A firm", kind="professional", owner="P@Firm.example")
        account_id = capsys.readouterr().out.split()[1]
        call_command(
            "create_person", "a@firm.example", account=account_id, verified="bar number seen"
        )
        call_command("create_key", "laptop", account=account_id, person="A@firm.example")
        secret = capsys.readouterr().out.split()[-1]
        assert authenticate(secret).kind == "professional"
        call_command("create_key", "batch", account=account_id, service="intake", test=True)
        principal = authenticate(capsys.readouterr().out.split()[-1])
        assert principal.test
        assert principal.service_id is not None

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (["create_key", "k", "--account", "acc_nope", "--person", "a@b.example"], "No account"),
            (
                ["create_account", "n", "--kind", "individual", "--owner", "nonsense"],
                "valid email",
            ),
            (
                ["create_account", "n", "--kind", "individual", "--owner", "a@b.example",
                 "--time-zone", "Mars/Olympus"],
                "IANA",
            ),
        ],
    )  # fmt: skip
    def test_a_wrong_argument_is_refused_in_words(self, arguments, words):
        with pytest.raises(CommandError, match=words):
            call_command(*arguments)
        assert not Account.objects.exists()
