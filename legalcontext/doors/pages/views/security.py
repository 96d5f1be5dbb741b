"""`/security/`: what protects one's sign-in, and where to change each part of it."""

from __future__ import annotations

from typing import Any

from allauth.mfa.models import Authenticator
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import ngettext

from accounts.errors import NotFound
from legalcontext.doors.pages.devices import sign_in_sessions

from .base import PageView


class Security(PageView):
    """The parts, each with its state. A person has them in all of their accounts alike."""

    section = "account"
    http_method_names = ["get", "head"]

    def respond(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Needs a person, and no account: who was shut out of one keeps their sign-in."""
        _ = self.person
        return self.get(request)

    def get(self, request: HttpRequest) -> HttpResponse:
        found: dict[str, list[Authenticator]] = {}
        for authenticator in Authenticator.objects.filter(user_id=self.person.pk).order_by("pk"):
            found.setdefault(authenticator.type, []).append(authenticator)
        codes = found.get(Authenticator.Type.RECOVERY_CODES, [])
        return self.page(
            "pages/security.html",
            {
                "has_password": self.person.has_usable_password(),
                "totp": found.get(Authenticator.Type.TOTP),
                "passkeys": found.get(Authenticator.Type.WEBAUTHN, []),
                "codes_left": len(codes[0].wrap().get_unused_codes()) if codes else None,
                "sessions": len(sign_in_sessions(request)),
            },
        )


class Sessions(PageView):
    """The browsers that are signed in; any but this one can be ended."""

    section = "account"

    def respond(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Needs a person, and no account."""
        _ = self.person
        return self.post(request) if request.method == "POST" else self.get(request)

    def get(self, request: HttpRequest) -> HttpResponse:
        return self.page("pages/sessions.html", {"sessions": sign_in_sessions(request)})

    def post(self, request: HttpRequest) -> HttpResponse:
        chosen = request.POST.get("end", "")
        others = [each for each in sign_in_sessions(request) if not each.is_current]
        ended = [each for each in others if chosen in ("others", str(each.pk))]
        if not ended:
            raise NotFound
        for session in ended:
            session.end()
        messages.success(
            request,
            ngettext("%(count)s browser was signed out.", "%(count)s browsers were signed out.",
                     len(ended)) % {"count": len(ended)},
        )  # fmt: skip
        return HttpResponseRedirect(reverse("pages:sessions"))
