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
        "Paid by June 3. Ann Doe, Landlord",
        "Sincerely,\nMaple Homes",
    ],
)
def test_what_is_signed_is_found(text: str) -> None:
    assert found("lease", "signatures", f"RESIDENTIAL LEASE\nRent is $950.\n{text}\n") is not None


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("case_number", "Claim number K1QZ123"),
        ("case_number", "KING COUNTY\nNo. 26-2-12345-6 SEA"),
        ("case_number", "Caso núm. 26STUD01234"),
        ("relief", "Amount claimed £1,204.55"),
        ("relief", "The plaintiff seeks possession of the home."),
    ],
)
def test_what_a_summons_says_is_found(code: str, text: str) -> None:
    assert found("summons_complaint", code, f"SUMMONS\n{text}") is not None


def test_no_answer_is_no_case_number() -> None:
    assert (
        found("summons_complaint", "case_number", "SUMMONS\nNo. 3 days are left. No answer") is None
    )


def test_papers_of_an_eviction_do_without_a_time_to_answer() -> None:
    text = "SUMMONS\nMunicipal Court\nEviction hearing December 10, 2026"
    for cases, missed in ((frozenset({"eviction"}), False), (frozenset[str](), True)):
        clauses = check("summons_complaint", text, tokenize(text), cases=cases)
        (time,) = [c for c in clauses if c.code == "time_to_answer"]
        assert (time.found is None and time.essential) is missed


def unusual(kind: str, code: str, text: str) -> str | None:
    (clause,) = [c for c in check(kind, text, tokenize(text)) if c.code == code]
    return clause.unusual.text if clause.unusual else None


@pytest.mark.parametrize(
    ("kind", "code", "text"),
    [
        ("nda", "non_compete", "She shall not work for any competitor for 24 months, worldwide."),
        ("contract", "non_compete", "Nor shall he engage in any competing business."),
        ("nda", "disputes", "All disputes go to arbitration seated in Delaware."),
        ("lease", "disputes", "A dispute is settled by binding arbitration."),
        ("nda", "together", "The employee waives class actions."),
        ("service_agreement", "together", "No party may join a class action."),
        ("nda", "inventions", "Employee assigns all inventions, also those made before the job."),
        ("employment_agreement", "inventions", "I hereby assign any prior inventions."),
        ("lease", "keeping_out", "The owner may change the locks when rent is late."),
        ("lease", "keeping_out", "We may remove the tenant's belongings."),
    ],
)
def test_words_worth_a_question_are_found(kind: str, code: str, text: str) -> None:
    assert unusual(kind, code, text) is not None


def test_a_heading_gives_way_to_the_words_below_it() -> None:
    text = "NON-COMPETE AGREEMENT\nThe worker shall not work for a competitor."
    assert unusual("nda", "non_compete", text) == "not work for a competitor"


@pytest.mark.parametrize("text", ["shall keep it secret for ten (10) years", "for three years"])
def test_how_long_a_duty_lasts_is_found(text: str) -> None:
    assert found("nda", "term", f"This agreement is in force {text}.") is not None


@pytest.mark.parametrize(
    ("text", "is_there"),
    [
        ("The owner may change the locks if rent is 3 days late.", False),
        ("Rent is $950.", True),
        ("Rent: $1,900 monthly", True),
        ("The rent is due on the first.", True),
        ("If rent is late a fee of $40 is charged.", False),
    ],
)
def test_late_rent_does_not_say_what_the_rent_is(text: str, *, is_there: bool) -> None:
    assert (found("lease", "rent", f"RESIDENTIAL LEASE\n{text}") is not None) is is_there


@pytest.mark.parametrize(
    "text",
    [
        "Balance: $3,212.88",
        "We are trying to collect a debt that you owe.",
        "Amount due $40",
        "Usted adeuda 950 euros.",
    ],
)
def test_what_a_debt_letter_demands_is_found(text: str) -> None:
    assert found("demand_letter", "demand", text) is not None
