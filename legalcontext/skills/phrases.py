"""Finding phrases of a table in prose, by words instead of characters.

The little language of the tables:

    deposit back            these words, next to each other
    evict*                  a word that begins so
    kick* ... out           up to four words between, in the same sentence
    took .... country       up to ten words between, in the same sentence
    (my|our) deposit        one of several; an alternative may have several words
    (my)? deposit           a word that may be missing
    # day notice            a number, in digits or as a word

Case, accents and apostrophes do not matter ("won't" = "wont" = "WON’T"). The phrases stand in a
tree by their words, so the cost follows the length of the text and not the size of the tables.
Offsets are Unicode code points into the text as it was given, half-open.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

NUMBER = "#"
GAPS = {"...": 4, "....": 10}
"""The most words that may stand in a gap."""

_WORD = re.compile(r"[^\W_]+(?:['’`´][^\W_]+)*")
_SENTENCE_END = re.compile(
    r"(?<![ap]\.m)[.!?;]+(?=[\s\"”')]|$)|(?<=[ap]\.m)\.(?=\s+[^\Wa-zà-ÿ\d_]|$)|\n[ \t]*\n|•"
)
_APOSTROPHES = str.maketrans("", "", "'’`´")
_NUMBER_WORDS = frozenset(
    (
        *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"),
        *("twelve", "fourteen", "fifteen", "twenty", "thirty", "forty", "fifty", "sixty", "ninety"),
        *("uno", "una", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez"),
        *("doce", "trece", "dieciseis", "diecisiete", "dieciocho", "diecinueve"),
        *("catorce", "quince", "veinte", "treinta", "cuarenta", "cincuenta", "sesenta", "noventa"),
    )
)


@dataclass(frozen=True, slots=True)
class Token:
    """A word: `norm` without case, accents and apostrophes; where it stands; its sentence."""

    norm: str
    start: int
    end: int
    sentence: int


@dataclass(frozen=True, slots=True)
class Match:
    """A phrase that was found. first, last: token indices, inclusive."""

    key: str
    weight: float
    first: int
    last: int
    start: int
    end: int
    text: str


def fold(word: str) -> str:
    """The word without case, accents and apostrophes."""
    if word.isascii() and "'" not in word and "`" not in word:
        return word.lower()
    bare = word.translate(_APOSTROPHES).lower()
    if bare.isascii():
        return bare
    return "".join(c for c in unicodedata.normalize("NFKD", bare) if not unicodedata.combining(c))


def tokenize(text: str) -> tuple[Token, ...]:
    """The words of a text with their places and the number of their sentence."""
    ends = [m.start() for m in _SENTENCE_END.finditer(text)]
    tokens: list[Token] = []
    sentence = 0
    for word in _WORD.finditer(text):
        while sentence < len(ends) and ends[sentence] < word.start():
            sentence += 1
        tokens.append(Token(fold(word.group()), word.start(), word.end(), sentence))
    return tuple(tokens)


def is_number(norm: str) -> bool:
    return norm.isdigit() or norm in _NUMBER_WORDS


class _Node:
    """A place in a phrase: what may follow, and which phrases end here."""

    __slots__ = ("ends", "exact", "gaps", "lengths", "number", "stems", "too")

    def __init__(self) -> None:
        self.exact: dict[str, list[_Node]] = {}
        self.stems: dict[str, list[_Node]] = {}
        self.lengths: list[int] = []
        """How long its stems are, each length once."""
        self.number: list[_Node] = []
        self.gaps: list[tuple[int, _Node]] = []
        self.too: list[_Node] = []
        """Places reached with this one, without a further word."""
        self.ends: list[tuple[str, float]] = []

    def lead(self, word: str, target: _Node) -> None:
        """Let `word` (a word, a stem with `*`, or `#`) lead to the target."""
        if word == NUMBER:
            self.number.append(target)
        elif word.endswith("*"):
            self.stems.setdefault(word[:-1], []).append(target)
            if len(word) - 1 not in self.lengths:
                self.lengths.append(len(word) - 1)
        else:
            self.exact.setdefault(word, []).append(target)

    def after(self, norm: str) -> Iterator[_Node]:
        """The places that the word leads to."""
        yield from self.exact.get(norm, ())
        for length in self.lengths:
            if length <= len(norm):
                yield from self.stems.get(norm[:length], ())
        if self.number and is_number(norm):
            yield from self.number


class PhraseIndex:
    """Phrases, each with the key it speaks for and its weight, ready to be found in prose.

    spelled: how each word of a phrase is written; the words of the prose must be written so too.
    """

    def __init__(
        self,
        phrases: Iterable[tuple[str, float, str]],
        spelled: Callable[[str], str] = str,
    ) -> None:
        self._root = _Node()
        self._spelled = spelled
        for key, weight, pattern in phrases:
            for place in self._sequence([self._root], pattern):
                if place is not self._root:
                    place.ends.append((key, weight))

    def _sequence(self, places: list[_Node], pattern: str) -> list[_Node]:
        """Add a pattern from these places on; returns the places where it ends."""
        for part in _split(pattern, " "):
            if part in GAPS:
                places = self._gap(places, GAPS[part])
            elif part:
                places = self._part(places, part)
        return places

    def _gap(self, places: list[_Node], longest: int) -> list[_Node]:
        after = _Node()
        for place in places:
            if place is not self._root:
                place.gaps.append((longest, after))
        # A phrase does not begin with a gap: it may begin with what follows it.
        return [after, *(place for place in places if place is self._root)]

    def _part(self, places: list[_Node], part: str) -> list[_Node]:
        body = part.removesuffix("?")
        reached = _Node()
        grouped = body.startswith("(") and body.endswith(")")
        for alternative in _split(body[1:-1], "|") if grouped else (body,):
            if grouped and ("(" in alternative or "..." in alternative):
                for end in self._sequence(places, alternative):
                    end.too.append(reached)
            else:
                self._words(places, alternative, reached)
        return [reached, *places] if part.endswith("?") else [reached]

    def _words(self, places: list[_Node], text: str, reached: _Node) -> None:
        words = [word for piece in text.split() for word in _norms(piece, self._spelled)]
        if not words:
            return
        for word in words[:-1]:
            following = _Node()
            for place in places:
                place.lead(word, following)
            places = [following]
        for place in places:
            place.lead(words[-1], reached)

    def find(self, text: str, tokens: Sequence[Token]) -> list[Match]:
        """Every phrase found, in order of appearance; the same place may show several keys, and a
        phrase with a gap may end in several places."""
        found: list[Match] = []
        begins: dict[str, tuple[_Node, ...]] = {}
        for i, token in enumerate(tokens):
            nodes = begins.get(token.norm)
            if nodes is None:
                nodes = begins[token.norm] = tuple(self._root.after(token.norm))
            if not nodes:
                continue
            ends: dict[tuple[str, float, int], None] = {}
            for node in nodes:
                _walk(node, tokens, i, ends)
            for key, weight, last in ends:
                start, end = token.start, tokens[last].end
                found.append(Match(key, weight, i, last, start, end, text[start:end]))
        return found


def _walk(
    node: _Node, tokens: Sequence[Token], last: int, ends: dict[tuple[str, float, int], None]
) -> None:
    for key, weight in node.ends:
        ends[key, weight, last] = None
    for place in node.too:
        _walk(place, tokens, last, ends)
    sentence = tokens[last].sentence
    if last + 1 < len(tokens) and tokens[last + 1].sentence == sentence:
        for following in node.after(tokens[last + 1].norm):
            _walk(following, tokens, last + 1, ends)
    for longest, after in node.gaps:
        for key, weight in after.ends:
            ends[key, weight, last] = None
        for at in range(last + 1, min(last + 2 + longest, len(tokens))):
            if tokens[at].sentence != sentence:
                break
            for following in after.after(tokens[at].norm):
                _walk(following, tokens, at, ends)


def _norms(piece: str, spelled: Callable[[str], str]) -> list[str]:
    """The words of one piece of a pattern ("a/c" is two), the last a stem where it is starred."""
    if piece == NUMBER:
        return [NUMBER]
    words = [spelled(fold(m.group())) for m in _WORD.finditer(piece)]
    if piece.endswith("*") and words:
        words[-1] += "*"
    return words


def _split(pattern: str, separator: str) -> list[str]:
    parts, depth, current = [], 0, ""
    for char in pattern:
        depth += (char == "(") - (char == ")")
        if char == separator and depth == 0:
            parts.append(current)
            current = ""
        else:
            current += char
    return [*parts, current]
