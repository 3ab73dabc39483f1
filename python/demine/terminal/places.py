"""Places: where on the screen each cell of a board is, and which cell is at a place.

Cells are one line high and two, three or four columns wide. Every other row of hexagons is shifted
by half a cell. Slices of a box are side by side and one below the other; the heading of their first
column and row has the number of the slice. A graph shows the names of its vertices, and dots along
its edges. Columns and rows have the headings of addresses.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import ceil, sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from demine.board import Board, column_head, letters, row_head

# A larger graph is shown as a list of cells: its lines would be unreadable.
_MOST_DRAWN: Final = 120
_WIDEST: Final = 14


@dataclass(frozen=True)
class Places:
    """The column and line of each cell; a cell is `wide` columns wide."""

    columns: NDArray[np.int64]
    lines: NDArray[np.int64]
    wide: int
    names: tuple[str, ...] = ()
    dots: frozenset[tuple[int, int]] = frozenset()

    @classmethod
    def of(cls, board: Board, room: int) -> Places:
        """Places for a board in `room` columns; cells are narrow if wide ones do not fit."""
        if board.layout.is_numbered:
            return _graph(board) if len(board) <= _MOST_DRAWN else _list(board)
        halves, lines = board.layout.places.T
        if board.layout.tiling == "hexagon":
            return cls(halves * 2, lines, 4)
        cells = halves // 2
        wide = 3 if len(board) == 0 or 3 * (int(cells.max()) + 1) <= room else 2
        return cls(cells * wide, lines, wide)

    def between(self, line: int, start: int, end: int) -> str:
        """The text between two columns of a line: dots of edges, or spaces."""
        if not self.dots:
            return " " * (end - start)
        return "".join("·" if (line, column) in self.dots else " " for column in range(start, end))

    def heads(self, board: Board) -> tuple[dict[int, str], dict[int, str]]:
        """The headings above the columns, and to the left of each line."""
        if board.layout.is_numbered:
            return {}, {}
        above, beside = dict[int, str](), dict[int, str]()
        for cells in filter(None, self.by_line()):
            line = int(self.lines[cells[0]])
            beside[line] = _row_name(board, cells[0])
            for cell in cells:
                above.setdefault(int(self.columns[cell]), _column_name(board, cell))
        if board.layout.tiling == "hexagon":
            first = int(self.columns[self.by_line()[0][0]])  # the rows between are half a cell off
            over = {at: name for at, name in above.items() if (at - first) % self.wide == 0}
            above = over | {at: name for at, name in above.items() if name not in over.values()}
        return _drop_touching(above, self.wide), beside

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
        """Whether two cells touch on the screen and so look like neighbours."""
        if self.names:
            return False
        across = abs(int(self.columns[cell] - self.columns[other]))
        return across <= 2 * self.wide and abs(int(self.lines[cell] - self.lines[other])) <= 1

    def beside(self, cell: int, right: int, down: int) -> int:
        """The nearest cell in a direction; the cell itself at the border."""
        across = (self.columns - self.columns[cell]) / self.wide
        along = self.lines - self.lines[cell]
        ahead, aside = (across * right, along) if right else (along * down, across)
        slack = 1e9 if self.names else 0.0 if right else 0.5
        candidates = np.flatnonzero((ahead > 0) & (np.abs(aside) <= slack))
        if len(candidates) == 0:
            return cell
        if self.names:  # a graph has no rows: prefer the nearest cell straight ahead
            return int(min(candidates, key=lambda v: ahead[v] + 2 * abs(aside[v])))
        return int(min(candidates, key=lambda v: (ahead[v], abs(aside[v]))))


def _list(board: Board) -> Places:
    """Numbered cells in rows, about twice as wide as high."""
    names = tuple(board.address(cell) for cell in board.cells)
    wide = max(map(len, names), default=1) + 4
    side = max(1, ceil(sqrt(2 * len(board) * 3 / wide)))
    numbers = np.arange(len(board), dtype=np.int64)
    return Places(numbers % side * wide, numbers // side, wide - 1, names)


def _graph(board: Board) -> Places:
    """Vertices at their places in the drawing, as close together as their names allow."""
    names = tuple(board.address(cell) for cell in board.cells)
    wide = min(_WIDEST, max(map(len, names), default=1) + 4)
    if len(board) == 0:
        return Places(np.zeros(0, np.int64), np.zeros(0, np.int64), wide, names)
    centres = board.centres - board.centres.min(axis=0)
    columns = np.round(centres[:, 0] * 1.6 * wide).astype(np.int64)
    lines = np.round(centres[:, 1] * 3).astype(np.int64)
    _push_apart(columns, lines, wide)
    places = Places(columns, lines, wide, names)
    dots = (dot for u, v in board.edges.tolist() for dot in _line(places, u, v))
    return replace(places, dots=frozenset(dots))


def _push_apart(columns: NDArray[np.int64], lines: NDArray[np.int64], wide: int) -> None:
    """Move vertices to the right until none overlap."""
    for line in np.unique(lines):
        free = 0
        here = np.flatnonzero(lines == line)
        for cell in here[np.argsort(columns[here], kind="stable")]:
            columns[cell] = max(int(columns[cell]), free)
            free = int(columns[cell]) + wide + 1


def _line(places: Places, u: int, v: int) -> Iterator[tuple[int, int]]:
    """The places along an edge, one per line or per two columns."""
    half = places.wide // 2
    x1, y1 = int(places.columns[u]) + half, int(places.lines[u])
    x2, y2 = int(places.columns[v]) + half, int(places.lines[v])
    steps = max(abs(y2 - y1), abs(x2 - x1) // 2, 1)
    for step in range(1, steps):
        yield round(y1 + (y2 - y1) * step / steps), round(x1 + (x2 - x1) * step / steps)


def _row_name(board: Board, cell: int) -> str:
    """The number of a row; the first row of a slice also has the number of the slice."""
    if board.words is not None:
        return row_head(board, cell)
    *outer, row, _ = (0, 0, *board.coordinates(cell))[-max(2, len(board.layout.shape)) :]
    slices = outer[-2::-2][::-1]
    first = row == 0 and slices
    return "".join(f"{part + 1}." for part in slices) * bool(first) + str(row + 1)


def _column_name(board: Board, cell: int) -> str:
    """The letters of a column; the first column of a slice also has the number of the slice."""
    if board.words is not None:
        return column_head(board, cell)
    *outer, _, column = (0, 0, *board.coordinates(cell))[-max(2, len(board.layout.shape)) :]
    slices = outer[-1::-2][::-1]
    first = column == 0 and slices
    return "".join(f"{part + 1}." for part in slices) * bool(first) + letters(column)


def _drop_touching(above: dict[int, str], wide: int) -> dict[int, str]:
    """The headings without those that would touch another: `z   ab  ad`, not `z aaabacad`.

    Headings with the number of a slice stay. Of the others, the rightmost stay.
    """
    kept, taken = dict[int, str](), set[int]()
    for column, name in sorted(above.items(), key=lambda at: ("." in at[1], at[0]), reverse=True):
        start = column + max(0, (wide - len(name)) // 2)
        if taken.isdisjoint(range(start - 1, start + len(name) + 1)):
            kept[column] = name
            taken.update(range(start, start + len(name)))
    return dict(sorted(kept.items()))
