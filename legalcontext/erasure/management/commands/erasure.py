"""`manage.py erasure`: what there is of an account or a person, all of it as files, or its end."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.erasure_registry import Subject
from accounts.management.commands._lookup import account_by_public_id
from accounts.models import Account, Membership, User
from legalcontext.erasure import running
from legalcontext.retention.audit import operator


class Command(BaseCommand):
    help = (
        "count: how much there is, by category, and what a hold keeps. export: write it as files. "
        "erase: delete what no hold keeps, at once and for good. close: erase, and end the "
        "account's credentials first."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("what", choices=["count", "export", "erase", "close"])
        parser.add_argument("--account", required=True, metavar="acc_…")
        parser.add_argument(
            "--person", metavar="EMAIL", help="only what this member asked and owns"
        )
        parser.add_argument("--into", type=Path, help="export: the folder, which must be new")
        parser.add_argument("--yes", action="store_true", help="erase, close: do not ask")

    def handle(self, *args: Any, **options: Any) -> None:
        account = account_by_public_id(options["account"])
        subject = Subject(account.pk, self._person(account, options["person"]))
        match options["what"]:
            case "count":
                self._count(subject)
            case "export":
                self._export(subject, options["into"])
            case "erase":
                self._confirm(options["yes"], "This deletes for good. There is no undo.")
                self._tell(running.erase(subject, operator()))
            case "close":
                if options["person"]:
                    raise CommandError("An account is closed whole: leave --person out.")
                self._confirm(options["yes"], "This ends the account and deletes its data.")
                self._tell(running.close_account(account, operator()))

    def _count(self, subject: Subject) -> None:
        for name, count in running.inventory(subject).items():
            self.stdout.write(f"{name}: {count.total}, held {count.held}")

    def _export(self, subject: Subject, into: Path | None) -> None:
        if into is None or into.exists():
            raise CommandError("Name a folder that is not there yet: --into.")
        number = 0
        for file in running.export(subject):
            path = into / file.path
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            path.write_bytes(file.content)
            number += 1
        self.stdout.write(f"files {number}")

    def _tell(self, erased: dict[str, running.Erased]) -> None:
        for name, result in erased.items():
            self.stdout.write(f"{name}: deleted {result.deleted}, kept by a hold {result.kept}")
        left = {name: result.left for name, result in erased.items() if result.left}
        if left:
            raise CommandError(f"Partial: still there and not held: {left}. Run it again.")

    def _confirm(self, yes: bool, words: str) -> None:
        if not yes and input(f"{words} Type yes to go on: ") != "yes":
            raise CommandError("Nothing was done.")

    def _person(self, account: Account, email: str | None) -> Any:
        if email is None:
            return None
        members = Membership.objects.filter(
            account=account, user__email=User.objects.normalize_email(email)
        )
        user_id = members.values_list("user_id", flat=True).first()
        if user_id is None:
            raise CommandError("No such member of the account.")
        return user_id
