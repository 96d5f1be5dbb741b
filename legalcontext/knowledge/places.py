"""Whose law may answer for a place. Pure."""

from __future__ import annotations

from .schema import GENERAL


def chain(jurisdiction: str) -> tuple[str, ...]:
    """The places whose notes fit, nearest first: its own, its country's, then `general`.

    Never another state's, and never another country's: `US-CA` → US-CA, US, general; `DE` → DE,
    general; an unknown place → itself, general.
    """
    country = jurisdiction.partition("-")[0]
    return tuple(dict.fromkeys((jurisdiction, country, GENERAL)))
