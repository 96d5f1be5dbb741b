"""Scripted answers for the messages of the public conformance suite, by prefix of messageId.

Behind `CODOSSIER_A2A_CONFORMANCE`, which production refuses to start with. Only what a task comes
to is scripted; everything else is the door's own doing. Source: the suite's scenarios/*.feature.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings

from legalcontext.answers.task_models import Task

if TYPE_CHECKING:
    from legalcontext.answers.task_reading import Snapshot

State = Task.State
PLAIN: Final = "text/plain"
FILE: Final = {"raw": "Q29udGVudHMgb2YgdGhlIGZpbGU=", "filename": "output.txt", "mediaType": PLAIN}


@dataclass(frozen=True, slots=True)
class Script:
    """What a task comes to. pause: seconds before. parts: of its artifact; chunks: the text parts
    are streamed one by one; message: no task, but this text."""

    state: Task.State = State.COMPLETED
    said: str = ""
    parts: tuple[dict[str, Any], ...] = ()
    pause: float = 0
    chunks: bool = False
    message: str = ""


SCRIPTS: Final[dict[str, Script]] = {
    "tck-complete-task": Script(said="Hello from TCK"),
    "tck-artifact-text": Script(parts=({"text": "Generated text content"},)),
    "tck-artifact-file-url": Script(
        parts=(
            {
                "url": "https://example.com/output.txt",
                "filename": "output.txt",
                "mediaType": PLAIN,
            },
        )
    ),
    "tck-artifact-file": Script(parts=(FILE,)),
    "tck-artifact-data": Script(parts=({"data": {"key": "value", "count": 42}},)),
    "tck-message-response": Script(message="Direct message response"),
    "tck-input-required": Script(state=State.INPUT_REQUIRED),
    "tck-reject-task": Script(state=State.REJECTED, said="rejected"),
    "tck-stream-001": Script(parts=({"text": "Stream hello from TCK"},)),
    "tck-stream-003": Script(parts=({"text": "Stream task lifecycle"},)),
    "tck-stream-ordering-001": Script(parts=({"text": "Ordered output"},)),
    "tck-stream-artifact-text": Script(parts=({"text": "Streamed text content"},)),
    "tck-stream-artifact-file": Script(parts=(FILE,)),
    "tck-stream-artifact-chunked": Script(
        parts=({"text": "chunk-1 "}, {"text": "chunk-2"}), chunks=True
    ),
    "tck-test-resubscribe-message-id": Script(pause=4),
    "test-resubscribe-message-id": Script(pause=4),
    "tck-": Script(said="Hello from TCK"),
}
"""By prefix; the first that fits counts."""


def script_for(message_id: object) -> Script | None:
    """The script of a message; None: it is answered like any other."""
    if not settings.A2A_CONFORMANCE or not isinstance(message_id, str):
        return None
    fitting = (script for prefix, script in SCRIPTS.items() if message_id.startswith(prefix))
    return next(fitting, None)


def script_of(snapshot: Snapshot) -> Script | None:
    """The script that a task came to, which is that of its last message."""
    if not settings.A2A_CONFORMANCE:
        return None
    asked = [message.body for message in snapshot.messages if not message.by_agent]
    return script_for(asked[-1].get("messageId")) if asked else None


def artifacts_of(snapshot: Snapshot) -> list[dict[str, Any]]:
    """The artifact of a completed scripted task."""
    script = script_of(snapshot)
    if script is None or not script.parts or snapshot.task.status is not State.COMPLETED:
        return []
    return [{"artifactId": "scripted", "parts": list(script.parts)}]


def said(snapshot: Snapshot) -> str | None:
    """The message of a scripted task's status."""
    script = script_of(snapshot)
    fits = script is not None and script.said and snapshot.task.status is script.state
    return script.said if script is not None and fits else None
