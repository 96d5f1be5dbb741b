"""The category of answers, and how answers go: content and metadata in one transaction."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator, Sequence

from django.db import connection
from django.db.models import Q, QuerySet
from django.db.models.functions import Lower, Trim

from accounts.erasure_registry import Category, Count, File, Subject, about_to_delete
from accounts.ids import public_id
from accounts.tenancy import current_account_id
from legalcontext.retention.holds import wait_for_holds
from legalcontext.retention.standing import standing_of

from .history import insight_of
from .models import Answer, AnswerContent, AnswerQuerySet
from .recall import CitedNotes
from .report_models import AnswerReport
from .task_models import Task, TaskMessage, TaskQuerySet

DELETE_TASKS = "DELETE FROM answers_task WHERE account_id = %s AND id = ANY (%s)"
"""With the messages and push configurations, by cascade."""

DELETE = (
    "DELETE FROM answers_answercontent WHERE account_id = %s AND answer_id = ANY (%s)",
    "DELETE FROM answers_answer WHERE account_id = %s AND id = ANY (%s)",
)
"""An answer's task and the reports on it go by cascade."""

ROOM_FOR_A_BATCH = "SET LOCAL work_mem = '32MB'"
"""What the triggers are shown of a batch (5,000 rows of a few kilobytes) stays in memory; with
the server's usual 4 MB it is written to a file first."""


def erase_answers(ids: Sequence[uuid.UUID]) -> None:
    """Delete these answers for good, told to the ledger first; the scope is open.

    The database refuses all of them when one is held: ask first (`wait_for_holds`, `unheld`).
    """
    about_to_delete(public_id(Answer.PREFIX, key) for key in ids)
    delete_rows(ids)


def delete_rows(ids: Sequence[uuid.UUID]) -> None:
    """Delete the rows alone: what has run out by policy would run out again after a restore."""
    with connection.cursor() as cursor:
        cursor.execute(ROOM_FOR_A_BATCH)
        for statement in DELETE:
            cursor.execute(statement, [current_account_id(), list(ids)])


def delete_tasks(ids: Sequence[uuid.UUID]) -> None:
    """Delete the rows of tasks that came to no answer, and what was said in them."""
    with connection.cursor() as cursor:
        cursor.execute(DELETE_TASKS, [current_account_id(), list(ids)])


class Tasks(Category):
    """Asks of other agents that came to no answer; an answered one goes with its answer."""

    name = "tasks"
    order = 15

    def count(self, subject: Subject) -> Count:
        tasks = unanswered_of(subject)
        return Count(tasks.count(), tasks.held().count())

    def export(self, subject: Subject) -> Iterator[File]:
        messages = TaskMessage.objects.filter(task__in=unanswered_of(subject))
        for message in messages.order_by("task_id", "number").iterator(chunk_size=500):
            yield File(
                f"tasks/{public_id(Task.PREFIX, message.task_id)}/{message.number}.json",
                json.dumps(message.body, ensure_ascii=False, indent=2).encode(),
            )

    def erase(self, subject: Subject, limit: int) -> int:
        wait_for_holds()
        tasks = unanswered_of(subject).unheld().select_for_update().order_by("pk")
        ids = list(tasks.values_list("pk", flat=True)[:limit])
        if ids:
            about_to_delete(public_id(Task.PREFIX, key) for key in ids)
            delete_tasks(ids)
        return len(ids)


class Reports(Category):
    """What a person said is wrong with answers; a report goes with its answer too."""

    name = "reports"
    order = 18

    def count(self, subject: Subject) -> Count:
        reports = reports_of(subject)
        held = Answer.objects.filter(reports__in=reports).held().values("pk")
        return Count(reports.count(), reports.filter(answer__in=held).count())

    def export(self, subject: Subject) -> Iterator[File]:
        for report in reports_of(subject).order_by("pk").iterator(chunk_size=500):
            told = {
                "answer": public_id(Answer.PREFIX, report.answer_id),
                "kind": report.kind,
                "text": report.text,
                "status": report.status,
            }
            yield File(
                f"reports/{report.public_id}.json",
                json.dumps(told, ensure_ascii=False, indent=2).encode(),
            )

    def erase(self, subject: Subject, limit: int) -> int:
        wait_for_holds()
        free = Answer.objects.filter(reports__in=reports_of(subject)).unheld().values("pk")
        reports = reports_of(subject).filter(answer__in=free).order_by("pk")
        ids = list(reports.select_for_update(of=("self",)).values_list("pk", flat=True)[:limit])
        if ids:
            about_to_delete(public_id(AnswerReport.PREFIX, key) for key in ids)
            AnswerReport.objects.filter(pk__in=ids).delete()
        return len(ids)


class Answers(Category):
    """Questions, documents sent with them, blocks and insights."""

    name = "answers"
    order = 20
    takes_chosen = True

    def count(self, subject: Subject) -> Count:
        answers = of_subject(subject)
        return Count(answers.count(), answers.held().count())

    def export(self, subject: Subject) -> Iterator[File]:
        contents = AnswerContent.objects.select_related("answer").filter(
            answer__in=of_subject(subject)
        )
        notes = CitedNotes()
        for content in contents.iterator(chunk_size=500):
            yield File(
                f"answers/{content.answer.public_id}.json",
                json.dumps(record_of(content, notes), ensure_ascii=False, indent=2).encode(),
            )

    def erase(self, subject: Subject, limit: int) -> int:
        wait_for_holds()
        ids = list(
            of_subject(subject)
            .unheld()
            .select_for_update()
            .order_by("pk")
            .values_list("pk", flat=True)[:limit]
        )
        if ids:
            erase_answers(ids)
        return len(ids)


def unanswered_of(subject: Subject) -> TaskQuerySet:
    """The account's tasks without an answer, or those that the person began."""
    tasks: TaskQuerySet = Task.objects.filter(account_id=subject.account_id, answer=None)
    return tasks if subject.is_account else tasks.filter(asker_id=subject.user_id)


def reports_of(subject: Subject) -> QuerySet[AnswerReport]:
    """All reports of the account, those that the person wrote, or those on answers that were
    chosen."""
    reports: QuerySet[AnswerReport] = AnswerReport.objects.filter(account_id=subject.account_id)
    if subject.chosen is not None:
        return reports.filter(answer__in=of_subject(subject).values("pk"))
    return reports if subject.is_account else reports.filter(reporter_id=subject.user_id)


def of_subject(subject: Subject) -> AnswerQuerySet:
    """All answers of the account, those that the person asked for, or those that were chosen."""
    answers: AnswerQuerySet = Answer.objects.filter(account_id=subject.account_id)
    if (chosen := subject.chosen) is not None:
        named = AnswerContent.objects.annotate(whom=Lower(Trim("on_behalf_of"))).filter(
            whom__in=[name.strip().lower() for name in chosen.on_behalf_of if name.strip()]
        )
        return answers.filter(Q(pk__in=chosen.answer_ids) | Q(pk__in=named.values("answer_id")))
    return answers if subject.is_account else answers.filter(asker_id=subject.user_id)


def record_of(content: AnswerContent, notes: CitedNotes) -> dict[str, object]:
    """An answer with all that was sent and given, its retention and notes as of now."""
    answer = content.answer
    return {
        "question": content.question,
        "documents": content.documents,
        "context": content.inbound,
        "insight": insight_of(answer, content, standing_of(answer.facts), notes),
    }
