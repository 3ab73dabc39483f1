"""Random boards in the classes of Suzuki, Hao and Minato (§5).

Mines are a share of all cells, visible numbers a share of the cells without a mine. Each class has
a fixed seed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import Final, Literal

from demine.board import Board, from_edges, grid
from demine.labels import COVERED, Label
from demine.position import Position

FieldKind = Literal["grid", "graph"]

SEED: Final = 2015
SIDE: Final = 30
_VERTICES: Final = 300
EDGES: Final = 900
MINE_SHARES: Final = (10, 20, 30)
NUMBER_SHARES: Final = (10, 20, 30, 40, 50, 60, 70, 80, 90)


@dataclass(frozen=True)
class FieldClass:
    """A kind of board, and two shares in percent."""

    kind: FieldKind
    mines: int
    numbers: int

    def position(self, seed: int = SEED) -> Position:
        """The board of this class with this seed."""
        random = Random(f"{seed} {self.kind} {self.mines} {self.numbers}")
        board = grid(SIDE, SIDE) if self.kind == "grid" else _random_graph(random)
        mined = set(random.sample(board.cells, len(board) * self.mines // 100))
        free = [cell for cell in board.cells if cell not in mined]
        return show_numbers(board, mined, random.sample(free, len(free) * self.numbers // 100))


def show_numbers(board: Board, mined: set[int], shown: Iterable[int]) -> Position:
    """The position in which some free cells show their numbers and all others are covered."""
    labels: list[Label] = [COVERED] * len(board)
    for cell in shown:
        labels[cell] = len(mined.intersection(board.neighbours(cell)))
    return Position(board, labels)


def classes(kind: FieldKind) -> list[FieldClass]:
    """All classes of a kind, in the order of the paper's rows."""
    return [FieldClass(kind, mines, numbers) for numbers in NUMBER_SHARES for mines in MINE_SHARES]


def _random_graph(random: Random) -> Board:
    edges: set[tuple[int, int]] = set()
    while len(edges) < EDGES:
        u, v = sorted(random.sample(range(_VERTICES), 2))
        edges.add((u, v))
    return from_edges(_VERTICES, sorted(edges))
