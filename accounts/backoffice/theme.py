"""What the rooms take from unfold, with types: it ships none, and its classes are Django's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar

if TYPE_CHECKING:
    from django.contrib.admin import ModelAdmin, StackedInline, TabularInline
    from django.contrib.admin.views.main import ChangeList
else:
    from unfold.admin import ModelAdmin, StackedInline, TabularInline
    from unfold.views import ChangeList

__all__ = [
    "ChangeList",
    "ModelAdmin",
    "StackedInline",
    "State",
    "TabularInline",
    "badge",
    "display",
]

Shown = TypeVar("Shown", bound=Callable[..., Any])
State = Literal["success", "info", "warning", "danger", "primary"]


def display(
    *,
    description: str | None = None,
    ordering: str | None = None,
    boolean: bool | None = None,
    empty_value: str | None = None,
) -> Callable[[Shown], Shown]:
    """Django's `display` with unfold's looks."""
    from unfold.decorators import display as themed

    decorate: Callable[[Shown], Shown] = themed(
        description=description, ordering=ordering, boolean=boolean, empty_value=empty_value
    )
    return decorate


def badge(
    *,
    description: str | None = None,
    ordering: str | None = None,
    states: Mapping[str, State] | None = None,
) -> Callable[[Shown], Shown]:
    """A column whose value stands in a coloured badge.

    states: the colour of each value; a value that is not there, or no mapping, is grey.
    """
    from unfold.decorators import display as themed

    label: Any = dict(states) if states is not None else True
    decorate: Callable[[Shown], Shown] = themed(
        description=description, ordering=ordering, label=label
    )
    return decorate
