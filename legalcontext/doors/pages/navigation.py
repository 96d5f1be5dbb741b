"""The main navigation: what stands in the head of every page, in this order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from django.urls import reverse
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry. route: of the namespace `pages`; section: what the pages below it name."""

    section: str
    route: str
    label: Any


ENTRIES: Final = (
    Entry("ask", "ask", _("Ask")),
    Entry("history", "history", _("History")),
    Entry("matters", "matters", _("Matters")),
    Entry("account", "account", _("Account")),
)


def entries() -> list[dict[str, Any]]:
    """Each entry with its address."""
    return [
        {"section": each.section, "url": reverse(f"pages:{each.route}"), "label": each.label}
        for each in ENTRIES
    ]
