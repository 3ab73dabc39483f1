"""H. Suzuki, S. Hao, S. Minato, *Generating all solutions of Minesweeper problem*: Tables 1–4,
and item by item Figure 4, Theorem 1, Algorithm 3 on the diagram of edges.

The paper's boards are random and not published. Its results are shown beside those of other boards
of the same class, without a verdict, since neither times nor counts can agree exactly. The three
methods must give the same count on each board, which is checked.

The text lacks Figure 4, which is reconstructed as a king grid with its 66 solutions. No grid with
fewer than 16 cells has 66 solutions, and no grid with 16 cells has them with fewer numbers. The
paper calls the numbers of opened cells hints.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import numpy as np

from demine.board import from_edges, grid
from demine.errors import Timeout, TooWide
from demine.labels import COVERED, MINED, Label
from demine.position import Position
from demine.reproduce import minefields
from demine.reproduce.minefields import MINE_SHARES, NUMBER_SHARES, FieldClass, FieldKind
from demine.reproduce.plot import svg_plot, try_to_draw
from demine.reproduce.tables import Done, Item, align, list_items
from demine.solutions import METHODS, Diagram, Method, Solutions, from_diagram

# Time limit in seconds per method and board.
_RUN_SECONDS: Final = 30.0
_QUICK_SECONDS: Final = 1.0

# A single short run says more about the machine than about the method. So runs are repeated, at
# most _RUNS times, until they have taken _SPENT seconds.
_RUNS: Final = 9
_SPENT: Final = 0.1

_ROWS: Final = [
    line.split()
    for line in Path(__file__).with_suffix(".txt").read_text("utf-8").splitlines()
    if not line.startswith("#")
]
_PRINTED: Final[dict[FieldKind, list[list[str]]]] = {"grid": _ROWS[:9], "graph": _ROWS[9:]}
PRINTED_SECONDS: Final = {
    kind: [tuple(map(float, row[:6])) for row in rows] for kind, rows in _PRINTED.items()
}
PRINTED_COUNTS: Final = {kind: [tuple(row[6:]) for row in rows] for kind, rows in _PRINTED.items()}

_TABLES: Final[dict[FieldKind, tuple[int, int, str]]] = {
    "grid": (1, 2, "30×30 grids"),
    "graph": (3, 4, "random graphs with 300 vertices and 900 edges"),
}

Edge = tuple[int, int]
"""A covered cell and a number next to it."""

_SHAPE: Final = (4, 4)
_EXAMPLE_NUMBERS: Final = {(0, 0): 1, (1, 2): 5, (3, 1): 4}

# Where the paper's degree model loses to its naive one: 30 % mines, 40 % numbers.
_LOST: Final = FieldClass("grid", mines=30, numbers=40)


@dataclass(frozen=True)
class Measured:
    """One board: its class, its number of solutions, each method's seconds (None: out of time)."""

    about: FieldClass
    count: int
    seconds: dict[Method, float | None]


def report(quick: bool, figures: Path) -> Iterator[str | Done]:
    """Tables 1–4 beside the paper's, a plot, and the seeds."""
    patience = _QUICK_SECONDS if quick else _RUN_SECONDS
    yield from _draw_figures(figures)
    yield ""
    yield from list_items(list(items()))
    yield ""
    yield f"One board per class, seed {minefields.SEED}. '–' is a method that took more than"
    yield f"{patience:g} s. Seconds are the best of up to {_RUNS} runs within {_SPENT:g} s."
    yield "zdd and dc are the paper's seconds; intersection and degree are its methods in demine."
    measured: dict[FieldKind, list[Measured]] = {}
    boards = {kind: minefields.classes(kind) for kind in _TABLES}
    total, done = sum(map(len, boards.values())), 0
    for kind, (times, counts, words) in _TABLES.items():
        measured[kind] = []
        for about in boards[kind]:
            yield Done(done, total)
            measured[kind].append(measure(about, patience))
            done += 1
        yield ""
        yield f"Table {times}. Seconds to find all solutions, {words}."
        yield from align(_seconds_table(kind, measured[kind]))
        yield ""
        yield f"Table {counts}. Number of solutions, {words}."
        yield from align(_counts_table(kind, measured[kind]))
    yield ""
    yield from try_to_draw("The times are", partial(draw, measured), figures / "suzuki-2015.svg")


def measure(about: FieldClass, patience: float) -> Measured:
    """Time all methods on the board of a class; their counts must agree."""
    position = about.position()
    count = position.solutions(loose=False).count()
    return Measured(
        about, count, {method: _seconds(position, method, count, patience) for method in METHODS}
    )


def _seconds(position: Position, method: Method, count: int, patience: float) -> float | None:
    """The best time to construct the set, as in the paper; None if the time limit was reached."""
    seconds: list[float] = []
    while not seconds or (len(seconds) < _RUNS and sum(seconds) < _SPENT):
        start = perf_counter()
        try:
            found = position.solutions(method, loose=False, seconds=patience)
        except (Timeout, TooWide):
            return None
        seconds.append(perf_counter() - start)
        if found.count() != count:
            raise AssertionError(f"{method} finds {found.count()} solutions, expected {count}")
    return min(seconds)


def _seconds_table(kind: FieldKind, measured: Sequence[Measured]) -> list[tuple[str, ...]]:
    """Per share of numbers and of mines: the paper's two methods, then ours."""
    ours: tuple[Method, ...] = ("intersection", "degree", "cells")
    rows: list[tuple[str, ...]] = [("numbers", "mines", "zdd", "dc", *ours)]
    for found in measured:
        row, column = _entry(found.about)
        printed = PRINTED_SECONDS[kind][row][2 * column : 2 * column + 2]
        times = (found.seconds[method] for method in ours)
        words = ("–" if seconds is None else f"{seconds:.6f}" for seconds in times)
        rows.append((*_shares(found.about), *(f"{seconds:.3f}" for seconds in printed), *words))
    return rows


def _counts_table(kind: FieldKind, measured: Sequence[Measured]) -> list[tuple[str, ...]]:
    """Per share of numbers and of mines: the paper's count, then that of our board."""
    rows: list[tuple[str, ...]] = [("numbers", "mines", "paper", "demine")]
    for found in measured:
        row, column = _entry(found.about)
        paper = PRINTED_COUNTS[kind][row][column]
        rows.append((*_shares(found.about), paper, short(found.count)))
    return rows


def _entry(about: FieldClass) -> tuple[int, int]:
    """The row and the column of a class in the paper's tables."""
    return NUMBER_SHARES.index(about.numbers), MINE_SHARES.index(about.mines)


def _shares(about: FieldClass) -> tuple[str, str]:
    return f"{about.numbers} %", f"{about.mines} %"


def short(count: int) -> str:
    """A count in the style of the paper: up to eight digits, else three digits and a power."""
    if count < 10**8:
        return str(count)
    digits, power = f"{count:.2e}".split("e+")
    return f"{digits}e{int(power)}"


def draw(measured: dict[FieldKind, list[Measured]], path: Path) -> None:
    """A panel per kind of board and share of mines; `ImportError` without matplotlib."""
    shape = len(measured), len(MINE_SHARES)
    with svg_plot(path, *shape, figsize=(12, 7), sharey=True) as panels:
        for row, (kind, found) in zip(panels, measured.items(), strict=True):
            for panel, mines in zip(row, MINE_SHARES, strict=True):
                _draw_panel(panel, kind, mines, [m for m in found if m.about.mines == mines])
        panels[0][0].legend(fontsize="small")


def _draw_panel(panel: Any, kind: FieldKind, mines: int, found: Sequence[Measured]) -> None:
    column = MINE_SHARES.index(mines)
    for offset, name in enumerate(("zdd", "dc")):
        printed = [row[2 * column + offset] for row in PRINTED_SECONDS[kind]]
        panel.semilogy(NUMBER_SHARES, printed, "--", alpha=0.5, label=f"paper: {name}")
    for method, marker in zip(METHODS, "os^", strict=True):
        seconds = [(m.about.numbers, m.seconds[method]) for m in found]
        done = [(numbers, time) for numbers, time in seconds if time is not None]
        panel.semilogy(*zip(*done, strict=True), marker=marker, label=f"demine: {method}")
    panel.set(title=f"{kind}, {mines} % mines", xlabel="numbers (%)", ylabel="seconds")


def figure_4() -> Position:
    """The reconstructed grid."""
    board = grid(*_SHAPE)
    labels: list[Label] = [COVERED] * len(board)
    for place, count in _EXAMPLE_NUMBERS.items():
        labels[board.index(place)] = count
    return Position(board, labels)


def _draw_figures(folder: Path) -> Iterator[str]:
    """Figure 4 as text, and the diagram of its edges as a picture."""
    yield "Figure 4, reconstructed: a king grid with 66 solutions."
    yield from ("  " + line for line in str(figure_4()).splitlines())
    position = corner()
    edges = edges_of(position)
    file = folder / "suzuki-2015-edges.svg"
    folder.mkdir(parents=True, exist_ok=True)
    edge_solutions(position).svg(file)
    yield f"The edge diagram of a small board is in {file}; its items are the edges"
    name = position.board.address
    yield "  " + ", ".join(f"{i}: {name(b)}–{name(h)}" for i, (b, h) in enumerate(edges))
    yield "  of the board"
    yield from ("  " + line for line in str(position).splitlines())


def items() -> Iterator[Item]:
    """The statements of the paper that can be checked."""
    position = figure_4()
    counts = {
        m: position.solutions(m, loose=False).count() for m in ("cells", "degree", "intersection")
    }
    yield Item(
        "Figure 4 (reconstructed): the solution of the counting problem is 66",
        ", ".join(f"{method} {count}" for method, count in counts.items()),
        set(counts.values()) == {66},
    )
    family = edge_solutions(position)
    yield Item(
        "Theorem 1: subgraphs under the degree constraints, one per assignment",
        f"{family.count()} sets of {len(edges_of(position))} edges, {family.nodes} nodes",
        family.count() == 66,
    )
    analysis = position.analyze()
    cells = sorted({b for b, _ in edges_of(position)})
    chances = {cell: _algorithm_3(position, family, cell) for cell in cells}
    right = sum(chances[cell] == analysis.probability(cell) for cell in cells)
    yield Item(
        "Algorithm 3 on the edge diagram as printed: the probability of every covered cell",
        f"{right} of {len(cells)} agree with the analysis",
        right == len(cells),
    )
    yield _slower_item()


def _slower_item() -> Item:
    """Table 1, 40 % numbers and 30 % mines: zdd 36.5 s, dc 79.9 s.

    The paper's diagrams have an item per edge. If the edges of a cell are adjacent in the order, a
    node per cell becomes one node per edge. So the model costs little with a good order.
    """
    position = _LOST.position()
    found = {m: position.solutions(m, loose=False) for m in ("intersection", "degree")}
    nodes = ", ".join(f"{method} {one.nodes}" for method, one in found.items())
    edges = edges_of(position)
    per_cell = Counter(cell for cell, _ in edges)
    order, _, rows = found["degree"].diagram
    as_edges = sum(per_cell[order[level]] for level in rows[:, 0].tolist())
    return Item(
        "Table 1, 30 % mines, 40 % numbers: dc slower than zdd",
        f"nodes: {nodes}; as {len(edges)} edges {as_edges}, cell by cell",
        None,
    )


def corner() -> Position:
    """Two numbers on two by four cells: small enough for a picture."""
    return Position(grid(2, 4), [COVERED, 1, COVERED, 1, *[COVERED] * 4])


def edges_of(position: Position) -> list[Edge]:
    """The edges of the graph MG (§4.2): covered cells with the numbers next to them."""
    labels = position.labels
    return [
        (cell, number)
        for cell in position.board.cells
        if labels[cell] == COVERED
        for number in position.board.neighbours(cell)
        if isinstance(labels[number], int)
    ]


def edge_solutions(position: Position) -> Solutions:
    """All degree constrained subgraphs (1), (2) as a diagram whose items are the edges."""
    edges = edges_of(position)
    family = frozenset(
        frozenset(number for number, (cell, _) in enumerate(edges) if cell in solution)
        for solution in position.solutions(loose=False)
    )
    return from_diagram(from_edges(len(edges), []), _diagram_of(family, len(edges)))


def _diagram_of(family: frozenset[frozenset[int]], items: int) -> Diagram:
    """The reduced diagram of an explicit family, built with both rules of §3.1."""
    numbers: dict[tuple[int, int, int], int] = {}

    def node(level: int, sets: frozenset[frozenset[int]]) -> int:
        if level == items:
            return int(bool(sets))
        low = node(level + 1, frozenset(s for s in sets if level not in s))
        high = node(level + 1, frozenset(s for s in sets if level in s)) if sets else 0
        if high == 0:  # the deletion rule
            return low
        return numbers.setdefault((level, low, high), len(numbers) + 2)  # the sharing rule

    root = node(0, family)
    rows = np.array(list(numbers), dtype=np.uint32).reshape(-1, 3)
    return Diagram(tuple(range(items)), root, rows)


def _algorithm_3(position: Position, family: Solutions, cell: int) -> Fraction:
    """The probability of a mine, by one edge e' of the cell: Z_all ∩ (Z(e') * 2^(E ∖ {e'}))."""
    edges = edges_of(position)
    chosen = next(number for number, (b, _) in enumerate(edges) if b == cell)
    labels: list[Label] = [MINED if level == chosen else COVERED for level in range(len(edges))]
    containing = Position(from_edges(len(edges), []), labels).solutions()
    return Fraction((family & containing).count(), family.count())
