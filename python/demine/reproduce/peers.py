"""Sets of solutions beside those of Graphillion, a ZDD library like the one of Suzuki et al.

Graphillion is no part of demine. Without it the check has no verdict.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from itertools import combinations
from random import Random
from typing import Any, Final

from demine.board import grid
from demine.labels import COVERED
from demine.position import Position
from demine.reproduce.minefields import show_numbers
from demine.reproduce.tables import Item, tell

_SEED: Final = 2015
_NAME: Final = "ZDD library: Graphillion, by Algorithms 1 and 2"


def items(quick: bool) -> Iterator[Item]:
    """All solutions of random positions, found by the operations of the library."""
    if find_spec("graphillion") is None:
        yield Item(_NAME, "Graphillion is not installed", None)
        return
    rng = Random(_SEED)
    verdicts = (_agrees(_position(rng)) for _ in range(10 if quick else 100))
    yield tell(_NAME, verdicts, "sets of solutions agree")


def _position(rng: Random) -> Position:
    board = grid(3, 4)
    mined = {v for v in board.cells if rng.random() < 0.3}
    free = [v for v in board.cells if v not in mined]
    return show_numbers(board, mined, [v for v in free if rng.random() < 0.4])


def _agrees(position: Position) -> bool:
    """Whether the sets are equal, cells next to no number included."""
    setset: Any = import_module("graphillion").setset
    covered = [v for v in position.board.cells if position.labels[v] == COVERED]
    setset.set_universe(covered)
    found = setset({})  # every set of covered cells
    for v, number in enumerate(position.labels):
        if isinstance(number, int):
            near = [n for n in position.board.neighbours(v) if n in covered]
            found &= _exactly(setset, near, number)
    ours = position.solutions()
    return ours.count() == len(found) and all(solution in found for solution in ours)


def _exactly(setset: Any, cells: list[int], count: int) -> Any:
    """The sets with so many of the cells: S(X, k) times all sets of the other cells."""
    found = setset([])
    for chosen in combinations(cells, count):
        others = [cell for cell in cells if cell not in chosen]
        found |= setset({"include": list(chosen), "exclude": others})
    return found
