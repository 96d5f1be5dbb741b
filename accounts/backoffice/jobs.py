"""What of the queue needs somebody: the jobs' list and the dashboard ask the same."""

from __future__ import annotations

import datetime as dt
from typing import Final

from django.db.models import Q
from django.utils import timezone
from procrastinate.contrib.django.models import ProcrastinateJob

FAILED, WAITING, RUNNING = "failed", "todo", "doing"

UNHEARD_FOR: Final = dt.timedelta(minutes=5)
"""A worker that says nothing for so long is gone, and its jobs with it (health.md)."""


def stuck() -> Q:
    """Jobs that run by a worker that is gone: nobody works on them."""
    silent_since = timezone.now() - UNHEARD_FOR
    return Q(status=RUNNING) & (Q(worker=None) | Q(worker__last_heartbeat__lt=silent_since))


def is_stuck(job: ProcrastinateJob) -> bool:
    """Whether this one is."""
    return ProcrastinateJob.objects.filter(stuck(), pk=job.pk).exists()


def needs_a_look() -> dict[str, int]:
    """How many failed, and how many are stuck."""
    return {
        "failed": ProcrastinateJob.objects.filter(status=FAILED).count(),
        "stuck": ProcrastinateJob.objects.filter(stuck()).count(),
    }
