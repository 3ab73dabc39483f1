"""A game as an array of pixels: a square per cell, with digits three pixels wide."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from demine.board import Board
from demine.draw import palette
from demine.labels import MINED_CODE

_CELL: Final = 16
_INSET: Final = 1
# Five rows of three pixels for each digit, a bit per pixel.
_GLYPHS: Final = {
    0: (7, 5, 5, 5, 7),
    1: (2, 6, 2, 2, 7),
    2: (7, 1, 7, 4, 7),
    3: (7, 1, 7, 1, 7),
    4: (5, 5, 7, 1, 1),
    5: (7, 4, 7, 1, 7),
    6: (7, 4, 7, 5, 7),
    7: (7, 1, 1, 2, 2),
    8: (7, 5, 7, 5, 7),
    9: (7, 5, 7, 1, 7),
}


def pixels(board: Board, labels: NDArray[np.int16]) -> NDArray[np.uint8]:
    """Height × width × 3 bytes of red, green and blue."""
    places = _places(board)
    height, width = (places.max(axis=0) + _CELL).tolist()
    picture = np.full((height, width, 3), 255, dtype=np.uint8)
    for (top, left), label in zip(places.tolist(), labels.tolist(), strict=True):
        square = picture[top + _INSET : top + _CELL, left + _INSET : left + _CELL]
        square[:] = palette.OPEN if label >= 0 else palette.COVERED
        if label == MINED_CODE:
            square[:] = palette.MINED
        elif label > 0:
            _write(square, label)
    return picture


def _places(board: Board) -> NDArray[np.int64]:
    """The top left corner of each cell's square: no two squares overlap on a grid."""
    centres = np.asarray(board.centres, dtype=float)
    low = centres.min(axis=0)
    nearest = 1.0 if board.outlines is not None else 0.6
    corners: NDArray[np.int64] = np.rint((centres - low) * _CELL / nearest).astype(np.int64)
    return corners[:, ::-1]


def _write(square: NDArray[np.uint8], number: int) -> None:
    """Write a number of one digit at double size, or of two digits."""
    digits = [int(digit) for digit in str(min(number, 99))]
    scale = 2 if len(digits) == 1 else 1
    top = (square.shape[0] - 5 * scale) // 2
    left = (square.shape[1] - (4 * len(digits) - 1) * scale) // 2
    for place, digit in enumerate(digits):
        for row, bits in enumerate(_GLYPHS[digit]):
            for column in range(3):
                if bits >> (2 - column) & 1:
                    y = top + row * scale
                    x = left + (4 * place + column) * scale
                    square[y : y + scale, x : x + scale] = palette.INK
