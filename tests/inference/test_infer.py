"""Which place a text shows, and the words it goes by."""

from __future__ import annotations

import re

import pytest

from legalcontext.inference import infer
from legalcontext.inference.evaluate import own_cases, score

from .reading import CASES, QUESTIONS, candidates, frame, json_rows, place, questions

JURISDICTION = json_rows(CASES / "jurisdiction.jsonl")


@pytest.mark.parametrize("case", JURISDICTION, ids=lambda case: case["id"])
def test_the_cases_of_the_specification_hold(case):
    text = case["text"]
    found = frame("", text) if case["document"] else frame(text)
    assert (found.jurisdiction, found.basis, found.forum) == (
        case["value"],
        case["basis"],
        case["forum"],
    )
    assert set(case["candidates"]) <= {c.value for c in found.candidates}


@pytest.mark.parametrize("path", QUESTIONS, ids=lambda path: path.stem)
def test_nearly_all_of_the_projects_own_questions_are_read_right(path):
    found = score(path.name, own_cases(path))
    assert found.right >= 0.95 * found.total, "\n".join(found.misses)


def test_a_text_with_no_place_in_it_infers_none():
    cases = json_rows(CASES / "placeless.jsonl")
    assert len(cases) >= 200
    found = [c["text"] for c in cases if infer(c["text"]).candidates]
    assert found == []


def sentences(text):
    return re.split(r"(?<=[a-z][a-z)][.?!])\s+(?=[A-Z¿])", text)


def test_the_order_of_sentences_decides_nothing():
    several = [
        text
        for text in questions()
        if len(sentences(text)) > 1
        and not re.search(r"\b(Code|Stat|Rev)\b", text)
        and all(len(s.split()) > 2 for s in sentences(text))
    ]
    assert len(several) > 50
    for text in several:
        forwards, backwards = infer(text), infer(" ".join(reversed(sentences(text))))
        assert backwards.place == forwards.place, text
        assert backwards.contending == forwards.contending, text
        assert backwards.forum == forwards.forum, text
        assert backwards.role == forwards.role, text
        ranked = [(c.value, c.score) for c in forwards.candidates]
        assert [(c.value, c.score) for c in backwards.candidates] == ranked, text


def test_evidence_quotes_the_text_that_it_was_found_in():
    documents = ["Rent for the house in Tulsa.", "É à Zürich… My landlord in Provo, Utah"]
    found = infer("Vivo en Los Ángeles. I work in Reno.", documents)
    texts = {"question": "Vivo en Los Ángeles. I work in Reno."}
    texts |= {f"document:{i}": text for i, text in enumerate(documents)}
    assert {e.source for e in found.evidence} == set(texts)
    for evidence in found.evidence:
        assert texts[evidence.source][evidence.start : evidence.end] == evidence.text
        assert evidence.why
        assert 0 < evidence.weight <= 1.5


def test_evidence_of_the_tenth_document_comes_after_the_second():
    found = infer("", ["I live in Ohio."] * 11)
    order = [int(e.source.partition(":")[2]) for e in found.evidence]
    assert order == sorted(order)


@pytest.mark.parametrize(
    ("strong", "weak", "text"),
    [
        ("US-OH", "US-DE", "The house is in Dayton, Ohio. The lease chooses Delaware law."),
        ("US-TX", "US-MX", "I was born in Mexico and was hurt at work in Laredo, Texas."),
        ("US-NV", "US-TX", "I moved from Texas to Nevada and need a new will."),
        ("US-ID", "US-UT", "A Utah corporation sold me a furnace for my house in Boise, Idaho."),
        ("US-IN", "US-OH", "I live in Ohio but was ticketed in Gary, Indiana."),
        ("US-NY", "US-CT", "I live in Connecticut but work in New York City and was fired."),
        ("US-OR", "US-CA", "A company based in San Jose owes me for work at my home in Bend, OR."),
        ("US-AZ", "US-IA", "My roommate is from Iowa; we rent in Mesa, Arizona."),
        ("US-WA", "US-HI", "My landlord lives in Hawaii. The house is in Everett, Washington."),
        ("US-MN", "US-FL", "I'm moving to Florida. Can I break my lease in St. Paul, Minnesota?"),
    ],
)
def test_people_and_property_outweigh_companies_clauses_and_origins(strong, weak, text):
    assert infer(text).place == strong
    assert not weak.startswith("US-") or weak in candidates(text) or weak == "US-MX"


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        ("US-CO", "my landlord in Denver kept the deposit, my cousin in Ohio says thats illegal"),
        ("US-OK", "I rent in Tulsa and my uncle in Texas says the law there is different"),
        ("US-NM", "my lease in Santa Fe has a year left and i got a job in Utah"),
        ("US-OH", "I got a job in Ohio and they never paid me"),
    ],
)
def test_the_place_of_the_dispute_outweighs_where_others_are_or_a_new_job_is(expected, text):
    assert place(text) == expected


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        ("US-MA", "signed an agreement in boston for a startup"),
        ("US-CO", "eviction notice, denver"),
        ("US-AZ", "they kept my deposit, phoenix"),
        ("-", "hi, Austin"),
        ("-", "my cousin mesa owes me money"),
    ],
)
def test_a_large_town_is_read_in_small_letters_where_it_is_led_to_or_closes_the_question(
    expected, text
):
    assert place(text) == expected


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        ("US-NY", "NY holdover, notice of petition served 11/18"),
        ("US-NJ", "motion to vacate default judgment NJ R. 4:50 timing"),
        ("US-FL", "statute of limitations, written contract, FL"),
        ("-", "please help me with the lease, OK"),
        ("-", "MD default on the surgery bill"),
    ],
)
def test_a_lawyer_s_short_hand_names_the_state_by_its_letters(expected, text):
    assert place(text) == expected


def test_many_mentions_of_one_place_do_not_outweigh_where_the_matter_is():
    text = "I was arrested in Reno, Nevada. " + "He talks about Texas. " * 30
    assert infer(text).place == "US-NV"


@pytest.mark.parametrize(
    "text",
    [
        "My immigration court hearing is in Houston.",
        "I live in Ohio and filed Chapter 7.",
        "I live in Denver and got a notice of deficiency; do I go to Tax Court?",
        "I want to patent my pump. I live in Nevada.",
        "The Navajo Nation court took my truck in Arizona.",
        "My son faces a court-martial at a base in Georgia near Atlanta.",
        "Social Security stopped my SSDI. I live in Tucson.",
    ],
)
def test_a_federal_subject_is_of_the_united_states_with_its_state_kept(text):
    found = frame(text)
    assert (found.jurisdiction, found.basis) == ("US", "inferred")
    assert any(c.value.startswith("US-") for c in found.candidates)


def test_a_word_of_a_federal_subject_moves_no_matter_of_housing_or_work():
    assert (
        place("My landlord in Dallas says my visa is not enough to rent an apartment.") == "US-TX"
    )
    assert place("I work in San Jose on an H-1B and my employer did not pay me.") == "US-CA"


@pytest.mark.parametrize(
    "text",
    [
        "I was born in Mexico. I lost my job.",
        "My grandparents came from Italy and left me a ring.",
        "My friend is from Ohio and owes me money.",
    ],
)
def test_a_past_home_or_an_origin_alone_frames_nothing(text):
    assert place(text) == "-"
    assert candidates(text)


def test_a_clause_in_a_document_is_evidence_that_the_property_outweighs():
    clause = "This lease is governed by the laws of the State of Delaware."
    assert place("", clause) == "US-DE"
    assert place("", f"The premises are a house in Columbus, Ohio 43215. {clause}") == "US-OH"
    assert place("I live in Texas.", clause) == "US-TX"


def test_an_address_for_notices_is_no_place_of_the_property():
    lease = (
        "Landlord leases the premises at 14 Pearl Street, Boulder, Colorado 80302. Notices to "
        "Landlord go to 500 Market St, San Francisco, CA 94105."
    )
    assert place("", lease) == "US-CO"


def test_documents_of_many_kinds_are_read_right():
    wrong = []
    for row in json_rows(CASES.parent / "inference" / "documents.jsonl"):
        found = frame("What does this mean?", row["text"])
        got = "-" if found.basis == "default" else found.jurisdiction
        if got != row["place"] or row["forum"] not in ("?", found.forum or "-"):
            wrong.append((row["place"], got, row["forum"], found.forum, row["text"][:80]))
    assert wrong == []


def test_nothing_is_inferred_from_nothing():
    for text in ("", " \n\t ", "?!", "…"):
        found = infer(text, [text])
        assert (found.place, found.candidates, found.forum, found.role) == (None, (), None, None)
