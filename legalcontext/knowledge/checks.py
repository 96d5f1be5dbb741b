"""What a note's words must satisfy beyond its form: one function per rule. Pure: no Django.

Sources: the note's front matter and the ledger of figures as the knowledge base promises them
(docs/knowledge.md). Every rule yields faults; `check_note` gathers them.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from typing import Final

from legalcontext.block.constants import FORUMS

from . import wording
from .documents import FigureEntry, NoteDocument, PassageEntry
from .faults import Fault, InvalidNote
from .figures import REFERENCE, STYLES, Ledger, blank_references, phrase_faults
from .notefile import ParsedNote, parse_with_lines
from .numbers import unbound_numbers
from .readability import grade
from .schema import KINDS_WITHOUT_AUTHORITY, MAX_PASSAGE_WORDS
from .topics import topics

REQUIRED_KINDS: Final = (
    ("short_answer",),
    ("condition", "exception"),
    ("step",),
    ("handler",),
    ("gather",),
)
LONGEST_LIFE: Final = dt.timedelta(days=3 * 366)
"""From review_due to expires, at most."""

Reported = tuple[str, str, str]
"""(field, code, message)"""


def read_note(text: str, *, file: str) -> NoteDocument:
    """The note in `text`, form and words checked; raises InvalidNote with every fault."""
    parsed = parse_with_lines(text, file=file)
    if faults := check_note(parsed, file=file):
        raise InvalidNote(faults)
    return parsed.document


def check_note(parsed: ParsedNote, *, file: str) -> list[Fault]:
    """Every fault of one note, in the order of its lines."""
    faults = set()
    for rule in RULES:
        for field, code, message in rule(parsed.document):
            name = field.removeprefix("passage ")
            line = parsed.passage_lines.get(name, 0) if name != field else parsed.lines(field)
            faults.add(Fault(file, line, field, code, message))
    return sorted(faults)


def identity(note: NoteDocument) -> Iterator[Reported]:
    """The key says place and topic; the topic and the forum are known ones."""
    place, _, stem = note.key.partition("/")
    if place != note.jurisdiction.lower():
        yield (
            "key",
            "key",
            f"starts with {place!r}; for {note.jurisdiction} write {note.jurisdiction.lower()!r}",
        )
    if note.topic not in topics():
        yield ("topic", "topic", f"{note.topic!r} is unknown; choose one of {', '.join(topics())}")
    elif stem != note.topic and not stem.startswith(note.topic + "-"):
        yield ("key", "key", f"ends with {stem!r}; write {note.topic!r} or {note.topic + '-…'!r}")
    if note.forum is not None and note.forum not in FORUMS:
        yield ("forum", "forum", f"{note.forum!r} is unknown; choose one of {', '.join(FORUMS)}")


def currency(note: NoteDocument) -> Iterator[Reported]:
    """Dates follow one another."""
    if note.expires <= note.review_due:
        yield (
            "expires",
            "dates",
            "must come after review_due; a note is looked at before it lapses",
        )
    elif note.expires - note.review_due > LONGEST_LIFE:
        yield (
            "expires",
            "dates",
            "is more than three years after review_due; choose an earlier day",
        )
    if note.effective_from and note.effective_to and note.effective_to < note.effective_from:
        yield "effective_to", "dates", "comes before effective_from"
    for position, figure in enumerate(note.figures):
        field = f"figures[{position}].changes_on"
        if figure.changes_on and figure.changes_on <= (figure.in_force_from or dt.date.min):
            yield field, "dates", "must come after in_force_from"
        if figure.changes_on and figure.changes_on < note.review_due:
            yield (
                "review_due",
                "dates",
                f"is after {figure.id} changes ({figure.changes_on}); review by that day",
            )


def review(note: NoteDocument) -> Iterator[Reported]:
    """Published means reviewed, and nothing before it does; later versions name the one before."""
    reviewed = note.reviewed_by is not None and note.reviewed_on is not None
    if note.status == "published" and not reviewed:
        yield (
            "status",
            "review",
            "published needs reviewed_by and reviewed_on; else write in_review",
        )
    if note.status in {"draft", "in_review"} and (note.reviewed_by or note.reviewed_on):
        yield (
            "status",
            "review",
            f"{note.status} has no review yet; remove reviewed_by and reviewed_on",
        )
    if note.reviewed_on and note.review_due <= note.reviewed_on:
        yield "review_due", "dates", "must come after reviewed_on"
    if note.version == 1 and note.supersedes and note.supersedes.startswith(note.key + "@"):
        yield (
            "supersedes",
            "supersedes",
            "a first version supersedes no version of itself; remove it",
        )
    if note.version > 1 and note.supersedes is None:
        yield (
            "supersedes",
            "supersedes",
            f"name the version replaced: {note.key}@{note.version - 1}",
        )


def ledger_ids(note: NoteDocument) -> Iterator[Reported]:
    """Ids are unique in their ledger, and every entry is used."""
    used = Counter(
        (match["ledger"] or "figure", match["id"])
        for passage in note.passages
        for match in REFERENCE.finditer(passage.text)
    )
    cited = {name for passage in note.passages for name in passage.cites}
    for name in ("authorities", "figures", "forms", "names"):
        seen: set[str] = set()
        for position, entry in enumerate(getattr(note, name)):
            field = f"{name}[{position}].id"
            if entry.id in seen:
                yield field, "twice", f"{entry.id!r} stands twice; choose another id"
            seen.add(entry.id)
            if name == "authorities":
                if entry.id not in cited:
                    yield (field, "unused", f"no passage cites {entry.id!r}; cite it or remove it")
            elif (name.removesuffix("s"), entry.id) not in used:
                yield (field, "unused", f"no passage uses {entry.id!r}; use it or remove it")


def references(note: NoteDocument) -> Iterator[Reported]:
    """Every reference in a passage leads to an entry of a ledger, and is written right."""
    ledger = Ledger(note.figures, note.forms, note.names)
    known: dict[str | None, Collection[str]] = {
        None: ledger.figures.keys(),
        "form": ledger.forms.keys(),
        "name": ledger.names.keys(),
    }
    for passage in note.passages:
        field = f"passage {passage.id}"
        for match in REFERENCE.finditer(passage.text):
            if match["id"] not in known[match["ledger"]]:
                what = match["ledger"] or "figure"
                yield (
                    field,
                    "dead_reference",
                    f"{match.group()} names no {what} of this note; add it",
                )
            if match["style"] not in (None, *STYLES) or (match["ledger"] and match["style"]):
                yield (
                    field,
                    "dead_reference",
                    f"{match.group()}: after `|` stands {' or '.join(STYLES)}, for figures only",
                )
        if "{{" in blank_references(passage.text) or "}}" in blank_references(passage.text):
            yield (
                field,
                "dead_reference",
                "holds broken braces; write {{id}}, {{form:id}}, {{name:id}}",
            )


def citations(note: NoteDocument) -> Iterator[Reported]:
    """What states law cites an authority of the note."""
    authorities = {authority.id for authority in note.authorities}
    for passage in note.passages:
        field = f"passage {passage.id}"
        for name in passage.cites:
            if name not in authorities:
                yield (
                    field,
                    "dead_reference",
                    f"cites {name!r}, which is no authority of this note",
                )
        if not passage.cites and passage.kind not in KINDS_WITHOUT_AUTHORITY:
            yield (field, "no_authority", f"a {passage.kind} states law; add cites: [authority id]")


def figures(note: NoteDocument) -> Iterator[Reported]:
    """Each figure is borne out by its phrase; counting and service belong to a trigger."""
    for position, figure in enumerate(note.figures):
        field = f"figures[{position}]"
        if figure.unit == "date" and not _is_date(figure):
            yield (f"{field}.value", "value", "with unit date, write the value as 2026-01-31")
            continue
        if figure.unit != "date" and "-" in figure.value:
            yield f"{field}.unit", "value", "the value is a date; write unit: date"
            continue
        for code, message in phrase_faults(figure):
            yield f"{field}.phrase", code, message
        if figure.event is None and (figure.counting or figure.service):
            yield (field, "event", "counting and service stand beside event; name the event")


def _is_date(figure: FigureEntry) -> bool:
    try:
        dt.date.fromisoformat(figure.value)
    except ValueError:
        return False
    return True


def bound_numbers(note: NoteDocument) -> Iterator[Reported]:
    """No number of law stands outside the ledger (`asked_as` is never shown, and may say one)."""
    texts = [("title", note.title)]
    texts += [(f"passage {p.id}", blank_references(p.text)) for p in note.passages]
    texts += [(f"passage {p.id}", p.title) for p in note.passages if p.title]
    for field, text in texts:
        for found in unbound_numbers(text):
            yield (
                field,
                "unbound_number",
                (
                    f"{found.text!r} is bound to no figure; put it into the ledger with its source "
                    "and write {{id}}, or say it without the number"
                ),
            )


def passages(note: NoteDocument) -> Iterator[Reported]:
    """The short answer comes first and once, and a reader finds what to do and whom to ask."""
    kinds = [passage.kind for passage in note.passages]
    if kinds[:1] != ["short_answer"] or kinds.count("short_answer") != 1:
        yield ("", "passages", "the first passage, and only that one, is the short_answer")
    for wanted in REQUIRED_KINDS:
        if not set(wanted) & set(kinds):
            yield "", "passages", f"add a passage of kind {' or '.join(wanted)}"
    for passage in note.passages:
        if (count := len(passage.text.split())) > MAX_PASSAGE_WORDS:
            yield (
                f"passage {passage.id}",
                "long_passage",
                f"has {count} words; split it, {MAX_PASSAGE_WORDS} at most",
            )


def words(note: NoteDocument) -> Iterator[Reported]:
    """No directive, no prediction, no markup; for individuals no Latin."""
    for passage in note.passages:
        field = f"passage {passage.id}"
        text = wording.plain(passage.text)
        for found in wording.directives(text):
            yield (
                field,
                "directive",
                (
                    f"{found!r} tells the reader what to do; say what the law gives, what courts "
                    "usually require, or what people can choose"
                ),
            )
        for found in wording.predictions(text):
            yield field, "prediction", f"{found!r} foretells an outcome; leave it out"
        for found in wording.markup(text):
            yield (
                field,
                "markup",
                f"{found!r}: only paragraphs and `- ` lists, no links or emphasis",
            )
        if note.audience == "individual":
            for found in wording.latin(text):
                yield field, "latin", f"{found!r} is Latin; say it in plain words"


def readability(note: NoteDocument) -> Iterator[Reported]:
    """A note for individuals reads at grade 8, and passes up to 9.0."""
    if note.audience != "individual":
        return
    ledger = Ledger(note.figures, note.forms, note.names)
    text = "\n\n".join(_spoken(passage, ledger) for passage in note.passages)
    if (reached := grade(text)) > wording.MAX_GRADE:
        hardest = max(note.passages, key=lambda p: grade(_spoken(p, ledger)))
        yield (
            "",
            "readability",
            (
                f"reads at grade {reached:.1f}, {wording.MAX_GRADE} at most; shorten sentences and "
                f"words, first in passage {hardest.id}"
            ),
        )


def _spoken(passage: PassageEntry, ledger: Ledger) -> str:
    try:
        text = ledger.fill(wording.plain(passage.text))
    except (KeyError, ValueError):  # reported by `references` and `figures`
        text = wording.plain(passage.text)
    # list items are sentences of their own, whether or not they end with a stop
    lines = (line.removeprefix("- ") for line in text.split("\n") if line.strip())
    return " ".join(line if line[-1] in ".!?:;" else line + "." for line in lines)


RULES: Final[tuple[Callable[[NoteDocument], Iterator[Reported]], ...]] = (
    identity,
    currency,
    review,
    ledger_ids,
    references,
    citations,
    figures,
    bound_numbers,
    passages,
    words,
    readability,
)

__all__ = ["RULES", "check_note", "read_note"]
