"""The dates of answers that are there already: a policy's change, its preview, and the reasons."""

from __future__ import annotations

import datetime as dt
import uuid
from dataclasses import dataclass
from typing import Any, Final

from django.db import connection, transaction
from procrastinate.contrib.django import app

from accounts.authority import require_owner
from accounts.ids import parse_public_id
from accounts.models import Scope
from accounts.principal import Principal
from accounts.tenancy import current_account_id, tenant_scope
from legalcontext.retention.audit import Actor, actor_of
from legalcontext.retention.expiry_notices import begin_anew
from legalcontext.retention.policies import For, set_policy
from legalcontext.retention.policy import service_terms
from legalcontext.retention.standing import Standing, standing_of, told_holds
from matters.models import Matter

from .errors import MatterNotFound, NotFound
from .models import HELD, Answer

BATCH: Final = 5_000
"""Answers that one transaction re-dates."""

STRAGGLERS: Final = dt.timedelta(minutes=1)
"""The job that re-dates the rest also finds asks that had read the policy before it changed."""

DATED: Final = f"""
SELECT a.account_id, a.id, a.expires_at, {HELD.sql("a")} AS held, LEAST(
    a.created_at + make_interval(months => LEAST(
      COALESCE(of_matter.months, of_skill.months, of_account.months, %(months)s), %(ceiling)s)),
    a.created_at + make_interval(days => a.keep_days)) AS due
FROM answers_answer a
LEFT JOIN retention_policy of_matter ON of_matter.account_id = a.account_id
  AND of_matter.matter_id = a.matter_id
LEFT JOIN retention_policy of_skill ON of_skill.account_id = a.account_id
  AND of_skill.level = 'skill' AND of_skill.skill = a.skill
LEFT JOIN retention_policy of_account ON of_account.account_id = a.account_id
  AND of_account.level = 'account'
WHERE a.account_id = %(account)s AND a.expires_at > now()
"""  # noqa: S608 - our own constants, here and below
"""Every answer within its time, with the date that the policies of this moment give it (`due`).
What has run out stays so: a longer policy brings nothing back."""

COUNT: Final = f"""
SELECT count(*) FILTER (WHERE due < expires_at AND NOT held),
       count(*) FILTER (WHERE due > expires_at),
       count(*) FILTER (WHERE due < expires_at AND held)
FROM ({DATED}) dated WHERE due <> expires_at
"""  # noqa: S608

REDATE: Final = f"""
WITH wrong AS MATERIALIZED (
  SELECT account_id, id, due FROM ({DATED}) dated
  WHERE due > expires_at OR (due < expires_at AND NOT held)
  LIMIT %(batch)s),
locked AS MATERIALIZED (
  SELECT wrong.* FROM answers_answer a JOIN wrong USING (account_id, id)
  FOR UPDATE OF a SKIP LOCKED)
UPDATE answers_answer a SET expires_at = locked.due FROM locked
WHERE a.account_id = locked.account_id AND a.id = locked.id
"""  # noqa: S608


@dataclass(frozen=True, slots=True)
class Redating:
    """How many answers a policy's change touches.

    shortened, lengthened: those whose date moves. held: those that it would have shortened and
    that a hold keeps; they are dated when the hold is released.
    """

    shortened: int
    lengthened: int
    held: int

    @property
    def most_shortened(self) -> int:
        """As if nothing were held: for whoever may not know of a silent hold."""
        return self.shortened + self.held

    @property
    def touched(self) -> int:
        return self.shortened + self.lengthened


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why an answer is kept until when. holds: how many that the account knows of hold it."""

    answer: Answer
    standing: Standing
    holds: int


def change_policy(
    principal: Principal, what: For, months: int | None, *, preview: bool = False
) -> Redating:
    """Set or take away (months None) a policy of the account, and re-date what is there.

    A first batch is dated at once, the rest by a job. preview: count only, and change nothing.
    accounts' NotFound: not an owner. MatterNotFound. InvalidTerm: over the ceiling.
    """
    require_owner(principal)
    with tenant_scope(principal.account_id), transaction.atomic():
        if what.matter_id is not None and not (
            Matter.objects.visible_to(principal).filter(pk=what.matter_id).exists()
        ):
            raise MatterNotFound
        set_policy(what, months, actor_of(principal, "owner"))
        redating = count_redating()
        if preview:
            transaction.set_rollback(True)
            return redating
        redate_batch()
        begin_anew()
        app.configure_task(
            "answers.redate", schedule_in={"seconds": int(STRAGGLERS.total_seconds())}
        ).defer(account_id=str(principal.account_id))
    return redating


def preview_policy(account_id: uuid.UUID, what: For, months: int | None, by: Actor) -> Redating:
    """What a policy would touch, for an operator who is asked about it; nothing is changed.

    InvalidTerm: over the ceiling. MatterNotFound: none of this account.
    """
    with tenant_scope(account_id), transaction.atomic():
        if what.matter_id is not None and not Matter.objects.filter(pk=what.matter_id).exists():
            raise MatterNotFound
        set_policy(what, months, by)
        redating = count_redating()
        transaction.set_rollback(True)
    return redating


def count_redating() -> Redating:
    """What re-dating would touch now; the account's scope is open."""
    with connection.cursor() as cursor:
        cursor.execute(COUNT, _parameters())
        return Redating(*cursor.fetchone())


def redate_batch() -> int:
    """Give up to BATCH answers the date of today's policies; how many. The scope is open.

    Never shortens what is held.
    """
    with connection.cursor() as cursor:
        cursor.execute(REDATE, _parameters())
        return int(cursor.rowcount)


def explain(principal: Principal, answer_id: str) -> Explanation:
    """Why the answer is kept until when. NotFound: not this caller's to read."""
    principal.require(Scope.HISTORY_READ)
    key = parse_public_id(Answer.PREFIX, answer_id)
    with tenant_scope(principal.account_id):
        answer = Answer.objects.readable_by(principal).current().filter(pk=key).first()
        if answer is None:
            raise NotFound
        return explanation_of(answer)


def explanation_of(answer: Answer) -> Explanation:
    """The same for an answer in hand; the account's scope is open."""
    return Explanation(answer, standing_of(answer.facts), told_holds(answer.facts).count())


def _parameters() -> dict[str, Any]:
    service = service_terms()
    return {
        "account": current_account_id(),
        "months": service.months,
        "ceiling": service.ceiling,
        "batch": BATCH,
    }
