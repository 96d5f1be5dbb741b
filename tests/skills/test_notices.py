"""What a landlord's notice is about, and whether one came at all."""

from __future__ import annotations

import datetime as dt

import pytest

from legalcontext.skills.case_kinds import Told
from legalcontext.skills.consult import consult
from legalcontext.skills.date_order import order_of
from legalcontext.skills.phrases import tokenize
from legalcontext.skills.triage import triage
from legalcontext.skills.triggers import read_events
from legalcontext.skills.types import Ask, Findings
from legalcontext.skills.urgency import reasons

from .conftest import Framing
from .notes import Notes
from .test_date_stories import on_file

__all__ = ["on_file"]
TODAY = dt.date(2026, 11, 30)


def answers(text: str, frame_of: Framing, notes: Notes) -> list[Findings]:
    frame, ask = frame_of(text), Ask(text, TODAY)
    return [skill(frame, ask, (), notes) for skill in (triage, consult)]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("He gave me a notice because I am two months behind", "unpaid_rent"),
        ("A notice that the rent is going up", "rent_increase"),
        ("He will not renew the lease", "ending"),
        ("The constable left a notice on the door", "officer"),
        ("A notice to leave", "to_leave"),
    ],
)
def test_the_words_show_what_a_notice_is_about(text: str, kind: str) -> None:
    assert kind in Told.read(text, tokenize(text)).notices


@pytest.mark.parametrize(
    "text",
    [
        "Can my landlord evict me without notice?",
        "The landlord gave me no notice to vacate",
        "I never got a notice to quit",
        "I didn't get the 3-day notice",
    ],
)
def test_a_notice_that_did_not_come_is_none(text: str) -> None:
    tokens = tokenize(text)
    assert {reason.key for reason in reasons(text, tokens)} <= {"home_at_stake"}
    assert not [e for e in read_events(text, TODAY, tokens) if e.kind == "notice"]


def test_where_the_kind_is_not_told_the_lengths_stand_side_by_side(
    frame_of: Framing, on_file: Notes
) -> None:
    text = "My landlord in Peoria, Illinois handed me an eviction notice on November 18."
    for answer in answers(text, frame_of, on_file):
        (told,) = [f for f in answer.findings if "kind of notice" in f.title]
        assert "5 days and 10 days" in told.detail
        assert told.due_on is None
        assert told.citations


def test_a_day_that_no_calendar_has_is_told(frame_of: Framing, on_file: Notes) -> None:
    text = "I was served with a lawsuit over a loan on November 31 in Columbus, Ohio"
    for answer in answers(text, frame_of, on_file):
        assert "no day “November 31”" in answer.summary


def test_the_summary_gives_the_time_and_place_of_a_hearing(
    frame_of: Framing, on_file: Notes
) -> None:
    text = (
        "EVICTION SUMMONS\nIN THE CIRCUIT COURT OF COOK COUNTY, ILLINOIS\nBarton v. Simms\n"
        "Case No. 2026-M1-1\nTo: Carla Simms, Defendant\nYou are required to appear before this "
        "Court at 50 W. Washington St., Courtroom 1408, Chicago, on December 11, 2026 at 9:30 "
        "a.m. to answer the complaint.\nClerk of the Court"
    )
    for answer in answers(text, frame_of, on_file):
        assert "Courtroom 1408" in answer.summary
        assert "9:30" in answer.summary


def test_where_the_papers_give_a_time_to_answer_no_hearing_alone_is_told(
    frame_of: Framing, on_file: Notes
) -> None:
    text = "I was served with an eviction summons in Seattle on November 23 for late rent."
    for answer in answers(text, frame_of, on_file):
        assert not [f for f in answer.findings if "day of the hearing" in f.title]


@pytest.mark.parametrize(
    ("text", "language", "order"),
    [
        ("served 24/11/2026, hearing 08/12/2026", "en", True),
        ("served 11/24/2026, hearing 12/08/2026", "es", False),
        ("audiencia el 08/12/2026", "es", None),
        ("hearing on 08/12/2026", "en", False),
    ],
)
def test_a_day_of_the_text_settles_the_order(
    frame_of: Framing, text: str, language: str, order: bool | None
) -> None:
    assert order_of(frame_of(f"{text} in Houston, Texas"), [text], language) is order
