"""The words of a paper that tell when and where a hearing is."""

from __future__ import annotations

import pytest

from legalcontext.skills.review.dates import PaperDates
from legalcontext.skills.review.hearings import words_of_hearing
from tests.skills.notes import TODAY


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "Filed: November 2, 2026\nHearing: December 10, 2026 at 9:00 a.m., Courtroom 11B\nMail",
            "Hearing: December 10, 2026 at 9:00 a.m., Courtroom 11B",
        ),
        (
            "HEARING\nHearing date: December 10, 2026\nTime: 1:30 p.m.\nPlace: Room 4, 12 Main St\n"
            "You may bring papers.",
            "Hearing date: December 10, 2026\nTime: 1:30 p.m.\nPlace: Room 4, 12 Main St",
        ),
        (
            "You are to appear for trial on December 10, 2026 at 10:00 AM in the Justice Court at"
            " 5 Oak Avenue. Bring your papers.",
            "trial on December 10, 2026 at 10:00 AM in the Justice Court at 5 Oak Avenue",
        ),
        (
            "La audiencia es el 10 de diciembre de 2026\nHora: 9:00\nSala: 3\nTraiga sus papeles.",
            "audiencia es el 10 de diciembre de 2026\nHora: 9:00\nSala: 3",
        ),
        ("Trial: December 10, 2026", "Trial: December 10, 2026"),
    ],
)
def test_the_time_and_place_stand_beside_the_day(text: str, words: str) -> None:
    dates = PaperDates.read(text, TODAY, "served")
    event = next(e for e in dates.events if e.kind == "hearing" and e.on is not None)
    start, end = words_of_hearing(text, event)
    assert text[start:end] == words


def test_a_line_without_end_is_cut_at_a_word() -> None:
    text = "Hearing: December 10, 2026 " + "in the court of the county " * 40
    event = next(e for e in PaperDates.read(text, TODAY, "served").events if e.kind == "hearing")
    start, end = words_of_hearing(text, event)
    assert end - start <= 200
    assert text[end] == " "
