"""A text with its evidence marked, and the evidence weighed, for pages."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from legalcontext.block import Evidence
from legalcontext.block.marking import Piece


@dataclass(frozen=True, slots=True)
class Paper:
    """A question or a document by its name, in pieces."""

    name: str
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Weight:
    """A piece of evidence. decided: the frame rests on it; else it spoke and was outweighed."""

    evidence: Evidence
    decided: bool


def strongest_first(
    evidence: Iterable[Evidence], decided: Collection[Evidence]
) -> tuple[Weight, ...]:
    """What decided before what did not, each by its weight."""
    weights = (Weight(one, one in decided) for one in evidence)
    return tuple(sorted(weights, key=lambda one: (not one.decided, -one.evidence.weight)))
