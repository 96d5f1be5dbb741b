"""The controlled list of topics (`topics.yaml`). Pure: no Django."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import yaml

TOPICS_FILE: Final = Path(__file__).with_name("topics.yaml")


@dataclass(frozen=True, slots=True)
class Topic:
    """One kind of legal problem. folio, list: codes in the outside taxonomies, where known."""

    code: str
    area: str
    title: str
    description: str
    keywords: tuple[str, ...]
    folio: str | None = None
    list: str | None = None

    @property
    def words(self) -> str:
        """What is embedded for the topic."""
        return f"{self.title}. {self.description} {', '.join(self.keywords)}"


@cache
def topics() -> dict[str, Topic]:
    """Every topic by its code, in the order of the file."""
    entries = yaml.safe_load(TOPICS_FILE.read_text(encoding="utf-8"))
    made = (Topic(**{**entry, "keywords": tuple(entry["keywords"])}) for entry in entries)
    return {topic.code: topic for topic in made}
