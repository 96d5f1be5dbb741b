"""The way to a page, in the words of the menu."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import template
from django.conf import settings
from django.urls import reverse

register = template.Library()


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
