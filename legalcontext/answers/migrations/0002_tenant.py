"""Row security, composite keys, and what the operator may list: answers, never their content."""

from django.db import migrations

from accounts.tenancy.migrations import OperatorReads, TenantKey, TenantTable


class Migration(migrations.Migration):
    dependencies = [("answers", "0001_initial"), ("matters", "0002_tenant")]

    operations = [
        TenantTable("answers_answer", [TenantKey("matter_id", "matters_matter")]),
        TenantTable("answers_answercontent", [TenantKey("answer_id", "answers_answer")]),
        OperatorReads("answers_answer"),
    ]
