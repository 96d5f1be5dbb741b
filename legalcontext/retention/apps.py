"""How long things are kept, on whose word, and what is held."""

import uuid

from django.apps import AppConfig


class RetentionConfig(AppConfig):
    name = "legalcontext.retention"
    label = "retention"

    def ready(self) -> None:
        from accounts.models import Membership, ServiceIdentity
        from accounts.tenancy import current_account_id
        from matters.models import Matter

        from .holds import finders

        def is_of_account(key: uuid.UUID) -> bool:
            account = current_account_id()
            return (
                Membership.objects.filter(account=account, user=key).exists()
                or ServiceIdentity.objects.filter(account=account, pk=key).exists()
            )

        finders["person_id"] = is_of_account
        finders["matter_id"] = lambda key: Matter.objects.filter(pk=key).exists()

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
