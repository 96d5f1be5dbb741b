"""How fast the inference reads, warm, on one core, beside eyecite alone on the same text.

The texts are this module's own: an ask of 1,000 characters, and an agreement of 15 pages.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from .infer import infer

ASK_TARGET_MS: Final = 1.0
AGREEMENT_TARGET_MS: Final = 30.0
START_TARGET_MS: Final = 500.0
MEMORY_TARGET_MB: Final = 60.0
PAGES: Final = 15
PAGE: Final = 3_000
"""Characters of a page of an agreement."""

_ASK: Final = (
    "I rent an apartment in Sacramento and moved out on March 3. My landlord, who lives in Reno,"
    " Nevada, will not return my deposit. He says that the carpet was ruined, but it was worn when"
    " I moved in five years ago, and I have pictures. The lease says that it is governed by the"
    " laws of the State of Delaware, which makes no sense to me. A friend told me that Cal. Civ."
    " Code § 1950.5 gives him three weeks. I work at a warehouse in West Sacramento and cannot take"
    " a day off for court. Can I sue him in small claims court, and how would he be served? "
)
_SECTIONS: Final = (
    "Parties. This Agreement is made between Harrow Pumps, Inc., a Delaware corporation with"
    " offices at 400 Foundry Road, Toledo, Ohio 43604, and Vela Marine LLC, a limited liability"
    " company organized under the laws of the State of Florida.",
    "Services. The Supplier shall provide the services described in each statement of work with"
    " reasonable care and skill, using people of suitable experience, and shall correct at its own"
    " expense any part that falls short of the description within thirty days of notice.",
    "Payment. The Customer shall pay each undisputed invoice within forty-five days of receipt."
    " Late amounts bear interest at one percent a month or the highest rate that the law allows,"
    " whichever is lower. Taxes are the Customer's, other than those on the Supplier's income.",
    "Confidentiality. Each party shall keep the other's confidential information secret, use it"
    " only for the purposes of this Agreement, and return or destroy it on request, save for what"
    " a court of competent jurisdiction or a regulator requires it to disclose or to keep.",
    "Liability. Neither party is liable for loss of profit or for indirect loss. The total"
    " liability of each party in any year is limited to the fees paid in that year. Nothing limits"
    " liability for fraud, for personal injury, or for what cannot be limited by law.",
    "Termination. Either party may terminate for a material breach that is not cured within thirty"
    " days of written notice. Sections that by their nature are to survive do so.",
    "Governing law. This Agreement is governed by the laws of the State of Ohio, without regard to"
    " its conflict of laws rules. The parties submit to the exclusive jurisdiction of the state and"
    " federal courts located in Lucas County, Ohio.",
    "General. This Agreement is the whole agreement of the parties on its subject. It may be"
    " amended only in writing. If a provision is held invalid, the others stand. Neither party may"
    " assign it without consent, other than to a successor to all of its business.",
)


@dataclass(frozen=True, slots=True)
class Measure:
    """value in `unit` against `target`; baseline: eyecite's on the same text, None for none."""

    name: str
    value: float
    unit: str
    target: float
    baseline: float | None = None

    @property
    def holds(self) -> bool:
        return self.value <= self.target

    def line(self) -> str:
        verdict = "holds" if self.holds else "falls short"
        beside = ""
        if self.baseline:
            beside = (
                f", eyecite {self.baseline:.2f} {self.unit}, ratio {self.value / self.baseline:.2f}"
            )
        return (
            f"{self.name:34} {self.value:8.2f} {self.unit} (target {self.target:g}{beside}):"
            f" {verdict}"
        )


def ask_text() -> str:
    """An ask of 1,000 characters."""
    return (_ASK * 2)[:1_000]


def agreement_text() -> str:
    """An agreement of 15 pages, its sections numbered throughout."""
    text, number = "", 0
    while len(text) < PAGES * PAGE:
        text += f"{number + 1}. {_SECTIONS[number % len(_SECTIONS)]}\n\n"
        number += 1
    return text[: PAGES * PAGE]


def best_ms(call: Callable[[], object], rounds: int) -> float:
    """The best processor time of some rounds, in milliseconds: what one core takes, whatever else
    the machine does."""
    best = float("inf")
    for _ in range(rounds):
        begun = time.process_time()
        call()
        best = min(best, time.process_time() - begun)
    return best * 1_000


def start_up() -> tuple[float, float]:
    """Milliseconds and megabytes that the first reading costs in a fresh process."""
    code = (
        "import psutil, time\n"
        "before = psutil.Process().memory_info().rss\n"
        "begun = time.process_time()\n"
        "from legalcontext.inference import infer\n"
        "infer('I live in Toledo, Ohio')\n"
        "taken = time.process_time() - begun\n"
        "after = psutil.Process().memory_info().rss\n"
        "print(taken * 1000, (after - before) / 2**20)\n"
    )
    output = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    return float(output[0]), float(output[1])


def measures() -> Iterator[Measure]:
    """Every figure, with eyecite beside it where it is installed."""
    ask, agreement = ask_text(), agreement_text()
    infer(ask, [agreement])
    baseline = _eyecite()
    yield Measure(
        "An ask of 1,000 characters",
        best_ms(lambda: infer(ask), 200),
        "ms",
        ASK_TARGET_MS,
        best_ms(lambda: baseline(ask), 50) if baseline else None,
    )
    yield Measure(
        "An agreement of 15 pages",
        best_ms(lambda: infer("", [agreement]), 30),
        "ms",
        AGREEMENT_TARGET_MS,
        best_ms(lambda: baseline(agreement), 10) if baseline else None,
    )
    milliseconds, megabytes = start_up()
    yield Measure("Start-up", milliseconds, "ms", START_TARGET_MS)
    yield Measure("Memory, more than before", megabytes, "MB", MEMORY_TARGET_MB)


def _eyecite() -> Callable[[str], object] | None:
    try:
        from eyecite import get_citations
    except ImportError:
        return None
    return get_citations
