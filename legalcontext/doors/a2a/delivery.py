"""Telling a push configuration of a step: one request, to the very address that was checked.

No redirect is followed, no proxy of the environment is used, and nothing of the answer is read.
"""

from __future__ import annotations

import datetime as dt
import json
import uuid
from http import HTTPStatus
from typing import Any, Final

import urllib3
from django.utils import timezone

from accounts.principal import Unauthenticated, principal_by_key_id
from accounts.tenancy import tenant_scope
from legalcontext.answers.errors import NotFound
from legalcontext.answers.push import open_sealed
from legalcontext.answers.push_targets import Target, TargetUnknown, check_target
from legalcontext.answers.task_models import PushConfig, Task
from legalcontext.answers.task_reading import Snapshot, look

from .protocol import A2A_JSON, EXTENSIONS_HEADER, VERSION, VERSION_HEADER
from .rendering import status_update, task_json

TOKEN_HEADER: Final = "X-A2A-Notification-Token"  # noqa: S105 - a header's name
TIMEOUT: Final = urllib3.Timeout(connect=5, read=10)
WORTH_RETRYING: Final = frozenset({HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_MANY_REQUESTS})


class NotDelivered(Exception):
    """The other side did not take it this time; trying again may help."""


class GivenUp(Exception):
    """Trying again cannot help: the other side refuses it, or nothing is to be told any more."""


def deliver(account_id: uuid.UUID, task_id: uuid.UUID, config_id: uuid.UUID, step: Step) -> None:
    """Tell one configuration of one step. NotDelivered; GivenUp; TargetRefused."""
    with tenant_scope(account_id):
        config: PushConfig | None = (
            PushConfig.objects.select_related("task").filter(pk=config_id, task_id=task_id).first()
        )
    if config is None:
        raise GivenUp("the configuration is gone")
    snapshot = _snapshot(config.task)
    try:
        target = check_target(config.url)
    except TargetUnknown as error:
        raise NotDelivered(str(error)) from None
    body = json.dumps(payload(snapshot, step), ensure_ascii=False).encode()
    status = post(target, body, headers_for(config))
    if HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES:
        return
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR or status in WORTH_RETRYING:
        raise NotDelivered(f"status {status}")
    raise GivenUp(f"status {status}")


class Step:
    """A step to tell of: the state that was reached, and when."""

    def __init__(self, state: str, at: str) -> None:
        self.state = Task.State(state)
        self.at = at

    @property
    def age(self) -> dt.timedelta:
        return timezone.now() - dt.datetime.fromisoformat(self.at)


def payload(snapshot: Snapshot, step: Step) -> dict[str, Any]:
    """A StreamResponse: the whole task where it has come to something, else the step alone. What
    the creating request activated is what it carries."""
    if step.state is Task.State.WORKING:
        return status_update(snapshot, step.state, step.at)
    return {"task": task_json(snapshot, snapshot.task.extensions, history_length=0)}


def headers_for(config: PushConfig) -> dict[str, str]:
    """With what authenticates us there. GivenUp: it cannot be opened any more."""
    try:
        secrets = open_sealed(config.secrets)
    except ValueError as error:
        raise GivenUp(str(error)) from None
    headers = {"Content-Type": A2A_JSON, VERSION_HEADER: VERSION}
    if config.scheme:
        headers["Authorization"] = f"{config.scheme} {secrets.credentials}".strip()
    if secrets.token:
        headers[TOKEN_HEADER] = secrets.token
    if config.task.extensions:
        headers[EXTENSIONS_HEADER] = ", ".join(config.task.extensions)
    return headers


def post(target: Target, body: bytes, headers: dict[str, str]) -> int:
    """POST to the checked address, under the host's own name. Raises NotDelivered."""
    options: dict[str, Any] = {"timeout": TIMEOUT, "retries": False, "maxsize": 1}
    pool: urllib3.HTTPConnectionPool
    if target.scheme == "https":
        pool = urllib3.HTTPSConnectionPool(
            target.address,
            target.port,
            server_hostname=target.host,
            assert_hostname=target.host,
            cert_reqs="CERT_REQUIRED",
            **options,
        )
    else:
        pool = urllib3.HTTPConnectionPool(target.address, target.port, **options)
    try:
        with pool:
            response = pool.urlopen(
                "POST",
                target.path,
                body=body,
                headers=headers | {"Host": target.authority},
                redirect=False,
                preload_content=False,
            )
            response.close()
            return int(response.status)
    except (urllib3.exceptions.HTTPError, OSError) as error:
        raise NotDelivered(type(error).__name__) from None


def _snapshot(task: Task) -> Snapshot:
    """The task as its caller may read it now. GivenUp: they may not any more."""
    try:
        if task.key_id is None:
            raise Unauthenticated
        return look(principal_by_key_id(task.key_id), task.pk)
    except (Unauthenticated, NotFound):
        raise GivenUp("its caller may not read the task any more") from None
