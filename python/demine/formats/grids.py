"""The boards that formats of the square game can hold: king grids with a border and no holes."""

from __future__ import annotations

from demine.board import Board, grid
from demine.errors import FormatError


def grid_shape(board: Board, format: str) -> tuple[int, int]:
    """Rows and columns of such a grid; `FormatError` for any other board."""
    shape = board.layout.shape
    if len(shape) == 2 and board == grid(*shape):
        return shape[0], shape[1]
    raise FormatError(
        f"{board!r} is not a king grid with a border and no holes, which is all that the {format} "
        "format can hold: use the graph format"
    )
