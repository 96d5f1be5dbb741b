"""The contracts: JSON Schemas of what goes in and what comes out, the same on every door.

`codossier.legal-context/1.0` is the block (what a caller may state is its `$defs/inbound`),
`codossier.quick-ask/1` an ask, `codossier.insight/1` an answer. No Django here: the schemas can
be used, and a value validated, anywhere.
"""

from .quick_ask import SKILLS, Document, InvalidAsk, QuickAsk, parse_quick_ask
from .registry import UnknownContract, all_contracts, bundled, get
from .validation import validate

__all__ = [
    "SKILLS",
    "Document",
    "InvalidAsk",
    "QuickAsk",
    "UnknownContract",
    "all_contracts",
    "bundled",
    "get",
    "parse_quick_ask",
    "validate",
]
