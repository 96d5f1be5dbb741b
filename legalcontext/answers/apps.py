"""The path an ask takes, and the history of answers."""

from django.apps import AppConfig


class AnswersConfig(AppConfig):
    name = "legalcontext.answers"
    label = "answers"

    listed_policies = frozenset({"answers_answer.operator_reads"})
