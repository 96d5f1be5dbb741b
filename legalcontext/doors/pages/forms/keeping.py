"""How long answers are kept, and what may not be deleted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Membership
from legalcontext.answers.holds import Named
from legalcontext.doors.pages.forms.base import PageForm
from legalcontext.doors.pages.words import SKILL_NAMES
from legalcontext.retention.models import MOST_MONTHS, MOST_NOTICE_DAYS
from matters.models import Matter

from .days import DayField

REASON_LENGTH: Final = 1000
ACCOUNT: Final = "account"


class PolicyForm(PageForm):
    """One policy: for what, and how many months; without a number it is taken away."""

    what = forms.ChoiceField(label=gettext_lazy("For which answers?"))
    months = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=MOST_MONTHS,
        label=gettext_lazy("Keep them for how many months?"),
        help_text=gettext_lazy("Leave it empty to take this rule away."),
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )

    def __init__(self, data: Any = None, *, matters: Sequence[Matter] = (), **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        choices: list[Any] = [
            (ACCOUNT, _("All answers of this account")),
            (_("One kind of answer"), list(SKILL_NAMES.items())),
        ]
        if matters:
            choices.append((_("One matter"), [(m.public_id, m.title) for m in matters]))
        fields: Any = self.fields
        fields["what"].choices = choices


class NoticeForm(PageForm):
    """Being told by mail before answers are deleted; without a number not at all."""

    days_before = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=MOST_NOTICE_DAYS,
        label=gettext_lazy("How many days before?"),
        help_text=gettext_lazy("Leave it empty to get no mail."),
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )


class HoldForm(PageForm):
    """What nobody may delete for now: one of a matter, a person or a time; or the answer that one
    comes from, and then nothing else is asked."""

    SCOPES: Final = (
        ("matter", gettext_lazy("A matter, with all that is in it")),
        ("person", gettext_lazy("What one person asked and wrote")),
        ("time", gettext_lazy("What was made in a time")),
    )

    scope = forms.ChoiceField(
        choices=SCOPES, widget=forms.RadioSelect, label=gettext_lazy("What is held?")
    )
    matter = forms.ChoiceField(required=False, label=gettext_lazy("Matter"))
    person = forms.ChoiceField(required=False, label=gettext_lazy("Person"))
    made_from = DayField(required=False, label=gettext_lazy("From this day"))
    made_until = DayField(required=False, label=gettext_lazy("Until this day"))
    answer = forms.CharField(required=False, widget=forms.HiddenInput)
    reason = forms.CharField(
        max_length=REASON_LENGTH,
        widget=forms.Textarea(attrs={"rows": 3}),
        label=gettext_lazy("Why?"),
        error_messages={"required": gettext_lazy("Say why it is held.")},
    )
    review_on = DayField(
        label=gettext_lazy("Look at it again on"),
        help_text=gettext_lazy("A later day, when somebody asks whether it is still needed."),
        error_messages={"required": gettext_lazy("Give a later day.")},
    )

    def __init__(
        self,
        data: Any = None,
        *,
        matters: Sequence[Matter] = (),
        people: Sequence[Membership] = (),
        answer: str = "",
        **kwargs: Any,
    ) -> None:
        super().__init__(data, **kwargs)
        fields: Any = self.fields
        fields["matter"].choices = [("", _("Choose")), *((m.public_id, m.title) for m in matters)]
        fields["person"].choices = [
            ("", _("Choose")),
            *((m.public_id, m.user.name or m.user.email) for m in people),
        ]
        if not answer:
            del fields["answer"]
            return
        for name in ("matter", "person", "made_from", "made_until"):
            del fields[name]
        fields["answer"].initial = answer
        fields["scope"].choices = [("answer", _("One answer"))]
        fields["scope"].initial = "answer"
        fields["scope"].widget = forms.HiddenInput()

    def clean(self) -> dict[str, Any]:
        read: dict[str, Any] = super().clean() or self.cleaned_data
        scope = read.get("scope")
        if scope in ("matter", "person") and not read.get(scope) and scope not in self.errors:
            self.add_error(scope, _("Choose one."))
        first, last = read.get("made_from"), read.get("made_until")
        wrong = {"made_from", "made_until"} & set(self.errors)
        if scope == "time" and not (first or last or wrong):
            self.add_error("made_from", _("Give the first day, the last day, or both."))
        if first and last and last < first:
            self.add_error("made_until", _("Give a day that is not before the first one."))
        return read

    def named(self) -> Named:
        """What it names."""
        said = self.cleaned_data
        scope = said["scope"]
        if scope != "time":
            return Named(**{scope: said[scope]})
        return Named(made_from=said.get("made_from"), made_until=said.get("made_until"))


class ReasonForm(PageForm):
    """Why something is ended."""

    reason = forms.CharField(
        max_length=REASON_LENGTH,
        widget=forms.Textarea(attrs={"rows": 3}),
        label=gettext_lazy("Why?"),
        error_messages={"required": gettext_lazy("Say why.")},
    )
