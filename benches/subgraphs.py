"""Degree constrained subgraphs beside Graphillion: `demine.subgraphs` at the paper's size.

    python benches/subgraphs.py [--quick]

The systems of Suzuki, Hao and Minato (2015) as subgraphs of their graphs MG, and subgraphs of rook
grids. For the systems, Graphillion gets its best, off the clock: numbers simplified by unit
propagation, and the cheapest of 60 orders. Ours starts from the plain graph. On grids both start
from the same graph. Every count is asserted.
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from typing import NamedTuple

from graphillion import GraphSet

from bench import QUICK, pretty, ratio, table, time_call

import data
import demine
import peers
from data import System

# Columns, allowed degrees and their name; grids are square. Graphillion needs ranges.
GRIDS = [
    (8, range(1, 2), "perfect matchings"),
    (8, range(2), "matchings"),
    (8, range(2, 3), "covers by cycles"),
    (6, range(0, 5, 2), "even subgraphs"),
    (6, range(1, 4, 2), "odd subgraphs"),
]


class Times(NamedTuple):
    """Seconds of both."""

    ours: float
    theirs: float


def both(ours: Callable[[], int], theirs: Callable[[], int], count: int | None = None) -> Times:
    """Time both; they must agree."""
    taken, found = time_call(ours, 3)
    other, expected = time_call(theirs, 1 if QUICK else 2)
    assert found == expected
    assert count is None or found == count
    return Times(taken, other)


def of_system(system: System) -> Times:
    """The solutions of a position as subgraphs (Theorem 1)."""
    model = system.position().degree_model()
    sweep = peers.sweep(peers.propagate(system.constraints))
    return both(
        lambda: demine.subgraphs(*model).count(),
        lambda: peers.graphillion_by_degrees(sweep),
        system.count,
    )


def of_grid(side: int, degrees: range) -> Times:
    """Subgraphs of a rook grid with the same allowed degrees everywhere."""
    board = demine.grid(side, side, neighbourhood="rook")
    edges = [(u, v) for u, v in board.edges.tolist()]
    GraphSet.set_universe(edges)
    return both(
        lambda: demine.subgraphs(board, degrees).count(),
        lambda: GraphSet.graphs(degree_constraints=dict.fromkeys(board.cells, degrees)).len(),
    )


def system_row(kind: str, taken: list[Times]) -> list[str]:
    """Totals, medians and worst cases of a class."""
    ours, theirs = zip(*taken, strict=True)
    return [
        f"{kind} ({len(taken)})",
        *(pretty(f(ours)) for f in (sum, median, max)),
        *(pretty(f(theirs)) for f in (sum, median, max)),
        ratio(sum(theirs), sum(ours)),
    ]


def grid_row(side: int, degrees: range, name: str) -> list[str]:
    """A grid."""
    taken = of_grid(side, degrees)
    sides = f"{side} × {side}"
    return [name, sides, *map(pretty, taken), ratio(taken.theirs, taken.ours)]


def main() -> None:
    """A row per class of systems, and one per grid."""
    systems = list(data.suzuki())[:: 12 if QUICK else 4]
    taken = {system.name: of_system(system) for system in systems}
    kinds = sorted({name.rsplit("_", 2)[0] for name in taken})
    rows = [
        system_row(kind, [t for name, t in taken.items() if name.startswith(kind)])
        for kind in kinds
    ]
    ours = ["ours: total", "median", "worst"]
    theirs = ["Graphillion: total", "median", "worst"]
    table(
        ["class (systems)", *ours, *theirs, "ratio of totals"],
        [*rows, system_row("all", list(taken.values()))],
    )
    print()
    table(
        ["subgraphs", "rook grid", "ours", "Graphillion", "ratio"],
        [grid_row(*grid) for grid in GRIDS[:: 3 if QUICK else 1]],
    )


if __name__ == "__main__":
    main()
