"""Signing in, up and back in again on allauth's pages, and what they tell about addresses."""

from __future__ import annotations

import json
import re
from base64 import urlsafe_b64encode
from io import StringIO
from typing import ClassVar

import pytest
from allauth.account.models import EmailAddress
from allauth.account.utils import user_pk_to_url_str
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.core import mail
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from accounts.models import Account, Membership, User
from accounts.services.directory import create_account, suspend_account, suspend_person
from accounts.services.members import remove, suspend
from tests import factories

pytestmark = pytest.mark.django_db

PASSWORD = "correct horse battery"


@pytest.fixture(autouse=True)
def _fresh_limits():
    cache.clear()


@pytest.fixture
def browser() -> Client:
    return Client()


@pytest.fixture
def person() -> Membership:
    membership = factories.firm()
    membership.user.set_password(PASSWORD)
    membership.user.save()
    return membership


def sign_in(browser, email, password=PASSWORD):
    return browser.post(reverse("account_login"), {"login": email, "password": password})


def signed_in(browser) -> bool:
    return bool(browser.get(reverse("account_email")).status_code == 200)


def link_in(message) -> str:
    links: list[str] = re.findall(r"http://testserver(/accounts/\S+)", message.body)
    return links[0]


class TestSigningIn:
    def test_by_address_however_it_is_typed(self, browser, person):
        assert not signed_in(browser)
        sign_in(browser, person.user.email.upper())
        assert signed_in(browser)

    def test_an_unproven_address_does_not_get_in(self, browser):
        User.objects.create_user("un@proven.example", PASSWORD)
        assert "confirm" in sign_in(browser, "un@proven.example")["Location"]
        assert not signed_in(browser)

    def test_an_operators_address_counts_as_proven(self, browser):
        User.objects.create_superuser("op@service.example", PASSWORD)
        sign_in(browser, "op@service.example")
        assert signed_in(browser)

    def test_a_wrong_password_and_an_unknown_address_are_answered_alike(self, browser, person):
        def words(email):
            page = sign_in(browser, email, "wrong").content.decode().replace(email, "-")
            return re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", page)

        assert words(person.user.email) == words("nobody@knows.example")

    def test_guessing_is_slowed_down(self, browser, person):
        for _ in range(5):
            sign_in(browser, person.user.email, "wrong")
        assert "Too many failed login attempts" in sign_in(browser, person.user.email).text
        assert not signed_in(browser)

    def test_the_admins_own_page_stays(self, browser):
        assert 'name="username"' in browser.get("/admin/login/").text


class TestTheAdminsOwnForm:
    """Operators' passwords are worth more than anybody's."""

    SAID: ClassVar = {"username": "op@service.example", "password": "a long password"}

    @pytest.fixture
    def op(self):
        return User.objects.create_superuser("op@service.example", "a long password")

    def test_it_signs_an_operator_in(self, browser, op):
        assert browser.post("/admin/login/", self.SAID).status_code == 302
        assert browser.get("/admin/accounts/account/").status_code == 200

    def test_guessing_is_slowed_down(self, browser, op):
        for _ in range(5):
            browser.post("/admin/login/", self.SAID | {"password": "wrong"})
        page = browser.post("/admin/login/", self.SAID)
        assert "Too many failed login attempts" in page.text
        assert browser.get("/admin/").status_code == 302

    def test_it_is_no_way_round_a_second_step(self, browser, op):
        Authenticator.objects.create(user=op, type=Authenticator.Type.TOTP, data={"secret": "x"})
        page = browser.post("/admin/login/", self.SAID)
        assert "You have a second step" in page.text
        assert f"{reverse('account_login')}?next=/admin/" in page.text
        assert browser.get("/admin/").status_code == 302

    def test_whoever_is_no_operator_or_shut_out_is_not_let_in(self, browser, op):
        User.objects.create_user("p@firm.example", "a long password")
        answer = browser.post("/admin/login/", self.SAID | {"username": "p@firm.example"})
        assert answer.status_code == 200
        User.objects.filter(pk=op.pk).update(is_active=False)
        assert browser.post("/admin/login/", self.SAID).status_code == 200
        assert browser.get("/admin/").status_code == 302


class TestSessionsEnd:
    @pytest.mark.parametrize(
        "end",
        [
            lambda membership: suspend(membership=membership),
            lambda membership: remove(membership=membership),
            lambda membership: suspend_account(account=membership.account),
            lambda membership: suspend_person(user=membership.user),
        ],
        ids=["suspended", "removed", "account suspended", "shut out"],
    )
    def test_on_the_next_request(self, browser, person, end):
        second = factories.colleague(person.account, role="owner")
        sign_in(browser, person.user.email)
        assert signed_in(browser)
        end(person)
        assert not signed_in(browser)
        assert second.status == "active"

    def test_and_nobody_elses(self, browser, person):
        sign_in(browser, person.user.email)
        suspend(membership=factories.colleague(person.account))
        assert signed_in(browser)


class TestForgottenPasswords:
    def ask(self, browser, email):
        response = browser.post(reverse("account_reset_password"), {"email": email})
        return response.status_code, response["Location"], len(mail.outbox)

    def test_known_and_unknown_addresses_are_answered_alike(self, browser, person):
        known = self.ask(browser, person.user.email)
        mail.outbox.clear()
        assert self.ask(browser, "nobody@knows.example") == known

    def test_a_reset_sets_the_password_and_ends_sessions(self, browser, person):
        other = Client()
        sign_in(other, person.user.email)
        self.ask(browser, person.user.email)
        form = browser.get(link_in(mail.outbox[-1]))["Location"]
        new = "another horse battery"
        browser.post(form, {"password1": new, "password2": new})
        assert not signed_in(other)
        sign_in(browser, person.user.email, new)
        assert signed_in(browser)

    def test_who_was_made_by_an_operator_sets_their_first_password_so(self, browser):
        _, owner = create_account(name="A", kind="individual", owner_email="a@person.example")
        self.ask(browser, owner.user.email)
        form = browser.get(link_in(mail.outbox[-1]))["Location"]
        browser.post(form, {"password1": PASSWORD, "password2": PASSWORD})
        sign_in(browser, owner.user.email)
        assert signed_in(browser)


class TestSigningUp:
    BODY = {"email": "New@Person.example", "password1": PASSWORD}

    def test_it_is_closed_unless_the_operator_opens_it(self, browser):
        assert "sign up is currently closed" in browser.get(reverse("account_signup")).text.lower()
        browser.post(reverse("account_signup"), self.BODY)
        assert not User.objects.exists()

    def test_an_individual_gets_an_account_once_the_address_is_proven(self, browser, settings):
        settings.SIGN_UP = True
        browser.post(reverse("account_signup"), self.BODY)
        owner = Membership.objects.get(user__email="new@person.example")
        assert (owner.role, owner.account.kind) == ("owner", Account.Kind.INDIVIDUAL)
        sign_in(browser, owner.user.email)
        assert not signed_in(browser)
        browser.post(link_in(mail.outbox[0]))
        assert EmailAddress.objects.get(user=owner.user).verified
        sign_in(browser, owner.user.email)
        assert signed_in(browser)

    def test_a_long_address_still_gets_an_account(self, browser, settings):
        settings.SIGN_UP = True
        domain = ".".join(["d" * 60] * 4)
        browser.post(reverse("account_signup"), self.BODY | {"email": f"p@{domain[:238]}.example"})
        assert Account.objects.get().name.startswith("p@ddd")

    def test_a_known_address_is_answered_like_a_new_one(self, browser, settings, person):
        settings.SIGN_UP = True
        known = browser.post(reverse("account_signup"), self.BODY | {"email": person.user.email})
        new = Client().post(reverse("account_signup"), self.BODY)
        assert (known.status_code, known["Location"]) == (new.status_code, new["Location"])
        assert len(mail.outbox) == 2
        assert Membership.objects.filter(user=person.user).count() == 1


class TestASecondStep:
    def test_who_has_one_is_not_in_by_the_password_alone(self, browser, person):
        TOTP.activate(person.user, generate_totp_secret())
        assert sign_in(browser, person.user.email)["Location"] == reverse("mfa_authenticate")
        assert not signed_in(browser)

    def test_wrong_codes_are_slowed_down_in_all_processes(self, browser, person):
        TOTP.activate(person.user, generate_totp_secret())
        sign_in(browser, person.user.email)
        for _ in range(5):
            page = browser.post(reverse("mfa_authenticate"), {"code": "000000"})
        page = browser.post(reverse("mfa_authenticate"), {"code": "000000"})
        assert "Too many failed login attempts" in page.text

    def test_an_operator_resets_a_lost_one(self, browser, person):
        other = Client()
        sign_in(other, person.user.email)
        TOTP.activate(person.user, generate_totp_secret())
        RecoveryCodes.activate(person.user)
        call_command("reset_second_step", person.user.email, stdout=StringIO())
        assert not Authenticator.objects.exists()
        assert not signed_in(other)
        sign_in(browser, person.user.email)
        assert signed_in(browser)

    def test_a_passkey_for_nobody_is_answered_like_a_wrong_one(self, browser, person):
        def words(handle):
            answer = {"id": "AA", "rawId": "AA", "type": "public-key", "response": {
                "userHandle": handle, "clientDataJSON": "e30", "authenticatorData": "AA",
                "signature": "AA"}}  # fmt: skip
            page = browser.post(
                reverse("mfa_login_webauthn"), {"credential": json.dumps(answer)}, follow=True
            )
            return re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", page.text)

        known = urlsafe_b64encode(user_pk_to_url_str(person.user).encode()).decode().rstrip("=")
        assert words(known) == words("bm9ib2R5")


class TestSessionsEndWithTheBrowser:
    def test_the_cookie_has_no_date(self, browser, person):
        sign_in(browser, person.user.email)
        cookie = browser.cookies["sessionid"]
        assert (cookie["expires"], cookie["max-age"]) == ("", "")
        assert cookie["httponly"]
