"""The operators' side of an answer recall: how many answers cite a version, and telling people.

Nobody is told unless an operator says so. Counting reads metadata of all accounts as the
operator; telling goes account by account in jobs, each in its account's scope, and is written
into the account's own record. A mail names no note and no question: a mailbox may be shared.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from typing import Final

from django.core.mail import send_mail
from django.db import transaction
from django.db.models import Count
from django.template.loader import render_to_string
from django.utils import timezone
from procrastinate.contrib.django import app

from accounts.models import Account, Membership, User
from accounts.tenancy import tenant_scope
from legalcontext.knowledge.models import Note, Recall
from legalcontext.knowledge.standing import standings
from legalcontext.retention.audit import Actor, record
from legalcontext.retention.models import AuditEvent

from .models import Answer, AnswerQuerySet

TOLD: Final = "recall.tell"
"""The action in an account's record: its object is the recall, its numbers answers and people."""

OPERATOR: Final = Actor(AuditEvent.Actor.OPERATOR, "policy")

MOST_NAMED: Final = 20
"""Answers that a mail names; it counts the rest."""

SUBJECT: Final = {
    "en": "An answer of yours in Codossier may be out of date",
    "es": "Una respuesta suya en Codossier puede no estar al día",
}


class NothingToTell(ValueError):
    """The version is current, so no answer is recalled."""


def count_citing(names: Iterable[str]) -> dict[str, int]:
    """How many answers of all accounts cite each version. One query, over all answers."""
    wanted = set(names)
    citing = Answer.objects.using("operator").filter(notes_cited__overlap=sorted(wanted))
    counts = dict.fromkeys(wanted, 0)
    for cited, number in citing.values_list("notes_cited").annotate(Count("pk")).order_by():
        for name in wanted.intersection(cited):
            counts[name] += number
    return counts


def tell(note: Note, *, by: str) -> Recall:
    """Have everybody told whose answer cites `note`: one job an account. Said twice, told once.

    by: who says so. NothingToTell: the version is current.
    """
    standing = standings([note.name], today=timezone.now().date())[note.name]
    if not standing.recalled:
        raise NothingToTell(f"{note.name} is current: answers still rest on it.")
    citing = Answer.objects.using("operator").filter(notes_cited__contains=[note.name])
    accounts = citing.order_by().values_list("account_id", flat=True).distinct()
    with transaction.atomic():
        recall, _ = Recall.objects.get_or_create(
            note=note, standing=standing.state, defaults={"by": by}
        )
        for account_id in accounts:
            app.configure_task("answers.tell_account").defer(
                account_id=str(account_id), recall_id=str(recall.pk)
            )
    return recall


def tell_account(account_id: uuid.UUID, recall_id: uuid.UUID) -> int:
    """Tell the people of one account; how many. A second run tells nobody again.

    Told are the askers who are still in the account, and its owners of what programs asked.
    """
    recall = Recall.objects.select_related("note").get(pk=recall_id)
    with tenant_scope(account_id):
        Account.objects.select_for_update().get(pk=account_id)  # one run at a time
        if AuditEvent.objects.filter(action=TOLD, object=recall.public_id).exists():
            return 0
        answers = Answer.objects.current().filter(
            notes_cited__contains=[recall.note.name], test=False
        )
        people = _people(account_id, answers)
        numbers = {"answers": answers.count(), "people": len(people)}
        record(OPERATOR, TOLD, on=recall.public_id, numbers=numbers)
        for user_id in people:
            app.configure_task("answers.mail_recall").defer(
                account_id=str(account_id), recall_id=str(recall_id), user_id=str(user_id)
            )
    return len(people)


def mail_person(account_id: uuid.UUID, recall_id: uuid.UUID, user_id: uuid.UUID) -> None:
    """One mail with the ids and days of a person's answers; none where all are gone meanwhile."""
    recall = Recall.objects.select_related("note").get(pk=recall_id)
    user = User.objects.filter(pk=user_id, is_active=True).first()
    if user is None:
        return
    with tenant_scope(account_id):
        answers = Answer.objects.current().filter(
            notes_cited__contains=[recall.note.name], test=False
        )
        of_person = answers.filter(asker_id=user_id)
        if user_id in _owners(account_id):
            of_person = of_person | answers.filter(service__isnull=False)
        told = list(of_person.order_by("-created_at")[:MOST_NAMED])
        number = of_person.count()
        account = Account.objects.get(pk=account_id)
    if not told:
        return
    words = {"answers": told, "more": number - len(told), "account": account}
    spanish = any(answer.language == "es" for answer in told)
    languages = ["es", "en"] if spanish else ["en"]
    send_mail(
        " / ".join(SUBJECT[language] for language in languages),
        "\n".join(render_to_string(f"answers/recall.{code}.txt", words) for code in languages),
        None,  # DEFAULT_FROM_EMAIL
        [user.email],
    )


def told_in(recall: Recall) -> dict[str, int]:
    """What was told so far: accounts, answers and people, over all accounts."""
    events = AuditEvent.objects.using("operator").filter(action=TOLD, object=recall.public_id)
    numbers = list(events.values_list("numbers", flat=True))
    return {
        "accounts": len(numbers),
        "answers": sum(told["answers"] for told in numbers),
        "people": sum(told["people"] for told in numbers),
    }


def _people(account_id: uuid.UUID, answers: AnswerQuerySet) -> list[uuid.UUID]:
    asked = set(answers.exclude(asker=None).values_list("asker_id", flat=True))
    active = Membership.objects.filter(
        account=account_id, status=Membership.Status.ACTIVE, user__is_active=True
    )
    people = set(active.filter(user__in=asked).values_list("user_id", flat=True))
    if answers.filter(service__isnull=False).exists():
        people |= _owners(account_id)
    return sorted(people)


def _owners(account_id: uuid.UUID) -> set[uuid.UUID]:
    owners = Membership.objects.acting_owners().filter(account=account_id)
    return set(owners.values_list("user_id", flat=True))
