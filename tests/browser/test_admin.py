"""The operators' admin in a browser: the journeys of a day, and every page looked at."""

from __future__ import annotations

import datetime as dt
import re

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.backoffice import pages
from accounts.models import User
from accounts.tenancy import tenant_scope
from accounts.tenancy.catalogue import is_tenant
from legalcontext.erasure.request_models import Certificate, DeletionRequest
from legalcontext.retention.models import Hold
from tests import factories
from tests.admin.rows import make_rows
from tests.erasure.carrying import run_jobs
from tests.histories import answer_of

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
