"""Whose data a request covers, and how much there is of it. The account's scope is open."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q

from accounts.erasure_registry import Category, Chosen, Count, Subject, categories_of
from accounts.ids import public_id
from accounts.tenancy import current_account_id
from legalcontext.answers.models import Answer, AnswerContent
from legalcontext.erasure.request_models import DeletionRequest, RequestWords

About = DeletionRequest.About

FIND_LIMIT = 200
"""Answers that a search for somebody's name lists; narrow the words where it is reached."""


@dataclass(frozen=True, slots=True)
class Found:
    """Where words of a description stand: ids and numbers, so that scoping reads no content."""

    on_behalf_of: tuple[str, ...]
    question: tuple[str, ...]


def subject_of(request: DeletionRequest) -> Subject:
    """Whose data it is, as the registry takes it."""
    if request.about == About.ACCOUNT:
        return Subject(current_account_id())
    if request.about == About.PERSON:
        return Subject(current_account_id(), request.person_id)
    chosen = Chosen(frozenset(request.answer_ids), frozenset(names_of(request)))
    return Subject(current_account_id(), chosen=chosen)


def names_of(request: DeletionRequest) -> list[str]:
    """The values of `on_behalf_of` that it names, while its words are kept."""
    named = RequestWords.objects.filter(request=request).values_list("on_behalf_of", flat=True)
    return [name for names in named for name in names]


def categories_for(request: DeletionRequest) -> list[Category]:
    """The categories that it covers: those that were chosen, else all that know its subject."""
    known = categories_of(subject_of(request))
    return [each for each in known if not request.categories or each.name in request.categories]


def count(request: DeletionRequest) -> dict[str, Count]:
    """How much there is now, by category, and what a hold keeps of it."""
    subject = subject_of(request)
    return {category.name: category.count(subject) for category in categories_for(request)}


def as_json(counts: dict[str, Count]) -> dict[str, dict[str, int]]:
    """Counts as they are kept: what there is nothing of is left out."""
    return {
        name: {"total": each.total, "held": each.held}
        for name, each in counts.items()
        if each.total
    }


def find(words: str) -> Found:
    """The answers of the open account in which these words stand, newest first.

    For whoever scopes a description: they choose answers by id, and read none of them for it.
    """
    contents = AnswerContent.objects.order_by("-answer_id")

    def ids(where: Q) -> tuple[str, ...]:
        found = contents.filter(where).values_list("answer_id", flat=True)[:FIND_LIMIT]
        return tuple(public_id(Answer.PREFIX, key) for key in found)

    if not words.strip():
        return Found((), ())
    return Found(
        on_behalf_of=ids(Q(on_behalf_of__icontains=words.strip())),
        question=ids(Q(question__icontains=words.strip())),
    )


def there(answer_ids: Iterable[uuid.UUID]) -> set[uuid.UUID]:
    """Those of the ids that are answers of the open account."""
    return set(Answer.objects.filter(pk__in=list(answer_ids)).values_list("pk", flat=True))
