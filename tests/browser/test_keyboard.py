"""The walk by keyboard alone, and what is told of it to who cannot see the page.

Sign in, ask, read, find again, delete: with Tab, Enter and Space. At each stop the focus is to be
seen, and the control has a name and a role in Chromium's tree of accessibility.
"""

from __future__ import annotations

import itertools
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests import factories

pytestmark = pytest.mark.usefixtures("notes")

PASSWORD = "correct horse battery"
QUESTION = "My landlord in Sacramento kept my security deposit. What are the rules?"
PATIENCE = 30_000
MOST_STOPS = 60

FOCUS = """() => {
  const at = document.activeElement
  if (!at || at === document.body) return null
  const style = getComputedStyle(at)
  const box = at.getBoundingClientRect()
  return {
    tag: at.tagName, name: at.name || '', id: at.id,
    ring: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2,
    inside: box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < innerHeight,
    head: box.top >= document.querySelector('.bar').getBoundingClientRect().bottom - 1
      || !!at.closest('.masthead, .skip-link')
  }
}"""


class Walker:
    """Somebody whose only way about the page is the keyboard."""

    def __init__(self, visitor: Any) -> None:
        self.visitor, self.page = visitor, visitor.page
        self.page.set_default_timeout(PATIENCE)
        self.accessibility = visitor.context.new_cdp_session(self.page)
        self.accessibility.send("Accessibility.enable")

    def key(self, name: str) -> None:
        self.page.keyboard.press(name)

    def told(self) -> tuple[str, str]:
        """Role and name of what has the focus, as Chromium tells them."""
        found = self.accessibility.send(
            "Runtime.evaluate", {"expression": "document.activeElement"}
        )
        tree = self.accessibility.send(
            "Accessibility.getPartialAXTree",
            {"objectId": found["result"]["objectId"], "fetchRelatives": False},
        )
        node = tree["nodes"][0]
        return node.get("role", {}).get("value", ""), node.get("name", {}).get("value", "")

    def stop(self) -> tuple[str, str]:
        """The next stop of Tab: it is seen, and it says what it is."""
        self.key("Tab")
        at = self.page.evaluate(FOCUS)
        if at is None:  # past the end of the page, in the browser's own controls
            return "", ""
        role, name = self.told()
        assert at["ring"], f"no ring around {role} {name!r}: {at}"
        assert at["inside"], f"out of sight: {role} {name!r}: {at}"
        assert at["head"], f"behind the head: {role} {name!r}: {at}"
        assert role not in ("", "generic", "none"), at
        assert name.strip(), f"a {role} without a name: {at}"
        return role, name

    def to(self, role: str, name: str) -> list[str]:
        """On with Tab to this control; the names of the stops on the way."""
        passed: list[str] = []
        for _ in range(MOST_STOPS):
            seen = self.stop()
            if seen[0] == role and re.fullmatch(name, seen[1]):
                return passed
            passed.append(seen[1])
        raise AssertionError(f"no {role} {name!r} among {passed}")

    def press(self, role: str, name: str, key: str = "Enter") -> None:
        self.to(role, name)
        self.key(key)

    def leave(self, key: str = "Enter") -> None:
        """A key that leads to another page, which is there with its style before the next one."""
        with self.page.expect_navigation():
            self.key(key)

    def follow(self, role: str, name: str, key: str = "Enter") -> None:
        self.to(role, name)
        self.leave(key)


def test_the_whole_way_by_keyboard(visit):
    person = factories.individual()
    person.user.set_password(PASSWORD)
    person.user.save()
    walker = Walker(visit().goto("/accounts/login/"))
    page = walker.page

    # A refusal is read first, and each line of it leads to its field.
    walker.to("textbox", "E-mail address")
    page.keyboard.type(person.user.email)
    walker.to("textbox", "Password")
    page.keyboard.type("wrong")
    walker.leave()
    expect(page.locator("[role=alert][data-focus]")).to_be_focused()
    walker.to("textbox", "Password")
    page.keyboard.type(PASSWORD)
    walker.leave()
    page.wait_for_url("**/ask/")

    # The first stop leads past the head.
    assert walker.stop() == ("link", "Skip to the content")
    walker.key("Enter")
    expect(page.locator("main")).to_be_focused()
    assert walker.stop()[1].startswith("Your question")

    # An empty question is refused beside its field, and the summary has the focus.
    page.evaluate("document.querySelector('[name=question]').removeAttribute('required')")
    walker.follow("button", "Ask")
    summary = page.locator("[role=alert][data-focus]")
    expect(summary).to_be_focused()
    walker.press("link", "Your question: .*")
    expect(page.locator("[name=question]")).to_be_focused()
    page.keyboard.type(QUESTION)

    # A choice by the arrows; what will be assumed is told in a live region, and the focus stays.
    walker.to("radio", "What kind of problem is this.*")
    walker.key("ArrowDown")
    assert walker.told() == ("radio", "What are the rules?")
    walker.press("button", "What will be assumed\\?", "Space")
    expect(page.locator("#assumed")).to_have_attribute("aria-live", "polite")
    expect(page.locator("#assumed")).to_contain_text("this is assumed", timeout=PATIENCE)
    assert walker.told() == ("button", "What will be assumed?")
    page.keyboard.press("Shift+Tab")
    assert walker.told() == ("button", "Ask")
    walker.leave()
    page.wait_for_url(re.compile("/answers/ans_"))
    expect(page.locator("h1")).to_have_text("Answer")

    # The answer is left by the history's entry; the present one is told as that.
    walker.follow("link", "History")
    page.wait_for_url("**/history/")
    walker.to("searchbox", "Words of your question")
    page.keyboard.type("deposit")
    walker.leave()
    expect(page.locator(".answer-row")).to_have_count(1)

    # Chosen with Space, deleted in two steps, and told with the focus on nothing by surprise.
    walker.press("checkbox", "Choose the answer of .*", "Space")
    expect(page.locator("[name=answers]")).to_be_checked()
    walker.follow("button", "Delete the chosen ones")
    walker.follow("button", "Delete 1 answer for good", "Space")
    page.wait_for_url(re.compile("/history/deleted/"))
    assert "Gone for good" in walker.visitor.text


@pytest.mark.parametrize("path", ["/ask/", "/history/", "/matters/new/", "/account/", "/security/"])
def test_nobody_is_trapped_and_the_order_is_that_of_the_page(visit, path):
    """Tab leads through everything once, from the top to the foot, and out again."""
    walker = Walker(visit().sign_in(factories.firm()).goto(path))
    seen, tops = [], []
    for _ in range(MOST_STOPS):
        stop = walker.stop()
        if stop == ("", ""):
            break
        seen.append(stop)
        tops.append(
            walker.page.evaluate(
                "() => document.activeElement.getBoundingClientRect().top + scrollY"
            )
        )
    else:
        raise AssertionError(f"still not through {path} after {MOST_STOPS} stops: {seen}")
    assert seen[0] == ("link", "Skip to the content")
    assert seen[-1] == ("button", "Español")
    body = tops[3:]  # after the head, which stays where it is
    assert all(after >= before - 40 for before, after in itertools.pairwise(body)), seen


def test_the_menu_is_opened_and_closed_by_keyboard(visit):
    walker = Walker(visit().sign_in(factories.firm()).goto("/history/"))
    menu = walker.page.locator("details[data-menu]")
    walker.press("DisclosureTriangle", "Menu: .*", "Space")
    expect(menu).to_have_attribute("open", "")
    walker.to("link", "Security")
    walker.key("Escape")
    expect(menu).not_to_have_attribute("open", "")
    expect(menu.locator("summary")).to_be_focused()


def test_a_change_is_told_in_a_status_region(visit):
    owner = factories.firm()
    matter = factories.matter_of(owner)
    walker = Walker(visit().sign_in(owner).goto(f"/matters/{matter.public_id}/"))
    walker.follow("button", "Close the matter")
    expect(walker.page.get_by_role("status")).to_contain_text("The matter is closed.")
