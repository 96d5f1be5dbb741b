"""The path an ask takes, and the history of answers."""

from django.apps import AppConfig


class AnswersConfig(AppConfig):
    name = "legalcontext.answers"
    label = "answers"

    listed_policies = frozenset(
        {
            "answers_answer.operator_reads",
            "answers_answerreport.operator_reads",
            "answers_task.operator_reads",
        }
    )
    listed_definers = frozenset(
        {
            "refuse_held_answers_answer",
            "refuse_held_answers_answercontent",
            "refuse_held_answers_answerreport",
            "refuse_held_answers_task",
            "refuse_held_answers_taskmessage",
        }
    )

    def ready(self) -> None:
        from accounts.erasure_registry import register
        from legalcontext.retention.holds import finders

        from .erasure import Answers, Reports, Tasks
        from .models import Answer
        from .task_models import Task

        register(Reports())
        register(Answers())
        register(Tasks())
        finders["answer_id"] = lambda key: (
            Answer.objects.filter(pk=key).exists() or Task.objects.filter(pk=key).exists()
        )
