"""Somebody with a browser: goes to pages, signs in, and is watched for what must not happen."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Self

from allauth.account.internal.flows.login import record_authentication
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.test import RequestFactory
from playwright.sync_api import Browser, Locator, Page, Request, Response, Route

from accounts.models import Membership, User
from codossier.settings.environment import ROOT
from legalcontext.doors.pages.session import CHOSEN

DESKTOP, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}
SCREENSHOTS = ROOT / "var" / "screenshots"
GRAVE = ("serious", "critical")
WATCH = """
addEventListener('securitypolicyviolation', (event) => {
  const { violatedDirective, blockedURI, sourceFile } = event
  console.error(`content policy: ${violatedDirective} ${blockedURI} ${sourceFile}`)
})
"""
EXPECTED_ERRORS = ("the server responded with a status of",)
"""What Chromium writes for a refusal that the test asked for."""


class Visitor:
    """One browser profile with one tab. page: Playwright's, for all that has no helper here.

    phone: 390 pixels wide; language: of the browser; dark: its colours; scripts: JavaScript on.
    """

    def __init__(
        self, browser: Browser, url: str, *, phone: bool = False, language: str = "en-US",
        dark: bool = False, scripts: bool = True,
    ) -> None:  # fmt: skip
        self.url = url
        self.wrong: list[str] = []
        self.status = 0  # of the page that is shown
        self.context = browser.new_context(
            base_url=url,
            viewport=PHONE if phone else DESKTOP,  # type: ignore[arg-type]
            locale=language,
            color_scheme="dark" if dark else "light",
            java_script_enabled=scripts,
            has_touch=phone,
            reduced_motion="reduce",
        )
        self.context.set_default_timeout(30_000)
        self.context.set_default_navigation_timeout(60_000)  # the first page loads the service
        self.context.route("**/*", self._keep_inside)
        self.context.add_init_script(WATCH)
        self.page: Page = self.context.new_page()
        self.page.on("console", lambda message: self._hear(message.type, message.text))
        self.page.on("response", self._look_at)
        self.page.on("pageerror", lambda error: self.wrong.append(f"script: {error}"))

    def goto(self, path: str) -> Self:
        """Open an address of the service, `/history/`."""
        self.page.goto(path)
        return self

    def sign_in(self, who: Membership | User, *, confirmed: bool = False) -> Self:
        """Signed in as this person, acting for the membership's account; not through the form.

        confirmed: as after a fresh confirmation that it is them.
        """
        user = who.user if isinstance(who, Membership) else who
        session = SessionStore()
        session[SESSION_KEY] = str(user.pk)
        session[BACKEND_SESSION_KEY] = "allauth.account.auth_backends.AuthenticationBackend"
        session[HASH_SESSION_KEY] = user.get_session_auth_hash()
        if isinstance(who, Membership):
            session[CHOSEN] = who.public_id
        if confirmed:
            request = RequestFactory().get("/")
            request.session, request.user = session, user
            record_authentication(request, user, method="password", reauthenticated=True)
        session.save()
        self.context.add_cookies(
            [
                {
                    "name": settings.SESSION_COOKIE_NAME,
                    "value": str(session.session_key),
                    "url": self.url,
                }
            ]
        )
        return self

    def fill(self, **fields: str) -> Self:
        """Type into the fields with these labels (exact names of the form's fields)."""
        for name, value in fields.items():
            self.page.locator(f"[name={name}]").fill(value)
        return self

    def press(self, label: str, *, stays: bool = False) -> Self:
        """Press the button, or follow the link, with this label, and be where it leads.

        stays: it leads to no other page in this tab.
        """
        target = self.page.get_by_role("button", name=label, exact=True)
        if target.count() == 0:
            target = self.page.get_by_role("link", name=label, exact=True)
        return self.click(target.first, stays=stays)

    def click(self, target: Locator, *, stays: bool = False) -> Self:
        """The same of anything. What is asked afterwards is asked of the new page: the old one
        might answer it too."""
        if stays:
            target.click()
            return self
        with self.page.expect_navigation(wait_until="load"):
            target.click()
        return self

    @property
    def text(self) -> str:
        """What the page's main part says."""
        return self.page.locator("main").inner_text()

    @property
    def path(self) -> str:
        return self.page.url.removeprefix(self.url)

    def check(self, name: str, *, status: int = 200) -> Self:
        """The page is accessible and fits, on a desk and on a phone; both are kept as pictures.

        The pictures go to var/screenshots/<name>-1280.png and <name>-390.png.
        """
        assert self.status == status, f"{self.path}: {self.status}: {self.text}"
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        before = self.page.viewport_size
        for size in (DESKTOP, PHONE):
            self.page.set_viewport_size(size)  # type: ignore[arg-type]
            self.picture(SCREENSHOTS / f"{name}-{size['width']}.png")
            self.accessible()
            self.fits()
        if before:
            self.page.set_viewport_size(before)
        return self

    def accessible(self) -> Self:
        """axe finds nothing serious or critical."""
        found: Any = Axe().run(self.page).response
        grave = [
            f"{each['id']} ({each['impact']}): {[node['failureSummary'] for node in each['nodes']]}"
            for each in found["violations"]
            if each["impact"] in GRAVE
        ]
        assert grave == [], f"{self.path}: {grave}"
        return self

    def fits(self) -> Self:
        """Nothing sticks out to the right."""
        wide = self.overflow()
        assert wide <= 0, f"{self.path} is {wide} px wider than the window"
        return self

    def overflow(self) -> int:
        """By how many pixels the page is wider than the window."""
        return int(
            self.page.evaluate(
                "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
            )
        )

    def picture(self, path: Path) -> Self:
        self.page.screenshot(path=path, full_page=True)
        return self

    def leave(self) -> None:
        self.context.close()

    def saw_nothing_wrong(self) -> None:
        """Called after every test."""
        assert self.wrong == []

    def _keep_inside(self, route: Route, request: Request) -> None:
        if request.url.startswith((self.url, "data:", "blob:", "about:")):
            route.continue_()
            return
        if not request.is_navigation_request():
            self.wrong.append(f"request to elsewhere: {request.url}")
        route.fulfill(status=200, content_type="text/html", body="<title>Elsewhere</title>")

    def _look_at(self, response: Response) -> None:
        if response.request.is_navigation_request():
            self.status = response.status
        elif response.status >= 400:
            self.wrong.append(f"{response.status} {response.url}")

    def _hear(self, kind: str, text: str) -> None:
        if kind == "error" and not any(expected in text for expected in EXPECTED_ERRORS):
            self.wrong.append(f"console: {text}")
