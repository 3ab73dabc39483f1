"""Boards up to a million cells: analysed and counted, with their peak memory.

    python benches/million.py [SIDE …]

Square boards, 30 % mined, 40 % of the free cells opened, no cache; by default with sides of 100,
300, 500 and 1000. Each board is analysed with an unknown and with a known number of mines. The
count of each board must be that of its analysis, and the probabilities under a known number of
mines must add up to that number.
"""

from __future__ import annotations

import math
import resource
import sys
import time
from random import Random

from bench import QUICK, pretty, table, time_call

import demine
from truth import glance, random_truth

SIDES = (100, 300) if QUICK else (100, 300, 500, 1000)


def row(side: int) -> list[str]:
    """Processor and clock times of one board, and the most memory so far."""
    random = Random(1)
    truth = random_truth(demine.grid(side, side), 0.3, random)
    position = glance(truth, 0.4, random)
    started = time.monotonic()
    analysing, analysis = time_call(lambda: position.analyze(cache=False))
    analysed = time.monotonic()
    counting, count = time_call(lambda: position.count(cache=False))
    counted = time.monotonic()
    assert analysis.count == count
    del analysis
    known = position.with_mines(len(truth.mined))
    started_again = time.monotonic()
    knowing, analysis = time_call(lambda: known.analyze(cache=False))
    known_after = time.monotonic() - started_again
    assert math.isclose(analysis.probabilities.sum(), len(truth.mined), rel_tol=1e-9)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return [
        f"{side}×{side}",
        pretty(analysing),
        pretty(analysed - started),
        pretty(knowing),
        pretty(known_after),
        f"{knowing / analysing:.1f}×",
        pretty(counting),
        pretty(counted - analysed),
        f"{peak} MB",
    ]


def main() -> None:
    """A row per board, smallest first."""
    given = [int(word) for word in sys.argv[1:] if word.isdigit()]
    clock = "by the clock"
    head = ["board", "analyse", clock, "mines known", clock, "ratio", "count", clock, "peak memory"]
    table(head, [row(side) for side in sorted(given or SIDES)])


if __name__ == "__main__":
    main()
