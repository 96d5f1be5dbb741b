"""Running the registry: what there is of a subject, all of it as files, and its end.

A run that dies is run again: what went is gone, and the rest is found anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.db import transaction

from accounts.erasure_registry import Category, Count, File, Subject, categories_of
from accounts.ids import public_id
from accounts.models import Account
from accounts.tenancy import tenant_scope
from legalcontext.retention.audit import Actor, record

from . import ledger
from .deletion import BATCH
from .models import LedgerEntry


@dataclass(frozen=True, slots=True)
class Erased:
    """What became of a category. kept: by a legal hold. left: neither gone nor held, which is a
    fault of the category."""

    deleted: int
    kept: int
    left: int


def inventory(subject: Subject) -> dict[str, Count]:
    """How much there is, by category, all counted in one transaction."""
    with tenant_scope(subject.account_id):
        return {category.name: category.count(subject) for category in categories_of(subject)}


def export(subject: Subject) -> Iterator[File]:
    """Every file of every category, in one transaction that lasts as long as it is read."""
    with tenant_scope(subject.account_id):
        for category in categories_of(subject):
            yield from category.export(subject)


def erase(subject: Subject, by: Actor) -> dict[str, Erased]:
    """Delete everything that no hold keeps, category by category, a transaction a batch."""
    announce_whole(subject, categories_of(subject))
    return {
        category.name: erase_category(category, subject, by) for category in categories_of(subject)
    }


def announce_whole(subject: Subject, chosen: Sequence[Category]) -> None:
    """Write into the ledger that these categories of an account or a person are being erased.

    After a restore, what has no public id of its own is found by it again.
    """
    with tenant_scope(subject.account_id):
        ledger.write(
            LedgerEntry.Operation.ERASE, [whole(subject, category.name) for category in chosen]
        )


def whole(subject: Subject, category: str) -> str:
    """What the ledger calls a category of an account's or a person's data, before its digest."""
    person = public_id("usr", subject.user_id) if subject.user_id else "all"
    return f"{public_id(Account.PREFIX, subject.account_id)} {person} {category}"


def close_account(account: Account, by: Actor) -> dict[str, Erased]:
    """End an account: its credentials at once, its data as far as no hold keeps it.

    What a hold keeps goes when this is run again after the release.
    """
    with transaction.atomic():
        account.status = Account.Status.SUSPENDED
        account.save(update_fields=["status"])
    return erase(Subject(account.pk), by)


def erase_category(category: Category, subject: Subject, by: Actor) -> Erased:
    """Delete what no hold keeps of one category, a transaction a batch."""
    deleted = 0
    while True:
        with tenant_scope(subject.account_id):
            gone = category.erase(subject, BATCH)
            if not gone:
                left = category.count(subject)
                if deleted:
                    numbers = {"deleted": deleted, "held": left.held}
                    record(by, f"erase.{category.name}", numbers=numbers)
                return Erased(deleted, left.held, category.verify(subject))
        deleted += gone
