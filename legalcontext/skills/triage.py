"""Triage: what kind of problem it is, how pressing and why, who deals with it, what to gather."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace

from legalcontext.block.types import Frame
from legalcontext.inference.types import Event
from legalcontext.knowledge.types import Found, Hit

from . import framing
from .case_kinds import Told
from .deadline_words import deadline_finding, hearing_finding
from .emergencies import Emergency, pointed_to
from .emergency_words import emergency_findings
from .passages import Book, of_kind, of_topic
from .phrases import Token, tokenize
from .review.dates import PaperDates, given_as
from .review.kinds import classify
from .second_ear import emergencies_of
from .service import manner_of_service
from .shelf import Shelf
from .topics import OTHER, Issue, has_words_of_its_own, looks_legal, rank_issues
from .triggers import read_events
from .types import Ask, Finding, Findings, Knowledge, Severity, Source, Text
from .urgency import (
    Deadline,
    Reason,
    deadlines,
    level_of,
    reasons,
    short_notice,
    usually_pressing,
)
from .wording import Voice, quoted, sentence

QUESTION = "question"
"""The name of the source when a finding stands in the question itself."""

_READ = 6000
_BETWEEN = "\n\n"
_ORDER: tuple[Severity, ...] = ("emergency", "urgent", "soon", "normal", "info")
_DEADLINE_KINDS = ("deadline", "short_answer", "condition", "step", "urgent")


@dataclass(frozen=True, slots=True)
class Story:
    """What triage reads: the question, and the beginning of what came with it."""

    text: str
    tokens: tuple[Token, ...]
    emergencies: tuple[Emergency, ...]
    events: tuple[Event, ...]
    reasons: tuple[Reason, ...]

    @classmethod
    def read(cls, ask: Ask, texts: Sequence[Text], emergencies: tuple[Emergency, ...]) -> Story:
        """emergencies: those of the question alone. A paper that tells of a crime is not a person
        who is in danger now."""
        papers = [paper.text for paper in texts if paper.text.strip()]
        text = _BETWEEN.join([*([ask.question] if ask.question.strip() else []), *papers])[:_READ]
        tokens = tokenize(text)
        return cls(
            text=text,
            tokens=tokens,
            emergencies=emergencies,
            events=_events(ask, papers, text),
            reasons=reasons(text, tokens),
        )


def _events(ask: Ask, papers: Sequence[str], text: str) -> tuple[Event, ...]:
    """The events of the question as of a story, and of each paper as of a paper, each at its place
    in the whole text."""
    asked = ask.question if ask.question.strip() else ""
    read = list(read_events(asked, ask.today))
    at = len(asked) + len(_BETWEEN) if asked else 0
    for paper in papers:
        part = text[at : at + len(paper)]
        kind = classify(part)
        dates = PaperDates.read(part, ask.today, given_as(kind.code if kind else None))
        read.extend(replace(e, start=e.start + at, end=e.end + at) for e in dates.events)
        at += len(paper) + len(_BETWEEN)
    return tuple(e for e in read if e.end <= len(text))


def triage(frame: Frame, ask: Ask, texts: Sequence[Text], knowledge: Knowledge) -> Findings:
    """Answer a triage ask; emergencies first, then what presses most.

    The knowledge base's nearness helps to rank the topics; the passages of its notes say who
    deals with each and which deadlines run.
    """
    voice = Voice.of(frame, ask.language)
    shelf = Shelf(knowledge, frame)
    story = Story.read(ask, texts, emergencies_of(ask, frame, shelf))
    issues = rank_issues(
        story.text,
        story.tokens,
        nearness=shelf.topics_near(story.text),
        emergencies=story.emergencies,
    )
    if not issues and looks_legal(story.text, story.tokens):
        issues = (Issue(OTHER, 1.0, ()),)
    topics = [issue.topic for issue in issues]
    found = shelf.search(story.text, topics) if set(topics) - {OTHER} else Found()
    relevant = shelf.whole_notes(found, [topic for topic in topics if topic != OTHER])
    due = deadlines(
        of_kind(relevant, *_DEADLINE_KINDS),
        story.events,
        frame,
        manner_of_service(story.text, story.tokens),
        Told.read(story.text, story.tokens),
    )
    book = Book()
    findings = [
        *emergency_findings(story.emergencies, ask.question, frame, voice, texts),
        *_ranked(_issue_findings(issues, story, due, ask, voice)),
        *_dates(story, issues, due, book, ask, voice),
    ]
    for topic in topics:
        findings.extend(_help_findings(topic, relevant, book, frame, voice))
    findings.append(framing.assumed(frame, ask, voice))
    return Findings(
        summary=_summary(findings, issues, frame, voice),
        findings=tuple(findings),
        citations=book.citations(),
        limits=framing.limits(
            frame,
            voice,
            book.hits,
            texts=texts,
            lapsed=[note for note in found.lapsed if note.topic in topics],
            deadlines_looked_for=bool(story.reasons),
            closed=shelf.closed,
        ),
        question_back=framing.question_back(frame, voice, needs_state=bool(issues)),
    )


def _issue_findings(
    issues: Sequence[Issue], story: Story, due: Sequence[Deadline], ask: Ask, voice: Voice
) -> list[Finding]:
    return [
        _issue_finding(issue, position, issues, story, due, ask, voice)
        for position, issue in enumerate(issues)
    ]


def _issue_finding(
    issue: Issue,
    position: int,
    issues: Sequence[Issue],
    story: Story,
    due: Sequence[Deadline],
    ask: Ask,
    voice: Voice,
) -> Finding:
    pressing = _pressing(issue.topic, position, issues, story, due, ask.today, voice)
    level: Severity = pressing[0][0] if pressing else "normal"
    shown_words = [quoted(match.text) for match in issue.evidence[:3]]
    shown = (
        voice.say("issue_words", words=voice.series(shown_words))
        if shown_words
        else voice.say("issue_near")
    )
    if issue.topic == OTHER:
        shown = voice.say("triage_other")
    why = [words for said, words in pressing if said == level]
    return Finding(
        kind="issue",
        title=sentence(voice.topic(issue.topic)),
        detail=" ".join([*why[:2], shown]),
        severity=level,
        source=_source(issue, story, ask),
        topics=(issue.topic,),
    )


def _source(issue: Issue, story: Story, ask: Ask) -> Source | None:
    """Where the strongest words stand, when they stand in the question."""
    for match in issue.evidence:
        if match.end <= len(ask.question) and ask.question[match.start : match.end] == match.text:
            return Source(QUESTION, None, match.start, match.end, match.text)
    return None


def _pressing(
    topic: str,
    position: int,
    issues: Sequence[Issue],
    story: Story,
    due: Sequence[Deadline],
    today: dt.date,
    voice: Voice,
) -> list[tuple[Severity, str]]:
    """How pressing an issue is, and each reason in words."""
    topics = [issue.topic for issue in issues]
    said: list[tuple[Severity, str]] = []
    for deadline in due:
        if deadline.hit.topic != topic or deadline.of_the_other_side:
            continue
        if deadline.counted is not None:
            day = deadline.counted.due
            key = "reason_due_passed" if day < today else "reason_due_near"
            said.append((level_of(day, today), voice.say(key, date=voice.date(day))))
    for reason in story.reasons:
        if topic in reason.topics or (not reason.topics and topic == topics[0]):
            said.append((reason.level, voice.say(f"reason_{reason.key}")))
    if position == 0 and topic in usually_pressing() and has_words_of_its_own(issues[0]):
        level = usually_pressing()[topic]
        said.append((level, voice.say(f"usually_{level}")))
    said.extend(_pressing_dates(topic, position, issues, story, today, voice))
    if any(topic in pointed_to(emergency.kind) for emergency in story.emergencies):
        said.append(("urgent", voice.say("reason_emergency")))
    return sorted(said, key=lambda item: _ORDER.index(item[0]))


def _pressing_dates(
    topic: str,
    position: int,
    issues: Sequence[Issue],
    story: Story,
    today: dt.date,
    voice: Voice,
) -> list[tuple[Severity, str]]:
    said: list[tuple[Severity, str]] = []
    for event in _hearings(story, today):
        of_issue = _topic_of(event, issues, story)
        if of_issue == topic or (of_issue is None and position == 0):
            day = event.on or today
            words = voice.say("reason_hearing_near", days=(day - today).days)
            said.append((level_of(day, today), words))
    notice = short_notice(story.events)
    if notice is not None and topic in ("notice-to-quit", "eviction-steps"):
        unit = voice.unit(f"{notice.unit}s", str(notice.period))
        said.append(("urgent", voice.say("reason_notice_short", value=notice.period, unit=unit)))
    return said


def _hearings(story: Story, today: dt.date) -> list[Event]:
    """The court dates to come that the story gives."""
    return [e for e in story.events if e.kind == "hearing" and e.on is not None and e.on >= today]


def _topic_of(event: Event, issues: Sequence[Issue], story: Story) -> str | None:
    """The issue that a day belongs to: the one that its own sentence tells of, else the sentence
    before it, else the only one there is; None where that is not told."""
    at = next((token.sentence for token in story.tokens if token.end > event.start), 0)
    for place in (at, at - 1):
        told = {
            issue.topic: sum(
                match.weight
                for match in issue.evidence
                if story.tokens[match.first].sentence == place
            )
            for issue in issues
        }
        best = max(told, key=told.__getitem__, default=None)
        if best is not None and told[best] > 0:
            return best
    return issues[0].topic if len(issues) == 1 else None


def _ranked(findings: Sequence[Finding]) -> list[Finding]:
    """The first issue stays first; the others by how pressing they are."""
    return [*findings[:1], *sorted(findings[1:], key=lambda f: _ORDER.index(f.severity or "info"))]


def _dates(
    story: Story,
    issues: Sequence[Issue],
    due: Sequence[Deadline],
    book: Book,
    ask: Ask,
    voice: Voice,
) -> list[Finding]:
    found = [
        hearing_finding(event, _topic_of(event, issues, story), ask.today, voice)
        for event in _hearings(story, ask.today)
    ]
    found.extend(deadline_finding(deadline, book, ask.today, voice) for deadline in due)
    dated = [finding for finding in found if finding.due_on is not None]
    return sorted(dated, key=lambda f: f.due_on or dt.date.max) + [
        finding for finding in found if finding.due_on is None
    ]


def _help_findings(
    topic: str, hits: Sequence[Hit], book: Book, frame: Frame, voice: Voice
) -> list[Finding]:
    """Who usually deals with it and what to gather: the place's notes first, else in general."""
    own = of_topic(hits, topic)
    name = voice.topic(topic)
    return [
        *_urgent_passages(topic, own, book, voice),
        _helper(topic, "handler", own, book, voice, title=voice.say("handler_title", topic=name))
        or Finding(
            kind="handler",
            title=voice.say("handler_title", topic=name),
            detail=voice.say(
                "handler_none", place=voice.place(frame.jurisdiction), who=voice.who(topic)
            ),
            topics=(topic,),
        ),
        _helper(topic, "gather", own, book, voice, title=voice.say("gather_title", topic=name))
        or Finding(
            kind="gather",
            title=voice.say("gather_title", topic=name),
            detail=sentence(voice.gather(topic)) + ".",
            topics=(topic,),
        ),
    ]


def _urgent_passages(topic: str, hits: Sequence[Hit], book: Book, voice: Voice) -> list[Finding]:
    finding = _helper(
        topic,
        "urgent",
        hits,
        book,
        voice,
        title=voice.say("urgent_title", topic=voice.topic(topic)),
    )
    return [finding] if finding else []


def _helper(
    topic: str, kind: str, hits: Sequence[Hit], book: Book, voice: Voice, *, title: str
) -> Finding | None:
    of_this_kind = of_kind(hits, kind)
    if not of_this_kind:
        return None
    hit = of_this_kind[0]
    return Finding(
        kind=kind, title=title, detail=hit.text, citations=(book.cite(hit),), topics=(topic,)
    )


def _summary(
    findings: Sequence[Finding], issues: Sequence[Issue], frame: Frame, voice: Voice
) -> str:
    said = []
    emergencies = [finding for finding in findings if finding.kind == "emergency"]
    if emergencies:
        said.append(voice.say("triage_emergency_first", title=emergencies[0].title))
    told = [f for f in findings if f.kind == "issue" and f.topics != (OTHER,)]
    if told:
        names = [voice.topic(code) for finding in told for code in finding.topics]
        key = "triage_one" if len(names) == 1 else "triage_many"
        said.append(voice.say(key, topics=voice.series(names), count=len(names)))
        pressing = min(told, key=lambda f: _ORDER.index(f.severity or "info"))
        if pressing.severity in ("urgent", "soon"):
            said.append(voice.say("triage_urgent_first", reason=_first_sentence(pressing.detail)))
    else:
        said.append(voice.say("triage_other" if issues else "triage_none"))
    if frame.basis == "default" or not frame.recognised:
        said.append(framing.place_words(frame, voice))
    return " ".join(said)


def _first_sentence(text: str) -> str:
    return text.split(". ")[0].rstrip(".") + "."
