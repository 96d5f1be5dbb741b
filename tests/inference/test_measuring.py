"""The evaluation and the bench: what they read and what they say."""

from __future__ import annotations

import json

from legalcontext.inference import bench, evaluate
from legalcontext.inference.evaluate import Case, clause_score, score


def test_a_miss_is_named_with_its_evidence():
    found = score("x", [Case("I live in Ohio.", "US-TX"), Case("I live in Ohio.", "US-OH")])
    assert (found.right, found.total, found.defaults) == (1, 2, 0)
    (miss,) = found.misses
    assert "place US-OH, not US-TX" in miss
    assert "live in Ohio" in miss


def test_forum_role_and_candidates_are_judged_where_they_are_given():
    case = Case("I live in Ohio.", "US-OH", "small claims court", "counsel", ("US-TX",))
    (miss,) = score("x", [case]).misses
    assert "forum" in miss
    assert "role" in miss
    assert "candidates without US-TX" in miss


def test_defaults_are_counted():
    assert score("x", [Case("Can I sue?", "-"), Case("I rent in Reno.", "US-NV")]).defaults == 1


def test_a_part_of_the_labelled_country_counts_for_a_clause():
    clause = "This deed is governed by the laws of Ontario."
    assert clause_score("x", [(clause, "CA")]).right == 1
    assert clause_score("x", [(clause, "US-OH"), ("No law here.", "US")]).right == 0


def test_a_family_of_rules_can_be_switched_off():
    case = Case("I was arrested in Reno.", "US-NV")
    assert score("x", [case]).right == 1
    assert score("x", [case], evaluate.FAMILIES["events"]).right == 0


def test_every_kind_of_evidence_belongs_to_a_family():
    from legalcontext.inference.cues import WEIGHTS

    grouped = {kind for kinds in evaluate.FAMILIES.values() for kind in kinds}
    assert set(WEIGHTS) <= grouped


def test_absent_shared_cases_are_said_to_be_absent(monkeypatch, tmp_path):
    said: list[str] = []
    monkeypatch.setattr(evaluate, "SHARED", tmp_path / "none")
    monkeypatch.setattr(evaluate, "OWN", tmp_path)
    monkeypatch.setattr(evaluate, "PLACELESS", tmp_path / "none.jsonl")
    (tmp_path / "questions.tsv").write_text("US-OH\t-\t?\tI live in Ohio.\n")
    evaluate.report(said.append)
    assert "only its own" in said[0]
    assert any(line.startswith("questions.tsv") and "100.0%" in line for line in said)


def test_shared_cases_are_read_where_they_are(monkeypatch, tmp_path):
    row: dict[str, object] = {
        "id": "a",
        "text": "I live in Ohio.",
        "value": "US-OH",
        "basis": "inferred",
        "forum": None,
        "candidates": [],
        "document": False,
    }
    (tmp_path / "jurisdiction.jsonl").write_text(json.dumps(row) + "\n")
    law = {"text": "Governed by the laws of Ohio.", "governing_law": "US-OH"}
    for name in ("nda-governing-law.jsonl", "governing-law-clauses.jsonl"):
        (tmp_path / name).write_text(json.dumps(law) + "\n")
    monkeypatch.setattr(evaluate, "SHARED", tmp_path)
    monkeypatch.setattr(evaluate, "OWN", tmp_path)
    found = {s.name: (s.right, s.total) for s in evaluate.scores()}
    assert found["jurisdiction.jsonl"] == (1, 1)
    assert found["nda-governing-law.jsonl"] == (1, 1)
    assert found["governing-law-clauses.jsonl"] == (1, 1)


def test_the_bench_reads_texts_of_the_sizes_it_names():
    assert len(bench.ask_text()) == 1_000
    assert len(bench.agreement_text()) == bench.PAGES * bench.PAGE


def test_a_measure_says_whether_it_holds():
    holds = bench.Measure("An ask", 0.5, "ms", 1.0, 2.0)
    short = bench.Measure("An ask", 1.5, "ms", 1.0)
    assert holds.line().endswith("holds")
    assert "ratio 0.25" in holds.line()
    assert short.line().endswith("falls short")
