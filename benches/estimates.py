"""The quality of estimates, on positions that can be counted but get too small a budget.

    python benches/estimates.py [--coverage] [--quick]

With `--coverage` there are 167 seeds of each kind of board, about 2,000 positions, of which those
count that are too wide for the small budgets. Both ways must find the same certain cells. For all
other cells the bench prints the mean and the largest error, and the number of estimates below 1 %
or above 99 % that are wrong by more than 5 %. The regret is the extra risk of the cell with the
least estimate. The coverage is the share of cells whose interval holds the truth. The peer is
counting itself.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import suppress
from random import Random

import networkx as nx
import numpy as np

from bench import QUICK, pretty, table, time_call

import demine
from demine import Analysis, Board, Position, TooWide
from truth import glance, random_truth

SEEDS = range(2 if QUICK else 167 if "--coverage" in sys.argv else 8)
BUDGETS = (300, 1_000, 3_000, 10_000, 30_000)

BOARDS = {
    "box 5×5×5": (demine.box((5, 5, 5)), 0.3, 0.35),
    "box 6×6×6": (demine.box((6, 6, 6)), 0.3, 0.4),
    "torus 20×20": (demine.grid(20, 20, torus=True), 0.25, 0.35),
    "grid 16×30": (demine.grid(16, 30), 0.2, 0.3),
    "gnm(150, 600)": (demine.from_networkx(nx.gnm_random_graph(150, 600, seed=1)), 0.3, 0.3),
    "8-regular, 100": (demine.from_networkx(nx.random_regular_graph(8, 100, seed=1)), 0.25, 0.3),
}


def positions(board: Board, mined: float, opened: float) -> Iterator[Position]:
    """With a known number of mines, and without."""
    for seed in SEEDS:
        random = Random(seed)
        truth = random_truth(board, mined, random)
        position = glance(truth, opened, random)
        yield from (position, position.with_mines(len(truth.mined)))


def estimate(position: Position) -> tuple[float, Analysis] | None:
    """The analysis within the least budget that gives one, if it is an estimate."""
    for states in BUDGETS:
        with suppress(TooWide):
            took, found = time_call(lambda s=states: position.analyze(cache=False, states=s))  # type: ignore[misc]
            return None if found.exact else (took, found)
    return None


def compare(position: Position) -> tuple[float, np.ndarray, np.ndarray, np.ndarray] | None:
    """The time; the estimates, intervals and exact probabilities of cells that are not certain."""
    guessed = estimate(position)
    if guessed is None:
        return None
    took, found = guessed
    counted = position.analyze(cache=False)
    assert counted.exact
    assert (found.safe, found.mined) == (counted.safe, counted.mined)
    certain = counted.safe | counted.mined
    cells = [c for c, label in enumerate(position.labels) if label == "?" and c not in certain]
    intervals = np.array([found.interval(cell) for cell in cells]).reshape(-1, 2)
    return took, found.probabilities[cells], intervals, counted.probabilities[cells]


def row(name: str) -> list[str]:
    """One kind of board."""
    compared = [found for position in positions(*BOARDS[name]) if (found := compare(position))]
    if not compared:
        return [name, "0", *7 * ["–"]]
    errors = np.concatenate([abs(found - true) for _, found, _, true in compared])
    held = np.concatenate([(e[:, 0] <= t) & (t <= e[:, 1]) for _, _, e, t in compared])
    widths = np.concatenate([e[:, 1] - e[:, 0] for _, _, e, _ in compared])
    false = sum(
        int(((found < 0.01) & (true > 0.05)).sum() + ((found > 0.99) & (true < 0.95)).sum())
        for _, found, _, true in compared
    )
    regret = [float(true[found.argmin()] - true.min()) for _, found, _, true in compared]
    times = [took for took, _, _, _ in compared]
    return [
        name,
        str(len(compared)),
        f"{errors.mean():.3f}",
        f"{errors.max():.2f}",
        f"{false} of {len(errors)}",
        f"{np.mean(regret):.3f}",
        f"{100 * held.mean():.1f} %",
        f"{widths.mean():.3f}",
        pretty(float(np.median(times))),
    ]


def main() -> None:
    """A row per kind of board."""
    head = ["board", "positions", "mean error", "largest", "falsely certain", "regret"]
    table([*head, "coverage", "mean width", "median time"], map(row, BOARDS))


if __name__ == "__main__":
    main()
