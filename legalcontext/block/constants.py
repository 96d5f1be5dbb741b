"""The identifiers and fixed texts of the legal-context specification, each in one place.

Everything here is compared byte for byte by receiving agents: change nothing without a new
version of the specification ("Fixed texts" and "Identifiers" in docs/block.md).
"""

from typing import Final, Literal

EXTENSION_URI: Final = "https://codossier.com/a2a/ext/legal-context/v1"
"""The A2A extension; the major version is part of the identifier."""

MCP_META_KEY: Final = "com.codossier/legal-context"
"""The key of the block in an MCP `_meta` object, on the call in and on the result out."""

LCP_EXTENSION_URI: Final = "https://integraledger.com/lcp/a2a/legal-context/v1"
"""The Legal Context Protocol's extension: terms of service, never this block."""

LEGAL_CONTEXT_CONTRACT: Final = "codossier.legal-context/1.0"
QUICK_ASK_CONTRACT: Final = "codossier.quick-ask/1"
INSIGHT_CONTRACT: Final = "codossier.insight/1"

Basis = Literal["stated", "inferred", "default"]
Audience = Literal["professional", "individual"]
Label = Literal["none", "attorney_client", "work_product", "unknown"]
PrincipalKind = Literal["professional", "individual", "service"]

AUDIENCES: Final[tuple[Audience, ...]] = ("professional", "individual")
ROLES: Final = ("party", "counsel", "advisor", "family", "other")
LABELS: Final[tuple[Label, ...]] = ("none", "attorney_client", "work_product", "unknown")

FORUMS: Final = (
    "state trial court",
    "state appellate court",
    "state supreme court",
    "small claims court",
    "family court",
    "probate court",
    "housing court",
    "traffic court",
    "local trial court",
    "federal district court",
    "federal court of appeals",
    "US supreme court",
    "bankruptcy court",
    "tax court",
    "immigration court",
    "federal agency",
    "state agency",
    "administrative hearing",
    "arbitration",
    "mediation",
    "tribal court",
    "military court",
    "foreign court",
    "pre-dispute",
)
"""Known values of the open list `forum`; an unknown one is accepted and treated as unknown."""

HANDLING: Final[dict[Label, str]] = {
    "none": (
        "Not privileged. Do not assume confidentiality protections; "
        "share only with the person and their counsel."
    ),
    "attorney_client": (
        "Marked attorney-client by the caller; not determined here. "
        "Keep between the client and their counsel; do not forward without counsel's approval."
    ),
    "work_product": (
        "May be work product; a court decides. Keep within the professional's team; "
        "do not disclose to an adversary or a third party without counsel's approval."
    ),
    "unknown": (
        "Privilege not known. Treat as confidential until counsel decides; "
        "share only with the asker and their counsel."
    ),
}

NOTICE: Final = "Legal information, not legal advice. No lawyer-client relationship is formed."
SOURCE: Final = "Codossier practitioner knowledge base; not case-law research"

MAX_STRING: Final = 200
"""Longest string, in code points, that a field of the inbound block may carry."""
