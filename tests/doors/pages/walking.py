"""Every page for a person who has something of everything, and the forms that stand in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

from django.test import Client
from django.urls import resolve

from legalcontext.doors.pages.views.base import PublicPage

from .test_permissions import World, pages, path_of

TYPED = ("", "text", "search", "email", "url", "tel")
"""Kinds of `input` that take free words; "" is Django's own default."""


@dataclass
class Form:
    """A form of a page. fields: what a browser sends untouched; words: those that one types in."""

    page: str
    action: str
    method: str
    fields: dict[str, str] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)
    """By name: the kind of the field."""

    @property
    def view(self) -> type[PublicPage] | None:
        """The view that it is sent to; None: not one of the pages."""
        view = getattr(resolve(self.action).func, "view_class", None)
        return view if view and issubclass(view, PublicPage) else None

    @property
    def name(self) -> str:
        return f"{resolve(self.action).view_name} {sorted(self.words)}"

    def filled(self, word: str) -> dict[str, str]:
        """With `word`, and a number, in each of its fields of words."""
        return self.fields | {
            name: f"{word}{number}" + ("@x.example" if kind == "email" else "")
            for number, (name, kind) in enumerate(self.words.items())
        }


class _Forms(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.page, self.found, self.select = page, list[Form](), ""
        self.form: Form | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        at = {name: value or "" for name, value in attrs}
        if tag == "form":
            action = at.get("action") or self.page
            self.form = Form(self.page, action, at.get("method", "get"))
            self.found.append(self.form)
        elif self.form is not None:
            self._of_form(self.form, tag, at)

    def _of_form(self, form: Form, tag: str, at: dict[str, str]) -> None:
        name, kind = at.get("name", ""), at.get("type", "")
        if tag == "textarea" and "readonly" not in at:
            form.words[name] = tag
        elif tag == "select":
            self.select = name
        elif tag == "option" and (self.select not in form.fields or "selected" in at):
            form.fields[self.select] = at["value"]
        elif tag == "input" and kind in TYPED:
            form.words[name] = kind
        elif tag == "input" and name and (kind not in ("radio", "checkbox") or "checked" in at):
            form.fields[name] = at.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.form = None


def forms_of(path: str, html: str) -> list[Form]:
    reader = _Forms(path)
    reader.feed(html)
    return reader.found


def walked(world: World, kinds: tuple[str, ...], **headers: str) -> Iterator[tuple[str, str, Any]]:
    """Each page that one of these people may read: (route, its address, the response)."""
    for call, (address, _view) in pages().items():
        method, route = call.split()
        if method != "GET":
            continue
        for kind in kinds:
            path = path_of(address, world.named(route, kind, own=True))
            response = world.browsers[kind].get(path, headers=headers)
            if response.status_code == 200:
                yield route, path, response


def checked(browser: Client) -> Client:
    """Its form tokens are looked at, and the ones of before are old."""
    browser.handler.enforce_csrf_checks = True
    return browser
