"""Sums of money in a document, each with the words around it that say what it is."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice

_AMOUNT = re.compile(
    r"(?:US)?\$\s?\d(?:[\d,]*\d)?(?:\.\d{1,2})?(?:\s?(?:million|billion|thousand|[MK]\b))?"
    r"|(?:USD|EUR|GBP|CAD|AUD|MXN)\s?\d[\d,]*(?:\.\d{1,2})?"
    r"|[€£]\s?\d[\d,.]*\d(?:\.\d{1,2})?"
    r"|\b\d[\d,]*(?:\.\d{1,2})?\s?(?:dollars|euros|pounds|d[oó]lares|pesos)\b",
    re.IGNORECASE,
)
_LABEL = re.compile(
    r"\b(rent|deposit|late (?:fee|charge)|fee|salary|wages?|bonus|price|purchase price|balance"
    r"|amount due|past due|interest|damages|costs?|fine|penalty|settlement|payment|invoice|loan"
    r"|principal|bond|bail|renta|dep[oó]sito|multa|saldo|precio|salario|total)\b",
    re.IGNORECASE,
)
_BEFORE, _AFTER = 70, 30
_MOST = 40
_MOST_READ = 2000


@dataclass(frozen=True, slots=True)
class Amount:
    """A sum of money. label: the nearest word that says what it is; empty when none does."""

    start: int
    end: int
    text: str
    label: str


def find_amounts(text: str) -> tuple[Amount, ...]:
    """The sums of money in order of appearance; repeats of the same sum and label left out."""
    found: dict[tuple[str, str], Amount] = {}
    for match in islice(_AMOUNT.finditer(text), _MOST_READ):
        if len(found) == _MOST:
            break
        label = _label(text, match.start(), match.end())
        key = (re.sub(r"[\s,]|\.00$", "", match[0]).casefold(), label)
        if key not in found:
            found[key] = Amount(match.start(), match.end(), match[0], label)
    return tuple(found.values())


def _label(text: str, start: int, end: int) -> str:
    before = text[max(0, start - _BEFORE) : start]
    labels = list(_LABEL.finditer(before))
    if labels and not re.search(r"[.;]\s", before[labels[-1].end() :]):
        return labels[-1][0].lower()
    after = _LABEL.search(text[end : end + _AFTER])
    return after[0].lower() if after else ""
