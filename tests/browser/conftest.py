"""The pages in a real browser: Debian's Chromium, driven by Playwright, against a live server.

Every visit is watched: a request to elsewhere, a violation of the content policy or an error of a
script fails the test at its end, whatever else it looked at.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from playwright.sync_api import Browser, sync_playwright

from .visitor import Visitor

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
ABSENT = "The browser tests need Chromium: apt-get install chromium (Debian), as root."

os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
"""Playwright keeps an event loop in the tests' thread; the database is asked beside it."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The live server reads what a test committed, the admin's lists included."""
    for item in items:
        if Path(item.fspath).is_relative_to(Path(__file__).parent):
            item.add_marker(
                pytest.mark.django_db(transaction=True, databases=["default", "operator"])
            )


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.exit(ABSENT, 1)
    # Root needs no sandbox: there is nobody to protect it from.
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield browser
        browser.close()


@pytest.fixture
def visit(browser: Browser, live_server: Any, settings: Any) -> Iterator[Callable[..., Visitor]]:
    """Makes visitors: `visit()`, `visit(phone=True, language="es", dark=True, scripts=False)`."""
    settings.MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = True  # the live server speaks plain HTTP
    cache.clear()
    visitors: list[Visitor] = []

    def visit(**wishes: Any) -> Visitor:
        visitor = Visitor(browser, live_server.url, **wishes)
        visitors.append(visitor)
        return visitor

    yield visit
    for visitor in visitors:
        visitor.leave()
    for visitor in visitors:
        visitor.saw_nothing_wrong()
