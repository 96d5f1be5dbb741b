"""Operators, days to come, and jobs that run when a test says so."""

from __future__ import annotations

import datetime as dt
import json
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from unittest.mock import patch

from django.db import connection
from django.utils import timezone

from accounts.models import User
from accounts.tenancy import tenant_scope
from legalcontext.erasure import tasks
from legalcontext.erasure.request_models import DeletionRequest, Proposal
from legalcontext.erasure.requests import service, two_people
from legalcontext.erasure.requests.actors import By, by_operator

JOBS: dict[str, Callable[..., None]] = {
    "erasure.execute_request": tasks.execute_request,
    "erasure.send_notice": tasks.send_notice,
    "erasure.sweep_account": tasks.sweep_account,
}


def new_operator(name: str) -> By:
    """An operator with every permission."""
    return by_operator(
        User.objects.create_superuser(
            f"{name}-{uuid.uuid4().hex[:8]}@service.example", "a password"
        )
    )


@contextmanager
def in_days(days: float) -> Iterator[dt.datetime]:
    """Work as if so many days had passed."""
    then = timezone.now() + dt.timedelta(days=days)
    with patch("django.utils.timezone.now", lambda: then):
        yield then


def run_jobs() -> int:
    """Run what is queued of the jobs of requests, as a worker would, until nothing is."""
    done = 0
    while True:
        with connection.cursor() as cursor:
            cursor.execute(
                "UPDATE procrastinate_jobs SET status = 'succeeded' WHERE id IN ("
                "  SELECT id FROM procrastinate_jobs WHERE status = 'todo' AND task_name = ANY (%s)"
                "  ORDER BY id LIMIT 1) RETURNING task_name, args",
                [list(JOBS)],
            )
            row = cursor.fetchone()
        if row is None:
            return done
        name, arguments = row
        JOBS[name](**(json.loads(arguments) if isinstance(arguments, str) else arguments))
        done += 1


def read(request: DeletionRequest) -> DeletionRequest:
    """The request as it stands."""
    with tenant_scope(request.account_id):
        found: DeletionRequest = DeletionRequest.objects.get(pk=request.pk)
        return found


def approve(request: DeletionRequest, by: By) -> Proposal:
    """Approve the one thing that is proposed about it."""
    with tenant_scope(request.account_id):
        (proposal,) = two_people.open_proposals(request.public_id)
    return two_people.decide(proposal, approve=True, by=by)


def carried_out(request: DeletionRequest, one: By, other: By) -> DeletionRequest:
    """From verified to its end."""
    request = service.perform(request, "scope", one)
    request = service.perform(request, "schedule", one)
    approve(request, other)
    with in_days(4):
        service.tend(request)
        run_jobs()
    return read(request)
