"""Asking for erasure, and the steps of a request."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy

from legalcontext.doors.pages.forms.base import PageForm
from legalcontext.doors.pages.words import REQUEST_NEEDS, regime_name
from legalcontext.erasure.request_models import DeletionRequest, Regime
from legalcontext.erasure.requests.states import NeedKind, Transition

About = DeletionRequest.About

TEXT_LENGTH: Final = 1000

ABOUT: Final = {
    About.PERSON: gettext_lazy("What I asked, made and own in this account"),
    About.ACCOUNT: gettext_lazy("The whole account, which is closed"),
    About.ON_BEHALF_OF: gettext_lazy("Somebody for whom we asked"),
    About.DESCRIPTION: gettext_lazy("Somebody else, whom I describe"),
}


class RequestForm(PageForm):
    """Whose data is to be deleted, and by which promise or law."""

    about = forms.ChoiceField(
        widget=forms.RadioSelect,
        label=gettext_lazy("What shall be deleted?"),
        initial=About.PERSON,
    )
    on_behalf_of = forms.CharField(
        required=False,
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        label=gettext_lazy("For whom did you ask?"),
        help_text=gettext_lazy("Just as it was given with the questions."),
    )
    description = forms.CharField(
        required=False,
        max_length=TEXT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 4}),
        label=gettext_lazy("Whose data is it, and where may it be?"),
    )
    regime = forms.ChoiceField(
        label=gettext_lazy("By which rules?"),
        help_text=gettext_lazy(
            "They say by when you are answered. If you are not sure, leave it as it is."
        ),
    )

    def __init__(
        self,
        data: Any = None,
        *,
        for_owner: bool,
        regimes: Sequence[Regime],
        **kwargs: Any,
    ) -> None:
        super().__init__(data, **kwargs)
        fields: Any = self.fields
        fields["regime"].choices = [(regime.key, regime_name(regime)) for regime in regimes]
        fields["regime"].initial = "general"
        if for_owner:
            fields["about"].choices = list(ABOUT.items())
        else:
            fields["about"].choices = [(About.PERSON, ABOUT[About.PERSON])]
            del fields["on_behalf_of"], fields["description"]


class NeedsForm(PageForm):
    """What a step asks for, as a form; empty where it asks for nothing."""

    def __init__(self, data: Any = None, *, step: Transition, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.step = step
        for need in step.needs:
            if need.kind == NeedKind.TEXT:
                self.fields[need.name] = forms.CharField(
                    required=need.required,
                    max_length=TEXT_LENGTH,
                    widget=forms.Textarea(attrs={"rows": 3}),
                    label=REQUEST_NEEDS.get(need.name, need.label),
                )
