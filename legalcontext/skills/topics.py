"""What kind of problem a story tells: topic codes, ranked, with the words that show each.

A topic's score is the sum of its phrases' weights, each phrase counted once, with less for each
further one. Generic words ("landlord", "court") lean to several topics and never make an issue
alone. What the story says is *not* the matter ("this is not about custody") does not count. The
knowledge base's own nearness may be added by the caller: words of a table cannot foresee every
way in which people say a thing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from .emergencies import HAZARDS, Emergency, pointed_to
from .phrases import Match, PhraseIndex, Token
from .tables import table
from .triggers import denied

OTHER = "other"
"""Told where a story asks about law and none of the topics fits."""

SHOWN = 2.0
"""Least score at which a topic is an issue of its own."""

_SHARE_OF_FIRST = 0.45
_MOST_ISSUES = 4
_FADING = 0.6
_LEANING = 1.0
_PLAINLY_NEAR = 0.55
_NEAR_NOTHING = 0.3
_NEAR_ENOUGH = 0.48
_POINTS_OF_NEARNESS = 30.0


@dataclass(frozen=True, slots=True)
class Issue:
    """A topic that the story shows. evidence: the phrases, strongest first (may be empty when
    only the knowledge base's nearness speaks for it)."""

    topic: str
    score: float
    evidence: tuple[Match, ...]
    near: float = 0.0
    urged: bool = False


@cache
def _index() -> PhraseIndex:
    return PhraseIndex(
        (topic, float(weight), line)
        for topic, weights in table("topic_words").items()
        for weight, lines in weights.items()
        for line in lines.splitlines()
    )


def _context(part: str) -> PhraseIndex:
    return PhraseIndex((part, 1.0, line) for line in table("context")[part].splitlines())


@cache
def _not_about() -> PhraseIndex:
    return _context("not_about")


@cache
def _whole() -> PhraseIndex:
    return _context("whole")


@cache
def _nothing_asked() -> PhraseIndex:
    return _context("nothing_asked")


@cache
def _legal_words() -> PhraseIndex:
    return _context("legal")


def rank_issues(
    text: str,
    tokens: Sequence[Token],
    *,
    nearness: Mapping[str, float] | None = None,
    emergencies: Sequence[Emergency] = (),
) -> tuple[Issue, ...]:
    """The issues of a story, best first, at most four; empty when nothing shows one.

    nearness: per topic, how near the story is to what people ask about it (0 to 1;
        `Knowledge.topics_near`). emergencies: those of the story; each speaks for a topic too.
    """
    if _nothing_asked().find(text, tokens) and not emergencies:
        return ()
    ruled_out = _ruled_out(text, tokens)
    by_topic: dict[str, list[Match]] = {}
    wholes = _whole().find(text, tokens)
    hazards = [e for e in emergencies if e.kind in HAZARDS and not e.meant]
    for match in _index().find(text, tokens):
        if any(_is_part_of(match, whole) for whole in wholes):
            continue
        if any(match.start < told.end and told.start < match.end for told in hazards):
            continue
        if not any(first <= match.first <= last for first, last in ruled_out) and not (
            match.key == _OF_PAPERS_THAT_CAME and _did_not_come(match, tokens)
        ):
            by_topic.setdefault(match.key, []).append(match)
    near = nearness or {}
    urged = _urged(emergencies)
    issues = [
        _issue(topic, by_topic.get(topic, []), near.get(topic, 0.0), urged.get(topic, 0.0))
        for topic in {**by_topic, **near, **urged}
    ]
    issues.sort(key=lambda issue: (-issue.score, _first_place(issue)))
    if hazards:
        # A child who swallowed something is no matter of custody: the words that tell a hazard,
        # those that only lean and what is near show no topic beside it.
        issues = [issue for issue in issues if has_words_of_its_own(issue) or issue.urged]
    return _worth_telling(issues)


def _issue(topic: str, matches: Sequence[Match], near: float, urged: float) -> Issue:
    evidence = _distinct(matches)
    words = sum(match.weight * _FADING**i for i, match in enumerate(evidence))
    return Issue(topic, words + _nearness_bonus(near) + urged, tuple(evidence), near, urged > 0)


def _urged(emergencies: Sequence[Emergency]) -> dict[str, float]:
    points: dict[str, float] = {}
    for emergency in emergencies:
        for topic, value in pointed_to(emergency.kind).items():
            points[topic] = points.get(topic, 0.0) + value
    return points


def _nearness_bonus(near: float) -> float:
    """Points for nearness: none for what a story without law reaches, about 7 for a plain case."""
    return max(0.0, _POINTS_OF_NEARNESS * (near - _NEAR_NOTHING))


def _distinct(matches: Sequence[Match]) -> list[Match]:
    """The strongest matches, none overlapping another, none the same words twice."""
    kept: list[Match] = []
    for match in sorted(matches, key=lambda m: (-m.weight, m.first - m.last, m.first)):
        same = any(match.text.casefold() == k.text.casefold() for k in kept)
        if not same and all(match.last < k.first or match.first > k.last for k in kept):
            kept.append(match)
    return kept


def _worth_telling(issues: Sequence[Issue]) -> tuple[Issue, ...]:
    issues = [issue for issue in issues if _shows_itself(issue)]
    if not issues or issues[0].score < SHOWN:
        return ()
    least = max(SHOWN, issues[0].score * _SHARE_OF_FIRST)
    return tuple(i for i in issues if i.score >= least and _stands_alone(i, issues[0]))[
        :_MOST_ISSUES
    ]


def _shows_itself(issue: Issue) -> bool:
    """Words that only lean to a topic ("landlord"), or none, need a note that is near enough: else
    something is told of what nobody asked."""
    return has_words_of_its_own(issue) or issue.near >= _NEAR_ENOUGH or issue.urged


def _stands_alone(issue: Issue, first: Issue) -> bool:
    """A further issue needs words of its own, not only those that show the first; or to be nearer
    than the first. Neighbours of the first (a deposit and a notice to leave) are always near."""
    if issue is first or has_words_of_its_own(issue):
        return True
    return issue.near >= _PLAINLY_NEAR and issue.near > first.near


def has_words_of_its_own(issue: Issue) -> bool:
    """Whether words show the topic, and not only lean to it."""
    return bool(issue.evidence) and issue.evidence[0].weight > _LEANING


def _first_place(issue: Issue) -> int:
    return min((m.first for m in issue.evidence), default=1_000_000)


def _ruled_out(text: str, tokens: Sequence[Token]) -> list[tuple[int, int]]:
    """Token ranges that a phrase such as "not about" takes out: up to the end of its clause."""
    ranges = []
    for match in _not_about().find(text, tokens):
        last = match.last
        while (
            last + 1 < len(tokens)
            and last - match.last < 6
            and tokens[last + 1].sentence == tokens[match.last].sentence
            and "," not in text[tokens[last].end : tokens[last + 1].start]
            and tokens[last + 1].norm not in ("but", "pero", "just", "only", "sino", "solo")
        ):
            last += 1
        ranges.append((match.first, last))
    return ranges


def _is_part_of(match: Match, whole: Match) -> bool:
    """A match of less than a thing that is one: the theft of "identity theft"."""
    inside = whole.first <= match.first and match.last <= whole.last
    return inside and (match.first, match.last) != (whole.first, whole.last)


def _did_not_come(match: Match, tokens: Sequence[Token]) -> bool:
    """ "They never served me": words of service, and a denial."""
    words = tokens[match.first : match.last + 1]
    return any(token.norm.startswith(_SERVICE) for token in words) and denied(match, tokens)


_OF_PAPERS_THAT_CAME = "time-to-answer"
_SERVICE = ("serv", "notific", "entreg", "emplaz", "handed", "deliver")


def looks_legal(text: str, tokens: Sequence[Token]) -> bool:
    """Whether a story without a known topic still asks about law."""
    return bool(_legal_words().find(text, tokens))
