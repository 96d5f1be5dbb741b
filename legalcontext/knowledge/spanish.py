"""Spanish questions for an English model: a glossary of lay legal terms, word by word. Pure.

The result is a row of English words, good enough to find a note by and never shown to anybody.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from pathlib import Path
from typing import Final

import yaml

GLOSSARY_FILE: Final = Path(__file__).with_name("spanish.yaml")

_WORD: Final = re.compile(r"[^\W\d_]+|\d[\d.,/-]*|[$%]")
_SPANISH: Final = frozenset(
    """
    el la los las un una de del al que y en por para con sin mi mis su sus se nos le les lo
    es son esta estan fue ha han pero porque como cuando donde cuanto cuantos puedo puede
    tengo tiene hay muy ya si mas yo ella ellos este eso esa hace desde hasta
    """.split()
)
_ENGLISH: Final = frozenset(
    """
    the a an of to and in for with without my your his her their i he she they we it is are
    was were be have has had do does did can could will would what when where how who why if
    but not this that from at on by or as so am been no
    """.split()
)


def is_spanish(text: str) -> bool:
    """More of its small words are Spanish than English."""
    words = _words(text)
    return sum(word in _SPANISH for word in words) > sum(word in _ENGLISH for word in words)


def to_english(text: str) -> str:
    """The words of a Spanish question in English, in their order; what is unknown stays."""
    words = _words(text)
    translated: list[str] = []
    position = 0
    while position < len(words):
        length, english = _longest(words, position)
        translated.append(english)
        position += length
    return " ".join(word for word in translated if word)


def _longest(words: list[str], position: int) -> tuple[int, str]:
    exact, stems, longest = _glossary()
    for length in range(min(longest, len(words) - position), 0, -1):
        phrase = " ".join(words[position : position + length])
        if phrase in exact:
            return length, exact[phrase]
        *head, last = words[position : position + length]
        for cut in range(len(last), 1, -1):
            if (found := stems.get(" ".join([*head, last[:cut]]))) is not None:
                return length, found
    return 1, words[position]


def _words(text: str) -> list[str]:
    """Small letters without accents; `ñ` becomes `n`."""
    parted = unicodedata.normalize("NFD", text.lower())
    return _WORD.findall("".join(c for c in parted if not unicodedata.combining(c)))


@cache
def _glossary() -> tuple[dict[str, str], dict[str, str], int]:
    """Whole phrases, phrases whose last word may go on, and the length of the longest."""
    entries = yaml.load(GLOSSARY_FILE.read_text("utf-8"), Loader=yaml.BaseLoader)  # noqa: S506 (text only)
    exact = {phrase: english for phrase, english in entries.items() if not phrase.endswith("*")}
    stems = {phrase[:-1]: english for phrase, english in entries.items() if phrase.endswith("*")}
    return exact, stems, max(len(phrase.split()) for phrase in entries)
