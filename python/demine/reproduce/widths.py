"""Measurements for Theorem 2.4: the time of P(G) against n, the treewidth and the maximum degree.

The graphs are partial w-trees that contain a clique of w + 1 vertices, so their treewidth is w. The
paper's bound is O(n^(w+3) log n): at fixed n it grows by a factor n with each step of w. Its
polynomials have w + 1 variables, and the degree in each is at most the degree of a vertex. So the
proof also gives Δ^(w+1) for the maximum degree Δ.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from random import Random
from statistics import linear_regression, median
from time import process_time
from typing import Final

from demine.board import Board, from_edges
from demine.errors import Timeout, TooWide
from demine.position import Position
from demine.reproduce.growth import Bound, slope
from demine.reproduce.minefields import show_numbers
from demine.reproduce.tables import align

_WIDTHS: Final = range(1, 9)
_DEGREES: Final = [16, 32, 64, 128, 256]
_GRAPHS: Final = 5
"""Graphs per entry. Single graphs differ by factors, so the tables show the median."""

_SEED: Final = 2011
_MOST_SECONDS: Final = 120.0
_WIDTH_OF_FANS: Final = 2

Seconds = Sequence[float]
"""Infinite where the limit of time or states was reached."""


def report(quick: bool) -> Iterator[str]:
    """Growth in n, then in the width, then in the degree, with the other two fixed."""
    sizes = [100, 200, 400] if quick else [200, 400, 800, 1600, 3200]
    graphs = 1 if quick else _GRAPHS
    table = {
        width: [
            median(_seconds(_sparse(partial_tree(n, width, seed))) for seed in range(graphs))
            for n in sizes
        ]
        for width in _WIDTHS
    }
    yield f"Theorem 2.4, P(G) on partial w-trees: milliseconds, median of {graphs}."
    heads = ("w", *(f"n = {n}" for n in sizes), "exponent in n", "the bound's")
    yield from align([heads, *(_row(w, sizes, row) for w, row in table.items())])
    yield ""
    yield "The same at fixed n: the factor per step of w (least squares), beside the bound's."
    columns = zip(sizes, zip(*table.values(), strict=True), strict=True)
    rows = [(str(n), _factor(column), str(n)) for n, column in columns]
    yield from align([("n", "factor per w", "the bound's"), *rows])
    yield ""
    yield from _degrees(sizes[-2], graphs)


def _row(width: int, sizes: Sequence[int], seconds: Seconds) -> tuple[str, ...]:
    bound = Bound(width + 3, log=True)
    allowed = slope(sizes, [bound(n) for n in sizes])
    return (str(width), *map(_show, seconds), _exponent(sizes, seconds), f"{allowed:.2f}")


def _degrees(n: int, graphs: int) -> Iterator[str]:
    """Growth in the degree, on fans of one width whose hubs are opened."""
    seconds: list[float] = []
    rows = [("maximum degree", "milliseconds")]
    for degree in (d for d in _DEGREES if d < n):
        boards = [_fans(n, _WIDTH_OF_FANS, degree, seed) for seed in range(graphs)]
        seconds.append(median(_seconds(_sparse(board, degree - 2)) for board in boards))
        most = max(map(boards[0].graph.degree, boards[0].cells))
        rows.append((str(most), _show(seconds[-1])))
    yield f"The maximum degree Δ at n = {n} and w = {_WIDTH_OF_FANS}, on fans: median of {graphs}."
    yield from align(rows)
    fitted = _exponent(_DEGREES[: len(seconds)], seconds)
    yield f"  fitted exponent in Δ {fitted}, the bound's {_WIDTH_OF_FANS + 1} (Δ^(w+1))"


def partial_tree(n: int, width: int, seed: int = 0) -> Board:
    """A random partial w-tree that contains a clique of w + 1 vertices: its treewidth is w."""
    rng = Random(f"{_SEED} {n} {width} {seed}")
    cliques = [list(range(width + 1))]
    edges = {(u, v) for u in range(width + 1) for v in range(u)}
    for vertex in range(width + 1, n):
        clique = rng.choice(cliques[-3 * width :])
        base = rng.sample(clique, width)
        cliques.append([*base, vertex])
        kept = [u for u in base if rng.random() < 0.8] or base[:1]
        edges |= {(vertex, u) for u in kept}
    return from_edges(n, sorted(edges))


def _fans(n: int, width: int, degree: int, seed: int = 0) -> Board:
    """A w-tree, w ≥ 2. When a hub has `degree` neighbours, the newest vertex is the next hub."""
    rng = Random(f"{_SEED} {n} {width} {degree} {seed}")
    edges = {(u, v) for u in range(width + 1) for v in range(u)}
    hub, last, left = 0, list(range(2, width + 1)), degree - width
    for vertex in range(width + 1, n):
        edges |= {(vertex, u) for u in (hub, *last)}
        left -= 1
        last = [*rng.sample(last, len(last) - 1), vertex]
        if left <= 0:
            # The new hub has w neighbours before it, and leaves its place among the last.
            hub, last, left = vertex, [*last[:-1], hub], degree - width
    return from_edges(n, sorted(edges))


def _sparse(board: Board, hub: int | None = None) -> Position:
    """40 % of the cells are mined and 20 % of the others opened, and all cells of degree `hub`.

    With more open cells, propagation would leave nothing to count.
    """
    rng = Random(_SEED)
    hubs = {cell for cell in board.cells if hub is not None and board.graph.degree(cell) >= hub}
    mined = {cell for cell in board.cells if rng.random() < 0.4 and cell not in hubs}
    free = [cell for cell in board.cells if cell not in mined]
    return show_numbers(board, mined, [v for v in free if v in hubs or rng.random() < 0.2])


def _seconds(position: Position) -> float:
    start = process_time()
    try:
        position.counts_by_mines(cache=False, seconds=_MOST_SECONDS)
    except (Timeout, TooWide):
        return math.inf
    return process_time() - start


def _show(seconds: float) -> str:
    return f"{1e3 * seconds:.2f}" if math.isfinite(seconds) else "–"


def _exponent(sizes: Sequence[int], seconds: Seconds) -> str:
    """The slope in log–log over the answered sizes."""
    met = [(n, s) for n, s in zip(sizes, seconds, strict=True) if math.isfinite(s)]
    return f"{slope(*zip(*met, strict=True)):.2f}" if len(met) > 1 else "–"


def _factor(seconds: Seconds) -> str:
    """The factor of the time with each step of the width."""
    met = [(w, math.log(s)) for w, s in enumerate(seconds) if math.isfinite(s)]
    if len(met) < 2:
        return "–"
    return f"{math.exp(linear_regression(*zip(*met, strict=True)).slope):.2f}"
