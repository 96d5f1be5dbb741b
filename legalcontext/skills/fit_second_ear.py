"""Learn the second ear anew: `python -m legalcontext.skills.fit_second_ear --embedder var/search`
writes `data/second_ear.json`.

`CASES` are lines of JSON, `{id, text, emergency}`, the emergency a kind or null. `QUESTIONS` are
ordinary ones (their last column, or `text`), learnt as calm where the tables hear nothing in
them. What measures (held out, stories, lay questions) is not for learning.
"""

from __future__ import annotations

import argparse
import datetime as dt
import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from legalcontext.knowledge.embedding import Embedder, built_files
from legalcontext.knowledge.spanish import is_spanish, to_english

from .emergencies import KINDS, find_emergencies
from .evaluate import read_stories
from .second_ear import DATA, NONE, fit

CASES = tuple(
    Path("tests/cases") / f"{name}.jsonl"
    for name in (
        *("emergencies", "emergencies_dev", "emergencies_rounds"),
        *("emergencies_heard", "emergencies_hazards", "emergencies_taught", "calm"),
    )
)
QUESTIONS = (
    Path("tests/cases/placeless.jsonl"),
    *(
        Path("tests/inference") / f"{name}.tsv"
        for name in (
            *("questions", "questions_more", "questions_third"),
            *("questions_stories", "questions_last", "questions_final"),
        )
    ),
)
_DECIMALS = 3
_DAY = dt.date(2026, 11, 30)


def learn(embedder: Embedder) -> str:
    """What the ear knows of the cases, as the text of its data file."""
    told = [(case["text"], case["emergency"] or NONE) for path in CASES for case in _lines(path)]
    asked = [case["text"] for path in QUESTIONS for case in _lines(path)]
    told.extend((text, NONE) for text in asked if not find_emergencies(text, _DAY))
    known = {kind for _, kind in told}
    kinds = (NONE, *(kind for kind in KINDS if kind in known))
    texts = [to_english(text) if is_spanish(text) else text for text, _ in told]
    labels = [kinds.index(kind) for _, kind in told]
    weights = fit(np.asarray(embedder.embed_all(texts)), labels, len(kinds))
    data = {
        "kinds": kinds,
        "cases": {path.name: digest(path) for path in (*CASES, *QUESTIONS)},
        "weights": weights.round(_DECIMALS).tolist(),
    }
    return json.dumps(data, indent=None, separators=(",", ":")) + "\n"


def _lines(path: Path) -> list[dict[str, Any]]:
    if path.suffix == ".jsonl":
        return read_stories(path)
    lines = (line for line in path.read_text("utf-8").splitlines() if "\t" in line)
    return [{"text": line.split("\t")[-1]} for line in lines if not line.startswith("#")]


def digest(path: Path) -> str:
    """The SHA-256 of a file of cases."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Learn the second ear for emergencies.")
    parser.add_argument("--embedder", type=Path, required=True)
    options = parser.parse_args(arguments)
    text = learn(Embedder(built_files(options.embedder)))
    (Path(__file__).parent / "data" / DATA).write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
