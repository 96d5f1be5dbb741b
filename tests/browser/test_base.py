"""What holds of every page: it can be left at once, read by all, and asks nobody else."""

from __future__ import annotations

import re

import pytest
from django.contrib.sessions.models import Session
from playwright.sync_api import expect

from tests import factories

TRIES = 100


@pytest.fixture
def owner():
    return factories.firm()


def test_the_security_page_is_accessible_and_fits(visit, owner):
    visitor = visit().sign_in(owner).goto("/security/").check("security")
    assert "Where you are signed in" in visitor.text


def test_in_the_dark(visit, owner):
    visit(dark=True).sign_in(owner).goto("/security/").check("security-dark")


def test_a_wrong_address_is_a_page(visit, owner):
    visitor = visit().sign_in(owner).goto("/nothing/here").check("not-found", status=404)
    assert "There is nothing here" in visitor.text


def test_the_quick_exit_leaves_and_signs_out(visit, owner, settings):
    visitor = visit().sign_in(owner).goto("/security/")
    visitor.page.get_by_role("button", name="Leave this site").click()
    visitor.page.wait_for_url(settings.QUICK_EXIT_URL)
    for _ in range(TRIES):  # signing out goes on while the other site is shown
        if not Session.objects.exists():
            break
        visitor.page.wait_for_timeout(100)
    visitor.goto("/security/")
    assert visitor.path.startswith("/accounts/login/")


def test_escape_three_times_leaves(visit, owner, settings):
    visitor = visit().sign_in(owner).goto("/security/")
    for _ in range(3):
        visitor.page.keyboard.press("Escape")
    visitor.page.wait_for_url(settings.QUICK_EXIT_URL)


def test_leaving_works_without_scripts(visit, owner, settings):
    visitor = visit(scripts=False).sign_in(owner).goto("/security/")
    visitor.press("Leave this site")
    visitor.page.wait_for_url(settings.QUICK_EXIT_URL)
    assert not Session.objects.exists()
    visitor.goto("/security/")
    assert visitor.path.startswith("/accounts/login/")


def test_the_language_is_the_browsers_and_can_be_changed(visit, owner):
    visitor = visit(language="es-MX").sign_in(owner).goto("/security/")
    expect(visitor.page.locator("html")).to_have_attribute("lang", "es")
    visitor.press("English")
    expect(visitor.page.locator("html")).to_have_attribute("lang", "en")
    expect(visitor.page).to_have_title("Codossier")
    assert re.search(r"\bSecurity\b", visitor.text)


def test_the_documentation_of_rest_keeps_to_the_content_policy(visit):
    visitor = visit().goto("/docs/")
    expect(visitor.page.locator(".opblock").first).to_be_visible()
