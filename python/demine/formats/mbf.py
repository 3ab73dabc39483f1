"""The `mbf` format: where the mines of a king grid are.

One byte each for width and height, two for the number of mines (big-endian), then two per mine: its
column and its row. The file holds the mines, not the knowledge of a player. So reading one gives
the solved position: `*` on every mine and the true number on every other cell. Writing needs a
position in which all mines are known.
"""

from __future__ import annotations

import struct
from typing import Final

import numpy as np
from numpy.typing import NDArray

from demine.board import Board, grid
from demine.errors import FormatError
from demine.formats.mine import grid_shape
from demine.labels import COVERED, MINED
from demine.position import Position
from demine.wording import plural

_HEADER: Final = struct.Struct(">BBH")
_LONGEST_SIDE: Final = 255


def is_mbf(data: bytes) -> bool:
    """Whether the length fits the header and the mines fit the grid.

    Text read as a header has more mines than cells, unless its third character is a control
    character; and then its length would have to fit by chance.
    """
    if len(data) < _HEADER.size:
        return False
    width, height, mines = _HEADER.unpack_from(data)
    return bool(0 < width * height >= mines) and len(data) == _HEADER.size + 2 * mines


def parse(data: bytes) -> Position:
    """The solved position of a board file."""
    width, height, _ = _HEADER.unpack_from(data)
    mined = np.zeros((height, width), dtype=bool)
    for start in range(_HEADER.size, len(data), 2):
        column, row = data[start], data[start + 1]
        if column >= width or row >= height:
            raise FormatError(
                f"byte {start}: mine ({row}, {column}) is not on {height}x{width} cells"
            )
        if mined[row, column]:
            raise FormatError(f"byte {start}: mine ({row}, {column}) is given twice")
        mined[row, column] = True
    return lay_mines(height, width, mined.ravel())


def lay_mines(rows: int, columns: int, mined: NDArray[np.bool_]) -> Position:
    """The solved position of a king grid; `mined` goes row by row."""
    board = grid(rows, columns)
    counts = _counts(board, mined).tolist()
    labels = [MINED if is_mine else count for is_mine, count in zip(mined, counts, strict=True)]
    return Position(board, labels, int(np.count_nonzero(mined)))


def write(position: Position) -> bytes:
    """The mines of a position in which all are known and no number is wrong."""
    rows, columns, mined = known_mines(position, "mbf", _LONGEST_SIDE)
    places = np.argwhere(mined.reshape(rows, columns))
    header = _HEADER.pack(columns, rows, len(places))
    return header + places[:, ::-1].astype(np.uint8).tobytes()


def known_mines(
    position: Position, format: str, longest: int
) -> tuple[int, int, NDArray[np.bool_]]:
    """Rows, columns and mines of a king grid, row by row, for a format with a longest side.

    `FormatError` unless all mines are known and no number is wrong.
    """
    rows, columns = grid_shape(position.board, format)
    if max(rows, columns) > longest:
        raise FormatError(
            f"{rows}x{columns} cells: the {format} format holds sides up to {longest}"
        )
    mined = np.array([label == MINED for label in position.labels])
    _check_complete(position, int(np.count_nonzero(mined)), format)
    _check_counts(position, _counts(position.board, mined), format)
    return rows, columns, mined


def _check_complete(position: Position, known: int, format: str) -> None:
    if position.mines is None and COVERED in position.labels:
        cell = position.board.coordinates(position.labels.index(COVERED))
        raise FormatError(f"cell {cell} is covered: the {format} format needs to know every mine")
    if position.mines not in (None, known):
        raise FormatError(
            f"{known} of {position.mines} mines are known: the {format} format needs every one"
        )


def _check_counts(position: Position, counts: NDArray[np.int64], format: str) -> None:
    for cell, (label, count) in enumerate(zip(position.labels, counts.tolist(), strict=True)):
        if isinstance(label, int) and label != count:
            where = position.board.coordinates(cell)
            raise FormatError(
                f"cell {where} is labelled {label} with {plural(count, 'mined neighbour')}: "
                f"the {format} format holds true numbers only"
            )


def _counts(board: Board, mined: NDArray[np.bool_]) -> NDArray[np.int64]:
    """The number of mined neighbours of each cell."""
    ends = np.concatenate([board.edges, board.edges[:, ::-1]])
    return np.bincount(ends[mined[ends[:, 1]], 0], minlength=len(board))
