"""Mails of a request, each a template in `templates/erasure/`: the first line is the subject.

To whoever asked: what happened to their request. To the operators: what is due. A mail is marked
as told when the mail server took it, and sent again until then.
"""

from __future__ import annotations

import datetime as dt
import logging
import uuid
from typing import Any, Final

from django.conf import settings
from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.utils import timezone

from accounts.models import Membership, User
from accounts.tenancy import tenant_scope
from legalcontext.erasure.request_models import (
    Certificate,
    DeletionRequest,
    RequestEvent,
    RequestWords,
)

from . import service
from .states import WORK

logger = logging.getLogger("codossier.erasure")

AGAIN_AFTER: Final = dt.timedelta(hours=2)
"""A mail that its job could not send is tried again by the hourly sweep after this long."""


def send(account_id: uuid.UUID, event_id: uuid.UUID) -> None:
    """Mail what an event tells, once, and take the step that waited for it.

    SMTPException, OSError: the server did not take it; it stays untold.
    """
    with tenant_scope(account_id):
        event = RequestEvent.objects.filter(pk=event_id, told_at=None).exclude(notice="").first()
        if event is None:
            return
        request = service.locked(event.request)
        words = RequestWords.objects.filter(request=request).first()
        if words is not None and words.contact:
            _mail(event.notice, request, words)
        event.told_at = timezone.now()
        event.save(update_fields=["told_at"])
        service.follow(request)


def send_what_is_late(account_id: uuid.UUID) -> None:
    """Try again what its job gave up."""
    with tenant_scope(account_id):
        late = RequestEvent.objects.filter(told_at=None, at__lt=timezone.now() - AGAIN_AFTER)
        ids = list(late.exclude(notice="").values_list("pk", flat=True))
    for event_id in ids:
        try:
            send(account_id, event_id)
        except OSError:  # SMTPException is one
            logger.exception("a notice of a deletion request could not be mailed")


def tell_operators(request: DeletionRequest, step: str) -> None:
    """Mail the operators who work on requests that one is due; ids and dates alone.

    The state is the one that the account is told: not all of them may know of a silent hold.
    """
    to = [
        user.email
        for user in User.objects.filter(is_staff=True, is_active=True)
        if user.has_perm(WORK)
    ]
    if not to:
        return
    text = render_to_string(
        "erasure/operators.txt",
        {
            "request": request,
            "state": service.public_state(request).label,
            "account": request.account.public_id,
            "step": step,
        },
    )
    _post(text, to)


def _mail(notice: str, request: DeletionRequest, words: RequestWords) -> None:
    context = _context(request, words)
    _post(render_to_string(f"erasure/{notice}.txt", context), [words.contact])
    if notice == "forwarded":
        owners = Membership.objects.acting_owners().filter(account=request.account_id)
        to = list(owners.values_list("user__email", flat=True))
        if to:
            _post(render_to_string("erasure/forwarded_owners.txt", context), to)


def _context(request: DeletionRequest, words: RequestWords) -> dict[str, Any]:
    certificate = Certificate.objects.filter(request=request).order_by("-number").first()
    return {
        "request": request,
        "words": words,
        "regime": request.regime,
        "appeal_until": service.appeal_until(request),
        "certificate": certificate,
        "told_held": bool(request.held) and not service.something_silent(request),
        "rows": certificate_rows(certificate),
    }


def certificate_rows(certificate: Certificate | None) -> list[dict[str, Any]]:
    """The lines of a certificate's table."""
    from .certificate import read

    return read(certificate)["categories"] if certificate else []


def _post(text: str, to: list[str]) -> None:
    subject, _, body = text.lstrip().partition("\n")
    for address in to:  # one each: nobody learns who else is told
        send_mail(subject.strip(), body.strip() + "\n", settings.DEFAULT_FROM_EMAIL, [address])
