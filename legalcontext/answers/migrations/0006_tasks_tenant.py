"""Row security, composite keys and holds of tasks; the operator sees which ones stand still."""

from django.db import migrations

from accounts.tenancy.migrations import OperatorReads, TenantKey, TenantTable
from legalcontext.retention.holdable import Holdable
from legalcontext.retention.holding import Held

TASK = Held(
    answer="id", matter="matter_id", people=("asker_id", "service_id"), made_at="created_at"
)


class Migration(migrations.Migration):
    dependencies = [("answers", "0005_tasks")]

    operations = [
        TenantTable(
            "answers_task",
            [
                TenantKey("answer_id", "answers_answer"),
                TenantKey("matter_id", "matters_matter"),
            ],
        ),
        TenantTable("answers_taskmessage", [TenantKey("task_id", "answers_task")]),
        TenantTable("answers_pushconfig", [TenantKey("task_id", "answers_task")]),
        OperatorReads(
            "answers_task", ["id", "account_id", "answer_id", "state", "leased_until", "expires_at"]
        ),
        Holdable("answers_task", TASK),
        Holdable("answers_taskmessage", TASK, through=("answers_task", "task_id")),
    ]
