"""Forms for the steps of a deletion request, made from what each step needs."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db import transaction
from unfold.widgets import (
    UnfoldAdminCheckboxSelectMultipleWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminSplitDateTimeWidget,
    UnfoldAdminTextareaWidget,
)

from accounts.erasure_registry import categories
from accounts.ids import parse_public_id
from accounts.models import Account, Membership, User
from accounts.tenancy import current_account_id
from legalcontext.answers.models import Answer

from .request_models import DeletionRequest, Regime
from .requests import service
from .requests.actors import By
from .requests.states import Need, NeedKind, Transition

TEXT_LENGTH = 1000


class Lines(forms.CharField):
    """One value a line."""

    def __init__(self, *, help_text: str, **kwargs: Any) -> None:
        widget = UnfoldAdminTextareaWidget(attrs={"rows": 3})
        super().__init__(widget=widget, help_text=help_text, **kwargs)

    def to_python(self, value: Any) -> list[str]:  # type: ignore[override]
        return [line.strip() for line in (value or "").splitlines() if line.strip()]

    def validate(self, value: Any) -> None:
        if self.required and not value:
            raise ValidationError(self.error_messages["required"], code="required")

    def run_validators(self, value: Any) -> None:
        """Each line is checked by the service that takes it."""


class AnswerIds(Lines):
    def to_python(self, value: Any) -> list[str]:  # type: ignore[override]
        ids = super().to_python(value)
        wrong = [one for one in ids if parse_public_id(Answer.PREFIX, one) is None]
        if wrong:
            raise ValidationError(f"Not the id of an answer: {wrong[0][:60]}")
        return ids


def form_of(transition: Transition) -> type[forms.Form]:
    """The form that asks for what the step needs."""
    fields: dict[str, Any] = {need.name: _field(need) for need in transition.needs}
    return type("StepForm", (forms.Form,), fields)


def _field(need: Need) -> forms.Field:
    shared: dict[str, Any] = {"label": need.label, "required": need.required}
    match need.kind:
        case NeedKind.TEXT:
            widget = UnfoldAdminTextareaWidget(attrs={"rows": 4})
            return forms.CharField(max_length=TEXT_LENGTH, widget=widget, **shared)
        case NeedKind.CHOICE:
            choices: Any = need.choices.choices if need.choices else _regimes
            return forms.ChoiceField(choices=choices, widget=UnfoldAdminSelectWidget, **shared)
        case NeedKind.DATE:
            return forms.DateField(widget=forms.DateInput, **shared)
        case NeedKind.CATEGORIES:
            return forms.MultipleChoiceField(
                choices=_categories, widget=UnfoldAdminCheckboxSelectMultipleWidget, **shared
            )
        case NeedKind.ANSWERS:
            return AnswerIds(help_text="One ans_… a line.", **shared)
        case NeedKind.NAMES:
            return Lines(help_text="One name a line, exactly as it was sent.", **shared)


def _regimes() -> list[tuple[str, str]]:
    active = Regime.objects.filter(active=True).order_by("-is_law", "name")
    return list(active.values_list("key", "name"))


def _categories() -> list[tuple[str, str]]:
    return [(one.name, one.name) for one in categories()]


class TakingDownForm(forms.ModelForm):
    """A request that came by letter, mail or telephone."""

    about = forms.ChoiceField(
        label="Whose data",
        choices=DeletionRequest.About.choices,
        widget=UnfoldAdminSelectWidget,
        help_text="Take “whoever is described” where you do not know the person here.",
    )
    member = forms.ModelChoiceField(
        label="The member",
        queryset=Membership.objects.none(),
        required=False,
        widget=UnfoldAdminSelectWidget,
        help_text="Only for a member of the account.",
    )
    regime = forms.ChoiceField(
        choices=_regimes,
        widget=UnfoldAdminSelectWidget,
        initial="general",
        help_text="Whose clock it runs by. It can be changed until it is decided.",
    )
    received_at = forms.SplitDateTimeField(
        label="When it came",
        required=False,
        widget=UnfoldAdminSplitDateTimeWidget,
        help_text="Empty: now. The clock runs from then.",
    )
    name = forms.CharField(required=False, max_length=200, label="Name of who asks")
    contact = forms.EmailField(
        required=False,
        label="Address",
        help_text="Where answers are mailed. Empty: you answer by letter, and say so in the steps.",
    )
    on_behalf_of = forms.CharField(
        required=False,
        max_length=200,
        label="Asked on behalf of",
        help_text="The name as the account sent it.",
    )
    description = forms.CharField(
        required=False,
        max_length=4000,
        label="Who it is, and where it may be",
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 4}),
    )

    by: By | None = None
    """Who takes it down; the admin says so."""

    class Meta:
        model = DeletionRequest
        fields = ("about", "regime")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        member = self.fields["member"]
        if isinstance(member, forms.ModelChoiceField):
            current = Membership.objects.current().filter(account=current_account_id())
            member.queryset = current.select_related("user").order_by("user__email")
            member.label_from_instance = _named  # type: ignore[method-assign, assignment]

    def clean_regime(self) -> Regime:
        return Regime.objects.get(pk=self.cleaned_data["regime"])

    def clean(self) -> dict[str, Any]:
        """Ask the service whether it would take it, so that what is wrong stands in the form."""
        said: dict[str, Any] = super().clean() or self.cleaned_data
        if not self.errors and self.by is not None:
            try:
                with transaction.atomic():
                    self.take_down(self.by)
                    transaction.set_rollback(True)
            except ValidationError as error:
                told = error.message_dict if hasattr(error, "error_dict") else {"": error.messages}
                for name, sentences in told.items():
                    field = "member" if name == "person" else name
                    self.add_error(field if field in self.fields else None, sentences)
        return said

    def take_down(self, by: By) -> DeletionRequest:
        """Open the request in the account whose scope is open. ValidationError, by the field."""
        said = self.cleaned_data
        return service.open_by_operator(
            Account.objects.get(pk=current_account_id()),
            said["about"],
            by=by,
            person=said["member"],
            name=said["name"],
            contact=said["contact"],
            regime=said["regime"].key,
            on_behalf_of=said["on_behalf_of"],
            description=said["description"],
            received_at=said["received_at"],
        )

    def _post_clean(self) -> None:
        """The request is made by the service, which checks it whole."""


def _named(membership: Membership) -> str:
    user: User = membership.user
    return f"{user.email} ({membership.role})"
