"""JSON kept as it came."""

from __future__ import annotations

import json
from typing import Any

from django.db import models
from psycopg.types.json import Json


def dumps(value: Any) -> str:
    """Compact JSON with unicode as it is; key order and integers survive."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


class OrderedJSONField(models.JSONField):
    """PostgreSQL's `json` rather than `jsonb`: member order and numbers stay as they were sent.

    A block is evidence of what a caller said, and an insight is read again as it was given;
    `jsonb` would reorder both. Nothing searches inside these columns.
    """

    def db_type(self, connection: Any) -> str:
        return "json"

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        return None if value is None else Json(value, dumps=dumps)

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        return json.loads(value) if isinstance(value, (str, bytes)) else value
