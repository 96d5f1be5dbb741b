"""Places by name, in the language of the page, and the list to choose one from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from legalcontext.block.gazetteer import gazetteer
from legalcontext.block.places import name_in

UNITED_KINGDOM: Final = ("GB-ENG", "GB-EAW", "GB-NIR", "GB-SCT", "GB-WLS")
"""The parts of the United Kingdom with a law of their own; its councils have none."""

Choice = tuple[str, str]
Group = tuple[str, list[Choice]]


def place_name(code: str) -> str:
    """The place in words, in the language of the page; an unknown code comes back as it is."""
    return name_in(code, get_language() or "en")


def place_choices() -> list[Group]:
    """Every place that law is framed by, in groups: states first, since most people want one."""
    language = get_language() or "en"
    return [
        (
            _("United States"),
            [("US", _("Federal law, or the whole country")), *_of("US-", language)],
        ),
        (_("Canada"), _of("CA-", language)),
        (_("United Kingdom"), _sorted(UNITED_KINGDOM, language)),
        (_("Australia"), _of("AU-", language)),
        (_("Countries"), _sorted((c for c in gazetteer().codes if _is_country(c)), language)),
    ]


def _of(prefix: str, language: str) -> list[Choice]:
    return _sorted((c for c in gazetteer().codes if c.startswith(prefix)), language)


def _is_country(code: str) -> bool:
    return "-" not in code and code != "US"


def _sorted(codes: Iterator[str] | tuple[str, ...], language: str) -> list[Choice]:
    return sorted(((code, name_in(code, language)) for code in codes), key=lambda pair: pair[1])
