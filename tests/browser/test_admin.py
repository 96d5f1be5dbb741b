"""The operators' admin in a browser: the journeys of a day, and every page looked at."""

from __future__ import annotations

import datetime as dt
import re

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.backoffice import pages
from accounts.models import Membership, User
from accounts.tenancy import tenant_scope
from accounts.tenancy.catalogue import is_tenant
from legalcontext.erasure.request_models import Certificate, DeletionRequest, Proposal
from legalcontext.knowledge.models import Note
from legalcontext.retention.models import Hold, Policy
from tests import factories
from tests.admin.rows import make_rows
from tests.erasure.carrying import run_jobs
from tests.histories import answer_of, hold_on

from .visitor import DESKTOP, PHONE, SCREENSHOTS


@pytest.fixture
def visit(visit):
    """The theme's scripts are many: a busy machine takes its time over a first page."""

    def patient(**wishes):
        visitor = visit(**wishes)
        visitor.context.set_default_timeout(60_000)
        return visitor

    return patient


def operator(name: str) -> User:
    return User.objects.create_superuser(f"{name}@service.example", "a long password")


@pytest.fixture
def one() -> User:
    return operator("one")


@pytest.fixture
def other() -> User:
    return operator("other")


@pytest.fixture
def owner():
    return factories.firm()


def press(visitor, label: str):
    """A step's button, or the link to it, in the page's body."""
    body = visitor.page.locator("#content")
    button = body.get_by_role("button", name=label, exact=True)
    target = button if button.count() else body.get_by_role("link", name=label, exact=True)
    with visitor.page.expect_navigation():
        target.first.click()
    return visitor


def save(visitor):
    with visitor.page.expect_navigation():
        visitor.page.get_by_role("button", name="Save", exact=True).click()
    return visitor


def says(visitor, words: str) -> None:
    visitor.page.get_by_text(words).first.wait_for()


def test_signing_in_by_the_admins_own_form(visit, one):
    visitor = visit().goto("/admin/login/").fill(username=one.email, password="a long password")
    visitor.page.keyboard.press("Enter")
    visitor.page.wait_for_url("**/admin/")
    says(visitor, "Dashboard")


def test_a_tenant_is_set_up_in_one_step_and_its_owner_follows_the_mail(visit, one, mailoutbox):
    visitor = visit().sign_in(one).goto(reverse("admin:accounts_account_add"))
    visitor.fill(name="Harbour Clinic", owner_email="ada@clinic.example")
    visitor.page.locator("[name=kind]").select_option("professional")
    save(visitor)
    says(visitor, "An invitation is on its way to ada@clinic.example.")
    (mail,) = mailoutbox
    (link,) = re.findall(r"https?://\S+/join/cdx_\S+/", mail.body)
    guest = visit()
    guest.page.goto(link)
    says(guest, "Harbour Clinic")


def test_a_hold_is_placed_reviewed_and_released_by_two(visit, one, other, owner):
    first = visit().sign_in(one).goto(reverse("admin:retention_hold_add"))
    with first.page.expect_navigation():
        first.page.get_by_role("link", name=owner.account.name).click()
    first.fill(person=owner.user.public_id, reason="Subpoena 24-113")
    first.page.locator("[name=review_on]").fill(day(30))
    save(first)
    with tenant_scope(owner.account_id):
        hold = Hold.objects.get()
    page = reverse("admin:retention_hold_change", args=[hold.pk])
    first.goto(page)
    press(first, "Still needed")
    first.page.locator("[name=review_on]").fill(day(90))
    press(first, "Still needed")
    says(first, "Still needed; it is looked at again")
    press(first, "Propose release")
    first.fill(reason="The subpoena was quashed.")
    press(first, "Propose release")
    says(first, "Another person agrees")
    assert first.page.get_by_text("Agree to the release").count() == 0
    second = visit().sign_in(other).goto(page)
    press(second, "Agree to the release")
    press(second, "Agree to the release")
    says(second, "Agreed.")
    with tenant_scope(owner.account_id):
        assert not Hold.objects.get().is_active


def day(ahead: int) -> str:
    return (timezone.now().date() + dt.timedelta(days=ahead)).isoformat()


def test_a_deletion_request_goes_from_the_letter_to_the_certificate(visit, one, other, owner):
    member = factories.colleague(owner.account)
    answer_of(member)
    first = (
        visit()
        .sign_in(one)
        .goto(reverse("admin:erasure_deletionrequest_add") + f"?account={owner.account.public_id}")
    )
    first.page.locator("[name=about]").select_option("person")
    first.page.locator("[name=member]").select_option(str(member.pk))
    save(first)
    with tenant_scope(owner.account_id):
        request = DeletionRequest.objects.get()
    page = reverse("admin:erasure_deletionrequest_change", args=[request.pk])
    first.goto(page)
    press(first, "Count as verified")
    first.page.locator("[name=identity]").select_option("document")
    press(first, "Count as verified")
    says(first, "it is now Verified")
    press(first, "Dry run: count now")
    says(first, "Counted just now")
    press(first, "Scope")
    press(first, "Scope")
    says(first, "it is now Scoped")
    press(first, "Schedule")
    press(first, "Schedule")
    says(first, "Another operator agrees")
    press(first, "Skip the cool-off")
    first.fill(reason="The person asked for it at once.")
    press(first, "Skip the cool-off")
    says(first, "Another operator agrees")
    second = visit().sign_in(other).goto(page)
    for what in ("Agree to the deletion", "Agree to skipping the cool-off"):
        press(second, what)
        press(second, what)
        says(second, "Agreed.")
    run_jobs()
    with tenant_scope(owner.account_id):
        certificate = Certificate.objects.get()
    second.goto(page)
    press(second, "Certificate")
    assert second.path == reverse("admin:erasure_certificate_change", args=[certificate.pk])
    press(second, "Check now")
    says(second, "holds")
    assert second.page.get_by_text("does not hold").count() == 0


def test_suspending_an_account_ends_its_keys_at_once(visit, one, owner):
    _, secret = factories.key_of(owner)
    program = Client(headers={"authorization": f"Bearer {secret}"})
    assert program.get("/v1/account").status_code == 200
    visitor = (
        visit().sign_in(one).goto(reverse("admin:accounts_account_change", args=[owner.account_id]))
    )
    press(visitor, "Suspend")
    press(visitor, "Suspend")
    says(visitor, "Suspended. Its keys")
    assert program.get("/v1/account").status_code == 401
    press(visitor, "Resume")
    press(visitor, "Resume")
    says(visitor, "Resumed.")
    assert program.get("/v1/account").status_code == 200


def in_role(name: str, role: str) -> User:
    user = User.objects.create_user(
        f"{name}@service.example", "a long password", is_staff=True, name=name
    )
    user.groups.add(Group.objects.get(name=role))
    return user


def test_a_profession_is_verified_on_proof_and_suspended(visit, owner):
    member = factories.colleague(owner.account)
    Membership.objects.filter(pk=member.pk).update(professional_status="self_declared")
    page = reverse("admin:accounts_membership_change", args=[member.pk])
    operators = in_role("op", "operator")
    visitor = visit().sign_in(operators).goto(page)
    press(visitor, "Verify the profession")
    press(visitor, "Verify the profession")
    says(visitor, "Say what was seen")
    visitor.fill(evidence="Roll of the court, number 12345")
    press(visitor, "Verify the profession")
    says(visitor, "Verified. Asks count")
    member.refresh_from_db()
    assert (member.professional_status, member.verified_by) == ("verified", operators)
    press(visitor, "Suspend the profession")
    press(visitor, "Suspend the profession")
    says(visitor, "no longer counts, from the next call on.")
    member.refresh_from_db()
    assert member.professional_status == "suspended"


def test_why_an_answer_is_kept_and_what_a_policy_would_do(visit, owner):
    answer = answer_of(owner)
    visitor = visit().sign_in(in_role("helper", "support"))
    visitor.goto(reverse("admin:retention")).fill(answer=answer.public_id)
    press(visitor, "Explain")
    says(visitor, "Whose word")
    visitor.fill(account=owner.account.public_id, months="1")
    press(visitor, "Preview")
    says(visitor, "Kept shorter")
    with tenant_scope(owner.account_id):
        assert not Policy.objects.exists()


@pytest.mark.usefixtures("notes")
def test_a_note_is_written_reviewed_by_another_withdrawn_and_its_holders_told(visit, owner):
    key = "us-ca/security-deposit"
    first = visit().sign_in(in_role("writer", "editor"))
    note = Note.objects.get(key=key)
    page = "admin:knowledge_note_{}".format
    first.goto(reverse(page("change"), args=[note.pk]))
    text = first.page.locator("[name=text]")
    written = text.input_value()
    text.fill(written.replace("title:", "titel:", 1))
    press(first, "Check and preview")
    says(first, "It cannot be saved before these are mended.")
    text = first.page.locator("[name=text]")
    text.fill(written.replace("title: ", "title: Anew, ", 1))
    press(first, "Check again")
    says(first, "No faults.")
    press(first, "Save")
    draft = Note.objects.get(key=key, version=note.version + 1)
    assert (draft.status, draft.in_use) == ("draft", False)
    first.goto(reverse(page("difference"), args=[draft.pk]))
    says(first, "title: Anew,")
    first.goto(reverse(page("change"), args=[draft.pk]))
    press(first, "Hand in for review")
    press(first, "Hand in for review")
    press(first, "Publish as reviewed")
    first.page.locator("[name=read]").check(force=True)
    press(first, "Publish as reviewed")
    says(first, "somebody else reviews it")
    second = visit().sign_in(in_role("reader", "editor"))
    second.goto(reverse(page("change"), args=[draft.pk]))
    press(second, "Publish as reviewed")
    second.page.locator("[name=read]").check(force=True)
    press(second, "Publish as reviewed")
    says(second, "is published")
    draft.refresh_from_db()
    assert (draft.in_use, draft.reviewed_by) == (True, "reader@service.example")
    press(second, "Withdraw")
    second.fill(reason="A figure is wrong.")
    press(second, "Withdraw")
    says(second, "is withdrawn")
    answer_of(owner, notes_cited=[draft.name])
    third = visit().sign_in(in_role("op", "operator")).goto(reverse("admin:no-longer-current"))
    heading = third.page.get_by_role("rowheader", name=draft.name, exact=True)
    row = third.page.get_by_role("row").filter(has=heading)
    look(third, "admin-no-longer-current-filled")
    with third.page.expect_navigation():
        row.get_by_role("link", name="count and tell").click()
    says(third, "1 answer of all accounts cites it")
    press(third, "Tell holders")
    says(third, "A worker tells the people of each account.")


def test_whoever_proposed_alone_agrees_when_the_hours_have_passed(visit, settings, owner):
    settings.ALONE_AFTER_HOURS = 24
    hold = hold_on(owner, person_id=owner.user_id)
    page = reverse("admin:retention_hold_change", args=[hold.pk])
    visitor = visit().sign_in(in_role("alone", "privacy officer")).goto(page)
    press(visitor, "Propose release")
    visitor.fill(reason="The claim was settled.")
    press(visitor, "Propose release")
    says(visitor, "Another person agrees")
    assert visitor.page.get_by_role("link", name="Agree to the release").count() == 0
    with tenant_scope(owner.account_id):
        Proposal.objects.update(proposed_at=timezone.now() - dt.timedelta(hours=25))
    visitor.goto(page)
    press(visitor, "Agree to the release")
    says(visitor, "the record says that one person decided")
    press(visitor, "Agree to the release")
    says(visitor, "Agreed.")
    with tenant_scope(owner.account_id):
        proposal = Proposal.objects.get()
    assert (proposal.decision, proposal.alone) == ("approved", True)


def test_a_page_is_found_by_its_name_and_a_row_by_its_id(visit, one, owner):
    visitor = visit().sign_in(one).goto(reverse("admin:index"))
    box = visitor.page.get_by_role("searchbox", name="Find a page by its name")
    box.press_sequentially("holds")
    found = visitor.page.locator("#search-results").get_by_role("link", name="Legal holds")
    with visitor.page.expect_navigation():
        found.click()
    says(visitor, "There are no legal holds")
    visitor.page.get_by_role("searchbox", name="Find a page by its name").fill(
        owner.account.public_id
    )
    with visitor.page.expect_navigation():
        visitor.page.keyboard.press("Enter")
    assert visitor.path == reverse("admin:accounts_account_change", args=[owner.account_id])


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_every_list_and_form_fits_and_breaks_no_policy(visit, one, dark):
    rows = make_rows()
    visitor = visit(dark=dark).sign_in(one)
    addresses = {"admin-index": reverse("admin:index")}
    addresses |= {f"admin-{page.name}": reverse(f"admin:{page.name}") for page in pages.PAGES}
    for model in admin.site._registry:
        label = model._meta.label_lower
        name = f"admin:{label.replace('.', '_')}"
        addresses[f"admin-{label}-list"] = reverse(f"{name}_changelist")
        addresses[f"admin-{label}"] = reverse(f"{name}_change", args=[rows[label].pk])
        if label in ADDED:
            account = f"?account={rows['accounts.account'].public_id}" if is_tenant(model) else ""
            addresses[f"admin-{label}-add"] = reverse(f"{name}_add") + account
    for label, step in STEPS.items():
        name = f"admin:{label.replace('.', '_')}_step"
        addresses[f"admin-{label}-{step}"] = reverse(name, args=[rows[label].pk, step])
    for name, address in addresses.items():
        visitor.goto(address)
        assert visitor.status == 200, address
        look(visitor, f"{name}{'-dark' if dark else ''}")


ADDED = (
    "accounts.account", "accounts.user", "accounts.serviceidentity", "matters.matter",
    "retention.hold", "erasure.deletionrequest", "erasure.regime", "knowledge.note",
    "switches.switch",
)  # fmt: skip
"""Lists to which something is added by a form."""

STEPS = {
    "accounts.account": "suspend",
    "accounts.membership": "verify",
    "answers.answer": "open",
    "answers.answerreport": "open",
    "erasure.deletionrequest": "reject",
    "erasure.proposal": "approve-release_hold",
    "retention.hold": "review",
    "switches.switch": "remove",
}
"""One step's page of each kind of form."""


def look(visitor, name: str) -> None:
    """At both widths, without anything that sticks out; the pictures are kept."""
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    for size in (DESKTOP, PHONE):
        visitor.page.set_viewport_size(size)
        visitor.picture(SCREENSHOTS / f"{name}-{size['width']}.png").fits()


def test_the_dashboard_shows_real_figures_and_is_accessible(visit, one, owner):
    for age in range(20):
        answer_of(owner, age=dt.timedelta(days=age))
    visitor = visit().sign_in(one).goto(reverse("admin:index"))
    visitor.page.locator(".bo-chart canvas").first.wait_for()
    answers = visitor.page.get_by_role("region", name="Answers, 30 days")
    assert "20" in answers.inner_text()
    look(visitor, "admin-dashboard")
    visitor.accessible()
