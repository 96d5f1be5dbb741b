"""An insight as words: one plain-text and one Markdown rendering of `codossier.insight/1`.

For text parts, e-mails and exports. The frame, the handling and, for individuals, the notice are
always in it, byte for byte as in the block; so are the limits.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from legalcontext.block.places import name_in

from .tables import table

Insight = Mapping[str, Any]

WIDTH = 88

_HEADINGS = {
    "en": {
        "language": "en",
        "question": "question",
        "triage": "Triage",
        "consult": "Consult",
        "document_review": "Document review",
        "question_back": "One question back",
        "sources": "Sources",
        "limits": "What this answer does not know",
        "frame": "Frame and handling",
        "jurisdiction": "Jurisdiction",
        "audience": "Written for",
        "role": "Role",
        "privilege": "Privilege",
        "handling": "Handling",
        "retention": "Kept",
        "source": "Source",
        "notice": "Notice",
        "reviewed": "reviewed",
        "unreviewed": "not reviewed",
        "as_of": "checked",
        "due": "Date",
        "page": "page",
        "characters": "characters",
    },
    "es": {
        "language": "es",
        "question": "pregunta",
        "triage": "Orientación",
        "consult": "Consulta",
        "document_review": "Revisión de documento",
        "question_back": "Una pregunta de vuelta",
        "sources": "Fuentes",
        "limits": "Lo que esta respuesta no sabe",
        "frame": "Marco y manejo",
        "jurisdiction": "Lugar",
        "audience": "Escrito para",
        "role": "Papel",
        "privilege": "Privilegio",
        "handling": "Manejo",
        "retention": "Conservación",
        "source": "Fuente",
        "notice": "Aviso",
        "reviewed": "revisada",
        "unreviewed": "sin revisar",
        "as_of": "verificada",
        "due": "Fecha",
        "page": "página",
        "characters": "caracteres",
    },
}
_BLOCK_LINES = ("audience", "role", "privilege", "handling", "retention", "source", "notice")
_MARKS = {"emergency": "!!", "urgent": "!"}


def to_text(insight: Insight, *, language: str = "en", width: int | None = WIDTH) -> str:
    """The insight in plain text.

    language: of the headings, `en` or `es`; the insight's own words are as they are. width: of the
    lines in characters (long words and addresses aside); None breaks no line, for whoever lays
    the text out themself. The frame's lines are never broken: a reader may look for its fixed
    texts byte for byte.
    """
    words = _HEADINGS["es" if language == "es" else "en"]
    parts = [
        _underlined(_skill(insight, words)),
        _indented(insight["summary"]),
        *_each_heading_once(insight["findings"], words, _finding_text),
        *_question_text(insight, words),
        *_listed(words["sources"], _sources(insight["citations"], words, _citation)),
        *_listed(words["limits"], insight["limits"]),
    ]
    body = "\n\n".join(part for part in parts if part)
    if width is not None:
        body = _wrapped(body, width)
    frame = "\n".join([_underlined(words["frame"]), *_block_text(insight, words)])
    return f"{body}\n\n{frame}\n"


def to_markdown(insight: Insight, *, language: str = "en") -> str:
    """The insight in Markdown (CommonMark); what others wrote is escaped."""
    words = _HEADINGS["es" if language == "es" else "en"]
    parts = [
        f"# {_skill(insight, words)}",
        escape(insight["summary"]),
        *_each_heading_once(insight["findings"], words, _finding_markdown),
        *_question_markdown(insight, words),
        *_listed_markdown(words["sources"], _sources(insight["citations"], words, _linked)),
        *_listed_markdown(words["limits"], [escape(limit) for limit in insight["limits"]]),
        f"## {words['frame']}\n\n" + "\n".join(_block_markdown(insight, words)),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _skill(insight: Insight, words: Mapping[str, str]) -> str:
    return words.get(insight["skill"]) or str(insight["skill"])


def _each_heading_once(
    findings: Sequence[Mapping[str, Any]],
    words: Mapping[str, str],
    told: Callable[[Mapping[str, Any], Mapping[str, str], bool], str],
) -> Iterator[str]:
    """Findings in words; of several in a row under one title, the first alone shows it."""
    shown: tuple[str, str] | None = None
    for finding in findings:
        heading = (finding["title"], finding.get("severity", ""))
        yield told(finding, words, heading != shown)
        shown = heading


def _finding_text(finding: Mapping[str, Any], words: Mapping[str, str], titled: bool) -> str:
    mark = _MARKS.get(finding.get("severity", ""), "")
    lines = [_indented(f"{mark} {finding['title']}".strip())] if titled else []
    lines.append(_indented(finding["detail"], "  "))
    lines.extend(_indented(line, "  ") for line in _facts(finding, words))
    return "\n".join(lines)


def _facts(finding: Mapping[str, Any], words: Mapping[str, str]) -> Iterator[str]:
    """The date, the place in the document with its quote, and the citations of a finding."""
    if finding.get("due_on"):
        yield f"{words['due']}: {finding['due_on']}"
    source = finding.get("source")
    if source:
        page = f", {words['page']} {source['page']}" if source.get("page") else ""
        name = words["question"] if source["document"] == "question" else source["document"]
        where = f"{name}{page}, {words['characters']} {source['start']}-{source['end']}"
        yield f"[{where}] “{' '.join(source['quote'].split())}”"
    if finding.get("citations"):
        yield " ".join(f"[{identifier}]" for identifier in finding["citations"])


def _question_text(insight: Insight, words: Mapping[str, str]) -> Iterator[str]:
    question = insight.get("question_back")
    if question:
        options = [f"  - {option['label']} ({option['value']})" for option in question["options"]]
        heading = _underlined(words["question_back"])
        yield "\n".join([heading, _indented(question["prompt"]), *options])


def _sources(
    citations: Sequence[Mapping[str, Any]],
    words: Mapping[str, str],
    told: Callable[[Mapping[str, Any], Mapping[str, str]], str],
) -> list[str]:
    """A line for each source, with the ids of all that rests on it. told: a citation in words."""
    ids: dict[str, list[str]] = {}
    for citation in citations:
        ids.setdefault(told(citation, words), []).append(citation["id"])
    return [f"{' '.join(f'[{id_}]' for id_ in named)} {line}" for line, named in ids.items()]


def _citation(citation: Mapping[str, Any], words: Mapping[str, str]) -> str:
    review = words["reviewed" if citation["reviewed"] else "unreviewed"]
    parts = [
        citation["authority"],
        f"{citation['title']} ({citation['note']}, {citation['jurisdiction']}, {review}, "
        f"{words['as_of']} {citation['as_of']})",
    ]
    if citation.get("url"):
        parts.append(citation["url"])
    return ". ".join(parts)


def _listed(heading: str, items: Sequence[str]) -> Iterator[str]:
    if items:
        lines = [_indented(item, "  ", first="- ") for item in items]
        yield "\n".join([_underlined(heading), *lines])


def _block_text(insight: Insight, words: Mapping[str, str]) -> Iterator[str]:
    block = insight["legal_context"]
    yield f"{words['jurisdiction']}: {_place(block['jurisdiction'], words)}"
    for member in _BLOCK_LINES:
        if member in block:
            yield f"{words[member]}: {block[member]}{_gloss(block[member], words)}"


def _place(jurisdiction: Mapping[str, Any], words: Mapping[str, str]) -> str:
    forum = f", {_told(jurisdiction['forum'], words)}" if jurisdiction.get("forum") else ""
    name = name_in(jurisdiction["value"], words["language"])
    code = f"{name} ({jurisdiction['value']})" if name != jurisdiction["value"] else name
    return f"{code}, {_told(jurisdiction['basis'], words)}{forum}"


def _told(code: str, words: Mapping[str, str]) -> str:
    """A code of the block in the language of the headings, as it is where it is not known."""
    return str(table("block_words").get(words["language"], {}).get(code, code))


def _gloss(fixed: str, words: Mapping[str, str]) -> str:
    """What a text of the block, which stands there byte for byte, says in Spanish."""
    if words["language"] != "es":
        return ""
    said = _told(fixed, words)
    if said == fixed:
        said = _term_in_spanish(fixed)
    return f" ({said})" if said else ""


_KEPT = re.compile(
    r"kept (?P<number>\d+) (?P<unit>months?|days?) under the (?P<under>account|matter);"
    r" delete it from the account's history"
)


def note_words(note: Mapping[str, Any], language: str) -> str:
    """A note on the frame in words: its own, which are English, or by its code in Spanish."""
    said = table("note_words").get(note["code"]) if language == "es" else None
    return str(said or note["message"])


def _term_in_spanish(retention: str) -> str:
    """How long an answer is kept, from the block's own sentence; "" where it is another."""
    found = _KEPT.fullmatch(retention)
    if found is None:
        return ""
    words = table("block_words")
    term = f"{found['number']} {words['terms'][found['unit']]}"
    return str(words["kept"]).format(term=term, under=words["under"][found["under"]])


def _underlined(heading: str) -> str:
    return f"{heading}\n{'-' * len(heading)}"


def _indented(text: str, indent: str = "", *, first: str | None = None) -> str:
    """Each line behind the indent, the first one behind `first` where that is another."""
    lines = []
    for line in text.splitlines() or [""]:
        said = line.strip()
        lines.append(f"{indent if first is None else first}{said}" if said else "")
        first = None
    return "\n".join(lines)


def _wrapped(text: str, width: int) -> str:
    lines: list[str] = []
    for line in text.splitlines():
        if len(line) <= width:
            lines.append(line)
        else:
            indent = "  " if line.startswith(("  ", "- ")) else ""
            lines += _WRAPPER(width, subsequent_indent=indent).wrap(line)
    return "\n".join(lines)


_WRAPPER = partial(textwrap.TextWrapper, break_long_words=False, break_on_hyphens=False)


def _finding_markdown(finding: Mapping[str, Any], words: Mapping[str, str], titled: bool) -> str:
    mark = _MARKS.get(finding.get("severity", ""), "")
    title = escape(finding["title"]) + (f" {mark}" if mark else "")
    lines = [f"## {title}", ""] if titled else []
    lines.append(_lines(finding["detail"]))
    for fact in _facts(finding, words):
        lines.extend(["", f"> {escape(fact)}" if fact.startswith("[") else escape(fact)])
    return "\n".join(lines)


def _question_markdown(insight: Insight, words: Mapping[str, str]) -> Iterator[str]:
    question = insight.get("question_back")
    if question:
        options = [
            f"- {escape(option['label'])} (`{option['value']}`)" for option in question["options"]
        ]
        yield "\n".join(
            [f"## {words['question_back']}", "", escape(question["prompt"]), "", *options]
        ).rstrip()


def _linked(citation: Mapping[str, Any], words: Mapping[str, str]) -> str:
    plain = _citation({**citation, "url": None}, words)
    url = citation.get("url")
    return escape(plain) + (f" <{url}>" if url and " " not in url else "")


def _listed_markdown(heading: str, items: Sequence[str]) -> Iterator[str]:
    if items:
        yield "\n".join([f"## {heading}", "", *(f"- {item}" for item in items)])


def _block_markdown(insight: Insight, words: Mapping[str, str]) -> Iterator[str]:
    block = insight["legal_context"]
    yield f"- **{words['jurisdiction']}**: {escape(_place(block['jurisdiction'], words))}"
    for member in _BLOCK_LINES:
        if member in block:
            yield f"- **{words[member]}**: {block[member]}{_gloss(block[member], words)}"


def _lines(text: str) -> str:
    """A passage's own list stays a list; everything else is escaped."""
    return "\n".join(
        f"- {escape(line[2:])}" if line.startswith("- ") else escape(line)
        for line in text.splitlines()
    )


_SPECIAL = str.maketrans({char: f"\\{char}" for char in "\\`*_[]<>#|~"})


def escape(text: str) -> str:
    """Text as Markdown that shows it as it is, on as many lines."""
    return text.translate(_SPECIAL)
