"""The two bindings: JSON-RPC at one address, HTTP+JSON at an address for each operation.

The views are asynchronous for the sake of the streams. Everything that asks the database happens
in one go on a thread; only a stream's waiting happens here.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass
from functools import cache
from http import HTTPStatus
from typing import Any, Final

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.views.decorators.csrf import csrf_exempt

from legalcontext.block.storable import unstorable
from legalcontext.doors.problems import Problem

from . import operations, streams
from .admission import Admitted, body_of, error_of, error_response, to_response
from .card import card_json
from .errors import (
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    A2AError,
    Kind,
    Rendered,
    http_json,
    json_rpc,
    of_problem,
)
from .operations import Call, Following, Waiting
from .protocol import A2A_JSON, EVENT_STREAM, JSON
from .work import capacity, let_go

Operation = Callable[[Call, Mapping[str, Any]], Any]
View = Callable[..., Coroutine[Any, Any, HttpResponseBase]]

METHODS: Final[dict[str, Operation]] = {
    "SendMessage": operations.send_message,
    "SendStreamingMessage": operations.stream_message,
    "GetTask": operations.get_task,
    "ListTasks": operations.list_of_tasks,
    "CancelTask": operations.cancel,
    "SubscribeToTask": operations.subscribe,
    "CreateTaskPushNotificationConfig": operations.create_push,
    "GetTaskPushNotificationConfig": operations.get_push,
    "ListTaskPushNotificationConfigs": operations.list_of_pushes,
    "DeleteTaskPushNotificationConfig": operations.delete_push,
}
EXTENDED_CARD: Final = "GetExtendedAgentCard"

METHOD_NOT_ALLOWED: Final = Kind(
    "METHOD_NOT_ALLOWED", -32600, 405, "INVALID_ARGUMENT", "codossier.com"
)


@dataclass(frozen=True, slots=True)
class Stream:
    """A stream that is to be served: what is followed, and how an event is written."""

    following: Following
    place: streams.Place
    headers: dict[str, str]
    wrap: Callable[[dict[str, Any]], dict[str, Any]]
    render: Callable[[A2AError], Rendered]


class EventStream(StreamingHttpResponse):
    """Frees its place when it is closed, also where nobody ever read a line of it."""

    def __init__(self, place: streams.Place, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.place = place

    def close(self) -> None:
        self.place.free()
        super().close()


@dataclass(frozen=True, slots=True)
class Pending:
    """An answer that comes once another call's work is done."""

    waiting: Waiting
    admitted: Admitted
    wrap: Callable[[Any], dict[str, Any]]
    render: Callable[[A2AError], Rendered]
    media_type: str


Answer = HttpResponse | Stream | Pending


@cache
def _threads() -> ThreadPoolExecutor:
    """As many as the database serves well; further calls wait here, in order."""
    return ThreadPoolExecutor(capacity(), thread_name_prefix="a2a-call")


async def on_a_thread(request: HttpRequest, answer: Callable[..., Answer], *args: Any) -> Answer:
    """Answer a call on a thread of its own, which gives its connection back after it.

    Under ASGI the door keeps its threads: Django would make one, and all that a connection
    needs, for each request. Under WSGI the thread of the request is at hand already.
    """
    if not isinstance(request, ASGIRequest):
        return await sync_to_async(answer)(request, *args)
    loop, context = asyncio.get_running_loop(), copy_context()
    return await loop.run_in_executor(_threads(), context.run, _and_let_go, answer, request, *args)


def _and_let_go(answer: Callable[..., Answer], *args: Any) -> Answer:
    try:
        return answer(*args)
    finally:
        let_go()


@csrf_exempt
async def rpc(request: HttpRequest) -> HttpResponseBase:
    """JSON-RPC 2.0, every operation."""
    return await _respond(await on_a_thread(request, _answer_rpc))


def rest(**operations_by_method: Operation | None) -> View:
    """A view of the HTTP+JSON binding: an operation for each HTTP method."""

    @csrf_exempt
    async def view(request: HttpRequest, **ids: str) -> HttpResponseBase:
        answer = await on_a_thread(request, _answer_rest, operations_by_method, ids)
        return await _respond(answer)

    return view


def refuse(
    request: HttpRequest, problem: Problem, *, http_status: int | None = None
) -> HttpResponse:
    """What is refused before a view is reached, in the form of this door."""
    error = of_problem(problem)
    if error.kind.http == HTTPStatus.NOT_FOUND:
        error = A2AError(METHOD_NOT_FOUND, "There is no such operation; the agent card names them.")
    at_rpc = request.path_info.rstrip("/") == "/a2a"
    rendered = json_rpc(error, None) if at_rpc else http_json(error)
    return to_response(
        rendered.body,
        http=http_status or error.kind.http,
        media_type=JSON if at_rpc else A2A_JSON,
        headers={"Cache-Control": "no-store", **rendered.headers},
    )


def _answer_rpc(request: HttpRequest) -> Answer:
    admitted, request_id = Admitted(request), None

    def render(error: A2AError) -> Rendered:
        return json_rpc(error, request_id)

    def wrap(result: Any) -> dict[str, Any]:
        return {"jsonrpc": "2.0", "id": request_id, "result": result}

    try:
        _check_method(request, ("POST",))
        admitted.admit()
        envelope = body_of(request)
        request_id = _request_id(envelope)
        call = admitted.negotiate()
        method, params = _method(envelope)
        if method == EXTENDED_CARD:
            return _json(wrap(_extended_card(request, call, params)), admitted, JSON)
        return _result(METHODS[method](call, params), admitted, wrap, render, JSON)
    except Exception as error:
        return error_response(error, render, media_type=JSON, headers=admitted.response_headers())


def _answer_rest(
    request: HttpRequest, by_method: Mapping[str, Operation | None], ids: Mapping[str, str]
) -> Answer:
    admitted = Admitted(request)
    media_type = _media_type(request)
    try:
        _check_method(request, tuple(by_method))
        admitted.admit()
        ids = dict(ids)
        call = admitted.negotiate(ids.pop("tenant", ""))
        operation = by_method[request.method or ""]
        params = _rest_params(request) | ids
        if operation is None:
            return _json(_extended_card(request, call, params), admitted, media_type)
        return _result(operation(call, params), admitted, lambda r: r, http_json, media_type)
    except Exception as error:
        return error_response(
            error, http_json, media_type=media_type, headers=admitted.response_headers()
        )


def _result(
    result: Any,
    admitted: Admitted,
    wrap: Callable[[Any], dict[str, Any]],
    render: Callable[[A2AError], Rendered],
    media_type: str,
) -> Answer:
    if isinstance(result, Following):
        return Stream(result, streams.places.take(), admitted.response_headers(), wrap, render)
    if isinstance(result, Waiting):
        return Pending(result, admitted, wrap, render, media_type)
    return _json(wrap(result), admitted, media_type)


def _json(body: Mapping[str, Any], admitted: Admitted, media_type: str) -> HttpResponse:
    return to_response(
        body, http=HTTPStatus.OK, media_type=media_type, headers=admitted.response_headers()
    )


async def _respond(answer: Answer) -> HttpResponseBase:
    if isinstance(answer, HttpResponse):
        return answer
    if isinstance(answer, Pending):
        return await _when_settled(answer)
    headers = answer.headers | {"X-Accel-Buffering": "no"}
    return EventStream(answer.place, _lines(answer), content_type=EVENT_STREAM, headers=headers)


async def _when_settled(pending: Pending) -> HttpResponse:
    try:
        result = pending.waiting.result(await streams.settled(pending.waiting))
    except Exception as error:
        return error_response(
            error,
            pending.render,
            media_type=pending.media_type,
            headers=pending.admitted.response_headers(),
        )
    return _json(pending.wrap(result), pending.admitted, pending.media_type)


async def _lines(stream: Stream) -> AsyncIterator[bytes]:
    """Server-sent events. What goes wrong midway is the last of them, in the binding's form."""
    try:
        async for event in streams.events(stream.following):
            if isinstance(event, str):
                yield b": keep-alive\n\n"
            else:
                yield _line(stream.wrap(event))
    except Exception as error:
        yield _line(stream.render(error_of(error)).body)
    finally:
        stream.place.free()


def _line(body: Mapping[str, Any]) -> bytes:
    # A line separator of Unicode's ends no line of the stream; JSON escapes the others.
    return b"data: " + json.dumps(body, ensure_ascii=False).encode("utf-8") + b"\n\n"


def _request_id(envelope: Any) -> Any:
    """The id of a request. A2AError (-32600): the envelope is none of JSON-RPC 2.0's."""
    if isinstance(envelope, list):
        raise A2AError(INVALID_REQUEST, "Send requests one by one; batches are not taken.")
    if not isinstance(envelope, dict) or envelope.get("jsonrpc") != "2.0":
        raise A2AError(INVALID_REQUEST, 'Send an object with "jsonrpc": "2.0".')
    if "id" not in envelope:
        raise A2AError(INVALID_REQUEST, "Give the request an id; there are no notifications.")
    request_id = envelope["id"]
    if (
        isinstance(request_id, bool)
        or not isinstance(request_id, str | int | float | None)
        or unstorable(request_id)
    ):
        raise A2AError(INVALID_REQUEST, "The id must be a string or a number.")
    return request_id


def _method(envelope: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
    method, params = envelope.get("method"), envelope.get("params")
    if not isinstance(method, str):
        raise A2AError(INVALID_REQUEST, "The method must be a string.")
    if method not in METHODS and method != EXTENDED_CARD:
        raise A2AError(METHOD_NOT_FOUND, f"There is no such method. Methods: {', '.join(METHODS)}.")
    if params is None:
        params = {}
    if not isinstance(params, dict):
        raise A2AError(INVALID_REQUEST, "The params must be an object.")
    return method, params


def _rest_params(request: HttpRequest) -> dict[str, Any]:
    """The parameters of an HTTP+JSON request: of the body where there is one, else the query."""
    if request.method != "POST":
        return {name: value for name, value in request.GET.items() if value != ""}
    body = body_of(request, required=False)
    if body is None:
        return {}
    if not isinstance(body, dict):
        raise A2AError(INVALID_REQUEST, "Send a JSON object.")
    return body


def _extended_card(request: HttpRequest, call: Call, params: Mapping[str, Any]) -> dict[str, Any]:
    named = params.get("tenant")
    call.check_tenant(named if isinstance(named, str) else "")
    return card_json(request.build_absolute_uri("/").rstrip("/"), call.principal)


def _check_method(request: HttpRequest, allowed: tuple[str, ...]) -> None:
    if request.method not in allowed:
        raise A2AError(
            METHOD_NOT_ALLOWED,
            "This address does not take this method; the Allow header lists those it does.",
            headers={"Allow": ", ".join(allowed)},
        )


def _media_type(request: HttpRequest) -> str:
    """`application/json` for who asks for just that, the protocol's own for everybody else."""
    accepted = request.headers.get("Accept", "").lower()
    return JSON if JSON in accepted and A2A_JSON not in accepted else A2A_JSON
