"""`manage.py release_hold`: propose to end a legal hold; another operator approves."""

from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.ids import parse_public_id
from accounts.management.commands._lookup import account_by_public_id
from accounts.tenancy import tenant_scope
from legalcontext.erasure.errors import NotPossible
from legalcontext.erasure.requests import two_people
from legalcontext.retention.models import Hold

from .deletion_requests import operator


class Command(BaseCommand):
    help = (
        "Propose to release a legal hold. Once another operator has approved it "
        "(deletion_requests approve hld_… --account acc_…), what waited for it goes."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("hold", metavar="hld_…")
        parser.add_argument("--account", required=True, metavar="acc_…")
        parser.add_argument("--reason", required=True)
        parser.add_argument("--by", required=True, metavar="EMAIL", help="operator")

    def handle(self, *args: Any, **options: Any) -> None:
        account = account_by_public_id(options["account"])
        by = operator(options)
        with tenant_scope(account):
            key = parse_public_id(Hold.PREFIX, options["hold"])
            hold = Hold.objects.filter(pk=key).first() if key else None
            if hold is None:
                raise CommandError("No such hold in this account; list_holds lists them.")
            try:
                two_people.propose_release(hold, reason=options["reason"], by=by)
            except NotPossible as error:
                raise CommandError(str(error)) from error
            except PermissionDenied:
                raise CommandError("This is not this operator's to do.") from None
            except ValidationError as error:
                raise CommandError("; ".join(error.messages)) from error
        self.stdout.write("proposed: another operator has to approve it")
