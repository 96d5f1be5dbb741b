"""Jobs of the A2A door. Arguments are ids, states and times; each opens its own account."""

from __future__ import annotations

import logging
import uuid
from typing import Final

from procrastinate import RetryStrategy
from procrastinate.contrib.django import app

from legalcontext.answers.push import configs_of
from legalcontext.answers.push_targets import TargetRefused
from legalcontext.answers.task_steps import TELL

from .delivery import GivenUp, NotDelivered, Step, deliver
from .work import recover_all

logger = logging.getLogger("codossier.a2a")

RETRY: Final = RetryStrategy(max_attempts=6, exponential_wait=4, retry_exceptions={NotDelivered})
"""After 4, 16, 64, 256 and 1,024 seconds."""

EVERY_20_SECONDS: Final = "* * * * * */20"


@app.task(name=TELL)
def tell(account_id: str, task_id: str, state: str, at: str) -> None:
    """Tell every configuration of a task, each by a job of its own."""
    for config in configs_of(uuid.UUID(account_id), uuid.UUID(task_id)):
        deliver_step.defer(
            account_id=account_id, task_id=task_id, config_id=str(config.pk), state=state, at=at
        )


@app.task(name="a2a.deliver", retry=RETRY)
def deliver_step(account_id: str, task_id: str, config_id: str, state: str, at: str) -> None:
    """Tell one configuration, again and again with growing pauses until it is taken."""
    try:
        deliver(uuid.UUID(account_id), uuid.UUID(task_id), uuid.UUID(config_id), Step(state, at))
    except (GivenUp, TargetRefused) as error:
        logger.warning("a push of task %s was given up: %s", task_id, error)


@app.periodic(cron=EVERY_20_SECONDS)
@app.task(name="a2a.recover", queueing_lock="a2a.recover", lock="a2a.recover")
def recover(timestamp: int) -> None:
    """Go on with tasks whose workers died. timestamp: when cron meant it to run."""
    recover_all()
