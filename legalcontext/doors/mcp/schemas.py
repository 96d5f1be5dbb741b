"""The tools' schemas: the contracts, in the plain form that models and clients read well.

The contracts allow null wherever a member may be absent, and refer to each other. Many clients
hand a schema on to a model whose reader knows neither; so here every reference is written out and
"or null" is left away. What the tools accept is still what the contracts accept.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from legalcontext import contracts
from legalcontext.block.constants import INSIGHT_CONTRACT, MCP_META_KEY, QUICK_ASK_CONTRACT

Schema = dict[str, Any]

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
LEFT_OUT: Final = frozenset({"$id", "$schema", "$defs"})
PLAIN_DATA: Final = frozenset({"examples", "enum", "const", "required"})

INLINE_CHARACTERS: Final = 250_000
"""How much text the documents of one call may have: about a hundred pages, which are read well
within the time that clients wait."""

DOCUMENTS: Final = (
    "Papers to read with the question, as plain text: a lease, a notice, a contract, a summons. "
    f"Send the whole text. At most {{documents}} documents, with {INLINE_CHARACTERS:,} characters "
    "between them."
)
CONTEXT: Final = (
    "What is known of the legal frame. State only what the user said or what an earlier answer's "
    "legal_context carried; leave everything else out, and the answer says what it assumed. A "
    f"client that can set _meta puts the same object under _meta[“{MCP_META_KEY}”] instead."
)
JURISDICTION: Final = (
    "Where the matter sits: an ISO 3166 code. Or the jurisdiction object of an earlier answer's "
    "legal_context, handed on as it came."
)
MATTER: Final = (
    "The id of a matter to read with the question, from list_matters. Name one only if the user "
    "means it."
)


def ask_schema() -> Schema:
    """The arguments of an asking tool: `codossier.quick-ask/1` without `skill` and `schema`."""
    schema = _plain_contract(QUICK_ASK_CONTRACT)
    properties = {
        name: dict(member)
        for name, member in schema["properties"].items()
        if name not in ("schema", "skill")
    }
    documents, document = properties["documents"], dict(properties["documents"]["items"])
    members = {name: m for name, m in document["properties"].items() if name != "id"}
    members["text"] = members["text"] | {"maxLength": INLINE_CHARACTERS}
    documents["items"] = {
        "type": "object",
        "description": "One paper, sent as text.",
        "properties": members,
        "required": ["name", "text"],
    }
    documents["description"] = DOCUMENTS.format(documents=documents["maxItems"])
    properties["context"] = _context(properties["context"])
    return {
        "$schema": DIALECT,
        "type": "object",
        "properties": properties,
        "required": ["question"],
    }


def _context(schema: Schema) -> Schema:
    members = dict(schema["properties"])
    members["jurisdiction"] = members["jurisdiction"] | {"description": JURISDICTION}
    members["matter"] = members["matter"] | {"description": MATTER}
    members["jurisdiction"].pop("properties")
    return {
        "type": "object",
        "description": CONTEXT,
        "properties": members,
        "examples": schema["examples"],
    }


def insight_schema() -> Schema:
    """`codossier.insight/1`, every reference written out."""
    return {"$schema": DIALECT, **_plain_contract(INSIGHT_CONTRACT)}


def _plain_contract(contract_id: str) -> Schema:
    name, _, version = contract_id.partition("/")
    schema = contracts.bundled(name, version)
    plain: Schema = _plain(schema, schema["$defs"])
    plain.pop("examples", None)
    return plain


def _plain(node: Any, definitions: Mapping[str, Any]) -> Any:
    """A part of a schema without references and without "or null". The contracts are finite."""
    if isinstance(node, list):
        return [_plain(item, definitions) for item in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        return _plain(definitions[node["$ref"].rpartition("/")[2]], definitions)
    plain: Schema = {
        key: member if key in PLAIN_DATA else _plain(member, definitions)
        for key, member in node.items()
        if key not in LEFT_OUT
    }
    if isinstance(types := plain.get("type"), list):
        plain |= _without_null(plain, [name for name in types if name != "null"])
    if plain.get("maxLength") == 0:  # a string that may only be empty stands for "absent"
        del plain["maxLength"]
    return plain


def _without_null(schema: Schema, types: list[str]) -> Schema:
    if schema.get("maxLength") == 0:
        types = [name for name in types if name != "string"]
    return {"type": types[0] if len(types) == 1 else types}
