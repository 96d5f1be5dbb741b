"""Signing in with every kind of proof, confirming it, and ending sessions elsewhere."""

from __future__ import annotations

import re

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal import auth as totp
from django.core import mail
from django.core.cache import cache
from playwright.sync_api import expect

from tests import factories

from .visitor import SCREENSHOTS

PASSWORD = "correct horse battery"

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture
def owner():
    owner = factories.firm()
    owner.user.set_password(PASSWORD)
    owner.user.save()
    return owner


def code_of(secret: str) -> str:
    """What an authenticator app shows now; a code is taken once, and forgotten here."""
    cache.clear()
    counter = next(iter(totp.yield_hotp_counters_from_time()))
    return str(totp.format_hotp_value(totp.hotp_value(secret, counter)))


def sign_in(visitor, owner):
    visitor.goto("/accounts/login/").fill(login=owner.user.email, password=PASSWORD)
    visitor.press("Sign in")
    return visitor


def with_a_device(visitor):
    """A device that can hold passkeys and says yes to every question."""
    session = visitor.context.new_cdp_session(visitor.page)
    session.send("WebAuthn.enable")
    session.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    return visitor


def confirm(visitor):
    """Show once more that it is oneself."""
    expect(visitor.page.locator("h1")).to_have_text("Confirm that it is you")
    visitor.fill(password=PASSWORD).press("Confirm")
    return visitor


def signed_in(visitor) -> bool:
    return bool(visitor.goto("/security/").path == "/security/")


class TestByPassword:
    def test_the_pages_of_signing_in_are_accessible_and_fit(self, visit, settings):
        settings.SIGN_UP = True
        visitor = visit()
        visitor.goto("/accounts/login/").check("login")
        visitor.goto("/accounts/password/reset/").check("password-reset")
        visitor.goto("/accounts/signup/").check("signup")
        visitor.goto("/accounts/confirm-email/").check("verification-sent")
        visitor.goto("/accounts/password/reset/done/").check("password-reset-done")
        visitor.goto("/accounts/confirm-email/nothing/").check("bad-link")

    def test_a_wrong_password_is_told_beside_the_form(self, visit, owner):
        visitor = visit().goto("/accounts/login/")
        visitor.fill(login=owner.user.email, password="wrong").press("Sign in")
        visitor.check("login-wrong")
        assert visitor.page.locator("[data-focus]").evaluate("e => e === document.activeElement")

    def test_it_works_without_scripts(self, visit, owner):
        visitor = sign_in(visit(scripts=False), owner)
        assert signed_in(visitor)
        visitor.page.locator("summary").click()
        visitor.press("Sign out")
        assert not signed_in(visitor)

    def test_a_forgotten_password_is_set_anew(self, visit, owner):
        visitor = visit().goto("/accounts/password/reset/")
        visitor.fill(email=owner.user.email).press("Send the link")
        assert "Look into your mailbox" in visitor.text
        link = re.findall(r"http://\S+", str(mail.outbox[-1].body))[0]
        visitor.page.goto(link)
        visitor.check("password-new").fill(password1="another horse", password2="another horse")
        visitor.press("Set the password")
        visitor.goto("/accounts/login/").fill(login=owner.user.email, password="another horse")
        visitor.press("Sign in")
        assert signed_in(visitor)


class TestSigningUp:
    def test_a_mail_confirms_the_address_and_then_one_asks(self, visit, settings):
        settings.SIGN_UP = True
        visitor = visit(phone=True).goto("/accounts/login/").press("Make an account")
        visitor.fill(email="new@person.example", password1=PASSWORD)
        visitor.press("Make an account").check("signup-mailed")
        link = re.findall(r"http://\S+/confirm-email/\S+", str(mail.outbox[-1].body))[0]
        visitor.page.goto(link)
        visitor.press("Yes, confirm")
        visitor.goto("/accounts/login/").fill(login="new@person.example", password=PASSWORD)
        visitor.press("Sign in")
        assert visitor.path == "/ask/"

    def test_guessing_is_slowed_down_on_a_page(self, visit, owner):
        visitor = visit(language="es")
        for _ in range(20):
            visitor.goto("/accounts/login/").fill(login=owner.user.email, password="wrong")
            visitor.press("Entrar")
            if visitor.status == 429 or "intentos" in visitor.text:
                break
        else:
            raise AssertionError("nobody was slowed down")
        visitor.picture(SCREENSHOTS / "login-slowed-1280.png").accessible().fits()


class TestSecondStep:
    def test_with_an_authenticator_app_set_up_and_asked_for(self, visit, owner):
        visitor = sign_in(visit(), owner)
        visitor.goto("/security/").press("Turn on the authenticator app")
        visitor.check("reauthenticate")
        confirm(visitor).check("totp")
        secret = visitor.page.locator("code.mono").inner_text()
        visitor.fill(code=code_of(secret)).press("Turn on")
        visitor.check("recovery-codes")
        codes = visitor.page.locator("#codes li").all_inner_texts()
        visitor.press("I have kept them")
        assert "Signing in asks for a code" in visitor.text

        elsewhere = sign_in(visit(), owner)
        elsewhere.check("second-step")
        elsewhere.fill(code="000000").press("Sign in")
        assert "Incorrect code" in elsewhere.text
        elsewhere.fill(code=code_of(secret)).press("Sign in")
        assert signed_in(elsewhere)

        lost = sign_in(visit(), owner).fill(code=codes[0])
        lost.press("Sign in")
        assert signed_in(lost)
        assert len(RecoveryCodes(owner_codes(owner)).get_unused_codes()) == len(codes) - 1

        visitor.goto("/security/").press("Turn off the authenticator app")
        visitor.check("totp-off").press("Turn off")
        assert not Authenticator.objects.filter(user=owner.user, type="totp").exists()


def owner_codes(owner):
    return Authenticator.objects.get(user=owner.user, type="recovery_codes")


class TestPasskeys:
    def test_added_after_confirming_and_enough_to_sign_in(self, visit, owner):
        visitor = sign_in(with_a_device(visit()), owner)
        visitor.goto("/security/").press("Add a passkey")
        confirm(visitor).check("passkey-add")
        visitor.fill(name="My laptop").press("Add the passkey")
        expect(visitor.page.locator("h1")).to_have_text("Recovery codes")
        visitor.goto("/accounts/2fa/webauthn/").check("passkeys")
        assert "My laptop" in visitor.text

        visitor.context.clear_cookies()
        visitor.goto("/accounts/login/").press("Sign in with a passkey")
        visitor.page.wait_for_url(lambda url: "/accounts/" not in url)
        assert signed_in(visitor)

        visitor.context.clear_cookies()
        sign_in(visitor, owner).check("second-step-passkey")
        visitor.press("Use my passkey")
        visitor.page.wait_for_url(lambda url: "/accounts/" not in url)
        assert signed_in(visitor)

        visitor.goto("/accounts/2fa/webauthn/add/")
        visitor.press("With a passkey")
        visitor.check("reauthenticate-passkey").press("Use my passkey")
        expect(visitor.page.locator("h1")).to_have_text("Add a passkey")

        visitor.goto("/accounts/2fa/webauthn/").press("Rename My laptop")
        visitor.check("passkey-rename").fill(name="Old laptop").press("Save")
        visitor.press("Remove Old laptop")
        visitor.check("passkey-remove").press("Remove it")
        assert not Authenticator.objects.filter(user=owner.user, type="webauthn").exists()

    def test_a_device_without_one_is_told(self, visit):
        visitor = visit().goto("/accounts/login/")
        visitor.page.evaluate(
            "() => { navigator.credentials.get = async () => { throw new DOMException('no') } }"
        )
        visitor.press("Sign in with a passkey", stays=True)
        expect(visitor.page.get_by_role("alert")).to_contain_text("The passkey was not taken")


class TestSessions:
    def test_another_browser_is_seen_and_ended(self, visit, owner):
        here, there = sign_in(visit(), owner), sign_in(visit(phone=True), owner)
        here.goto("/security/sessions/").check("sessions")
        assert here.page.locator(".rows > li").count() == 2
        here.press("End all others")
        assert "1 browser was signed out." in here.text
        assert signed_in(here)
        assert not signed_in(there)


class TestAddress:
    def test_changing_it_takes_a_confirmation_and_a_mail(self, visit, owner):
        visitor = sign_in(visit(), owner).goto("/accounts/email/").check("email")
        visitor.fill(email="new@firm.example").press("Change the address")
        confirm(visitor).check("email-pending")
        assert "not confirmed yet" in visitor.text
        link = next(
            found
            for message in mail.outbox
            for found in re.findall(r"http://\S+/confirm-email/\S+", str(message.body))
        )
        visitor.page.goto(link)
        visitor.check("email-confirm").press("Yes, confirm")
        owner.user.refresh_from_db()
        assert owner.user.email == "new@firm.example"

    def test_the_password_is_changed_and_other_sessions_end(self, visit, owner):
        here, there = sign_in(visit(), owner), sign_in(visit(), owner)
        here.goto("/accounts/password/change/").check("password-change")
        here.fill(
            oldpassword=PASSWORD, password1="new horse battery", password2="new horse battery"
        )
        here.press("Change the password")
        assert signed_in(here)
        assert not signed_in(there)
