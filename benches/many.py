"""Many positions in one call: on one thread and on all threads, beside one call per position.

    python benches/many.py [--quick]

The positions are the shared sets of Expert positions from the middle of games, repeated. Every row
is checked against the analysis of its position. "The engine alone" is the call into Rust, from an
array of codes into existing arrays.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from functools import partial
from math import inf
from typing import TypeVar

import numpy as np

from bench import QUICK, ratio, table, time_call

import data
from demine import _native, analyze_many
from demine.many import Analyses

TIMES = 20 if QUICK else 200
REPEAT = 3

T = TypeVar("T")


def best(call: Callable[[], T]) -> tuple[float, float, T]:
    """Seconds on the wall, which threads share, and of the processor; the best of some runs."""
    walls = []
    seconds, answer = inf, None
    for _ in range(REPEAT):
        started = time.perf_counter()
        taken, answer = time_call(call)
        walls.append(time.perf_counter() - started)
        seconds = min(seconds, taken)
    return min(walls), seconds, answer  # type: ignore[return-value]


def row(name: str, positions: int, alone: float, taken: tuple[float, float]) -> list[str]:
    """The row of a way: its speed beside one call per position."""
    wall, seconds = taken
    each = f"{seconds / positions * 1e6:.1f} µs"
    return [name, f"{positions / wall:,.0f}", ratio(alone, wall), each]


def main() -> None:
    """Time all positions of both kinds together; print a row per way."""
    positions = data.expert("stuck") + data.expert("guess")
    board = positions[0].board
    labels = np.array([position.codes for position in positions] * TIMES, np.int32)
    alone, _, expected = best(
        lambda: [position.analyze(cache=False).probabilities for position in positions]
    )
    alone *= TIMES
    rows = [["one by one", f"{len(labels) / alone:,.0f}", "1.0×", ""]]
    ready, mines = Analyses.blank(len(labels), len(board)), np.full(len(labels), 99, np.int64)
    for workers in (1, os.cpu_count() or 1):
        given = (board.graph, labels, mines, workers, ready.columns)
        wall, seconds, _ = best(partial(_native.analyze_many, *given))
        rows.append(
            row(f"the engine alone, {workers} threads", len(labels), alone, (wall, seconds))
        )
        wall, seconds, found = best(partial(analyze_many, board, labels, 99, workers=workers))
        np.testing.assert_array_equal(found.probabilities[: len(positions)], expected)
        np.testing.assert_array_equal(found.probabilities[-len(positions) :], expected)
        rows.append(row(f"analyze_many, {workers} threads", len(labels), alone, (wall, seconds)))
    table(["way", "positions per second", "ratio", "processor time of each"], rows)


if __name__ == "__main__":
    main()
