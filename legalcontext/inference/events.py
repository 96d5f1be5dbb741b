"""What happened or will happen on which day, and how long a notice gives: what deadlines are
counted from. Each with its words."""

from __future__ import annotations

import datetime as dt
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, replace
from typing import Final

from .dates import (
    DAYS,
    UNITS,
    DayFirst,
    Found,
    Side,
    find_dates,
    number,
    of_a_notice,
    on_side,
)
from .text import Text
from .types import Event, EventKind

_CUES: Final[dict[EventKind, str]] = {
    "served": "served serve summons summoned papers handed entregaron notificaron emplazaron"
    " citatorio demandaron demandado subpoenaed entrego notifico emplazo demando",
    "hearing": "hearing court trial arraignment deposition conference mediation appear audiencia"
    " corte juicio comparecer",
    "due": "deadline due respond response answer reply expires expire until by before vence plazo"
    " responder contestar antes hasta tardar than",
    "lockout": "lockout lock locked changed sheriff vacate lanzamiento cerraduras",
    "notice": "notice letter notified received mailed posted aviso carta notificacion recibi"
    " eviction warning",
    "judgment": "judgment judgement verdict sentenced decree ruling ruled order sentencia fallo",
    "denied": "denied denial rejected negaron rechazaron negado nego rechazo",
    "filed": "filed file submitted lawsuit complaint petition presente demanda sued",
    "arrested": "arrested arrest ticket ticketed cited citation booked charged pulled arrestaron"
    " arrestado multa detuvieron",
    "accident": "accident crash hit fell slipped injured injury collision bitten accidente choque"
    " lesione",
    "fired": "fired terminated laid dismissed quit resigned suspended despidieron despedido"
    " renuncie despidio corrieron corrio",
    "signed": "signed sign executed effective dated firme firmamos lease contract entered",
    "moved": "moved move vacated left mude mudamos",
    "born": "born nacio naci",
    "died": "died passed death murio fallecio",
}
CUES: Final[dict[str, EventKind]] = {
    word: kind for kind, words in reversed(_CUES.items()) for word in words.split()
}
"""The words of each event; a word of two belongs to the first."""
WEAK: Final = frozenset({"eviction"})
"""Words that name the matter more often than what happened on a day: any other cue goes first."""
FUTURE: Final = frozenset({"hearing", "due"})
REACH: Final = 14
"""How many words from a date its event is looked for."""
NEARER: Final = 2
"""A word after a date must be this many words nearer than one before it."""
PERIOD_NOUNS: Final = frozenset(
    "notice notices warning deadline eviction aviso notificacion demand letter period".split()
)
TO_DO: Final = frozenset(
    "respond answer move leave vacate pay appeal reply quit cure get file object contest".split()
)
ENDS: Final = frozenset("by before until than antes hasta tardar".split())
"""Words that make the day after them the end of something, and say nothing of a day before."""
_BEFORE_A_DAY: Final = frozenset(
    "the on or el del de noon midnight close business end of day than a p m am pm at".split()
) | frozenset(DAYS)
COUNTED_DAYS: Final = frozenset("business court calendar working judicial".split())


_SET: Final = frozenset(
    "must will shall gonna coming comes scheduled going viene vienen vendra va van debo debemos"
    " tengo tenemos tiene".split()
)
_SET_TO: Final = frozenset("have has had need needs supposed ordered got told".split())
"""Before "to": "have to be out"."""
_NOT_YET: Final[dict[EventKind, EventKind]] = {
    "moved": "due",
    "other": "due",
    "lockout": "lockout",
    "signed": "due",
}
"""What a day of this kind is when the words before it say that it is still to come."""
_SET_REACH: Final = 8
_UP_TO: Final = frozenset("until till hasta".split())
_WENT_ON: Final = frozenset(
    "lived worked stayed rented paid was were been vivi vivimos trabaje estuve pague".split()
)

_GIVING: Final = frozenset("in en with con gives giving gave da of".split())
"""Before a length that a notice gives: "a notice with ten days"."""
_TAKE_A_PERIOD: Final = frozenset({"other", "notice", "served", "lockout", "due"})


@dataclass(frozen=True, slots=True)
class _Period:
    """Words `first`..`last`-1 give a length of time: `count` `unit`s."""

    first: int
    last: int
    count: int
    unit: str


def events(text: str, today: dt.date, *, day_first: DayFirst = False) -> tuple[Event, ...]:
    """The dates and notice periods of a text with the event each belongs to, in order.

    today: the asker's day; plain words ("yesterday") are read against it. day_first: whether the
    place writes 3 December as 03/12; None: not known, and both days are given where both can be.
    Total: any string is read, and what is no date is passed over.
    """
    read = Text(text)
    dates = find_dates(read, today, lambda first, last: _told(read, first, last)[2], day_first)
    dated = {index for item in dates for index in range(item.first, item.last)}
    periods = [p for p in _periods(read) if dated.isdisjoint(range(p.first, p.last))]
    begins = [p.first for p in periods]
    used: set[int] = set()
    found: list[tuple[int, Event]] = []
    for item in dates:
        kind, cue, side = _told(read, item.first, item.last)
        item, on = _on(item, side, today)
        if cue >= 0 and read.words[cue] in WEAK and on >= today:
            kind = "lockout"  # "The eviction is tomorrow": no notice came on that day.
        low, high = bisect_left(begins, item.last - REACH), bisect_right(begins, item.last + REACH)
        period = next(
            (
                p
                for p in periods[low:high]
                if p.first not in used and _one_sentence(read, p.first, item.first)
            ),
            None,
        )
        ends = cue >= 0 and read.words[cue] in ENDS
        if period is not None and not ends and kind in _TAKE_A_PERIOD:
            used.add(period.first)
            first, last = min(item.first, period.first), max(item.last, period.last)
            event = _event(read, first, last, "notice", item, on)
            found.append((first, replace(event, period=period.count, unit=period.unit)))
        else:
            first = min(item.first, cue) if cue >= 0 else item.first
            ahead = kind in _NOT_YET.values() and (on > today or _is_set(read, item.first))
            last = max(item.last, cue + 1)
            found.append((first, _event(read, first, last, kind, item, on, ahead=ahead)))
    for period in periods:
        if period.first not in used:
            undated = Found(period.first, period.last, today, "none", typed=False)
            event = _event(read, period.first, period.last, "notice", undated, None)
            found.append((period.first, replace(event, period=period.count, unit=period.unit)))
    return tuple(event for _, event in sorted(found, key=lambda pair: pair[0]))


def _event(
    text: Text,
    first: int,
    last: int,
    kind: EventKind,
    item: Found,
    on: dt.date | None,
    *,
    ahead: bool = False,
) -> Event:
    start, end = text.starts[first], text.ends[last - 1]
    return Event(
        kind,
        on,
        item.precision,
        item.typed,
        start,
        end,
        text.raw[start:end],
        yearless=item.yearless,
        other=item.other,
        ahead=ahead,
    )


def _on(item: Found, side: Side, today: dt.date) -> tuple[Found, dt.date]:
    """The day with its year, and of two that the numbers can be the earlier: what is set lies
    ahead, so there the earlier that does."""
    days = [day for day in (item.on, item.other) if day is not None]
    if item.yearless:
        days = [on_side(day, side, today) for day in days]
    fitting = [day for day in days if day >= today] if side == "future" else []
    on = min(fitting or days)
    other = next((day for day in days if day != on), None)
    return replace(item, other=other), on


def _told(text: Text, first: int, last: int) -> tuple[EventKind, int, Side]:
    """The event of a date, the word that tells it (-1: none), and where it lies: "have to move
    out January 15" has not happened yet."""
    kind, cue = _event_of(text, first, last)
    if kind != "hearing" and (heard := _set_for_an_hour(text, first, last)) >= 0:
        return "hearing", heard, "future"
    if cue >= 0 and text.words[cue] in _UP_TO and _is_over(text, cue):
        return "other", cue, "past"
    if cue >= last and _is_said_to_be(text, first):
        # "The surgery is December 11, and they denied it": the day is not that of the denial.
        kind, cue = "other", -1
    if kind in _NOT_YET and _is_set(text, first):
        return _NOT_YET[kind], cue, "future"
    return kind, cue, _side(kind)


def _set_for_an_hour(text: Text, first: int, last: int) -> int:
    """The word that tells of a hearing before a day with its hour, however far before it in the
    sentence ("appear before this Court at … on December 10, 2026 at 9:30 a.m."); -1: none."""
    hour = text.word(last + 1) if text.word(last) in {"at", "a"} else ""
    if text.word(last + 1) == "las":
        hour = text.word(last + 2)
    if not hour.isdecimal() or text.ends_sentence(last - 1):
        return -1
    for index in range(first - 1, max(-1, first - 1 - _HOUR_REACH), -1):
        if text.ends_sentence(index):
            return -1
        if text.words[index] in _HEARD or text.words[index : index + 2] == ["show", "cause"]:
            return index
    return -1


_HEARD: Final = frozenset("hearing trial appear arraignment audiencia juicio comparecer".split())
_HOUR_REACH: Final = 40


def _is_set(text: Text, first: int) -> bool:
    """Whether the words before a date, in its sentence, say that it is to come."""
    if _is_said_to_be(text, first):
        return True
    for index in range(first - 1, max(-1, first - 1 - _SET_REACH), -1):
        if text.ends_sentence(index):
            return False
        word = text.words[index]
        if word in _SET or (word == "to" and index and text.words[index - 1] in _SET_TO):
            return True
    return False


def _is_said_to_be(text: Text, first: int) -> bool:
    """Whether "is", "is on", "is set for" stands right before a date."""
    for index in range(first - 1, max(-1, first - 2 - _BETWEEN_IS), -1):
        if text.ends_sentence(index):
            return False
        if text.words[index] in {"is", "es"}:
            return True
        if text.words[index] not in _AFTER_IS:
            return False
    return False


_AFTER_IS: Final = frozenset("on for set scheduled el para the at".split())
_BETWEEN_IS: Final = 3


def _is_over(text: Text, cue: int) -> bool:
    """ "I lived there until May 1": what went on up to a day, and no longer."""
    before = text.words[max(0, cue - _SET_REACH) : cue]
    return not _WENT_ON.isdisjoint(before) and _SET.isdisjoint(before)


def _side(kind: EventKind) -> Side:
    if kind in FUTURE:
        return "future"
    return "either" if kind == "other" else "past"


def _one_sentence(text: Text, one: int, other: int) -> bool:
    first, last = sorted((one, other))
    return not any(text.ends_sentence(i) for i in range(first, last))


def _event_of(text: Text, first: int, last: int) -> tuple[EventKind, int]:
    """The event whose word stands nearest to a date in its sentence, and that word (-1: none)."""
    best: tuple[int, EventKind, int] | None = None
    weak = -1
    for index in range(first - 1, max(-1, first - 1 - REACH), -1):
        if text.ends_sentence(index):
            break
        if text.words[index] in WEAK:
            weak = index if weak < 0 else weak
            continue
        if (kind := CUES.get(text.words[index])) is not None and _speaks(text, index, first):
            if text.words[index] in ENDS:
                return kind, index
            best = (first - index, kind, index)
            break
    for index in range(last, min(len(text), last + REACH)):
        if text.ends_sentence(index - 1):
            break
        if text.words[index] in WEAK:
            weak = index if weak < 0 else weak
            continue
        if text.words[index] not in ENDS and (kind := CUES.get(text.words[index])) is not None:
            if best is None or index - last + 1 < best[0] - NEARER:
                best = (index - last + 1, kind, index)
            break
    if best is None and weak >= 0:
        return CUES[text.words[weak]], weak
    return (best[1], best[2]) if best else ("other", -1)


def _speaks(text: Text, cue: int, first: int) -> bool:
    """Whether a word before a date speaks of it: "by" only of the day that follows it ("by 5 p.m.
    on Friday, December 4"), and not in "sent by mail December 4"."""
    return text.words[cue] not in ENDS or all(
        word in _BEFORE_A_DAY or word.isdecimal() for word in text.words[cue + 1 : first]
    )


def _periods(text: Text) -> list[_Period]:
    """Lengths that a notice or a paper gives: "3-day notice", "30 days' notice", "aviso de 3
    días", "ten days to answer"."""
    found = []
    for index, word in enumerate(text.words):
        if index and word in UNITS:
            period = _period_at(text, index)
            if period is not None:
                found.append(period)
    return found


def _from_service(text: Text, at: int) -> bool:
    """Whether a length of time is told to run "after service of this notice", "from receipt"."""
    if text.word(at) not in _FROM:
        return False
    return not _SERVICE.isdisjoint(text.words[at + 1 : at + 5]) and all(
        not text.ends_sentence(i) for i in range(at, min(at + 2, len(text)))
    )


_FROM: Final = frozenset("after from following despues desde".split())
_SERVICE: Final = frozenset("service receipt delivery entrega notificacion recibo".split())


def _period_at(text: Text, index: int) -> _Period | None:
    """The period whose unit ("days") is word `index`."""
    unit = UNITS[text.words[index]]
    kind_of_day = text.words[index - 1] if text.words[index - 1] in COUNTED_DAYS else ""
    first = index - 2 if kind_of_day else index - 1
    count = number(text.word(first))
    if count is None or (text.word(first) in {"a", "an"} and unit != "week"):
        return None
    at = index + 2 if text.word(index + 1) == "s" else index + 1
    before = text.words[max(0, first - 3) : first]
    last = index + 1
    if text.word(at) in PERIOD_NOUNS:
        last = at + 1
    elif text.word(at) == "to" and text.word(at + 1) in TO_DO:
        last = at + 2
    elif text.word(at) in TO_DO and text.word(at + 1) == "or":
        # "14 day pay or vacate notice", "3 day pay or quit".
        last = at + 4 if text.word(at + 3) in PERIOD_NOUNS else at + 3
        last = min(last, len(text))
    elif not (
        text.word(at + 1) in PERIOD_NOUNS
        or text.word(at) == "para"
        or before[-1:] == ["within"]
        or before[-1:] == ["demand"]
        or before[-1:] == ["notice"]
        or (not _GIVING.isdisjoint(before[-1:]) and of_a_notice(text, first))
        or _from_service(text, at)
        or (before[-2:-1] == ["within"] and number(before[-1]) == count)
        or {"aviso", "notificacion", "plazo"} & set(before)
    ):
        return None
    if unit == "day" and kind_of_day and kind_of_day != "calendar":
        unit = "business_day"
    return _Period(first, last, count, unit)
