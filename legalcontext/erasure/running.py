"""Running the registry: what there is of a subject, all of it as files, and its end.

A run that dies is run again: what went is gone, and the rest is found anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.db import transaction

from accounts.erasure_registry import Category, Count, File, Subject, categories_of
from accounts.models import Account
from accounts.tenancy import tenant_scope
from legalcontext.retention.audit import Actor, record

from .deletion import BATCH


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
    return {category.name: _erase(category, subject, by) for category in categories_of(subject)}


def close_account(account: Account, by: Actor) -> dict[str, Erased]:
    """End an account: its credentials at once, its data as far as no hold keeps it.

    What a hold keeps goes when this is run again after the release.
    """
    with transaction.atomic():
        account.status = Account.Status.SUSPENDED
        account.save(update_fields=["status"])
    return erase(Subject(account.pk), by)


def _erase(category: Category, subject: Subject, by: Actor) -> Erased:
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
