"""`manage.py deletion_requests`: the work of operators on deletion requests, at the command line.

Whoever runs it names the operator that they are: two people decide what cannot be undone, and the
record says who did what.
"""

from __future__ import annotations

import datetime as dt
import json
from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.ids import parse_public_id
from accounts.management.commands._lookup import (
    account_by_public_id,
    member_by_email,
    person_by_email,
)
from accounts.tenancy import tenant_scope
from legalcontext.erasure.errors import NotPossible
from legalcontext.erasure.request_models import DeletionRequest, Proposal
from legalcontext.erasure.requests import forecast, service, subjects, two_people
from legalcontext.erasure.requests.actors import By, by_operator
from legalcontext.erasure.requests.states import TRANSITIONS, NeedKind

LISTS = (NeedKind.CATEGORIES, NeedKind.ANSWERS, NeedKind.NAMES)


class Command(BaseCommand):
    help = (
        "list: what is not answered, the nearest deadline first. show: one request. open: take one "
        "down. find: answers in which words stand, to scope a description. perform: take a step. "
        "approve, refuse: decide what another operator proposed."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        what = parser.add_subparsers(dest="what", required=True)
        what.add_parser("list")
        show = what.add_parser("show")
        show.add_argument("request", metavar="drq_…")
        opened = what.add_parser("open")
        opened.add_argument("about", choices=DeletionRequest.About.values)
        opened.add_argument("--account", required=True, metavar="acc_…")
        opened.add_argument("--person", metavar="EMAIL", help="the member whom it is about")
        opened.add_argument("--name", default="", help="of whoever asks")
        opened.add_argument("--contact", default="", metavar="EMAIL")
        opened.add_argument("--regime", default=service.GENERAL)
        opened.add_argument("--on-behalf-of", default="")
        opened.add_argument("--description", default="")
        opened.add_argument("--received", type=dt.datetime.fromisoformat, metavar="TIME")
        find = what.add_parser("find")
        find.add_argument("request", metavar="drq_…")
        find.add_argument("words")
        perform = what.add_parser("perform")
        perform.add_argument("request", metavar="drq_…")
        perform.add_argument("step", choices=[*TRANSITIONS])
        perform.add_argument(
            "needs", nargs="*", metavar="NAME=VALUE", help="several values with commas between"
        )
        for decision in ("approve", "refuse"):
            decide = what.add_parser(decision)
            decide.add_argument("object", metavar="drq_…|hld_…")
            decide.add_argument("--account", metavar="acc_…", help="for a hold")
        for name in ("open", "perform", "approve", "refuse"):
            what.choices[name].add_argument("--by", required=True, metavar="EMAIL", help="operator")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            getattr(self, f"_{options['what']}")(options)
        except NotPossible as error:
            raise CommandError(str(error)) from error
        except PermissionDenied:
            raise CommandError("This is not this operator's to do.") from None
        except ValidationError as error:
            raise CommandError("; ".join(_faults(error))) from error

    def _list(self, options: dict[str, Any]) -> None:
        for due in forecast.forecast():
            request = due.request
            self.stdout.write(
                f"{request.public_id} {request.account.public_id} "
                f"{request.regime_id}, due {due.deadline} ({due.days_left} days), {due.risk}: "
                f"waits for {due.waits_for}"
            )

    def _show(self, options: dict[str, Any]) -> None:
        request = found(options["request"])
        self._tell(request)
        self.stdout.write("covers now:")
        for name, count in service.inventory(request).items():
            if count.total:
                self.stdout.write(f"  {name}: {count.total}, held {count.held}")
        self.stdout.write("steps:")
        for event in service.events_of(request):
            alone = ", one person alone" if event.alone else ""
            numbers = f" {json.dumps(event.numbers)}" if event.numbers else ""
            self.stdout.write(
                f"  {event.at:%Y-%m-%d %H:%M} {event.step}, by {event.actor}{alone}{numbers}"
            )
        with tenant_scope(request.account_id):
            for proposal in two_people.open_proposals(request.public_id):
                self.stdout.write(f"waits for another operator: {proposal.action}")

    def _open(self, options: dict[str, Any]) -> None:
        account = account_by_public_id(options["account"])
        person = member_by_email(account, options["person"]) if options["person"] else None
        received = options["received"]
        if received is not None and received.tzinfo is None:
            received = received.replace(tzinfo=dt.UTC)
        self._tell(
            service.open_by_operator(
                account,
                options["about"],
                by=operator(options),
                person=person,
                name=options["name"],
                contact=options["contact"],
                regime=options["regime"],
                on_behalf_of=options["on_behalf_of"],
                description=options["description"],
                received_at=received,
            )
        )

    def _find(self, options: dict[str, Any]) -> None:
        request = found(options["request"])
        with tenant_scope(request.account_id):
            where = subjects.find(options["words"])
        self.stdout.write(f"on_behalf_of: {','.join(where.on_behalf_of) or 'nowhere'}")
        self.stdout.write(f"question: {','.join(where.question) or 'nowhere'}")

    def _perform(self, options: dict[str, Any]) -> None:
        step = TRANSITIONS[options["step"]]
        kinds = {need.name: need.kind for need in step.needs}
        needs: dict[str, Any] = {}
        for text in options["needs"]:
            name, equals, value = text.partition("=")
            if not equals:
                raise CommandError(f"Write {name}=…; this step takes {', '.join(kinds) or 'none'}.")
            needs[name] = value.split(",") if kinds.get(name) in LISTS else value
        request = service.perform(found(options["request"]), step.name, operator(options), **needs)
        self._tell(request)
        if step.two_people or step.name == "schedule":
            self.stdout.write("proposed: another operator has to approve it")

    def _approve(self, options: dict[str, Any]) -> None:
        self._decide(options, approve=True)

    def _refuse(self, options: dict[str, Any]) -> None:
        self._decide(options, approve=False)

    def _decide(self, options: dict[str, Any], *, approve: bool) -> None:
        if options["account"]:
            account = account_by_public_id(options["account"])
        else:
            account = found(options["object"]).account
        with tenant_scope(account):
            waiting: list[Proposal] = two_people.open_proposals(options["object"])
        if not waiting:
            raise CommandError("Nothing is proposed about it.")
        for proposal in waiting:
            decided = two_people.decide(proposal, approve=approve, by=operator(options))
            alone = ", by one person alone" if decided.alone else ""
            self.stdout.write(f"{decided.action} {decided.decision}{alone}")

    def _tell(self, request: DeletionRequest) -> None:
        self.stdout.write(
            f"request {request.public_id}\n"
            f"state {request.state}\n"
            f"about {request.about}, {request.regime_id}, due {request.deadline}"
        )
        if request.execute_on:
            self.stdout.write(f"not deleted before {request.execute_on}")


def found(text: str) -> DeletionRequest:
    """The request with this id, in whichever account. CommandError: none."""
    key = parse_public_id(DeletionRequest.PREFIX, text)
    requests = DeletionRequest.objects.using("operator").select_related("regime", "account")
    request: DeletionRequest | None = requests.filter(pk=key).first() if key else None
    if request is None:
        raise CommandError("No such request; deletion_requests list lists those not answered.")
    return request


def operator(options: dict[str, Any]) -> By:
    """The operator who was named. CommandError: nobody, or no operator."""
    user = person_by_email(options["by"])
    if not user.is_staff or not user.is_active:
        raise CommandError("This is no operator of the service.")
    return by_operator(user)


def _faults(error: ValidationError) -> list[str]:
    if not hasattr(error, "error_dict"):
        return list(error.messages)
    return [f"{name}: {' '.join(words)}" for name, words in error.message_dict.items()]
