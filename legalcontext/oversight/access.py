"""Access of the service's operators to content: asked for with a reason, short, counted, told.

Content is what an account said and was told: questions, documents, blocks as sent, insights,
titles and names of matters. An operator sees none of it without an access that is open, and
every access is shown to the account (`accesses_of`); there is no silent one.
"""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Final

from django.core.exceptions import ValidationError
from django.db.models import F
from django.utils import timezone

from accounts.keyset import Position, page
from accounts.models import Scope, User
from accounts.principal import Principal
from accounts.tenancy import tenant_scope
from legalcontext.answers.models import Answer, AnswerContent
from legalcontext.retention.audit import Actor, record
from legalcontext.retention.models import AuditEvent
from matters.models import Matter

from .errors import AccessEnded, MayNotOpen, NothingToOpen
from .models import MAY_OPEN, ContentAccess

ACCESS: Final = dt.timedelta(minutes=60)
"""How long an access lasts. For longer work it is asked for again, with a reason again."""

PERMISSION: Final = f"oversight.{MAY_OPEN}"
AUTHORITY: Final = "support"
"""On whose word, in the account's record: the operator's own, for the reason given."""


def open_answer(*, operator: User, answer: Answer, reason: str) -> ContentAccess:
    """Let `operator` read one answer's content from now on; the account's scope is open.

    An access that is open already is not replaced: the reason of the day counts, so both stand.
    MayNotOpen. NothingToOpen: it has run out, or somebody asked to delete it, and from then on
    nobody reads it. ValidationError: no reason, or too short a one.
    """
    _require(operator)
    if not Answer.objects.current().filter(pk=answer.pk).exists():
        raise NothingToOpen
    return _open(
        operator, reason, answer_id=answer.pk, person_id=answer.asker_id or answer.service_id
    )


def open_matter(*, operator: User, matter: Matter, reason: str) -> ContentAccess:
    """Let `operator` read one matter's title, names and entries; as for `open_answer`."""
    _require(operator)
    return _open(operator, reason, matter_id=matter.pk, person_id=matter.owner_id)


def access_to(
    *, operator: User, answer_id: uuid.UUID | None = None, matter_id: uuid.UUID | None = None
) -> ContentAccess | None:
    """The operator's own open access to this answer or matter, or None; the scope is open.

    None too for whoever has lost the permission since.
    """
    if not may_open(operator):
        return None
    mine = ContentAccess.objects.open().filter(operator_id=operator.pk)
    access: ContentAccess | None = (
        mine.filter(answer_id=answer_id, matter_id=matter_id).order_by("-granted_at").first()
    )
    return access


def read_content(access: ContentAccess) -> AnswerContent:
    """The content of the access's answer; the reading is counted first. The scope is open.

    AccessEnded. NothingToOpen: the answer has gone, or is read by nobody any more.
    """
    count_reading(access)
    current = Answer.objects.current().filter(pk=access.answer_id)
    content: AnswerContent | None = AnswerContent.objects.filter(answer__in=current).first()
    if content is None:
        raise NothingToOpen
    return content


def count_reading(access: ContentAccess) -> None:
    """Say that what the access opens is being read now. AccessEnded: it opens nothing any more."""
    still_open = ContentAccess.objects.open().filter(pk=access.pk)
    if not still_open.update(readings=F("readings") + 1, last_read_at=timezone.now()):
        raise AccessEnded


def give_back(*, operator: User, access: ContentAccess) -> None:
    """End one's own access before its time; nothing where it has ended. The scope is open."""
    ContentAccess.objects.open().filter(pk=access.pk, operator_id=operator.pk).update(
        ended_at=timezone.now()
    )


def accesses_of(
    principal: Principal, *, limit: int, after: Position | None = None
) -> list[ContentAccess]:
    """A page of the accesses to what is the principal's, newest first; ended ones among them.

    Owners see those of the whole account, everybody else those to what they asked or own. One
    more than `limit` comes back when there is a next page. At most one query in the scope.
    """
    principal.require(Scope.HISTORY_READ)
    with tenant_scope(principal.account_id):
        rows = ContentAccess.objects.filter(account_id=principal.account_id)
        if not principal.is_owner:
            rows = rows.filter(person_id=principal.user_id or principal.service_id)
        return page(rows, by="granted_at", limit=limit, after=after)


def may_open(operator: User) -> bool:
    """The person signs in to the admin, and a role of theirs gives access to content."""
    return operator.is_active and operator.is_staff and operator.has_perm(PERMISSION)


def _require(operator: User) -> None:
    if not may_open(operator):
        raise MayNotOpen


def _open(
    operator: User,
    reason: str,
    *,
    person_id: uuid.UUID | None,
    answer_id: uuid.UUID | None = None,
    matter_id: uuid.UUID | None = None,
) -> ContentAccess:
    now = timezone.now()
    access = ContentAccess(
        answer_id=answer_id,
        matter_id=matter_id,
        person_id=person_id,
        operator_id=operator.pk,
        operator_name=operator.name or operator.public_id,
        reason=" ".join(reason.split()),
        granted_at=now,
        ends_at=now + ACCESS,
    )
    if not access.reason.isprintable():
        raise ValidationError({"reason": "Write plain words, without control characters."})
    access.full_clean()
    access.save(force_insert=True)
    record(Actor(AuditEvent.Actor.OPERATOR, AUTHORITY, operator.pk), "content.open", on=access.of)
    return access
