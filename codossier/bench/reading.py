"""The rooms that read words: inference beside eyecite, and search among many notes."""

from __future__ import annotations

from django.db import connections

from legalcontext.inference import bench as inference
from legalcontext.knowledge.bench import TABLES, measure_search
from legalcontext.knowledge.engine import embedder

from .database import Cast
from .report import Report

SEARCH_TARGET_MS = 5.0
"""Among the first of NOTES; among more it is to be FLAT."""
SEARCH_QUERIES = 2
NOTES = (1_000, 20_000)
FLAT = 1.5
"""How much longer a search may take among the larger number of notes."""


def infer(report: Report, cast: Cast) -> None:
    """Places, forums and roles from words, warm, on one core."""
    with report.section("Inference, and eyecite alone on the same text"):
        for measure in inference.measures():
            report.figure(measure.name, measure.value, measure.unit, target=measure.target)
            if measure.baseline:
                report.figure(
                    f"{measure.name}, ratio",
                    measure.value / measure.baseline,
                    "×",
                    baseline=f"eyecite, {measure.baseline:.2f} {measure.unit}",
                )


def search(report: Report, cast: Cast) -> None:
    """The search beside its embedding, flat from the one number of notes to the other."""
    with report.section("Search, and the bare vector query with one embedding"):
        times = []
        for notes in NOTES:
            found = measure_search(embedder(), notes=notes, indexed=True, using="owner")
            times.append(found.beside_embedding)
            name = f"among {notes:,} notes"
            report.figure(
                f"beside the embedding, {name}",
                found.beside_embedding,
                "ms",
                target=SEARCH_TARGET_MS if notes == NOTES[0] else None,
            )
            report.figure(f"queries, {name}", found.queries, "", target=SEARCH_QUERIES)
            report.figure(
                f"ratio, {name}", found.ratio, "×", baseline="bare vector query + embedding"
            )
        report.figure("flat", times[1] / times[0], "×", target=FLAT, baseline=f"{NOTES[0]:,} notes")
        with connections["owner"].cursor() as cursor:
            # What was rolled back stands in the indexes of vectors until then, in every later way.
            cursor.execute(f"VACUUM (ANALYZE) {', '.join(TABLES)}")
