"""`manage.py release_hold`: end a legal hold, an owner's or an operator's."""

from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.ids import parse_public_id
from accounts.management.commands._lookup import account_by_public_id
from accounts.tenancy import tenant_scope
from legalcontext.retention.audit import operator
from legalcontext.retention.errors import AlreadyReleased
from legalcontext.retention.holds import release_hold
from legalcontext.retention.models import Hold


class Command(BaseCommand):
    help = "Release a legal hold; what waited for it goes at the next sweep."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("hold", metavar="hld_…")
        parser.add_argument("--account", required=True, metavar="acc_…")
        parser.add_argument("--reason", required=True)

    def handle(self, *args: Any, **options: Any) -> None:
        account = account_by_public_id(options["account"])
        with tenant_scope(account):
            key = parse_public_id(Hold.PREFIX, options["hold"])
            hold = Hold.objects.filter(pk=key).first() if key else None
            if hold is None:
                raise CommandError("No such hold in this account; list_holds lists them.")
            try:
                release_hold(hold, reason=options["reason"], by=operator())
            except AlreadyReleased:
                raise CommandError("This hold was released before.") from None
            except ValidationError as error:
                raise CommandError("; ".join(error.messages)) from error
        self.stdout.write("released")
