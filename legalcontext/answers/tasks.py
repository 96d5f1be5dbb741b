"""Jobs on the history. Arguments are ids; each opens its own account."""

from __future__ import annotations

import uuid

from procrastinate import RetryStrategy
from procrastinate.contrib.django import app

from accounts.tenancy import tenant_scope

from . import recalling
from .expiry import redate_batch


@app.task(name="answers.redate")
def redate(account_id: str) -> None:
    """Give every answer of the account the date of today's policies, a transaction a batch."""
    while True:
        with tenant_scope(uuid.UUID(account_id)):
            if not redate_batch():
                return


@app.task(name="answers.tell_account")
def tell_account(account_id: str, recall_id: str) -> None:
    """Tell the people of an account that a note behind answers of theirs is no longer current."""
    recalling.tell_account(uuid.UUID(account_id), uuid.UUID(recall_id))


@app.task(name="answers.mail_recall", retry=RetryStrategy(max_attempts=8, exponential_wait=4))
def mail_recall(account_id: str, recall_id: str, user_id: str) -> None:
    """Send one of those mails; a mail server that is down is tried again, for about a day."""
    recalling.mail_person(uuid.UUID(account_id), uuid.UUID(recall_id), uuid.UUID(user_id))
