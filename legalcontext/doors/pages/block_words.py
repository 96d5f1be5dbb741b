"""The block's own sentences in the language of the page. Programs get them as they are.

The block, its notes and its evidence speak the specification's English on every door. Here they are
told again where the page speaks another language; what is not known here stays as it came.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import get_language, gettext, ngettext
from django.utils.translation import gettext_noop as _

from legalcontext.block.outbound import DELETED_ONCE_DELIVERED, HELD
from legalcontext.doors.pages.places import place_name

TERM: Final = re.compile(
    r"kept (\d+) (month|day)s? under the (account|matter); "
    r"delete it from the account's history"
)
"""As `block.retention_sentence` writes it."""

QUOTE: Final = re.compile(r"“[^”]+”")

WHY: Final = (
    # the relations of a place to the matter
    _("A court sits there."),
    _("It happened there."),
    _("The property is there."),
    _("The work is there."),
    _("A new job is there."),
    _("An agency of that place is named."),
    _("An address is there."),
    _("Its law is asked about or cited."),
    _("The place is given as such."),
    _("Someone concerned lives there."),
    _("Someone moved there."),
    _("An order or paper comes from there."),
    _("Something is said to be there."),
    _("Another person is there."),
    _("The place is given by itself."),
    _("Someone says where they are from."),
    _("The place is named."),
    _("A company is there."),
    _("Someone means to go there."),
    _("Someone travelled there."),
    _("A clause chooses its law."),
    _("A company is organised there."),
    _("Someone lived there before."),
    _("Someone comes from there."),
    # what else shows it
    _("A clause chooses its courts."),
    _("Its law is cited."),
    _("A federal court that sits there is named."),
    _("A federal court is named."),
    _("A body of that place is named."),
    _("A term used there."),
    _("Its currency is named."),
    _("The words name it."),
    _("The asker says so."),
    _("The named matter has this forum on record."),
    _("The named matter has this jurisdiction on record."),
    _("The block of another answer, handed on by the caller, says so."),
)  # fmt: skip
"""Why words show a place, a court or a role: every fixed sentence of the block and of inference."""

WHY_OF_READING: Final = {
    "spelling": _("It is another way to write the place."),
    "name": _("It is a name of the place, or of a place in it."),
}
"""By the kind of evidence, where the sentence names a place of its own."""


def retention_words(sentence: str) -> str:
    """The block's `retention`."""
    if sentence == DELETED_ONCE_DELIVERED:
        return gettext("deleted once delivered")
    if sentence == HELD:
        return gettext("held under a legal hold; it cannot be deleted until the hold is released")
    found = TERM.fullmatch(sentence)
    if found is None:
        return sentence
    number = int(found[1])
    terms = {
        "month": ngettext("%(number)s month", "%(number)s months", number),
        "day": ngettext("%(number)s day", "%(number)s days", number),
    }
    whole = {
        "account": gettext("kept %(term)s under the account; delete it from the account's history"),
        "matter": gettext("kept %(term)s under the matter; delete it from the account's history"),
    }
    return whole[found[3]] % {"term": terms[found[2]] % {"number": number}}


def why_words(evidence: Mapping[str, Any]) -> str:
    """Why a piece of evidence shows what it shows: a sentence."""
    why: str = evidence["why"]
    if why in WHY:
        return gettext(why)
    if not _in_english() and evidence["kind"] in WHY_OF_READING:
        return gettext(WHY_OF_READING[evidence["kind"]])
    return why


def note_words(note: Mapping[str, Any]) -> str:
    """What stands beside the line of a note: its message, or in another language the particulars
    of it, the words that it quotes and the places that it speaks of."""
    message: str = note["message"]
    if _in_english():
        return message
    values = [each["value"] for each in note["evidence"]] if note["field"] == "jurisdiction" else []
    places = [place_name(value) for value in dict.fromkeys(values)]
    return ", ".join([*QUOTE.findall(message)[:1], *places])


def _in_english() -> bool:
    return (get_language() or "en").startswith("en")
