"""Matters, and who may read them."""

from django.apps import AppConfig


class MattersConfig(AppConfig):
    name = "matters"

    listed_policies = frozenset(
        {
            "matters_matter.operator_reads",
            "matters_matterevent.operator_reads",
            "matters_conflictcheck.operator_reads",
        }
    )

    def ready(self) -> None:
        from accounts import hooks

        from .services.bindings import carry_over
        from .services.offboarding import Matters

        hooks.register_obligations(Matters())
        hooks.register_carrier(carry_over)
