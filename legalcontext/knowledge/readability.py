"""The Flesch-Kincaid grade of English text. Pure, and needs no dictionary to be downloaded.

Grade = 0.39 · words per sentence + 11.8 · syllables per word − 15.59 (Kincaid et al. 1975).
Syllables are counted as groups of vowels, without a silent e at the end.
"""

from __future__ import annotations

import re
from typing import Final

_SENTENCE_END: Final = re.compile(r"[.!?:;]+(?=\s|$)")
_WORD: Final = re.compile(r"[A-Za-z]+(?:['’][A-Za-z]+)?|[$€£]?\d[\d.,/-]*%?")
_VOWELS: Final = re.compile(r"[aeiouy]+")
_SILENT: Final = re.compile(
    r"(?:[^aeiouyl]e|[aeiouy]les?|[^aeiouytd]ed|[^aeiouysxzcgl]es)$|[^l]e(?=(?:ment|ly|less|ful)s?$)"
)
_PARTED: Final = re.compile(r"(?:i[ao]|[^q]ua|cre(?=a)|[rd]ea$|ying)(?!ns?\b|u)")


def grade(text: str) -> float:
    """The school grade at which `text` reads; 0.0 for no words."""
    words = _WORD.findall(text)
    if not words:
        return 0.0
    sentences = max(len(_SENTENCE_END.findall(text)), 1)
    syllables = sum(count_syllables(word) for word in words)
    return 0.39 * len(words) / sentences + 11.8 * syllables / len(words) - 15.59


def count_syllables(word: str) -> int:
    """The syllables of a word as spoken, at least one; a number written in digits counts one."""
    word = word.lower()
    groups = len(_VOWELS.findall(word)) + len(_PARTED.findall(word))
    if groups > 1 and _SILENT.search(word):
        groups -= 1
    return max(groups, 1)
