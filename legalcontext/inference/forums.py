"""In which forum a matter is: from a named court, agency or hearing, or an order that only one
kind of court makes. A subject alone (eviction, a will, a ticket) gives none."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from . import tables
from .meanings import meanings
from .places import Mention
from .tables import Entry, Lexicon, Match
from .text import Text

AGENCY_WEIGHT: Final = 0.5
OPENING: Final = 30
"""Words at the head of a document where a court or an agency in plain letters is its author."""
GENERAL: Final = frozenset(
    {
        "state trial court",
        "state appellate court",
        "state supreme court",
        "local trial court",
        "federal district court",
    }
)


@dataclass(frozen=True, slots=True)
class ForumHit:
    """A forum with the words `first`..`last`-1 that name it; near: the places named with it."""

    forum: str
    weight: float
    first: int
    last: int
    near: tuple[str, ...] = ()


@cache
def _lexicon() -> Lexicon:
    made = Lexicon()
    for phrase, flags, forum, weight in tables.rows("forums.tsv"):
        made.add(phrase, Entry("term", flags, f"{forum}|{weight}"))
    return made


def _near(text: Text, mentions: Sequence[Mention], first: int, last: int) -> tuple[str, ...]:
    """The codes of places named right before or soon after a court."""
    codes: list[str] = []
    begin = bisect_left(mentions, first - 8, key=lambda m: m.first)
    end = bisect_right(mentions, last + 7, key=lambda m: m.first)
    for mention in mentions[begin:end]:
        if 0 <= first - mention.last <= 2 or (
            0 <= mention.first - last <= 7
            and not any(text.ends_sentence(i) for i in range(last - 1, mention.first))
        ):
            codes.extend(code for code, _ in meanings(mention)[:1])
    return tuple(dict.fromkeys(codes))


NAMED_OTHERWISE: Final[dict[tuple[str, str], tuple[str, float]]] = {
    ("supreme court", "US-NY"): ("state trial court", 0.7),
    ("court of appeals", "US-NY"): ("state supreme court", 0.8),
    ("court of appeals", "US-DC"): ("state supreme court", 0.8),
    ("superior court", "US-PA"): ("state appellate court", 0.7),
    ("court of criminal appeals", "US-TX"): ("state supreme court", 0.8),
    ("court of criminal appeals", "US-OK"): ("state supreme court", 0.8),
}
"""Courts whose name means another rank in these places (the courts' own names)."""
PAPERS: Final = frozenset("clause clauses agreement agreements provision provisions".split())
""" "Arbitration" before one of these is a subject, not a proceeding."""


def _adjusted(text: Text, hit: ForumHit) -> ForumHit | None:
    """The forum that a name has in its surroundings, None where it names none there."""
    name = " ".join(text.words[hit.first : hit.last])
    before = text.before(hit.first, 3)
    after = text.words[hit.last : hit.last + 8]
    if {"appeal", "appealed"} & set(before) and "from" in before:
        return replace(hit, weight=hit.weight / 2)
    if name.endswith(" district"):
        return hit if _names_federal_district(after) else None
    if name.endswith("circuit") and after[:1] == ["court"] and "appeals" not in after[:3]:
        return None
    if hit.forum == "arbitration" and not PAPERS.isdisjoint(after[:2]):
        return None
    federal = "federal" in before or before[-2:] in (["united", "states"], ["u", "s"])
    if name == "district court":
        of_district = after[:2] in (["for", "the"], ["of", "the"]) and "district" in after[2:5]
        if federal or of_district:
            return replace(hit, forum="federal district court", weight=0.9)
    if name == "supreme court" and federal:
        return replace(hit, forum="US supreme court", weight=0.95)
    for place in hit.near:
        if (name, place) in NAMED_OTHERWISE:
            forum, weight = NAMED_OTHERWISE[name, place]
            return replace(hit, forum=forum, weight=weight)
    if name == "supreme court" and not _names_a_state(hit.near, before, after):
        return None
    return hit


def _names_federal_district(after: Sequence[str]) -> bool:
    """ "Northern District of Texas", "Eastern District court"; not "… District Court of Appeal"."""
    if not {"appeal", "appeals"}.isdisjoint(after[:4]):
        return False
    return after[:1] == ["of"] or "court" in after[:2]


def _names_a_state(near: Sequence[str], before: Sequence[str], after: Sequence[str]) -> bool:
    """ "the Supreme Court" alone may be any; one of a named place or of "the state" is its own."""
    return any(code != "US" for code in near) or "state" in before or "state" in after[:3]


def find_forums(
    text: Text,
    mentions: Sequence[Mention],
    matches: Sequence[Match],
    *,
    document: bool = False,
    skip: Sequence[tuple[int, int]] = (),
) -> list[ForumHit]:
    """Every forum named, in order. skip: code points of clauses, whose courts are only chosen."""
    found: list[ForumHit] = []
    for match in _lexicon().matches(text):
        entry = match.entries[0]
        if "u" in entry.flags and not text.all_caps(match.first):
            continue
        if _inside(skip, text.starts[match.first]):
            continue
        forum, _, strength = entry.value.partition("|")
        near = _near(text, mentions, match.first, match.last)
        hit = _adjusted(text, ForumHit(forum, float(strength), match.first, match.last, near))
        if hit is not None:
            found.append(hit)
    for match in matches:
        for entry in match.entries:
            if entry.family in {"fed", "bankr"} and abbreviates_court(text, match):
                forum = "bankruptcy court" if entry.family == "bankr" else "federal district court"
                found.append(ForumHit(forum, 0.85, match.first, match.last))
            elif entry.family == "agency":
                if "u" in entry.flags and not text.all_caps(match.first):
                    continue
                forum = entry.value.split("|")[1]
                if forum:
                    weight = (
                        0.8 if forum in {"administrative hearing", "arbitration"} else AGENCY_WEIGHT
                    )
                    found.append(ForumHit(forum, weight, match.first, match.last))
    found.extend(_dockets(text))
    found.extend(_state_bodies(text, mentions))
    if document:
        found = [h for h in found if _speaks_for_document(text, h)]
    return sorted(found, key=lambda h: (h.first, h.last, h.forum))


def _inside(spans: Sequence[tuple[int, int]], start: int) -> bool:
    """`start` lies in one of the spans, which are in order."""
    index = bisect_right(spans, start, key=lambda span: span[0]) - 1
    return index >= 0 and start < spans[index][1]


BODIES: Final = frozenset(
    "department dept commission board bureau division agency commissioner authority".split()
)


def _state_bodies(text: Text, mentions: Sequence[Mention]) -> list[ForumHit]:
    """A body by its place and its kind: "Illinois Department of Human Rights"."""
    found = []
    for mention in mentions:
        for index in (mention.last, mention.last + 1):
            if (
                text.word(index) in BODIES
                and text.capital(index)
                and not text.gap(index - 1).strip()
            ):
                if mention.codes[0].startswith("US-"):
                    found.append(ForumHit("state agency", AGENCY_WEIGHT, mention.first, index + 1))
                break
    return found


def abbreviates_court(text: Text, match: Match) -> bool:
    """ "N.D. Cal.", "D. Utah": with the full stops of an abbreviation, so that "plan D. Or…" and
    "ND" are none."""
    name = text.words[match.last - 1]
    stopped = name in WHOLE_NAMES or text.gap(match.last - 1).startswith(".")
    return "." in text.gap(match.first) and stopped and text.capital(match.last - 1)


WHOLE_NAMES: Final = frozenset("alaska idaho iowa ohio utah guam".split())
"""States that citations do not shorten."""


def _dockets(text: Text) -> list[ForumHit]:
    """Federal docket numbers: 2:23-cv-01234, 1:24-bk-10022."""
    found = []
    for index, word in enumerate(text.words):
        if word in {"cv", "cr", "bk", "mc", "md"} and text.gap(index) == "-" == text.gap(index - 1):
            year, number = text.word(index - 1), text.word(index + 1)
            if len(year) == 2 and year.isdecimal() and len(number) >= 4 and number.isdecimal():
                forum = "bankruptcy court" if word == "bk" else "federal district court"
                found.append(ForumHit(forum, 0.85, index - 1, index + 2))
    return found


def _speaks_for_document(text: Text, hit: ForumHit) -> bool:
    """A court in a document's caption or letterhead, not one that its prose speaks of."""
    if hit.forum in {"pre-dispute", "arbitration", "mediation"}:
        return hit.weight >= 0.9 and hit.first < OPENING
    return hit.first < OPENING or all(text.all_caps(i) for i in range(hit.first, hit.last))


def decide_forum(hits: Sequence[ForumHit], place: str | None) -> str | None:
    """The forum named most plainly; None where two are named alike.

    A court of general name outside the United States is a foreign court.
    """
    best: dict[str, float] = {}
    for hit in hits:
        forum = hit.forum
        places = [code for code in hit.near if code != "US"] or ([place] if place else [])
        abroad = bool(places) and not any(code.startswith("US") for code in places)
        if (
            abroad
            and hit.weight <= 0.9
            and (forum in GENERAL or forum in {"family court", "probate court", "state agency"})
        ):
            if forum == "state agency":
                continue
            forum = "foreign court"
        if forum == "foreign court" and hit.weight <= 0.5 and not abroad:
            continue
        best[forum] = max(best.get(forum, 0.0), hit.weight)
    if len(best) > 1 and "pre-dispute" in best and max(best.values()) > best["pre-dispute"]:
        del best["pre-dispute"]
    ranked = sorted(best.items(), key=lambda item: (-item[1], item[0]))
    if not ranked or ranked[0][1] < 0.45:
        return None
    if len(ranked) > 1 and ranked[0][1] - ranked[1][1] < 0.05:
        return None
    return ranked[0][0]
