"""Forms about the account, its people and keys."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from typing import Any, Final
from zoneinfo import available_timezones

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import ApiKey, Membership, Scope
from accounts.principal import Principal
from matters.levels import READ, WORK

from .base import PageForm
from .selects import LongSelect

ROLES: Final = (
    (Membership.Role.MEMBER.value, _("Member: asks, and owns matters")),
    (Membership.Role.ADMIN.value, _("Admin: also invites and looks after members")),
    (Membership.Role.OWNER.value, _("Owner: also retention, holds and the account itself")),
)

SCOPES: Final = (
    (Scope.ASK.value, _("Ask")),
    (Scope.HISTORY_READ.value, _("Read and export answers")),
    (Scope.HISTORY_DELETE.value, _("Delete answers")),
    (Scope.MATTERS_READ.value, _("Read matters")),
    (Scope.MATTERS_WRITE.value, _("Change matters")),
    (Scope.PEOPLE_MANAGE.value, _("Look after people, programs and their keys")),
    (Scope.ACCOUNT_MANAGE.value, _("Name and time zone, retention, holds, closure")),
)

PERSONAL: Final = tuple(
    scope for scope, _label in SCOPES if scope not in (Scope.PEOPLE_MANAGE, Scope.ACCOUNT_MANAGE)
)
FOREVER: Final = "never"
LIFETIMES: Final = (
    ("30", _("30 days")),
    ("90", _("90 days")),
    ("365", _("A year")),
    (FOREVER, _("Until it is revoked")),
)
SELF: Final = ""


class DetailsForm(PageForm):
    """Name and time zone of the account."""

    name = forms.CharField(label=_("Name"), max_length=200)
    time_zone = forms.ChoiceField(
        widget=LongSelect,
        label=_("Time zone"),
        help_text=_("“Today” and all dates of the account are in it."),
        choices=lambda: [(zone, zone.replace("_", " ")) for zone in sorted(available_timezones())],
    )


class ProfessionForm(PageForm):
    """What a person says of their profession."""

    aliases = {"professional_status": "declared"}

    declared = forms.TypedChoiceField(
        label=_("Do you practise law?"),
        help_text=_(
            "It changes how answers may be handled only once an operator of the service has "
            "verified it."
        ),
        choices=(
            (Membership.ProfessionalStatus.NONE.value, _("No, or I do not say")),
            (
                Membership.ProfessionalStatus.SELF_DECLARED.value,
                _("Yes, I am a legal professional"),
            ),
        ),
        widget=forms.RadioSelect,
    )


class InvitationForm(PageForm):
    """Whom to invite, and as what."""

    email = forms.EmailField(
        label=_("E-mail address"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
    )
    role = forms.ChoiceField(label=_("Role"), widget=forms.RadioSelect)

    def __init__(self, *args: Any, roles: Iterable[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["role"].choices = _among(ROLES, roles)  # type: ignore[attr-defined]
        self.fields["role"].initial = Membership.Role.MEMBER.value


class RoleForm(PageForm):
    """Another role for a member."""

    role = forms.ChoiceField(label=_("Role"), widget=forms.RadioSelect)

    def __init__(self, *args: Any, roles: Iterable[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["role"].choices = _among(ROLES, roles)  # type: ignore[attr-defined]


class RemovalForm(PageForm):
    """Who takes over what is a leaver's."""

    transfer_to = forms.ChoiceField(
        label=_("Who takes over their matters?"),
        help_text=_("Needed only if they own matters."),
        required=False,
    )

    def __init__(self, *args: Any, successors: Iterable[Membership], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        people = [(each.public_id, each.user.name or each.user.email) for each in successors]
        field: Any = self.fields["transfer_to"]
        field.choices = [("", _("Nobody")), *people]


class AcceptanceForm(PageForm):
    """Taking up an invitation; a name and a password for who has none here yet."""

    name = forms.CharField(
        label=_("Your name"),
        max_length=200,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    password = forms.CharField(
        label=_("A password"),
        help_text=_("If you have been here before, leave it empty: yours stays as it is."),
        max_length=200,
        required=False,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )


class TokenForm(PageForm):
    """The code of an invitation, for who types it instead of following the link."""

    token = forms.CharField(
        label=_("Code of the invitation"),
        help_text=_("It is in the mail, and begins with cdx_invite."),
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )


class ProgramForm(PageForm):
    """A program of the account."""

    name = forms.CharField(
        label=_("Name of the program"),
        help_text=_("Such as “intake form” or “case management”."),
        max_length=100,
    )


class KeyForm(PageForm):
    """A new key: for whom, what it may do, and how long."""

    name = forms.CharField(
        label=_("Name"), help_text=_("So that you know later what it is for."), max_length=100
    )
    service = forms.ChoiceField(
        label=_("For whom?"), required=False, help_text=_("A program acts for no person.")
    )
    scopes = forms.MultipleChoiceField(
        label=_("What may it do?"), widget=forms.CheckboxSelectMultiple
    )
    mode = forms.ChoiceField(
        label=_("For real, or to try things out?"),
        choices=(
            (ApiKey.Mode.LIVE.value, _("For real")),
            (ApiKey.Mode.TEST.value, _("To try: its answers are marked and kept one day")),
        ),
        initial=ApiKey.Mode.LIVE.value,
        widget=forms.RadioSelect,
    )
    lifetime = forms.ChoiceField(label=_("How long?"), choices=LIFETIMES, initial="90")
    bound = forms.BooleanField(
        label=_("Only the matters chosen here"),
        help_text=_("A program's key reads no other matter in any case."),
        required=False,
    )
    matters = forms.MultipleChoiceField(
        label=_("Matters"), required=False, widget=forms.CheckboxSelectMultiple
    )
    level = forms.ChoiceField(
        label=_("In these matters it may"),
        choices=((READ, _("read")), (WORK, _("read and work"))),
        initial=READ,
        required=False,
    )

    aliases = {"expires_at": "lifetime", "key": "matters"}

    def __init__(
        self,
        *args: Any,
        principal: Principal,
        programs: Iterable[tuple[str, str]],
        matters: Iterable[tuple[str, str]],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        fields: dict[str, Any] = self.fields
        fields["scopes"].choices = _among(SCOPES, principal.scopes)
        fields["scopes"].initial = PERSONAL
        fields["service"].choices = [(SELF, _("For me")), *programs]
        fields["matters"].choices = list(matters)
        if len(fields["service"].choices) == 1:
            del fields["service"]
        if not fields["matters"].choices:
            for name in ("bound", "matters", "level"):
                del fields[name]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("matters") and not (cleaned.get("bound") or cleaned.get("service")):
            self.add_error("bound", _("Tick this too, or choose no matter."))
        return cleaned

    def key(self) -> dict[str, Any]:
        """What `make_key` takes."""
        cleaned = self.cleaned_data
        return {
            "name": cleaned["name"],
            "mode": cleaned["mode"],
            "scopes": cleaned["scopes"],
            "bound": bool(cleaned.get("bound")),
            "expires_at": expiry_of(cleaned["lifetime"]),
            "service": cleaned.get("service") or None,
        }


class RotationForm(PageForm):
    """A new secret; the old key lives on for a while."""

    old_lifetime = forms.ChoiceField(
        label=_("How long does the old key still work?"),
        choices=(
            ("1", _("One day")),
            ("7", _("A week")),
            ("30", _("30 days")),
            (FOREVER, _("Until I revoke it")),
        ),
        initial="7",
    )

    aliases = {"old_expires_at": "old_lifetime"}


def expiry_of(lifetime: str) -> dt.datetime | None:
    """The moment after so many days, None for never."""
    return None if lifetime == FOREVER else timezone.now() + dt.timedelta(days=int(lifetime))


def _among(choices: Iterable[tuple[str, Any]], allowed: Iterable[str]) -> list[tuple[str, Any]]:
    wanted = set(allowed)
    return [(value, label) for value, label in choices if value in wanted]
