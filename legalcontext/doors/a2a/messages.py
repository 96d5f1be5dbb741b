"""From the messages of a task to one quick ask, with the path of whatever is wrong in them.

Within one task the first message's block stays; a later one's fields override it, its texts and
documents are added, and its words are read like any others. Nothing comes from another task.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from legalcontext import block
from legalcontext.block.types import Fault, InvalidContext
from legalcontext.contracts.quick_ask import InvalidAsk, QuickAsk, parse_quick_ask

from . import lcp
from .choosing import choose_skill
from .errors import CONTENT_TYPE_NOT_SUPPORTED, A2AError, invalid_params
from .protocol import BLOCK, INPUT_MODES, JSON, MAX_ID, TEXT_TYPES, USER
from .reading import Members, in_camel_case

ROLES: Final = ("ROLE_UNSPECIFIED", "ROLE_USER", "ROLE_AGENT")
CONTENTS: Final = ("text", "raw", "url", "data")
PART_MEMBERS: Final = (*CONTENTS, "metadata", "filename", "mediaType")
MESSAGE_MEMBERS: Final = (
    "messageId", "contextId", "taskId", "role", "parts", "metadata", "extensions",
    "referenceTaskIds",
)  # fmt: skip
AT: Final = "/message"


@dataclass(frozen=True, slots=True)
class Message:
    """A message that was read and found whole. body: the protocol's members as they were sent."""

    message_id: str
    body: dict[str, Any]
    context_id: str = ""
    task_id: str = ""

    @property
    def metadata(self) -> Mapping[str, Any]:
        return self.body.get("metadata") or {}

    def fingerprint(self, active: Sequence[str], rest: Mapping[str, Any]) -> str:
        """A digest of all that decides what becomes of it, for telling a repetition from another
        message under the same messageId."""
        said = json.dumps([self.body, list(active), rest], sort_keys=True, ensure_ascii=True)
        return hashlib.sha256(said.encode()).hexdigest()


@dataclass(slots=True)
class Draft:
    """The quick ask as it grows, message by message, and where each part of it came from."""

    texts: list[str] = field(default_factory=list)
    stated: dict[str, Any] = field(default_factory=dict)
    documents: list[Any] = field(default_factory=list)
    context: dict[str, Any] = field(default_factory=dict)
    origins: dict[str, str] = field(default_factory=dict)
    """From a pointer of the quick ask to one of the last request."""


@dataclass(frozen=True, slots=True)
class Read:
    """A quick ask, and whether the service had to choose its skill."""

    quick_ask: QuickAsk
    skill_chosen: bool


def read_message(members: Members) -> Message:
    """The message of a request; faults are left with `members`.

    A2AError (-32005): a part is of a kind that is not read here.
    """
    role = members.choice("role", ROLES)
    if not role:
        members.fault("role", f"Is missing: add {USER}.")
    elif role != USER:
        members.fault("role", f"Must be {USER}: only the service speaks as the agent.")
    message = Message(
        message_id=members.text("messageId", required=True, most=MAX_ID),
        body=_canonical(members),
        context_id=members.text("contextId", most=MAX_ID, blank=False),
        task_id=members.text("taskId", most=MAX_ID),
    )
    members.texts("extensions")
    members.texts("referenceTaskIds")
    metadata = members.members("metadata")
    _, faults = lcp.read_reference(metadata.raw, metadata.pointer)
    members.faults += faults
    parts = members.list_of("parts")
    if not parts and "parts" not in {fault.pointer.rpartition("/")[2] for fault in members.faults}:
        members.fault("parts", "Must have at least one part: the question.")
    for index, raw in enumerate(parts):
        _check_part(Members(raw, f"{members.at('parts')}/{index}", members.faults))
    return message


def read_ask(messages: Sequence[tuple[Mapping[str, Any], Sequence[str]]]) -> Read:
    """The quick ask of a task's messages: (body, extensions that its request activated) each.

    A2AError (-32602): the last one makes it invalid; the paths are its own.
    """
    draft = Draft()
    for body, active in messages:
        _add(draft, body, active)
    raw = dict(draft.stated)
    if draft.texts and not raw.get("question"):
        raw["question"] = "\n\n".join(draft.texts)
    raw.setdefault("question", "")
    if draft.documents:
        raw["documents"] = draft.documents
        raw["question"] = raw["question"] or _question_for(draft.documents)
    if draft.context:
        raw["context"] = draft.context
    chosen = raw.get("skill") is None
    if chosen:
        raw["skill"] = choose_skill(str(raw["question"]), has_documents=bool(draft.documents))
    try:
        return Read(parse_quick_ask(raw), chosen)
    except InvalidAsk as error:
        raise invalid_params(*(_moved(fault, draft.origins) for fault in error.faults)) from None


def reference_of(bodies: Sequence[Mapping[str, Any]]) -> Any:
    """The last Legal Context Protocol reference of a task's messages, or None."""
    found = None
    for body in bodies:
        reference, _ = lcp.read_reference(body.get("metadata") or {}, "")
        found = reference or found
    return found


def without_inactive(body: Mapping[str, Any], active: Sequence[str]) -> dict[str, Any]:
    """A message as it is given back: without the data of extensions that the reader did not
    activate."""
    shown = dict(body)
    metadata = shown.get("metadata")
    if BLOCK not in active and isinstance(metadata, Mapping) and BLOCK in metadata:
        shown["metadata"] = {key: value for key, value in metadata.items() if key != BLOCK}
    uris = shown.get("extensions")
    if BLOCK not in active and isinstance(uris, list) and BLOCK in uris:
        shown["extensions"] = [uri for uri in uris if uri != BLOCK]
    return {
        name: value
        for name, value in shown.items()
        if not (name in ("metadata", "extensions") and not value)
    }


def _canonical(members: Members) -> dict[str, Any]:
    """The message with the protocol's own members, in their order as sent; others are ignored."""
    body = _known(members.raw, MESSAGE_MEMBERS) | {"role": USER}
    parts = body.get("parts")
    if isinstance(parts, list):
        body["parts"] = [
            _known(in_camel_case(part), PART_MEMBERS) if isinstance(part, Mapping) else part
            for part in parts
        ]
    return body


def _known(raw: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    return {name: value for name, value in raw.items() if name in names and value is not None}


def _check_part(part: Members) -> None:
    kinds = [name for name in CONTENTS if name in part.raw and part.raw[name] is not None]
    if len(kinds) != 1:
        if part.raw.get("data", 0) is None and not kinds:
            part.fault("data", "Must be a quick ask (codossier.quick-ask/1).")
        else:
            part.fault("", f"Must have exactly one of {', '.join(CONTENTS)}.")
        return
    part.members("metadata")
    part.text("filename", most=255)
    media_type = part.text("mediaType", most=MAX_ID).partition(";")[0].strip().lower()
    match kinds[0]:
        case "text":
            part.text("text")
            _accept(part, media_type, TEXT_TYPES)
        case "raw":
            part.text("raw")
            _accept(part, media_type, TEXT_TYPES)
            _decoded(part)
        case "url":
            raise A2AError(
                CONTENT_TYPE_NOT_SUPPORTED,
                "The service fetches nothing: send the document's content in the part.",
                faults=[Fault(part.at("url"), "Send `text` or `raw` instead.")],
            )
        case "data":
            _accept(part, media_type, (JSON,))
            part.members("data")


def _accept(part: Members, media_type: str, accepted: Sequence[str]) -> None:
    if media_type and media_type not in accepted:
        raise A2AError(
            CONTENT_TYPE_NOT_SUPPORTED,
            f"Send one of {', '.join(INPUT_MODES)}; convert other documents to text first.",
            faults=[Fault(part.at("mediaType"), f"Must be {' or '.join(accepted)} here.")],
        )


def _decoded(part: Members) -> str:
    """The text of a `raw` part, "" with a fault where it is none."""
    sent = part.text("raw")
    try:
        # ProtoJSON takes both alphabets, with and without padding.
        plain = sent.replace("-", "+").replace("_", "/").rstrip("=")
        content = base64.b64decode(plain + "=" * (-len(plain) % 4), validate=True)
        text = content.decode("utf-8-sig")
    except (binascii.Error, ValueError):
        part.fault("raw", "Must be text in UTF-8, encoded as base64.")
        return ""
    if "\0" in text:
        part.fault("raw", "Must be text: it has a NUL.")
        return ""
    return text


def _add(draft: Draft, body: Mapping[str, Any], active: Sequence[str]) -> None:
    """One message more. What is wrong is told by paths of this one."""
    metadata = body.get("metadata") or {}
    in_data: Mapping[str, Any] = {}
    for index, part in enumerate(body["parts"]):
        at = f"{AT}/parts/{index}"
        if part.get("data") is not None:
            in_data = part["data"]
            _add_data(draft, in_data, f"{at}/data")
        elif part.get("raw") is not None:
            _add_document(draft, part, _decoded(Members(part, at, [])), f"{at}/raw")
        elif part.get("filename"):
            _add_document(draft, part, part["text"], f"{at}/text")
        elif part["text"].strip():
            draft.texts.append(part["text"])
            draft.origins["/question"] = f"{at}/text"
    if metadata.get("skill") is not None and in_data.get("skill") is None:
        draft.stated["skill"] = metadata["skill"]
        draft.origins["/skill"] = f"{AT}/metadata/skill"
    if BLOCK in active:
        _add_block(draft, metadata.get(BLOCK), block.pointer_to(f"{AT}/metadata", BLOCK))


def _add_data(draft: Draft, data: Mapping[str, Any], at: str) -> None:
    """The data part: a quick ask in its own contract, whose block counts like an activated one
    but gives way to it."""
    for name, value in data.items():
        if name == "documents" and isinstance(value, list):
            for index, document in enumerate(value):
                draft.origins[f"/documents/{len(draft.documents)}"] = f"{at}/documents/{index}"
                draft.documents.append(document)
        elif name == "context":
            _add_block(draft, value, f"{at}/context")
        elif value is not None:
            draft.stated[name] = value
            draft.origins[f"/{name}"] = f"{at}/{name}"


def _add_document(draft: Draft, part: Mapping[str, Any], text: str, at: str) -> None:
    number = len(draft.documents)
    draft.origins[f"/documents/{number}"] = at
    draft.documents.append(
        {
            "name": part.get("filename") or f"document {number + 1}",
            "media_type": (part.get("mediaType") or TEXT_TYPES[0]).partition(";")[0],
            "text": text,
        }
    )


def _add_block(draft: Draft, raw: Any, at: str) -> None:
    """Its fields override what was stated before; wrong ones are named under `at`."""
    try:
        block.read_inbound(raw, pointer=at)
    except InvalidContext as error:
        raise invalid_params(*error.faults) from None
    for name, value in (raw or {}).items():
        if value is not None and value != "":
            draft.context[name] = value
            draft.origins[block.pointer_to("/context", name)] = block.pointer_to(at, name)


def _question_for(documents: Sequence[Any]) -> str:
    """What is asked by sending a document and saying nothing."""
    names = [document.get("name") for document in documents if isinstance(document, Mapping)]
    return "Review " + (", ".join(str(name) for name in names if name) or "this document") + "."


def _moved(fault: Fault, origins: Mapping[str, str]) -> Fault:
    """A fault of the quick ask, with the pointer of where that part of it was sent."""
    for known in sorted(origins, key=len, reverse=True):
        if fault.pointer == known or fault.pointer.startswith(f"{known}/"):
            rest = fault.pointer.removeprefix(known)
            at = origins[known]
            if at.endswith(("/raw", "/text")):
                rest = ""
            return Fault(at + rest, fault.detail)
    return Fault(f"{AT}/parts", fault.detail)
