"""Consult: a question answered from the passages that fit the frame, and from nothing else."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from legalcontext.block.types import Frame
from legalcontext.knowledge.types import Found, Hit

from . import framing
from .beyond import SAID, beyond_notes
from .case_kinds import Told
from .comparison import MOST, places_to_compare, side_findings, sides
from .date_order import order_of
from .deadline_words import (
    arithmetic,
    deadline_finding,
    distance,
    doubtful_day,
    hearing_on_papers,
    no_day_findings,
    rolled_words,
    told_finding,
)
from .emergency_words import emergency_findings
from .passages import GENERAL, KINDS_OF_LAW, Book, of_kind
from .phrases import tokenize
from .second_ear import emergencies_of
from .service import manner_of_service
from .shelf import Shelf
from .told_dates import Days
from .topics import rank_issues
from .types import Ask, Finding, Findings, Knowledge, Text
from .urgency import (
    DEADLINE_KINDS,
    Deadline,
    deadlines,
    implied_topics,
    is_heard_on_its_day,
    with_their_twins,
)
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
    order = order_of(frame, [ask.question, *(text.text for text in texts)], ask.language)
    days = Days.read(ask, texts, order)
    topics = _topics(ask, texts)
    found = shelf.search(_query(ask, texts), topics)
    main = _main_topic(found, shelf.best_topic)
    kinds = Told.read(days.text, days.tokens)
    rules = _rules(found, main, topics, days, shelf)
    due = _due(rules, days, kinds, frame)
    leading = _leading(due)
    main = leading or _of_what_runs(due, main, topics) or main or (due[0].hit if due else None)
    beyond = beyond_notes(ask.question, tokenize(ask.question))
    if beyond and not due and (main is None or main.topic not in topics):
        main = None
    chosen = _chosen(found, main, rules, shelf)
    book = Book()
    emergencies = emergencies_of(ask, frame, shelf)
    looked_for = _is_looked_for(due, days, kinds, rules)
    dates = _date_findings(due, days, looked_for, book, ask, voice)
    law = _law_findings(chosen, leading, book, frame, voice)
    helping = _helping_findings(chosen, book, voice)
    findings = [
        *emergency_findings(emergencies, ask.question, frame, voice, texts),
        *dates,
        *(_authorities_first(law, book, voice) if voice.professional else law),
        *([] if voice.professional else _authorities(book, voice)),
        *helping,
        *(_nowhere(ask, voice) if not law else []),
        framing.assumed(frame, ask, voice),
    ]
    return Findings(
        summary=_summary(
            findings,
            [
                *_first_words(due, days, looked_for, ask, voice),
                *([voice.say(f"consult_{beyond}")] if beyond in SAID else []),
            ],
            book,
            frame,
            voice,
        ),
        findings=tuple(findings),
        citations=book.citations(),
        limits=framing.limits(
            frame,
            voice,
            book.hits,
            texts=texts,
            asked=ask.question,
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
    names = voice.places(told)
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
    left = [voice.say("compare_more", places=voice.places(more))]
    limits = framing.limits(frame, voice, book.hits, texts=texts, compared=told, asked=ask.question)
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


def _topics(ask: Ask, texts: Sequence[Text]) -> list[str]:
    query = _query(ask, texts)
    return [issue.topic for issue in rank_issues(query, tokenize(query))]


def _rules(
    found: Found, main: Hit | None, topics: Sequence[str], days: Days, shelf: Shelf
) -> list[Hit]:
    """The passages to look for rules in, of all the topics told, where the ask gives a day or a
    notice's length."""
    told = any(event.on is not None or event.period is not None for event in days.events)
    if not told:
        return []
    # A topic that no word shows, and only the search is near to, gives no rule beside those told.
    nearest = [main.topic] if main and not topics else []
    implied = implied_topics(days.events, topics, days.tokens)
    return shelf.whole_notes(found, with_their_twins([*nearest, *topics, *implied]))


def _chosen(found: Found, main: Hit | None, rules: Sequence[Hit], shelf: Shelf) -> list[Hit]:
    """The passages to answer from, the main note whole. Where the rules' notes were read already,
    no query is made for it."""
    if main is None:
        return []
    if not rules:
        return shelf.with_whole_note(found, [main.topic])
    chosen = shelf.with_whole_note(found, [main.topic], whole=rules)
    return chosen or [hit for hit in rules if hit.note == main.note]


def _due(rules: Sequence[Hit], days: Days, kinds: Told, frame: Frame) -> list[Deadline]:
    """The deadlines that run, as triage tells them: dated ones by their day, then a notice's."""
    due = deadlines(
        of_kind(rules, *DEADLINE_KINDS),
        days.events,
        frame,
        manner_of_service(days.text, days.tokens),
        kinds,
    )
    dated = [deadline for deadline in due if deadline.counted is not None]
    lengths = [d for d in due if d.counted is None and (d.event.period is not None or d.choices)]
    return [*sorted(dated, key=lambda d: d.counted.due if d.counted else dt.date.max), *lengths]


def _date_findings(
    due: Sequence[Deadline], days: Days, looked_for: bool, book: Book, ask: Ask, voice: Voice
) -> list[Finding]:
    return [
        *(
            told_finding(event, None, ask.today, voice, words=days.words_of(event))
            for event in days.told
        ),
        *(deadline_finding(deadline, book, ask.today, voice) for deadline in due),
        *([hearing_on_papers("eviction-steps", voice)] if looked_for else []),
        *no_day_findings(days.none, voice),
    ]


def _is_looked_for(due: Sequence[Deadline], days: Days, kinds: Told, rules: Sequence[Hit]) -> bool:
    """Whether the day of a hearing is to be looked for on the papers."""
    hearing = any(event.kind == "hearing" for event in days.told)
    return not hearing and is_heard_on_its_day(days.events, kinds, due, rules)


def _leading(due: Sequence[Deadline]) -> Hit | None:
    """The passage that gives the rule of the notice that came: the answer begins with it, and not
    with what holds for other notices."""
    for deadline in due:
        if deadline.event.period is not None and not deadline.differs:
            return deadline.hit if deadline.hit.kind in KINDS_OF_LAW else None
    return None


def _of_what_runs(due: Sequence[Deadline], main: Hit | None, topics: Sequence[str]) -> Hit | None:
    """The rule of a time that runs, where its topic is what the words show first and the note that
    is nearest is on another: "the debt suit that was served" asks how long there is to answer."""
    if main is None or not topics:
        return None
    return next(
        (
            deadline.hit
            for deadline in due
            if deadline.counted is not None
            and not deadline.of_the_other_side
            and deadline.hit.topic == topics[0] != main.topic
        ),
        None,
    )


def _first_words(
    due: Sequence[Deadline], days: Days, looked_for: bool, ask: Ask, voice: Voice
) -> list[str]:
    """The dates that come before everything else: the next last day, and the next day told; or
    that the papers name the day of the hearing."""
    said = []
    dated = [deadline for deadline in due if deadline.counted is not None]
    first = next((d for d in dated if d.counted and d.counted.due >= ask.today), None)
    first = first or (dated[-1] if dated else None)
    if first is not None and first.counted is not None:
        left = distance(first.counted.due, ask.today, voice, others=first.of_the_other_side)
        rolled = first.counted.due != first.counted.end
        words = [
            arithmetic(first, voice),
            *(rolled_words(first, voice) if rolled else []),
            *doubtful_day(first.event, ask.today, voice),
        ]
        said.append(voice.say("consult_due", arithmetic=" ".join(words), left=left))
    coming = [(e.on, e) for e in days.told if e.on is not None and e.on >= ask.today]
    if coming:
        day, event = min(coming, key=lambda pair: pair[0])
        key = "consult_told" if days.words_of(event) is None else "consult_named"
        left = distance(day, ask.today, voice)
        words_of_day = voice.say(key, date=voice.date(day), left=left)
        words_of_day = " ".join([words_of_day, *days.next_hearing(ask.today, voice)])
        # A day in court or of a lock-out comes before every day that is only counted.
        said.insert(0 if event.kind in ("hearing", "lockout") else len(said), words_of_day)
    said.extend(f"{finding.title}." for finding in no_day_findings(days.none, voice))
    if not said and looked_for:
        said.append(voice.say("hearing_on_papers") + ".")
    return said


def _main_topic(hits: Sequence[Hit], best: str | None) -> Hit | None:
    """A passage of the note that the answer is about, and of its topic's notes the place's own
    before a general one.

    best: the topic that the search found best; where there is none, the nearest passage's.
    """
    law = of_kind(hits, *KINDS_OF_LAW) or list(hits)
    if not law:
        return None
    topic = best or max(law, key=lambda hit: hit.score).topic
    return next((hit for hit in law if hit.topic == topic), None)


def _law_findings(
    hits: Sequence[Hit], first: Hit | None, book: Book, frame: Frame, voice: Voice
) -> list[Finding]:
    """Short answer, conditions, time limits, amounts, steps, exceptions, as the passages put it.

    first: the passage to begin with, where one comes before the short answer."""
    told = [first] if first else []
    for kind in KINDS_OF_LAW:
        told.extend(of_kind(hits, kind)[: 1 if kind == "short_answer" else _PER_KIND])
    once = {(hit.note, hit.passage): hit for hit in told}
    return [
        Finding(
            kind=hit.kind,
            title=_title(hit.kind, hit, frame, voice),
            detail=hit.text,
            citations=(book.cite(hit),),
            topics=(hit.topic,),
        )
        for hit in once.values()
    ]


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


def _summary(
    findings: Sequence[Finding],
    first: Sequence[str],
    book: Book,
    frame: Frame,
    voice: Voice,
) -> str:
    said: list[str] = []
    emergencies = [finding for finding in findings if finding.kind == "emergency"]
    if emergencies:
        said.append(voice.say("triage_emergency_first", title=emergencies[0].title))
    said.extend(first)
    law = [f for f in findings if f.kind in KINDS_OF_LAW and _is_passage(f, book)]
    if law:
        said.append(voice.say("consult_found", answer=law[0].detail, title=_note_of(law[0], book)))
        said.append(voice.say("consult_used", places=_places(book, voice)))
    else:
        said.append(voice.say("consult_nothing"))
    if frame.basis == "default" or not frame.recognised:
        said.append(framing.place_words(frame, voice))
    return " ".join(said)


def _is_passage(finding: Finding, book: Book) -> bool:
    """Whether a finding is a passage, and no deadline that was worked out from one."""
    return finding.due_on is None and any(hit.text == finding.detail for hit in book.hits)


def _note_of(finding: Finding, book: Book) -> str:
    return next(hit.title for hit in book.hits if hit.text == finding.detail)


def _places(book: Book, voice: Voice) -> str:
    codes = dict.fromkeys(hit.jurisdiction for hit in book.hits)
    return voice.series([_place(code, voice) for code in codes])


def _place(code: str, voice: Voice) -> str:
    return voice.say("places_general") if code == GENERAL else voice.place(code)


def _wants_state(main: Hit | None) -> bool:
    """Without a note of the country itself, the matter is one of state law."""
    return main is None or main.jurisdiction == GENERAL
