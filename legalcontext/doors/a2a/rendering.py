"""Tasks, artifacts and events as the protocol's JSON. Numbers stay what they are: 42 is 42.

Members that do not apply are left out. What an extension adds is there for a reader who activated
it in this very request, and for no other.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any, Final

from legalcontext.answers.task_models import PushConfig, Task, TaskMessage
from legalcontext.answers.task_reading import Snapshot
from legalcontext.answers.task_steps import public_task_id
from legalcontext.skills.rendering import to_text

from . import conformance, lcp
from .messages import without_inactive
from .protocol import AGENT, BLOCK, JSON, STATES, TEXT_TYPES

ARTIFACT_ID: Final = "insight"
SKILL_NAMES: Final = {
    "triage": "Triage",
    "consult": "Consult",
    "document_review": "Document review",
}
FAILED: Final = (
    "Something went wrong on this side and has been logged. Send the question again as a new "
    "message; if it stays, report the task's id."
)


def timestamp(moment: dt.datetime) -> str:
    """RFC 3339 in UTC, to the millisecond, with Z."""
    return moment.astimezone(dt.UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def task_json(
    snapshot: Snapshot,
    active: Sequence[str],
    *,
    history_length: int | None = None,
    with_artifacts: bool = True,
) -> dict[str, Any]:
    """A Task. history_length: at most that many messages, the last ones; None: all."""
    task = snapshot.task
    shown = history(snapshot, active, history_length)
    artifacts = artifacts_of(snapshot, active) if with_artifacts else []
    return {
        "id": task.public_id,
        "contextId": task.context_id,
        "status": status_json(snapshot),
        **({"artifacts": artifacts} if artifacts else {}),
        **({"history": shown} if shown else {}),
        "metadata": metadata_json(task),
    }


def status_json(snapshot: Snapshot) -> dict[str, Any]:
    """A TaskStatus, with the message that explains it where there is one."""
    task = snapshot.task
    said = _explanation(snapshot)
    return {
        "state": STATES[task.state],
        **({"message": said} if said else {}),
        "timestamp": timestamp(task.changed_at),
    }


def metadata_json(task: Task) -> dict[str, Any]:
    """Which skill answers and on whose choice, and the terms of service that the caller named."""
    return {
        "skill": task.skill,
        "skillBasis": "chosen" if task.skill_chosen else "stated",
        **({lcp.KEY: task.terms} if task.terms else {}),
    }


def history(snapshot: Snapshot, active: Sequence[str], length: int | None) -> list[dict[str, Any]]:
    """The task's messages in the order in which they came, each with the ids of its task."""
    messages = snapshot.messages
    if length is not None:
        messages = messages[max(0, len(messages) - length) :]
    return [message_json(snapshot.task, message, active) for message in messages]


def message_json(task: Task, message: TaskMessage, active: Sequence[str]) -> dict[str, Any]:
    shown = without_inactive(message.body, active)
    return {**shown, "taskId": task.public_id, "contextId": task.context_id}


def artifacts_of(snapshot: Snapshot, active: Sequence[str]) -> list[dict[str, Any]]:
    """The answer as one artifact; none before there is one."""
    if snapshot.insight is not None:
        return [artifact_json(snapshot, snapshot.insight, active)]
    return conformance.artifacts_of(snapshot)


def artifact_json(
    snapshot: Snapshot, insight: Mapping[str, Any], active: Sequence[str]
) -> dict[str, Any]:
    """The insight, as words and as data; the block beside it where its extension is active."""
    task = snapshot.task
    chosen = (
        "The caller named no skill, so this one was chosen by the question."
        if task.skill_chosen
        else "The skill that the caller named."
    )
    extension: dict[str, Any] = {}
    if BLOCK in active:
        extension = {"metadata": {BLOCK: insight["legal_context"]}, "extensions": [BLOCK]}
    return {
        "artifactId": ARTIFACT_ID,
        "name": SKILL_NAMES[task.skill],
        "description": chosen,
        "parts": [
            {
                "text": to_text(insight, language=snapshot.language, width=None),
                "mediaType": TEXT_TYPES[0],
            },
            {"data": insight, "mediaType": JSON},
        ],
        **extension,
    }


def agent_message(task_id: Any, context_id: str, number: int, text: str) -> dict[str, Any]:
    """A message of the service's own."""
    return {
        "messageId": f"{public_task_id(task_id)}-{number}",
        "role": AGENT,
        "parts": [{"text": text, "mediaType": TEXT_TYPES[0]}],
        "contextId": context_id,
        "taskId": public_task_id(task_id),
    }


def status_update(snapshot: Snapshot, state: str, at: str) -> dict[str, Any]:
    """A TaskStatusUpdateEvent for one step; the last step says what the task says."""
    task = snapshot.task
    status = {"state": STATES[state], "timestamp": timestamp(dt.datetime.fromisoformat(at))}
    if state == task.state:
        status = status_json(snapshot) | {"timestamp": status["timestamp"]}
    return {
        "statusUpdate": {"taskId": task.public_id, "contextId": task.context_id, "status": status}
    }


def artifact_update(
    task: Task, artifact: Mapping[str, Any], *, append: bool = False, last: bool = True
) -> dict[str, Any]:
    """A TaskArtifactUpdateEvent."""
    return {
        "artifactUpdate": {
            "taskId": task.public_id,
            "contextId": task.context_id,
            "artifact": artifact,
            **({"append": True} if append else {}),
            **({"lastChunk": True} if last else {}),
        }
    }


def push_json(config: PushConfig) -> dict[str, Any]:
    """A TaskPushNotificationConfig without its secrets, which are never given back."""
    return {
        "id": config.name,
        "taskId": public_task_id(config.task_id),
        "url": config.url,
        **({"authentication": {"scheme": config.scheme}} if config.scheme else {}),
    }


def _explanation(snapshot: Snapshot) -> dict[str, Any] | None:
    """The message of the status: the service's last one where the task waits, or why it failed."""
    task = snapshot.task
    said = conformance.said(snapshot)
    if said is None and task.status is Task.State.FAILED:
        said = FAILED
    if said is not None:
        return agent_message(task.pk, task.context_id, len(snapshot.messages), said)
    last = snapshot.messages[-1] if snapshot.messages else None
    if task.status is Task.State.INPUT_REQUIRED and last is not None and last.by_agent:
        return message_json(task, last, ())
    return None
