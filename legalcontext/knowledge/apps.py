"""Practitioner notes, their figures and their search."""

from django.apps import AppConfig


class KnowledgeConfig(AppConfig):
    name = "legalcontext.knowledge"
    label = "knowledge"

    # No account's: notes are the same for everybody, so they stand outside row security, where
    # the index of their vectors can be used.
    reference_tables = frozenset(
        {
            "knowledge_note",
            "knowledge_transition",
            "knowledge_recall",
            "knowledge_authority",
            "knowledge_figure",
            "knowledge_form",
            "knowledge_name",
            "knowledge_passage",
            "knowledge_entry",
            "knowledge_exactterm",
            "knowledge_topicexample",
        }
    )

    def ready(self) -> None:
        from . import deployment  # noqa: F401 (registers its check)
