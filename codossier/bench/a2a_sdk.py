"""The official SDK's A2A server with the same `ask()` in its executor, and one with a constant.

It does no more than it must: tasks in its memory, no credential per call, no allowance.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import django
from a2a.helpers import new_data_part, new_task_from_user_message, new_text_part
from a2a.server.agent_execution import AgentExecutor, RequestContext
from a2a.server.events import EventQueue
from a2a.server.request_handlers import DefaultRequestHandler
from a2a.server.routes import create_jsonrpc_routes
from a2a.server.tasks import InMemoryTaskStore, TaskUpdater
from a2a.types import a2a_pb2
from asgiref.sync import sync_to_async
from django.db import close_old_connections
from starlette.applications import Starlette

django.setup()

# isort: split
from accounts.principal import Principal, authenticate  # noqa: E402
from legalcontext.answers import ask as asking  # noqa: E402
from legalcontext.contracts import parse_quick_ask  # noqa: E402
from legalcontext.skills.rendering import to_text  # noqa: E402

ASKING, CONSTANT = "/bench/a2a", "/bench/constant"


@cache
def _principal(key: str) -> Principal:
    return authenticate(key)


def _ask(secret: str, question: str) -> dict[str, Any]:
    close_old_connections()
    try:
        quick_ask = parse_quick_ask({"skill": "consult", "question": question})
        return asking.ask(_principal(secret), quick_ask, door="a2a")
    finally:
        close_old_connections()


class Asking(AgentExecutor):
    """Answers with an artifact like the door's: a text part and a data part."""

    async def execute(self, context: RequestContext, event_queue: EventQueue) -> None:
        if context.message is None or context.call_context is None:
            raise ValueError("the SDK calls an executor with a message")
        task = new_task_from_user_message(context.message)
        await event_queue.enqueue_event(task)
        updater = TaskUpdater(event_queue, task.id, task.context_id)
        await updater.add_artifact(await self.parts(context))
        await updater.complete()

    async def parts(self, context: RequestContext) -> list[a2a_pb2.Part]:
        headers = context.call_context.state["headers"] if context.call_context else {}
        ask = sync_to_async(_ask, thread_sensitive=False)
        insight = await ask(headers["x-api-key"], context.get_user_input())
        return [new_text_part(to_text(insight, width=None)), new_data_part(insight)]

    async def cancel(self, context: RequestContext, event_queue: EventQueue) -> None:
        raise NotImplementedError("the bench cancels nothing")


class Constant(Asking):
    """Answers without being asked anything."""

    async def parts(self, context: RequestContext) -> list[a2a_pb2.Part]:
        return [new_text_part("constant")]


def _routes(executor: AgentExecutor, path: str) -> list[Any]:
    card = a2a_pb2.AgentCard(name="bench", version="1")
    handler = DefaultRequestHandler(
        agent_executor=executor, task_store=InMemoryTaskStore(), agent_card=card
    )
    return create_jsonrpc_routes(handler, path)


application = Starlette(routes=[*_routes(Asking(), ASKING), *_routes(Constant(), CONSTANT)])
