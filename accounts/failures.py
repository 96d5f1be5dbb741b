"""The requests that were answered with a problem, by account: for whoever is asked about one."""

from __future__ import annotations

import datetime as dt
import logging
import uuid
from typing import Final

from django.db import DatabaseError
from django.utils import timezone

from .models import FailedRequest
from .tenancy import tenant_scope

KEPT_FOR: Final = dt.timedelta(days=30)

logger = logging.getLogger("codossier.requests")


def keep_failure(
    account_id: uuid.UUID, *, request_id: str, method: str, route: str, status: int, code: str
) -> None:
    """Keep one, in a transaction of its own; a database that does not take it stops nothing.

    route: with placeholders, so that no id and no text of a caller is kept. status: HTTP's.
    """
    try:
        with tenant_scope(account_id):
            FailedRequest.objects.create(
                request_id=request_id, method=method, route=route[:200], status=status, code=code
            )
    except DatabaseError:
        logger.warning("a failed request was not kept")


def forget_failures() -> None:
    """Those past their time; the account's scope is open."""
    FailedRequest.objects.filter(at__lt=timezone.now() - KEPT_FOR).delete()
