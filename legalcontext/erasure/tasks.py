"""Jobs of erasure. Arguments are ids; each opens its own account."""

from __future__ import annotations

import uuid
from typing import Final

from procrastinate import JobContext, RetryStrategy
from procrastinate.contrib.django import app

from . import exporting, telling
from . import sweep as sweeping
from .requests import execution, notices

HOURLY: Final = "7 * * * *"
DAILY: Final = "37 3 * * *"
MORNINGS: Final = "17 7 * * *"
KEEP_JOBS_HOURS: Final = 72
MAIL_AGAIN: Final = RetryStrategy(max_attempts=6, exponential_wait=4)
"""Seconds between attempts: 4, 16, 64, … The hourly sweep goes on where these end."""


@app.periodic(cron=HOURLY)
@app.task(name="erasure.sweep", queueing_lock="erasure.sweep", lock="erasure.sweep")
def sweep(timestamp: int) -> None:
    """Every account's sweep. timestamp: when cron meant it to run."""
    sweeping.sweep()


@app.task(name="erasure.sweep_account")
def sweep_account(account_id: str) -> None:
    """One account's sweep, because a hold was released."""
    sweeping.sweep_account(uuid.UUID(account_id))


@app.periodic(cron=MORNINGS)
@app.task(name="erasure.tell", queueing_lock="erasure.tell", lock="erasure.tell")
def tell(timestamp: int) -> None:
    """Tell people of answers that run out soon, where they asked for it."""
    telling.tell_all()


@app.task(name="erasure.make_export")
def make_export(account_id: str, export_id: str) -> None:
    """Make the archive of one export."""
    exporting.make_export(uuid.UUID(account_id), uuid.UUID(export_id))


@app.task(name="erasure.execute_request")
def execute_request(account_id: str, request_id: str) -> None:
    """Delete what a request covers; goes on where a run before it died."""
    execution.execute(uuid.UUID(account_id), uuid.UUID(request_id))


@app.task(name="erasure.send_notice", retry=MAIL_AGAIN)
def send_notice(account_id: str, event_id: str) -> None:
    """Mail what one step of a request tells whoever asked."""
    notices.send(uuid.UUID(account_id), uuid.UUID(event_id))


@app.periodic(cron=DAILY)
@app.task(name="erasure.prune_jobs", queueing_lock="erasure.prune_jobs", pass_context=True)
async def prune_jobs(context: JobContext, timestamp: int) -> None:
    """Forget jobs that ended, whichever way."""
    await context.app.job_manager.delete_old_jobs(
        nb_hours=KEEP_JOBS_HOURS,
        include_failed=True,
        include_cancelled=True,
        include_aborted=True,
    )
