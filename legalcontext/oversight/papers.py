"""A text with its evidence marked, for pages."""

from __future__ import annotations

from dataclasses import dataclass

from legalcontext.block.marking import Piece


@dataclass(frozen=True, slots=True)
class Paper:
    """A question or a document by its name, in pieces."""

    name: str
    pieces: tuple[Piece, ...]
