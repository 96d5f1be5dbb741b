"""Deleting for good: the sweep, deletes, exports, and the ledger of what went."""

from django.apps import AppConfig


class ErasureConfig(AppConfig):
    name = "legalcontext.erasure"
    label = "erasure"

    listed_policies = frozenset(
        f"erasure_{table}.operator_reads"
        for table in ("deletion", "deletionrequest", "requestevent", "proposal", "certificate")
    )
    reference_tables = frozenset({"erasure_regime"})

    def ready(self) -> None:
        from django.core import checks

        from accounts.erasure_registry import before_deleting, register

        from .categories import CATEGORIES
        from .checks import ledger_stands_apart
        from .deletion import announce

        for category in CATEGORIES:
            register(category)
        before_deleting(announce)
        checks.register(ledger_stands_apart, checks.Tags.security, deploy=True)
