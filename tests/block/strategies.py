"""Inputs of the block for property tests: the whole product, and whatever JSON can hold."""

from __future__ import annotations

from typing import Any, get_args

from hypothesis import strategies as st

from legalcontext.block import (
    AUDIENCES,
    FORUMS,
    LABELS,
    ROLES,
    Candidate,
    Evidence,
    Inference,
    MatterFacts,
    PrincipalFacts,
    PrincipalKind,
)

PLACES = ("US", "US-CA", "US-GA", "US-PR", "CA", "CA-ON", "GB-ENG", "GB-SCT", "GE", "DE", "EU")
SPELLINGS = (*PLACES, "us_ca", "UK", "GA", "PR", "Georgia", "Ontario, Canada", "DE-BY", "Narnia")

json_values: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(st.characters(codec=None), max_size=300),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner),
    max_leaves=12,
)


def _open(known: tuple[str, ...]) -> st.SearchStrategy[str | None]:
    unknown = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=200)
    return st.none() | st.sampled_from(known) | unknown


handed_on = st.fixed_dictionaries(
    {},
    optional={
        "value": _open(SPELLINGS),
        "basis": _open(("stated", "inferred", "default")),
        "forum": _open(FORUMS),
    },
)

blocks: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {},
    optional={
        "jurisdiction": _open(SPELLINGS) | handed_on,
        "forum": _open(FORUMS),
        "audience": _open(AUDIENCES),
        "role": _open(ROLES),
        "matter": _open(("mat_1",)),
        "on_behalf_of": _open(("A client",)),
        "privilege": _open(LABELS),
        "added_later": st.integers()
        | st.text(st.characters(codec="utf-8", exclude_characters="\0")),
    },
)


@st.composite
def inferences(draw: st.DrawFn) -> Inference:
    values = draw(st.lists(st.sampled_from(PLACES), unique=True, max_size=4))
    candidates = tuple(
        Candidate(value, 1.0 / (rank + 1), (evidence_for(value),))
        for rank, value in enumerate(values)
    )
    place = draw(st.none() | st.sampled_from(values)) if values else None
    return Inference(
        place=place,
        candidates=candidates,
        forum=draw(st.none() | st.sampled_from(FORUMS)),
        role=draw(st.none() | st.sampled_from(ROLES)),
        evidence=tuple(e for candidate in candidates for e in candidate.evidence),
    )


principals = st.builds(PrincipalFacts, st.sampled_from(get_args(PrincipalKind)))
matters = st.none() | st.builds(
    MatterFacts,
    owned=st.booleans(),
    litigation_anticipated=st.sampled_from((None, True, False)),
    jurisdiction=st.none() | st.sampled_from(SPELLINGS),
    forum=st.none() | st.sampled_from(FORUMS),
)


def evidence_for(value: str, source: str = "question") -> Evidence:
    """Words that speak for a place, as inference would give them."""
    return Evidence(source, 3, 3 + len(value), value, value, "city", 0.9, "A test says so.")
