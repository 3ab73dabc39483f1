"""Legal assignments by trial: every choice of mined cells against every label.

The oracle of the checks. It shares no code with the engine and suits a dozen cells.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import compress, product

from demine.labels import COVERED, FREE, MINED, Label
from demine.position import Position

Mined = frozenset[int]


def try_all(neighbours: Sequence[Collection[int]], labels: Sequence[Label]) -> Iterator[Mined]:
    """Every legal assignment of a graph, given by the neighbours of each cell."""
    cells = range(len(labels))
    for chosen in product((False, True), repeat=len(labels)):
        mined = frozenset(compress(cells, chosen))
        if all(
            _allows(labels[v], v in mined, len(mined.intersection(neighbours[v]))) for v in cells
        ):
            yield mined


def try_position(position: Position) -> Iterator[Mined]:
    """Every legal assignment of a position, whatever its number of mines."""
    board = position.board
    return try_all([board.neighbours(v) for v in board.cells], position.labels)


def _allows(label: Label, is_mined: bool, mines_around: int) -> bool:
    if label == COVERED:
        return True
    if label == MINED:
        return is_mined
    return not is_mined and label in (FREE, mines_around)
