"""The tools: what each is called, takes, gives and may do, and the function that runs it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Any, Final

from mcp_types import ToolAnnotations

from accounts.models import Scope
from legalcontext.contracts.quick_ask import SkillName

from .asks import ask, get_answer, scopes_of_ask
from .calls import Call, Outcome
from .matters import LIST_ARGUMENTS, MATTER_PAGE, list_matters
from .schemas import Schema, ask_schema, insight_schema


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool as it is listed and called.

    scopes: what a call needs of its credential. client_capabilities: what it needs of its client.
    """

    name: str
    title: str
    description: str
    input_schema: Schema
    output_schema: Schema | None
    annotations: ToolAnnotations
    scopes: Callable[[Call], tuple[str, ...]]
    run: Callable[[Call], Outcome]
    client_capabilities: tuple[str, ...] = ()

    def listed(self) -> dict[str, Any]:
        """As `tools/list` shows it."""
        shown: dict[str, Any] = {
            "name": self.name,
            "title": self.title,
            "description": self.description,
            "inputSchema": self.input_schema,
            "annotations": self.annotations.model_dump(by_alias=True, exclude_none=True),
        }
        if self.output_schema is not None:
            shown["outputSchema"] = self.output_schema
        return shown


READS: Final = ToolAnnotations(read_only_hint=True, open_world_hint=False)
"""Changes nothing, and reaches nothing but this service."""

KEEPS: Final = ToolAnnotations(
    read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=False
)
"""Keeps an answer in the history; the same call made much later keeps another one."""

COMMON: Final = (
    " The answer rests on practitioner notes, not on case-law research; it is legal information. "
    "It carries its frame in legal_context: pass its handling and notice on with the answer, "
    "word for word. If question_back is there, ask the user that, and call again with the reply "
    "in context. The answer is kept in the account's history, under its id."
)

DESCRIPTIONS: Final[dict[SkillName, tuple[str, str]]] = {
    "triage": (
        "Triage a legal situation",
        "Sorts out a situation that somebody tells in their own words: which legal topics it "
        "touches, how urgent it is, emergencies and deadlines first, who handles such a thing, "
        "and what to gather. Use it first when it is not yet clear what kind of problem this is "
        "or where to turn. For a question about what the law says use consult; for a paper use "
        "document_review.",
    ),
    "consult": (
        "Consult on a legal question",
        "Answers one legal question about a place: a short answer, conditions, steps, "
        "exceptions, deadlines with their authority, and what would change the answer. Use it "
        "for what the rule is, how long somebody has, what to do next. US law in the first "
        "place; where nothing covers the place, it says so instead of guessing. For a situation "
        "that is not sorted out yet use triage; for a paper use document_review.",
    ),
    "document_review": (
        "Review a legal document",
        "Reads papers that are sent as text (lease, notice, contract, demand letter, summons, "
        "order): what each is, its parties, dates, amounts, governing law and clauses, what is "
        "missing and what to ask about it, every finding quoted with its place in the text. Use "
        "it when there is a document; put its whole text into documents and what the user wants "
        "to know into question.",
    ),
}


def _asking(skill: SkillName) -> Tool:
    title, description = DESCRIPTIONS[skill]
    return Tool(
        name=skill,
        title=title,
        description=description + COMMON,
        input_schema=ask_schema(),
        output_schema=insight_schema(),
        annotations=KEEPS,
        scopes=scopes_of_ask,
        run=partial(ask, skill),
    )


GET_ANSWER: Final = Tool(
    name="get_answer",
    title="Read an answer again",
    description=(
        "Gives an earlier answer again by its id, as it was given; what it says about how long "
        "it is kept is of today. Use it to come back to an answer instead of asking the same "
        "again, or when a call was cut off and its id is known."
    ),
    input_schema={
        "type": "object",
        "properties": {
            "id": {
                "type": "string",
                "description": "The id member of an answer.",
                "minLength": 1,
                "maxLength": 200,
                "examples": ["ans_0199f1d2c3b47c0e9a5b6d7e8f901234"],
            }
        },
        "required": ["id"],
    },
    output_schema=insight_schema(),
    annotations=READS,
    scopes=lambda call: (Scope.HISTORY_READ,),
    run=get_answer,
)

LIST_MATTERS: Final = Tool(
    name="list_matters",
    title="List the user's matters",
    description=(
        "Lists the matters that this credential may read, newest first: id, title, place and "
        "status. Use it to find the id that context.matter takes, when the user speaks of one "
        "of their matters. An ask reads no matter unless it names one."
    ),
    input_schema=LIST_ARGUMENTS,
    output_schema=MATTER_PAGE,
    annotations=READS,
    scopes=lambda call: (Scope.MATTERS_READ,),
    run=list_matters,
)

TOOLS: Final = MappingProxyType(
    {
        tool.name: tool
        for tool in (
            _asking("triage"),
            _asking("consult"),
            _asking("document_review"),
            GET_ANSWER,
            LIST_MATTERS,
        )
    }
)
"""Every tool by its name, in the order of the list; the same for every credential."""
