"""How allauth asks for a person's second factors."""

from __future__ import annotations

from typing import Any, Final

from allauth.core import context
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator

_KEPT: Final = "_codossier_second_factors"


class SecondFactorAdapter(DefaultMFAAdapter):  # type: ignore[misc]  # allauth is untyped
    """Named by `MFA_ADAPTER`."""

    def is_mfa_enabled(self, user: Any, types: Any = None) -> bool:
        """As allauth's, which asks once for each type; a request that changes nothing asks once."""
        request = context.request
        if request is None or request.method != "GET" or user.is_anonymous:
            return bool(super().is_mfa_enabled(user, types))
        kept = getattr(request, _KEPT, None)
        if kept is None or kept[0] != user.pk:
            found = Authenticator.objects.filter(user_id=user.pk).values_list("type", flat=True)
            kept = (user.pk, frozenset(found))
            setattr(request, _KEPT, kept)
        return bool(kept[1] if types is None else kept[1] & set(types))
