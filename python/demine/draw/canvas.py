"""A canvas: the places of a board's cells and of their captions, in pixels."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from demine.board import Board, Points, column_head, row_head

# Every cell has room for a circle of this radius, which a percentage needs.
RADIUS: Final = 18.0
MARGIN: Final = 24.0
# Pixels per unit of the plane.
_SCALE: Final = {
    "square": 2 * RADIUS,
    "hexagon": 2 * RADIUS,
    "triangle": 2 * 3**0.5 * RADIUS,
    "polygon": 3 * RADIUS,
    "disc": 3.5 * RADIUS,
}

Caption = tuple[str, float, float]


@dataclass(frozen=True)
class Canvas:
    """Centres and corners of the cells (no corners for discs), captions, width and height."""

    centres: Points
    outlines: Points | None
    captions: list[Caption]
    size: tuple[float, float]

    @classmethod
    def of(cls, board: Board) -> Canvas:
        """The canvas of a board, large enough for its marks."""
        scale = _SCALE[board.layout.tiling]
        reach = board.centres if board.outlines is None else board.outlines.reshape(-1, 2)
        border = MARGIN + (RADIUS if board.outlines is None else 0)
        low, high = reach.min(axis=0, initial=np.inf), reach.max(axis=0, initial=-np.inf)
        shift = border - low * scale if len(board) else np.zeros(2)
        width, height = (high * scale + shift + border).tolist() if len(board) else (0.0, 0.0)
        centres = board.centres * scale + shift
        outlines = None if board.outlines is None else board.outlines * scale + shift
        return cls(centres, outlines, list(_captions(board, centres)), (width, height))

    def point(self, cell: int) -> tuple[float, float]:
        """The centre of a cell."""
        x, y = self.centres[cell].tolist()
        return x, y


def _captions(board: Board, centres: Points) -> Iterator[Caption]:
    """The heads of columns and rows, the numbers of the slices, or the names of the vertices."""
    if board.layout.is_numbered:
        yield from _names(board, centres)
    elif len(board.layout.shape) == 2:
        yield from _rows_and_columns(board, centres)
    elif len(board.layout.shape) > 2:
        yield from _slices(board, centres)


def _names(board: Board, centres: Points) -> Iterator[Caption]:
    """The address of each vertex, above it."""
    above = RADIUS + 7 if board.outlines is None else RADIUS - 4
    for cell, (x, y) in enumerate(centres.tolist()):
        yield board.address(cell), x, y - above


def _rows_and_columns(board: Board, centres: Points) -> Iterator[Caption]:
    rows, columns = board.layout.coordinates.T
    for row in np.unique(rows):
        here = np.flatnonzero(rows == row)
        yield row_head(board, int(here[0])), MARGIN / 2, float(centres[here, 1].mean())
    for column in np.unique(columns):
        here = np.flatnonzero(columns == column)
        yield column_head(board, int(here[0])), float(centres[here, 0].min()), MARGIN / 2


def _slices(board: Board, centres: Points) -> Iterator[Caption]:
    above, of = np.unique(board.layout.coordinates[:, :-2], axis=0, return_inverse=True)
    for number, place in enumerate(above.tolist()):
        left, top = centres[of == number].min(axis=0)
        right = centres[of == number, 0].max()
        words = ".".join(str(part + 1) for part in place)
        yield words, float(left + right) / 2, float(top) - RADIUS - MARGIN / 2
