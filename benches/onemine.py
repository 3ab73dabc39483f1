"""One mine: the growth of the time for P*, beside the paper's algorithms and SageMath.

    python benches/onemine.py [--quick] [--figure FILE]

Random trees, grids, G(n, 1/2) and cographs, all with fixed seeds. P* is asserted against a closed
form or against the value that the construction implies. Times are processor times, the best of
three. Peak memory is that of the largest board of each kind, in a process of its own. The paper's
algorithms (as printed, in Python) run where they are slowest: Algorithm 4 on G(n, 1/2), all of
Algorithm 2 on complete graphs. SageMath's modular decomposition runs if it is installed (pip
install passagemath-graphs).
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from math import isqrt
from pathlib import Path
from typing import Any, NamedTuple

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from bench import QUICK, pretty, ratio, table, time_call

import demine
from demine import Board, onemine
from demine.onemine import printed
from demine.reproduce.growth import slope

SPARSE = (10**3, 10**4, 10**5) if QUICK else (10**3, 10**4, 10**5, 10**6)
DENSE = (250, 500, 1000, 2000) if QUICK else (625, 1250, 2500, 5000, 10**4)
PRINTED = (8, 16, 32, 48) if QUICK else (8, 16, 32, 64, 128, 256)
PRINTED_GAMES = (6, 12, 24) if QUICK else (6, 12, 24, 48, 96)
MOST_SAGE_EDGES = 50_000 if QUICK else 500_000


class Case(NamedTuple):
    """A board and its expected P*."""

    board: Board
    expected: Fraction


class Point(NamedTuple):
    """One measurement; `peer` is SageMath's time."""

    cells: int
    edges: int
    seconds: float
    peer: float | None = None


def random_tree(n: int) -> Case:
    """The parent of each vertex is an earlier one; P* by Proposition 2.5."""
    later = np.arange(1, n)
    edges = np.column_stack([np.random.default_rng(n).integers(0, later), later])
    leaf = np.bincount(edges.ravel(), minlength=n) == 1
    beside = np.unique(np.concatenate([edges[leaf[edges[:, 0]], 1], edges[leaf[edges[:, 1]], 0]]))
    won = min(n - 1, n - int(np.count_nonzero(leaf)) + len(beside))
    return Case(demine.from_edges(n, edges), Fraction(won, n))


def square(n: int) -> Case:
    """A square grid; P* by Proposition 2.6."""
    board = demine.grid(isqrt(n), isqrt(n))
    return Case(board, Fraction(len(board) - 1, len(board)))


def half(n: int) -> Case:
    """G(n, 1/2), which is prime (Proposition 2.7)."""
    rng = np.random.default_rng(n)
    rows = [u + 1 + np.flatnonzero(rng.random(n - 1 - u) < 0.5) for u in range(n - 1)]
    first = np.repeat(np.arange(n - 1), [len(row) for row in rows])
    board = demine.from_edges(n, np.column_stack([first, np.concatenate(rows)]))
    return Case(board, Fraction(n - 1, n))


def cograph(n: int) -> Case:
    """Alternating unions and joins of random parts, renumbered; P* from the construction."""
    rng = np.random.default_rng(n)
    edges: list[NDArray[np.int64]] = []
    won = _compose(0, n, True, rng, edges)
    return Case(demine.from_edges(n, rng.permutation(n)[np.concatenate(edges)]), Fraction(won, n))


def _compose(
    start: int, end: int, joined: bool, rng: np.random.Generator, edges: list[NDArray[np.int64]]
) -> int:
    """A cograph on start … end − 1, whose parts are joined or not; gives n·P*."""
    if end - start == 1:
        return 1
    cuts = rng.choice(np.arange(start + 1, end), min(end - start - 1, 3), replace=False)
    bounds = [start, *sorted(cuts.tolist()), end]
    parts = list(pairwise(bounds))
    if joined:
        edges.extend(_all_pairs(a, b, end) for a, b in parts)
    won = {part: _compose(*part, not joined, rng, edges) for part in parts}
    inner = sum(wins for (a, b), wins in won.items() if b - a > 1)
    return inner + any(b - a == 1 for a, b in parts)


def _all_pairs(start: int, middle: int, end: int) -> NDArray[np.int64]:
    near, far = np.arange(start, middle), np.arange(middle, end)
    return np.column_stack([np.repeat(near, len(far)), np.tile(far, len(near))])


FAMILIES: dict[str, tuple[Callable[[int], Case], tuple[int, ...]]] = {
    "random tree": (random_tree, SPARSE),
    "square grid": (square, SPARSE),
    "G(n, 1/2)": (half, DENSE),
    "cograph": (cograph, DENSE),
}


def measure(family: str, size: int) -> Point:
    """The time for P* of one board, and SageMath's time for the same tree."""
    make, _ = FAMILIES[family]
    board, expected = make(size)
    seconds, found = time_call(lambda: onemine.win_probability(board), repeat=3)
    assert found == expected, (family, size)
    edges = len(board.edges)
    peer = sage_seconds(board, found) if edges <= MOST_SAGE_EDGES else None
    return Point(len(board), edges, seconds, peer)


def sage_seconds(board: Board, expected: Fraction) -> float | None:
    """SageMath's time for the tree, and W by our rule on it; None without SageMath."""
    try:
        import passagemath_graphs  # noqa: F401
        from sage.graphs.graph import Graph
    except ImportError:
        return None
    graph = Graph([board.cells, board.edges.tolist()], format="vertices_and_edges")
    sys.setrecursionlimit(10**5)
    seconds, tree = time_call(graph.modular_decomposition)
    assert Fraction(_sage_wins(tree), len(board)) == expected
    return seconds


def _sage_wins(tree: Any) -> int:
    if not isinstance(tree, tuple):
        return 1
    kind, children = tree
    inner = sum(_sage_wins(child) for child in children if isinstance(child, tuple))
    leaves = sum(not isinstance(child, tuple) for child in children)
    if "PRIME" in str(kind).upper():
        return inner + leaves if inner else leaves - 1
    return inner + min(leaves, 1)


def peak(family: str, size: int) -> tuple[float, float]:
    """Bytes before and after P* of the largest board, in a fresh process."""
    command = [sys.executable, __file__, "--peak", family, str(size)]
    before, after = json.loads(subprocess.check_output(command))
    return before, after


def print_peak(family: str, size: int) -> None:
    """The child of `peak`."""
    board, expected = FAMILIES[family][0](size)
    before = _resident()
    assert onemine.win_probability(board) == expected
    print(json.dumps([before, _resident()]))


def _resident() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def print_guess(n: int) -> Point:
    """Algorithm 4 on G(n, 1/2)."""
    board, _ = half(n)
    graph = printed.graph_of(board)
    seconds, guess = time_call(lambda: printed.optimal_guess(graph))
    assert guess in onemine.optimal_guesses(board)
    return Point(n, len(board.edges), seconds)


def print_game(n: int) -> Point:
    """A whole game of Algorithm 2 on a complete graph, with the mine in the last cell."""
    board = demine.from_networkx(nx.complete_graph(n))
    graph = printed.graph_of(board)
    seconds, won = time_call(lambda: printed.is_won(graph, mine=n - 1))
    assert won
    assert onemine.win_probability(board) == Fraction(1, n)
    return Point(n, len(board.edges), seconds)


def row(family: str, point: Point) -> list[str]:
    """A row of the table."""
    return [
        family,
        f"{point.cells:,}",
        f"{point.edges:,}",
        pretty(point.seconds),
        f"{point.seconds / cells_and_edges(point) * 1e9:.0f} ns",
        "-" if point.peer is None else ratio(point.peer, point.seconds),
    ]


def exponent(points: list[Point], size: Callable[[Point], int]) -> float:
    """The slope in log–log over the larger half, where fixed costs are small."""
    large = points[len(points) // 2 - 1 :]
    return slope([size(point) for point in large], [point.seconds for point in large])


def draw(ours: dict[str, list[Point]], printed: dict[str, list[Point]], path: Path) -> None:
    """Time against vertices for all ways, and against vertices + edges for ours."""
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    matplotlib.rcParams["svg.hashsalt"] = "demine"
    figure, (vertices, work) = pyplot.subplots(1, 2, figsize=(10, 5.4), sharey=True)
    for name, points in [*ours.items(), *printed.items()]:
        n, seconds = [point.cells for point in points], [point.seconds for point in points]
        line = "o-" if name in ours else "s--"
        vertices.loglog(n, seconds, line, label=f"{name}: n^{exponent(points, cells):.2f}")
        if name in ours:
            label = f"{name}: (n + m)^{exponent(points, cells_and_edges):.2f}"
            work.loglog([cells_and_edges(point) for point in points], seconds, line, label=label)
    vertices.set(xlabel="vertices n", ylabel="seconds", title="P*, and the paper's algorithms")
    work.set(xlabel="vertices + edges", title="P*")
    for panel in (vertices, work):
        panel.legend(fontsize="x-small", loc="upper center", bbox_to_anchor=(0.5, -0.18))
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})


def cells(point: Point) -> int:
    """The size in the paper's bounds."""
    return point.cells


def cells_and_edges(point: Point) -> int:
    """The size of the input."""
    return point.cells + point.edges


def main() -> None:
    """Measure, print, and draw if a file is named."""
    # First, since a child's peak is never below that of its parent.
    peaks = {family: peak(family, sizes[-1]) for family, (_, sizes) in FAMILIES.items()}
    ours = {
        family: [measure(family, size) for size in sizes] for family, (_, sizes) in FAMILIES.items()
    }
    head = ["P* of", "vertices", "edges", "time", "per vertex or edge", "SageMath"]
    table(head, [row(family, point) for family, points in ours.items() for point in points])
    printed = {
        "Algorithm 4 on G(n, 1/2), O(n³)": [print_guess(n) for n in PRINTED],
        "Algorithm 2 on Kₙ, O(n⁴)": [print_game(n) for n in PRINTED_GAMES],
    }
    table(
        ["way", "largest n", "time", "exponent in n", "MB with the board", "MB at the peak"],
        [summary(name, points, peaks) for name, points in [*ours.items(), *printed.items()]],
    )
    if "--figure" in sys.argv:
        draw(ours, printed, Path(sys.argv[sys.argv.index("--figure") + 1]))


def summary(name: str, points: list[Point], peaks: dict[str, tuple[float, float]]) -> list[str]:
    """A row of the table of growth and memory."""
    memory = [f"{size / 2**20:.0f}" for size in peaks[name]] if name in peaks else ["-", "-"]
    largest = points[-1]
    growth = f"{exponent(points, cells):.2f}"
    return [name, f"{largest.cells:,}", pretty(largest.seconds), growth, *memory]


if __name__ == "__main__":
    if "--peak" in sys.argv:
        print_peak(sys.argv[2], int(sys.argv[3]))
    else:
        main()
