"""Which of the languages of the answers a text is in."""

from __future__ import annotations

from functools import cache
from typing import Literal

from py3langid.langid import (  # type: ignore[import-untyped]
    MODEL_FILE,
    LanguageIdentifier,
)

Language = Literal["en", "es"]
LANGUAGES: tuple[Language, ...] = ("en", "es")

# Telling two languages apart needs little, but a name or one word says nothing.
_SHORTEST = 8

_UNSEEN = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff"))
"""Comes along when text is pasted, and says nothing of its language."""


@cache
def _identifier() -> LanguageIdentifier:
    identifier = LanguageIdentifier.from_model_file(MODEL_FILE)
    identifier.set_languages(list(LANGUAGES))
    return identifier


def detect_language(text: str) -> Language:
    """`es` when the text is Spanish rather than English, else `en` (also when it says nothing)."""
    text = text.translate(_UNSEEN)
    if len(text.strip()) < _SHORTEST:
        return "en"
    code, _ = _identifier().classify(text[:2000])
    return "es" if code == "es" else "en"


def known_language(code: str) -> Language:
    """The language that answers can be given in for a stated code (`es-MX` is `es`), else `en`."""
    return "es" if code.lower().replace("_", "-").split("-")[0] == "es" else "en"
