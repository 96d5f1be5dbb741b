"""The category of people themselves, and of the words of deletion requests.

A person may be in several accounts. They go with a request when it is the last account that they
are in; else they stay, and the count says that there is nothing of this category to delete.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.erasure_registry import Category, Count, File, Subject, about_to_delete
from accounts.ids import uuid7
from accounts.models import ApiKey, Membership, User
from accounts.services import members
from legalcontext.answers.models import HELD, Answer
from legalcontext.retention.matters import MATTER
from legalcontext.retention.models import Hold
from matters.models import Matter

from .request_models import DeletionRequest, Proposal, RequestWords, State
from .requests.states import ENDED

NOBODY: Final = "erased.invalid"
"""The domain of the address of a person who was erased; no mail goes to `.invalid` (RFC 2606)."""
SIGN_IN: Final = ("account", "mfa", "usersessions", "socialaccount")
"""Apps that keep addresses, second factors and sessions of people."""


class People(Category):
    """Name, address, password, second factors and sessions of people who are in no other account.

    Operators stay, and so does the last owner of an account that goes on.
    """

    name = "people"
    order = 95

    def count(self, subject: Subject) -> Count:
        people = self._of(subject)
        return Count(people.count(), people.filter(_held()).count())

    def export(self, subject: Subject) -> Iterator[File]:
        return iter(())

    def erase(self, subject: Subject, limit: int) -> int:
        people = list(self._of(subject).exclude(_held()).order_by("pk")[:limit])
        for person in people:
            about_to_delete([person.public_id])
            self._leave(person, subject)
            _forget(person)
        return len(people)

    def _of(self, subject: Subject) -> QuerySet[User]:
        here = Membership.objects.filter(account=subject.account_id)
        elsewhere = Membership.objects.current().filter(user=OuterRef("pk"))
        people = User.objects.filter(
            ~Exists(elsewhere.exclude(account=subject.account_id)),
            pk__in=here.values("user"),
            is_staff=False,
        ).exclude(email__endswith=f"@{NOBODY}")
        if subject.is_account:
            return people
        owners = Membership.objects.acting_owners().filter(account=subject.account_id)
        is_last = not owners.exclude(user=subject.user_id).exists()
        people = people.filter(pk__in=[subject.user_id])
        return people.exclude(pk__in=owners.values("user")) if is_last else people

    def _leave(self, person: User, subject: Subject) -> None:
        """End the membership: of an account that goes on by its own rules, else as it is."""
        here = Membership.objects.filter(account=subject.account_id, user=person)
        if not subject.is_account:
            for membership in here.exclude(status=Membership.Status.REMOVED):
                members.remove(membership=membership)
        ApiKey.objects.filter(membership__in=here.values("pk")).delete()
        now = timezone.now()
        left = here.exclude(status=Membership.Status.REMOVED)
        left.update(status=Membership.Status.REMOVED, removed_at=now)
        here.update(verified_evidence="")


class Requests(Category):
    """What was said in deletion requests, and by whom; that there were any stays on record.

    The words of a request that is being carried out are needed to tell its end, and go with that.
    """

    name = "words of deletion requests"
    order = 96

    def count(self, subject: Subject) -> Count:
        return Count(self._of(subject).count())

    def export(self, subject: Subject) -> Iterator[File]:
        return iter(())

    def erase(self, subject: Subject, limit: int) -> int:
        ids = list(self._of(subject).values_list("pk", flat=True)[:limit])
        RequestWords.objects.filter(pk__in=ids).delete()
        if subject.is_account:
            Proposal.objects.exclude(reason="").update(reason="")
        return len(ids)

    def _of(self, subject: Subject) -> QuerySet[RequestWords]:
        requests = DeletionRequest.objects.all()
        if subject.is_account:
            requests = requests.exclude(state=State.EXECUTING)
        else:
            theirs = Q(person_id=subject.user_id) | Q(requester_id=subject.user_id)
            requests = requests.filter(theirs, state__in=ENDED - {State.CERTIFIED})
        return RequestWords.objects.filter(request__in=requests.values("pk"))


def scrub_log(row: Any) -> None:
    """Take the name out of the admin's log of this object; that something was done to it stays."""
    kind = ContentType.objects.get_for_model(row)
    entries = LogEntry.objects.filter(content_type=kind, object_id=str(row.pk))
    entries.update(object_repr=row.public_id, change_message="")


def _held() -> Q:
    """A hold keeps the person, or something that they asked or own: then who it was stays too."""
    holds = Hold.objects.active().filter(person_id=OuterRef("pk"))
    answers = Answer.objects.filter(HELD.condition(), asker_id=OuterRef("pk"))
    owned = Matter.objects.filter(owner_id=OuterRef("pk"))
    inside = Answer.objects.filter(HELD.condition(), matter__owner_id=OuterRef("pk"))
    return (
        Q(Exists(holds))
        | Q(Exists(answers))
        | Q(Exists(owned.filter(MATTER.condition())))
        | Q(Exists(inside))
    )


def _forget(person: User) -> None:
    for label in SIGN_IN:
        if apps.is_installed(f"allauth.{label}"):
            for model in apps.get_app_config(label).get_models():
                fields = [field.name for field in model._meta.fields if field.related_model is User]
                for field in fields:
                    model._default_manager.filter(**{field: person}).delete()
    person.email = f"{person.pk.hex}@{NOBODY}"
    person.name = ""
    person.set_unusable_password()
    person.is_active = False
    person.session_stamp = uuid7()
    person.save()
    scrub_log(person)
