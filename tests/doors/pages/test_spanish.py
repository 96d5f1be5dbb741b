"""Everything that the pages say is said in Spanish too; read without gettext's own tools."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polib
import pytest
from django.template import engines
from django.templatetags.i18n import BlockTranslateNode, TranslateNode
from django.utils import translation
from django.utils.text import normalize_newlines
from django.utils.translation import trim_whitespace

from accounts.services.invitations import INVITATIONS_A_DAY
from accounts.services.keys import LIVE_IN_A_CHAIN
from codossier.settings.environment import ROOT
from legalcontext.doors.pages.service_words import WORDS, said

FOLDER = ROOT / "locale" / "es" / "LC_MESSAGES"
TEMPLATES = ("pages", "account", "allauth", "mfa", "usersessions")
ROOMS = ("legalcontext", "matters", "accounts")
OPERATORS = ROOT / "accounts" / "backoffice"
MARKS = {"_", "gettext", "gettext_lazy", "gettext_noop", "ngettext", "ngettext_lazy", "pgettext"}

SERVICES = ("accounts/services", "matters/services", "legalcontext/retention")
CONSTANTS = {"LAST_OWNER", "_WHOSE"}
COUNTED = {
    "The account has mailed 100 invitations in a day; go on tomorrow.",
    "2 keys of this rotation are live; revoke the one no longer used.",
    # Of the deletion requests, whose operators' refusals are none of the pages'.
    "Say on behalf of whom it was asked.",
    "Say whose data it is and where it may be.",
}
"""Texts with a number in them, or from elsewhere."""
OF_PROGRAMS = {
    "The account has an owner, who invites others.",
    "This person is a member: make them an owner instead.",
    "An individual's account has one person.",
    "The key's holder belongs to another account.",
    "This person has left the account.",
    "A bound key rotates only itself.",
    "A test key makes test keys only.",
    "A bound key makes bound keys only.",
    "A key makes none that outlives it.",
}
"""What only an operator, or a program with a key, can be told."""
HOLES = re.compile(r"%\(\w+\)s|</?\w+[^>]*>")


@pytest.fixture(scope="module")
def catalogue() -> polib.POFile:
    return polib.pofile(str(FOLDER / "django.po"))


def test_nothing_is_untranslated_or_unsure(catalogue):
    unsure = catalogue.untranslated_entries() + catalogue.fuzzy_entries()
    assert [entry.msgid for entry in unsure + catalogue.obsolete_entries()] == []


def test_what_is_read_at_run_time_is_what_was_written(catalogue):
    def texts(entries: Any) -> dict[tuple[str, str | None], Any]:
        return {
            (one.msgid, one.msgctxt): one.msgstr_plural or one.msgstr
            for one in entries
            if one.msgid
        }

    assert texts(polib.mofile(str(FOLDER / "django.mo"))) == texts(catalogue)


def test_names_and_marks_within_a_text_stay(catalogue):
    for entry in catalogue:
        said = entry.msgstr_plural.get(1) or entry.msgstr
        meant = entry.msgid_plural or entry.msgid
        assert sorted(HOLES.findall(said)) == sorted(HOLES.findall(meant)), entry.msgid


def test_every_text_of_a_template_is_there(catalogue):
    known = {entry.msgid for entry in catalogue}
    missing = {
        (path.name, text)
        for name in TEMPLATES
        for path in (ROOT / "templates" / name).rglob("*.html")
        for text in _of_template(path)
        if text not in known
    }
    assert missing == set()


def test_every_text_of_the_code_is_there(catalogue):
    known = {entry.msgid for entry in catalogue}
    missing = {
        (path.name, text)
        for room in ROOMS
        for path in (ROOT / room).rglob("*.py")
        if OPERATORS not in path.parents
        for text in _of_code(path)
        if text not in known
    }
    assert missing == set()


def test_what_the_services_refuse_is_said_in_spanish():
    """No text of theirs that a person can cause is left out, and none is kept that they dropped."""
    literals = {
        text
        for room in SERVICES
        for path in (ROOT / room).rglob("*.py")
        for text in _refusals(path)
    }
    assert literals - set(WORDS) - OF_PROGRAMS == set()
    assert set(WORDS) - literals == COUNTED
    assert (INVITATIONS_A_DAY, LIVE_IN_A_CHAIN) == (100, 2)
    with translation.override("es"):
        assert said(WORDS[0]) != WORDS[0]
        assert said("not one of them") == "not one of them"


def _refusals(path: Path) -> Iterator[str]:
    """The fixed texts of a module's `ValidationError(…)`, and of constants that it raises."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        raised = isinstance(node, ast.Call) and ast.unparse(node.func) == "ValidationError"
        kept = isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) in CONSTANTS
        if raised or kept:
            composed = [part for part in ast.walk(node) if isinstance(part, ast.JoinedStr)]
            pieces = {piece for part in composed for piece in part.values}
            for inner in set(ast.walk(node)) - pieces:
                if isinstance(inner, ast.Constant) and str(inner.value).endswith("."):
                    yield str(inner.value)


def _of_template(path: Path) -> Iterator[str]:
    source = path.read_text(encoding="utf-8")
    template: Any = engines["django"].from_string(source)
    for node in template.template.nodelist.get_nodes_by_type(TranslateNode):
        yield node.filter_expression.var.literal
    for node in template.template.nodelist.get_nodes_by_type(BlockTranslateNode):
        for part in filter(None, (node.singular, node.plural)):
            text = node.render_token_list(part)[0]
            yield trim_whitespace(text) if node.trimmed else normalize_newlines(text)
            break  # gettext finds both forms by the first
    yield from re.findall(r"""[=\s]_\("([^"]+)"\)""", source)


def _of_code(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
            first = node.args[-1 if node.func.id == "pgettext" else 0]
            if node.func.id in MARKS and isinstance(first, ast.Constant):
                yield str(first.value)
