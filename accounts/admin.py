"""Accounts, people and keys in the admin. What creates something runs the same service as the
command does; nothing here is deleted, since people and accounts end by a service of their own."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.html import format_html
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

from .backoffice import packages  # noqa: F401  # registers the lists of packages
from .backoffice.base import NeverDeleted, operator
from .backoffice.filters import AccountFilter
from .backoffice.theme import TabularInline
from .dashboard import SOON
from .models import Account, ApiKey, Invitation, Membership, Scope, ServiceIdentity, User
from .principal import scopes_open_to
from .services.addresses import mark_proven
from .services.directory import (
    add_person,
    create_account,
    resume_account,
    resume_person,
    suspend_account,
    suspend_person,
    verify_professional,
)
from .services.invitations import pending
from .services.keys import PERSONAL_SCOPES, create_key, revoke_key
from .services.members import change_role, keep_an_owner, resume, suspend


class AccountForm(forms.ModelForm):
    """A new account comes with its owner."""

    owner_email = forms.EmailField(help_text="The owner; the person is made when new.")
    owner_name = forms.CharField(required=False, max_length=200)

    class Meta:
        model = Account
        fields = ("name", "kind", "time_zone")


class MembershipInline(TabularInline):
    model = Membership
    fk_name = "account"
    fields = ("user", "role", "status", "professional_status")
    readonly_fields = fields
    extra = 0
    can_delete = False
    show_change_link = True

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Account)
class AccountAdmin(NeverDeleted):
    list_display = ("name", "public_id", "kind", "status", "time_zone", "created_at")
    list_filter = ("kind", "status")
    search_fields = ("name",)
    ordering = ("-created_at",)
    readonly_fields = ("status", "public_id", "new_matter", "created_at")
    inlines = (MembershipInline,)
    actions = ("suspend", "resume")

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

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        if obj is None:
            return ("name", "kind", "time_zone", "owner_email", "owner_name")
        return ("name", "kind", "time_zone", "status", "public_id", "new_matter", "created_at")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return (*self.readonly_fields, "kind") if obj else ()

    def get_inline_instances(self, request: HttpRequest, obj: Any = None) -> Any:
        return super().get_inline_instances(request, obj) if obj else []

    @admin.display(description="matters")
    def new_matter(self, account: Account) -> str:
        return format_html(
            '<a href="{}?account={}">Add a matter of this account</a>',
            "/admin/matters/matter/add/",
            account.public_id,
        )

    def save_model(self, request: HttpRequest, obj: Account, form: Any, change: bool) -> None:
        if change:
            super().save_model(request, obj, form, change)
            return
        account, _ = create_account(
            name=obj.name,
            kind=obj.kind,
            time_zone=obj.time_zone,
            owner_email=form.cleaned_data["owner_email"],
            owner_name=form.cleaned_data["owner_name"],
        )
        obj.pk = account.pk
        obj.refresh_from_db()


@admin.register(User)
class UserAdmin(NeverDeleted, DjangoUserAdmin):
    list_display = ("email", "name", "public_id", "is_active", "is_staff", "created_at")
    list_filter = ("is_active", "is_staff")
    search_fields = ("email", "name")
    ordering = ("email",)
    form = UserChangeForm
    add_form = UserCreationForm
    change_password_form = AdminPasswordChangeForm
    readonly_fields = ("is_active", "public_id", "last_login", "created_at")
    actions = ("suspend", "resume")
    filter_horizontal = ("groups", "user_permissions")
    fieldsets = (
        (None, {"fields": ("email", "name", "password", "public_id")}),
        (
            "Operator",
            {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")},
        ),
        ("Dates", {"fields": ("last_login", "created_at")}),
    )
    add_fieldsets = (
        (None, {"fields": ("email", "name", "usable_password", "password1", "password2")}),
    )

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        if not change or "email" in form.changed_data:
            mark_proven(obj)

    @admin.action(
        description="Suspend everywhere: keys and sessions end, nothing is lost",
        permissions=["suspend"],
    )
    def suspend(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        others = queryset.exclude(pk=operator(request).pk)  # nobody shuts themselves out
        self.each(request, others, lambda user: suspend_person(user=user), "Suspended")

    @admin.action(description="Resume the suspended", permissions=["suspend"])
    def resume(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        self.each(request, queryset, lambda user: resume_person(user=user), "Resumed")


class MembershipForm(forms.ModelForm):
    """Verifying says what was seen; an account keeps an owner."""

    class Meta:
        model = Membership
        fields = ("role", "professional_status", "verified_evidence")

    def clean_role(self) -> str:
        role: str = self.cleaned_data["role"]
        if role != Membership.Role.OWNER:
            keep_an_owner(self.instance)
        return role

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        verified = cleaned.get("professional_status") == Membership.ProfessionalStatus.VERIFIED
        if verified and not cleaned.get("verified_evidence", "").strip():
            self.add_error(
                "verified_evidence", "Say what was seen: a bar number, a court's roll, a letter."
            )
        return cleaned


class NewMembershipForm(forms.ModelForm):
    email = forms.EmailField(help_text="The person is made when the address is new.")
    name = forms.CharField(required=False, max_length=200)

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
    list_display = ("user", "account", "role", "status", "professional_status", "verified_at")
    list_filter = ("role", "status", "professional_status")
    list_select_related = ("user", "account")
    search_fields = ("user__email", "account__name")
    autocomplete_fields = ("account",)
    ordering = ("-created_at",)
    actions = ("suspend", "resume")

    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **kw: Any
    ) -> Any:
        kw["form"] = MembershipForm if obj else NewMembershipForm
        return super().get_form(request, obj, change, **kw)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        if obj is None:
            return ("account", "email", "name", "role")
        return ("user", "account", "role", "status", "professional_status", "verified_evidence",
                "verified_by", "verified_at")  # fmt: skip

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return ("user", "account", "status", "verified_by", "verified_at") if obj else ()

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        if obj is not None and obj.status == Membership.Status.REMOVED:
            return False
        return super().has_change_permission(request, obj)

    def save_model(self, request: HttpRequest, obj: Membership, form: Any, change: bool) -> None:
        if not change:
            membership = add_person(
                account=form.cleaned_data["account"],
                email=form.cleaned_data["email"],
                name=form.cleaned_data["name"],
                role=form.cleaned_data["role"],
            )
            obj.pk = membership.pk
            obj.refresh_from_db()
            return
        if "role" in form.changed_data:
            change_role(membership=obj, role=form.cleaned_data["role"])
        if not {"professional_status", "verified_evidence"} & set(form.changed_data):
            return
        obj.professional_status = form.cleaned_data["professional_status"]
        obj.verified_evidence = form.cleaned_data["verified_evidence"]
        if obj.professional_status == Membership.ProfessionalStatus.VERIFIED:
            verify_professional(
                membership=obj, evidence=obj.verified_evidence, verified_by=operator(request)
            )
        else:
            obj.save(update_fields=["professional_status", "verified_evidence"])

    @admin.action(
        description="Suspend in this account: keys and sessions end, nothing is lost",
        permissions=["suspend"],
    )
    def suspend(self, request: HttpRequest, queryset: QuerySet[Membership]) -> None:
        self.each(request, queryset, lambda member: suspend(membership=member), "Suspended")

    @admin.action(description="Resume the suspended", permissions=["suspend"])
    def resume(self, request: HttpRequest, queryset: QuerySet[Membership]) -> None:
        self.each(request, queryset, lambda member: resume(membership=member), "Resumed")


@admin.register(Invitation)
class InvitationAdmin(NeverDeleted):
    list_display = ("public_id", "account", "email", "role", "status", "invited_by", "created_at")
    list_filter = ("role",)
    list_select_related = ("account", "invited_by")
    search_fields = ("email", "account__name")
    ordering = ("-created_at",)
    fields = ("public_id", "account", "email", "role", "status", "invited_by", "created_at",
              "expires_at", "accepted_at", "revoked_at")  # fmt: skip
    actions = ("revoke",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False  # the token would be shown to somebody else than the mailbox

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return obj is None and super().has_change_permission(request)

    @admin.action(description="Revoke the pending", permissions=["revoke"])
    def revoke(self, request: HttpRequest, queryset: QuerySet[Invitation]) -> None:
        def end(invitation: Invitation) -> None:
            still = pending(invitation.account).filter(pk=invitation.pk)
            still.update(revoked_at=timezone.now())

        self.each(request, queryset, end, "Revoked")


@admin.register(ServiceIdentity)
class ServiceIdentityAdmin(NeverDeleted):
    list_display = ("name", "account", "public_id", "created_at")
    list_select_related = ("account",)
    search_fields = ("name", "account__name")
    autocomplete_fields = ("account",)
    ordering = ("-created_at",)


class NewKeyForm(forms.ModelForm):
    scopes = forms.MultipleChoiceField(
        choices=Scope.choices, initial=PERSONAL_SCOPES, widget=forms.CheckboxSelectMultiple
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
    list_display = ("name", "ending", "account", "holder", "mode", "expires_at", "revoked_at",
                    "last_used_at")  # fmt: skip
    list_filter = ("mode", ("revoked_at", admin.EmptyFieldListFilter), EndsSoon, AccountFilter)
    list_select_related = ("account", "membership__user", "service")
    search_fields = ("name", "account__name", "last_four")
    ordering = ("-created_at",)
    actions = ("revoke",)

    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **kw: Any
    ) -> Any:
        if obj is None:
            kw["form"] = NewKeyForm
        return super().get_form(request, obj, change, **kw)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        if obj is None:
            return ("membership", "service", "name", "mode", "scopes", "bound", "expires_at")
        return ("public_id", "ending", "account", "holder", "name", "mode", "scopes", "bound",
                "expires_at", "revoked_at", "last_used_at", "created_by", "created_at")  # fmt: skip

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return self.get_fields(request, obj) if obj else ()

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
