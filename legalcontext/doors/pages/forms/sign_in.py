"""allauth's forms in our words: labels above the fields, and none inside them."""

from __future__ import annotations

from typing import Any, Final

from allauth.account import forms as account
from allauth.mfa.base import forms as mfa
from allauth.mfa.totp import forms as totp
from allauth.mfa.webauthn import forms as webauthn
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

LABELS: Final[dict[str, Promise]] = {
    "login": _("E-mail address"),
    "email": _("E-mail address"),
    "password": _("Password"),
    "password1": _("New password"),
    "password2": _("The new password again"),
    "oldpassword": _("Present password"),
    "code": _("Code"),
    "name": _("Name"),
    "passwordless": _("Sign in with it alone, without a password"),
}

PASSKEY_ALONE = _("Your device then checks your fingerprint, face or PIN each time.")
FIRST_PASSWORD = _("Password")


class Plain:
    """A mixin before a form of allauth's."""

    fields: dict[str, Any]
    label_suffix: str

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            if name in LABELS:
                field.label = LABELS[name]
            if name == "code":
                field.widget.attrs["inputmode"] = "numeric"


class LoginForm(Plain, account.LoginForm):  # type: ignore[misc]  # allauth is untyped
    pass


class SignupForm(Plain, account.SignupForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password1"].label = FIRST_PASSWORD


class ResetPasswordForm(Plain, account.ResetPasswordForm):  # type: ignore[misc]
    pass


class ResetPasswordKeyForm(Plain, account.ResetPasswordKeyForm):  # type: ignore[misc]
    pass


class ChangePasswordForm(Plain, account.ChangePasswordForm):  # type: ignore[misc]
    pass


class SetPasswordForm(Plain, account.SetPasswordForm):  # type: ignore[misc]
    pass


class AddEmailForm(Plain, account.AddEmailForm):  # type: ignore[misc]
    pass


class ReauthenticateForm(Plain, account.ReauthenticateForm):  # type: ignore[misc]
    pass


class AuthenticateForm(Plain, mfa.AuthenticateForm):  # type: ignore[misc]
    pass


class ConfirmCodeForm(Plain, mfa.ReauthenticateForm):  # type: ignore[misc]
    pass


class ActivateTOTPForm(Plain, totp.ActivateTOTPForm):  # type: ignore[misc]
    pass


class AddPasskeyForm(Plain, webauthn.AddWebAuthnForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["passwordless"].initial = True
        self.fields["passwordless"].help_text = PASSKEY_ALONE


class EditPasskeyForm(Plain, webauthn.EditWebAuthnForm):  # type: ignore[misc]
    pass
