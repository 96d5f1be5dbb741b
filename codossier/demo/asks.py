"""One real ask of each skill, sent over REST as any program would."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Iterator, Mapping
from typing import Any

LEASE = """RESIDENTIAL LEASE

This lease is made on March 1, 2026 between Harbor Lofts LLC ("Landlord") and Jo Dunne ("Tenant")
for Apartment 4B, 12 Quay Street, Albany, New York 12207.

1. Rent. Tenant pays $1,850 per month, due on the first day of each month.
2. Deposit. Tenant has paid a security deposit of $1,850.
3. Term. The term is one year and ends on February 28, 2027.
4. Late fee. A late fee of $50 is due when rent is more than five days late.
5. Governing law. This lease is governed by the laws of the State of New York.
"""


def asks(callers: Mapping[str, Mapping[str, Any]]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """(caller's name, what it shows, the quick ask) for each skill."""
    yield (
        "Ada Park",
        "triage, an individual who states no frame",
        {
            "skill": "triage",
            "question": "I moved out of my apartment in Sacramento six weeks ago and my landlord "
            "still has not returned my deposit. What can I do?",
        },
    )
    yield (
        "Sami Haddad",
        "consult, a professional who states where the matter sits",
        {
            "skill": "consult",
            "question": "How much notice must a landlord give before filing an eviction suit?",
            "context": {"jurisdiction": "US-TX", "audience": "professional", "role": "counsel"},
        },
    )
    yield (
        "Maya Rivera",
        "document_review, a professional on a matter of her own",
        {
            "skill": "document_review",
            "question": "What stands out in this lease?",
            "documents": [{"name": "lease.txt", "media_type": "text/plain", "text": LEASE}],
            "context": {"matter": callers["Maya Rivera"]["matters"][0]},
        },
    )


def send(url: str, key: str, ask: Mapping[str, Any]) -> dict[str, Any]:
    """POST one quick ask; returns the insight. urllib.error.HTTPError: it was refused."""
    request = urllib.request.Request(  # noqa: S310 - the service that was just started
        f"{url}/v1/asks",
        data=json.dumps(ask).encode(),
        headers={"Authorization": f"Bearer {key}", "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=60) as response:  # noqa: S310
        insight: dict[str, Any] = json.load(response)
    return insight
