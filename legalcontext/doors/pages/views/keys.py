"""`/account/keys/`: one's own keys, and those of the account's programs. A secret is shown once."""

from __future__ import annotations

from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from accounts import authority
from accounts.models import ApiKey, ServiceIdentity
from accounts.principal import Principal
from accounts.services import account as accounts
from accounts.services import keys
from legalcontext.doors.pages.forms.account import KeyForm, ProgramForm, RotationForm, expiry_of
from legalcontext.doors.pages.forms.base import PageForm
from matters.services.bindings import make_bound_key
from matters.services.matters import list_titles

from .base import FormPage, PageView, StepUp, go

SHOWN: Final = 100
"""Of each list; more are looked after through REST."""


class Keys(PageView):
    """Those that work first, ended ones after them."""

    section = "account"
    http_method_names = ["get", "head"]

    def get(self, request: HttpRequest) -> HttpResponse:
        own = list(keys.keys_of(self.principal).order_by("-created_at")[:SHOWN])
        programs = programs_of(self.principal)
        theirs = ApiKey.objects.filter(account=self.principal.account_id, service__in=programs)
        of_programs = list(theirs.select_related("service").order_by("-created_at")[:SHOWN])
        return self.page(
            "pages/keys.html",
            {
                "keys": sorted(own, key=_has_ended),
                "programs": programs,
                "keys_of_programs": sorted(of_programs, key=_has_ended),
            },
        )


class NewKey(StepUp, FormPage):
    """Made after a fresh confirmation; the answer to the form is the one page with the secret."""

    section = "account"
    form_class = KeyForm
    template = "pages/key_new.html"

    @cached_property
    def choices(self) -> dict[str, list[tuple[str, str]]]:
        programs = [(each.public_id, each.name) for each in programs_of(self.principal)]
        matters = [(each.public_id, each.title) for each in list_titles(self.principal)]
        return {"programs": programs, "matters": matters}

    def form(self, *data: Any) -> PageForm:
        return KeyForm(*data, principal=self.principal, **self.choices)

    def done(self, form: PageForm) -> HttpResponse:
        assert isinstance(form, KeyForm)  # noqa: S101
        chosen, level = form.cleaned_data.get("matters", []), form.cleaned_data.get("level")
        with self.once(form) as attempt:
            if attempt.replay_of:
                return made_before(self.request, attempt.replay_of)
            key, secret = make_bound_key(
                self.principal, matters=chosen, level=level or "", attempt=attempt, **form.key()
            )
        return self.page("pages/key_made.html", {"key": key, "secret": secret})


class KeyPage(PageView):
    """One key, without its secret."""

    section = "account"
    http_method_names = ["get", "head"]

    def get(self, request: HttpRequest, key_id: str) -> HttpResponse:
        key = authority.key(self.principal, key_id)
        return self.page("pages/key.html", {"key": key, "ended": _has_ended(key)})


class RevokeKey(PageView):
    """Its next call is refused. Asks for no confirmation: who fears a leak acts at once."""

    http_method_names = ["post"]

    def post(self, request: HttpRequest, key_id: str) -> HttpResponse:
        keys.revoke_key(key=authority.key(self.principal, key_id))
        messages.success(request, _("The key was revoked; its next call is refused."))
        return HttpResponseRedirect(reverse("pages:keys"))


class RotateKey(StepUp, FormPage):
    """A new secret for the same holder, after a fresh confirmation."""

    section = "account"
    form_class = RotationForm
    template = "pages/key_rotate.html"

    def respond(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        self.key = authority.key(self.principal, kwargs["key_id"])
        return super().respond(request, *args, **kwargs)

    def context(self) -> dict[str, Any]:
        return {"key": self.key}

    def done(self, form: PageForm) -> HttpResponse:
        with self.once(form) as attempt:
            if attempt.replay_of:
                return made_before(self.request, attempt.replay_of)
            key, secret = keys.rotate_key(
                self.principal,
                self.key.public_id,
                old_expires_at=expiry_of(form.cleaned_data["old_lifetime"]),
                attempt=attempt,
            )
        return self.page("pages/key_made.html", {"key": key, "secret": secret})


class NewProgram(FormPage):
    """A program of the account, by an owner or admin."""

    section = "account"
    form_class = ProgramForm
    template = "pages/program_new.html"

    def respond(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        authority.require_manager(self.principal)
        return super().respond(request, *args, **kwargs)

    def done(self, form: PageForm) -> HttpResponse:
        with self.once(form) as attempt:
            if attempt.replay_of is None:
                accounts.make_service(
                    self.principal, name=form.cleaned_data["name"], attempt=attempt
                )
        messages.success(self.request, _("Added. Now make a key for it."))
        return HttpResponseRedirect(reverse("pages:keys"))


def made_before(request: HttpRequest, key_id: str) -> HttpResponse:
    """The form was sent a second time: the key, without its secret."""
    messages.info(request, _("The key was made before. Its secret is shown only once."))
    return go(request, reverse("pages:key", args=[key_id]))


def programs_of(principal: Principal) -> list[ServiceIdentity]:
    """The account's programs, for who looks after them; none for others."""
    if not principal.sees_metadata_of_all:
        return []
    return list(accounts.services_of(principal).order_by("name")[:SHOWN])


def _has_ended(key: ApiKey) -> bool:
    return key.has_ended
