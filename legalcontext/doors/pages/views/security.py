"""`/security/`: what protects one's sign-in, and where to change each part of it."""

from __future__ import annotations

from typing import Any

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.http import HttpRequest, HttpResponse

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
                "sessions": UserSession.objects.filter(user_id=self.person.pk).count(),
            },
        )
