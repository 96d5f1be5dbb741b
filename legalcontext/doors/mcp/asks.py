"""The asking tools and `get_answer`."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from accounts.idempotency import InProgress
from accounts.models import Scope
from accounts.principal import InsufficientScope
from legalcontext.answers import ask as asking
from legalcontext.answers import history
from legalcontext.answers.errors import NotFound
from legalcontext.block.constants import MCP_META_KEY
from legalcontext.block.types import Fault
from legalcontext.contracts import InvalidAsk, QuickAsk, parse_quick_ask
from legalcontext.contracts.quick_ask import SkillName
from legalcontext.doors.problems import Code, Problem, problem_of
from legalcontext.switches.errors import SwitchedOff

from .arguments import text_argument
from .calls import BLOCK, OF_THE_REQUEST, Call, Outcome, Refused
from .retries import ask_once
from .schemas import INLINE_CHARACTERS
from .texts import in_words

CONTEXT: Final = "/context"

BOTH_STATED: Final = {
    "code": "context_argument_ignored",
    "message": (
        f"The block came twice and differs: under _meta[“{MCP_META_KEY}”], which was used, and in "
        "the argument “context”, which was not. Send it once."
    ),
    "field": "context",
    "evidence": [],
}

STILL_WORKING: Final = Problem(
    Code.IN_PROGRESS,
    "The same call is still being worked on. Make it again in a moment, unchanged, to get its "
    "result; it is not started twice.",
    retry_after=2,
)


TOO_LONG: Final = Problem(
    Code.TOO_LARGE,
    f"The documents of one call may have {INLINE_CHARACTERS:,} characters between them. Send the "
    "parts that matter, or review the papers one by one; programs can send more to POST /v1/asks.",
    errors=(Fault("/documents", f"Must have at most {INLINE_CHARACTERS:,} characters in all."),),
)


def ask(skill: SkillName, call: Call) -> Outcome:
    """Ask one skill. InvalidAsk, Refused, and all that `asking.ask` raises."""
    stated = _stated(call)
    quick_ask = _quick_ask(skill, call, stated)
    if sum(len(document.text or "") for document in quick_ask.documents) > INLINE_CHARACTERS:
        raise Refused(TOO_LONG)
    language = asking.language_of(quick_ask)
    with _framed(call, quick_ask):
        insight = ask_once(call.principal, quick_ask, language)
    if _stated_twice(call):
        insight = insight | {"context_notes": [*insight["context_notes"], BOTH_STATED]}
    return _outcome(insight, language)


def get_answer(call: Call) -> Outcome:
    """One answer again. NotFound; InvalidAsk: no id was given."""
    answer_id = text_argument(call.arguments, "id")
    given = history.read_given(call.principal, answer_id)
    return _outcome(given.insight, given.language)


def scopes_of_ask(call: Call) -> tuple[str, ...]:
    """Asking; and reading matters, where the block names one."""
    stated = _stated(call)
    named = isinstance(stated, Mapping) and stated.get("matter")
    return (Scope.ASK, Scope.MATTERS_READ) if named else (Scope.ASK,)


def _stated(call: Call) -> Any:
    """The block: of `_meta` where there is one, else of the argument `context`."""
    return call.arguments.get("context") if _is_absent(call.block) else call.block


def _stated_twice(call: Call) -> bool:
    argument = call.arguments.get("context")
    return not _is_absent(call.block) and not _is_absent(argument) and call.block != argument


def _is_absent(block: Any) -> bool:
    """null, an empty string and an empty object all state nothing."""
    return block is None or block == "" or block == {}


def _quick_ask(skill: SkillName, call: Call, stated: Any) -> QuickAsk:
    """InvalidAsk; Refused: a block of `_meta` is at fault, each part named where it stood."""
    try:
        return parse_quick_ask({**call.arguments, "skill": skill, "context": stated})
    except InvalidAsk as error:
        problem = problem_of(error)
        if problem is None or _is_absent(call.block):
            raise
        placed = tuple(_placed(fault) for fault in problem.errors)
        raise Refused(dataclasses.replace(problem, errors=placed)) from None


def _placed(fault: Fault) -> Fault:
    in_block = fault.pointer == CONTEXT or fault.pointer.startswith(f"{CONTEXT}/")
    if not in_block:
        return fault
    return dataclasses.replace(fault, pointer=BLOCK + fault.pointer.removeprefix(CONTEXT))


@contextmanager
def _framed(call: Call, quick_ask: QuickAsk) -> Iterator[None]:
    """A refusal of an ask whose frame is known carries it.

    What may not be read has no frame: naming one would tell what was there.
    """
    try:
        yield
    except (NotFound, InsufficientScope):
        raise
    except Exception as error:
        problem = STILL_WORKING if isinstance(error, InProgress) else problem_of(error)
        of_the_ask = isinstance(error, SwitchedOff)
        if problem is None or (problem.code in OF_THE_REQUEST and not of_the_ask):
            raise
        _, legal_context = asking.resolve_block(call.principal, quick_ask)
        raise Refused(problem, legal_context) from error


def _outcome(insight: Mapping[str, Any], language: str) -> Outcome:
    return Outcome(insight, in_words(insight, language), insight["legal_context"])
