"""Jobs on the history. Arguments are ids; each opens its own account."""

from __future__ import annotations

import uuid

from procrastinate.contrib.django import app

from accounts.tenancy import tenant_scope

from .expiry import redate_batch


@app.task(name="answers.redate")
def redate(account_id: str) -> None:
    """Give every answer of the account the date of today's policies, a transaction a batch."""
    while True:
        with tenant_scope(uuid.UUID(account_id)):
            if not redate_batch():
                return
