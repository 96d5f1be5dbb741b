"""How long things are kept, on whose word, and what is held."""

from django.apps import AppConfig


class RetentionConfig(AppConfig):
    name = "legalcontext.retention"
    label = "retention"

    listed_policies = frozenset(
        {
            "retention_hold.definer_reads",
            "retention_hold.operator_reads",
            "retention_policy.operator_reads",
            "retention_auditevent.operator_reads",
        }
    )
    listed_definers = frozenset(
        {
            "refuse_held_matters_matter",
            "refuse_held_matters_party",
            "refuse_held_matters_keydate",
            "refuse_held_matters_note",
        }
    )
