"""What opened cells of the plane tell: a finite position whose cells are named by coordinates.

Only numbers with covered neighbours constrain anything, and only these neighbours are constrained.
All other covered cells of the plane are independent of them, so a finite board is enough.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

import numpy as np

from demine.board import Board, from_edges
from demine.game.plane import Place, address_of, around
from demine.labels import COVERED, MINED, Label
from demine.position import Position


def boundary_of(opened: Mapping[Place, int]) -> frozenset[Place]:
    """The covered cells next to an opened one."""
    return frozenset(cell for place in opened for cell in around(place) if cell not in opened)


def position_of(
    opened: Mapping[Place, int],
    density: Fraction,
    *,
    hit: Place | None = None,
    first: Sequence[Place] = (),
) -> Position:
    """The position of these numbers. The cells `first` come first, opened or not."""
    covered = {
        place: [cell for cell in around(place) if cell not in opened]
        for place, number in opened.items()
    }
    edge = [place for place, cells in covered.items() if cells]
    near = sorted({cell for place in edge for cell in covered[place]})
    hits = [] if hit is None else [hit]
    places = list(dict.fromkeys([*first, *sorted(edge), *near, *hits]))
    cell = {place: number for number, place in enumerate(places)}
    edges = [(cell[place], cell[other]) for place in edge for other in covered[place]]
    board = from_edges(len(places), np.array(edges, dtype=np.int64).reshape(-1, 2))
    labels: list[Label] = [opened.get(place, COVERED) for place in places]
    if hit is not None:
        labels[cell[hit]] = MINED
    return Position(named(board, places), labels, density=density)


def named(board: Board, places: Sequence[Place]) -> Board:
    """The board with its cells named by coordinates."""
    return replace(board, names=tuple(map(address_of, places)))
