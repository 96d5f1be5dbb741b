"""Finding the contracts: JSON Schemas (2020-12), one file each, told apart by their `$id`.

A contract's identifier is `<name>/<version>`, as in `codossier.quick-ask/1`; its address is
`https://codossier.com/contracts/` and the identifier.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from referencing import Registry
from referencing.jsonschema import DRAFT202012

ADDRESS: Final = "https://codossier.com/contracts/"
_DIRECTORY: Final = Path(__file__).parent / "schemas"
_LOCAL: Final = "#/$defs/"


class UnknownContract(KeyError):
    """There is no contract of this name and version."""


def all_contracts() -> tuple[tuple[str, str], ...]:
    """(name, version) of every contract, in order of name."""
    return tuple(_split(contract_id) for contract_id in sorted(_schemas()))


def get(name: str, version: str) -> dict[str, Any]:
    """A copy of a contract's schema, as published. Raises UnknownContract (a KeyError)."""
    return copy.deepcopy(schema_of(f"{name}/{version}"))


def bundled(name: str, version: str) -> dict[str, Any]:
    """The schema with every other contract that it refers to inside its own `$defs`.

    For readers that resolve no references outside the document, as most MCP clients are.
    Raises UnknownContract (a KeyError).
    """
    schema = get(name, version)
    definitions = schema.setdefault("$defs", {})
    pulled: dict[str, Any] = {}
    _pull(schema, pulled)
    definitions.update(pulled)
    return schema


def schema_of(contract_id: str) -> dict[str, Any]:
    """The shared schema of `<name>/<version>`; not to be changed. Raises UnknownContract."""
    try:
        return _schemas()[contract_id]
    except KeyError:
        raise UnknownContract(contract_id) from None


@cache
def references() -> Registry[Any]:
    """Every contract under its address, for resolving the references between them.

    Without `$schema`, which would have jsonschema leave our worded validator for its own there.
    """
    resources = (
        (
            ADDRESS + contract_id,
            DRAFT202012.create_resource({k: v for k, v in schema.items() if k != "$schema"}),
        )
        for contract_id, schema in _schemas().items()
    )
    return Registry[Any]().with_resources(resources)


@cache
def _schemas() -> Mapping[str, dict[str, Any]]:
    read = (json.loads(path.read_text("utf-8")) for path in sorted(_DIRECTORY.glob("*.json")))
    return MappingProxyType({schema["$id"].removeprefix(ADDRESS): schema for schema in read})


def _split(contract_id: str) -> tuple[str, str]:
    name, _, version = contract_id.partition("/")
    return name, version


def _pull(node: Any, pulled: dict[str, Any]) -> None:
    """Point every reference to another contract under `node` at a definition put into `pulled`."""
    if isinstance(node, list):
        for item in node:
            _pull(item, pulled)
    if not isinstance(node, dict):
        return
    reference = node.get("$ref")
    if isinstance(reference, str) and reference.startswith(ADDRESS):
        contract_id, _, inner = reference.removeprefix(ADDRESS).partition(_LOCAL)
        # The names below do not occur among the contracts' own definitions.
        name = "_".join(filter(None, (contract_id.replace("/", "_"), inner)))
        if name not in pulled:
            whole = copy.deepcopy(schema_of(contract_id))
            part = whole["$defs"][inner] if inner else whole
            for meta in ("$schema", "$id", "$defs"):
                part.pop(meta, None)
            pulled[name] = part
            _pull(part, pulled)
        node["$ref"] = _LOCAL + name
    for key, member in node.items():
        if key not in ("examples", "enum", "const"):
            _pull(member, pulled)
