"""The admin's own sign-in form: as slow to guess at as the pages', and round no second step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from allauth.account.adapter import get_adapter
from allauth.mfa.models import Authenticator
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils.html import format_html

if TYPE_CHECKING:
    from django.contrib.admin.forms import AdminAuthenticationForm as ThemedForm
else:
    from unfold.forms import AuthenticationForm as ThemedForm

SECOND_STEPS: Final = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)


class SignInForm(ThemedForm):
    """By address and password; whoever has a second step goes to the pages, which ask for it."""

    def clean(self) -> dict[str, Any]:
        said = self.cleaned_data
        email, password = said.get("username"), said.get("password")
        if email and password:
            # allauth's, which counts failures by address and by network address.
            user = get_adapter(self.request).authenticate(
                self.request, email=email, password=password
            )
            if user is None:
                raise self.get_invalid_login_error()
            self.user_cache = user
            self.confirm_login_allowed(user)
        return said

    def confirm_login_allowed(self, user: Any) -> None:
        super().confirm_login_allowed(user)
        if Authenticator.objects.filter(user_id=user.pk, type__in=SECOND_STEPS).exists():
            page = f"{reverse('account_login')}?next={reverse('admin:index')}"
            raise ValidationError(
                format_html(
                    'You have a second step, which is asked for elsewhere: <a href="{}">sign in '
                    "there</a>, and come back to the admin.",
                    page,
                ),
                code="second_step",
            )
