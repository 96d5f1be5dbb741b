"""An answer as its page shows it: the insight's members put in order, and nothing reworded."""

from __future__ import annotations

import datetime as dt
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from legalcontext.retention.standing import Standing
from legalcontext.skills.tables import table

from .block_words import note_words, retention_words, why_words
from .places import place_name
from .words import (
    AUDIENCES,
    BASES,
    FORUM_NAMES,
    HANDLING,
    LABELS,
    NOTES,
    ROLE_NAMES,
    SKILL_NAMES,
    STANDINGS,
)

Words = str | Promise

EMERGENCY: Final = "emergency"


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A run of a detail: one line of prose, or the items of a list."""

    lines: tuple[str, ...]
    is_list: bool = False

    @property
    def called(self) -> list[list[tuple[str, str]]]:
        """Each line in runs of (words, number to dial); "" for what is no number."""
        return [_with_numbers(line) for line in self.lines]


@dataclass(frozen=True, slots=True)
class FindingShown:
    """heading: its title, "" where the finding before it has the same. language: of the detail,
    "" for the answer's own."""

    heading: str
    detail: tuple[Paragraph, ...]
    severity: str
    due_on: dt.date | None
    citations: tuple[str, ...]
    source: Mapping[str, Any] | None
    language: str


@dataclass(frozen=True, slots=True)
class SourceShown:
    """A note that the answer rests on, with every passage quoted from it. quotes: (id, words)."""

    title: str
    authority: str
    url: str
    place: str
    as_of: dt.date
    reviewed: bool
    note: str
    quotes: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class RecalledShown:
    """A cited note that is no longer current: its title, and what became of it."""

    title: str
    standing: Words


@dataclass(frozen=True, slots=True)
class Because:
    """Words that the frame rests on. number: as in the marked question; where: whose words; start,
    end: code points, 0 and 0 where there is no text."""

    number: int
    start: int
    end: int
    words: str
    value: Words
    why: str
    where: Words


@dataclass(frozen=True, slots=True)
class NoteShown:
    """What the answer says about its frame: a line, and the particulars of this answer."""

    line: Words
    message: str


@dataclass(frozen=True, slots=True)
class Assumed:
    """The block in words, in the language of the page; `block` as programs get it. place, basis:
    where, and how that is known; forum: "" when unknown."""

    place: str
    basis: Words
    forum: Words
    audience: Words
    role: Words
    label: Words
    handling: Words
    retention: str
    block: Mapping[str, Any]
    notes: tuple[NoteShown, ...]
    because: tuple[Because, ...]

    @property
    def json(self) -> str:
        """The block as it goes out, indented to be read."""
        return json.dumps(self.block, ensure_ascii=False, indent=2)


@dataclass(frozen=True, slots=True)
class InsightShown:
    """The insight in the order of its page: what cannot wait first. language: of its own words;
    what it takes from a note is English."""

    id: str
    language: str
    skill: Words
    summary: tuple[Paragraph, ...]
    emergencies: tuple[FindingShown, ...]
    findings: tuple[FindingShown, ...]
    sources: tuple[SourceShown, ...]
    limits: tuple[str, ...]
    question_back: Mapping[str, Any] | None
    has_dates: bool
    recalled: tuple[RecalledShown, ...]
    assumed: Assumed


def shown_insight(
    insight: Mapping[str, Any], evidence: Sequence[Mapping[str, Any]], language: str
) -> InsightShown:
    """insight: `codossier.insight/1`; evidence: what the frame rests on, as it is kept; language:
    of the ask."""
    findings = insight["findings"]
    urgent = [finding for finding in findings if finding["kind"] == EMERGENCY]
    others = [finding for finding in findings if finding["kind"] != EMERGENCY]
    return InsightShown(
        id=insight["id"],
        language=language,
        skill=SKILL_NAMES.get(insight["skill"], insight["skill"]),
        summary=paragraphs(insight["summary"]),
        emergencies=tuple(_findings(urgent)),
        findings=tuple(_findings(others)),
        sources=tuple(_sources(insight["citations"])),
        limits=tuple(insight["limits"]),
        question_back=_asked_back(insight.get("question_back")),
        has_dates=any("due_on" in finding for finding in findings),
        recalled=tuple(_recalled(insight)),
        assumed=assumed(insight["legal_context"], insight["context_notes"], evidence),
    )


def _asked_back(question: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    """The question back; places to choose from are named in the language of the page."""
    if question is None or question["field"] != "jurisdiction":
        return question
    options = [
        {**option, "label": place_name(option["value"])} for option in question.get("options", ())
    ]
    return {**question, "options": options}


def assumed(
    block: Mapping[str, Any],
    notes: Sequence[Mapping[str, Any]],
    evidence: Sequence[Mapping[str, Any]],
) -> Assumed:
    """The outbound block, its notes and its evidence in words."""
    jurisdiction = block["jurisdiction"]
    forum = jurisdiction.get("forum") or ""
    return Assumed(
        place=place_name(jurisdiction["value"]),
        basis=BASES[jurisdiction["basis"]],
        forum=FORUM_NAMES.get(forum, forum),
        audience=AUDIENCES[block["audience"]],
        role=ROLE_NAMES.get(block["role"], block["role"]),
        label=LABELS[block["privilege"]],
        handling=HANDLING[block["privilege"]],
        retention=retention_words(block["retention"]),
        block=block,
        notes=tuple(NoteShown(NOTES.get(n["code"], n["code"]), note_words(n)) for n in notes),
        because=tuple(_because(evidence)),
    )


def paragraphs(text: str) -> tuple[Paragraph, ...]:
    """Lines of a text; those that begin with "- " become items of lists."""
    found: list[Paragraph] = []
    items: list[str] = []
    for line in [*text.splitlines(), ""]:
        if line.startswith("- "):
            items.append(line[2:])
            continue
        if items:
            found.append(Paragraph(tuple(items), is_list=True))
            items = []
        if line.strip():
            found.append(Paragraph((line,)))
    return tuple(found)


def why_kept(standing: Standing) -> list[str]:
    """Why an answer is kept so long: whose word, what cut it, what holds it (R1 to R11)."""
    policy = standing.policy
    months = ngettext("%(months)s month", "%(months)s months", policy.months) % {
        "months": policy.months
    }
    whose = {
        "service": _("This service keeps answers for %(months)s."),
        "account": _("This account keeps its answers for %(months)s."),
        "skill": _("This account keeps this kind of answer for %(months)s."),
        "matter": _("Answers in this matter are kept for %(months)s."),
    }
    lines = [whose[policy.rule] % {"months": months}]
    if policy.capped:
        lines.append(_("The account asked for longer; the service keeps nothing longer than this."))
    if policy.shortened(standing.created_at):
        lines.append(
            ngettext(
                "Whoever asked wanted it kept for %(days)s day only.",
                "Whoever asked wanted it kept for %(days)s days only.",
                policy.keep_days or 0,
            )
            % {"days": policy.keep_days}
        )
    if standing.held:
        lines.append(_("A legal hold keeps it. It cannot be deleted until the hold is released."))
    return lines


@cache
def _numbers() -> re.Pattern[str]:
    """The numbers of the emergency lines, as they stand in an answer."""
    known = {entry["number"] for entries in table("lines").values() for entry in entries}
    either = "|".join(re.escape(number) for number in sorted(known, key=len, reverse=True))
    return re.compile(rf"(?<![\w-])(?:{either})(?![\w-])")


def _with_numbers(line: str) -> list[tuple[str, str]]:
    runs, at = [], 0
    for found in _numbers().finditer(line):
        runs.append((line[at : found.start()], ""))
        runs.append((found[0], re.sub(r"\D", "", found[0])))
        at = found.end()
    return [*runs, (line[at:], "")]


def _findings(findings: Sequence[Mapping[str, Any]]) -> Iterator[FindingShown]:
    before = None
    for finding in findings:
        title, severity = finding["title"], finding.get("severity", "")
        due_on = finding.get("due_on")
        yield FindingShown(
            heading="" if (title, severity) == before else title,
            detail=paragraphs(finding["detail"]),
            severity=severity,
            due_on=dt.date.fromisoformat(due_on) if due_on else None,
            citations=tuple(finding.get("citations", ())),
            source=finding.get("source"),
            language=_language(finding),
        )
        before = (title, severity)


def _language(finding: Mapping[str, Any]) -> str:
    """The language of a finding's detail, "" for the answer's own: as it is marked; a name of a law
    and, in older answers, whatever else cites a note is English."""
    cites = bool(finding.get("citations")) and finding["kind"] != "deadline"
    return finding.get("language") or ("en" if cites and not finding.get("due_on") else "")


def _sources(citations: Sequence[Mapping[str, Any]]) -> Iterator[SourceShown]:
    """Citations of one note and authority together, in the order in which they first stand."""
    grouped: dict[tuple[Any, ...], list[Mapping[str, Any]]] = {}
    for citation in citations:
        key = (citation["note"], citation["authority"], citation.get("url"))
        grouped.setdefault(key, []).append(citation)
    for first, *rest in grouped.values():
        yield SourceShown(
            title=first["title"],
            authority=first["authority"],
            url=first.get("url") or "",
            place=place_name(first["jurisdiction"]),
            as_of=dt.date.fromisoformat(first["as_of"]),
            reviewed=first["reviewed"],
            note=first["note"],
            quotes=tuple((each["id"], each["quote"]) for each in (first, *rest)),
        )


def _recalled(insight: Mapping[str, Any]) -> Iterator[RecalledShown]:
    titles = {citation["note"]: citation["title"] for citation in insight["citations"]}
    for each in insight.get("recalled", ()):
        standing = STANDINGS.get(each["standing"], each["standing"])
        yield RecalledShown(titles.get(each["note"], each["note"]), standing)


def _because(evidence: Sequence[Mapping[str, Any]]) -> Iterator[Because]:
    for number, item in enumerate(evidence, start=1):
        value = item["value"]
        known: Words = FORUM_NAMES.get(value) or ROLE_NAMES.get(value) or place_name(value)
        place = (item["start"], item["end"])
        yield Because(number, *place, item["text"], known, why_words(item), _where(item["source"]))


def _where(source: str) -> Words:
    if source.startswith("document:"):
        number = int(source.partition(":")[2]) + 1
        return _("in paper %(number)s") % {"number": number}
    return {
        "question": _("in your question"),
        "matter": _("in the matter's record"),
        "handed_on": _("in an earlier answer"),
        "stated": _("as you gave it"),
    }.get(source, source)
