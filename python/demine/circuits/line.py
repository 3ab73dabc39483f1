"""One dimension is easy: on a row or a ring of cells, counting takes one pass (Garg §I).

A number there has one neighbour on each side, so the rest depends on the last two cells alone: four
states for any length. Two wires could neither cross nor pass each other. A graph whose vertices
have at most two neighbours consists of rows and rings (Golan 2011, §1: "easy to see").
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Final

from demine.arguments import check, each
from demine.board import Board
from demine.errors import InvalidPosition
from demine.labels import COVERED, FREE, MINED, Label
from demine.position import Position

_CHOICES: Final[dict[Label, tuple[int, ...]]] = {COVERED: (0, 1), MINED: (1,), FREE: (0,)}


def count_line(labels: Sequence[Label]) -> int:
    """The number of legal assignments of a row of cells with these labels."""
    # (last cell but one, last cell) -> number of assignments with this end
    ways = {(0, 0): 1}
    before: Label = FREE
    for label in [*each(labels, "a label per cell"), FREE]:
        ways = _next(ways, before, _CHOICES.get(label, (0,)))
        before = label
    return sum(ways.values())


def count_degree_two(position: Position) -> int:
    """The number of legal assignments of a position whose cells have at most two neighbours.

    Linear in the number of cells, but for the length of the numbers. `InvalidPosition` if a cell
    has more neighbours, or if the number of mines is given.
    """
    check(position, Position, "position")
    position.check_classic("count_degree_two")
    if position.mines is not None:
        raise InvalidPosition(f"the position has {position.mines} mines: expected mines=None")
    board, total, seen = position.board, 1, set[int]()
    # Ends of rows first: the cells left after that are on rings.
    by_degree = sorted(board.cells, key=board.graph.degree)
    if by_degree and (most := board.graph.degree(by_degree[-1])) > 2:
        raise InvalidPosition(f"cell {by_degree[-1]} has {most} neighbours: expected at most 2")
    for cell in by_degree:
        if cell not in seen:
            strand = _strand(board, cell)
            seen.update(strand)
            labels = [position.labels[v] for v in strand]
            total *= (_count_ring if board.graph.degree(cell) == 2 else count_line)(labels)
    return total


def _strand(board: Board, start: int) -> list[int]:
    """The cells of a row from one of its ends, or of a ring from any cell."""
    strand, before = [start], -1
    while further := [v for v in board.neighbours(strand[-1]) if v not in (before, start)]:
        before = strand[-1]
        strand.append(further[0])
    return strand


def _count_ring(labels: Sequence[Label]) -> int:
    """The same for cells in a circle, once for each way to mine the first two."""
    first, second = (_CHOICES.get(label, (0,)) for label in labels[:2])
    total = 0
    for pair in product(first, second):
        ways = {pair: 1}
        ring = [*labels, labels[0], labels[1]]
        for at in range(2, len(ring)):
            fixed = at - len(labels)
            choices = _CHOICES.get(ring[at], (0,)) if fixed < 0 else (pair[fixed],)
            ways = _next(ways, ring[at - 1], choices)
        total += sum(ways.values())
    return total


def _next(
    ways: dict[tuple[int, int], int], number: Label, choices: Iterable[int]
) -> dict[tuple[int, int], int]:
    """Add a cell, which completes the neighbours of the last cell's number."""
    after: dict[tuple[int, int], int] = {}
    for (left, here), count in ways.items():
        for right in choices:
            if not isinstance(number, int) or left + right == number:
                after[here, right] = after.get((here, right), 0) + count
    return after
