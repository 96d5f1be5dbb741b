"""Push configurations: whom a task's changes are told, and the secrets to tell them with.

Secrets go in and never come out again: they are encrypted under the service's key, shown to nobody
and used at delivery alone.
"""

from __future__ import annotations

import base64
import json
import uuid
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

from accounts.ids import uuid7
from accounts.keyset import Position, newest
from accounts.models import Scope
from accounts.principal import Principal
from accounts.tenancy import tenant_scope

from .errors import NotFound
from .push_targets import check_new_target
from .task_begin import mark_notifying, own_task
from .task_models import PushConfig, Task

MAX_CONFIGS: Final = 10
"""Configurations that one task may have."""


class TooManyConfigs(Exception):
    """The task has as many configurations as it may have."""


@dataclass(frozen=True, slots=True)
class Push:
    """What a client asks for. name: its id, "" where it gives none. scheme, credentials: of the
    Authorization header. token: for the header X-A2A-Notification-Token."""

    url: str
    name: str = ""
    scheme: str = ""
    credentials: str = ""
    token: str = ""


@dataclass(frozen=True, slots=True)
class Secrets:
    """What authenticates a delivery."""

    credentials: str = ""
    token: str = ""


def create_push(principal: Principal, task_id: str, push: Push) -> PushConfig:
    """Tell `push.url` of the task's changes; one of the same name is replaced.

    NotFound: not a task of the caller's own. TargetRefused, TooManyConfigs.
    """
    principal.require(Scope.HISTORY_READ)
    _own(principal, task_id)  # before the name is resolved: a stranger has nothing looked up
    check_new_target(push.url)
    with tenant_scope(principal.account_id):
        return add_push(own_task(principal, task_id), push)


def add_push(task: Task, push: Push) -> PushConfig:
    """Keep a configuration whose target was checked; the scope is open."""
    name = push.name or uuid7().hex
    existing = PushConfig.objects.filter(task=task)
    if existing.exclude(name=name).count() >= MAX_CONFIGS:
        raise TooManyConfigs
    config, _ = PushConfig.objects.update_or_create(
        task=task,
        name=name,
        defaults={
            "url": push.url,
            "scheme": push.scheme,
            "secrets": seal(Secrets(push.credentials, push.token)),
        },
    )
    mark_notifying(task)
    made: PushConfig = config
    return made


def read_push(principal: Principal, task_id: str, name: str) -> PushConfig:
    """One configuration of a task of the caller's own. Raises NotFound."""
    principal.require(Scope.HISTORY_READ)
    with tenant_scope(principal.account_id):
        config: PushConfig | None = PushConfig.objects.filter(
            task=own_task(principal, task_id), name=name
        ).first()
    if config is None:
        raise NotFound
    return config


def list_pushes(
    principal: Principal, task_id: str, *, limit: int, after: Position | None = None
) -> list[PushConfig]:
    """A page of a task's configurations, the newest first. Raises NotFound."""
    principal.require(Scope.HISTORY_READ)
    with tenant_scope(principal.account_id):
        configs = PushConfig.objects.filter(task=own_task(principal, task_id))
        return newest(configs, limit=limit, after=after)


def delete_push(principal: Principal, task_id: str, name: str) -> None:
    """Delete a configuration; one that is not there is deleted already. NotFound: the task."""
    principal.require(Scope.HISTORY_READ)
    with tenant_scope(principal.account_id):
        PushConfig.objects.filter(task=own_task(principal, task_id), name=name).delete()


def seal(secrets: Secrets) -> str:
    """The secrets encrypted; "" for none."""
    if secrets == Secrets():
        return ""
    plain = json.dumps([secrets.credentials, secrets.token]).encode()
    return _box().encrypt(plain).decode("ascii")


def open_sealed(sealed: str) -> Secrets:
    """Secrets for a delivery. ValueError: sealed under a key that is no longer among ours."""
    if not sealed:
        return Secrets()
    try:
        return Secrets(*json.loads(_box().decrypt(sealed.encode())))
    except InvalidToken:
        raise ValueError("sealed under a secret key that is no longer known") from None


def configs_of(account_id: uuid.UUID, task_id: uuid.UUID) -> list[PushConfig]:
    """All configurations of a task, for telling them."""
    with tenant_scope(account_id):
        return list(PushConfig.objects.filter(task_id=task_id).order_by("pk"))


def _own(principal: Principal, task_id: str) -> None:
    with tenant_scope(principal.account_id):
        own_task(principal, task_id)


def _box() -> MultiFernet:
    return _box_of((settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS))


@lru_cache(maxsize=4)
def _box_of(keys: tuple[str, ...]) -> MultiFernet:
    return MultiFernet([Fernet(_derived(key)) for key in keys])


def _derived(secret_key: str) -> bytes:
    """A key of this purpose alone, from the service's secret key."""
    hkdf = HKDF(algorithm=SHA256(), length=32, salt=None, info=b"codossier push secrets")
    return base64.urlsafe_b64encode(hkdf.derive(secret_key.encode()))
