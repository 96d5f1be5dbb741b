"""Which extensions a request activates (4.6): one pure function, and what must be activated."""

from __future__ import annotations

from collections.abc import Sequence

from .errors import EXTENSION_SUPPORT_REQUIRED, A2AError


def negotiate(header: str | None, declared: Sequence[str]) -> tuple[str, ...]:
    """The declared URIs that the request names, in the order in which it names them, each once.

    header: every `A2A-Extensions` line, joined by commas. URIs are compared exactly, case
    included; what is not declared is ignored, another version of what is declared too.
    """
    named = (uri.strip() for uri in (header or "").split(","))
    return tuple(dict.fromkeys(uri for uri in named if uri in declared))


def check_required(active: Sequence[str], required: Sequence[str]) -> None:
    """Raises A2AError (-32008) where an extension that callers have to activate is not active."""
    missing = [uri for uri in required if uri not in active]
    if missing:
        raise A2AError(
            EXTENSION_SUPPORT_REQUIRED,
            f"Send the header A2A-Extensions: {missing[0]}; the agent card says what it asks.",
            metadata={"extensions": ", ".join(missing)},
        )
