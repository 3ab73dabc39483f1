"""A canvas: where the cells of a board, and the captions beside them, stand in pixels."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from demine.board import Board

# Every cell has room for a circle of this radius: what a percentage needs.
RADIUS: Final = 18.0
MARGIN: Final = 24.0
# Pixels per unit of the plane.
_SCALE: Final = {
    "square": 2 * RADIUS,
    "hexagon": 2 * RADIUS,
    "triangle": 2 * 3**0.5 * RADIUS,
    "disc": 3.5 * RADIUS,
}

Points = NDArray[np.float64]
Caption = tuple[str, float, float]


@dataclass(frozen=True)
class Canvas:
    """Middles and corners of the cells (no corners for discs), captions, width and height."""

    centres: Points
    outlines: Points | None
    captions: list[Caption]
    size: tuple[float, float]

    @classmethod
    def of(cls, board: Board) -> Canvas:
        """The canvas of a board, as large as its marks need."""
        scale = _SCALE[board.layout.tiling]
        reach = board.centres if board.outlines is None else board.outlines.reshape(-1, 2)
        border = MARGIN + (RADIUS if board.outlines is None else 0)
        low, high = reach.min(axis=0, initial=np.inf), reach.max(axis=0, initial=-np.inf)
        shift = border - low * scale if len(board) else np.zeros(2)
        width, height = (high * scale + shift + border).tolist() if len(board) else (0.0, 0.0)
        centres = board.centres * scale + shift
        outlines = None if board.outlines is None else board.outlines * scale + shift
        return cls(centres, outlines, list(_captions(board, centres)), (width, height))


def _captions(board: Board, centres: Points) -> Iterator[Caption]:
    """Row and column numbers, or the first coordinates of every slice."""
    coordinates = board.layout.coordinates
    if len(board.layout.shape) == 2:
        for row in np.unique(coordinates[:, 0]):
            yield str(row), MARGIN / 2, float(centres[coordinates[:, 0] == row, 1].mean())
        for column in np.unique(coordinates[:, 1]):
            yield str(column), float(centres[coordinates[:, 1] == column, 0].min()), MARGIN / 2
    elif len(board.layout.shape) > 2:
        above, of = np.unique(coordinates[:, :-2], axis=0, return_inverse=True)
        for number, place in enumerate(above.tolist()):
            left, top = centres[of == number].min(axis=0)
            right = centres[of == number, 0].max()
            words = f"({', '.join(map(str, place))}, ·, ·)"
            yield words, float(left + right) / 2, float(top) - RADIUS - MARGIN / 2
