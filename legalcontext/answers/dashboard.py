"""The dashboard's cards about what is asked. Live answers of the last thirty days, read as the
operator: metadata only."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from django.db.models import Count, F, Func, QuerySet
from django.db.models.functions import TruncDate
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from accounts.backoffice.cards import Card, Chart, Colour, Line, Series, card
from legalcontext.contracts.quick_ask import SKILLS
from legalcontext.retention.knowing import may_know

from .models import DOORS, Answer

DAYS: Final = 30
SHOWN: Final = 8
SEEN = "answers.view_answer"
EDITS = "knowledge.view_note"
"""What says nothing of an account and is the editors' to mend: numbers by code and by place."""

DOOR_COLOURS: Final[Mapping[str, Colour]] = {
    "rest": "primary",
    "a2a": "info",
    "mcp": "warning",
    "pages": "success",
}
BASES: Final[Mapping[str, Colour]] = {"stated": "success", "inferred": "info", "default": "warning"}
SKILL_COLOURS: Final[Mapping[str, Colour]] = dict(
    zip(SKILLS, ("primary", "info", "warning"), strict=True)
)


def listed_for(user: Any, rows: QuerySet[Answer]) -> QuerySet[Answer]:
    """The answers that an operator may know of.

    That one is still there past its time, or after somebody asked to delete it, tells that a hold
    keeps it: whoever may not know of holds sees none that the sweep would take.
    """
    if may_know(user):
        return rows
    return rows.filter(expires_at__gt=timezone.now(), deletion_asked_at=None)


def recent(user: Any) -> QuerySet[Answer]:
    """Answers of live keys in the last thirty days, as this operator may know of them."""
    since = timezone.now() - dt.timedelta(days=DAYS)
    rows: QuerySet[Answer] = Answer.objects.using("operator").filter(
        created_at__gte=since, test=False
    )
    return listed_for(user, rows)


def counted(request: HttpRequest) -> Sequence[Mapping[str, Any]]:
    """`{day, skill, door, basis, number}`: one query for all cards of one page."""
    kept = getattr(request, "_answers_counted", None)
    if kept is None:
        kept = list(
            recent(request.user)
            .annotate(day=TruncDate("created_at"))
            .values("day", "skill", "door", "basis")
            .annotate(number=Count("*"))
            .order_by()
        )
        request._answers_counted = kept  # type: ignore[attr-defined]
    return kept


def by_day(rows: Iterable[Mapping[str, Any]], member: str, colours: Mapping[str, Colour]) -> Chart:
    """One bar a day, in parts by `member`; days without an ask are there too."""
    today = timezone.now().date()
    days = [today - dt.timedelta(days=back) for back in range(DAYS, -1, -1)]
    numbers: Counter[tuple[str, dt.date]] = Counter()
    for row in rows:
        numbers[row[member], row["day"]] += row["number"]
    return Chart(
        labels=[f"{day:%-d %b}" for day in days],
        series=[
            Series(value.replace("_", " "), [numbers[value, day] for day in days], colour)
            for value, colour in colours.items()
        ],
        kind="stacked",
    )


@card(title="Answers, 30 days", permission=SEEN, order=5, size="small", icon="forum")
def answers(request: HttpRequest) -> Card:
    number = sum(row["number"] for row in counted(request))
    default = sum(row["number"] for row in counted(request) if row["basis"] == "default")
    share = f"{100 * default / number:.0f} % on a default frame" if number else "none asked"
    return Card(figure=number, caption=share, href=reverse("admin:answers_answer_changelist"))


@card(title="Asks by door", permission=SEEN, order=20, icon="door_open")
def by_door(request: HttpRequest) -> Card:
    colours = {door: DOOR_COLOURS[door] for door in DOORS}
    return Card(chart=by_day(counted(request), "door", colours), empty="Nobody has asked yet.")


@card(title="Asks by skill", permission=SEEN, order=21, icon="category")
def by_skill(request: HttpRequest) -> Card:
    chart = by_day(counted(request), "skill", SKILL_COLOURS)
    return Card(chart=chart, empty="Nobody has asked yet.")


@card(title="What the frame rests on", permission=SEEN, order=22, icon="conditions")
def bases(request: HttpRequest) -> Card:
    chart = by_day(counted(request), "basis", BASES)
    return Card(chart=chart, empty="Nobody has asked yet.")


@card(title="Values that were not recognised", permission=EDITS, order=23, icon="help_center")
def unrecognised(request: HttpRequest) -> Card:
    """Callers write something in the block that we cannot read: their fault, or ours."""
    codes = (
        recent(request.user)
        .annotate(code=Func(F("note_codes"), function="unnest"))
        .values("code", day=TruncDate("created_at"))
        .annotate(number=Count("*"))
        .order_by()
    )
    rows = [row for row in codes if row["code"].endswith("_unrecognized")]
    found = Counter[str]()
    for row in rows:
        found[row["code"]] += row["number"]
    colours: dict[str, Colour] = dict(
        zip(sorted(found), ("primary", "info", "warning", "danger", "muted"), strict=False)
    )
    return Card(
        chart=by_day([{**row, "code": row["code"]} for row in rows], "code", colours),
        empty=f"Every value of the last {DAYS} days was recognised.",
    )


@card(title="Consults without a note", permission=EDITS, order=24, icon="travel_explore")
def abstentions(request: HttpRequest) -> Card:
    """Where the search found nothing near enough: the gaps of the knowledge base."""
    gaps = (
        recent(request.user)
        .filter(skill="consult", status=Answer.Status.DONE, notes_cited=[])
        .values("jurisdiction")
        .annotate(number=Count("*"))
        .order_by("-number", "jurisdiction")
    )
    rows = list(gaps)
    number = sum(row["number"] for row in rows)
    listed = reverse("admin:answers_answer_changelist") if request.user.has_perm(SEEN) else ""
    return Card(
        figure=number if rows else None,
        caption="abstentions, by the place of the frame",
        lines=[
            Line(
                row["jurisdiction"],
                row["number"],
                f"{listed}?place={row['jurisdiction']}" if listed else "",
            )
            for row in rows[:SHOWN]
        ],
        empty=f"Every consult of the last {DAYS} days found a note.",
    )
