"""Frames to answer in, and a knowledge base to answer from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from legalcontext import block, inference
from legalcontext.block.types import Frame, Inbound, MatterFacts, PrincipalFacts

from .notes import ANSWER_CA, DEPOSIT_CA, DEPOSIT_OH, GENERAL, Notes

Framing = Callable[..., Frame]


@pytest.fixture
def knowledge() -> Notes:
    return Notes([*DEPOSIT_CA, *ANSWER_CA, *DEPOSIT_OH, *GENERAL])


@pytest.fixture
def frame_of() -> Framing:
    """A frame as the service makes it: from the ask's words, what was stated, and who asks."""

    def make(
        question: str = "",
        *,
        kind: Any = "individual",
        matter: MatterFacts | None = None,
        documents: Sequence[str] = (),
        **stated: Any,
    ) -> Frame:
        return block.resolve(
            Inbound(**stated),
            inference.infer(question, documents),
            PrincipalFacts(kind),
            matter,
        )

    return make
