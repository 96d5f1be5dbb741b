"""Document review: what a paper is, says and lacks, each with its place and words."""

from __future__ import annotations

import datetime as dt

import pytest

from legalcontext.skills import document_review
from legalcontext.skills.types import Ask, Finding, Findings, Text

from . import documents
from .conftest import Framing
from .notes import TODAY, Notes, figure, note


def review(
    text: str,
    frame_of: Framing,
    knowledge: Notes,
    *,
    question: str = "What does this say?",
    language: str = "en",
    page_starts: tuple[int, ...] = (0,),
    **frame: object,
) -> Findings:
    document = Text("paper.txt", text, page_starts)
    asked = frame_of(question, documents=[text], **frame)
    return document_review(asked, Ask(question, TODAY, language), [document], knowledge)


def of_kind(findings: Findings, kind: str) -> list[Finding]:
    return [finding for finding in findings.findings if finding.kind == kind]


def quotes(findings: Findings, kind: str) -> list[str]:
    return [f.source.quote for f in of_kind(findings, kind) if f.source is not None]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (documents.LEASE, "a lease of a home"),
        (documents.NDA, "a confidentiality agreement"),
        (documents.NOTICE, "a notice to leave"),
        (documents.SUMMONS, "a summons or a complaint"),
        (documents.DEMAND, "a letter that demands"),
        (documents.ORDER, "an order or a judgment"),
        (documents.JOB, "a job contract"),
        (documents.SETTLEMENT, "a settlement, release or severance"),
        (documents.SERVICES, "a service agreement"),
    ],
)
def test_the_kind_of_paper(frame_of: Framing, knowledge: Notes, text: str, words: str) -> None:
    (found,) = of_kind(review(text, frame_of, knowledge), "document_type")
    assert words in found.detail
    assert "could be something else" not in found.detail


def test_an_unknown_kind_is_said_honestly(frame_of: Framing, knowledge: Notes) -> None:
    answer = review(documents.RECIPE, frame_of, knowledge)
    assert "could not tell what kind of paper" in answer.summary
    assert any("no list of usual clauses" in limit for limit in answer.limits)
    assert of_kind(answer, "missing_clause") == []


@pytest.mark.parametrize(
    ("text", "parties"),
    [
        (documents.LEASE, {"Maple Street Homes LLC": "landlord", "Ana\nRuiz": "tenant"}),
        (
            documents.NDA,
            {"Northwind Robotics, Inc.": "northwind", "Lake Analytics GmbH": "recipient"},
        ),
        (documents.SUMMONS, {"Harbor Credit LLC": "plaintiff", "Dana Brooks": "defendant"}),
        (documents.JOB, {"Brightline Foods, Inc.": "company", "Sam Cole": "employee"}),
    ],
)
def test_parties_and_their_roles(
    frame_of: Framing, knowledge: Notes, text: str, parties: dict[str, str]
) -> None:
    answer = review(text, frame_of, knowledge)
    found = of_kind(answer, "party")
    names = {finding.source.quote for finding in found if finding.source}
    assert set(parties) <= names
    for finding in found:
        if finding.source and finding.source.quote in parties:
            assert parties[finding.source.quote] in finding.detail


def test_amounts_with_the_words_that_say_what_they_are(frame_of: Framing, knowledge: Notes) -> None:
    answer = review(documents.LEASE, frame_of, knowledge)
    told = [finding.detail for finding in of_kind(answer, "amount")]
    assert "$1,450.00, near the word “rent”." in told
    assert "$1,450.00, near the word “deposit”." in told
    assert "$25, near the word “late fee”." in told


def test_governing_law_and_forum_are_told_apart(frame_of: Framing, knowledge: Notes) -> None:
    answer = review(documents.NDA, frame_of, knowledge)
    (law,) = of_kind(answer, "governing_law")
    (forum,) = of_kind(answer, "forum_clause")
    assert "Delaware" in law.detail
    assert "Delaware" in forum.detail
    assert law.source != forum.source


def test_unusual_clauses_are_questions_and_not_conclusions(
    frame_of: Framing, knowledge: Notes
) -> None:
    answer = review(documents.LEASE, frame_of, knowledge)
    told = " ".join(finding.title for finding in of_kind(answer, "unusual_clause"))
    for clause in ("the deposit", "late fees", "when the landlord may come in"):
        assert clause in told
    questions = [finding.detail for finding in of_kind(answer, "question_to_ask")]
    assert questions
    assert all(question.endswith("?") for question in questions)
    # Each question is said once.
    said = " ".join(finding.detail for finding in answer.findings)
    assert all(said.count(question) == 1 for question in questions)


def test_what_such_papers_usually_have_and_this_one_lacks(
    frame_of: Framing, knowledge: Notes
) -> None:
    without = documents.LEASE.replace(
        "6. Entry. Landlord may enter the premises at any time without notice.\n", ""
    ).replace("5. Repairs. Landlord keeps the premises in good condition and makes repairs.\n", "")
    answer = review(without, frame_of, knowledge)
    told = [finding.title for finding in of_kind(answer, "missing_clause")]
    assert told == [
        "Not found: who fixes what",
        "Not found: when the landlord may come in",
        "Not found: how it can be ended",
    ]


def test_to_quit_a_home_ends_no_job(frame_of: Framing, knowledge: Notes) -> None:
    text = (
        "THREE DAY NOTICE TO PAY RENT OR QUIT\nTo: Mia Lund, Fresno, California\nPay the rent for"
        " November 1, 2026 to November 30, 2026, or quit the premises.\nA. Cole, Owner"
    )
    titles = {finding.title for finding in of_kind(review(text, frame_of, knowledge), "date")}
    assert titles == {"A date"}


def test_a_letter_that_ends_a_lease_is_no_lease(frame_of: Framing, knowledge: Notes) -> None:
    text = (
        "BUROFAX. Sevilla, 20 de noviembre de 2026\nD.ª Eva Sanz, arrendadora, a D. Luis Paz,"
        " arrendatario.\nLe comunico que el contrato de arrendamiento de fecha 1 de enero de 2022"
        " vence el 31 de diciembre de 2026 y que no será renovado. Deberá entregar las llaves."
    )
    answer = review(text, frame_of, knowledge, question="¿Qué es esto?", language="es")
    (kind,) = of_kind(answer, "document_type")
    assert "un aviso de desalojo" in kind.detail
    assert not any("el depósito" in f.title for f in of_kind(answer, "missing_clause"))


def test_the_notes_of_the_place_come_before_general_ones(frame_of: Framing) -> None:
    text = (
        "Dear Olga Brandt, we are a debt collector. Balance: $900. You have until December 21, 2026"
        " to dispute this debt. If you do not, legal action may follow. Sincerely, Mill Recovery"
    )
    notes = Notes(
        [
            *note("general/small-claims", "small-claims", "general", {"handler": "A clerk."}),
            *note("us/debt-collection", "debt-collection", "US", {"handler": "The bureau."}),
        ]
    )
    answer = review(text, frame_of, notes, question="Is this right? I live in the United States.")
    assert [citation.note for citation in answer.citations] == ["us/debt-collection@1"]
    assert not any("no note for United States" in limit for limit in answer.limits)


def test_a_hearing_in_a_paper_is_its_own_date(frame_of: Framing, knowledge: Notes) -> None:
    answer = review(documents.ORDER, frame_of, knowledge)
    assert dt.date(2026, 12, 15) in [finding.due_on for finding in of_kind(answer, "date")]


def test_a_deadline_is_computed_where_a_note_gives_the_rule(
    frame_of: Framing, knowledge: Notes
) -> None:
    question = "I was served with this on November 5, 2026"
    answer = review(documents.SUMMONS, frame_of, knowledge, question=question)
    (deadline,) = of_kind(answer, "deadline")
    assert deadline.due_on == dt.date(2026, 12, 7)
    assert deadline.citations


def test_no_deadline_without_a_note(frame_of: Framing) -> None:
    question = "I was served with this on November 5, 2026"
    answer = review(documents.SUMMONS, frame_of, Notes([]), question=question)
    assert of_kind(answer, "deadline") == []


QUIT_WA = note(
    "us-wa/notice-to-quit",
    "notice-to-quit",
    "US-WA",
    {"deadline": "For rent that is owed: 14 days. For another breach: 10 days."},
    figures=(
        figure(id="pay", value="14", event="notice_served", service=None),
        figure(id="comply", value="10", event="notice_served", service=None),
    ),
)


@pytest.mark.parametrize(
    ("paper", "question", "due"),
    [
        # The paper's own length chooses the period; its own words give the day.
        ("14-DAY NOTICE TO PAY OR VACATE\nServed December 1 by mail.", "?", dt.date(2026, 12, 15)),
        ("TEN DAY NOTICE TO CURE OR QUIT\nServed on December 1, 2026", "?", dt.date(2026, 12, 11)),
        # Whoever asks knows better when it came.
        (
            "14-DAY NOTICE TO PAY OR VACATE\nServed on November 24, 2026.",
            "I found this on my door on November 27",
            dt.date(2026, 12, 11),
        ),
        # The day on which it was written starts nothing.
        ("14-DAY NOTICE TO PAY OR VACATE\nDated November 24, 2026", "?", None),
    ],
)
def test_a_notice_is_counted_from_the_day_it_was_given(
    frame_of: Framing, paper: str, question: str, due: dt.date | None
) -> None:
    text = f"{paper}\nTo: Noor Aziz, Tacoma, Washington"
    answer = review(text, frame_of, Notes(QUIT_WA), question=question)
    (deadline,) = of_kind(answer, "deadline")
    assert deadline.due_on == due


def test_a_notice_of_another_length_is_not_counted_by_the_note(frame_of: Framing) -> None:
    text = (
        "NOTICE TO QUIT\nTo: Kim Lee, Seattle, Washington\n"
        "You have 3 days to move out, by December 4. Served December 1."
    )
    answer = review(text, frame_of, Notes(QUIT_WA))
    (deadline,) = of_kind(answer, "deadline")
    assert deadline.due_on is None
    assert "The notice gives 3 days. The note gives" in deadline.detail
    told = {finding.title: finding.due_on for finding in of_kind(answer, "date")}
    assert told == {"Something is due": dt.date(2026, 12, 4), "A notice": None}


def test_of_two_notes_the_one_with_the_notice_s_length_is_told(frame_of: Framing) -> None:
    steps = note(
        "us-wa/eviction-steps",
        "eviction-steps",
        "US-WA",
        {"deadline": "A waste notice gives 3 days."},
        figures=(figure(id="waste", value="3", event="notice_served", service=None),),
    )
    text = "3-DAY NOTICE TO QUIT\nTo: Kim Lee, Seattle, Washington\nServed December 1, 2026."
    answer = review(text, frame_of, Notes([*QUIT_WA, *steps]))
    assert [f.due_on for f in of_kind(answer, "deadline")] == [dt.date(2026, 12, 4)]


def test_a_lawsuit_starts_no_notice_s_days(frame_of: Framing) -> None:
    text = documents.SUMMONS.replace("CALIFORNIA, COUNTY OF ALAMEDA", "WASHINGTON, KING COUNTY")
    answer = review(text, frame_of, Notes(QUIT_WA), question="A notice came on November 20, 2026")
    assert of_kind(answer, "deadline") == []


def test_a_month_is_told_as_a_month(frame_of: Framing) -> None:
    answer = review(
        "RESIDENTIAL LEASE AGREEMENT\nThe tenant moved in March 2026.", frame_of, Notes([])
    )
    (found,) = of_kind(answer, "date")
    assert found.detail.startswith("March 2026: ")


@pytest.mark.parametrize("name", [n for n in vars(documents) if n.isupper()])
def test_every_quote_is_exactly_where_it_says(
    frame_of: Framing, knowledge: Notes, name: str
) -> None:
    text = getattr(documents, name)
    middle = len(text) // 2
    answer = review(text, frame_of, knowledge, page_starts=(0, middle))
    pointed = [finding.source for finding in answer.findings if finding.source is not None]
    for source in pointed:
        assert text[source.start : source.end] == source.quote
        assert source.quote == source.quote.strip() != ""
        assert source.page == (1 if source.start < middle else 2)


def test_an_unpaged_text_has_no_pages(frame_of: Framing, knowledge: Notes) -> None:
    answer = review(documents.LEASE, frame_of, knowledge)
    assert {f.source.page for f in answer.findings if f.source} == {None}


def test_a_paper_pasted_into_the_question_is_read(frame_of: Framing, knowledge: Notes) -> None:
    frame = frame_of(documents.LEASE)
    answer = document_review(frame, Ask(documents.LEASE, TODAY), (), knowledge)
    assert of_kind(answer, "document_type")
    assert any("words of the question were read" in limit for limit in answer.limits)


def test_a_review_without_a_paper_asks_for_it(frame_of: Framing, knowledge: Notes) -> None:
    answer = document_review(
        frame_of("Check my lease"), Ask("Check my lease", TODAY), (), knowledge
    )
    assert answer.question_back is not None
    assert answer.question_back.field == "documents"
    assert "nothing to read" in answer.summary


def test_an_empty_paper_is_said_to_be_empty(frame_of: Framing, knowledge: Notes) -> None:
    answer = review(" \n ", frame_of, knowledge)
    assert answer.summary == "We could not read any words in paper.txt."


def test_two_papers_are_both_told(frame_of: Framing, knowledge: Notes) -> None:
    texts = [Text("lease.txt", documents.LEASE), Text("notice.txt", documents.NOTICE)]
    frame = frame_of("?", documents=[text.text for text in texts])
    answer = document_review(frame, Ask("?", TODAY), texts, knowledge)
    assert "lease.txt reads like a lease of a home." in answer.summary
    assert "notice.txt reads like a notice to leave" in answer.summary


def test_spanish_words_around_english_quotes(frame_of: Framing, knowledge: Notes) -> None:
    answer = review(documents.LEASE, frame_of, knowledge, question="¿Qué dice?", language="es")
    assert "un contrato de renta de vivienda" in answer.summary
    assert "$1,450.00" in quotes(answer, "amount")


def test_professionals_read_it_terse(frame_of: Framing, knowledge: Notes) -> None:
    answer = review(documents.LEASE, frame_of, knowledge, kind="professional")
    assert answer.summary.startswith("paper.txt: residential lease.")


def test_a_law_that_is_chosen_again_and_again_is_told_once(
    frame_of: Framing, knowledge: Notes
) -> None:
    clause = "This Agreement is governed by the laws of the State of Ohio.\n\n"
    other = "This Schedule is governed by the laws of the State of Utah.\n\n"
    answer = review(documents.LEASE + clause * 50 + other, frame_of, knowledge)
    places = [f.detail for f in answer.findings if f.kind == "governing_law"]
    assert sum("Ohio" in detail for detail in places) == 1
    assert sum("Utah" in detail for detail in places) == 1


def test_the_findings_of_a_long_paper_are_bounded(frame_of: Framing, knowledge: Notes) -> None:
    part = documents.LEASE + "\n\n"
    few = review(part * 3, frame_of, knowledge)
    many = review(part * 30, frame_of, knowledge)
    assert len(many.findings) <= 2 * len(few.findings)


@pytest.mark.parametrize("text", ["\x00" * 50, "a" * 20_000, "((((" * 2000, "$" * 5000])
def test_odd_texts_are_read_without_failing(frame_of: Framing, knowledge: Notes, text: str) -> None:
    assert review(text, frame_of, knowledge).limits
