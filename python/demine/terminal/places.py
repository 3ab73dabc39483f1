"""Places: where on the screen each cell of a board stands, and which cell stands somewhere.

Cells are one line high and two, three or four columns wide. Hexagons stand half a cell apart in
every other row; slices of a box stand beside and below each other; a graph has no places of its
own, so its cells stand in rows. A margin names columns and rows as addresses do.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, sqrt

import numpy as np
from numpy.typing import NDArray

from demine.board import Board, letters


@dataclass(frozen=True)
class Places:
    """Per cell its column and line; `wide` columns belong to it."""

    columns: NDArray[np.int64]
    lines: NDArray[np.int64]
    wide: int

    @classmethod
    def of(cls, board: Board, room: int) -> Places:
        """Places for a board in a room of so many columns; narrow cells if wide ones do not fit."""
        halves, lines = _rows(len(board)) if board.layout.is_numbered else board.layout.places.T
        if board.layout.tiling == "hexagon":
            return cls(halves * 2, lines, 4)
        cells = halves // 2
        wide = 3 if len(board) == 0 or 3 * (int(cells.max()) + 1) <= room else 2
        return cls(cells * wide, lines, wide)

    def heads(self, board: Board) -> tuple[dict[int, str], dict[int, str]]:
        """What stands above the columns of the first line, and left of each line."""
        above, beside = {}, {}
        for cells in filter(None, self.by_line()):
            line = int(self.lines[cells[0]])
            beside[line] = _row_name(board, cells[0])
            if line == 0:
                above = {int(self.columns[v]): _column_name(board, cells[0], v) for v in cells}
        return above, beside

    @property
    def size(self) -> tuple[int, int]:
        """Columns and lines in all."""
        if len(self.columns) == 0:
            return 1, 1
        return int(self.columns.max()) + self.wide, int(self.lines.max()) + 1

    def by_line(self) -> list[list[int]]:
        """The cells of each line, from left to right."""
        found: list[list[int]] = [[] for _ in range(self.size[1])]
        for cell in np.argsort(self.columns, kind="stable").tolist():
            found[self.lines[cell]].append(cell)
        return found

    def at(self, column: int, line: int) -> int | None:
        """The cell at a place, if there is one."""
        here = (self.lines == line) & (self.columns <= column) & (column < self.columns + self.wide)
        found = np.flatnonzero(here)
        return int(found[0]) if len(found) else None

    def is_near(self, cell: int, other: int) -> bool:
        """Whether two cells touch on the screen, so that anybody takes them for neighbours."""
        across = abs(int(self.columns[cell] - self.columns[other]))
        return across <= 2 * self.wide and abs(int(self.lines[cell] - self.lines[other])) <= 1

    def beside(self, cell: int, right: int, down: int) -> int:
        """The nearest cell in a direction; the cell itself at the border."""
        across = (self.columns - self.columns[cell]) / self.wide
        along = self.lines - self.lines[cell]
        ahead, aside = (across * right, along) if right else (along * down, across)
        candidates = np.flatnonzero((ahead > 0) & (np.abs(aside) <= (0 if right else 0.5)))
        if len(candidates) == 0:
            return cell
        return int(min(candidates, key=lambda v: (ahead[v], abs(aside[v]))))


def _rows(cells: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Numbered cells in rows, about twice as many side by side as below each other."""
    side = max(1, ceil(sqrt(2 * cells)))
    numbers = np.arange(cells, dtype=np.int64)
    return 2 * (numbers % side), numbers // side


def _row_name(board: Board, first: int) -> str:
    """The number of a row; on a graph, the number of its first cell."""
    if board.layout.is_numbered:
        return str(first)
    return str((0, *board.coordinates(first))[-2] + 1)


def _column_name(board: Board, first: int, cell: int) -> str:
    """The letters of a column; on a graph, how many cells after the first of its row."""
    if board.layout.is_numbered:
        return f"+{cell - first}"
    return letters(board.coordinates(cell)[-1])
