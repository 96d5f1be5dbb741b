"""Which of the languages of the answers a text is in."""

from __future__ import annotations

import re
from functools import cache
from typing import Final, Literal

from py3langid.langid import (  # type: ignore[import-untyped]
    MODEL_FILE,
    LanguageIdentifier,
)

Language = Literal["en", "es"]
LANGUAGES: tuple[Language, ...] = ("en", "es")

# Telling two languages apart needs little, but a name or one word says nothing.
_SHORTEST = 8

SURE: Final = 0.85
"""From this share of Spanish against English, a text is Spanish without a word that shows it. A
few names and a date are a little of either."""
FOREIGN: Final = 0.95
"""From this probability, among all languages known, a text is in another than these two."""
FEWEST_FOREIGN: Final = 6
"""Words from which another language is told: fewer are a name or a title."""
_NEAR_SPANISH: Final = frozenset({"es", "ca", "gl", "an", "oc", "eu", "qu"})
"""Languages whose people write Spanish too, and that a short Spanish text looks like."""
_SPANISH_WORDS: Final = re.compile(
    r"[ñ¿¡]|\b(?:que|qu[eé]|mi|mis|una?|unos|por|con|del|se|su|sus|pero|para|est[aáeé]|esta?n|"
    r"estoy|soy|tengo|tiene|quier[eo]|puedo|puede[n]?|hace|debe[n]?|paga[n]?|casero|casera|due[nñ]o|"
    r"renta|desalojo|demanda|d[ií]as|cu[aá]ndo|c[oó]mo|d[oó]nde|cu[aá]nto|trabajo|ayuda|corte|"
    r"aviso|dep[oó]sito|multa|divorcio|despido|jefe|patr[oó]n|abogad[oa])\b",
    re.IGNORECASE,
)
_WORD: Final = re.compile(r"[^\W\d_]+")

_UNSEEN = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff"))
"""Comes along when text is pasted, and says nothing of its language."""


@cache
def _identifier() -> LanguageIdentifier:
    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)


def _shares(text: str) -> dict[str, float]:
    """How likely the text is in each language that the model knows, together 1."""
    return {code: float(share) for code, share in _identifier().rank(text)}


def _spanish_against_english(text: str) -> float:
    shares = _shares(text)
    both = shares["es"] + shares["en"]
    return shares["es"] / both if both else 0.0


def detect_language(text: str) -> Language:
    """`es` when the text is Spanish rather than English, else `en`: also when it says nothing, and
    when it is in a third language (`is_foreign`)."""
    text = text.translate(_UNSEEN)
    if len(text.strip()) < _SHORTEST:
        return "en"
    text = text[:_READ]
    spanish = _spanish_against_english(text)
    if spanish <= 0.5 or (spanish < SURE and not _SPANISH_WORDS.search(text)):
        return "en"
    return "en" if is_foreign(text) else "es"


def is_foreign(text: str) -> bool:
    """Whether a text is surely in a language that answers are not given in."""
    text = text.translate(_UNSEEN)[:_READ]
    if len(_WORD.findall(text)) < FEWEST_FOREIGN:
        return False
    code, share = max(_shares(text).items(), key=lambda pair: pair[1])
    return code != "en" and code not in _NEAR_SPANISH and share >= FOREIGN


_READ: Final = 2000
"""Characters that show the language of a text."""


def known_language(code: str) -> Language:
    """The language that answers can be given in for a stated code (`es-MX` is `es`), else `en`."""
    return "es" if code.lower().replace("_", "-").split("-")[0] == "es" else "en"
