"""Shared code of the benches: timing, summaries, tables.

Absolute times are noise on a shared machine. So every bench runs its peer in the same run, prints
ratios, and asserts the answers that it times. Times are processor times, summed over all threads,
since wall time on a busy machine favours programs that end before the next interruption.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from statistics import fmean, median, quantiles
from typing import TypeVar

# The benches share truths, shapes, peers and reference strategies with the tests.
for folder in ("tests/support", "tests/reference", "benches/strength"):
    sys.path.append(str(Path(__file__).parent.parent / folder))

T = TypeVar("T")

QUICK = "--quick" in sys.argv


def time_call(call: Callable[[], T], repeat: int = 1) -> tuple[float, T]:
    """The best processor time of some runs, in seconds, and the answer of the last."""
    best = float("inf")
    for _ in range(repeat):
        started = time.process_time()
        answer = call()
        best = min(best, time.process_time() - started)
    return best, answer


def spread(seconds: Sequence[float]) -> list[float]:
    """Median, mean, 90th percentile and maximum."""
    return [median(seconds), fmean(seconds), quantiles(seconds, n=10)[-1], max(seconds)]


def pretty(seconds: float) -> str:
    """A time in a suitable unit."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-6:.3g} µs"


def ratio(peer: float, ours: float) -> str:
    """The peer's time as a multiple of ours."""
    return f"{peer / ours:.1f}×"


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print rows under a head in Markdown, ready for the docs."""
    cells = [list(head), *([str(value) for value in row] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for index, row in enumerate(cells):
        shown = (value.ljust(width) for value, width in zip(row, widths, strict=True))
        print("| " + " | ".join(shown) + " |")
        if index == 0:
            print("|" + "|".join("-" * (width + 2) for width in widths) + "|")
    print()
