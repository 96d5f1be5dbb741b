"""Cards of the dashboard: each room shows its own, to whoever may see what it is about.

    @card(title="Expiring keys", permission="accounts.view_apikey", order=50)
    def expiring_keys(request: HttpRequest) -> Card: …

A card reads figures through the `operator` alias, in a query or two, and names no person.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from django.db import DatabaseError
from django.http import HttpRequest

logger = logging.getLogger("codossier.admin")

State = Literal["", "success", "warning", "danger", "info"]
Colour = Literal["primary", "success", "warning", "danger", "info", "muted"]

COLOURS: Mapping[Colour, str] = {
    "primary": "var(--color-primary-600)",
    "success": "#15803d",
    "warning": "#c2410c",
    "danger": "#b91c1c",
    "info": "#1d4ed8",
    "muted": "var(--color-base-400)",
}
"""Readable on light and dark grounds; each card says its colours in words as well."""


@dataclass(frozen=True, slots=True)
class Series:
    """One line, or one part of each bar."""

    label: str
    values: Sequence[float]
    colour: Colour = "primary"


@dataclass(frozen=True, slots=True)
class Chart:
    """kind: `bar`, `stacked` (bars on top of each other) or `line`."""

    labels: Sequence[str]
    series: Sequence[Series]
    kind: Literal["bar", "stacked", "line"] = "bar"

    @property
    def type(self) -> str:
        return "line" if self.kind == "line" else "bar"

    @property
    def data(self) -> str:
        """What chart.js takes."""
        return json.dumps(
            {
                "labels": list(self.labels),
                "datasets": [
                    {
                        "label": one.label,
                        "data": list(one.values),
                        "backgroundColor": COLOURS[one.colour],
                        "borderColor": COLOURS[one.colour],
                        "borderWidth": 2 if self.kind == "line" else 0,
                        "stack": "all" if self.kind == "stacked" else one.label,
                    }
                    for one in self.series
                ],
            }
        )

    @property
    def options(self) -> str:
        scale = {"stacked": self.kind == "stacked", "grid": {"display": False}}
        return json.dumps(
            {
                "responsive": True,
                "maintainAspectRatio": False,
                "animation": False,
                "plugins": {"legend": {"display": len(self.series) > 1, "position": "bottom"}},
                "scales": {
                    "x": scale | {"ticks": {"maxRotation": 0, "autoSkip": True}},
                    "y": scale | {"beginAtZero": True, "ticks": {"precision": 0}},
                },
            }
        )

    @property
    def rows(self) -> list[tuple[str, list[float]]]:
        """The same figures as a table, for whoever does not see the chart."""
        return [
            (label, [one.values[place] for one in self.series])
            for place, label in enumerate(self.labels)
        ]

    @property
    def is_empty(self) -> bool:
        return not any(value for one in self.series for value in one.values)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a card: what, how many, where it leads."""

    text: str
    value: str | int = ""
    href: str = ""
    state: State = ""


@dataclass(frozen=True, slots=True)
class Card:
    """What a card shows: a figure, a chart, lines, or some of these. empty: said without data."""

    figure: str | int | None = None
    caption: str = ""
    chart: Chart | None = None
    lines: Sequence[Line] = ()
    empty: str = "Nothing yet."
    href: str = ""
    state: State = ""

    @property
    def is_empty(self) -> bool:
        no_chart = self.chart is None or self.chart.is_empty
        return self.figure is None and not self.lines and no_chart


Build = Callable[[HttpRequest], Card]
Size = Literal["small", "half", "wide"]


@dataclass(frozen=True, slots=True)
class Registered:
    title: str
    permission: str
    order: int
    size: Size
    icon: str
    build: Build = field(repr=False)


CARDS: list[Registered] = []

MOST_COLUMNS: Final = 5
"""Figures side by side on a desk; more are too narrow to read."""


def card(
    *, title: str, permission: str, order: int, size: Size = "half", icon: str = "monitoring"
) -> Callable[[Build], Build]:
    """Put a card on the dashboard.

    order: lower stands first; the rooms leave gaps of ten. size: `small` (a figure, in the rows
    above all others), `half` (two in a row) or `wide`.
    """

    def register(build: Build) -> Build:
        CARDS.append(Registered(title, permission, order, size, icon, build))
        return build

    return register


def columns_for(number: int) -> int:
    """How many figures stand side by side, so that the rows are as even as they can be."""
    if number <= MOST_COLUMNS:
        return max(number, 1)
    rows = -(-number // (MOST_COLUMNS - 1))
    return -(-number // rows)


def shown_to(request: HttpRequest) -> list[dict[str, Any]]:
    """The cards that this operator may see, in order; one that fails says so and no more."""
    shown = []
    for one in sorted(CARDS, key=lambda registered: registered.order):
        if not request.user.has_perm(one.permission):
            continue
        try:
            built: Card | None = one.build(request)
        except DatabaseError:
            logger.exception("a card of the dashboard could not be read")
            built = None
        shown.append({"title": one.title, "size": one.size, "icon": one.icon, "card": built})
    return shown
