"""Reading and writing a note's file: Markdown with YAML front matter. Pure: no Django.

Every scalar is read as the text that stands there (no YAML types), so `value: 7.50` keeps its
zero and `NO` stays a jurisdiction. `render_note(parse_note(text))` is the canonical layout;
for a canonical text it is the text, byte for byte.
"""

from __future__ import annotations

import dataclasses
import datetime as dt
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import yaml
from frontmatter.default_handlers import YAMLHandler
from jsonschema import Draft202012Validator, FormatChecker
from jsonschema.exceptions import ValidationError

from .documents import (
    AuthorityEntry,
    FigureEntry,
    FormEntry,
    NameEntry,
    NoteDocument,
    PassageEntry,
)
from .faults import Fault, InvalidNote
from .schema import NOTE, PASSAGE_KINDS, SLUG

NOTES: Final = Path(__file__).with_name("notes")
"""Where the notes of this repository stand."""

WIDTH: Final = 99
_HEADING: Final = re.compile(r"^##\s+(?P<id>\S+)\s*(?P<fields>\{.*\})\s*$")
_DATES: Final = frozenset(
    {
        "checked_on", "in_force_from", "changes_on", "effective_from", "effective_to",
        "reviewed_on", "review_due", "expires",
    }
)  # fmt: skip
_LEDGERS: Final[Mapping[str, type]] = {
    "authorities": AuthorityEntry,
    "figures": FigureEntry,
    "forms": FormEntry,
    "names": NameEntry,
}
_ORDER: Final = (
    "key", "version", "status", "title", "jurisdiction", "forum", "topic", "audience", "asked_as",
    "authorities", "figures", "forms", "names", "effective_from", "effective_to", "author",
    "reviewed_by", "reviewed_on", "review_due", "expires", "supersedes", "licence",
)  # fmt: skip
_VALIDATOR: Final = Draft202012Validator(NOTE, format_checker=FormatChecker(formats=["date"]))


_Loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
"""Makes text of every scalar; in C where PyYAML was built with it."""


class LinesOf:
    """The line in the file on which each part of the front matter begins."""

    def __init__(self, root: yaml.Node | None, first_line: int) -> None:
        self._lines: dict[str, int] = {"": first_line}
        self._first = first_line
        if root is not None:
            self._walk(root, "")

    def __call__(self, field: str) -> int:
        while field not in self._lines:
            field = re.sub(r"(\.?[^.\[]+|\[\d+\])$", "", field)
        return self._lines[field]

    def _walk(self, node: yaml.Node, path: str) -> None:
        if isinstance(node, yaml.MappingNode):
            for key, value in node.value:
                inner = f"{path}.{key.value}" if path else str(key.value)
                self._lines[inner] = self._first + key.start_mark.line
                self._walk(value, inner)
        elif isinstance(node, yaml.SequenceNode):
            for position, item in enumerate(node.value):
                inner = f"{path}[{position}]"
                self._lines[inner] = self._first + item.start_mark.line
                self._walk(item, inner)


@dataclasses.dataclass(frozen=True, slots=True)
class ParsedNote:
    """A note with the lines of its parts, so that later checks can point at them."""

    document: NoteDocument
    lines: LinesOf
    passage_lines: Mapping[str, int]


def parse_note(text: str, *, file: str = "note") -> NoteDocument:
    """The note in `text`; raises InvalidNote with every fault of form.

    What the words say (figures, references, dates) is checked by `checks.check_note`.
    """
    return parse_with_lines(text, file=file).document


def parse_with_lines(text: str, *, file: str = "note") -> ParsedNote:
    """As `parse_note`, with the line on which each part stands."""
    front, body, body_line = _split(text, file)
    values, lines = _read_front_matter(front, file)
    passages, passage_lines, faults = _read_passages(body, body_line, file)
    faults = [*_schema_faults(values, lines, file), *faults]
    if faults:
        raise InvalidNote(sorted(faults))
    return ParsedNote(_document(values, passages), lines, passage_lines)


def render_note(document: NoteDocument) -> str:
    """The note as the canonical text of its file."""
    front = {name: _plain(getattr(document, name)) for name in _ORDER}
    front = {name: value for name, value in front.items() if value not in (None, [])}
    blocks = ["---\n" + yaml.dump(front, Dumper=_Dumper, width=WIDTH, **_STYLE) + "---\n"]
    blocks += [f"{_heading(passage)}\n\n{passage.text}\n" for passage in document.passages]
    return "\n".join(blocks)


def _split(text: str, file: str) -> tuple[str, str, int]:
    handler = YAMLHandler()
    if not text.startswith("---\n"):
        raise InvalidNote([Fault(file, 1, "", "no_front_matter", "start the file with `---`")])
    try:
        front, body = handler.split(text)
    except ValueError:
        message = "close the front matter with a line `---`"
        raise InvalidNote([Fault(file, 1, "", "no_front_matter", message)]) from None
    return front, body, text.count("\n", 0, len(text) - len(body)) + 1


def _read_front_matter(front: str, file: str) -> tuple[dict[str, Any], LinesOf]:
    try:
        loader = _Loader(front)
        root = loader.get_single_node()
        values = loader.construct_document(root) if root else None
    except yaml.MarkedYAMLError as error:
        line = (error.problem_mark.line if error.problem_mark else 0) + 1
        message = f"is no YAML ({error.problem}); quote a value with `: ` or a leading sign"
        raise InvalidNote([Fault(file, line, "", "yaml", message)]) from None
    if not isinstance(values, dict):
        message = "write `field: value` lines in the front matter"
        raise InvalidNote([Fault(file, 1, "", "yaml", message)])
    if doubles := list(_doubles(root)):
        message = "stands twice; keep one"
        raise InvalidNote([Fault(file, line, key, "twice", message) for key, line in doubles])
    version = values.get("version")
    if isinstance(version, str) and version.isdecimal():
        values["version"] = int(version)
    return values, LinesOf(root, 1)


def _doubles(node: yaml.Node | None) -> Iterator[tuple[str, int]]:
    if isinstance(node, yaml.MappingNode):
        seen: set[str] = set()
        for key, value in node.value:
            if key.value in seen:
                yield str(key.value), key.start_mark.line + 1
            seen.add(key.value)
            yield from _doubles(value)
    elif isinstance(node, yaml.SequenceNode):
        for item in node.value:
            yield from _doubles(item)


def _schema_faults(values: dict[str, Any], lines: LinesOf, file: str) -> list[Fault]:
    faults = []
    for error in _VALIDATOR.iter_errors(values):
        field = error.json_path.removeprefix("$").removeprefix(".")
        faults.append(Fault(file, lines(field), field, str(error.validator), _advice(error)))
    return faults


def _advice(error: ValidationError) -> str:
    schema = error.schema if isinstance(error.schema, Mapping) else {}
    if error.validator == "required":
        name = error.message.split("'")[1]
        about = schema["properties"][name].get("description", "")
        return f"add `{name}`" + (f" ({about})" if about else "")
    if error.validator == "additionalProperties":
        known = ", ".join(schema["properties"])
        return f"{error.message.split('(')[1].rstrip(')')}; the fields are {known}"
    wanted = schema.get("description", "another value")
    return f"{error.instance!r} does not do; give {wanted}"


def _read_passages(
    body: str, body_line: int, file: str
) -> tuple[list[PassageEntry], dict[str, int], list[Fault]]:
    passages: list[PassageEntry] = []
    lines: dict[str, int] = {}
    faults: list[Fault] = []
    heading: tuple[str, dict[str, Any], int] | None = None
    text: list[str] = []

    def close() -> None:
        words = "\n".join(line.rstrip() for line in text).strip("\n")
        if heading is None:
            if words.strip():
                message = "stands before the first passage; give it a heading `## id {kind: …}`"
                faults.append(Fault(file, body_line, "", "loose_text", message))
            return
        name, fields, line = heading
        faults.extend(_passage_faults(name, fields, words, line, file, known=lines))
        lines.setdefault(name, line)
        cites = fields.get("cites") or ()
        passages.append(
            PassageEntry(
                name,
                str(fields.get("kind", "")),
                words,
                tuple(cites) if isinstance(cites, list) else (),
                fields.get("title"),
            )
        )

    for number, line in enumerate(body.split("\n"), start=body_line):
        if not line.startswith("#"):
            text.append(line)
            continue
        close()
        text = []
        match = _HEADING.match(line)
        heading = (match["id"], _heading_fields(match["fields"]), number) if match else None
        if match is None:
            message = "is no passage heading; write `## passage-id {kind: step, cites: [id]}`"
            faults.append(Fault(file, number, "", "heading", message))
            heading = (line, {"kind": PASSAGE_KINDS[0]}, number)
    close()
    return passages, lines, faults


def _heading_fields(text: str) -> dict[str, Any]:
    try:
        fields = yaml.load(text, Loader=_Loader)  # noqa: S506 (makes text only)
    except yaml.YAMLError:
        return {}
    return fields if isinstance(fields, dict) else {}


def _passage_faults(
    name: str,
    fields: dict[str, Any],
    text: str,
    line: int,
    file: str,
    *,
    known: Mapping[str, int],
) -> Iterator[Fault]:
    field = f"passage {name}"
    if not re.match(SLUG, name):
        message = "needs an id of lower-case letters, digits and hyphens"
        yield Fault(file, line, field, "passage_id", message)
    if name in known:
        yield Fault(
            file,
            line,
            field,
            "twice",
            f"is also on line {known[name]}; choose another id",
        )
    if fields.get("kind") not in PASSAGE_KINDS:
        message = f"write {{kind: …}} with one of {', '.join(PASSAGE_KINDS)}"
        yield Fault(file, line, field, "kind", message)
    if not isinstance(fields.get("cites", []), list):
        yield Fault(file, line, field, "cites", "write the ids in brackets: cites: [id]")
    if unknown := fields.keys() - {"kind", "cites", "title"}:
        message = f"{', '.join(sorted(unknown))} is unknown; the braces hold kind, cites, title"
        yield Fault(file, line, field, "heading", message)
    if not text.strip():
        yield Fault(file, line, field, "empty", "has no text; write it or remove the heading")


def _document(values: dict[str, Any], passages: list[PassageEntry]) -> NoteDocument:
    made: dict[str, Any] = {**_dated(values), "passages": tuple(passages)}
    for name, entry in _LEDGERS.items():
        made[name] = tuple(entry(**_dated(item)) for item in values.get(name, ()))
    made["asked_as"] = tuple(values.get("asked_as", ()))
    return NoteDocument(**made)


def _dated(values: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: dt.date.fromisoformat(value) if name in _DATES else value
        for name, value in values.items()
    }


def _plain(value: Any) -> Any:
    """Entries as mappings without their empty fields, dates as text."""
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = {f.name: _plain(getattr(value, f.name)) for f in dataclasses.fields(value)}
        return _ledger_order({name: item for name, item in fields.items() if item is not None})
    return value.isoformat() if isinstance(value, dt.date) else value


def _ledger_order(fields: dict[str, Any]) -> dict[str, Any]:
    """The date of the check comes last but for what is said beside it."""
    if "pinpoint" in fields:
        fields["checked_on"] = fields.pop("checked_on")
    return fields


def _heading(passage: PassageEntry) -> str:
    fields: dict[str, Any] = {"kind": passage.kind}
    if passage.cites:
        fields["cites"] = list(passage.cites)
    if passage.title:
        fields["title"] = passage.title
    flow = yaml.dump(
        fields, Dumper=_Dumper, default_flow_style=True, width=10_000, **_STYLE_FLOW
    ).strip()
    return f"## {passage.id} {flow}"


class _Dumper(yaml.SafeDumper):
    """Writes text plain wherever YAML allows it: it is read back as text."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _represent_text(dumper: yaml.SafeDumper, text: str) -> yaml.Node:
    tag: str = dumper.resolve(yaml.ScalarNode, text, (True, False))  # type: ignore[no-untyped-call]
    return dumper.represent_scalar(tag, text)


_Dumper.add_representer(str, _represent_text)
_STYLE_FLOW: Final[dict[str, Any]] = {"sort_keys": False, "allow_unicode": True}
_STYLE: Final[dict[str, Any]] = {**_STYLE_FLOW, "default_flow_style": False}
