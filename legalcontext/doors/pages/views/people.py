"""`/account/people/` and `/join/`: colleagues, invitations, and taking one up."""

from __future__ import annotations

from typing import Any, Final

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts import authority
from accounts.errors import NotFound, StillResponsible
from accounts.models import Invitation, Membership
from accounts.principal import Principal
from accounts.services import invitations, members
from legalcontext.doors.pages.forms.account import (
    AcceptanceForm,
    InvitationForm,
    RemovalForm,
    RoleForm,
    TokenForm,
)
from legalcontext.doors.pages.forms.base import PageForm, words_in
from legalcontext.doors.pages.session import CHOSEN

from .base import FormPage, PageView, PublicPage, refused_form

TOKEN: Final = "invitation_token"  # noqa: S105
"""In the session: the token of the link that was followed, so that no address keeps it."""

SHOWN: Final = 200
"""Of each list; an account of more people is looked after through REST."""


class People(PageView):
    """Colleagues see each other; owners and admins also whom they invited."""

    section = "account"
    http_method_names = ["get", "head"]

    def get(self, request: HttpRequest) -> HttpResponse:
        principal = self.principal
        pending: list[Invitation] = []
        if principal.sees_metadata_of_all:
            found = invitations.invitations_of(principal).filter(accepted_at=None, revoked_at=None)
            pending = list(found.order_by("-created_at")[:SHOWN])
        people = members.members_of(principal).order_by("user__email")[:SHOWN]
        return self.page(
            "pages/people.html",
            {"people": people, "invitations": pending, "may_invite": bool(governed(principal))},
        )


class Invite(FormPage):
    """The token goes to the mailbox alone."""

    section = "account"
    form_class = InvitationForm
    template = "pages/invite.html"

    def respond(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        authority.require_manager(self.principal)
        return super().respond(request, *args, **kwargs)

    def form(self, *data: Any) -> PageForm:
        return InvitationForm(*data, roles=governed(self.principal))

    def done(self, form: PageForm) -> HttpResponse:
        where = self.request.build_absolute_uri(reverse("pages:join"))
        with self.once(form) as attempt:
            if attempt.replay_of is None:
                invitations.invite(
                    self.principal, accept_url=where, attempt=attempt, **form.cleaned_data
                )
        messages.success(self.request, _("The invitation is on its way."))
        return HttpResponseRedirect(reverse("pages:people"))


class RevokeInvitation(PageView):
    """Its token is worth nothing from now on."""

    http_method_names = ["post"]

    def post(self, request: HttpRequest, invitation_id: str) -> HttpResponse:
        invitations.revoke_invitation(self.principal, invitation_id)
        messages.success(request, _("The invitation was revoked."))
        return HttpResponseRedirect(reverse("pages:people"))


class Member(PageView):
    """One colleague; what one may do with them stands below."""

    section = "account"
    http_method_names = ["get", "head"]

    def get(self, request: HttpRequest, member_id: str) -> HttpResponse:
        member = authority.member(self.principal, member_id)
        governs = authority.may_govern(self.principal, member.role)
        roles = RoleForm(roles=governed(self.principal), initial={"role": member.role})
        return self.page("pages/member.html", {"member": member, "governs": governs, "form": roles})


class ChangeMember(PageView):
    """Another role, a suspension, its end: one button each."""

    http_method_names = ["post"]

    def post(self, request: HttpRequest, member_id: str) -> HttpResponse:
        match request.POST.get("do"):
            case "role":
                members.give_role(self.principal, member_id, self._role(request))
            case "suspend":
                members.suspend_member(self.principal, member_id)
            case "resume":
                members.resume_member(self.principal, member_id)
            case _other:
                raise NotFound
        messages.success(request, _("Saved."))
        return HttpResponseRedirect(reverse("pages:member", args=[member_id]))

    @staticmethod
    def _role(request: HttpRequest) -> str:
        role = request.POST.get("role", "")
        if role not in Membership.Role.values:
            raise ValidationError({"role": _("Choose one of the roles.")})
        return role


class RemoveMember(FormPage):
    """Keys, sessions and grants end; matters go to somebody else first."""

    section = "account"
    form_class = RemovalForm
    template = "pages/member_remove.html"

    def respond(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        self.member = authority.governed_member(self.principal, kwargs["member_id"])
        return super().respond(request, *args, **kwargs)

    def context(self) -> dict[str, Any]:
        return {"member": self.member}

    def form(self, *data: Any) -> PageForm:
        others = members.members_of(self.principal).exclude(pk=self.member.pk)
        active = others.filter(status=Membership.Status.ACTIVE).order_by("user__email")
        return RemovalForm(*data, successors=active[:SHOWN])

    def done(self, form: PageForm) -> HttpResponse:
        successor = form.cleaned_data["transfer_to"] or None
        try:
            members.remove_member(self.principal, self.member.public_id, transfer_to=successor)
        except StillResponsible as error:
            named = ", ".join(error.ids)
            raise ValidationError(
                {"transfer_to": _("These are still theirs: %(ids)s. Choose who takes them over.")
                 % {"ids": named}}
            ) from None  # fmt: skip
        messages.success(self.request, _("They are no longer a member."))
        return HttpResponseRedirect(reverse("pages:people"))


class FollowInvitation(PublicPage):
    """The link of the mail: the token goes into the session, and out of the address."""

    http_method_names = ["get"]

    def get(self, request: HttpRequest, token: str) -> HttpResponse:
        request.session[TOKEN] = token
        return HttpResponseRedirect(reverse("pages:join"))


class Join(PublicPage):
    """Taking up an invitation. A token that is wrong, used or expired is told apart by nothing."""

    def get(self, request: HttpRequest) -> HttpResponse:
        if TOKEN not in request.session:
            return self.page("pages/join_code.html", {"form": TokenForm()})
        return self._offer(AcceptanceForm())

    @classmethod
    def takes(cls) -> tuple[str, ...]:
        return words_in(AcceptanceForm) + words_in(TokenForm)

    def show_again(self, refusal: str | None, *, status: int = 200) -> HttpResponse:
        sent = self.request.POST
        if "token" in sent:
            form = refused_form(TokenForm(sent), refusal)
            return self.page("pages/join_code.html", {"form": form}, status=status)
        return self._offer(refused_form(AcceptanceForm(sent), refusal), status=status)

    def post(self, request: HttpRequest) -> HttpResponse:
        if "token" in request.POST:
            return self._keep(TokenForm(request.POST))
        form = AcceptanceForm(request.POST)
        if not form.is_valid():
            return self._offer(form, status=400)
        invitation = self._invitation()
        said = form.cleaned_data
        try:
            membership = invitations.accept(
                invitation, name=said["name"], password=said["password"] or None
            )
        except ValidationError as error:
            form.take(error)
            return self._offer(form, status=400)
        del request.session[TOKEN]
        if request.user == membership.user:
            request.session[CHOSEN] = membership.public_id
            return HttpResponseRedirect(reverse("pages:home"))
        return self.page("pages/joined.html", {"membership": membership})

    def _keep(self, form: TokenForm) -> HttpResponse:
        if not form.is_valid():
            return self.page("pages/join_code.html", {"form": form}, status=400)
        self.request.session[TOKEN] = form.cleaned_data["token"].strip()
        return HttpResponseRedirect(reverse("pages:join"))

    def _offer(self, form: AcceptanceForm, *, status: int = 200) -> HttpResponse:
        invitation = self._invitation()
        return self.page("pages/join.html", {"form": form, "invitation": invitation}, status=status)

    def _invitation(self) -> Invitation:
        """What the token of the session offers. NotFound, and the token is forgotten."""
        token = self.request.session.get(TOKEN, "")
        try:
            invitation = invitations.find(token)
            if not invitations.still_stands(invitation):
                raise NotFound
        except NotFound:
            self.request.session.pop(TOKEN, None)
            raise
        return invitation


def governed(principal: Principal) -> tuple[str, ...]:
    """The roles that the principal may give."""
    return tuple(role for role in Membership.Role.values if authority.may_govern(principal, role))
