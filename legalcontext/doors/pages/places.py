"""Places by name, in the language of the page, and the list to choose one from."""

from __future__ import annotations

import gettext as catalogues
from collections.abc import Iterator
from functools import cache
from typing import Final

import pycountry
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from legalcontext.block.gazetteer import gazetteer
from legalcontext.block.places import name_of

UNITED_KINGDOM: Final = ("GB-ENG", "GB-EAW", "GB-NIR", "GB-SCT", "GB-WLS")
"""The parts of the United Kingdom with a law of their own; its councils have none."""

Choice = tuple[str, str]
Group = tuple[str, list[Choice]]


def place_name(code: str) -> str:
    """The place in words, in the language of the page; what is no known code comes back as it is.

    The catalogues are ISO's own lists of names, as pycountry ships them.
    """
    return _named(code, get_language() or "en")


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


@cache
def _named(code: str, language: str) -> str:
    name = name_of(code)
    if name == code or language.startswith("en"):
        return name
    domain = "iso3166-2" if "-" in code else "iso3166-1"
    names = catalogues.translation(
        domain, pycountry.LOCALES_DIR, languages=[language.partition("-")[0]], fallback=True
    )
    return names.gettext(name)


def _of(prefix: str, language: str) -> list[Choice]:
    return _sorted((c for c in gazetteer().codes if c.startswith(prefix)), language)


def _is_country(code: str) -> bool:
    return "-" not in code and code != "US"


def _sorted(codes: Iterator[str] | tuple[str, ...], language: str) -> list[Choice]:
    return sorted(((code, _named(code, language)) for code in codes), key=lambda pair: pair[1])
