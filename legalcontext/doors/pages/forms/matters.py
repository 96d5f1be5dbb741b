"""Matters: what they are called, what stands in them, and who may read them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Membership
from legalcontext.doors.pages.forms.base import PageForm
from legalcontext.doors.pages.forms.selects import LongSelect
from legalcontext.doors.pages.places import place_choices
from legalcontext.doors.pages.words import FORUM_NAMES
from matters.levels import NAMES
from matters.models import Matter, Party

from .days import DayField

LEVEL_NAMES: Final = {
    "read": gettext_lazy("May read it"),
    "work": gettext_lazy("May read it and work in it"),
    "manage": gettext_lazy("May do everything, sharing and deleting too"),
}
SIDE_NAMES: Final = {
    Party.Side.CLIENT: gettext_lazy("our side"),
    Party.Side.OPPOSING: gettext_lazy("the other side"),
    Party.Side.OTHER: gettext_lazy("neither"),
}


class MatterForm(PageForm):
    """The fields that a general update changes."""

    title = forms.CharField(
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        label=gettext_lazy("What is it called?"),
        error_messages={"required": gettext_lazy("Give it a name.")},
    )
    jurisdiction = forms.ChoiceField(
        required=False,
        widget=LongSelect,
        label=gettext_lazy("Where does it sit?"),
        help_text=gettext_lazy("Answers in this matter use the law of this place."),
    )
    forum = forms.ChoiceField(
        required=False,
        choices=[("", gettext_lazy("Not said")), *FORUM_NAMES.items()],
        label=gettext_lazy("Court or office"),
    )
    litigation_anticipated = forms.ChoiceField(
        required=False,
        choices=[
            (Matter.LitigationAnticipated.UNSET, gettext_lazy("Not said")),
            (Matter.LitigationAnticipated.YES, gettext_lazy("Yes")),
            (Matter.LitigationAnticipated.NO, gettext_lazy("No")),
        ],
        label=gettext_lazy("Is a lawsuit expected?"),
        help_text=gettext_lazy("It decides whether answers may be marked as work product."),
    )

    def __init__(self, data: Any = None, files: Any = None, **kwargs: Any) -> None:
        super().__init__(data, files, **kwargs)
        fields: Any = self.fields
        initial = self.initial or {}
        fields["jurisdiction"].choices = [("", _("Not said")), *place_choices()]
        # A forum in words of its own, entered by a program, stays what it is.
        forum = initial.get("forum")
        if forum and forum not in FORUM_NAMES:
            fields["forum"].choices = [(forum, forum), *fields["forum"].choices]
        elif data is not None and data.get("kept_forum"):
            kept = data["kept_forum"]
            fields["forum"].choices = [(kept, kept), *fields["forum"].choices]


class PartyForm(PageForm):
    """Somebody in the matter."""

    name = forms.CharField(
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        label=gettext_lazy("Name"),
    )
    role = forms.CharField(
        required=False,
        max_length=100,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        label=gettext_lazy("Who they are"),
        help_text=gettext_lazy("Tenant, insurer, witness, …"),
    )
    side = forms.ChoiceField(
        choices=list(SIDE_NAMES.items()), initial=Party.Side.OTHER, label=gettext_lazy("Side")
    )


class KeyDateForm(PageForm):
    """A day that counts."""

    title = forms.CharField(
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        label=gettext_lazy("What happens?"),
    )
    date = DayField(label=gettext_lazy("Day"))
    note = forms.CharField(
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 2}),
        label=gettext_lazy("Note"),
    )


class NoteForm(PageForm):
    """What somebody writes down."""

    text = forms.CharField(
        max_length=20_000,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        label=gettext_lazy("Note"),
    )


class PersonForm(PageForm):
    """One of the account's people."""

    aliases = {"to": "member"}

    member = forms.ChoiceField(
        label=gettext_lazy("Person"),
        error_messages={"required": gettext_lazy("Choose a person.")},
    )

    def __init__(
        self, data: Any = None, *, people: Sequence[Membership] = (), **kwargs: Any
    ) -> None:
        super().__init__(data, **kwargs)
        fields: Any = self.fields
        fields["member"].choices = [
            ("", _("Choose")),
            *((m.public_id, m.user.name or m.user.email) for m in people),
        ]


class ShareForm(PersonForm):
    """Who may do what with the matter."""

    level = forms.ChoiceField(
        choices=[(name, LEVEL_NAMES[name]) for name in NAMES],
        label=gettext_lazy("What they may do"),
    )


class WallForm(PersonForm):
    """Who is shut out."""

    reason = forms.CharField(
        max_length=500,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        label=gettext_lazy("Why?"),
        help_text=gettext_lazy("For your records. The person sees no sign of it."),
    )


class TransferForm(PersonForm):
    """Whose matter it becomes."""

    keep = forms.ChoiceField(
        required=False,
        choices=[
            ("", gettext_lazy("Nothing")),
            *((name, LEVEL_NAMES[name]) for name in NAMES),
        ],
        label=gettext_lazy("What the owner of today keeps"),
    )
