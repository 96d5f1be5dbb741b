"""`manage.py list_holds`: holds that hold, with those whose review is due first."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from accounts.ids import public_id
from legalcontext.retention.models import Hold


class Command(BaseCommand):
    help = "List the active holds of all accounts, the next review first."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--all", action="store_true", help="released ones too")

    def handle(self, *args: Any, **options: Any) -> None:
        holds = Hold.objects.using("operator").order_by("review_on", "pk")
        if not options["all"]:
            holds = holds.filter(released_at=None)
        columns = ("pk", "account_id", "authority", "silent", "review_on", "released_at")
        for key, account, authority, silent, review_on, released_at in holds.values_list(*columns):
            words = [f"review {review_on}", authority, *(["silent"] if silent else [])]
            words += ["released"] if released_at else []
            self.stdout.write(
                f"{public_id('hld', key)} {public_id('acc', account)} {', '.join(words)}"
            )
