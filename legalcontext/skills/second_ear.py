"""A second ear for emergencies: by what a question means, where no sign of the tables is found.

People tell of danger in words that no table foresees. This compares the question's vector, which
the search makes anyway, with what was learnt from phrasings of emergencies and of their like
(`data/second_ear.json`, made by `fit_second_ear`). It only adds: the tables are asked first and
need no model. It speaks up where it is rather sure, and for people who ask for themselves: a
lawyer's question about a crime is near to one of its victim.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Self

import numpy as np

from legalcontext.block.types import Frame
from legalcontext.knowledge.embedding import Vector

from .emergencies import Emergency, listen
from .phrases import tokenize
from .shelf import Shelf
from .types import Ask

NONE = "none"
LEAST = 0.65
"""The least probability of an emergency at which it is told. On phrasings that it had not learnt
from, about one calm question in a hundred reaches it (docs/skills.md)."""

FEWEST = 6
"""Words. A few that tell nothing ("What should I do?", "I am scared") are near to what people in
danger say as well, and no emergency of the cases that only this hears is told in so few."""

DATA = "second_ear.json"


@dataclass(frozen=True, slots=True)
class Ear:
    """kinds: `none` and the kinds of emergency, one a column of the weights. weights: a row for
    each dimension of a vector, and a last one, the constant. cases: which files it was learnt
    from, with the SHA-256 of each."""

    kinds: tuple[str, ...]
    weights: np.ndarray
    cases: dict[str, str]

    @classmethod
    @cache
    def learnt(cls) -> Self:
        """The ear of the package's data."""
        data = json.loads(files("legalcontext.skills").joinpath("data", DATA).read_text("utf-8"))
        return cls(tuple(data["kinds"]), np.array(data["weights"]), data["cases"])

    def hears(self, vector: Vector) -> str | None:
        """The kind of emergency that a question with this vector tells of; None: none is likely."""
        shares = self.shares(vector)
        if 1 - shares[self.kinds.index(NONE)] < LEAST:
            return None
        likeliest: str = max(
            (kind for kind in self.kinds if kind != NONE),
            key=lambda kind: shares[self.kinds.index(kind)],
        )
        return likeliest

    def shares(self, vector: Vector) -> np.ndarray:
        """The probability of each kind, in the order of `kinds`."""
        scores = np.append(vector, 1.0) @ self.weights
        powers = np.exp(scores - scores.max())
        shares: np.ndarray = powers / powers.sum()
        return shares


def emergencies_of(ask: Ask, frame: Frame, shelf: Shelf) -> tuple[Emergency, ...]:
    """The emergencies that a question tells: by the tables' signs; where there is none, by what
    the question means."""
    heard = listen(ask.question, ask.today)
    if heard.emergencies or heard.elsewhere or frame.audience != "individual":
        return heard.emergencies
    if len(tokenize(ask.question)) < FEWEST:
        return ()
    vector = shelf.meaning(ask.question)
    kind = None if vector is None else Ear.learnt().hears(vector)
    if kind is None:
        return ()
    said = ask.question[:_SHOWN].rsplit(" ", 1)[0] if len(ask.question) > _SHOWN else ask.question
    start = len(said) - len(said.lstrip())
    end = len(said.rstrip())
    return (Emergency(kind, start, end, ask.question[start:end], meant=True),)


_SHOWN = 160
"""How much of the question is shown as the words of an emergency that no single word shows."""


def fit(
    vectors: np.ndarray, labels: Sequence[int], kinds: int, *, restraint: float = 0.3
) -> np.ndarray:
    """The weights of a softmax regression of labels on vectors, by plain descent.

    restraint: how strongly weights are held small. Deterministic: the same cases give the same
    weights.
    """
    told = np.hstack([vectors, np.ones((len(vectors), 1))])
    wanted = np.eye(kinds)[list(labels)]
    weights = np.zeros((told.shape[1], kinds))
    for _ in range(_ROUNDS):
        scores = told @ weights
        shares = np.exp(scores - scores.max(axis=1, keepdims=True))
        shares /= shares.sum(axis=1, keepdims=True)
        slope = told.T @ (shares - wanted)
        slope[:-1] += restraint * weights[:-1]
        weights -= _STEP * slope / len(told)
    return weights


_ROUNDS = 1500
_STEP = 8.0
