"""The legal-context specification as pure functions: read a block, resolve a frame, write it.

    stated = read_inbound(raw)                        # what the caller said, or InvalidContext
    frame = resolve(stated, inference, principal, matter)
    block = outbound(frame, retention_sentence(months=12))

No Django and no storage: another vendor can use this package alone. Rules: docs/block.md.
"""

from .constants import (
    AUDIENCES,
    EXTENSION_URI,
    FORUMS,
    HANDLING,
    INSIGHT_CONTRACT,
    LABELS,
    LCP_EXTENSION_URI,
    LEGAL_CONTEXT_CONTRACT,
    MAX_STRING,
    MCP_META_KEY,
    NOTICE,
    QUICK_ASK_CONTRACT,
    ROLES,
    SOURCE,
    Audience,
    Basis,
    Label,
    PrincipalKind,
)
from .frame import resolve
from .inbound import read_inbound
from .notes import NOTE_CODES, NoteCode
from .outbound import context_notes, outbound, retention_sentence
from .places import (
    Canonical,
    canonical_jurisdiction,
    common_parent,
    compatible,
    is_canonical,
    lineage,
    name_in,
    name_of,
    readings,
)
from .storable import pointer_to, unstorable
from .types import (
    NOTHING_INFERRED,
    Candidate,
    Evidence,
    Fault,
    Frame,
    Inbound,
    Inference,
    InvalidContext,
    MatterFacts,
    Note,
    PrincipalFacts,
)

__all__ = [
    "AUDIENCES",
    "EXTENSION_URI",
    "FORUMS",
    "HANDLING",
    "INSIGHT_CONTRACT",
    "LABELS",
    "LCP_EXTENSION_URI",
    "LEGAL_CONTEXT_CONTRACT",
    "MAX_STRING",
    "MCP_META_KEY",
    "NOTE_CODES",
    "NOTHING_INFERRED",
    "NOTICE",
    "QUICK_ASK_CONTRACT",
    "ROLES",
    "SOURCE",
    "Audience",
    "Basis",
    "Candidate",
    "Canonical",
    "Evidence",
    "Fault",
    "Frame",
    "Inbound",
    "Inference",
    "InvalidContext",
    "Label",
    "MatterFacts",
    "Note",
    "NoteCode",
    "PrincipalFacts",
    "PrincipalKind",
    "canonical_jurisdiction",
    "common_parent",
    "compatible",
    "context_notes",
    "is_canonical",
    "lineage",
    "name_in",
    "name_of",
    "outbound",
    "pointer_to",
    "read_inbound",
    "readings",
    "resolve",
    "retention_sentence",
    "unstorable",
]
