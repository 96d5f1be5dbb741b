"""Consult: a question answered from the passages that fit the frame, and from nothing else."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from legalcontext.block.types import Frame
from legalcontext.knowledge.types import Found, Hit

from . import framing
from .comparison import MOST, places_to_compare, side_findings, sides
from .emergency_words import emergency_findings
from .passages import GENERAL, KINDS_OF_LAW, Book, of_kind
from .phrases import tokenize
from .second_ear import emergencies_of
from .shelf import Shelf
from .topics import rank_issues
from .types import Ask, Finding, Findings, Knowledge, Text
from .wording import Voice

_PER_KIND = 3
_HELPING = ("handler", "gather")
_READ = 4000


def consult(frame: Frame, ask: Ask, texts: Sequence[Text], knowledge: Knowledge) -> Findings:
    """Answer a consult ask from notes alone: every statement of law is a passage, quoted.

    Own place before country before general; the answer says which it used. Where nothing fits,
    it says so, and where people ask instead.
    """
    voice = Voice.of(frame, ask.language)
    shelf = Shelf(knowledge, frame)
    places = places_to_compare(frame, ask.question)
    if places and (topic := _topic_to_compare(ask, texts, shelf)) is not None:
        return _compare(places, topic, frame, ask, texts, knowledge)
    found = _search(ask, texts, shelf)
    main = _main_topic(found)
    chosen = shelf.with_whole_note(found, [main.topic] if main else [])
    book = Book()
    emergencies = emergencies_of(ask, frame, shelf)
    law = _law_findings(chosen, book, frame, voice)
    helping = _helping_findings(chosen, book, voice)
    findings = [
        *emergency_findings(emergencies, ask.question, frame, voice, texts),
        *(_authorities_first(law, book, voice) if voice.professional else law),
        *([] if voice.professional else _authorities(book, voice)),
        *helping,
        *(_nowhere(ask, voice) if not law else []),
        framing.assumed(frame, ask, voice),
    ]
    return Findings(
        summary=_summary(findings, book, frame, voice),
        findings=tuple(findings),
        citations=book.citations(),
        limits=framing.limits(
            frame,
            voice,
            book.hits,
            texts=texts,
            left_out=[h for h in of_kind(chosen, "left_out") if main and h.note == main.note],
            lapsed=found.lapsed,
            closed=shelf.closed,
        ),
        question_back=framing.question_back(frame, voice, needs_state=_wants_state(main)),
    )


def _topic_to_compare(ask: Ask, texts: Sequence[Text], shelf: Shelf) -> str | None:
    query = _query(ask, texts)
    issues = rank_issues(query, tokenize(query), nearness=shelf.topics_near(query))
    return issues[0].topic if issues else None


def _compare(
    places: Sequence[str],
    topic: str,
    frame: Frame,
    ask: Ask,
    texts: Sequence[Text],
    knowledge: Knowledge,
) -> Findings:
    """The notes of two places on one topic, one after the other, never mixed."""
    voice = Voice.of(frame, ask.language)
    book = Book()
    told, more = places[:MOST], places[MOST:]
    names = voice.series([voice.place(place) for place in told])
    apart = sides(told, topic, frame, knowledge)
    emergencies = emergencies_of(ask, frame, Shelf(knowledge, frame))
    law = [finding for side in apart for finding in side_findings(side, book, voice)]
    if not any(side.hits for side in apart):
        law.extend(_nowhere(ask, voice))
    alarms = emergency_findings(emergencies, ask.question, frame, voice, texts)
    said = [voice.say("triage_emergency_first", title=alarms[0].title)] if alarms else []
    said.append(voice.say("compare_intro", places=names, topic=voice.topic(topic)))
    if voice.language == "en":
        for side in apart:
            short = of_kind(side.hits, "short_answer")
            answer = short[0].text if short else voice.say("compare_none_short")
            said.append(voice.say("compare_answer", place=voice.place(side.place), answer=answer))
    left = [voice.say("compare_more", places=voice.series([voice.place(p) for p in more]))]
    limits = framing.limits(frame, voice, book.hits, texts=texts, compared=told)
    return Findings(
        summary=" ".join(said),
        findings=(
            *alarms,
            *(_authorities_first(law, book, voice) if voice.professional else law),
            *([] if voice.professional else _authorities(book, voice)),
            framing.assumed(frame, ask, voice, compared=told),
        ),
        citations=book.citations(),
        limits=(*limits[:1], *left, *limits[1:]) if more else limits,
        question_back=framing.question_back(frame, voice),
    )


def _query(ask: Ask, texts: Sequence[Text]) -> str:
    return "\n".join([ask.question, *(text.text[:500] for text in texts)])[:_READ]


def _search(ask: Ask, texts: Sequence[Text], shelf: Shelf) -> Found:
    query = _query(ask, texts)
    topics = [issue.topic for issue in rank_issues(query, tokenize(query))]
    return shelf.search(query, topics)


def _main_topic(hits: Sequence[Hit]) -> Hit | None:
    """A passage of the note that the answer is about: the nearest topic's, and of its notes the
    place's own before a general one."""
    law = of_kind(hits, *KINDS_OF_LAW) or list(hits)
    if not law:
        return None
    nearest = max(law, key=lambda hit: hit.score)
    return next(hit for hit in law if hit.topic == nearest.topic)


def _law_findings(hits: Sequence[Hit], book: Book, frame: Frame, voice: Voice) -> list[Finding]:
    """Short answer, conditions, time limits, amounts, steps, exceptions, as the passages put it."""
    findings = []
    for kind in KINDS_OF_LAW:
        for hit in of_kind(hits, kind)[: 1 if kind == "short_answer" else _PER_KIND]:
            findings.append(
                Finding(
                    kind=kind,
                    title=_title(kind, hit, frame, voice),
                    detail=hit.text,
                    citations=(book.cite(hit),),
                    topics=(hit.topic,),
                )
            )
    return findings


def _title(kind: str, hit: Hit, frame: Frame, voice: Voice) -> str:
    title = voice.say(f"title_{kind}")
    if hit.jurisdiction == frame.jurisdiction:
        return title
    return voice.say("title_of_place", title=title, place=_place(hit.jurisdiction, voice))


def _helping_findings(hits: Sequence[Hit], book: Book, voice: Voice) -> list[Finding]:
    findings = []
    for kind in _HELPING:
        for hit in of_kind(hits, kind)[:1]:
            findings.append(
                Finding(
                    kind=kind,
                    title=voice.say(f"title_{kind}"),
                    detail=hit.text,
                    citations=(book.cite(hit),),
                    topics=(hit.topic,),
                )
            )
    return findings


def _authorities(book: Book, voice: Voice) -> list[Finding]:
    """The authorities behind the passages used, by the day they were last checked."""
    by_day: dict[dt.date, dict[str, None]] = {}
    ids: dict[str, None] = {}
    for citation in book.citations():
        if citation.url:
            by_day.setdefault(citation.as_of, {})[citation.authority] = None
            ids[citation.id] = None
    if not ids:
        return []
    told = [
        f"{'; '.join(named)} ({voice.say('as_of', date=voice.date(day))})"
        for day, named in sorted(by_day.items())
    ]
    return [
        Finding(
            kind="authority",
            title=voice.say("title_authority"),
            detail="; ".join(told) + ".",
            citations=tuple(ids),
        )
    ]


def _authorities_first(law: list[Finding], book: Book, voice: Voice) -> list[Finding]:
    return [*_authorities(book, voice), *law]


def _nowhere(ask: Ask, voice: Voice) -> list[Finding]:
    topics = [issue.topic for issue in rank_issues(ask.question, tokenize(ask.question))]
    detail = voice.who(topics[0]) + "." if topics else voice.say("consult_nothing_where")
    return [
        Finding(
            kind="handler",
            title=voice.say("where_title"),
            detail=detail[:1].upper() + detail[1:],
            topics=tuple(topics[:1]),
        )
    ]


def _summary(findings: Sequence[Finding], book: Book, frame: Frame, voice: Voice) -> str:
    said = []
    emergencies = [finding for finding in findings if finding.kind == "emergency"]
    if emergencies:
        said.append(voice.say("triage_emergency_first", title=emergencies[0].title))
    law = [finding for finding in findings if finding.kind in KINDS_OF_LAW]
    if law:
        said.append(voice.say("consult_found", answer=law[0].detail, title=book.hits[0].title))
        said.append(voice.say("consult_used", places=_places(book, voice)))
    else:
        said.append(voice.say("consult_nothing"))
    if frame.basis == "default" or not frame.recognised:
        said.append(framing.place_words(frame, voice))
    return " ".join(said)


def _places(book: Book, voice: Voice) -> str:
    codes = dict.fromkeys(hit.jurisdiction for hit in book.hits)
    return voice.series([_place(code, voice) for code in codes])


def _place(code: str, voice: Voice) -> str:
    return voice.say("places_general") if code == GENERAL else voice.place(code)


def _wants_state(main: Hit | None) -> bool:
    """Without a note of the country itself, the matter is one of state law."""
    return main is None or main.jurisdiction == GENERAL
