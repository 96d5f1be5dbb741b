"""The data tables of the skills, read once from the package's own files.

Everything that a lawyer, a translator or a help line may want changed is a table under `data/`,
not code: the words that show a topic, the signs of an emergency, the lines per country, the rules
for counting days, the checklists per type of document, and every sentence in both languages.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import yaml


@cache
def table(name: str) -> Any:
    """The parsed table `data/<name>.yaml`. Callers must not change what they get."""
    text = files("legalcontext.skills").joinpath("data", f"{name}.yaml").read_text("utf-8")
    return yaml.safe_load(text)
