"""Finding answers again: by words of the question, by skill, matter, place, label and day.

Text search operators use no index under row security, so a search for words reads the account's
questions one after the other, the newest first, with the two plainest operators that PostgreSQL
has. `docs/pages.md` has what that takes with 100,000 answers.
"""

from __future__ import annotations

import datetime as dt
import re
import unicodedata
from dataclasses import dataclass
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.db.models import CharField, Lookup, OuterRef, QuerySet, Subquery, TextField
from django.db.models.functions import Left

from accounts.ids import parse_public_id
from accounts.models import Scope
from accounts.principal import Principal
from accounts.tenancy import tenant_scope
from matters.models import Matter

from .history import Position
from .models import Answer, AnswerContent, AnswerQuerySet
from .recall import CitedNotes

MOST_WORDS: Final = 8
"""Words of a search that are looked for; more narrow nothing down."""

EXCERPT: Final = 60
"""Code points of the question that a row shows: enough to know it again, and no more."""

RECENT: Final = 2_000
"""Questions that are looked through first: a common word fills its page from them."""

ACCENTED: Final = {
    "a": "aàáâãäå",
    "c": "cç",
    "e": "eèéêë",
    "i": "iìíîï",
    "n": "nñ",
    "o": "oòóôõöø",
    "u": "uùúûü",
    "y": "yýÿ",
}
"""Letters that people write with and without an accent."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to find; None and "" find everything.

    matter: public id. place, label: as in the answer's block. made_from, made_until: days in the
    account's time zone, both included. words: all of them stand in the question, whole or as parts
    of words, whatever their case and accents.
    """

    skill: str | None = None
    matter: str | None = None
    place: str | None = None
    label: str | None = None
    made_from: dt.date | None = None
    made_until: dt.date | None = None
    words: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the history. excerpt: the beginning of the question. matter: its title, which the
    reader may read; "" without one. recalled: it cites a note that is no longer current."""

    answer: Answer
    excerpt: str
    matter: str
    recalled: bool


def find_answers(
    principal: Principal, wanted: Wanted, *, limit: int, after: Position | None = None
) -> list[Row]:
    """A page of what `principal` may read and wants, newest first.

    One more than `limit` comes back when there is a next page. A matter that is missing or may not
    be read finds nothing. Two queries; with words at most four.
    """
    principal.require(Scope.HISTORY_READ)
    with tenant_scope(principal.account_id):
        question = AnswerContent.objects.filter(answer=OuterRef("pk")).values("question")[:1]
        answers = (
            Answer.objects.readable_by(principal)
            .current()
            .select_related("matter")
            .annotate(excerpt=Left(Subquery(question), EXCERPT + 1))
        )
        answers = _narrowed(answers, principal, wanted)
        words = wanted.words.split()[:MOST_WORDS]
        if words:
            page = _with_words(answers, words, limit=limit, after=after)
        else:
            page = _newest(answers, limit=limit, after=after)
        notes = CitedNotes(page)
    return [
        Row(
            answer,
            excerpt=answer.excerpt,  # type: ignore[attr-defined]  # an annotation
            matter=answer.matter.title if answer.matter else "",
            recalled=bool(notes.recalled(answer)),
        )
        for answer in page
    ]


def patterns_of(word: str) -> tuple[str, str]:
    """A word as a pattern of ILIKE, and as a regular expression.

    The first is quick: it knows the two cases of the letters a to z alone, and takes any letter
    where an accent may stand, and for every other letter. The second, which only sees what the
    first let through, is exact.
    """
    quick, exact = [], []
    for char in _bare(word):
        letters = ACCENTED.get(char)
        loose = letters or not char.isascii()
        quick.append("_" if loose else re.sub(r"([%_\\])", r"\\\1", char))
        exact.append(f"[{letters}{letters.upper()}]" if letters else _either_case(char))
    # What stands at the ends and may be anything costs time and excludes next to nothing.
    return f"%{''.join(quick).strip('_')}%", "".join(exact)


def _narrowed(answers: AnswerQuerySet, principal: Principal, wanted: Wanted) -> AnswerQuerySet:
    same = {"skill": wanted.skill, "jurisdiction": wanted.place, "privilege": wanted.label}
    answers = answers.filter(**{name: value for name, value in same.items() if value})
    if wanted.matter:
        matter_id = parse_public_id(Matter.PREFIX, wanted.matter)
        answers = answers.filter(matter_id=matter_id) if matter_id else answers.none()
    zone = ZoneInfo(principal.time_zone)
    if wanted.made_from:
        answers = answers.filter(created_at__gte=_start(wanted.made_from, zone))
    if wanted.made_until:
        day_after = wanted.made_until + dt.timedelta(days=1)
        answers = answers.filter(created_at__lt=_start(day_after, zone))
    return answers


def _newest(answers: AnswerQuerySet, *, limit: int, after: Position | None) -> list[Answer]:
    if after is not None:
        answers = answers.filter(created_at__lte=after.created_at).exclude(
            created_at=after.created_at, pk__gte=after.answer_id
        )
    return list(answers.order_by("-created_at", "-pk")[: limit + 1])


def _with_words(
    answers: AnswerQuerySet, words: list[str], *, limit: int, after: Position | None
) -> list[Answer]:
    """In the order of the ids, which is that of time: the contents have no other.

    The newest first; the rest is read only when they do not fill the page.
    """
    contents: QuerySet[AnswerContent] = AnswerContent.objects.all()
    if after is not None:
        contents = contents.filter(answer_id__lt=after.answer_id)
    by_id = contents.order_by("-answer_id").values_list("answer_id", flat=True)
    bound = by_id[RECENT : RECENT + 1].first()
    for quick, exact in _rarest_first(words):
        contents = contents.filter(question__quick=quick).filter(question__regex=exact)
    if bound is None:
        return _of_contents(answers, contents, limit + 1)
    page = _of_contents(answers, contents.filter(answer_id__gt=bound), limit + 1)
    if len(page) <= limit:
        rest = contents.filter(answer_id__lte=bound)
        page += _of_contents(answers, rest, limit + 1 - len(page))
    return page


def _rarest_first(words: list[str]) -> list[tuple[str, str]]:
    """The patterns of the words, the one with the most letters that are sure before the others: it
    spares the most questions the next ones."""
    patterns = [patterns_of(word) for word in words]
    return sorted(patterns, key=lambda pair: len(pair[0].replace("_", "")), reverse=True)


def _of_contents(
    answers: AnswerQuerySet, contents: QuerySet[AnswerContent], most: int
) -> list[Answer]:
    return list(answers.filter(pk__in=contents.values("answer_id")).order_by("-pk")[:most])


def _start(day: dt.date, zone: ZoneInfo) -> dt.datetime:
    return dt.datetime.combine(day, dt.time.min, tzinfo=zone)


def _bare(word: str) -> str:
    """Lower case, without accents."""
    letters = unicodedata.normalize("NFKD", word.lower())
    return "".join(char for char in letters if not unicodedata.combining(char))


def _either_case(char: str) -> str:
    upper = char.upper()
    if len(upper) == 1 and upper != char:
        return f"[{char}{upper}]"
    return re.escape(char) if char.isascii() else char


@TextField.register_lookup
@CharField.register_lookup
class Quick(Lookup):
    """`question__quick=pattern`: ILIKE with a pattern that is made already.

    In the collation "C", which changes the case of the letters a to z alone: most of what ILIKE
    costs in another is the change of case of every letter.
    """

    lookup_name = "quick"

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, tuple[Any, ...]]:
        left, left_parameters = self.process_lhs(compiler, connection)
        right, right_parameters = self.process_rhs(compiler, connection)
        return f'{left} COLLATE "C" ILIKE {right}', (*left_parameters, *right_parameters)
