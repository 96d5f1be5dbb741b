"""`manage.py place_hold`: a legal hold by an operator, for legal process."""

import datetime as dt
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.ids import parse_public_id
from accounts.management.commands._lookup import account_by_public_id
from accounts.models import Account, Membership, User
from accounts.tenancy import tenant_scope
from legalcontext.retention.audit import operator
from legalcontext.retention.holds import HoldScope, place_hold, require_present, times_of

DAY_OR_TIME = "2030-01-31, a day of the account's time zone; or 2030-01-31T12:00:00Z"


def day_or_moment(text: str) -> dt.date | dt.datetime:
    """A day, or RFC 3339 with its zone. ValueError."""
    if len(text) == len("2030-01-31"):
        return dt.date.fromisoformat(text)
    value = dt.datetime.fromisoformat(text)
    if value.tzinfo is None:
        raise ValueError(text)
    return value


class Command(BaseCommand):
    help = "Place a legal hold: what it names is deleted by nobody until it is released."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--account", required=True, metavar="acc_…")
        parser.add_argument("--matter", metavar="mat_…")
        parser.add_argument("--person", metavar="EMAIL")
        parser.add_argument("--service", metavar="svc_…")
        parser.add_argument("--answer", metavar="ans_…")
        parser.add_argument(
            "--from", dest="made_from", type=day_or_moment, metavar="DAY", help=DAY_OR_TIME
        )
        parser.add_argument(
            "--until",
            dest="made_until",
            type=day_or_moment,
            metavar="DAY",
            help="as --from; the day is included",
        )
        parser.add_argument("--reason", required=True)
        parser.add_argument("--review-on", required=True, type=dt.date.fromisoformat)
        parser.add_argument("--silent", action="store_true", help="the account is not told of it")

    def handle(self, *args: Any, **options: Any) -> None:
        account = account_by_public_id(options["account"])
        try:
            with tenant_scope(account):
                scope = self._scope(account, options)
                require_present(scope)
                hold = place_hold(
                    scope=scope,
                    reason=options["reason"],
                    review_on=options["review_on"],
                    by=operator(),
                    silent=options["silent"],
                )
        except ValidationError as error:
            raise CommandError("; ".join(error.messages)) from error
        self.stdout.write(f"hold {hold.public_id}")

    def _scope(self, account: Account, options: dict[str, Any]) -> HoldScope:
        ids = {}
        for name, prefix in (("matter", "mat"), ("answer", "ans"), ("service", "svc")):
            if options[name] is not None:
                ids[name] = parse_public_id(prefix, options[name])
                if ids[name] is None:
                    raise CommandError(f"Ids of a {name} look like {prefix}_ and 32 digits.")
        if options["person"]:
            email = User.objects.normalize_email(options["person"])
            member = Membership.objects.filter(account=account, user__email=email).first()
            if member is None:
                raise CommandError("No such member of the account.")
            ids["person"] = member.user_id
        made_from, made_until = times_of(
            options["made_from"], options["made_until"], time_zone=account.time_zone
        )
        return HoldScope(
            matter_id=ids.get("matter"),
            person_id=ids.get("person") or ids.get("service"),
            answer_id=ids.get("answer"),
            made_from=made_from,
            made_until=made_until,
        )
