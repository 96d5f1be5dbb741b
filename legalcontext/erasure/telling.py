"""Telling people before answers of theirs run out, where they ask for it.

One mail a day at most, and only when there is something that no earlier one told of. It has
numbers and dates, and nothing of any answer.
"""

from __future__ import annotations

import datetime as dt
import logging
import uuid
from smtplib import SMTPException

from django.core.mail import send_mail
from django.db import DatabaseError
from django.db.models import Count, Max, Min
from django.template.loader import render_to_string
from django.utils import timezone

from accounts.models import Account, Membership
from accounts.tenancy import tenant_scope
from legalcontext.answers.models import HELD, Answer
from legalcontext.retention.models import ExpiryNotice, Hold

logger = logging.getLogger("codossier.erasure")


def tell_all() -> int:
    """Tell everybody who asked; how many mails left. An account that fails stops no other."""
    mails = 0
    for account_id in Account.objects.filter(status=Account.Status.ACTIVE).values_list(
        "pk", flat=True
    ):
        try:
            mails += tell_account(account_id)
        except (DatabaseError, OSError, SMTPException):
            logger.exception("telling one account failed; tomorrow's run tries again")
    return mails


def tell_account(account_id: uuid.UUID) -> int:
    """Tell the people of one account; how many mails left.

    A mail is marked as told in its own transaction, which a mail server's refusal undoes.
    """
    with tenant_scope(account_id):
        wishes = list(ExpiryNotice.objects.values_list("pk", flat=True))
    return sum(_tell(account_id, wish) for wish in wishes)


def _tell(account_id: uuid.UUID, wish_id: uuid.UUID) -> bool:
    now = timezone.now()
    with tenant_scope(account_id):
        wish = ExpiryNotice.objects.select_for_update().filter(pk=wish_id).first()
        if wish is None:
            return False
        membership = Membership.objects.select_related("user", "account").get(pk=wish.membership_id)
        if membership.status != Membership.Status.ACTIVE or not membership.user.is_active:
            return False
        horizon = now + dt.timedelta(days=wish.days_before)
        since = max(now, wish.told_until or now)
        ending = (
            Answer.objects.current()
            .exclude(HELD.condition(Hold.objects.active().told()))  # a silent one shows nowhere
            .filter(asker=membership.user_id, test=False, status=Answer.Status.DONE)
            .filter(expires_at__gt=since, expires_at__lte=horizon)
            .aggregate(number=Count("pk"), first=Min("expires_at"), last=Max("expires_at"))
        )
        if not ending["number"]:
            return False
        wish.told_until = horizon
        wish.save(update_fields=["told_until"])
        _mail(membership, wish.days_before, ending)
    return True


def _mail(membership: Membership, days: int, ending: dict[str, object]) -> None:
    zone = membership.account.time_zone
    text = render_to_string(
        "erasure/expiring.txt", {"membership": membership, "days": days, "zone": zone, **ending}
    )
    send_mail("Answers that will be deleted soon", text, None, [membership.user.email])
