"""The exact lane: section numbers and form numbers, in notes and in questions. Pure."""

from __future__ import annotations

import re
from typing import Final

_PREFIXED: Final = re.compile(
    r"(?:§+|\bsec(?:tion|s|\.)?|\bart(?:icle|\.)?|\bc\.?f\.?r\.?|\bu\.?s\.?c\.?"
    r"|\bcode|\brcw|\bstat(?:utes?|\.)?|\bc\.?p\.?l\.?r\.?)"
    r"\s*(?:ann\.?\s*)?(?:§+\s*)?(\d[\w.:/-]*)",
    re.IGNORECASE,
)
"""`§ 1950.5`, `section 92.104`, `RCW 59.18.280`, `15 U.S.C. § 1692g`, `CPLR 5231`."""

_RULE: Final = re.compile(
    r"(?:\brules?|(?<!\w\.)\br\.(?:\s*(?:civ|crim|evid|app)\.\s*p\.)?|\b(?:civ|crim)\.\s*r\.)\s*(\d[\w.:-]*)",
    re.IGNORECASE,
)
"""`rule 12`, `Civ. R. 60(B)`, `Fed. R. Civ. P. 12`: rules count beside sections."""

_SHAPED: Final = re.compile(
    r"(?<![\w$€£.,/-])(?=(?:[a-z.:-]*\d){4})(\d+[a-z]?(?:[.:-]\d+[a-z]*)+|\d{3,}[a-z]+)(?![\w%/])",
    re.IGNORECASE,
)
"""What looks like a section by itself (four digits at least): `1950.5`, `44-7-34`, `1692g`."""

_FORM: Final = re.compile(
    r"\b([A-Z]{1,5}[A-Z0-9]*-\d+[A-Z0-9.-]*"
    r"|(?!CPLR|RCW|USC|CFR|ILCS|OCGA)[A-Z]{2,4} ?\d{2,}[A-Z]?)\b(?!\.\d)"
    r"|\b(?i:form)\s+([A-Za-z]{0,5}[ -]?\d[\w.-]*)"
)
"""`SC-100`, `DV 100`, `form 1040`."""

_DATE: Final = re.compile(
    r"\d{4}-\d{2}-\d{2}|\d{1,2}[-.]\d{1,2}[-.]\d{4}|(?:\d{3}[-.])?\d{3}[-.]\d{4}"
)
"""Dates and telephone numbers, which look like sections."""


def terms_in(text: str) -> tuple[str, ...]:
    """The section and form numbers that `text` names, in one form of writing, each once."""
    text = _DATE.sub(" ", text)
    matches = (m for pattern in (_PREFIXED, _SHAPED, _FORM) for m in pattern.finditer(text))
    terms = [normal(match[match.lastindex or 0]) for match in matches]
    terms += [f"rule {normal(match[1])}" for match in _RULE.finditer(text)]
    return tuple(dict.fromkeys(term for term in terms if term))


def normal(term: str) -> str:
    """One form of writing: small letters, no closing stop; a form's number in one piece."""
    term = term.lower().strip().rstrip(".:,-/")
    return re.sub(r"[\s-]", "", term) if term[:1].isalpha() else term
