"""Days that no calendar has."""

from __future__ import annotations

import pytest

from legalcontext.inference.no_days import no_days


@pytest.mark.parametrize(
    "words",
    [
        "November 31",
        "Feb 29 2026",
        "feb. 30th, 2028",
        "31 de noviembre de 2026",
        "31st of June",
        "13/13/2026",
        "02/30/2026",
    ],
)
def test_a_day_that_is_none_is_found(words: str) -> None:
    text = f"They came on {words} with a paper."
    assert [text[start:end] for start, end in no_days(text)] == [words]


@pytest.mark.parametrize(
    "words",
    ["November 30", "Feb 29", "Feb 29, 2028", "29 de febrero", "31 December 2026", "13/12/2026"],
)
def test_a_day_of_the_calendar_is_passed_over(words: str) -> None:
    assert no_days(f"They came on {words} with a paper.") == ()
