"""Surroundings: what the learned score of `strongest` looks at, as rows of numbers.

First what sets a candidate apart from the one with the best look-ahead, then what holds for the
whole position, then, on grids of squares, a window around the candidate.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from demine.board import Board
from demine.position import Analysis
from insight import Insight
from outlook import Outlook

SIDE: Final = 9
"""Of the window."""
CLOSE: Final = 1e-6
"""Scores this close are equal."""


@dataclass(frozen=True)
class Squares:
    """Where the cells of a grid are."""

    rows: int
    columns: int
    torus: bool

    @classmethod
    def of(cls, board: Board) -> Squares | None:
        """None unless the board is a grid, row after row, with up to eight neighbours a cell."""
        near = board.neighbours(0) if len(board) else ()
        if len(near) not in (3, 8):
            return None
        columns = near[1 if len(near) == 3 else 2]
        found = cls(len(board) // columns, columns, len(near) == 8)
        fits = len(board) == found.rows * columns and all(
            found.around(cell) == list(board.neighbours(cell)) for cell in board.cells
        )
        return found if fits else None

    def around(self, cell: int) -> list[int]:
        """The neighbours of a cell, ascending."""
        steps = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]
        found = (self.beside(cell, *step) for step in steps)
        return sorted(there for there in found if there is not None)

    def beside(self, cell: int, down: int, right: int) -> int | None:
        """The cell so many rows below and columns to the right, if there is one."""
        row, column = cell // self.columns + down, cell % self.columns + right
        if self.torus:
            row, column = row % self.rows, column % self.columns
        is_inside = 0 <= row < self.rows and 0 <= column < self.columns
        return row * self.columns + column if is_inside else None


def features(view: Insight, analysis: Analysis, outlooks: Sequence[Outlook]) -> NDArray[np.float32]:
    """A row per candidate."""
    best = outlooks[0]
    for outlook in outlooks:
        best = outlook if outlook.blend > best.blend + CLOSE else best
    shared, squares = _common(view, analysis, best), Squares.of(analysis.position.board)
    rows = []
    for outlook in outlooks:
        window = [] if squares is None else _window(squares, view, analysis, outlook.cell)
        rows.append([*_own(view, outlook, best), *shared, *window])
    return np.array(rows, np.float32)


def _own(view: Insight, outlook: Outlook, best: Outlook) -> list[float]:
    """What sets a candidate apart from the one with the best look-ahead."""
    numbers: list[Callable[[Outlook], float]] = [
        lambda o: o.risk,
        lambda o: o.best,
        lambda o: o.second,
        lambda o: o.progress,
        lambda o: o.stride,
        lambda o: min(o.certain, 20) / 10,
        lambda o: o.zero,
        lambda o: o.information,
        lambda o: view.degree(o.cell) / 8,
        lambda o: view.count_opened(o.cell) / 8,
        lambda o: view.count_opened(o.cell) == 0,
    ]
    return [number(outlook) - number(best) for number in numbers]


def _common(view: Insight, analysis: Analysis, best: Outlook) -> list[float]:
    """What holds for all candidates of a position."""
    risks = analysis.probabilities
    unknown = [cell for cell in view.unrevealed if risks[cell] < 1]
    number = max(len(unknown), 1)
    return [
        len(unknown) / len(analysis.position.board),
        sum(float(risks[cell]) for cell in unknown) / number,
        sum(view.count_opened(cell) == 0 for cell in unknown) / number,
        min((float(risks[cell]) for cell in unknown), default=1.0),
        best.blend,
        best.progress,
        min(best.certain, 20) / 10,
        min(len(unknown) / 100, 5),
    ]


def _window(squares: Squares, view: Insight, analysis: Analysis, cell: int) -> list[float]:
    """What is known around a candidate, place after place, each in all planes."""
    reach = range(-(SIDE // 2), SIDE // 2 + 1)
    places = [squares.beside(cell, down, right) for down in reach for right in reach]
    return [number for there in places for number in _planes(view, analysis, there)]


def _planes(view: Insight, analysis: Analysis, cell: int | None) -> list[float]:
    """Outside, open, count less certain mines, risk, certain mine, in question."""
    if cell is None:
        return [1, 0, 0, 0, 0, 0]
    if cell in view.numbers:
        mined = sum(analysis.probabilities[v] == 1 for v in view.around(cell))
        return [0, 1, (view.numbers[cell] - mined) / 4, 0, 0, 0]
    risk = float(analysis.probabilities[cell])
    return [0, 0, 0, 0, 1, 0] if risk == 1 else [0, 0, 0, risk, 0, 1]
