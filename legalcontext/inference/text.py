"""A text as folded words with their places: everything else in this room reads only these.

Folding is one code point to one code point, so that a word's offsets are those of the text as it
was sent, whatever it holds (accents, lone surrogates, NUL).
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_WORD = re.compile(r"[^\W_]+")

SHORT_FORMS: Final = frozenset(
    "st ste ft mt mr mrs ms dr jr sr nos vs inc co corp ltd dept gov sgt lt hon calif fla ariz colo"
    " okla tenn conn minn mich wisc civ crim supp stat ann approx jan feb mar apr aug sept oct nov"
    " dec av ave blvd rd cal tex".split()
)
"""Words whose full stop ends no sentence."""
NUMBERED: Final = frozenset("no sec art arts ch tit cl par pp reg rev tex cal ind ill".split())
"""Words whose full stop ends no sentence before a number."""


def _folding() -> dict[int, str]:
    """Capital and accented Latin letters to plain small ones; typographic quotes to plain ones."""
    table = {code: chr(code + 32) for code in range(65, 91)}
    for code in (*range(0xC0, 0x250), *range(0x1E00, 0x1F00)):
        plain = unicodedata.normalize("NFKD", chr(code))[0].lower()
        if len(plain) == 1 and plain.isascii() and plain.isalpha():
            table[code] = plain
    table |= {ord(a): b for a, b in zip("ßæøłđðþœıŁØÆĐÐÞŒ", "saoldptoiloaddpo", strict=True)}
    table |= {ord(c): "'" for c in "‘’ʼ´`"}
    table |= {ord(c): "-" for c in "‐‑‒–—−"}
    table |= {ord(c): " " for c in "\u00a0\u2009\u202f\u2007"}
    return table


_FOLD = _folding()


def fold(text: str) -> str:
    """Lower case without accents, of the same length as `text`."""
    return text.lower() if text.isascii() else text.translate(_FOLD)


class Text:
    """The words of a text: `words[i]` is folded and stands at `raw[starts[i]:ends[i]]`."""

    __slots__ = ("ends", "folded", "raw", "starts", "words")

    def __init__(self, raw: str) -> None:
        self.raw = raw
        self.folded = fold(raw)
        self.words: list[str] = _WORD.findall(self.folded)
        self.starts: list[int] = []
        self.ends: list[int] = []
        find, end = self.folded.find, 0
        for word in self.words:  # Between two words stands no letter, so the next find is it.
            start = find(word, end)
            end = start + len(word)
            self.starts.append(start)
            self.ends.append(end)

    def __len__(self) -> int:
        return len(self.words)

    def word(self, index: int) -> str:
        """The folded word at `index`, `` beyond either end."""
        return self.words[index] if 0 <= index < len(self.words) else ""

    def gap(self, index: int) -> str:
        """What stands between word `index` and the next one (to the end after the last)."""
        if index < 0:
            return self.folded[: self.starts[0]] if self.words else self.folded
        following = self.starts[index + 1] if index + 1 < len(self.words) else len(self.folded)
        return self.folded[self.ends[index] : following]

    def original(self, index: int) -> str:
        return self.raw[self.starts[index] : self.ends[index]]

    def capital(self, index: int) -> bool:
        """The word begins with a capital letter."""
        return 0 <= index < len(self.words) and self.raw[self.starts[index]].isupper()

    def all_caps(self, index: int) -> bool:
        return 0 <= index < len(self.words) and self.original(index).isupper()

    def shouting(self, index: int) -> bool:
        """The words around `index` are written in capitals, so that capitals tell nothing."""
        around = [i for i in range(index - 3, index + 4) if i != index and 0 <= i < len(self.words)]
        long = [i for i in around if self.ends[i] - self.starts[i] > 1 and self.words[i].isalpha()]
        return len(long) >= 2 and all(self.all_caps(i) for i in long)

    def ends_sentence(self, index: int) -> bool:
        """A sentence ends after word `index`."""
        if index + 1 < len(self.words):
            end = self.ends[index]
            if self.starts[index + 1] - end == 1:  # Most words: nothing but a space follows.
                return self.folded[end] in "?!;•"
        gap = self.gap(index)
        if "?" in gap or "!" in gap or ";" in gap or gap.count("\n") > 1 or "•" in gap:
            return True
        dot = gap.find(".")
        if dot < 0 or (
            dot + 1 < len(gap) and not gap[dot + 1].isspace() and gap[dot + 1] not in "\"')"
        ):
            return index + 1 >= len(self.words)
        word = self.words[index]
        if word in NUMBERED and self.word(index + 1)[:1].isdecimal():
            return False
        if len(word) == 1 and word.isdecimal() and self.gap(index - 1) == " ":
            return self.capital(index + 1)  # "by December 4. Served": no numbered paragraph.
        return (len(word) > 1 and word not in SHORT_FORMS) or "\n" in gap

    def begins_sentence(self, index: int) -> bool:
        return index <= 0 or self.ends_sentence(index - 1)

    def before(self, index: int, count: int) -> list[str]:
        """Up to `count` words before word `index`, of the same sentence."""
        first = index
        while first > 0 and index - first < count and not self.ends_sentence(first - 1):
            first -= 1
        return self.words[first:index]

    def words_joined(self, first: int, last: int) -> bool:
        """The words `first`..`last`-1 stand together as the parts of one name would."""
        for i in range(first, last - 1):
            gap = self.gap(i)
            if gap == " ":
                continue
            single = len(self.words[i]) <= 5
            if len(gap) > 4 or (
                gap.strip() not in {"", "-", "'", "&"}
                and not (single and gap.strip() in {".", ".-", ".,", ". &"})
            ):
                return False
        return True
