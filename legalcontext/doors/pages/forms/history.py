"""Finding answers again, and saying what is wrong with one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from legalcontext.answers.finding import Wanted
from legalcontext.answers.report_models import TEXT_LENGTH, AnswerReport
from legalcontext.doors.pages.forms.base import PageForm
from legalcontext.doors.pages.forms.days import DayField
from legalcontext.doors.pages.forms.selects import LongSelect
from legalcontext.doors.pages.places import place_choices
from legalcontext.doors.pages.words import LABELS, SKILL_NAMES
from matters.models import Matter

WORDS_LENGTH: Final = 200


class FilterForm(PageForm):
    """What to show of the history. Codes and days only: they stand in the page's address."""

    skill = forms.ChoiceField(
        required=False,
        choices=[("", gettext_lazy("Any")), *SKILL_NAMES.items()],
        label=gettext_lazy("Kind of answer"),
    )
    matter = forms.ChoiceField(required=False, label=gettext_lazy("Matter"))
    place = forms.ChoiceField(required=False, widget=LongSelect, label=gettext_lazy("Place"))
    label = forms.ChoiceField(
        required=False,
        choices=[("", gettext_lazy("Any")), *LABELS.items()],
        label=gettext_lazy("Privilege"),
    )
    made_from = DayField(required=False, label=gettext_lazy("From this day"))
    made_until = DayField(required=False, label=gettext_lazy("Until this day"))

    def __init__(
        self,
        data: Any = None,
        *,
        matters: Sequence[Matter] = (),
        with_label: bool = True,
        **kwargs: Any,
    ) -> None:
        super().__init__(data, **kwargs)
        fields: Any = self.fields
        fields["matter"].choices = [("", _("Any")), *((m.public_id, m.title) for m in matters)]
        fields["place"].choices = [("", _("Any")), *place_choices()]
        if not matters:
            del self.fields["matter"]
        if not with_label:
            del self.fields["label"]

    def clean(self) -> dict[str, Any]:
        read: dict[str, Any] = super().clean() or self.cleaned_data
        first, last = read.get("made_from"), read.get("made_until")
        if first and last and last < first:
            self.add_error("made_until", _("Give a day that is not before the first one."))
        return read

    def wanted(self) -> Wanted:
        """Everything where nothing was chosen."""
        chosen = {name: value for name, value in self.cleaned_data.items() if value}
        return Wanted(**chosen)


class SearchForm(FilterForm):
    """The same and words of the question. It is posted, so that no word stands in an address."""

    words = forms.CharField(
        required=False,
        max_length=WORDS_LENGTH,
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off"}),
        label=gettext_lazy("Words of your question"),
    )


class ReportForm(PageForm):
    """What is wrong with an answer."""

    kind = forms.ChoiceField(
        choices=AnswerReport.Kind.choices,
        widget=forms.RadioSelect,
        label=gettext_lazy("What is wrong?"),
        error_messages={"required": gettext_lazy("Choose what fits best.")},
    )
    text = forms.CharField(
        required=False,
        max_length=TEXT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 5, "autocomplete": "off"}),
        label=gettext_lazy("What should it say?"),
        help_text=gettext_lazy(
            "The editors read this. They do not see your question or the answer unless they ask "
            "for access with a reason, and you can see that they did."
        ),
    )
