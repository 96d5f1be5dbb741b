"""The account's own pages: people, invitations, keys, and the choice between accounts."""

from __future__ import annotations

import re

import pytest
from django.core import mail

from accounts.models import ApiKey, Invitation, Membership
from accounts.principal import authenticate
from tests import factories

PASSWORD = "correct horse battery"


@pytest.fixture
def owner():
    owner = factories.firm()
    owner.user.set_password(PASSWORD)
    owner.user.save()
    return owner


def confirm(visitor):
    visitor.fill(password=PASSWORD).press("Confirm")
    return visitor


def test_every_page_is_accessible_and_fits(visit, owner):
    colleague = factories.colleague(owner.account)
    key, _ = factories.key_of(owner)
    factories.matter_of(owner, "Dunne v. Lofts")
    visitor = visit().sign_in(owner)
    visitor.goto("/account/").check("account")
    visitor.goto("/account/details/").check("account-details")
    visitor.goto("/account/profession/").check("profession-verified")
    visitor.goto("/account/people/").check("people")
    visitor.goto("/account/people/invite/").check("invite")
    visitor.goto(f"/account/people/{colleague.public_id}/").check("member")
    visitor.goto(f"/account/people/{colleague.public_id}/remove/").check("member-remove")
    visitor.goto("/account/keys/").check("keys")
    visitor.goto(f"/account/keys/{key.public_id}/").check("key")
    visitor.goto("/account/programs/new/").check("program-new")
    visitor.goto("/account/keys/new/")
    confirm(visitor).check("key-new")
    visitor.goto(f"/account/keys/{key.public_id}/rotate/").check("key-rotate")
    visitor.goto("/join/").check("join-code")
    visit().sign_in(colleague).goto("/account/profession/").check("profession")


def test_an_invited_stranger_joins_and_signs_in(visit, owner):
    visitor = visit().sign_in(owner).goto("/account/people/invite/")
    visitor.fill(email="new@person.example").press("Send the invitation")
    visitor.check("people-invited")
    assert "new@person.example" in visitor.text
    link = re.findall(r"http://\S+/join/\S+/", str(mail.outbox[-1].body))[0]

    stranger = visit(phone=True)
    stranger.page.goto(link)
    assert "cdx_invite" not in stranger.page.url
    stranger.check("join").fill(name="N. Ew", password="123").press("Join")
    stranger.check("join-weak", status=400)
    stranger.fill(name="N. Ew", password=PASSWORD).press("Join")
    stranger.check("joined").press("Sign in")
    stranger.fill(login="new@person.example", password=PASSWORD).press("Sign in")
    joined = Membership.objects.get(user__email="new@person.example")
    assert (joined.account, joined.role, joined.user.name) == (owner.account, "member", "N. Ew")
    assert "Firm" in stranger.page.locator(".acting").inner_text()

    again = visit()
    again.page.goto(link)
    assert "There is nothing here" in again.text


def test_a_key_is_made_after_confirming_and_shown_once(visit, owner):
    matter = factories.matter_of(owner, "Dunne v. Lofts")
    visitor = visit().sign_in(owner).goto("/account/keys/").press("Make a key")
    confirm(visitor).fill(name="Intake")
    visitor.page.get_by_label("Only the matters chosen here").check()
    visitor.page.get_by_label("Dunne v. Lofts").check()
    visitor.press("Make the key")
    visitor.check("key-made")
    secret = visitor.page.locator("#secret").inner_text()
    principal = authenticate(secret)
    assert (principal.bound, principal.membership_id) == (True, owner.pk)
    assert "ask" in principal.scopes
    assert "account:manage" not in principal.scopes

    visitor.goto("/account/keys/").click(visitor.page.get_by_role("link", name="Intake"))
    assert secret not in visitor.page.content()
    visitor.press("Rotate").press("Make the new key")
    rotated = visitor.page.locator("#secret").inner_text()
    assert authenticate(rotated).bound
    assert matter.public_id

    visitor.goto("/account/keys/")
    visitor.click(visitor.page.get_by_role("link", name="Intake").first)
    visitor.press("Revoke now")
    assert ApiKey.objects.exclude(revoked_at=None).count() == 1


def test_a_member_is_given_a_role_suspended_and_removed(visit, owner):
    colleague = factories.colleague(owner.account)
    matter = factories.matter_of(colleague)
    visitor = visit().sign_in(owner).goto(f"/account/people/{colleague.public_id}/")
    visitor.page.get_by_label("Admin: also").check()
    visitor.press("Give this role").press("Suspend")
    colleague.refresh_from_db()
    assert (colleague.role, colleague.status) == ("admin", "suspended")
    visitor.check("member-suspended").press("End the suspension").press("Remove")
    visitor.press("Remove them")
    visitor.check("member-remove-refused", status=400)
    assert matter.public_id in visitor.text
    visitor.page.locator("[name=transfer_to]").select_option(owner.public_id)
    visitor.press("Remove them")
    colleague.refresh_from_db()
    assert colleague.status == "removed"


def test_who_is_in_several_accounts_chooses_and_switches(visit, owner):
    other = factories.firm()
    factories.membership_of(owner.user, other.account)
    visitor = visit().sign_in(owner.user).goto("/account/")
    visitor.check("choose-account")
    visitor.click(visitor.page.get_by_role("button", name=other.account.name))
    assert visitor.path == "/account/"
    assert other.account.name in visitor.text
    visitor.page.locator("summary").click()
    visitor.check("menu")
    visitor.click(visitor.page.get_by_role("button", name=owner.account.name))
    visitor.goto("/account/")
    assert owner.account.name in visitor.text


def test_revoking_an_invitation_ends_its_link(visit, owner):
    visitor = visit(scripts=False).sign_in(owner).goto("/account/people/invite/")
    visitor.fill(email="new@person.example").press("Send the invitation")
    visitor.press("Revoke new@person.example")
    assert Invitation.objects.get().status == "revoked"


def test_in_spanish(visit, owner):
    visitor = visit(language="es").sign_in(owner).goto("/account/")
    visitor.check("account-spanish")
    assert "Zona horaria" in visitor.text
    visitor.goto("/security/").check("security-spanish")
