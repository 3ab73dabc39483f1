"""Suzuki, Hao and Minato item by item: Figure 4, Theorem 1, Algorithm 3 on the diagram of edges.

The text lacks Figure 4, which is reconstructed as a king grid with its 66 solutions. No grid with
fewer than 16 cells has 66 solutions, and no grid with 16 cells has them with fewer numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Final

import numpy as np

from demine.board import from_edges, grid
from demine.draw import text
from demine.labels import COVERED, MINED, Label
from demine.position import Position
from demine.reproduce.minefields import SEED, FieldClass
from demine.reproduce.tables import Item
from demine.solutions import Diagram, Solutions, from_diagram

Edge = tuple[int, int]
"""A covered cell and a number next to it."""

_SHAPE: Final = (4, 4)
_EXAMPLE_NUMBERS: Final = {(0, 0): 1, (1, 2): 5, (3, 1): 4}

# Where the paper's degree model loses to its naive one: 30 % mines, 40 % numbers.
_LOST: Final = FieldClass("grid", mines=30, numbers=40)


def figure_4() -> Position:
    """The reconstructed grid."""
    board = grid(*_SHAPE)
    labels: list[Label] = [COVERED] * len(board)
    for place, count in _EXAMPLE_NUMBERS.items():
        labels[board.index(place)] = count
    return Position(board, labels)


def figures(folder: Path) -> Iterator[str]:
    """Figure 4 as text, and the diagram of its edges as a picture."""
    yield "Figure 4, reconstructed: a king grid with 66 solutions."
    yield from ("  " + line for line in text(figure_4()).rstrip().splitlines())
    position = corner()
    edges = edges_of(position)
    path = folder / "suzuki-2015-edges.svg"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(edge_solutions(position)._repr_svg_() or "", encoding="utf-8")
    yield f"The edge diagram of a small board is in {path}; its items are the edges"
    name = position.board.address
    yield "  " + ", ".join(f"{i}: {name(b)}–{name(h)}" for i, (b, h) in enumerate(edges))
    yield "  of the board"
    yield from ("  " + line for line in text(position).rstrip().splitlines())


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
    position = _LOST.position(SEED)
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
