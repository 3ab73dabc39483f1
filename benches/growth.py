"""The growth of time and memory: square boards up to 300×300, trees up to a million vertices.

    python benches/growth.py [--quick]

Boards: 30 % of the cells mined, 40 % of the free ones opened, each measured in a process of its own
for its peak memory. Trees: 20 % mined. The peers are Graphillion for the counts of small boards and
Golan's recursion on python-flint for P(T). Linear work seems to grow faster when it exceeds the
processor's caches. numpy, which sums the values around each vertex, shows by how much.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from random import Random

import numpy as np

from bench import QUICK, pretty, ratio, table, time_call

import demine
import golan_trees
import peers
from demine import Position
from shapes import SHAPES
from truth import glance, random_truth

SIDES = (30, 60, 100) if QUICK else (30, 60, 100, 200, 300)
GRAPHILLION_SIDE = 30 if QUICK else 60
SIZES = (10**3, 10**4, 10**5) if QUICK else (10**3, 10**4, 10**5, 10**6)
POLYNOMIAL_SIZES = (10**3,) if QUICK else (10**3, 10**4)
OPENED = (0.2, 0.5)
# A star is one product in two variables, which the recursion multiplies term by term.
RECURSION_STAR = 10**3


def board(side: int) -> Position:
    """30 % mined, 40 % of the free cells opened."""
    random = Random(side)
    return glance(random_truth(demine.grid(side, side), 0.3, random), 0.4, random)


def tree(shape: str, cells: int, opened: float) -> Position:
    """20 % mined, this share of the free cells opened."""
    random = Random(cells)
    graph = demine.from_edges(cells, np.array(SHAPES[shape](cells)))
    return glance(random_truth(graph, 0.2, random), opened, random)


def measure(side: int) -> dict[str, float]:
    """Count, and all probabilities; the analysis and the mirrored board must agree."""
    position = board(side)
    seconds, count = time_call(lambda: position.count(cache=False))
    counting = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    probabilities, analysis = time_call(lambda: position.analyze(cache=False))
    assert len(analysis.probabilities) == side * side
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    turned = Position(position.board, position.labels[::-1])
    assert count == analysis.count == turned.count(cache=False)
    sys.set_int_max_str_digits(0)
    return {
        "digits": len(str(count)) - 1,
        "count": seconds,
        "counting": counting,
        "analyze": probabilities,
        "memory": memory,
    }


def alone(side: int) -> dict[str, float]:
    """`measure` in a fresh process."""
    command = [sys.executable, __file__, "--side", str(side)]
    found: dict[str, float] = json.loads(subprocess.check_output(command))
    return found


def board_row(side: int, found: dict[str, float]) -> list[str]:
    """A row of the table of boards."""
    peer = "-"
    if side <= GRAPHILLION_SIDE:
        peer = ratio(graphillion_seconds(board(side)), found["count"])
    return [
        f"{side}×{side}",
        f"10^{found['digits']}",
        pretty(found["count"]),
        f"{found['counting'] / 2**20:.0f} MB",
        pretty(found["analyze"]),
        f"{found['memory'] / 2**20:.0f} MB",
        peer,
    ]


def graphillion_seconds(position: Position) -> float:
    """Graphillion's seconds on the same board, without its simplification and order."""
    constraints = peers.constraints_of(position.codes.tolist(), position.board.edges.tolist())
    sweep = peers.sweep(peers.propagate(constraints))
    seconds, count = time_call(lambda: peers.graphillion_by_cells(sweep))
    near = {cell for _, cells in constraints for cell in cells}
    loose = int((position.codes == -1).sum()) - len(near)
    assert count << loose == position.count()
    return seconds


def consistency_seconds(position: Position) -> tuple[float, float]:
    """Our seconds, and numpy's for a sum around each vertex. All positions are consistent."""
    seconds, consistent = time_call(lambda: position.is_consistent(cache=False), 5)
    assert consistent
    (u, v), covered, cells = position.board.edges.T, position.codes == -1, len(position.board)

    def sums() -> object:
        return np.bincount(u, covered[v], cells) + np.bincount(v, covered[u], cells)

    return seconds, time_call(sums, 5)[0]


def consistency_row(shape: str) -> list[str]:
    """Our seconds per size, and the exponents of growth from the second size to the last."""
    both = np.array([consistency_seconds(tree(shape, cells, 0.5)) for cells in SIZES])
    exponents = np.polyfit(np.log(SIZES[1:]), np.log(both[1:]), 1)[0]
    return [shape, *map(pretty, both[:, 0]), *(f"{exponent:.2f}" for exponent in exponents)]


def polynomial_row(shape: str, cells: int, opened: float) -> list[str]:
    """All of P(T), against the recursion."""
    position = tree(shape, cells, opened)
    ours, counts = time_call(lambda: position.counts_by_mines(cache=False))
    assert sum(counts) == position.count()
    row = [shape, f"{cells:,}", f"{100 * opened:.0f} %", pretty(ours)]
    if shape == "star" and cells > RECURSION_STAR:
        return [*row, "-", "-"]
    edges = SHAPES[shape](cells)
    theirs, expected = time_call(lambda: golan_trees.counts_by_mines(cells, edges, position.labels))
    assert counts == expected
    return [*row, pretty(theirs), ratio(theirs, ours)]


def main() -> None:
    """Print the three tables."""
    memory = "peak memory"
    measured = [alone(side) for side in SIDES]  # before the peer grows: a child inherits its peak
    table(
        ["board", "count", "counting", memory, "probabilities", memory, "Graphillion counts in"],
        map(board_row, SIDES, measured),
    )
    sizes = [f"{cells:,} vertices" for cells in SIZES]
    table(["consistency of a tree", *sizes, "exponent", "numpy's"], map(consistency_row, SHAPES))
    table(
        ["P(T)", "vertices", "opened", "ours", "Golan's recursion, python-flint", "ratio"],
        (polynomial_row(s, n, o) for s in SHAPES for n in POLYNOMIAL_SIZES for o in OPENED),
    )


if __name__ == "__main__":
    if sys.argv[1:2] == ["--side"]:
        print(json.dumps(measure(int(sys.argv[2]))))
    else:
        main()
