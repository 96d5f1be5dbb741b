"""The names of the protocol, each once. Source of every rule here: A2A 1.0.1."""

from __future__ import annotations

from typing import Final

from legalcontext.answers.task_models import Task
from legalcontext.block.constants import EXTENSION_URI, LCP_EXTENSION_URI

VERSION: Final = "1.0"
VERSION_HEADER: Final = "A2A-Version"
EXTENSIONS_HEADER: Final = "A2A-Extensions"
DOOR: Final = "a2a"

JSON: Final = "application/json"
A2A_JSON: Final = "application/a2a+json"
EVENT_STREAM: Final = "text/event-stream"

BLOCK: Final = EXTENSION_URI
LCP: Final = LCP_EXTENSION_URI

USER: Final = "ROLE_USER"
AGENT: Final = "ROLE_AGENT"

STATES: Final[dict[str, str]] = {state.value: f"TASK_STATE_{state.name}" for state in Task.State}
"""Our states by their names on the wire."""

OTHER_STATES: Final = ("TASK_STATE_SUBMITTED", "TASK_STATE_AUTH_REQUIRED")
"""States of the protocol in which no task of this service ever is."""

TEXT_TYPES: Final = ("text/plain", "text/markdown")
"""Media types that are read as text."""
INPUT_MODES: Final = (*TEXT_TYPES, JSON)
OUTPUT_MODES: Final = ("text/plain", JSON)

MAX_ID: Final = 200
"""Longest contextId, messageId or configuration id, in code points."""
