"""Reading a quick ask (`codossier.quick-ask/1`): the one way in, whatever the door."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, cast, get_args

from legalcontext.block import (
    QUICK_ASK_CONTRACT,
    Fault,
    Inbound,
    InvalidContext,
    read_inbound,
)
from legalcontext.block.storable import MAX_FAULTS

from .validation import validate

SkillName = Literal["triage", "consult", "document_review"]
SKILLS: Final[tuple[SkillName, ...]] = get_args(SkillName)

CONTEXT: Final = "/context"
PLAIN_TEXT: Final = "text/plain"
NOT_TEXT: Final = re.compile(
    r"\s*(?:image|audio|video|font)/"
    r"|\s*application/(?:pdf|zip|gzip|octet-stream|msword|vnd\.(?:openxmlformats|ms-|oasis))",
    re.IGNORECASE,
)
"""Media types of files whose bytes are no text."""
FILE_STARTS: Final = ("%PDF-", "PK\x03\x04", "{\\rtf")
"""How the bytes of a file begin that was read as if it were text."""
SEND_TEXT: Final = "Only text is read: send the words of the document as text/plain, not its file."


@dataclass(frozen=True, slots=True)
class Document:
    """A document of an ask: its `id` alone where it was sent before, else the other three."""

    id: str | None = None
    name: str | None = None
    media_type: str | None = None
    text: str | None = None


@dataclass(frozen=True, slots=True)
class QuickAsk:
    """One ask, read and found valid.

    context: the inbound block. keep_days: 0 to 3650, None when not given. language: the tag as
    given. raw: the ask exactly as it was sent, unknown members included.
    """

    skill: SkillName
    question: str
    documents: tuple[Document, ...] = ()
    context: Inbound = field(default_factory=Inbound)
    keep_days: int | None = None
    language: str | None = None
    raw: Mapping[str, Any] = field(default_factory=dict, compare=False)

    @property
    def other_language(self) -> bool:
        """Whether a language is asked for that no answer is written in."""
        return self.language is not None and _primary(self.language) not in ("en", "es")

    @property
    def spoken_language(self) -> Literal["en", "es"]:
        """The language of the answer's words: `es` where the tag says Spanish, else `en`."""
        return "es" if _primary(self.language or "") == "es" else "en"


def _primary(tag: str) -> str:
    """The language of a tag: `es` of `es-MX`."""
    return tag.replace("_", "-").partition("-")[0].strip().lower()


class InvalidAsk(ValueError):
    """The ask does not fit its contract: refused, with every fault and its pointer."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__("; ".join(f"{fault.pointer}: {fault.detail}" for fault in faults))
        self.faults = faults

    @property
    def only_context(self) -> bool:
        """Whether nothing but the inbound block is at fault."""
        return all(f.pointer == CONTEXT or f.pointer.startswith(f"{CONTEXT}/") for f in self.faults)


def parse_quick_ask(raw: object) -> QuickAsk:
    """A JSON value as a quick ask. Raises InvalidAsk with all faults of the ask and its block."""
    # The block has a reader of its own, whose words are better; the contract sees the rest.
    ask = dict(raw) if isinstance(raw, Mapping) else {}
    block = ask.pop("context", None)
    faults = validate(QUICK_ASK_CONTRACT, ask if isinstance(raw, Mapping) else raw)
    faults += _no_text(ask.get("documents"))
    context = Inbound()
    try:
        context = read_inbound(block, pointer=CONTEXT)
    except InvalidContext as error:
        faults += error.faults
    if faults:
        raise InvalidAsk(tuple(faults))
    keep_days = ask.get("keep_days")
    return QuickAsk(
        skill=cast(SkillName, ask["skill"]),
        question=ask["question"],
        documents=tuple(_document(document) for document in ask.get("documents") or ()),
        context=context,
        # JSON has one kind of number: 30.0 is the integer 30.
        keep_days=None if keep_days is None else int(keep_days),
        language=ask.get("language") or None,
        raw=cast(Mapping[str, Any], raw),
    )


def _no_text(documents: object) -> list[Fault]:
    """A fault for each document that is a file and no text: its type says so, or its beginning."""
    faults = []
    for index, document in enumerate(documents if isinstance(documents, list) else ()):
        if not isinstance(document, Mapping) or "id" in document:
            continue
        kind, text = document.get("media_type"), document.get("text")
        if isinstance(kind, str) and NOT_TEXT.match(kind):
            faults.append(Fault(f"/documents/{index}/media_type", SEND_TEXT))
        elif isinstance(text, str) and text.startswith(FILE_STARTS):
            faults.append(Fault(f"/documents/{index}/text", SEND_TEXT))
    return faults[:MAX_FAULTS]


def _document(read: Mapping[str, Any]) -> Document:
    if "id" in read:
        return Document(id=read["id"])
    return Document(
        name=read["name"], media_type=read.get("media_type") or PLAIN_TEXT, text=read["text"]
    )
