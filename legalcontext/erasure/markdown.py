"""An answer to read: question, insight and legal context as Markdown."""

from __future__ import annotations

import json
from typing import Any


def as_markdown(record: dict[str, Any]) -> str:
    """record: as `record_of` makes it. Quotes of others' words stand as quotations."""
    insight = record["insight"]
    lines = [f"# {insight['skill']}, {insight['created_at']}", "", *_quoted(record["question"]), ""]
    lines += [insight["summary"], ""]
    for finding in insight["findings"]:
        lines += [f"## {finding['title']}", "", finding["detail"], ""]
    if insight["limits"]:
        lines += ["## Limits", "", *(f"- {limit}" for limit in insight["limits"]), ""]
    if insight["citations"]:
        lines += ["## Citations", ""]
        lines += [
            f"- {c['authority']} ({c['as_of']}): “{c['quote']}”" for c in insight["citations"]
        ]
        lines.append("")
    block = json.dumps(insight["legal_context"], ensure_ascii=False, indent=2)
    return "\n".join([*lines, "## Legal context", "", "```json", block, "```", ""])


def _quoted(text: str) -> list[str]:
    return [f"> {line}" for line in text.splitlines() or [""]]
