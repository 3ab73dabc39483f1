"""Facts: what numbers say of the covered cells, and positions that know only some of them.

A proof cites numbers, and the counter of mines where it needs it. Every other number is taken for a
free cell whose count is not known (`□`): that a cell is open anybody can see.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from demine.board import Board
from demine.labels import COVERED, FREE, MINED, Label
from demine.position import Position
from demine.proof.refutation import Constraint


def premise(position: Position, numbers: Iterable[int], counter: bool) -> Position:
    """The position with only these numbers, and with the counter or without."""
    kept = set(numbers)
    labels = [
        FREE if isinstance(label, int) and cell not in kept else label
        for cell, label in enumerate(position.labels)
    ]
    return Position(position.board, labels, position.mines if counter else None)


def constraints(
    position: Position, numbers: Iterable[int], counter: bool
) -> tuple[Constraint, ...]:
    """What some numbers of a position, and its counter if asked for, say of the covered cells."""
    labels = position.labels
    said = [constraint(position.board, labels, number) for number in numbers]
    if counter and position.mines is not None:
        said.append(_count_covered(labels, position.mines))
    return tuple(said)


def constraint(board: Board, labels: Sequence[Label], number: int) -> Constraint:
    """What a number says of its covered neighbours."""
    around = board.neighbours(number)
    count = labels[number]
    assert isinstance(count, int)
    covered = frozenset(v for v in around if labels[v] == COVERED)
    return Constraint(number, covered, count - sum(labels[v] == MINED for v in around))


def _count_covered(labels: Sequence[Label], mines: int) -> Constraint:
    """What the counter says of all covered cells."""
    covered = frozenset(v for v, label in enumerate(labels) if label == COVERED)
    return Constraint(None, covered, mines - sum(label == MINED for label in labels))
