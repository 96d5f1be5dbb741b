"""What shows that a clause is there: a lease's time, a signature."""

from __future__ import annotations

import pytest

from legalcontext.skills.phrases import tokenize
from legalcontext.skills.review.clauses import check


def found(kind: str, code: str, text: str) -> str | None:
    (clause,) = [c for c in check(kind, text, tokenize(text)) if c.code == code]
    return clause.found.text if clause.found else None


@pytest.mark.parametrize(
    "text",
    [
        "Term: January 1, 2026 to December 31, 2026.",
        "The lease runs from January 1, 2026 through December 31, 2026.",
        "The lease begins on 1/1/2026 and ends on 12/31/2026.",
        "Lease term: 12 months",
        "This is a one year lease.",
        "The tenancy is month to month.",
        "Lease period 01/01/2026 - 12/31/2026",
        "Term 1/1/2026 to 12/31/2026",
        "Commencing February 1, 2026 and ending January 31, 2027",
        "The initial term is twelve months.",
        "Beginning March 1, 2026 until February 28, 2027",
        "The rental starts May 1 and expires April 30.",
        "Del 1 de enero de 2026 al 31 de diciembre de 2026.",
        "El plazo es de un año.",
        "A fixed term of 6 months",
    ],
)
def test_how_long_a_lease_lasts_is_found(text: str) -> None:
    assert found("lease", "term", f"RESIDENTIAL LEASE\nRent is $950.\n{text}\n") is not None


@pytest.mark.parametrize(
    "text",
    [
        "Rent is due by the 1st of each month.",
        "Repairs are made by the landlord by May 3, 2026.",
        "The home by the lake, managed by Gray Homes.",
        "Utilities are paid by the tenant.",
        "The deposit is held by a bank.",
    ],
)
def test_a_little_word_is_no_signature(text: str) -> None:
    assert found("lease", "signatures", f"RESIDENTIAL LEASE\n{text}\n") is None


@pytest.mark.parametrize(
    "text",
    [
        "By: ____________",
        "By:  Ann Doe",
        "/s/ Ann Doe",
        "Signed: Ann Doe",
        "Landlord's signature",
        "IN WITNESS WHEREOF the parties",
        "Executed on May 3, 2026",
        "The undersigned agrees.",
        "Firmado por las partes",
        "J. Rowe, landlord",
        "Please sign below.",
    ],
)
def test_what_is_signed_is_found(text: str) -> None:
    assert found("lease", "signatures", f"RESIDENTIAL LEASE\nRent is $950.\n{text}\n") is not None


def test_papers_of_an_eviction_do_without_a_time_to_answer() -> None:
    text = "SUMMONS\nMunicipal Court\nEviction hearing December 10, 2026"
    for cases, missed in ((frozenset({"eviction"}), False), (frozenset[str](), True)):
        clauses = check("summons_complaint", text, tokenize(text), cases=cases)
        (time,) = [c for c in clauses if c.code == "time_to_answer"]
        assert (time.found is None and time.essential) is missed
