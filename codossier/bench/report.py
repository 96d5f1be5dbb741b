"""Timing two things in turn, and saying whether a figure holds."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One line. value in `unit`; target: the bound, at_most or at least; None: told, not judged."""

    name: str
    value: float
    unit: str
    target: float | None = None
    at_most: bool = True
    baseline: str = ""

    @property
    def holds(self) -> bool:
        if self.target is None:
            return True
        return self.value <= self.target if self.at_most else self.value >= self.target


class Report:
    """Collects figures and prints each as it comes."""

    def __init__(self, *, judged: bool) -> None:
        self.judged = judged
        self.figures: list[Figure] = []

    @contextmanager
    def section(self, title: str) -> Iterator[None]:
        print(f"\n{title}", flush=True)
        yield

    def figure(
        self,
        name: str,
        value: float,
        unit: str,
        *,
        target: float | None = None,
        at_most: bool = True,
        baseline: str = "",
    ) -> None:
        """Add a figure. baseline: what a ratio is to, in words."""
        figure = Figure(name, value, unit, target, at_most, baseline)
        self.figures.append(figure)
        verdict = ""
        if target is not None:
            bound = f"{'≤' if at_most else '≥'} {target:g} {unit}".strip()
            word = "holds" if figure.holds else "falls short"
            verdict = f"  [{bound}: {word}]" if self.judged else f"  [{bound}: no verdict]"
        against = f"  ({baseline})" if baseline else ""
        print(f"  {name:<46} {value:>9.3f} {unit:<5}{against}{verdict}", flush=True)

    @property
    def falls_short(self) -> list[Figure]:
        return [figure for figure in self.figures if not figure.holds]


def in_turn(rounds: int, *works: Callable[[], object]) -> list[float]:
    """Median milliseconds of each work, run one after the other `rounds` times, so that whatever
    else the machine does falls on all of them alike. Each is run once before, unmeasured."""
    times: list[list[float]] = [[] for _ in works]
    for work in works:
        work()
    for _ in range(rounds):
        for work, taken in zip(works, times, strict=True):
            began = time.perf_counter()
            work()
            taken.append((time.perf_counter() - began) * 1000)
    return [statistics.median(taken) for taken in times]
