"""The database refuses to delete answers that are held, and their content."""

from django.db import migrations

from legalcontext.retention.holdable import Holdable
from legalcontext.retention.holding import Held

ANSWER = Held(
    answer="id", matter="matter_id", people=("asker_id", "service_id"), made_at="created_at"
)


class Migration(migrations.Migration):
    dependencies = [("answers", "0003_deletion_asked"), ("retention", "0002_tenant")]

    operations = [
        Holdable("answers_answer", ANSWER),
        Holdable("answers_answercontent", ANSWER, through=("answers_answer", "answer_id")),
    ]
