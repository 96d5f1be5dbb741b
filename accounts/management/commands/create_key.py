"""`manage.py create_key`: a key for a person or a service identity; prints the secret once."""

from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from accounts.models import ApiKey, Scope, ServiceIdentity
from accounts.services.directory import create_service_identity
from accounts.services.keys import PERSONAL_SCOPES, create_key

from ._lookup import account_by_public_id, member_by_email


class Command(BaseCommand):
    help = "Create an API key and print its secret, which is shown this once."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="what the key is for")
        parser.add_argument("--account", required=True, metavar="acc_…")
        holder = parser.add_mutually_exclusive_group(required=True)
        holder.add_argument("--person", metavar="EMAIL", help="the key acts for this member")
        holder.add_argument(
            "--service", metavar="NAME", help="the key acts for this program, made when new"
        )
        parser.add_argument("--test", action="store_true", help="a test key: answers kept one day")
        parser.add_argument("--scope", action="append", choices=Scope.values, dest="scopes")

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        account = account_by_public_id(options["account"])
        membership = service = None
        if options["person"]:
            membership = member_by_email(account, options["person"])
        else:
            service = ServiceIdentity.objects.filter(
                account=account, name=options["service"]
            ).first() or create_service_identity(account=account, name=options["service"])
        try:
            key, secret = create_key(
                account=account,
                name=options["name"],
                membership=membership,
                service=service,
                mode=ApiKey.Mode.TEST if options["test"] else ApiKey.Mode.LIVE,
                scopes=options["scopes"] or PERSONAL_SCOPES,
            )
        except ValidationError as error:
            raise CommandError("; ".join(error.messages)) from error
        self.stdout.write(f"key {key.public_id}\nsecret {secret}")
