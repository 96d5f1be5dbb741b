"""Document review of plain text: what a paper is, says, lacks, and what to ask about it.

Every finding of something that stands in the document points to page and characters and quotes
them exactly. A date is computed only where a note gives the rule. Defects are told to individuals
as questions, never as conclusions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from legalcontext import inference
from legalcontext.block.types import Frame
from legalcontext.inference.dates import DayFirst
from legalcontext.inference.types import ClauseFinding, Event
from legalcontext.knowledge.types import Hit

from . import framing
from .case_kinds import EVICTION, Told
from .date_order import order_of
from .deadline_words import assumed_day, deadline_finding, distance, hearing_on_papers
from .emergencies import find_emergencies
from .emergency_words import emergency_findings
from .passages import GENERAL, Book, of_kind
from .phrases import Token, tokenize
from .review.amounts import Amount, find_amounts
from .review.clauses import Clause, check
from .review.dates import PaperDates, given_as, read_question, starts, with_its_length
from .review.hearings import words_of_hearing
from .review.kinds import Kind, classify
from .review.parties import Party, find_parties
from .review.pasted import is_paper
from .review.spans import sentence_around, source
from .service import manner_of_service
from .shelf import Shelf
from .types import Ask, Finding, Findings, Knowledge, QuestionBack, Severity, Text
from .urgency import DEADLINE_KINDS, deadlines, is_heard_on_its_day, level_of
from .wording import Voice, one_line, quoted

_MOST_DATES = 20
_MOST_CHOICES = 12
_PASTED = 400
_HELPING = ("handler", "gather")


@dataclass(frozen=True, slots=True)
class Read:
    """A document as it was read."""

    text: Text
    kind: Kind | None
    parties: tuple[Party, ...]
    amounts: tuple[Amount, ...]
    clauses: tuple[Clause, ...]
    choices: tuple[ClauseFinding, ...]
    dates: PaperDates
    tokens: tuple[Token, ...]

    @classmethod
    def of(cls, text: Text, ask: Ask, order: DayFirst = False) -> Read:
        """order: whether the place writes the day first (`date_order.day_first`)."""
        kind = classify(text.text)
        code = kind.code if kind else None
        tokens = tokenize(text.text)
        pasted = text.text == ask.question
        dates = PaperDates.read(text.text, ask.today, given_as(code), asked=pasted, day_first=order)
        cases = Told.of_all([(text.text, tokens)]).kinds
        return cls(
            text=text,
            kind=kind,
            parties=find_parties(text.text),
            amounts=find_amounts(text.text),
            clauses=check(kind.code, text.text, tokens, cases=cases) if kind else (),
            choices=_each_choice(inference.governing_law(text.text)),
            dates=dates,
            tokens=tokens,
        )


def _each_choice(choices: Sequence[ClauseFinding]) -> tuple[ClauseFinding, ...]:
    """Each law and court that is chosen, where it is chosen first: a paper of many parts says the
    same again in each."""
    first: dict[tuple[str, str], ClauseFinding] = {}
    for choice in choices:
        first.setdefault((choice.kind, choice.value), choice)
    return tuple(first.values())[:_MOST_CHOICES]


def document_review(
    frame: Frame, ask: Ask, texts: Sequence[Text], knowledge: Knowledge
) -> Findings:
    """Review the documents of an ask; a document pasted into the question counts as one."""
    voice = Voice.of(frame, ask.language)
    readable = [text for text in texts if text.text.strip()]
    pasted = not texts and _pasted(ask)
    documents = [Text(voice.say("the_document"), ask.question)] if pasted else readable
    signs = find_emergencies(ask.question, ask.today)
    emergencies = emergency_findings(signs, ask.question, frame, voice, documents)
    if not documents:
        return _nothing_to_read(frame, ask, texts, emergencies, voice)
    order = _order(frame, ask, documents)
    read = [Read.of(text, ask, order) for text in documents]
    shelf = Shelf(knowledge, frame)
    hits = _rules(ask, read, shelf)
    book = Book()
    findings = [
        *emergencies,
        *(finding for document in read for finding in _of_document(document, ask, voice)),
        *_deadlines(read, hits, frame, ask, book, voice),
        *_helping(hits, read, book, voice),
        framing.assumed(frame, ask, voice),
    ]
    return Findings(
        summary=_summary(read, findings, frame, ask, voice),
        findings=tuple(findings),
        citations=book.citations(),
        limits=_limits(frame, voice, book, read, texts, pasted=pasted, closed=shelf.closed),
        question_back=framing.question_back(frame, voice, needs_state=True),
    )


def _order(frame: Frame, ask: Ask, documents: Sequence[Text]) -> DayFirst:
    return order_of(frame, [ask.question, *(text.text for text in documents)], ask.language)


def _pasted(ask: Ask) -> bool:
    text = ask.question
    return is_paper(text) or (len(text) >= _PASTED and classify(text) is not None)


def _nothing_to_read(
    frame: Frame,
    ask: Ask,
    texts: Sequence[Text],
    emergencies: Sequence[Finding],
    voice: Voice,
) -> Findings:
    said = [voice.say("review_empty", name=text.name) for text in texts]
    return Findings(
        summary=" ".join(said or [voice.say("review_none")]),
        findings=(*emergencies, framing.assumed(frame, ask, voice)),
        limits=framing.limits(frame, voice, (), texts=()),
        question_back=QuestionBack("documents", voice.say("ask_document")),
    )


def _rules(ask: Ask, read: Sequence[Read], shelf: Shelf) -> list[Hit]:
    """Passages of the notes whose rules may run from these papers: whole, for the words of a rule
    are seldom near to those of a paper."""
    topics = list(dict.fromkeys(t for d in read if d.kind for t in d.kind.topics))
    if not topics:
        return []
    query = "\n".join([ask.question, *(document.text.text[:600] for document in read)])
    return shelf.whole_notes(shelf.search(query, topics), topics)


def _of_document(document: Read, ask: Ask, voice: Voice) -> list[Finding]:
    return [
        _type_finding(document, voice),
        *(_party_finding(party, document.text, voice) for party in document.parties),
        *_date_findings(document, ask, voice),
        *(_amount_finding(amount, document.text, voice) for amount in document.amounts),
        *(_choice_finding(choice, document.text, voice) for choice in document.choices),
        *_clause_findings(document, voice),
    ]


def _kind_name(kind: Kind, voice: Voice) -> str:
    if voice.language == "es":
        return str(kind.names["es"])
    return str(kind.names["pro"] if voice.professional else kind.names["en"])


def _type_words(document: Read, voice: Voice) -> str:
    kind = document.kind
    if kind is None:
        return voice.say("review_kind_unknown", name=document.text.name)
    key = "review_kind" if kind.sure else "review_kind_unsure"
    return voice.say(key, name=document.text.name, kind=_kind_name(kind, voice))


def _type_finding(document: Read, voice: Voice) -> Finding:
    kind = document.kind
    shown = source(document.text, kind.match.start, kind.match.end) if kind else None
    return Finding(
        kind="document_type",
        title=voice.say("title_document_type"),
        detail=_type_words(document, voice),
        source=shown,
        topics=kind.topics if kind else (),
    )


def _party_finding(party: Party, text: Text, voice: Voice) -> Finding:
    key = "detail_party" if party.role else "detail_party_plain"
    return Finding(
        kind="party",
        title=voice.say("title_party"),
        detail=voice.say(key, name=one_line(party.name), role=party.role),
        source=source(text, party.start, party.end),
    )


def _amount_finding(amount: Amount, text: Text, voice: Voice) -> Finding:
    key = "detail_amount" if amount.label else "detail_amount_plain"
    return Finding(
        kind="amount",
        title=voice.say("title_amount_found"),
        detail=voice.say(key, amount=amount.text, label=amount.label),
        source=source(text, amount.start, amount.end),
    )


def _date_findings(document: Read, ask: Ask, voice: Voice) -> list[Finding]:
    dated = [event for event in document.dates.events if _is_told(event)][:_MOST_DATES]
    never = document.kind.never if document.kind else ()
    return [_date_finding(event, document.text, ask, voice, never) for event in dated]


def _is_told(event: Event) -> bool:
    """Whether an event gives a date of its own: "rent past due for November" names no day."""
    return event.on is not None and (event.kind != "due" or event.precision == "day")


def _date_finding(
    event: Event, text: Text, ask: Ask, voice: Voice, never: Sequence[str]
) -> Finding:
    """never: the events that such a paper does not tell of; a date of one is a date alone."""
    day = event.on or ask.today
    coming = event.kind in ("hearing", "due") and event.precision == "day" and day >= ask.today
    severity: Severity | None = level_of(day, ask.today) if coming else None
    written = voice.date(day) if event.precision == "day" else voice.month(day)
    start, end = event.start, event.end
    if event.kind == "hearing":
        start, end = words_of_hearing(text.text, event)
    words = one_line(text.text[start:end])
    said = [
        voice.say(
            "detail_date",
            date=written,
            words=f"“{words}”" if event.kind == "hearing" else quoted(words),
        )
    ]
    if coming:
        said.append(distance(day, ask.today, voice))
    return Finding(
        kind="date",
        title=voice.say("date_other" if event.kind in never else f"date_{event.kind}"),
        detail=" ".join([*said, *assumed_day(event, ask.today, voice)]),
        severity=severity,
        # A date that the paper itself gives is its own; nothing is computed here.
        due_on=day if coming else None,
        source=source(text, start, end),
    )


def _choice_finding(choice: ClauseFinding, text: Text, voice: Voice) -> Finding:
    law = choice.kind == "governing_law"
    return Finding(
        kind="governing_law" if law else "forum_clause",
        title=voice.say("title_governing_law" if law else "title_forum_clause"),
        detail=voice.say(
            "detail_law" if law else "detail_forum",
            place=voice.place(choice.value),
            words=quoted(choice.quote),
        ),
        source=source(text, choice.start, choice.end),
    )


def _clause_findings(document: Read, voice: Voice) -> list[Finding]:
    present = [c for c in document.clauses if c.found is not None and c.unusual is None]
    unusual = [c for c in document.clauses if c.unusual is not None]
    missing = [c for c in document.clauses if c.found is None and c.essential]
    return [
        *(_present(clause, document.text, voice) for clause in present),
        *(_unusual(clause, document.text, voice) for clause in unusual),
        *(_missing(clause, voice) for clause in missing),
        *_questions([*unusual, *missing], voice),
    ]


def clause_name(clause: Clause, voice: Voice) -> str:
    """The clause's name in the register and language of the answer."""
    if voice.language == "es":
        return clause.names["es"]
    return clause.names["pro"] if voice.professional else clause.names["en"]


def _present(clause: Clause, text: Text, voice: Voice) -> Finding:
    match = clause.found
    assert match is not None  # noqa: S101 - the caller chose clauses that were found
    start, end = sentence_around(text.text, match.start, match.end)
    return Finding(
        kind="clause",
        title=voice.say("title_clause", clause=clause_name(clause, voice)),
        detail=voice.say(
            "detail_clause", words=quoted(text.text[match.start : end].rstrip(" .;,"))
        ),
        source=source(text, start, end),
    )


def _unusual(clause: Clause, text: Text, voice: Voice) -> Finding:
    match = clause.unusual
    assert match is not None  # noqa: S101 - the caller chose clauses with unusual words
    start, end = sentence_around(text.text, match.start, match.end)
    return Finding(
        kind="unusual_clause",
        title=voice.say("title_unusual_clause", clause=clause_name(clause, voice)),
        detail=voice.say(
            "detail_unusual_clause", words=quoted(text.text[match.start : end].rstrip(" .;,"))
        ),
        source=source(text, start, end),
    )


def _missing(clause: Clause, voice: Voice) -> Finding:
    return Finding(
        kind="missing_clause",
        title=voice.say("title_missing_clause", clause=clause_name(clause, voice)),
        detail=voice.say("detail_missing_clause"),
    )


def _questions(clauses: Sequence[Clause], voice: Voice) -> list[Finding]:
    """The question of each clause, once."""
    asks = dict.fromkeys(clause.ask[voice.language] for clause in clauses)
    return [
        Finding(kind="question_to_ask", title=voice.say("title_question"), detail=ask)
        for ask in asks
    ]


def _deadlines(
    read: Sequence[Read], hits: Sequence[Hit], frame: Frame, ask: Ask, book: Book, voice: Voice
) -> list[Finding]:
    """Last days that follow from a rule of a note and a day that the paper or the ask gives."""
    asked = tokenize(ask.question)
    # What whoever asks says of the day comes before what the paper says.
    papers = [event for document in read for event in document.dates.events]
    events = with_its_length(
        [*_of_question(read, ask, _order(frame, ask, [d.text for d in read])), *papers]
    )
    told = (manner_of_service(ask.question, asked), *(document.dates.service for document in read))
    service = next((manner for manner in told if manner is not None), None)
    kinds = Told.of_all([(ask.question, asked), *((d.text.text, d.tokens) for d in read)])
    rules = of_kind(hits, *DEADLINE_KINDS)
    due = deadlines(rules, events, frame, service, kinds, from_events=_starting(read))
    found = [deadline_finding(deadline, book, ask.today, voice) for deadline in due]
    hearings = any(_hearings(document) for document in read)
    if not hearings and is_heard_on_its_day(events, kinds, due, hits):
        found.append(hearing_on_papers("eviction-steps", voice))
    return found


def _hearings(document: Read) -> list[Event]:
    return [e for e in document.dates.events if e.kind == "hearing" and e.precision == "day"]


def _of_question(read: Sequence[Read], ask: Ask, order: DayFirst) -> tuple[Event, ...]:
    if any(document.text.text == ask.question for document in read):
        return ()  # A pasted paper was read already.
    ways = {given_as(document.kind.code) if document.kind else None for document in read}
    way = ways.pop() if len(ways) == 1 else None
    return read_question(ask.question, ask.today, way, day_first=order)


def _starting(read: Sequence[Read]) -> frozenset[str] | None:
    """The events of figures whose periods may run from these papers; None: any."""
    listed = [starts(document.kind.code if document.kind else None) for document in read]
    told = [events for events in listed if events is not None]
    return frozenset().union(*told) if len(told) == len(listed) else None


def _helping(hits: Sequence[Hit], read: Sequence[Read], book: Book, voice: Voice) -> list[Finding]:
    """Who usually deals with such a paper, and what to gather: of the first topic with a note, one
    of the place before a general one; of an eviction's papers, the eviction's; of a topic that a
    clause shows, that one's."""
    topics = [topic for document in read if document.kind for topic in document.kind.topics]
    shown = {clause.topic for d in read for clause in d.clauses if clause.found}
    topics.sort(key=lambda topic: topic not in shown)
    if EVICTION in Told.of_all((d.text.text, d.tokens) for d in read).kinds:
        topics.sort(key=lambda topic: topic != "eviction-steps")
    findings = []
    for kind in _HELPING:
        helping = sorted(
            of_kind(hits, kind),
            key=lambda hit: (hit.jurisdiction == GENERAL, topics.index(hit.topic)),
        )
        for hit in helping[:1]:
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


def _summary(
    read: Sequence[Read], findings: Sequence[Finding], frame: Frame, ask: Ask, voice: Voice
) -> str:
    said = []
    emergencies = [finding for finding in findings if finding.kind == "emergency"]
    if emergencies:
        said.append(voice.say("triage_emergency_first", title=emergencies[0].title))
    said.extend(_first_words(read, findings, ask, voice))
    for document in read:
        said.append(_type_words(document, voice))
        if document.parties:
            names = [one_line(party.name) for party in document.parties[:4]]
            said.append(voice.say("review_between", parties=voice.series(names)))
        said.extend(_clauses_words(document, voice))
    if frame.basis == "default" or not frame.recognised:
        said.append(framing.place_words(frame, voice))
    return " ".join(said)


def _first_words(
    read: Sequence[Read], findings: Sequence[Finding], ask: Ask, voice: Voice
) -> list[str]:
    """What counts before what the paper is: the next hearing with its time and place, the next
    last day."""
    said = []
    hearings = [(event, document) for document in read for event in _hearings(document)]
    coming = [pair for pair in hearings if pair[0].on and pair[0].on >= ask.today]
    if hearings:
        nearest = min if coming else max
        event, document = nearest(coming or hearings, key=lambda pair: pair[0].on or ask.today)
        start, end = words_of_hearing(document.text.text, event)
        day = event.on or ask.today
        said.append(
            voice.say(
                "review_hearing",
                date=voice.date(day),
                words=f"“{one_line(document.text.text[start:end])}”",
                left=distance(day, ask.today, voice),
            )
        )
    due = sorted(f.due_on for f in findings if f.kind == "deadline" and f.due_on is not None)
    if due:
        left = distance(due[0], ask.today, voice)
        said.append(voice.say("review_due", date=voice.date(due[0]), left=left))
    named = [
        event.on
        for document in read
        for event in document.dates.events
        if event.kind == "due" and event.precision == "day" and event.on is not None
    ]
    coming_days = sorted(day for day in named if day >= ask.today and day not in due)
    if coming_days:
        left = distance(coming_days[0], ask.today, voice)
        said.append(voice.say("review_names", date=voice.date(coming_days[0]), left=left))
    elif (
        not due
        and not hearings
        and any(f.title == voice.say("hearing_on_papers") for f in findings)
    ):
        said.append(voice.say("hearing_on_papers") + ".")
    return said


def _clauses_words(document: Read, voice: Voice) -> list[str]:
    unusual = [c for c in document.clauses if c.unusual is not None]
    missing = [c for c in document.clauses if c.found is None and c.essential]
    return [
        voice.say(key, clauses=voice.series([clause_name(c, voice) for c in clauses]))
        for key, clauses in (("review_unusual", unusual), ("review_missing", missing))
        if clauses
    ]


def _limits(
    frame: Frame,
    voice: Voice,
    book: Book,
    read: Sequence[Read],
    texts: Sequence[Text],
    *,
    pasted: bool,
    closed: bool,
) -> tuple[str, ...]:
    said = framing.limits(
        frame, voice, book.hits, texts=texts, deadlines_looked_for=True, closed=closed
    )
    own = [voice.say("review_limit_words")]
    own.extend(voice.say("review_empty", name=text.name) for text in texts if not text.text.strip())
    if pasted:
        own.append(voice.say("review_limit_question"))
    if any(document.kind is None for document in read):
        own.append(voice.say("review_limit_kind"))
    notice = [voice.say("notice")] if frame.notice else []
    return (*(words for words in said if words not in notice), *own, *notice)
