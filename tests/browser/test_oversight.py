"""The inspector, the what-if page and the switches in a browser: the journeys of an operator."""

from __future__ import annotations

import pytest
from django.urls import reverse

from accounts.models import User
from accounts.tenancy import tenant_scope
from legalcontext.answers.ask import ask
from legalcontext.answers.models import Answer
from legalcontext.contracts import parse_quick_ask
from legalcontext.oversight.access import accesses_of
from legalcontext.switches.errors import SwitchedOff
from legalcontext.switches.models import Switch, SwitchChange
from tests import factories

from .test_admin import save, says

pytestmark = pytest.mark.usefixtures("notes")

QUESTION = "My landlord in Sacramento kept my emerald deposit. What are the rules?"


@pytest.fixture
def support() -> User:
    return User.objects.create_superuser("one@service.example", "a long password", name="Robin")


@pytest.fixture
def visitor(visit, support):
    visitor = visit().sign_in(support)
    visitor.context.set_default_timeout(60_000)  # the theme's scripts, on a busy machine
    return visitor


def take_step(visitor, name: str, reason: str = "") -> None:
    """Follow a step's button, say why where it asks, and take it."""
    with visitor.page.expect_navigation():
        visitor.page.locator(f'a[href$="/step/{name}/"]').click()
    form = visitor.page.locator(".bo-card form")
    if reason:
        form.locator("textarea[name=reason]").fill(reason)
    with visitor.page.expect_navigation():
        form.locator("button[type=submit]").click()


def asked(owner, skill="triage"):
    return ask(
        factories.principal_of(owner),
        parse_quick_ask({"skill": skill, "question": QUESTION}),
        door="rest",
    )


def test_content_is_masked_opened_with_a_reason_seen_by_the_account_and_masked_again(visitor):
    owner = factories.individual()
    asked(owner)
    with tenant_scope(owner.account_id):
        (answer,) = Answer.objects.all()
    visitor.goto(reverse("admin:answers_answer_change", args=[answer.pk]))
    says(visitor, "Why this block")
    assert "emerald" not in visitor.page.content()
    take_step(visitor, "open", "The asker wrote to support, case 12.")
    says(visitor, "emerald deposit")
    marked = visitor.page.locator(".ov-text mark").all_inner_texts()
    assert any("Sacramento" in words for words in marked)
    (access,) = accesses_of(factories.principal_of(owner), limit=5)
    assert (access.operator_name, access.reason, access.readings) == (
        "Robin", "The asker wrote to support, case 12.", 1,
    )  # fmt: skip
    take_step(visitor, "give-back")
    says(visitor, "are masked")
    assert "emerald" not in visitor.page.content()


def test_a_block_is_tried_out(visitor):
    visitor.goto(reverse("admin:what-if"))
    visitor.page.locator("[name=question]").fill("My landlord in Ohio kept my deposit.")
    visitor.page.locator("[name=principal]").select_option("verified")
    visitor.page.locator("[name=privilege]").fill("work_product")
    with visitor.page.expect_navigation():
        visitor.page.locator(".bo-card form button[type=submit]").click()
    says(visitor, "The block that the answer would carry")
    rules = visitor.page.locator("#result .ov-step .ov-rule").all_inner_texts()
    assert rules == ["J7", "P8", "P8"]


def test_a_switch_is_set_bites_and_is_taken_away_on_record(visitor):
    owner = factories.individual()
    visitor.goto(reverse("admin:switches_switch_add"))
    visitor.page.locator("[name=place]").fill("US-CA")
    visitor.page.locator("[name=effect]").select_option("off")
    visitor.page.locator("[name=reason]").fill("The notes are being checked.")
    save(visitor)
    says(visitor, "California (US-CA)")
    with pytest.raises(SwitchedOff):
        asked(owner)
    with visitor.page.expect_navigation():
        visitor.page.get_by_role("link", name="California (US-CA)").click()
    take_step(visitor, "remove", "Checked.")
    says(visitor, "The line is gone")
    assert not Switch.objects.exists()
    assert [change.reason for change in SwitchChange.objects.order_by("at")] == [
        "The notes are being checked.", "Checked.",
    ]  # fmt: skip
    assert asked(owner)["findings"]
