"""`manage.py verify_certificate`: hold a certificate against the ledger and today's database."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.ids import parse_public_id
from legalcontext.erasure import ledger
from legalcontext.erasure.request_models import Certificate
from legalcontext.erasure.requests import certificate


class Command(BaseCommand):
    help = "Look again at everything that a certificate says; exit status 1 where it does not hold."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("certificate", metavar="crt_…")

    def handle(self, *args: Any, **options: Any) -> None:
        key = parse_public_id(Certificate.PREFIX, options["certificate"])
        made = Certificate.objects.using("operator").filter(pk=key).first() if key else None
        if made is None:
            raise CommandError("No such certificate.")
        try:
            checks = certificate.verify(made)
        except (FileNotFoundError, ledger.BrokenLedger) as error:
            raise CommandError(f"The ledger cannot be read: {error}") from error
        for check in checks:
            self.stdout.write(f"{'ok' if check.ok else 'FAILED'} {check.name}: {check.detail}")
        if not all(check.ok for check in checks):
            raise CommandError("The certificate does not hold.")
