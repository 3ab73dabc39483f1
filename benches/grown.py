"""Fitted exponents: how time grows with cells, width, density, and a known number of mines.

    python benches/grown.py [--first SEED] [--figure FILE] [--quick]

Grids with numbers opened at random. Each series changes one thing and fits time = c·xᵉ to the
medians of some seeds: the side of a square board (cells), the rows of a board of fixed length
(width: time = c·2^(e·rows)), and the share of mines. Questions: count and analysis, the mines
unknown and known. All answers are checked: the count of the analysis, and probabilities that add
up to the number of mines. The peer is numpy, summing around each cell of the same board, so that
an exponent above 1 can be told from caches that are too small.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

import numpy as np

from bench import QUICK, pretty, table, time_call

import demine
from demine import Position

SEEDS = 2 if QUICK else 5
SIDES = (20, 40, 80) if QUICK else (25, 50, 100, 200, 400, 800)
ROWS = (4, 8, 12) if QUICK else (4, 6, 8, 10, 12, 14, 16)
SHARES = (0.1, 0.2, 0.3) if QUICK else (0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35)


def glance(rows: int, columns: int, mined: float, opened: float, seed: int) -> Position:
    """Random mines of a known number, and some of the free cells opened at random."""
    random = np.random.default_rng(seed)
    board = demine.grid(rows, columns)
    mines = random.random((rows, columns)) < mined
    shown = (random.random((rows, columns)) < opened) & ~mines
    codes = np.where(shown, around(mines), -1).astype(np.int32)
    return Position.from_codes(board, codes, int(mines.sum()))


def around(values: np.ndarray) -> np.ndarray:
    """For each cell the sum over its neighbours."""
    rows, columns = values.shape
    padded = np.pad(values.astype(np.int32), 1)
    parts = [padded[i : i + rows, j : j + columns] for i in range(3) for j in range(3)]
    total: np.ndarray = np.sum(parts, axis=0) - padded[1:-1, 1:-1]
    return total


def count(position: Position) -> float:
    """Seconds for the count, the mines unknown; it must be the total of the counts by parts."""
    free = position.with_mines(None)
    seconds, found = time_call(lambda: free.count(cache=False))
    assert found == free.analyze(cache=False).count
    return seconds


def analyze(position: Position) -> float:
    """Seconds for all probabilities, the mines unknown."""
    free = position.with_mines(None)
    seconds, found = time_call(lambda: free.analyze(cache=False).probabilities)
    assert 0 <= found.min() <= found.max() <= 1
    return seconds


def analyze_known(position: Position) -> float:
    """The same with a known number of mines."""
    seconds, found = time_call(lambda: position.analyze(cache=False).probabilities)
    assert math.isclose(found.sum(), position.mines or 0, rel_tol=1e-9, abs_tol=1e-9)
    return seconds


def numpy_sum(position: Position) -> float:
    """The peer: a sum around each cell."""
    codes = position.codes.reshape(position.board.layout.shape)
    return time_call(lambda: around(codes), 3)[0]


QUESTIONS: dict[str, Callable[[Position], float]] = {
    "count": count,
    "analyze": analyze,
    "analyze, mines known": analyze_known,
    "numpy": numpy_sum,
}

SERIES: dict[str, tuple[tuple[float, ...], Callable[[float, int], Position]]] = {
    "cells, 30 % mined": (SIDES, lambda x, seed: glance(int(x), int(x), 0.3, 0.4, seed)),
    "cells, 15 % mined": (SIDES, lambda x, seed: glance(int(x), int(x), 0.15, 0.3, seed)),
    "rows of 400": (ROWS, lambda x, seed: glance(int(x), 400, 0.45, 0.25, seed)),
    "share of mines, 150×150": (SHARES, lambda x, seed: glance(150, 150, x, 0.4, seed)),
}


def sizes(name: str, values: tuple[float, ...]) -> list[float]:
    """What the exponent is of: cells, or the value itself."""
    return [v * v for v in values] if name.startswith("cells") else list(values)


def fit(name: str, xs: list[float], times: list[float]) -> str:
    """The exponent, over the larger half of the series."""
    half = len(xs) // 2
    x, y = np.array(xs[half:]), np.log2(times[half:])
    if name.startswith("rows"):
        return f"2^({np.polyfit(x, y, 1)[0]:.2f} rows)"
    return f"{np.polyfit(np.log2(x), y, 1)[0]:.2f}"


def measured(first: int) -> Iterator[tuple[str, str, list[float], list[float]]]:
    """Each series and question: sizes and median times."""
    for name, (values, make) in SERIES.items():
        taken: dict[str, list[float]] = {question: [] for question in QUESTIONS}
        for value in values:
            positions = [make(value, first + seed) for seed in range(SEEDS)]
            for question, ask in QUESTIONS.items():
                taken[question].append(median(map(ask, positions)))
        for question, times in taken.items():
            yield name, question, sizes(name, values), times


def draw(found: list[tuple[str, str, list[float], list[float]]], path: Path) -> None:
    """Every series as a panel."""
    from matplotlib import pyplot

    figure, panels = pyplot.subplots(1, len(SERIES), figsize=(4 * len(SERIES), 3.5))
    for panel, name in zip(panels, SERIES, strict=True):
        for series, question, xs, times in found:
            if series == name:
                panel.plot(xs, times, marker="o", markersize=3, label=question)
        panel.set(yscale="log", xlabel=name, ylabel="seconds of processor time")
        if name.startswith("cells"):
            panel.set(xscale="log")
    panels[0].legend(fontsize="small")
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})


def main() -> None:
    """A row per series and question."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--first", type=int, default=3000)
    parser.add_argument("--figure", type=Path)
    parser.add_argument("--quick", action="store_true")
    chosen = parser.parse_args()
    found = list(measured(chosen.first))
    head = ["series", "question", "smallest", "largest", "exponent"]
    rows = [
        [name, question, pretty(times[0]), pretty(times[-1]), fit(name, xs, times)]
        for name, question, xs, times in found
    ]
    table(head, rows)
    if chosen.figure:
        draw(found, chosen.figure)


if __name__ == "__main__":
    main()
