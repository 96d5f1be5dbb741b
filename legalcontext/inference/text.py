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
    "st ste ft mt mr mrs ms dr jr sr no nos vs v inc co corp ltd llc dept gov gen sgt lt col hon"
    " cal calif fla tex ill ind mass mich minn mo wash wis penn tenn conn ariz colo ore neb nev"
    " ala ark del kan ky la md me miss mont okla va vt wyo haw civ crim app supp rev stat ann"
    " sec art ch cl tit reg regs ct cir dist cty jud super fed bankr code proc penal fam prob bus"
    " prof prop est transp occ ord pub util educ elec agric nat res water fin mil welf inst gov lab veh health evid corp ins rul admin comp gen laws cons approx jan feb mar apr"
    " aug sept sep oct nov dec av ave blvd rd ln apt".split()
)
"""Words whose full stop ends no sentence."""


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
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.words: list[str] = []
        for match in _WORD.finditer(self.folded):
            start, end = match.span()
            self.starts.append(start)
            self.ends.append(end)
            self.words.append(match.group())

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
        gap = self.gap(index)
        if gap == " ":
            return False
        if "?" in gap or "!" in gap or ";" in gap or gap.count("\n") > 1 or "•" in gap:
            return True
        dot = gap.find(".")
        if dot < 0 or (
            dot + 1 < len(gap) and not gap[dot + 1].isspace() and gap[dot + 1] not in "\"')"
        ):
            return index + 1 >= len(self.words)
        word = self.words[index]
        return (len(word) > 1 and word not in SHORT_FORMS) or "\n" in gap

    def begins_sentence(self, index: int) -> bool:
        return index <= 0 or self.ends_sentence(index - 1)

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
