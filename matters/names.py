"""Names as a conflict check compares them.

Two names are the same when they have the same words, whatever their order, case, accents,
punctuation, and whatever is said of the person or the company around the name: `SMITH, John Q.`
and `John Smith`, `Müller & Söhne GmbH` and `Muller Sohne`. See docs/matters.md for what is missed.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from typing import Final

LEGAL_FORMS: Final = frozenset(
    "ab ag as bv co company corp corporation gmbh inc incorporated kg limited llc llp lp ltd nv oy "
    "pa pc plc pllc pty sa sarl spa srl".split()
)
"""Said of a company beside its name."""

TITLES: Final = frozenset("dr esq hon ii iii iv jr miss mr mrs ms mx prof sr".split())
"""Said of a person beside their name."""

JOINING: Final = frozenset("al and et of the".split())

NOISE: Final = LEGAL_FORMS | TITLES | JOINING

_DOTTED: Final = re.compile(r"(?<!\w)(?:\w\.){2,}\w?(?!\w)")
_APOSTROPHES: Final = re.compile(r"['’‘ʼ`´]")
_WORDS: Final = re.compile(r"[^\W_]+")
_VERSUS: Final = re.compile(r"\bv(?:s|ersus)?\b\.?", re.IGNORECASE)
_CAPTION: Final = re.compile(
    r"^\s*(?:in\s+re|ex\s+parte|(?:in\s+)?(?:the\s+)?(?:matter|estate|marriage)\s+of)\b[:\s]*",
    re.IGNORECASE,
)


def normal_form(name: str) -> str:
    """The words that tell the name apart, sorted, with one space between them.

    Words of NOISE are left out, and initials where two longer words remain; a name that is
    nothing but those keeps them.
    """
    text = unicodedata.normalize("NFKD", name).casefold()
    text = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    text = _DOTTED.sub(lambda found: found[0].replace(".", ""), text)
    words = set(_WORDS.findall(_APOSTROPHES.sub("", text)))
    telling = words - NOISE or words
    longer = {word for word in telling if not _is_initial(word)}
    if len(longer) >= 2:
        telling = longer
    return " ".join(sorted(telling)) or " ".join(text.split())


def digest_of(name: str) -> str:
    """SHA-256 of the normal form, in hexadecimal."""
    return hashlib.sha256(normal_form(name).encode()).hexdigest()


def names_in_title(title: str) -> tuple[str, ...]:
    """The names that a matter's title is made of: the sides of `A v. B`, the name after `In re` or
    `Estate of`, and the whole title, which may be nothing but a name."""
    sides = [_CAPTION.sub("", side).strip() for side in _VERSUS.split(title)]
    return tuple(dict.fromkeys(name for name in (title.strip(), *sides) if name))


def _is_initial(word: str) -> bool:
    return len(word) == 1 and word.isascii() and word.isalpha()
