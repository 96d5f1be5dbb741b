"""Accounts, people and keys in the admin. What creates something runs the same service as the
command does; nothing here is deleted, since people and accounts end by a service of their own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm
from unfold.widgets import (
    UnfoldAdminCheckboxSelectMultipleWidget,
    UnfoldAdminEmailInputWidget,
    UnfoldAdminTextInputWidget,
)

from . import account_panels, failures_admin  # noqa: F401  # panels and lists of their own
from .backoffice import (
    packages,  # noqa: F401  # registers the lists of packages
    panels,
)
from .backoffice.base import NeverDeleted, operator
from .backoffice.filters import AccountFilter
from .backoffice.steps import Step
from .backoffice.theme import badge
from .dashboard import SOON
from .models import Account, ApiKey, Invitation, Membership, Scope, ServiceIdentity, User
from .principal import scopes_open_to
from .services.addresses import mark_proven
from .services.directory import (
    add_person,
    resume_account,
    resume_person,
    suspend_account,
    suspend_person,
    suspend_professional,
    verify_professional,
)
from .services.invitations import invite_owner, open_account, pending
from .services.keys import PERSONAL_SCOPES, create_key, revoke_key
from .services.members import change_role, resume, suspend


def accept_address(request: HttpRequest) -> str:
    """Where an invitation's token is taken up."""
    return request.build_absolute_uri(reverse("pages:join"))


class AccountForm(forms.ModelForm):
    """A new account, and whom its ownership is offered to."""

    owner_email = forms.EmailField(
        label="The owner’s address",
        widget=UnfoldAdminEmailInputWidget,
        help_text="An invitation is mailed there. Taking it up makes the owner, and proves the "
        "address.",
    )

    class Meta:
        model = Account
        fields = ("name", "kind", "time_zone")


class OwnerForm(forms.Form):
    email = forms.EmailField(label="The owner’s address")


def _suspend_account(request: HttpRequest, account: Account, said: dict[str, Any]) -> str:
    suspend_account(account=account)
    return "Suspended. Its keys and its people’s sessions ended at this moment."


def _resume_account(request: HttpRequest, account: Account, said: dict[str, Any]) -> str:
    resume_account(account=account)
    return "Resumed. Its keys work again; sessions are begun anew."


def _invite_owner(request: HttpRequest, account: Account, said: dict[str, Any]) -> str:
    invite_owner(
        account=account,
        email=said["email"],
        by=operator(request),
        accept_url=accept_address(request),
    )
    return "The invitation is on its way."


def _without_owner(account: Account) -> bool:
    return not Membership.objects.acting_owners().filter(account=account).exists()


@admin.register(Account)
class AccountAdmin(NeverDeleted):
    list_display = ("name", "short_id", "kind_shown", "standing", "time_zone", "created_at")
    list_filter = ("kind", "status")
    search_fields = ("name",)
    search_help_text = "A part of the name, or acc_…"
    sortable_by = ("name", "created_at")
    ordering = ("-created_at",)
    actions = ("suspend", "resume")
    change_form_outer_after_template = "backoffice/panels.html"
    steps = (
        Step(
            name="suspend",
            label="Suspend",
            effect="Every key of the account and every session of its people ends at this moment. "
            "Nothing is lost.",
            permission="accounts.suspend_account",
            run=_suspend_account,
            icon="block",
            variant="danger",
            open_to=lambda account: account.status == Account.Status.ACTIVE,
        ),
        Step(
            name="resume",
            label="Resume",
            effect="Keys work again, except what was revoked or ended meanwhile. People sign in "
            "anew.",
            permission="accounts.suspend_account",
            run=_resume_account,
            icon="play_arrow",
            open_to=lambda account: account.status == Account.Status.SUSPENDED,
        ),
        Step(
            name="invite-owner",
            label="Invite an owner",
            effect="No owner can act for this account. The address is offered the ownership by "
            "mail; an earlier invitation of it ends.",
            permission="accounts.add_account",
            run=_invite_owner,
            form=OwnerForm,
            icon="forward_to_inbox",
            variant="primary",
            open_to=_without_owner,
        ),
    )

    @badge(description="kind", states={"professional": "info", "individual": "primary"})
    def kind_shown(self, account: Account) -> str:
        return account.kind

    @badge(description="status", states={"active": "success", "suspended": "danger"})
    def standing(self, account: Account) -> str:
        return account.status

    @admin.action(
        description="Suspend: refuse every credential, lose nothing", permissions=["suspend"]
    )
    def suspend(self, request: HttpRequest, queryset: QuerySet[Account]) -> None:
        self.each(request, queryset, lambda account: suspend_account(account=account), "Suspended")

    @admin.action(description="Resume the suspended", permissions=["suspend"])
    def resume(self, request: HttpRequest, queryset: QuerySet[Account]) -> None:
        self.each(request, queryset, lambda account: resume_account(account=account), "Resumed")

    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **kw: Any
    ) -> Any:
        if obj is None:
            kw["form"] = AccountForm
        return super().get_form(request, obj, change, **kw)

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        if obj is None:
            return ((None, {"fields": ("name", ("kind", "time_zone"), "owner_email")}),)
        return (
            (
                None,
                {
                    "fields": (
                        ("name", "time_zone"),
                        ("public_id", "standing"),
                        ("kind_shown", "created_at"),
                    )
                },
            ),
        )

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return ("public_id", "standing", "kind_shown", "created_at") if obj else ()

    def told_of(self, request: HttpRequest, row: Account) -> dict[str, Any]:
        return {"panels": panels.shown_to(request, row)}

    def save_model(self, request: HttpRequest, obj: Account, form: Any, change: bool) -> None:
        if change:
            super().save_model(request, obj, form, change)
            return
        account, invitation = open_account(
            name=obj.name,
            kind=obj.kind,
            time_zone=obj.time_zone,
            owner_email=form.cleaned_data["owner_email"],
            by=operator(request),
            accept_url=accept_address(request),
        )
        obj.pk = account.pk
        obj.refresh_from_db()
        self.message_user(request, f"An invitation is on its way to {invitation.email}.")


ESCALATES = ("is_staff", "is_superuser", "groups", "user_permissions")
"""What makes an operator, or more of one: the superuser's to give alone."""


LABELS = {
    "is_staff": ("Operator", "May sign in to the admin, and do there what the roles allow."),
    "is_superuser": ("Superuser", "May do everything in the admin, whatever the roles."),
    "groups": ("Roles", "What each may do: the list of roles."),
}


class NewPersonForm(forms.ModelForm):
    """A person whom an operator adds: with a password of their own choice, by mail."""

    class Meta:
        model = User
        fields = ("email", "name")
        help_texts = {
            "email": "You vouch for it. The person signs in by “Forgot your password?”, with a "
            "password that they choose."
        }


def _suspend_person(request: HttpRequest, user: User, said: dict[str, Any]) -> str:
    if user.pk == operator(request).pk:
        raise ValidationError("Nobody shuts themselves out.")
    suspend_person(user=user)
    return "Shut out. Keys and sessions ended at this moment, in all their accounts."


def _resume_person(request: HttpRequest, user: User, said: dict[str, Any]) -> str:
    resume_person(user=user)
    return "Let in again."


@admin.register(User)
class UserAdmin(NeverDeleted, DjangoUserAdmin):
    list_display = ("email", "name", "short_id", "standing", "works_here", "created_at")
    list_filter = ("is_active", "is_staff")
    search_fields = ("email", "name")
    search_help_text = "A part of the address or name, or usr_…"
    sortable_by = ("email", "created_at")
    ordering = ("email",)
    form = UserChangeForm
    add_form = UserCreationForm
    change_password_form = AdminPasswordChangeForm
    readonly_fields = ("is_active", "public_id", "last_login", "created_at")
    actions = ("suspend", "resume")
    filter_horizontal = ()
    change_form_outer_after_template = "backoffice/panels.html"
    add_fieldsets = (
        (None, {"fields": ("email", "name", "usable_password", "password1", "password2")}),
    )
    steps = (
        Step(
            name="suspend",
            label="Shut out",
            effect="The person’s keys and sessions end at this moment, in all their accounts, and "
            "they cannot sign in. Nothing is lost.",
            permission="accounts.suspend_user",
            run=_suspend_person,
            icon="block",
            variant="danger",
            open_to=lambda user: user.is_active,
        ),
        Step(
            name="resume",
            label="Let in again",
            effect="The person may sign in, and their keys work again.",
            permission="accounts.suspend_user",
            run=_resume_person,
            icon="play_arrow",
            open_to=lambda user: not user.is_active,
        ),
    )

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        if obj is None:
            if operator(request).is_superuser:
                return self.add_fieldsets
            return ((None, {"fields": ("email", "name")}),)
        password = ("password",) if operator(request).is_superuser else ()
        operators = (
            "Operator",
            {"fields": (("is_staff", "is_superuser"), "groups")},
        )
        return (
            (None, {"fields": (("email", "name"), *password, ("public_id", "is_active"))}),
            *((operators,) if operator(request).is_superuser or obj.is_staff else ()),
            ("Dates", {"fields": (("last_login", "created_at"),)}),
        )

    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **kw: Any
    ) -> Any:
        if obj is None and not operator(request).is_superuser:
            kw["form"] = NewPersonForm  # who knows the password signs in as the person
        form = super().get_form(request, obj, change, **kw)
        for name in LABELS.keys() & form.base_fields.keys():
            form.base_fields[name].label, form.base_fields[name].help_text = LABELS[name]
        return form

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        kept = self.readonly_fields
        if operator(request).is_superuser:
            return kept
        # Whose mailbox it is, theirs is the password: an operator would sign in as the person.
        return (*kept, *ESCALATES, *(("email",) if obj is not None else ()))

    def formfield_for_manytomany(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        kwargs["widget"] = UnfoldAdminCheckboxSelectMultipleWidget()
        return super().formfield_for_manytomany(db_field, request, **kwargs)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Operators are changed by superusers alone: an address or password is a way in."""
        if obj is not None and obj.is_staff and not operator(request).is_superuser:
            return False
        return super().has_change_permission(request, obj)

    def get_steps(self, request: HttpRequest, row: User) -> Sequence[Step]:
        if row.is_staff and not operator(request).is_superuser:
            return ()
        return super().get_steps(request, row)

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> Any:
        """Passwords are a superuser's to set; everybody else sets their own by mail."""
        if not operator(request).is_superuser:
            raise PermissionDenied
        return super().user_change_password(request, id, form_url)

    @badge(description="status", states={"may sign in": "success", "shut out": "danger"})
    def standing(self, user: User) -> str:
        return "may sign in" if user.is_active else "shut out"

    @badge(description="operator", states={"superuser": "danger", "operator": "warning"})
    def works_here(self, user: User) -> str:
        if user.is_superuser:
            return "superuser"
        return "operator" if user.is_staff else ""

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        if not obj.password:
            obj.set_unusable_password()
        super().save_model(request, obj, form, change)
        if not change or "email" in form.changed_data:
            mark_proven(obj)

    @admin.action(
        description="Suspend everywhere: keys and sessions end, nothing is lost",
        permissions=["suspend"],
    )
    def suspend(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        others = self._suspendable(request, queryset)
        self.each(request, others, lambda user: suspend_person(user=user), "Suspended")

    @admin.action(description="Resume the suspended", permissions=["suspend"])
    def resume(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        others = self._suspendable(request, queryset)
        self.each(request, others, lambda user: resume_person(user=user), "Resumed")

    def _suspendable(self, request: HttpRequest, queryset: QuerySet[User]) -> QuerySet[User]:
        """Nobody shuts themselves out, and only a superuser shuts operators out."""
        others = queryset.exclude(pk=operator(request).pk)
        return others if operator(request).is_superuser else others.filter(is_staff=False)


class VerificationForm(forms.Form):
    evidence = forms.CharField(
        label="What was seen",
        max_length=500,
        help_text="A bar number, a court’s roll, a letter. It is kept with your name.",
        error_messages={"required": "Say what was seen: a bar number, a court's roll, a letter."},
    )


class RoleForm(forms.Form):
    role = forms.ChoiceField(choices=Membership.Role.choices)


def _verify(request: HttpRequest, membership: Membership, said: dict[str, Any]) -> str:
    verify_professional(
        membership=membership, evidence=said["evidence"], verified_by=operator(request)
    )
    return "Verified. Asks count as a professional’s from the next call on."


def _withdraw(request: HttpRequest, membership: Membership, said: dict[str, Any]) -> str:
    suspend_professional(membership=membership)
    return "The profession no longer counts, from the next call on."


def _suspend_member(request: HttpRequest, membership: Membership, said: dict[str, Any]) -> str:
    suspend(membership=membership)
    return "Suspended in this account."


def _resume_member(request: HttpRequest, membership: Membership, said: dict[str, Any]) -> str:
    resume(membership=membership)
    return "Resumed in this account."


def _give_role(request: HttpRequest, membership: Membership, said: dict[str, Any]) -> str:
    change_role(membership=membership, role=said["role"])
    return f"Now {said['role']}."


Profession = Membership.ProfessionalStatus


class NewMembershipForm(forms.ModelForm):
    email = forms.EmailField(
        widget=UnfoldAdminEmailInputWidget,
        help_text="You vouch for the address. The person is made when it is new.",
    )
    name = forms.CharField(required=False, max_length=200, widget=UnfoldAdminTextInputWidget)

    class Meta:
        model = Membership
        fields = ("account", "role")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        account, email = cleaned.get("account"), cleaned.get("email")
        if account and email:
            if account.kind == Account.Kind.INDIVIDUAL:
                self.add_error("account", "An individual's account has one person.")
            taken = Membership.objects.current().filter(
                account=account, user__email=User.objects.normalize_email(email)
            )
            if taken.exists():
                self.add_error("email", "This person is a member of the account already.")
        return cleaned

    def _post_clean(self) -> None:
        """The instance is made by the service, so the form's half-filled one is not validated."""


@admin.register(Membership)
class MembershipAdmin(NeverDeleted):
    """People in their accounts. Everything about one is a step, since each has its own effect."""

    list_display = ("user", "account", "role_shown", "standing", "profession", "verified_at")
    list_filter = ("role", "status", "professional_status", AccountFilter)
    list_select_related = ("user", "account")
    search_fields = ("user__email", "account__name")
    search_help_text = "A part of the address, the account’s name, or acc_…"
    autocomplete_fields = ("account",)
    sortable_by = ("verified_at",)
    ordering = ("-created_at",)
    actions = ("suspend", "resume")
    steps = (
        Step(
            name="verify",
            label="Verify the profession",
            effect="You have seen proof that this person practises. From the next call on their "
            "asks count as a professional’s, and answers may be marked privileged.",
            permission="accounts.verify_membership",
            run=_verify,
            form=VerificationForm,
            icon="verified_user",
            variant="primary",
            open_to=lambda member: member.professional_status != Profession.VERIFIED,
        ),
        Step(
            name="withdraw-verification",
            label="Suspend the profession",
            effect="The profession no longer counts, from the next call on. Only an operator "
            "restores it.",
            permission="accounts.verify_membership",
            run=_withdraw,
            icon="gpp_bad",
            variant="danger",
            open_to=lambda member: member.professional_status == Profession.VERIFIED,
        ),
        Step(
            name="role",
            label="Change the role",
            effect="The person, and their keys, may do what the new role may, from the next call "
            "on.",
            permission="accounts.change_membership",
            run=_give_role,
            form=RoleForm,
            icon="manage_accounts",
        ),
        Step(
            name="suspend",
            label="Suspend in this account",
            effect="Their keys for this account, and all their sessions, end at this moment. "
            "Nothing is lost.",
            permission="accounts.suspend_membership",
            run=_suspend_member,
            icon="block",
            variant="danger",
            open_to=lambda member: member.status == Membership.Status.ACTIVE,
        ),
        Step(
            name="resume",
            label="Resume in this account",
            effect="Their keys work again, except what was revoked or ended meanwhile.",
            permission="accounts.suspend_membership",
            run=_resume_member,
            icon="play_arrow",
            open_to=lambda member: member.status == Membership.Status.SUSPENDED,
        ),
    )

    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **kw: Any
    ) -> Any:
        if obj is None:
            kw["form"] = NewMembershipForm
        return super().get_form(request, obj, change, **kw)

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        if obj is None:
            return ((None, {"fields": ("account", ("email", "name"), "role")}),)
        return (
            (None, {"fields": (("user", "account"), ("role_shown", "standing"))}),
            (
                "Profession",
                {"fields": ("profession", "verified_evidence", ("verified_by", "verified_at"))},
            ),
        )

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False  # by steps alone

    def get_steps(self, request: HttpRequest, row: Membership) -> Sequence[Step]:
        if row.status == Membership.Status.REMOVED:
            return ()
        return super().get_steps(request, row)

    @badge(description="role", states={"owner": "primary", "admin": "info"})
    def role_shown(self, member: Membership) -> str:
        return member.role

    @badge(description="status", states={"active": "success", "suspended": "danger"})
    def standing(self, member: Membership) -> str:
        return member.status

    @badge(
        description="profession",
        states={"verified": "success", "self-declared": "warning", "suspended": "danger"},
    )
    def profession(self, member: Membership) -> str:
        return str(member.get_professional_status_display()).lower()

    def save_model(self, request: HttpRequest, obj: Membership, form: Any, change: bool) -> None:
        membership = add_person(
            account=form.cleaned_data["account"],
            email=form.cleaned_data["email"],
            name=form.cleaned_data["name"],
            role=form.cleaned_data["role"],
        )
        obj.pk = membership.pk
        obj.refresh_from_db()

    @admin.action(
        description="Suspend in this account: keys and sessions end, nothing is lost",
        permissions=["suspend"],
    )
    def suspend(self, request: HttpRequest, queryset: QuerySet[Membership]) -> None:
        self.each(request, queryset, lambda member: suspend(membership=member), "Suspended")

    @admin.action(description="Resume the suspended", permissions=["suspend"])
    def resume(self, request: HttpRequest, queryset: QuerySet[Membership]) -> None:
        self.each(request, queryset, lambda member: resume(membership=member), "Resumed")


def _revoke_invitation(request: HttpRequest, invitation: Invitation, said: dict[str, Any]) -> str:
    pending(invitation.account).filter(pk=invitation.pk).update(revoked_at=timezone.now())
    return "Revoked. Its token is answered like one that never was."


@admin.register(Invitation)
class InvitationAdmin(NeverDeleted):
    list_display = ("email", "account", "role", "standing", "invited_by", "created_at",
                    "expires_at")  # fmt: skip
    list_filter = ("role", AccountFilter)
    list_select_related = ("account", "invited_by")
    search_fields = ("email", "account__name")
    search_help_text = "A part of the address, the account’s name, or acc_…"
    sortable_by = ("created_at",)
    ordering = ("-created_at",)
    fields = (("public_id", "account"), ("email", "role"), ("standing", "invited_by"),
              ("created_at", "expires_at"), ("accepted_at", "revoked_at"))  # fmt: skip
    actions = ("revoke",)
    steps = (
        Step(
            name="revoke",
            label="Revoke",
            effect="The token in the mail stops working at this moment.",
            permission="accounts.revoke_invitation",
            run=_revoke_invitation,
            icon="cancel",
            variant="danger",
            open_to=lambda invitation: invitation.status == "pending",
        ),
    )

    @badge(
        description="status",
        states={"pending": "warning", "accepted": "success", "revoked": "danger"},
    )
    def standing(self, invitation: Invitation) -> str:
        return invitation.status

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False  # the token would be shown to somebody else than the mailbox

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    @admin.action(description="Revoke the pending", permissions=["revoke"])
    def revoke(self, request: HttpRequest, queryset: QuerySet[Invitation]) -> None:
        def end(invitation: Invitation) -> None:
            still = pending(invitation.account).filter(pk=invitation.pk)
            still.update(revoked_at=timezone.now())

        self.each(request, queryset, end, "Revoked")


@admin.register(ServiceIdentity)
class ServiceIdentityAdmin(NeverDeleted):
    list_display = ("name", "account", "short_id", "created_at")
    list_filter = (AccountFilter,)
    list_select_related = ("account",)
    search_fields = ("name", "account__name")
    search_help_text = "A part of its name, the account’s name, or svc_…"
    autocomplete_fields = ("account",)
    sortable_by = ("created_at",)
    ordering = ("-created_at",)
    known = ("public_id", "account", "created_at")

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return (*self.known, "name") if obj else ("account", "name")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return self.known if obj else ()  # its keys and answers are the account's


class NewKeyForm(forms.ModelForm):
    scopes = forms.MultipleChoiceField(
        choices=Scope.choices,
        initial=PERSONAL_SCOPES,
        widget=UnfoldAdminCheckboxSelectMultipleWidget,
        help_text="people:manage and account:manage are for owners and admins alone.",
    )

    class Meta:
        model = ApiKey
        fields = ("membership", "service", "name", "mode", "scopes", "bound", "expires_at")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        membership, service = cleaned.get("membership"), cleaned.get("service")
        if bool(membership) == bool(service):
            raise forms.ValidationError("Choose one: a membership, or a service identity.")
        closed = set(cleaned.get("scopes", ())) - scopes_open_to(membership and membership.role)
        if closed:
            self.add_error("scopes", f"This holder's keys may not have {', '.join(closed)}.")
        return cleaned

    def _post_clean(self) -> None:
        """The key is made by the service, which validates it whole."""


def _revoke_key(request: HttpRequest, key: ApiKey, said: dict[str, Any]) -> str:
    revoke_key(key=key)
    return "Revoked. The next call with it is refused."


class EndsSoon(admin.SimpleListFilter):
    title = "end"
    parameter_name = "ends"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("soon", f"within {SOON.days} days"), ("past", "ended")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[ApiKey]) -> QuerySet[ApiKey]:
        now = timezone.now()
        match self.value():
            case "soon":
                return queryset.filter(
                    revoked_at=None, expires_at__gt=now, expires_at__lte=now + SOON
                )
            case "past":
                return queryset.filter(expires_at__lte=now)
        return queryset


@admin.register(ApiKey)
class ApiKeyAdmin(NeverDeleted):
    list_display = ("name", "ending", "account", "holder", "standing", "expires_at",
                    "last_used_at")  # fmt: skip
    list_filter = ("mode", ("revoked_at", admin.EmptyFieldListFilter), EndsSoon, AccountFilter)
    list_select_related = ("account", "membership__user", "service")
    search_fields = ("name", "account__name", "last_four")
    search_help_text = "Its name, its last four, the account’s name, or key_…"
    autocomplete_fields = ("membership", "service")
    sortable_by = ("expires_at", "last_used_at")
    ordering = ("-created_at",)
    actions = ("revoke",)
    steps = (
        Step(
            name="revoke",
            label="Revoke",
            effect="The next call with this key is refused. A revoked key never comes back.",
            permission="accounts.revoke_apikey",
            run=_revoke_key,
            icon="key_off",
            variant="danger",
            open_to=lambda key: key.revoked_at is None,
        ),
    )

    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **kw: Any
    ) -> Any:
        if obj is None:
            kw["form"] = NewKeyForm
        return super().get_form(request, obj, change, **kw)

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        if obj is None:
            return (
                ("Whose: one of these", {"fields": (("membership", "service"),)}),
                (None, {"fields": (("name", "mode"), "scopes", "bound", "expires_at")}),
            )
        return (
            (
                None,
                {
                    "fields": (
                        ("public_id", "ending"),
                        ("account", "holder"),
                        ("name", "standing"),
                        ("scopes", "bound"),
                        ("expires_at", "revoked_at"),
                        ("last_used_at", "created_at"),
                        "created_by",
                    )
                },
            ),
        )

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False  # a key is revoked and made anew

    @badge(
        description="status",
        states={"live": "success", "test": "info", "revoked": "danger", "ended": "warning"},
    )
    def standing(self, key: ApiKey) -> str:
        if key.revoked_at:
            return "revoked"
        if key.expires_at and key.expires_at <= timezone.now():
            return "ended"
        return key.mode

    @admin.display(description="ends in")
    def ending(self, key: ApiKey) -> str:
        return f"cdx_{key.mode}_…{key.last_four}"

    @admin.display
    def holder(self, key: ApiKey) -> str:
        if key.membership:
            return key.membership.user.email
        return str(key.service and key.service.name)

    def save_model(self, request: HttpRequest, obj: ApiKey, form: Any, change: bool) -> None:
        cleaned = form.cleaned_data
        holder = cleaned["membership"] or cleaned["service"]
        key, secret = create_key(account=holder.account, created_by=operator(request), **cleaned)
        obj.__dict__.update(key.__dict__ | {"secret_shown_once": secret})

    def response_add(
        self, request: HttpRequest, obj: ApiKey, post_url_continue: Any = None
    ) -> HttpResponse:
        """The secret stands on this one page: no message, cookie or session ever holds it."""
        response = TemplateResponse(
            request,
            "admin/accounts/apikey/created.html",
            {
                **self.admin_site.each_context(request),
                "opts": self.opts,
                "title": "Key created",
                "key": obj,
                "secret": vars(obj)["secret_shown_once"],
            },
        )
        response["Cache-Control"] = "no-store"
        return response

    @admin.action(description="Revoke the selected keys, at once", permissions=["revoke"])
    def revoke(self, request: HttpRequest, queryset: QuerySet[ApiKey]) -> None:
        self.each(request, queryset, lambda key: revoke_key(key=key), "Revoked")
