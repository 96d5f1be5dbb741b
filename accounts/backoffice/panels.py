"""Panels of an account's page: each room shows what it has of the account, as a card.

    @panel(title="Usage", permission="answers.view_answer", order=30)
    def usage(request: HttpRequest, account: Account) -> Card: …

Figures and codes, read through the `operator` alias or the directory; no content.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.db import DatabaseError
from django.http import HttpRequest

from .cards import Card

logger = logging.getLogger("codossier.admin")

Build = Callable[[HttpRequest, Any], Card]


@dataclass(frozen=True, slots=True)
class Registered:
    title: str
    permission: str
    order: int
    icon: str
    build: Build = field(repr=False)


PANELS: list[Registered] = []


def panel(
    *, title: str, permission: str, order: int, icon: str = "info"
) -> Callable[[Build], Build]:
    """Put a panel on the account's page; lower orders stand first."""

    def register(build: Build) -> Build:
        PANELS.append(Registered(title, permission, order, icon, build))
        return build

    return register


def shown_to(request: HttpRequest, account: Any) -> list[dict[str, Any]]:
    """The panels that this operator may see; one that fails says so and no more."""
    shown = []
    for one in sorted(PANELS, key=lambda registered: registered.order):
        if not request.user.has_perm(one.permission):
            continue
        try:
            built: Card | None = one.build(request, account)
        except DatabaseError:
            logger.exception("a panel of an account could not be read")
            built = None
        shown.append({"title": one.title, "size": "half", "icon": one.icon, "card": built})
    return shown
