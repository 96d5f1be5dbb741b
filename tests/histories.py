"""Answers for tests of what is kept and deleted, made by the core or, in numbers, by SQL."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.db import connection
from django.utils import timezone

from accounts.models import Membership
from accounts.tenancy import tenant_scope
from legalcontext.answers.models import Answer, AnswerContent
from legalcontext.block.constants import HANDLING, NOTICE, SOURCE
from legalcontext.retention.audit import actor_of, operator
from legalcontext.retention.holds import HoldScope, place_hold
from legalcontext.retention.models import Hold
from matters.models import Matter
from tests import factories

MANY = """
WITH made AS (
  INSERT INTO answers_answer (id, account_id, asker_id, matter_id, door, skill, status, test,
    language, jurisdiction, basis, privilege, legal_context, note_codes, notes_cited,
    question_length, document_count, created_at, expires_at)
  SELECT gen_random_uuid(), %(account)s, %(asker)s, %(matter)s, 'rest', 'triage', 'done', false,
    'en', 'US-CA', 'inferred', 'none', '{}', '{}', '{}', 5, 0,
    %(created_at)s::timestamptz + n * interval '1 microsecond', %(expires_at)s
  FROM generate_series(1, %(number)s) n RETURNING account_id, id)
INSERT INTO answers_answercontent (id, account_id, answer_id, question, documents, inbound,
  on_behalf_of, evidence, insight)
SELECT gen_random_uuid(), account_id, id, %(question)s, '[]', NULL, '', '[]', %(insight)s FROM made
"""

BLOCK = {
    "jurisdiction": {"value": "US-CA", "basis": "inferred"},
    "audience": "individual",
    "role": "party",
    "privilege": "none",
    "handling": HANDLING["none"],
    "retention": "as first sent",
    "source": SOURCE,
    "notice": NOTICE,
}
INSIGHT = '{"summary":"s","findings":[],"citations":[],"limits":[],"context_notes":[]}'


def answer_of(
    owner: Membership,
    *,
    matter: Matter | None = None,
    question: str = "What now?",
    age: dt.timedelta = dt.timedelta(0),
    expires_in: dt.timedelta = dt.timedelta(days=100),
    status: str = Answer.Status.DONE,
    **fields: Any,
) -> Answer:
    """One answer of this person, `age` old."""
    made = timezone.now() - age
    with tenant_scope(owner.account_id):
        answer = Answer.objects.create(
            asker=owner.user,
            matter=matter,
            door="rest",
            skill="triage",
            status=status,
            jurisdiction="US-CA",
            basis="inferred",
            privilege="none",
            legal_context=BLOCK,
            question_length=len(question),
            created_at=made,
            expires_at=timezone.now() + expires_in,
            **fields,
        )
        AnswerContent.objects.create(
            answer=answer,
            question=question,
            inbound={},
            insight={
                "summary": question,
                "findings": [],
                "citations": [],
                "limits": [],
                "context_notes": [],
            },
        )
    return answer


def many_answers(
    owner: Membership,
    number: int,
    *,
    matter: Matter | None = None,
    question: str = "What now?",
    expires_in: dt.timedelta = dt.timedelta(days=100),
) -> None:
    """`number` answers of this person, made a microsecond after each other."""
    now = timezone.now()
    with tenant_scope(owner.account_id), connection.cursor() as cursor:
        cursor.execute(
            MANY,
            {
                "account": owner.account_id,
                "asker": owner.user_id,
                "matter": matter.pk if matter else None,
                "number": number,
                "question": question,
                "insight": INSIGHT,
                "created_at": now - dt.timedelta(hours=1),
                "expires_at": now + expires_in,
            },
        )


def hold_on(owner: Membership, *, silent: bool = False, **scope: Any) -> Hold:
    """An owner's hold on something of the account; a silent one is an operator's."""
    by = operator() if silent else actor_of(factories.principal_of(owner), "owner")
    with tenant_scope(owner.account_id):
        return place_hold(
            scope=HoldScope(**scope),
            reason="A claim is expected.",
            review_on=timezone.now().date() + dt.timedelta(days=90),
            by=by,
            silent=silent,
        )


def kept(account_id: Any) -> tuple[int, int]:
    """How many answers, and how many contents of answers, the account has."""
    with tenant_scope(account_id):
        return Answer.objects.count(), AnswerContent.objects.count()
