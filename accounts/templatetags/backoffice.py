"""The way to a page, in the words of the menu."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

from django import template
from django.conf import settings
from django.urls import reverse

register = template.Library()

TURNS: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Characters without a sign of their own, which hide or turn what stands beside them."""


@register.filter
def in_words_of_the_menu(parts: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Section › list › row: what the theme calls by app and model, as the menu calls it."""
    named = {
        str(item["link"]): (item["title"], group.get("title"))
        for group in settings.UNFOLD["SIDEBAR"]["navigation"]
        for item in group["items"]
    }
    app, *rest = list(parts)
    listed = next((one for one in rest if str(one.get("link")) in named), None)
    if listed is None:
        return [app, *rest]
    title, section = named[str(listed["link"])]
    return [
        {"title": section, "link": reverse("admin:index")},
        *(one | {"title": title} if one is listed else one for one in rest),
    ]


@register.filter
def in_plain_sight(text: object) -> str:
    """Somebody's words with such characters named: `US‹U+202E›`."""
    return TURNS.sub(lambda found: f"‹U+{ord(found[0]):04X}›", str(text))
