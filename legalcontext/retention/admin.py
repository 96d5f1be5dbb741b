"""Holds in the admin: operators place and release them. Policies and the record are looked at."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from unfold.widgets import UnfoldAdminTextareaWidget, UnfoldAdminTextInputWidget

from accounts.backoffice.filters import AccountFilter, exactly, one_of
from accounts.backoffice.naming import linked_id
from accounts.backoffice.steps import Step
from accounts.backoffice.theme import badge, display
from accounts.ids import parse_public_id, public_id
from accounts.models import ApiKey, ServiceIdentity, User
from accounts.tenancy.admin import RecordAdmin, TenantAdmin
from legalcontext.contracts.quick_ask import SKILLS

from . import account_panels  # noqa: F401  # puts its panels on the account's page
from .audit import operator
from .dashboard import SOON
from .holds import HoldScope, place_hold, require_present, review_hold
from .knowing import may_know
from .models import AuditEvent, Hold, Policy

PREFIXES = {"matter": ("mat",), "person": ("usr", "svc"), "answer": ("ans",)}
"""What a hold may name, and how the ids of it begin."""

SCOPES: Mapping[str, Callable[[uuid.UUID], HoldScope]] = {
    "matter": lambda key: HoldScope(matter_id=key),
    "person": lambda key: HoldScope(person_id=key),
    "answer": lambda key: HoldScope(answer_id=key),
}


class PlacingForm(forms.ModelForm):
    """What is held is named by its public id; exactly one, or a time."""

    matter = forms.CharField(
        required=False,
        help_text="Its id, mat_…: everything in it is kept.",
        widget=UnfoldAdminTextInputWidget,
    )
    person = forms.CharField(
        required=False,
        help_text="The id of a person, usr_…, or of a program, svc_…: what they asked, made or own "
        "is kept.",
        widget=UnfoldAdminTextInputWidget,
    )
    answer = forms.CharField(
        required=False, help_text="Its id, ans_….", widget=UnfoldAdminTextInputWidget
    )

    class Meta:
        model = Hold
        fields = ("reason", "review_on", "silent", "made_from", "made_until")
        widgets: ClassVar[Any] = {"reason": UnfoldAdminTextareaWidget(attrs={"rows": 2})}
        help_texts: ClassVar[Any] = {
            "reason": "The order or the claim, by its number. The account reads it, unless the "
            "hold is silent.",
            "made_from": "What was made at or after this, in UTC. With or without an end.",
            "made_until": "What was made before this, in UTC.",
        }

    def clean(self) -> dict[str, Any]:
        said: dict[str, Any] = super().clean() or self.cleaned_data
        times = bool(said.get("made_from") or said.get("made_until"))
        if sum((times, *(bool(said.get(name)) for name in PREFIXES))) != 1:
            # The constraint says so too, and a form leaves out those of fields that it lacks.
            self.add_error(None, "Name one of a matter, a person, an answer, or a time.")
        for name, prefixes in PREFIXES.items():
            if text := said.get(name):
                found = [parse_public_id(prefix, text) for prefix in prefixes]
                key = next((key for key in found if key is not None), None)
                if key is None:
                    self.add_error(name, "Not an id of this kind.")
                    continue
                setattr(self.instance, f"{name}_id", key)
                try:
                    require_present(SCOPES[name](key))
                except forms.ValidationError as error:
                    self.add_error(name, error.messages[0])
        self.instance.authority = Hold.Authority.OPERATOR
        return said


class ReviewForm(forms.Form):
    review_on = forms.DateField(
        widget=forms.DateInput,
        label="Look at it again on",
        help_text="A later day, on which somebody asks again whether it is still needed.",
    )


def _review(request: HttpRequest, hold: Hold, said: dict[str, Any]) -> str:
    review_hold(hold, review_on=said["review_on"], by=operator(request.user.pk))
    return f"Still needed; it is looked at again on {said['review_on']:%-d %B %Y}."


STEPS = (
    Step(
        name="review",
        label="Still needed",
        effect="The hold goes on, and is looked at again on the day that you give.",
        permission="retention.review_hold",
        run=_review,
        form=ReviewForm,
        icon="event_repeat",
        open_to=lambda hold: hold.is_active,
    ),
)


class ReviewFilter(admin.SimpleListFilter):
    title = "review"
    parameter_name = "review"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("due", f"due within {SOON.days} days"), ("late", "overdue")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Hold]) -> QuerySet[Hold]:
        today = timezone.now().date()
        match self.value():
            case "due":
                return queryset.filter(released_at=None, review_on__lte=today + SOON)
            case "late":
                return queryset.filter(released_at=None, review_on__lte=today)
        return queryset


class HoldAdmin(TenantAdmin):
    """Placed and reviewed here; released by two people, by steps that `erasure` adds to it."""

    columns = ("id", "account_id", "authority", "silent", "review_on", "placed_at",
               "released_at")  # fmt: skip
    list_display = ("short_id", "account", "placed_by_whom", "told", "standing", "review_on",
                    "placed_at", "released_at")  # fmt: skip
    list_filter = (ReviewFilter, "authority", "silent",
                   ("released_at", admin.EmptyFieldListFilter), AccountFilter)  # fmt: skip
    sortable_by = ("placed_at",)
    ordering = ("-placed_at",)
    directory = ("account",)
    form = PlacingForm
    steps = STEPS
    shown = (
        (
            None,
            {
                "fields": (
                    ("public_id", "account"),
                    ("standing", "review_on"),
                    ("placed_by_whom", "told"),
                    "why",
                )
            },
        ),
        ("What it holds", {"fields": ("holds",)}),
        (
            "What happened",
            {
                "fields": (
                    ("placed_at", "placer"),
                    ("reviewed_at", "reviewer"),
                    ("released_at", "releaser"),
                    "why_released",
                )
            },
        ),
    )  # fmt: skip

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        if obj is not None:
            return self.shown
        return (
            ("What is held: name one", {"fields": (*PREFIXES, "made_from", "made_until")}),
            ("Why, and until when", {"fields": ("reason", "review_on", "silent")}),
        )

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False  # by steps alone

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    @badge(description="by", states={"operator": "info", "owner": "primary"})
    def placed_by_whom(self, hold: Hold) -> str:
        return hold.authority

    @badge(description="the account is", states={"told": "success", "not told": "warning"})
    def told(self, hold: Hold) -> str:
        return "not told" if hold.silent else "told"

    @badge(
        description="state",
        states={
            "active": "success",
            "overdue": "danger",
            "released": "info",
        },
    )
    def standing(self, hold: Hold) -> str:
        return hold.state

    @display(description="everything")
    def holds(self, hold: Hold) -> SafeString | str:
        """What it is about, by name where that is no content, with the way there."""
        if hold.matter_id:
            page = reverse("admin:matters_matter_change", args=[hold.matter_id])
            return linked("in the matter", public_id("mat", hold.matter_id), page)
        if hold.answer_id:
            page = reverse("admin:answers_answer_change", args=[hold.answer_id])
            return linked("of the answer", public_id("ans", hold.answer_id), page)
        if hold.person_id:
            return of_person(hold.person_id)
        until = f"before {hold.made_until:%-d %B %Y, %H:%M}" if hold.made_until else ""
        since = f"from {hold.made_from:%-d %B %Y, %H:%M} on" if hold.made_from else ""
        return f"made {since}{' and ' if since and until else ''}{until} (UTC)"

    @display(description="placed by")
    def placer(self, hold: Hold) -> str:
        return name_of_operator(hold.placed_by, hold.placed_at)

    @display(description="reviewed by")
    def reviewer(self, hold: Hold) -> str:
        return name_of_operator(hold.reviewed_by, hold.reviewed_at)

    @display(description="released by")
    def releaser(self, hold: Hold) -> str:
        return name_of_operator(hold.released_by, hold.released_at)

    @display(description="reason")
    def why(self, hold: Hold) -> str:
        """An operator's own words; an owner's are the account's, and stay there."""
        if hold.authority == Hold.Authority.OWNER:
            return "The account's own; it is not shown here."
        return hold.reason

    @display(description="why it is released")
    def why_released(self, hold: Hold) -> str:
        if hold.authority == Hold.Authority.OWNER:
            return "The account's own; it is not shown here." if hold.release_reason else ""
        return hold.release_reason

    def save_model(self, request: HttpRequest, obj: Hold, form: Any, change: bool) -> None:
        scope = HoldScope(
            obj.matter_id, obj.person_id, obj.answer_id, obj.made_from, obj.made_until
        )
        placed = place_hold(
            scope=scope,
            reason=obj.reason,
            review_on=obj.review_on,
            by=operator(request.user.pk),
            silent=obj.silent,
        )
        obj.__dict__.update(placed.__dict__)


def linked(words: str, name: str, page: str) -> SafeString:
    """`words` and a link; what is there is masked as anywhere else."""
    return format_html('{} <a href="{}">{}</a>', words, page, name)


def of_person(key: uuid.UUID) -> SafeString | str:
    """A person by address, a program by name; by the id where they have gone."""
    who = person_or_program(key)
    if who is None:
        return f"asked, made or owned by {public_id('usr', key)}, who is here no more"
    return format_html("asked, made or owned by {}", who)


def person_or_program(key: uuid.UUID | None) -> SafeString | None:
    """With the way to their page. None: nobody, or who is here no more."""
    for model in (User, ServiceIdentity):
        if key and (found := model.objects.filter(pk=key).first()):
            page = reverse(f"admin:accounts_{model._meta.model_name}_change", args=[key])
            name = found.name if isinstance(found, ServiceIdentity) else str(found)
            return format_html('<a href="{}">{}</a>', page, name)
    return None


def name_of_operator(key: uuid.UUID | None, at: dt.datetime | None) -> str:
    """Who did it, by address. at: when; None: nobody did."""
    if at is None:
        return ""
    if key is None:
        return "the command line"
    user = User.objects.filter(pk=key).first()
    return str(user) if user else "somebody who left"


@admin.register(Policy)
class PolicyAdmin(RecordAdmin):
    """The accounts' own words; an owner changes them. The page "How long" explains and previews."""

    list_display = ("account", "level", "skill", "matter_named", "term", "changed_at")
    list_filter = ("level", one_of("skill", SKILLS), AccountFilter)
    sortable_by = ("changed_at",)
    ordering = ("-changed_at",)
    directory = ("account",)
    fields = ("account", "level", "skill", "matter_named", "term", "changed_at")

    @display(description="matter")
    def matter_named(self, policy: Policy) -> str:
        return linked_id(public_id("mat", policy.matter_id)) if policy.matter_id else ""

    @display(description="kept")
    def term(self, policy: Policy) -> str:
        return f"{policy.months} months"


@admin.register(AuditEvent)
class AuditEventAdmin(RecordAdmin):
    """The append-only record: the application's role may neither change nor remove a row of it."""

    list_filter_submit = True
    list_display = ("at", "account", "action", "object_named", "acted", "authority", "figures")
    list_filter = ("actor", exactly("action"), ("at", admin.DateFieldListFilter), AccountFilter)
    sortable_by = ("at",)
    ordering = ("-at",)
    directory = ("account",)
    fields = ("at", "account", "action", "object_named", "acted", "by", "key",
              "authority", "figures")  # fmt: skip

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows = super().get_queryset(request)
        return (
            rows if may_know(request.user) else rows.exclude(object__startswith=f"{Hold.PREFIX}_")
        )

    @display(description="object")
    def object_named(self, event: AuditEvent) -> str:
        return linked_id(event.object)

    @badge(
        description="actor",
        states={"person": "primary", "service": "info", "operator": "warning"},
    )
    def acted(self, event: AuditEvent) -> str:
        return event.actor

    @display(description="by")
    def by(self, event: AuditEvent) -> SafeString | str:
        """Who it was: a person by address, a program by name."""
        return person_or_program(event.actor_id) or ""

    @display(description="with the key")
    def key(self, event: AuditEvent) -> SafeString | str:
        return linked_id(public_id(ApiKey.PREFIX, event.key_id)) if event.key_id else ""

    @display(description="numbers")
    def figures(self, event: AuditEvent) -> str:
        return ", ".join(f"{name} {number:,}" for name, number in event.numbers.items())
