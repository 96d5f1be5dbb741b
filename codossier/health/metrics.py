"""The figures, computed from the database when they are asked for.

Read as the role `operator` (metadata of all accounts) and, for the jobs, as the application. From
the database rather than from counters in memory: every process then says the same, none needs a
folder for its counts, and a restart loses nothing. Gauges, since answers are deleted again; what
is counted over time is counted over the last day. No label names an account, a person or a place,
and answers of test keys are in no figure.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Count, F, Func, IntegerField, Max, Min, Q, Sum
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast
from django.utils import timezone
from procrastinate.contrib.django.models import (
    ProcrastinateEvent,
    ProcrastinateJob,
    ProcrastinateWorker,
)
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from legalcontext.answers.models import Answer
from legalcontext.erasure.models import Deletion
from legalcontext.oversight.models import ContentAccess
from legalcontext.retention.models import AuditEvent, Hold
from legalcontext.switches.models import Switch

DAY: Final = timedelta(days=1)
KEPT_SECONDS: Final = 10.0
"""How long a process gives the same figures again: several scrapers cost one computation."""

SWEEP: Final = "erasure.sweep"
ENDED: Final = ("succeeded", "cancelled", "aborted")
OPERATOR: Final = "operator"


class Figures(Collector):
    """Each group of figures is one or two queries."""

    def collect(self) -> Iterable[Metric]:
        """All figures as of now."""
        now = timezone.now()
        yield from answers(now)
        yield from jobs(now)
        yield from keeping(now)
        yield from oversight(now)


def answers(now: datetime) -> Iterator[Metric]:
    """What was answered, and what was said about frames."""
    recent = Answer.objects.using(OPERATOR).filter(created_at__gte=now - DAY, test=False)
    labels = ["skill", "door", "status", "basis"]
    answered = GaugeMetricFamily(
        "codossier_answers_last_day",
        "Answers of the last 24 hours that are still kept, without those of test keys.",
        labels=labels,
    )
    for *values, number in recent.values_list(*labels).annotate(number=Count("pk")).order_by():
        answered.add_metric(values, number)
    yield answered
    noted = GaugeMetricFamily(
        "codossier_context_notes_last_day",
        "Answers of the last 24 hours by what they say about their frame.",
        labels=["code"],
    )
    codes = recent.annotate(code=Func(F("note_codes"), function="unnest")).values_list("code")
    for code, number in codes.annotate(number=Count("pk")).order_by():
        noted.add_metric([code], number)
    yield noted


def jobs(now: datetime) -> Iterator[Metric]:
    """The queue: how long it is, how late, and whether anybody works on it."""
    waiting = GaugeMetricFamily(
        "codossier_jobs", "Jobs by task and status; ended ones are left out.",
        labels=["task", "status"],
    )  # fmt: skip
    queued = ProcrastinateJob.objects.exclude(status__in=ENDED)
    for task, status, number in queued.values_list("task_name", "status").annotate(
        number=Count("pk")
    ):
        waiting.add_metric([task, status], number)
    yield waiting
    due = ProcrastinateJob.objects.filter(status="todo").filter(
        Q(scheduled_at=None) | Q(scheduled_at__lte=now)
    )
    deferred = ProcrastinateEvent.objects.filter(job__in=due, type="deferred")
    oldest = deferred.aggregate(at=Min("at"))["at"]
    yield gauge(
        "codossier_jobs_oldest_due_seconds",
        "How long the oldest job that could run has waited; 0 where none waits.",
        (now - oldest).total_seconds() if oldest else 0,
    )
    heard = ProcrastinateWorker.objects.aggregate(at=Max("last_heartbeat"))["at"]
    yield moment(
        "codossier_worker_heartbeat_timestamp_seconds",
        "When a worker was last heard from; absent where none ever was.",
        heard,
    )
    swept = ProcrastinateEvent.objects.filter(job__task_name=SWEEP, type="succeeded")
    yield moment(
        "codossier_sweep_success_timestamp_seconds",
        "When the sweep last ended well; absent where it did not in the last three days.",
        swept.aggregate(at=Max("at"))["at"],
    )


def keeping(now: datetime) -> Iterator[Metric]:
    """What is kept and what goes."""
    went = GaugeMetricFamily(
        "codossier_swept_last_day", "What the sweep deleted in the last 24 hours.", labels=["what"]
    )
    deleted = Cast(KeyTextTransform("deleted", "numbers"), IntegerField())
    events = AuditEvent.objects.using(OPERATOR).filter(
        at__gte=now - DAY, actor=AuditEvent.Actor.SYSTEM, numbers__has_key="deleted"
    )
    for action, number in events.values_list("action").annotate(number=Sum(deleted)).order_by():
        went.add_metric([action], number or 0)
    yield went
    active = Hold.objects.using(OPERATOR).filter(released_at=None)
    holds = active.aggregate(all=Count("pk"), due=Count("pk", Q(review_on__lte=now.date())))
    yield gauge("codossier_holds", "Legal holds that hold.", holds["all"])
    yield gauge("codossier_holds_due", "Legal holds whose review is due.", holds["due"])
    unfinished = Deletion.objects.using(OPERATOR).filter(finished_at=None)
    yield gauge(
        "codossier_deletions_unfinished",
        "Requests to delete many that are not at their end; the sweep takes them up.",
        unfinished.count(),
    )


def oversight(now: datetime) -> Iterator[Metric]:
    """What operators did."""
    opened = ContentAccess.objects.using(OPERATOR).filter(granted_at__gte=now - DAY)
    yield gauge(
        "codossier_content_accesses_last_day",
        "Accesses to content that operators asked for in the last 24 hours.",
        opened.count(),
    )
    switched = GaugeMetricFamily(
        "codossier_switches", "Lines of the table of switches by their effect.", labels=["effect"]
    )
    lines = Switch.objects.exclude(effect="").values_list("effect").annotate(number=Count("pk"))
    for effect, number in lines.order_by():
        switched.add_metric([effect], number)
    yield switched


def gauge(name: str, said: str, value: float) -> Metric:
    """A figure without labels."""
    return GaugeMetricFamily(name, said, value=value)


def moment(name: str, said: str, at: datetime | None) -> Metric:
    """A time as Unix seconds; no sample where there is none."""
    family = GaugeMetricFamily(name, said)
    if at is not None:
        family.add_metric([], at.timestamp())
    return family


_kept: tuple[float, bytes] | None = None


def exposition() -> bytes:
    """The figures in Prometheus' text format, at most `KEPT_SECONDS` old."""
    global _kept
    now = time.monotonic()
    if _kept is None or now - _kept[0] > KEPT_SECONDS:
        registry = CollectorRegistry(auto_describe=False)
        registry.register(Figures())
        _kept = (now, generate_latest(registry))
    return _kept[1]


def forget() -> None:
    """Compute them anew at the next scrape."""
    global _kept
    _kept = None
