"""Row security, composite keys and holds of reports; the editors' list has no text of them."""

from django.db import migrations

from accounts.tenancy.migrations import OperatorReads, TenantKey, TenantTable
from legalcontext.retention.holdable import Holdable
from legalcontext.retention.holding import Held

ANSWER = Held(
    answer="id", matter="matter_id", people=("asker_id", "service_id"), made_at="created_at"
)


class Migration(migrations.Migration):
    dependencies = [("answers", "0007_reports")]

    operations = [
        TenantTable("answers_answerreport", [TenantKey("answer_id", "answers_answer")]),
        OperatorReads(
            "answers_answerreport",
            ["id", "account_id", "answer_id", "kind", "status", "created_at", "settled_at"],
        ),
        Holdable("answers_answerreport", ANSWER, through=("answers_answer", "answer_id")),
    ]
