"""Whose page a figure was read from: the law's own publisher, a reproduction, or a commentator."""

from __future__ import annotations

from typing import Final, Literal
from urllib.parse import urlsplit

SourceClass = Literal["official", "reproduction", "commentary"]

_OFFICIAL_SUFFIXES: Final = (".gov", ".mil", ".us")

_REPRODUCTIONS: Final = frozenset(
    {
        "law.justia.com",
        "www.law.cornell.edu",
        "law.cornell.edu",
        "codes.findlaw.com",
        "casetext.com",
        "print.casetext.com",
        "law.onecle.com",
        "github.com",
        "raw.githubusercontent.com",
    }
)
_REPRODUCTION_SUFFIXES: Final = (".public.law",)
"""Sites that print the text of codes and rules, section by section, unedited."""


def source_class(url: str) -> SourceClass:
    """What kind of page `url` is, by its host.

    official: a legislature's, court's or agency's; reproduction: the text of the law, printed by
    somebody else, perhaps not at its latest; commentary: words about the law.
    """
    host = urlsplit(url).hostname or ""
    if host.endswith(_OFFICIAL_SUFFIXES):
        return "official"
    if host in _REPRODUCTIONS or host.endswith(_REPRODUCTION_SUFFIXES):
        return "reproduction"
    return "commentary"
