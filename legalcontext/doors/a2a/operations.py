"""The protocol's operations, the same for both bindings: parameters in, result out.

Each takes who calls and the raw parameters, and returns JSON or something to follow as a stream.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from django.conf import settings

from accounts.ids import public_id, uuid7
from accounts.keyset import Position
from accounts.models import Scope
from accounts.principal import Principal
from legalcontext.answers import push as pushes
from legalcontext.answers.ask import ask, language_of, resolve
from legalcontext.answers.push import Push, TooManyConfigs
from legalcontext.answers.push_targets import MAX_URL, TargetRefused, check_new_target
from legalcontext.answers.steering import ruling_for
from legalcontext.answers.task_begin import (
    NewTask,
    Said,
    SentBefore,
    TaskEnded,
    begin_task,
    cancel_task,
    continue_task,
    lease_of,
    sent_before,
    task_to_continue,
)
from legalcontext.answers.task_models import Task, TaskMessage
from legalcontext.answers.task_reading import (
    Filters,
    Snapshot,
    list_tasks,
    look,
    read_task,
)
from legalcontext.block.types import Fault
from legalcontext.contracts.quick_ask import QuickAsk
from legalcontext.doors.cursors import InvalidCursor, read_cursor, write_cursor
from legalcontext.knowledge.search import KnowledgeBase
from legalcontext.skills import SKILLS
from legalcontext.skills.types import Ask, Text
from legalcontext.switches.models import Effect

from . import conformance
from .errors import (
    CONTENT_TYPE_NOT_SUPPORTED,
    TASK_NOT_CANCELABLE,
    UNSUPPORTED_OPERATION,
    A2AError,
    invalid_params,
    task_not_found,
)
from .extensions import check_required
from .messages import Message, Read, read_ask, read_message, reference_of
from .protocol import DOOR, LCP, MAX_ID, OTHER_STATES, OUTPUT_MODES, STATES, TEXT_TYPES
from .reading import Members, Request
from .rendering import agent_message, push_json, task_json
from .work import (
    Done,
    Work,
    a_slot,
    carry_out,
    in_background,
    recover,
)

MAX_PAGE: Final = 100
DEFAULT_PAGE: Final = 50

STATE_NAMES: Final = (
    "TASK_STATE_UNSPECIFIED",
    "TASK_STATE_SUBMITTED",
    "TASK_STATE_WORKING",
    "TASK_STATE_COMPLETED",
    "TASK_STATE_FAILED",
    "TASK_STATE_CANCELED",
    "TASK_STATE_INPUT_REQUIRED",
    "TASK_STATE_REJECTED",
    "TASK_STATE_AUTH_REQUIRED",
)
"""By the protocol's numbers."""

OURS: Final = {name: Task.State(state) for state, name in STATES.items()}


@dataclass(frozen=True, slots=True)
class Call:
    """Who calls. active: the extensions that this request activated. tenants: those it names."""

    principal: Principal
    active: tuple[str, ...] = ()
    tenants: tuple[str, ...] = ()

    def check_tenant(self, named: str) -> None:
        """A tenant that a request names is the credential's own, or there is nothing there."""
        own = public_id("acc", self.principal.account_id)
        if any(tenant not in ("", own) for tenant in (*self.tenants, named)):
            raise task_not_found()


@dataclass(frozen=True, slots=True)
class Configuration:
    """How a message's sender wants to be answered."""

    history_length: int | None = None
    return_immediately: bool = False
    push: Push | None = None

    def as_json(self) -> dict[str, Any]:
        """For telling a repetition from another request: what decides about the task itself."""
        return {"push": self.push.url if self.push else None}


@dataclass(frozen=True, slots=True)
class Following:
    """A stream to serve. snapshot: where it begins; until_paused: it ends where the task waits;
    unkept: a turn whose answer is not kept anywhere; said: a message instead of any task."""

    call: Call
    snapshot: Snapshot | None = None
    until_paused: bool = True
    history_length: int | None = None
    unkept: Unkept | None = None
    said: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Waiting:
    """A task that somebody else works on, and whose end this call waits for."""

    call: Call
    snapshot: Snapshot
    history_length: int | None = None

    def result(self, snapshot: Snapshot) -> dict[str, Any]:
        """What SendMessage gives for it."""
        shown = task_json(snapshot, self.call.active, history_length=self.history_length)
        return {"task": shown}


@dataclass(frozen=True, slots=True)
class Unkept:
    """An ask with `keep_days` 0: answered in the response, and gone once delivered."""

    principal: Principal
    quick_ask: QuickAsk
    task: Task
    message: TaskMessage

    def working(self) -> Snapshot:
        return Snapshot(self.task, (self.message,))

    def answered(self) -> Snapshot:
        language = language_of(self.quick_ask)
        with a_slot():
            insight = ask(
                self.principal,
                self.quick_ask,
                door=DOOR,
                answer_id=self.task.pk,
                language=language,
            )
        task = self.task
        task.state = Task.State.COMPLETED
        return Snapshot(task, (self.message,), insight, language)


@dataclass(slots=True)
class Begun:
    """A message that was taken in: what it made, and the work that is left to do."""

    configuration: Configuration
    snapshot: Snapshot | None = None
    work: Work | None = None
    unkept: Unkept | None = None
    said: dict[str, Any] | None = None
    repeated: bool = False

    @property
    def in_hand(self) -> Snapshot | None:
        """The task of a repeated message, while somebody else works on it."""
        working = self.snapshot and self.snapshot.task.status is Task.State.WORKING
        return self.snapshot if self.repeated and working else None


def send_message(call: Call, raw: Mapping[str, Any]) -> dict[str, Any] | Waiting:
    """SendMessage: the task once it has ended or waits, or at once where the caller wants that.

    Waiting: the same message is being worked on already, here or elsewhere.
    """
    begun = _begin(call, raw, streamed=False)
    if begun.said is not None:
        return {"message": begun.said}
    if begun.in_hand is not None and not begun.configuration.return_immediately:
        return Waiting(call, begun.in_hand, begun.configuration.history_length)
    if begun.unkept is not None:
        snapshot = begun.unkept.answered()
    elif begun.snapshot is None:
        raise ValueError("a message makes a task, or a message")
    else:
        snapshot = _settled(call, begun, begun.snapshot)
    shown = task_json(snapshot, call.active, history_length=begun.configuration.history_length)
    return {"task": shown}


def stream_message(call: Call, raw: Mapping[str, Any]) -> Following:
    """SendStreamingMessage: the work goes on whether or not anybody reads the stream."""
    begun = _begin(call, raw, streamed=True)
    if begun.work is not None:
        in_background(begun.work)
    return Following(
        call,
        begun.snapshot,
        history_length=begun.configuration.history_length,
        unkept=begun.unkept,
        said=begun.said,
    )


def get_task(call: Call, raw: Mapping[str, Any]) -> dict[str, Any]:
    """GetTask."""
    request = Request(raw)
    call.check_tenant(request.text("tenant"))
    task_id = request.text("id", required=True)
    history_length = request.whole_number("historyLength")
    request.check()
    snapshot = read_task(call.principal, task_id)
    _recover(call, snapshot)
    return task_json(snapshot, call.active, history_length=history_length)


def list_of_tasks(call: Call, raw: Mapping[str, Any]) -> dict[str, Any]:
    """ListTasks: the last changed first; artifacts and messages only where they are asked for."""
    request = Request(raw)
    call.check_tenant(request.text("tenant"))
    filters = Filters(
        context_id=request.text("contextId") or None,
        states=_states(request),
        changed_after=request.moment("statusTimestampAfter"),
    )
    limit = request.whole_number("pageSize", least=1, most=MAX_PAGE) or DEFAULT_PAGE
    history_length = request.whole_number("historyLength") or 0
    with_artifacts = request.flag("includeArtifacts")
    token = request.text("pageToken")
    request.check()
    bound = _bound(filters)
    listing = list_tasks(
        call.principal,
        filters,
        limit=limit,
        after=_position(token, call.principal, bound),
        with_answers=with_artifacts,
        with_messages=history_length > 0 or settings.A2A_CONFORMANCE,
    )
    shown = listing.snapshots[:limit]
    token = ""
    if len(listing.snapshots) > limit:
        last = shown[-1].task
        token = write_cursor(call.principal, bound, at=last.changed_at, key=last.pk)
    return {
        "tasks": [
            task_json(
                snapshot,
                call.active,
                history_length=history_length,
                with_artifacts=with_artifacts,
            )
            for snapshot in shown
        ],
        "nextPageToken": token,
        "pageSize": limit,
        "totalSize": listing.total,
    }


def cancel(call: Call, raw: Mapping[str, Any]) -> dict[str, Any]:
    """CancelTask: only the one who began a task cancels it, and only before it has ended."""
    request = Request(raw)
    call.check_tenant(request.text("tenant"))
    task_id = request.text("id", required=True)
    request.check()
    try:
        task = cancel_task(call.principal, task_id)
    except TaskEnded as error:
        raise A2AError(
            TASK_NOT_CANCELABLE, f"The task has ended already ({STATES[error.state]})."
        ) from None
    return task_json(look(call.principal, task.pk), call.active)


def subscribe(call: Call, raw: Mapping[str, Any]) -> Following:
    """SubscribeToTask: the task as it is, then every step until it ends."""
    request = Request(raw)
    call.check_tenant(request.text("tenant"))
    task_id = request.text("id", required=True)
    request.check()
    snapshot = read_task(call.principal, task_id)
    if snapshot.task.status.terminal:
        raise A2AError(
            UNSUPPORTED_OPERATION,
            "The task has ended and takes no more steps; get it instead.",
        )
    _recover(call, snapshot)
    return Following(call, snapshot, until_paused=False)


def create_push(call: Call, raw: Mapping[str, Any]) -> dict[str, Any]:
    """CreateTaskPushNotificationConfig."""
    request = Request(raw)
    call.check_tenant(request.text("tenant"))
    task_id = request.text("taskId", required=True)
    push = _push(request)
    request.check()
    with _PushErrors(""):
        return push_json(pushes.create_push(call.principal, task_id, push))


def get_push(call: Call, raw: Mapping[str, Any]) -> dict[str, Any]:
    """GetTaskPushNotificationConfig."""
    task_id, name = _push_ids(call, raw)
    return push_json(pushes.read_push(call.principal, task_id, name))


def list_of_pushes(call: Call, raw: Mapping[str, Any]) -> dict[str, Any]:
    """ListTaskPushNotificationConfigs."""
    request = Request(raw)
    call.check_tenant(request.text("tenant"))
    task_id = request.text("taskId", required=True)
    limit = request.whole_number("pageSize", least=0, most=MAX_PAGE) or DEFAULT_PAGE
    token = request.text("pageToken")
    request.check()
    bound = {"push": task_id}
    configs = pushes.list_pushes(
        call.principal, task_id, limit=limit, after=_position(token, call.principal, bound)
    )
    token = ""
    if len(configs) > limit:
        last = configs[limit - 1]
        token = write_cursor(call.principal, bound, at=last.created_at, key=last.pk)
    return {"configs": [push_json(config) for config in configs[:limit]], "nextPageToken": token}


def delete_push(call: Call, raw: Mapping[str, Any]) -> dict[str, Any]:
    """DeleteTaskPushNotificationConfig; deleting it again changes nothing."""
    task_id, name = _push_ids(call, raw)
    pushes.delete_push(call.principal, task_id, name)
    return {}


def declared() -> tuple[str, ...]:
    """The extensions that the card declares."""
    from .card import declared_uris

    return declared_uris()


def required() -> tuple[str, ...]:
    """Those of them that callers have to activate."""
    return (LCP,) if settings.LCP_REQUIREMENTS and settings.LCP_REQUIRED else ()


# Taking a message in


def _begin(call: Call, raw: Mapping[str, Any], *, streamed: bool) -> Begun:
    """Read a message, refuse what is to be refused, and keep it; nothing is done yet.

    streamed: the caller is told of the task before its end.
    """
    call.principal.require(Scope.ASK)
    request = Request(raw)
    call.check_tenant(request.text("tenant"))
    if "message" not in request:
        request.fault("message", "Is missing: add it.")
    message = read_message(request.members("message"))
    configuration = _configuration(request.members("configuration"))
    request.check()
    check_required(call.active, required())
    script = conformance.script_for(message.message_id)
    said = Said(
        body=message.body,
        message_id=None if script else message.message_id,
        fingerprint=message.fingerprint(call.active, configuration.as_json()),
        extensions=call.active,
    )
    try:
        if message.task_id:
            earlier = sent_before(call.principal, said)
            if earlier is not None:
                raise SentBefore(earlier)
            return _continue(call, message, said, configuration, script)
        told = streamed or configuration.return_immediately
        return _new(call, message, said, configuration, script, told_at_once=told)
    except SentBefore as error:
        snapshot = look(call.principal, error.task_id)
        return Begun(configuration, snapshot, repeated=True)


def _new(
    call: Call,
    message: Message,
    said: Said,
    configuration: Configuration,
    script: conformance.Script | None,
    *,
    told_at_once: bool,
) -> Begun:
    if script is not None and script.message:
        body = agent_message(uuid7(), message.context_id or uuid7().hex, 0, script.message)
        return Begun(configuration, said={k: v for k, v in body.items() if k != "taskId"})
    read = None if script else read_ask([(message.body, call.active)])
    context_id = message.context_id or uuid7().hex
    task_id = uuid7()
    new = NewTask(
        context_id=context_id,
        skill=read.quick_ask.skill if read else "triage",
        skill_chosen=read.skill_chosen if read else True,
        keep_days=read.quick_ask.keep_days if read else None,
        terms=reference_of([message.body]),
    )
    reply = None
    if read is not None:
        if read.quick_ask.keep_days == 0:
            return _unkept(call, said, configuration, read, new, task_id)
        new, reply = _look_before(call, configuration, read, new, task_id, number=1)
    task = begin_task(
        call.principal,
        new,
        said,
        reply=reply,
        also=_adding(configuration),
        task_id=task_id,
        durable=told_at_once or reply is not None,
    )
    return _begun(call, configuration, task, read, said, reply, (), script)


def _continue(
    call: Call,
    message: Message,
    said: Said,
    configuration: Configuration,
    script: conformance.Script | None,
) -> Begun:
    try:
        task, earlier = task_to_continue(call.principal, message.task_id)
        if message.context_id not in ("", task.context_id):
            raise invalid_params(
                Fault("/message/contextId", "Must be the task's own; leave it out.")
            )
        asked = [(m.body, m.extensions) for m in earlier if not m.by_agent]
        read = None if script else read_ask([*asked, (message.body, call.active)])
        now = NewTask(
            context_id=task.context_id,
            skill=read.quick_ask.skill if read else "triage",
            skill_chosen=read.skill_chosen if read else True,
            matter_id=task.matter_id,
            terms=reference_of([message.body]) or task.terms,
        )
        reply = None
        if read is not None:
            if read.quick_ask.keep_days == 0:
                raise invalid_params(
                    Fault("/message/parts", "keep_days 0 needs a task of one message.")
                )
            number = len(earlier) + 1
            now, reply = _look_before(call, configuration, read, now, task.pk, number, always=True)
        task = continue_task(
            call.principal, task, said, now=now, reply=reply, also=_adding(configuration)
        )
    except TaskEnded as error:
        state = STATES[error.state]
        raise A2AError(
            UNSUPPORTED_OPERATION,
            f"The task takes no message now ({state}). Send it without taskId to begin another."
            if error.state.terminal
            else f"The task is being worked on ({state}). Wait until it is done.",
        ) from None
    return _begun(call, configuration, task, read, said, reply, earlier, script)


def _begun(
    call: Call,
    configuration: Configuration,
    task: Task,
    read: Read | None,
    said: Said,
    reply: dict[str, Any] | None,
    earlier: Sequence[TaskMessage],
    script: conformance.Script | None,
) -> Begun:
    """What is there now, put together without reading it again."""
    number = len(earlier)
    messages = [*earlier, _message(task, number, said.body)]
    work = None
    if reply is not None:
        messages.append(_message(task, number + 1, reply, by_agent=True))
    else:
        work = Work(
            call.principal, lease_of(task), read.quick_ask if read else None, number, script
        )
    return Begun(configuration, Snapshot(task, tuple(messages)), work)


def _message(
    task: Task, number: int, body: dict[str, Any], *, by_agent: bool = False
) -> TaskMessage:
    """A message as it was kept, or is not kept at all."""
    return TaskMessage(
        account_id=task.account_id, task=task, number=number, body=body, by_agent=by_agent
    )


def _unkept(
    call: Call,
    said: Said,
    configuration: Configuration,
    read: Read,
    new: NewTask,
    task_id: uuid.UUID,
) -> Begun:
    if configuration.push is not None or configuration.return_immediately:
        raise invalid_params(
            Fault(
                "/configuration",
                "With keep_days 0 the answer is in the response alone: neither push "
                "notifications nor returnImmediately go with it.",
            )
        )
    task = Task(
        pk=task_id,
        account_id=call.principal.account_id,
        context_id=new.context_id,
        skill=new.skill,
        skill_chosen=new.skill_chosen,
        state=Task.State.WORKING,
        terms=new.terms,
    )
    message = _message(task, 0, said.body)
    return Begun(configuration, unkept=Unkept(call.principal, read.quick_ask, task, message))


def _look_before(
    call: Call,
    configuration: Configuration,
    read: Read,
    new: NewTask,
    task_id: uuid.UUID,
    number: int,
    *,
    always: bool = False,
) -> tuple[NewTask, dict[str, Any] | None]:
    """Refuse what may not be read before anything is kept, and see whether something is missing.

    Where the answer is waited for and names nothing, `ask` refuses as well as this would. The
    reply is the service's question, where nothing can be done without an answer to it.
    """
    quick_ask = read.quick_ask
    if configuration.push is not None:
        with _PushErrors("/configuration/taskPushNotificationConfig"):
            check_new_target(configuration.push.url)
    nothing_sent = quick_ask.skill == "document_review" and not any(
        document.id is not None or (document.text or "").strip() for document in quick_ask.documents
    )
    names = quick_ask.context.matter is not None or any(d.id for d in quick_ask.documents)
    if not (names or nothing_sent or always or configuration.return_immediately):
        return new, None
    framed = resolve(call.principal, quick_ask)
    new = replace(new, matter_id=framed.matter_id)
    today = call.principal.today()
    asked = Ask(quick_ask.question, today, language_of(quick_ask))
    ruling = ruling_for(quick_ask.skill, framed.frame, asked)
    if not nothing_sent or ruling.effect is not Effect.FULL:
        return new, None
    findings = SKILLS[quick_ask.skill](
        framed.frame,
        asked,
        [Text(d.name or "", d.text or "") for d in quick_ask.documents],
        KnowledgeBase(today=today),
    )
    back = findings.question_back
    if back is None or back.field != "documents":
        return new, None
    urgent = [f"{f.title}\n{f.detail}" for f in findings.findings if f.severity == "emergency"]
    text = "\n\n".join([*urgent, findings.summary, back.prompt])
    reply = agent_message(task_id, new.context_id, number, text)
    return replace(new, state=Task.State.INPUT_REQUIRED), reply


def _settled(call: Call, begun: Begun, snapshot: Snapshot) -> Snapshot:
    """The task as the response shows it: worked on here, waited for, or as it is."""
    if begun.work is not None:
        if begun.configuration.return_immediately:
            in_background(begun.work)
            return snapshot
        done = carry_out(begun.work)
        return _after(call, begun.work, snapshot, done)
    return snapshot


def _after(call: Call, work: Work, snapshot: Snapshot, done: Done) -> Snapshot:
    """The task after its turn: known from the turn itself, or read again where it is not."""
    if done.insight is None or done.at is None:
        return look(call.principal, snapshot.task.pk)
    task = snapshot.task
    task.state, task.changed_at = Task.State.COMPLETED, done.at
    return Snapshot(task, snapshot.messages, done.insight, done.language)


def _recover(call: Call, snapshot: Snapshot) -> None:
    if snapshot.stranded:
        recover(call.principal.account_id, snapshot.task.pk)


# Reading parameters


def _configuration(members: Members) -> Configuration:
    """A2A error (-32005): the caller takes none of what the service sends."""
    modes = members.texts("acceptedOutputModes")
    if modes and not any(_covers(mode, ours) for mode in modes for ours in OUTPUT_MODES):
        raise A2AError(
            CONTENT_TYPE_NOT_SUPPORTED,
            f"Answers come as {' and '.join(OUTPUT_MODES)}; accept one of them.",
            faults=[Fault(members.at("acceptedOutputModes"), "Leave it out to accept both.")],
        )
    push = None
    if "taskPushNotificationConfig" in members:
        push = _push(members.members("taskPushNotificationConfig"))
    return Configuration(
        history_length=members.whole_number("historyLength"),
        return_immediately=members.flag("returnImmediately"),
        push=push,
    )


def _covers(mode: str, ours: str) -> bool:
    asked = mode.partition(";")[0].strip().lower()
    major = ours.partition("/")[0]
    return asked in (ours, f"{major}/*", "*/*") or (asked in TEXT_TYPES and ours == TEXT_TYPES[0])


def _push(members: Members) -> Push:
    authentication = members.members("authentication")
    return Push(
        url=members.text("url", required=True, most=MAX_URL),
        name=members.text("id", most=MAX_ID),
        scheme=_header_text(authentication, "scheme", required="authentication" in members),
        credentials=_header_text(authentication, "credentials"),
        token=_header_text(members, "token"),
    )


def _header_text(members: Members, name: str, *, required: bool = False) -> str:
    text = members.text(name, required=required, most=4000 if name != "scheme" else 100)
    if not (text.isascii() and text.isprintable()) or (name == "scheme" and " " in text):
        members.fault(name, "Must be visible ASCII characters, as in a header.")
        return ""
    return text


def _push_ids(call: Call, raw: Mapping[str, Any]) -> tuple[str, str]:
    request = Request(raw)
    call.check_tenant(request.text("tenant"))
    ids = request.text("taskId", required=True), request.text("id", required=True)
    request.check()
    return ids


def _states(request: Request) -> tuple[Task.State, ...] | None:
    name = request.choice("status", STATE_NAMES)
    if not name:
        return None
    return () if name in OTHER_STATES else (OURS[name],)


def _bound(filters: Filters) -> dict[str, str | None]:
    """What a page token is bound to."""
    return {
        "contextId": filters.context_id,
        "status": None if filters.states is None else ",".join(filters.states),
        "after": filters.changed_after.isoformat() if filters.changed_after else None,
    }


def _position(token: str, principal: Principal, bound: Mapping[str, str | None]) -> Position | None:
    if not token:
        return None
    try:
        return Position(*read_cursor(token, principal, bound))
    except InvalidCursor:
        raise invalid_params(
            Fault("/pageToken", "Pass nextPageToken of the page before, with the same filters.")
        ) from None


def _adding(configuration: Configuration) -> Callable[[Task], None] | None:
    """Keeping a message's push configuration, in the transaction that keeps the message."""
    push = configuration.push
    if push is None:
        return None
    return lambda task: _add_push(task, push)


def _add_push(task: Task, push: Push) -> None:
    with _PushErrors("/configuration/taskPushNotificationConfig"):
        pushes.add_push(task, push)


class _PushErrors:
    """Refusals of a push configuration as errors of this door, with the path of the URL."""

    def __init__(self, pointer: str) -> None:
        self.pointer = pointer

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> None:
        if isinstance(error, TargetRefused):
            raise invalid_params(Fault(f"{self.pointer}/url", str(error))) from None
        if isinstance(error, TooManyConfigs):
            raise invalid_params(
                Fault(f"{self.pointer}/id", f"A task has at most {pushes.MAX_CONFIGS}: delete one.")
            ) from None
