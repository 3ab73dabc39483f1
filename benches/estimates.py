"""The quality of estimates, on positions that can be counted but get too small a budget.

    python benches/estimates.py [--coverage] [--seeds N] [--first SEED] [--keep FILE] [--quick]

With `--coverage` there are 167 seeds of each kind of board, about 2,000 positions, of which those
count that are too wide for the small budgets. Both ways must find the same certain cells. For all
other cells the bench prints the mean and the largest error, and the number of estimates below 1 %
or above 99 % that are wrong by more than 5 %. The regret is the extra risk of the cell with the
least estimate. The coverage is the share of cells whose interval holds the truth. The peer is
counting itself. `--keep` appends a line per position to a file and leaves out those that it has, so
that a long run can go on later.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import networkx as nx
import numpy as np

from bench import QUICK, pretty, table, time_call

import demine
from demine import Analysis, Board, Position, TooWide
from truth import glance, random_truth

SEEDS, COVERAGE_SEEDS = 2 if QUICK else 8, 167
BUDGETS = (300, 1_000, 3_000, 10_000, 30_000)

BOARDS = {
    "box 5×5×5": (demine.box((5, 5, 5)), 0.3, 0.35),
    "box 6×6×6": (demine.box((6, 6, 6)), 0.3, 0.4),
    "torus 20×20": (demine.grid(20, 20, torus=True), 0.25, 0.35),
    "grid 16×30": (demine.grid(16, 30), 0.2, 0.3),
    "gnm(150, 600)": (demine.from_networkx(nx.gnm_random_graph(150, 600, seed=1)), 0.3, 0.3),
    "8-regular, 100": (demine.from_networkx(nx.random_regular_graph(8, 100, seed=1)), 0.25, 0.3),
}


def positions(board: Board, mined: float, opened: float, seed: int) -> Iterator[Position]:
    """With a known number of mines, and without."""
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


def compare(position: Position) -> dict[str, float] | None:
    """What estimates are worth on one position; None if it is not estimated, or never counted."""
    guessed = estimate(position)
    if guessed is None:
        return None
    took, found = guessed
    counted = position.analyze(cache=False)
    if not counted.exact:
        return None
    assert (found.safe, found.mined) == (counted.safe, counted.mined)
    certain = counted.safe | counted.mined
    cells = [c for c, label in enumerate(position.labels) if label == "?" and c not in certain]
    least, most = np.array([found.interval(cell) for cell in cells]).reshape(-1, 2).T
    chance, true = found.probabilities[cells], counted.probabilities[cells]
    errors = abs(chance - true)
    low, high = (chance < 0.01) & (true > 0.05), (chance > 0.99) & (true < 0.95)
    return {
        "seconds": took,
        "cells": len(cells),
        "errors": errors.sum().item(),
        "largest": errors.max(initial=0.0).item(),
        "falsely certain": (low | high).sum().item(),
        "regret": (true[chance.argmin()] - true.min()).item() if cells else 0.0,
        "held": ((least <= true) & (true <= most)).sum().item(),
        "widths": (most - least).sum().item(),
    }


def compared(name: str, seeds: range, keep: Path | None) -> Iterator[dict[str, Any]]:
    """All positions of a kind of board that are estimated."""
    lines = keep.read_text("utf-8").splitlines() if keep and keep.exists() else []
    kept = {tuple(line["place"]): line["found"] for line in map(json.loads, lines)}
    for seed in seeds:
        for mines, position in enumerate(positions(*BOARDS[name], seed)):
            place = name, seed, mines
            if place not in kept:
                kept[place] = compare(position)
                if keep:
                    with keep.open("a", encoding="utf-8") as file:
                        print(json.dumps({"place": place, "found": kept[place]}), file=file)
            if kept[place]:
                yield kept[place]


def row(name: str, found: list[dict[str, Any]]) -> list[str]:
    """One kind of board, or all."""
    cells = sum(one["cells"] for one in found)
    if not cells:
        return [name, "0", *7 * ["–"]]
    return [
        name,
        str(len(found)),
        f"{sum(one['errors'] for one in found) / cells:.3f}",
        f"{max(one['largest'] for one in found):.2f}",
        f"{sum(one['falsely certain'] for one in found)} of {cells}",
        f"{np.mean([one['regret'] for one in found]):.3f}",
        f"{100 * sum(one['held'] for one in found) / cells:.1f} %",
        f"{sum(one['widths'] for one in found) / cells:.3f}",
        pretty(float(np.median([one["seconds"] for one in found]))),
    ]


def rows(seeds: range, keep: Path | None) -> Iterator[list[str]]:
    """A row per kind of board, and one for all."""
    every: list[dict[str, Any]] = []
    for name in BOARDS:
        found = list(compared(name, seeds, keep))
        every += found
        yield row(name, found)
    yield row("all", every)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--coverage", action="store_true")
    parser.add_argument("--seeds", type=int)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--quick", action="store_true")
    chosen = parser.parse_args()
    number = chosen.seeds or (COVERAGE_SEEDS if chosen.coverage else SEEDS)
    head = ["board", "positions", "mean error", "largest", "falsely certain", "regret"]
    seeds = range(chosen.first, chosen.first + number)
    table([*head, "coverage", "mean width", "median time"], rows(seeds, chosen.keep))


if __name__ == "__main__":
    main()
