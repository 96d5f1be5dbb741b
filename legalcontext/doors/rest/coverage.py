"""`/v1/coverage`: what can be answered, public and cacheable. It holds nothing of any account."""

from __future__ import annotations

import datetime as dt
from dataclasses import asdict
from typing import Any, Final

from django.utils import timezone
from django.utils.cache import patch_cache_control
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from legalcontext.block import canonical_jurisdiction
from legalcontext.block.types import Fault
from legalcontext.contracts.quick_ask import InvalidAsk
from legalcontext.knowledge.coverage import SKILLS, Covered, coverage
from legalcontext.knowledge.places import chain
from legalcontext.knowledge.schema import GENERAL
from legalcontext.knowledge.topics import topics

from .openapi import documented
from .views import PublicView

FIVE_MINUTES: Final = 300

COUNT = {"type": "integer", "minimum": 0}
COVERAGE: dict[str, Any] = {
    "type": "object",
    "required": ["as_of", "topics", "data"],
    "properties": {
        "as_of": {"type": "string", "format": "date", "description": "UTC"},
        "topics": {
            "type": "array",
            "description": "the topics that stand in `data`",
            "items": {
                "type": "object",
                "required": ["code", "area", "title"],
                "properties": {
                    "code": {"type": "string"},
                    "area": {"type": "string"},
                    "title": {"type": "string"},
                    "list": {"type": "string", "description": "code in LIST (NSMI), where known"},
                    "folio": {"type": "string", "description": "code in FOLIO, where known"},
                },
            },
        },
        "data": {
            "type": "array",
            "description": "what is left out cannot be answered from a note",
            "items": {
                "type": "object",
                "required": ["topic", "jurisdiction", "skill", "reviewed", "unreviewed"],
                "properties": {
                    "topic": {"type": "string"},
                    "jurisdiction": {
                        "type": "string",
                        "description": "whose law the notes state; `general` for none",
                    },
                    "skill": {"type": "string", "enum": list(SKILLS)},
                    "reviewed": COUNT | {"description": "notes that a practitioner reviewed"},
                    "unreviewed": COUNT | {"description": "notes that none did"},
                },
            },
        },
    },
}


class Coverage(PublicView):
    """What can be answered."""

    @documented(
        "Read the coverage",
        gives=COVERAGE,
        parameters=(
            OpenApiParameter(
                "jurisdiction",
                str,
                description="only notes that may answer there: its own, its country's and general "
                "ones",
            ),
            OpenApiParameter("topic", str, enum=list(topics())),
            OpenApiParameter("skill", str, enum=list(SKILLS)),
        ),
        public=True,
        tag="the service itself",
    )
    def get(self, request: Request) -> Response:
        """Topic × place × skill, with the notes behind each: reviewed or not."""
        places, topic, skill = _asked(request.query_params)
        today = timezone.now().date()
        found = [
            covered
            for covered in coverage(today)
            if (places is None or covered.jurisdiction in places)
            and topic in (None, covered.topic)
            and skill in (None, covered.skill)
        ]
        response = Response(body_of(found, today))
        patch_cache_control(response, public=True, max_age=FIVE_MINUTES)
        return response


def body_of(found: list[Covered], today: dt.date) -> dict[str, Any]:
    """The coverage in the shape of `COVERAGE`."""
    shown = {covered.topic for covered in found}
    return {
        "as_of": today.isoformat(),
        "topics": [
            {
                "code": topic.code,
                "area": topic.area,
                "title": topic.title,
                **({"list": topic.list} if topic.list else {}),
                **({"folio": topic.folio} if topic.folio else {}),
            }
            for topic in topics().values()
            if topic.code in shown
        ],
        "data": [asdict(covered) for covered in found],
    }


def _asked(query: Any) -> tuple[tuple[str, ...] | None, str | None, str | None]:
    """Places, topic and skill that are asked for. InvalidAsk: there is no such thing."""
    place, topic, skill = (query.get(name) or None for name in ("jurisdiction", "topic", "skill"))
    faults: list[Fault] = []
    places: tuple[str, ...] | None = None
    if place is not None:
        canonical = canonical_jurisdiction(place)
        if place == GENERAL:
            places = (GENERAL,)
        elif canonical is not None:
            places = chain(canonical.value)
        else:
            faults.append(Fault("?jurisdiction", "give a code such as US-CA, or general"))
    if topic is not None and topic not in topics():
        faults.append(Fault("?topic", f"give one of {', '.join(topics())}"))
    if skill is not None and skill not in SKILLS:
        faults.append(Fault("?skill", f"give one of {', '.join(SKILLS)}"))
    if faults:
        raise InvalidAsk(tuple(faults))
    return places, topic, skill
