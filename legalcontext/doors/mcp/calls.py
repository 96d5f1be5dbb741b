"""A call of a tool, and the two ways in which it ends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from accounts.principal import Principal
from legalcontext.block.constants import MCP_META_KEY
from legalcontext.block.storable import pointer_to
from legalcontext.doors.problems import Code, Problem
from legalcontext.doors.request_id import current_request_id

PROBLEM_META_KEY = "com.codossier/problem"
"""In the `_meta` of a refusal: `{code, request_id, errors?, retry_after?}`, for programs."""

OF_THE_REQUEST = frozenset(
    {
        Code.UNAUTHENTICATED,
        Code.INSUFFICIENT_SCOPE,
        Code.RATE_LIMITED,
        Code.INTERNAL,
        Code.UNAVAILABLE,
    }
)
"""Problems that have an HTTP status of their own; every other is a tool's refusal, for the model
to read and mend its call by."""

BLOCK = pointer_to("/_meta", MCP_META_KEY)


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a tool. block: what stood under the block's key of `_meta`, None if nothing."""

    principal: Principal
    arguments: Mapping[str, Any]
    block: Any = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a tool found. structured: fits its output schema; text: the same in words; block: the
    frame, for `_meta`, where there is one."""

    structured: Mapping[str, Any] | None
    text: str
    block: Mapping[str, Any] | None = None

    def result(self) -> dict[str, Any]:
        """As a `CallToolResult`."""
        result: dict[str, Any] = {"content": [{"type": "text", "text": self.text}]}
        if self.structured is not None:
            result["structuredContent"] = self.structured
        if self.block is not None:
            result["_meta"] = {MCP_META_KEY: self.block}
        return result


class Refused(Exception):
    """A call that a tool refuses. block: the frame, where one was found before."""

    def __init__(self, problem: Problem, block: Mapping[str, Any] | None = None) -> None:
        super().__init__(problem.code)
        self.problem = problem
        self.block = block

    def result(self) -> dict[str, Any]:
        """As a `CallToolResult` that is an error: words to act on, and no structured content."""
        problem = self.problem
        meta: dict[str, Any] = {PROBLEM_META_KEY: _for_programs(problem)}
        if self.block is not None:
            meta[MCP_META_KEY] = self.block
        return {
            "content": [{"type": "text", "text": _in_words(problem)}],
            "isError": True,
            "_meta": meta,
        }


def _in_words(problem: Problem) -> str:
    lines = [f"{problem.title} ({problem.code.value}). {problem.detail}"]
    lines += [f"- {fault.pointer}: {fault.detail}" for fault in problem.errors]
    return "\n".join(lines)


def _for_programs(problem: Problem) -> dict[str, Any]:
    shown: dict[str, Any] = {"code": problem.code.value, "request_id": current_request_id()}
    if problem.errors:
        shown["errors"] = [{"pointer": f.pointer, "detail": f.detail} for f in problem.errors]
    if problem.retry_after is not None:
        shown["retry_after"] = problem.retry_after
    return shown
