"""What is left of a credential's calls, as header fields."""

from __future__ import annotations

from accounts.limits import WINDOW, Allowance


def allowance_headers(allowance: Allowance) -> dict[str, str]:
    """The header fields of the IETF draft on rate limits, and nothing of anybody else's use."""
    seconds = int(WINDOW.total_seconds())
    return {
        "RateLimit-Policy": f'"default";q={allowance.limit};w={seconds}',
        "RateLimit": f'"default";r={allowance.remaining};t={allowance.reset}',
    }
