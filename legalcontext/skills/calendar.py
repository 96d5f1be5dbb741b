"""The dates of an insight as an iCalendar file (RFC 5545).

A calendar is shared and shows on locked screens: an entry says no more than the finding's title,
and the notice or, where there is none, the handling.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from typing import Any

from icalendar import Calendar, Event

MEDIA_TYPE = "text/calendar"
PRODUCT = "-//Codossier//Legal context//EN"
_DOMAIN = "codossier.com"


def to_calendar(insight: Mapping[str, Any]) -> bytes:
    """Every finding with a `due_on` as an all-day entry; the same insight gives the same bytes.

    insight: `codossier.insight/1`. Without dates the calendar is empty.
    """
    calendar = Calendar()
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    for event in _events(insight):
        calendar.add_component(event)
    made: bytes = calendar.to_ical()
    return made


def _events(insight: Mapping[str, Any]) -> Iterator[Event]:
    block = insight["legal_context"]
    made = dt.datetime.fromisoformat(insight["created_at"])
    for position, finding in enumerate(insight["findings"]):
        if "due_on" not in finding:
            continue
        day = dt.date.fromisoformat(finding["due_on"])
        event = Event()
        # The findings of an answer never change, so neither does a finding's place among them.
        event.add("uid", f"{insight['id']}.{position}@{_DOMAIN}")
        event.add("dtstamp", made)
        event.add("dtstart", day)
        event.add("dtend", day + dt.timedelta(days=1))
        event.add("summary", finding["title"])
        event.add("description", block.get("notice") or block["handling"])
        event.add("class", "PRIVATE")
        event.add("transp", "TRANSPARENT")
        yield event
