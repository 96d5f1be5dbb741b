"""The switches in the admin: a table that says what each line does, and the record of changes."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.http import HttpRequest, HttpResponseRedirect
from django.urls import reverse
from unfold.widgets import UnfoldAdminTextareaWidget

from accounts.backoffice.base import LookedAt, OperatorAdmin, operator
from accounts.backoffice.steps import Step, WithReason
from accounts.backoffice.theme import badge, display
from legalcontext.block import name_of

from .changing import remove_switch, set_switch
from .models import LONGEST_REASON, Effect, Switch, SwitchChange, Unreviewed

NOT_SAID = "–"

EMPTY = {
    "skill": "every skill",
    "audience": "both registers",
    "effect": "says nothing of it",
    "unreviewed": "says nothing of it",
}
"""What a field means that is left empty, by its name."""


class SwitchForm(forms.ModelForm):
    """A line of the table, and why it is changed."""

    reason = forms.CharField(
        max_length=LONGEST_REASON,
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 2}),
        help_text="Goes into the record of changes, with your name.",
    )

    class Meta:
        model = Switch
        fields = (
            "place", "skill", "audience", "effect", "referral", "referral_es", "unreviewed",
        )  # fmt: skip
        labels: ClassVar[Any] = {"audience": "Register", "effect": "Answered"}
        widgets: ClassVar[Any] = {
            name: UnfoldAdminTextareaWidget(attrs={"rows": 3})
            for name in ("referral", "referral_es")
        }

    def clean_reason(self) -> str:
        words = " ".join(self.cleaned_data["reason"].split())
        if not words or not words.isprintable():
            raise forms.ValidationError("Say why, in plain words.")
        return words


def _remove(request: HttpRequest, switch: Switch, cleaned: dict[str, Any]) -> str:
    remove_switch(switch, by=operator(request), reason=cleaned["reason"])
    return "The line is gone; what is less specific decides again."


@admin.register(Switch)
class SwitchAdmin(OperatorAdmin):
    """What the service answers. A change bites in every process within a few seconds."""

    form = SwitchForm
    list_display = ("for_place", "for_skill", "for_audience", "state", "notes", "changed_at")
    list_filter = ("effect", "skill", "audience")
    sortable_by = ()
    ordering = ("place", "skill", "audience")
    fieldsets = (
        (
            "For which asks",
            {
                "fields": ("place", "skill", "audience"),
                "description": "Of several lines that fit an ask, the most specific one decides: "
                "the nearest place first, then a named skill, then a named register.",
            },
        ),
        (
            "What they get",
            {
                "fields": ("effect", "referral", "referral_es", "unreviewed"),
                "description": "Emergencies are told whatever is switched off.",
            },
        ),
        ("Why", {"fields": ("reason",)}),
    )
    steps = (
        Step(
            name="remove",
            label="Take the line away",
            effect="The line is gone at once, and what is less specific decides again.",
            permission="switches.delete_switch",
            run=_remove,
            form=WithReason,
            icon="delete",
            variant="danger",
            logged=False,
        ),
    )

    def formfield_for_choice_field(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name in EMPTY:
            empty = [("", EMPTY[db_field.name])]
            kwargs["choices"] = db_field.get_choices(include_blank=True, blank_choice=empty)
        return super().formfield_for_choice_field(db_field, request, **kwargs)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        # Taking away needs a reason: it is a step.
        return False

    def take_step(self, request: HttpRequest, object_id: str, step: str) -> Any:
        """As everywhere; where the line is gone afterwards, back to the list."""
        response = super().take_step(request, object_id, step)
        moved = response.status_code == HTTPStatus.FOUND
        if moved and not Switch.objects.filter(pk=object_id).exists():
            return HttpResponseRedirect(reverse("admin:switches_switch_changelist"))
        return response

    def save_model(self, request: HttpRequest, obj: Switch, form: Any, change: bool) -> None:
        set_switch(obj, by=operator(request), reason=form.cleaned_data["reason"])

    @display(description="place")
    def for_place(self, switch: Switch) -> str:
        return f"{name_of(switch.place)} ({switch.place})" if switch.place else "everywhere"

    @display(description="skill")
    def for_skill(self, switch: Switch) -> str:
        return switch.skill.replace("_", " ") or "every skill"

    @display(description="register")
    def for_audience(self, switch: Switch) -> str:
        return switch.audience or "both"

    @badge(
        description="answered",
        states={"full": "success", "triage only": "info", "refer": "warning", "off": "danger"},
    )
    def state(self, switch: Switch) -> str:
        return Effect(switch.effect).label.partition(":")[0] if switch.effect else NOT_SAID

    @badge(description="unreviewed notes", states={"warn": "info", "hide": "warning"})
    def notes(self, switch: Switch) -> str:
        if not switch.unreviewed:
            return NOT_SAID
        return Unreviewed(switch.unreviewed).label.partition(":")[0]


@admin.register(SwitchChange)
class SwitchChangeAdmin(LookedAt):
    """Who changed which line, from what to what, and why."""

    list_display = ("at", "scope", "from_what", "to_what", "by", "reason")
    list_filter = (("at", admin.DateFieldListFilter),)
    list_select_related = ("by",)
    sortable_by = ("at",)
    ordering = ("-at",)
    fields = ("at", "by", "scope", "from_what", "to_what", "reason")

    @display(description="for")
    def scope(self, change: SwitchChange) -> str:
        return str(change)

    @display(description="from")
    def from_what(self, change: SwitchChange) -> str:
        return in_words(change.before)

    @display(description="to")
    def to_what(self, change: SwitchChange) -> str:
        return in_words(change.after)


def in_words(settled: dict[str, Any] | None) -> str:
    """`effect: refer; referral: Call …`, or that there was no line."""
    if settled is None:
        return "no line"
    return "; ".join(f"{name.replace('_', ' ')}: {value}" for name, value in settled.items())
