"""Codes in the words of the pages, for templates."""

from __future__ import annotations

from django import template

from legalcontext.doors.pages.forms.account import SCOPES

register = template.Library()
_SCOPES = dict(SCOPES)


@register.filter
def scope_words(scope: str) -> str:
    """What a key may do, as the form of a new one says it."""
    return str(_SCOPES.get(scope, scope))
