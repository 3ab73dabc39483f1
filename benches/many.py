"""Many positions in one crossing: on one thread and on all, beside one by one.

    python benches/many.py [--quick]

Expert positions from the middle of games (the shared sets, over and over). Every row is checked
against the analysis of its position.
"""

from __future__ import annotations

import os
from functools import partial

import numpy as np

from bench import QUICK, ratio, table, time_call

import data
from demine import analyze_many

TIMES = 20 if QUICK else 200
REPEAT = 3


def main() -> None:
    """Time all positions of both kinds together; print a row per way."""
    positions = data.expert("stuck") + data.expert("guess")
    board = positions[0].board
    labels = np.array([position.codes for position in positions] * TIMES, np.int32)
    alone, expected = time_call(
        lambda: [position.analyze(cache=False).probabilities for position in positions], REPEAT
    )
    alone *= TIMES
    rows = [["one by one", f"{len(labels) / alone:,.0f}", "1.00"]]
    for workers in (1, os.cpu_count() or 1):
        taken, found = time_call(partial(analyze_many, board, labels, 99, workers=workers), REPEAT)
        np.testing.assert_array_equal(found.probabilities[: len(positions)], expected)
        np.testing.assert_array_equal(found.probabilities[-len(positions) :], expected)
        rows.append([f"{workers} threads", f"{len(labels) / taken:,.0f}", ratio(alone, taken)])
    table(["way", "positions per second", "ratio"], rows)


if __name__ == "__main__":
    main()
