"""Triage: what kind of problem it is, how pressing and why, who deals with it, what to gather."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from legalcontext.block.types import Frame
from legalcontext.inference.types import Event
from legalcontext.knowledge.types import Found, Hit

from . import framing
from .case_kinds import COVERED_HOME, Told
from .date_order import order_of
from .deadline_words import (
    deadline_finding,
    distance,
    hearing_on_papers,
    no_day_findings,
    told_finding,
)
from .emergencies import Emergency, pointed_to
from .emergency_words import emergency_findings
from .passages import Book, of_kind, of_topic
from .phrases import Token
from .second_ear import emergencies_of
from .service import manner_of_service
from .shelf import Shelf
from .told_dates import Days
from .topics import OTHER, Issue, has_words_of_its_own, looks_legal, rank_issues
from .types import Ask, Finding, Findings, Knowledge, Severity, Source, Text
from .urgency import (
    DEADLINE_KINDS,
    Deadline,
    Reason,
    deadlines,
    implied_topics,
    is_heard_on_its_day,
    level_of,
    reasons,
    short_notice,
    usually_pressing,
    with_their_twins,
)
from .wording import Voice, quoted, sentence

QUESTION = "question"
"""The name of the source when a finding stands in the question itself."""

_ORDER: tuple[Severity, ...] = ("emergency", "urgent", "soon", "normal", "info")


@dataclass(frozen=True, slots=True)
class Story:
    """What triage reads: the question, and the beginning of what came with it."""

    text: str
    tokens: tuple[Token, ...]
    emergencies: tuple[Emergency, ...]
    events: tuple[Event, ...]
    reasons: tuple[Reason, ...]
    told: tuple[Event, ...]
    """The days that the story itself gives to come or to keep (`told_dates`)."""
    days: Days

    @classmethod
    def read(
        cls, ask: Ask, texts: Sequence[Text], emergencies: tuple[Emergency, ...], frame: Frame
    ) -> Story:
        """emergencies: those of the question alone. A paper that tells of a crime is not a person
        who is in danger now. frame: its place says in which order a day is written."""
        order = order_of(frame, [ask.question, *(text.text for text in texts)], ask.language)
        days = Days.read(ask, texts, order)
        return cls(
            text=days.text,
            tokens=days.tokens,
            emergencies=emergencies,
            events=days.events,
            reasons=reasons(days.text, days.tokens, notices=days.notices),
            told=days.told,
            days=days,
        )


def triage(frame: Frame, ask: Ask, texts: Sequence[Text], knowledge: Knowledge) -> Findings:
    """Answer a triage ask; emergencies first, then what presses most.

    The knowledge base's nearness helps to rank the topics; the passages of its notes say who
    deals with each and which deadlines run.
    """
    voice = Voice.of(frame, ask.language)
    shelf = Shelf(knowledge, frame)
    story = Story.read(ask, texts, emergencies_of(ask, frame, shelf), frame)
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
    told = [topic for topic in topics if topic != OTHER]
    implied = implied_topics(story.events, told, story.tokens)
    relevant = shelf.whole_notes(found, with_their_twins([*told, *implied]))
    kinds = Told.read(story.text, story.tokens)
    due = deadlines(
        of_kind(relevant, *DEADLINE_KINDS),
        story.events,
        frame,
        manner_of_service(story.text, story.tokens),
        kinds,
    )
    book = Book()
    findings = [
        *emergency_findings(story.emergencies, ask.question, frame, voice, texts),
        *_ranked(_issue_findings(issues, story, due, ask, voice)),
        *_dates(story, issues, due, kinds, relevant, book, ask, voice),
    ]
    for topic in topics:
        helping = relevant if COVERED_HOME in kinds.kinds else _of_homes_at_large(relevant)
        findings.extend(_help_findings(topic, helping, book, frame, voice))
    findings.append(framing.assumed(frame, ask, voice))
    return Findings(
        summary=_summary(findings, issues, story, frame, ask, voice),
        findings=tuple(findings),
        citations=book.citations(),
        limits=framing.limits(
            frame,
            voice,
            book.hits,
            texts=texts,
            asked=ask.question,
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
        if deadline.of_the_other_side or not _is_of(deadline, topic, topics):
            continue
        if deadline.counted is not None:
            day = deadline.counted.due
            key = "reason_due_passed" if day < today else "reason_due_near"
            said.append((level_of(day, today), voice.say(key, date=voice.date(day))))
    said.extend(_pressing_dates(topic, position, issues, story, today, voice))
    for reason in story.reasons:
        if topic in reason.topics or (not reason.topics and topic == topics[0]):
            said.append((reason.level, voice.say(f"reason_{reason.key}")))
    if position == 0 and topic in usually_pressing() and has_words_of_its_own(issues[0]):
        level = usually_pressing()[topic]
        said.append((level, voice.say(f"usually_{level}")))
    if any(topic in pointed_to(emergency.kind) for emergency in story.emergencies):
        said.append(("urgent", voice.say("reason_emergency")))
    return sorted(said, key=lambda item: _ORDER.index(item[0]))


def _is_of(deadline: Deadline, topic: str, topics: Sequence[str]) -> bool:
    """Whether a deadline belongs to an issue: its note is on it, or on a twin that is no issue of
    its own; a notice's time belongs to both."""
    own = deadline.hit.topic
    if own == topic:
        return True
    of_both = own not in topics or deadline.period.event == "notice_served"
    return of_both and own in with_their_twins([topic])


def _pressing_dates(
    topic: str,
    position: int,
    issues: Sequence[Issue],
    story: Story,
    today: dt.date,
    voice: Voice,
) -> list[tuple[Severity, str]]:
    said: list[tuple[Severity, str]] = []
    for event in story.told:
        of_issue = _topic_of(event, issues, story)
        if of_issue == topic or (of_issue is None and position == 0):
            said.append(_why_told(event, today, voice))
    notice = short_notice(story.events)
    if notice is not None and topic in ("notice-to-quit", "eviction-steps"):
        unit = voice.unit(f"{notice.unit}s", str(notice.period))
        said.append(("urgent", voice.say("reason_notice_short", value=notice.period, unit=unit)))
    return said


def _why_told(event: Event, today: dt.date, voice: Voice) -> tuple[Severity, str]:
    day = event.on or today
    if day < today:
        return "soon", voice.say("reason_told_passed", date=voice.date(day))
    if event.kind == "hearing":
        when = voice.when((day - today).days)
        return level_of(day, today), voice.say("reason_hearing_near", when=when)
    return level_of(day, today), voice.say("reason_told_near", date=voice.date(day))


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
    kinds: Told,
    hits: Sequence[Hit],
    book: Book,
    ask: Ask,
    voice: Voice,
) -> list[Finding]:
    found = [
        told_finding(
            event,
            _topic_of(event, issues, story),
            ask.today,
            voice,
            words=story.days.words_of(event),
        )
        for event in story.told
    ]
    found.extend(deadline_finding(deadline, book, ask.today, voice) for deadline in due)
    if is_heard_on_its_day(story.events, kinds, due, hits) and not any(
        event.kind == "hearing" for event in story.told
    ):
        found.append(hearing_on_papers("eviction-steps", voice))
    found.extend(no_day_findings(story.days.none, voice))
    dated = [finding for finding in found if finding.due_on is not None]
    return sorted(dated, key=lambda f: f.due_on or dt.date.max) + [
        finding for finding in found if finding.due_on is None
    ]


def _of_homes_at_large(hits: Sequence[Hit]) -> list[Hit]:
    """Without what a country's note on notices says is urgent: its rule is on some homes only, and
    the story tells of none of them."""
    return [
        hit
        for hit in hits
        if hit.kind != "urgent" or hit.topic != "notice-to-quit" or "-" in hit.jurisdiction
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
    findings: Sequence[Finding],
    issues: Sequence[Issue],
    story: Story,
    frame: Frame,
    ask: Ask,
    voice: Voice,
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
    said.extend(_next_date(findings, said, ask, voice))
    said.extend(story.days.next_hearing(ask.today, voice))
    said.extend(f"{finding.title}." for finding in no_day_findings(story.days.none, voice))
    if frame.basis == "default" or not frame.recognised:
        said.append(framing.place_words(frame, voice))
    return " ".join(said)


def _next_date(
    findings: Sequence[Finding], said: Sequence[str], ask: Ask, voice: Voice
) -> list[str]:
    """The next date of all that are told, where it was not said yet."""
    days = [f.due_on for f in findings if f.due_on is not None and f.due_on >= ask.today]
    if not days or any(voice.date(min(days)) in words for words in said):
        return []
    left = distance(min(days), ask.today, voice)
    return [voice.say("triage_next_date", date=voice.date(min(days)), left=left)]


def _first_sentence(text: str) -> str:
    return text.split(". ")[0].rstrip(".") + "."
