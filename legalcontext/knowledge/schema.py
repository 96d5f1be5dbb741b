"""The schema of a note's front matter, and the controlled words of notes. Pure: no Django.

`description` in a subschema is the advice that an author reads when that part fails.
"""

from __future__ import annotations

from typing import Any, Final

STATUSES: Final = ("draft", "in_review", "published", "withdrawn")
AUDIENCES: Final = ("individual", "professional")
COUNTINGS: Final = ("calendar", "court", "business")
SERVICES: Final = ("personal", "substituted", "mail", "publication", "electronic")
LICENCES: Final = ("CC-BY-4.0", "CC-BY-SA-4.0", "CC0-1.0", "Apache-2.0")

PASSAGE_KINDS: Final = (
    "short_answer",
    "condition",
    "step",
    "exception",
    "deadline",
    "amount",
    "handler",
    "gather",
    "urgent",
    "left_out",
)
KINDS_WITHOUT_AUTHORITY: Final = frozenset({"handler", "gather", "urgent", "left_out"})
"""Practical passages may rest on nothing; every other kind states law and names its authority."""

EVENTS: Final = (
    "summons_served",
    "notice_served",
    "moved_out",
    "judgment_entered",
    "decision_received",
    "decision_dated",
    "order_served",
    "ticket_issued",
    "employment_ended",
    "wages_due",
    "discriminatory_act",
    "right_to_sue_received",
    "injury",
    "property_damage",
    "breach",
    "last_payment",
    "validation_notice_received",
    "demand_received",
    "garnishment_served",
    "contract_signed",
    "purchase",
    "delivery",
    "repair_requested",
    "death",
    "conviction",
    "sentence_completed",
    "petition_filed",
)
"""What may start a period of law: the trigger of trigger + rule = date."""

GENERAL: Final = "general"
"""The jurisdiction of notes bound to no place."""

MAX_PHRASE_WORDS: Final = 12
MAX_PASSAGE_WORDS: Final = 140
SLUG: Final = r"^[a-z0-9]+(-[a-z0-9]+)*$"


def _text(description: str, **more: Any) -> dict[str, Any]:
    return {"type": "string", "minLength": 1, "description": description, **more}


def _one_of(values: tuple[str, ...], what: str) -> dict[str, Any]:
    return {"enum": list(values), "description": f"{what}: one of {', '.join(values)}"}


def _date(description: str) -> dict[str, Any]:
    return {
        "type": "string",
        "format": "date",
        "description": f"{description}, as 2026-01-31",
    }


def _object(required: tuple[str, ...], **properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }


def _list(items: dict[str, Any], description: str, **more: Any) -> dict[str, Any]:
    return {"type": "array", "items": items, "description": description, **more}


_ID = _text("an id of lower-case letters, digits and hyphens", pattern=SLUG)
_URL = _text("the https address of the page that was opened", pattern=r"^https://[^\s]+$")
_CITATION = _text("the source in its usual legal form")
_CHECKED_ON = _date("the day on which the page was opened")

AUTHORITY: Final = _object(
    ("id", "citation", "url", "checked_on"),
    id=_ID,
    citation=_CITATION,
    url=_URL,
    pinpoint=_text("the part of the source, such as `subd. (g)`"),
    checked_on=_CHECKED_ON,
)
FIGURE: Final = _object(
    ("id", "value", "unit", "citation", "url", "phrase", "checked_on"),
    id=_ID,
    value=_text(
        "digits without separators (`12500`, `7.5`), a fraction (`1/2`) or a date",
        pattern=r"^(\d+(\.\d+)?|\d+/[1-9]\d*|\d{4}-\d{2}-\d{2})$",
    ),
    unit=_text(
        "`USD`, or a plural in lower case such as `days`",
        pattern=r"^(USD|[a-z][a-z' -]+)$",
    ),
    citation=_CITATION,
    url=_URL,
    phrase=_text("the source's own words with the value, twelve words at most"),
    checked_on=_CHECKED_ON,
    event=_one_of(EVENTS, "what starts the period"),
    counting=_one_of(COUNTINGS, "how days are counted"),
    service=_one_of(SERVICES, "the way of service that the period belongs to"),
    in_force_from=_date("the day from which the value holds"),
    changes_on=_date("the day on which the next value may take over"),
)
FORM: Final = _object(
    ("id", "number", "title", "url"),
    id=_ID,
    number=_text("the form's number as printed on it"),
    title=_text("the form's own title"),
    url=_URL,
)
NAME: Final = _object(
    ("id", "name", "url"),
    id=_ID,
    name=_text("the proper name, digits included"),
    url=_URL,
)
NOTE: Final = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    **_object(
        (
            "key",
            "version",
            "status",
            "title",
            "jurisdiction",
            "topic",
            "audience",
            "authorities",
            "author",
            "review_due",
            "expires",
            "licence",
        ),
        key=_text(
            "the path below notes/ without .md, such as us-ca/security-deposit",
            pattern=r"^[a-z]+(-[a-z0-9]+)?/[a-z0-9]+(-[a-z0-9]+)*$",
        ),
        version={
            "type": "integer",
            "minimum": 1,
            "description": "a whole number from 1",
        },
        status=_one_of(STATUSES, "the state of the review"),
        title=_text("a short title with the place in it", maxLength=120),
        jurisdiction=_text(
            "`US-CA`, `US`, another country's ISO code, or `general`",
            pattern=r"^(general|[A-Z]{2}(-[A-Z0-9]{1,3})?)$",
        ),
        forum=_text("a forum of the block, such as `small claims court`"),
        topic=_text("a code of topics.yaml", pattern=SLUG),
        audience=_one_of(AUDIENCES, "the register it is written in"),
        asked_as=_list(
            _text(
                "at least three words in a lay person's own wording",
                pattern=r"\S+\s+\S+\s+\S+",
            ),
            "ways in which people put the question",
            maxItems=12,
            uniqueItems=True,
        ),
        authorities=_list(AUTHORITY, "at least one authority", minItems=1),
        figures=_list(FIGURE, "the ledger of figures"),
        forms=_list(FORM, "the ledger of forms"),
        names=_list(NAME, "the ledger of names with digits"),
        effective_from=_date("the law as stated holds from this day"),
        effective_to=_date("the law as stated holds to this day"),
        author=_text("who wrote the note"),
        reviewed_by=_text("the practitioner who reviewed this version"),
        reviewed_on=_date("the day of that review"),
        review_due=_date("the day by which somebody looks again"),
        expires=_date("the day from which the note is no longer used"),
        supersedes=_text("key@version of the note that this one replaces", pattern=r"^\S+@\d+$"),
        licence=_one_of(LICENCES, "the licence of the text"),
    ),
}
