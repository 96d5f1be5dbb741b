"""The dashboard's cards about the notes: their calendar, and what they leave out."""

from __future__ import annotations

import datetime as dt
from typing import Final

from django.db.models import Count, Q
from django.http import HttpRequest
from django.urls import reverse

from accounts.backoffice.cards import Card, Line, State, card

from .coverage import coverage
from .coverage_map import rows_of
from .models import Note

SHOWN: Final = 6


@card(title="Gaps in the notes", permission="knowledge.view_note", order=71, icon="grid_on")
def gaps(request: HttpRequest) -> Card:
    """Topics and places without a note of the place's own, of all that notes are about."""
    today = dt.datetime.now(tz=dt.UTC).date()
    places, rows = rows_of(coverage(today, include_unreviewed=True))
    listed = reverse("admin:coverage")
    most = sorted((row for row in rows if row.gaps), key=lambda row: -row.gaps)
    return Card(
        figure=sum(row.gaps for row in rows) if places else None,
        caption=f"of {len(rows) * len(places)} cells of topic and place",
        href=listed,
        lines=[
            Line(row.topic.title, f"{row.gaps} of {len(places)} places", listed)
            for row in most[:SHOWN]
        ]
        if places
        else (),
        empty="No note is loaded: manage.py load_notes.",
    )


@card(title="Notes", permission="knowledge.view_note", order=70, icon="description")
def calendar(request: HttpRequest) -> Card:
    """What is lapsed and what is to be reviewed, of the notes in use."""
    today = dt.datetime.now(tz=dt.UTC).date()
    count = Note.objects.filter(in_use=True).aggregate(
        used=Count("pk"),
        lapsed=Count("pk", filter=Q(expires__lte=today)),
        due=Count("pk", filter=Q(review_due__lt=today, expires__gt=today)),
        unreviewed=Count("pk", filter=~Q(status=Note.Status.PUBLISHED)),
    )
    listed = reverse("admin:knowledge_note_changelist")
    return Card(
        figure=count["used"] or None,
        caption="in use",
        href=listed,
        lines=[
            Line("Lapsed", count["lapsed"], f"{listed}?due=lapsed", _bad(count["lapsed"])),
            Line("Review due", count["due"], f"{listed}?due=due", _late(count["due"])),
            Line("Not reviewed by a practitioner", count["unreviewed"], listed),
        ]
        if count["used"]
        else (),
        empty="No note is loaded: manage.py load_notes.",
    )


def _bad(number: int) -> State:
    return "danger" if number else "success"


def _late(number: int) -> State:
    return "warning" if number else "success"
