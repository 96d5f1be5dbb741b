"""The shared vocabulary of problems in the words of the pages, in the reader's language.

`legalcontext.doors.problems` speaks to programs ("send a live API key"); here the same codes speak
to a person. The code and the status stay the same on every door.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.errors import StillResponsible
from legalcontext.doors.pages.service_words import said
from legalcontext.doors.pages.writers import AnotherPerson
from legalcontext.doors.problems import Code, Problem
from legalcontext.doors.refusals import StaleForm
from legalcontext.retention.errors import AlreadyReleased, InvalidTerm
from legalcontext.switches.errors import SwitchedOff
from matters.errors import MatterClosed

Words = tuple[Promise, Promise]

BY_CODE: Final[dict[Code, Words]] = {
    Code.INVALID_REQUEST: (
        _("Something in this is not right yet"),
        _("Mend what is listed here and send it again. Nothing was changed."),
    ),
    Code.INVALID_CONTEXT: (
        _("Something you stated cannot be used"),
        _("Mend what is listed here and send it again. Nothing was kept."),
    ),
    Code.UNAUTHENTICATED: (
        _("You are not signed in"),
        _("Sign in, then do this again."),
    ),
    Code.INSUFFICIENT_SCOPE: (
        _("You may not do this here"),
        _("Your role in this account does not reach so far. Ask an owner of the account."),
    ),
    Code.NOT_FOUND: (
        _("There is nothing here"),
        _(
            "What you were looking for is not there, is no longer there, or is not yours to see. "
            "If you followed an old link, start from the beginning."
        ),
    ),
    Code.MATTER_NOT_FOUND: (
        _("There is no such matter"),
        _(
            "Choose another matter, or none. If a colleague owns it, ask them to share it with "
            "you. Nothing was kept."
        ),
    ),
    Code.DOCUMENT_UNREADABLE: (
        _("The document cannot be read"),
        _("Paste its text instead, or upload it as a plain text file."),
    ),
    Code.TOO_LARGE: (
        _("This is too large"),
        _("Send less at a time: a shorter text, or a smaller file."),
    ),
    Code.UNSUPPORTED_MEDIA: (
        _("This kind of file is not taken"),
        _("Paste the text instead, or upload it as a plain text file."),
    ),
    Code.RATE_LIMITED: (
        _("A little too fast"),
        _("Wait a moment, then send it again."),
    ),
    Code.IDEMPOTENCY_CONFLICT: (
        _("This was sent before"),
        _("Load the page again before you send something else."),
    ),
    Code.IN_PROGRESS: (
        _("Still at work on it"),
        _("Load this page again in a moment."),
    ),
    Code.LEGAL_HOLD: (
        _("A legal hold keeps this"),
        _("Nothing was deleted. What is held goes when the hold is released."),
    ),
    Code.STEP_UP_REQUIRED: (
        _("Confirm that it is you"),
        _(
            "This needs a fresh confirmation, and there is none set up for you to give. Set a "
            "password or add a passkey under Security first."
        ),
    ),
    Code.UNAVAILABLE: (
        _("Out of reach for a moment"),
        _("The service cannot answer just now. Try again shortly; nothing of yours is lost."),
    ),
    Code.INTERNAL: (
        _("Something went wrong on our side"),
        _("It has been noted. Try again later; if it stays, tell us the number below."),
    ),
}

BY_KIND: Final[dict[type[Exception], Promise]] = {
    MatterClosed: _(
        "The matter is closed: it can be read, and nothing in it changes. Somebody who manages it "
        "can reopen it."
    ),
    SwitchedOff: _(
        "The service does not answer this kind of question for this place. Choose another kind of "
        "answer, or ask somebody else; sending it again changes nothing."
    ),
    StaleForm: _(
        "The page was open too long, or you signed in anew in another window. Nothing was sent. Go "
        "back, copy what you wrote, load the page again and send it from there."
    ),
    AnotherPerson: _(
        "Somebody else was signed in here when this form was opened. Nothing was sent, and what "
        "they wrote is not shown. Open the page anew to write something of your own."
    ),
    AlreadyReleased: _("This hold was released before. Place a new one to hold the same again."),
}

TITLES: Final[dict[type[Exception], Promise]] = {
    AnotherPerson: _("Somebody else wrote this"),
    StaleForm: _("This page was open too long"),
}
"""Where the title of the code says something else."""


@dataclass(frozen=True, slots=True)
class Wording:
    """What a page says of a problem. listed: what in particular is wrong, a line each."""

    code: Code
    title: str
    detail: str
    listed: tuple[str, ...] = ()


def megabytes() -> str:
    """The most that may be sent at once, in MB."""
    return f"{settings.DATA_UPLOAD_MAX_MEMORY_SIZE / 1_000_000:g}"


def wording_of(problem: Problem, error: Exception | None = None) -> Wording:
    """The problem in words for a person; `error` is what it was made of, where that says more."""
    title, detail = BY_CODE[problem.code]
    return Wording(
        code=problem.code,
        title=str(TITLES.get(type(error), title) if error else title),
        detail=_particular(problem, error) or str(detail),
        listed=_listed(problem, error),
    )


def _particular(problem: Problem, error: Exception | None) -> str | None:
    """The one sentence that depends on the case."""
    if error is not None and type(error) in BY_KIND:
        return str(BY_KIND[type(error)])
    match error:
        case InvalidTerm():
            return gettext("Give 1 to %(most)s months: nothing is kept longer here.") % {
                "most": error.ceiling
            }
        case StillResponsible():
            return gettext(
                "What is listed here is still this person's. Name the member who takes it over. "
                "Nothing was changed."
            )
    if problem.code is Code.TOO_LARGE:
        return gettext(
            "All that is sent together, files too, may have %(megabytes)s MB. Nothing was sent. Go "
            "back and send less at a time: a shorter text, or a smaller file."
        ) % {"megabytes": megabytes()}
    if problem.code is Code.RATE_LIMITED and problem.retry_after:
        return ngettext(
            "Wait %(seconds)s second, then send it again.",
            "Wait %(seconds)s seconds, then send it again.",
            problem.retry_after,
        ) % {"seconds": problem.retry_after}
    if problem.code is Code.LEGAL_HOLD and problem.held:
        return ngettext(
            "%(held)s thing is under a legal hold, and nothing was deleted. It goes when the hold "
            "is released; until then it is no longer read.",
            "%(held)s things are under a legal hold, and nothing was deleted. They go when the "
            "hold is released; until then they are no longer read.",
            problem.held,
        ) % {"held": problem.held}
    return None


def _listed(problem: Problem, error: Exception | None) -> tuple[str, ...]:
    if isinstance(error, StillResponsible):
        return error.ids
    return tuple(said(fault.detail) for fault in problem.errors)
