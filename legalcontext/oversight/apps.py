"""Who of the service looked into an account's content, why, and for how long."""

from django.apps import AppConfig


class OversightConfig(AppConfig):
    name = "legalcontext.oversight"
    label = "oversight"

    listed_policies = frozenset({"oversight_contentaccess.operator_reads"})

    def ready(self) -> None:
        from accounts.erasure_registry import register

        from .erasure import Accesses

        register(Accesses())
