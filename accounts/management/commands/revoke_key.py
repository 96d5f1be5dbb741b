"""`manage.py revoke_key`: end a key at once."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.ids import parse_public_id
from accounts.models import ApiKey
from accounts.services.keys import revoke_key


class Command(BaseCommand):
    help = "End an API key; its next call is refused."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("key", metavar="key_…")

    def handle(self, *args: Any, **options: Any) -> None:
        key_id = parse_public_id(ApiKey.PREFIX, options["key"])
        key = ApiKey.objects.filter(pk=key_id).first() if key_id else None
        if key is None:
            raise CommandError(
                f"No key {options['key']}. Ids look like key_ and 32 hexadecimal digits."
            )
        revoke_key(key=key)
        self.stdout.write(f"revoked {key.public_id}")
