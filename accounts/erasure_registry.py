"""The registry of data categories: what there is of an account or a person, and how it goes.

It stands in the lowest room so that every app can register its own categories from `ready()`;
`legalcontext.erasure` runs them. Every method of a category runs in the account's open scope.
"""

from __future__ import annotations

import uuid
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar, Final


@dataclass(frozen=True, slots=True)
class Chosen:
    """Some answers of an account, whoever asked: by id, or by on behalf of whom they were asked.

    on_behalf_of: as typed; capitals and spaces at the ends do not count.
    """

    answer_ids: frozenset[uuid.UUID] = frozenset()
    on_behalf_of: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Subject:
    """Whose data: all of an account's, what one person of it asked, made and owns, or what was
    chosen of it because it is about somebody else."""

    account_id: uuid.UUID
    user_id: uuid.UUID | None = None
    chosen: Chosen | None = None

    @property
    def is_account(self) -> bool:
        return self.user_id is None and self.chosen is None


@dataclass(frozen=True, slots=True)
class Count:
    """How much there is of a category. held: of it, what a legal hold keeps."""

    total: int
    held: int = 0


@dataclass(frozen=True, slots=True)
class File:
    """One file of an export, by its path in the archive."""

    path: str
    content: bytes


class Category(ABC):
    """One kind of data: what is counted, exported, erased and verified together.

    name: the key in inventories and certificates. order: lower goes first (what points at others
    before what is pointed at). takes_chosen: it knows a subject that is chosen answers; the others
    are never given one.
    """

    name: ClassVar[str]
    order: ClassVar[int] = 50
    takes_chosen: ClassVar[bool] = False

    @abstractmethod
    def count(self, subject: Subject) -> Count:
        """What is there now."""

    @abstractmethod
    def export(self, subject: Subject) -> Iterator[File]:
        """What is there, as files; nothing for what is of no use to the subject."""

    @abstractmethod
    def erase(self, subject: Subject, limit: int) -> int:
        """Delete up to `limit` things that no hold keeps; how many. 0: nothing is left to do."""

    def verify(self, subject: Subject) -> int:
        """How many things that should have gone are still there."""
        count = self.count(subject)
        return count.total - count.held


_categories: Final[dict[str, Category]] = {}
_about_to_go: Final[list[Callable[[Iterable[str]], None]]] = []


def register(category: Category) -> None:
    """Add a category; one of the same name is replaced."""
    _categories[category.name] = category


def categories() -> list[Category]:
    """All of them, in the order in which they are erased."""
    return sorted(_categories.values(), key=lambda category: (category.order, category.name))


def categories_of(subject: Subject) -> list[Category]:
    """Those that may hold something of the subject, in the order in which they are erased."""
    return [each for each in categories() if subject.chosen is None or each.takes_chosen]


def before_deleting(listener: Callable[[Iterable[str]], None]) -> None:
    """Have `listener` told the public ids of what is about to go for good."""
    if listener not in _about_to_go:
        _about_to_go.append(listener)


def about_to_delete(public_ids: Iterable[str]) -> None:
    """To be called by whoever deletes, in the deleting transaction and before the first delete.

    The ledger of deletions is written here, so that nothing comes back with a backup.
    """
    ids = list(public_ids)
    for listener in _about_to_go:
        listener(ids)
