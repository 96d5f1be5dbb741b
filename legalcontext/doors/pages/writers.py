"""Who opened a form: what one person typed is not gone on with by the next one at the computer.

Each form that takes words carries a mark of the person and the account that it was opened for. The
mark tells its reader nothing, and outlives the session: it is of the person.
"""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare, salted_hmac

from legalcontext.doors.refusals import REFUSAL, StaleForm

from .session import acting_membership

WRITER: Final = "writer"
"""The name of the hidden field."""

GONE_ON: Final = "again"
"""In a form whose words were given back: it is opened with them, and does nothing yet."""

_SALT: Final = "codossier.pages.writer"
_LENGTH: Final = 32
"""Hexadecimal digits of each half."""


class AnotherPerson(Exception):
    """The form was opened by somebody else than who sends it: its words are not theirs."""


class AnotherAccount(Exception):
    """The same person opened the form while they acted for another account."""


def writer_of(request: HttpRequest) -> str:
    """The mark for a form that is shown now: of the person, then of the account they act in."""
    membership = acting_membership(request)
    if membership is None:
        return ""
    return _half(f"person {membership.user_id}") + _half(f"member {membership.pk}")


def check_writer(request: HttpRequest) -> None:
    """Let a form go on only to who opened it. AnotherPerson, AnotherAccount.

    Nobody is signed in: whoever sends it has the words before their eyes. A form without a mark
    passes by its token, which is of this sign-in; not so one whose token is not.
    """
    mark = request.POST.get(WRITER, "")
    unsure = GONE_ON in request.POST or isinstance(getattr(request, REFUSAL, None), StaleForm)
    if not (mark or unsure) or not request.user.is_authenticated:
        return
    if not _is_half(mark[:_LENGTH], f"person {request.user.pk}"):
        raise AnotherPerson
    membership = acting_membership(request)
    if membership is not None and not _is_half(mark[_LENGTH:], f"member {membership.pk}"):
        raise AnotherAccount


def _is_half(sent: str, of: str) -> bool:
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return any(constant_time_compare(sent, _half(of, key)) for key in keys)


def _half(of: str, key: str | bytes | None = None) -> str:
    return salted_hmac(_SALT, of, secret=key, algorithm="sha256").hexdigest()[:_LENGTH]
