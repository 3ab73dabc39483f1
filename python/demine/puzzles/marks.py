"""Marks: which edges of a drawing touch, as arrows on a torus and letters on the net of a cube."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from demine.board import Board
from demine.draw import Canvas, Colour, shapes

_DARK: Final[Colour] = (0x50, 0x50, 0x50)
_AWAY: Final = 6.0
"""From an edge to its mark."""

_LEFT, _TOP, _RIGHT, _BOTTOM = (-1, 0), (0, -1), (1, 0), (0, 1)
_MEETING: Final = (
    ((1, 0, _LEFT), (0, 1, _TOP)),
    ((1, 0, _RIGHT), (2, 1, _TOP)),
    ((1, 0, _TOP), (3, 1, _TOP)),
    ((1, 2, _LEFT), (0, 1, _BOTTOM)),
    ((1, 2, _RIGHT), (2, 1, _BOTTOM)),
    ((1, 2, _BOTTOM), (3, 1, _BOTTOM)),
    ((0, 1, _LEFT), (3, 1, _RIGHT)),
)
"""Sides of faces that meet on a cube: column and row of the face in the net, and the side."""


def edge_marks(board: Board, canvas: Canvas) -> Iterator[shapes.Shape]:
    """Edges with the same mark touch; no marks on other boards, or where a face is one cell."""
    if board.recipe is None or canvas.outlines is None or len(board.layout.shape) != 2:
        return
    if dict(board.recipe.options).get("torus"):
        yield from _arrows(board, canvas)
    elif marks_cube(board):
        yield from _letters(board, canvas)


def marks_cube(board: Board) -> bool:
    """Whether letters mark the edges of the board."""
    is_cube = board.recipe is not None and board.recipe.topology == "cube"
    return is_cube and board.layout.shape[0] > 3


def _arrows(board: Board, canvas: Canvas) -> Iterator[shapes.Shape]:
    """Arrows on the edges of a flat torus: edges with the same number of arrows touch."""
    left, top, right, bottom = _box(canvas)
    rows, columns = board.layout.shape
    x = left + _near_middle(columns) * (right - left) / columns
    y = top + _near_middle(rows) * (bottom - top) / rows
    for edge in (left - _AWAY, right + _AWAY):
        yield _arrow(edge, y, 0.0, -1.0)
    for edge in (top - _AWAY, bottom + _AWAY):
        for shift in (-_AWAY / 2, _AWAY / 2):
            yield _arrow(x + shift, edge, 1.0, 0.0)


def _letters(board: Board, canvas: Canvas) -> Iterator[shapes.Shape]:
    """A letter on each edge of the net; the same one where two edges meet on the cube."""
    left, top, right, _ = _box(canvas)
    side, width = board.layout.shape[0] // 3, (right - left) / board.layout.shape[1]
    for letter, meeting in zip("ABCDEFG", _MEETING, strict=True):
        for column, row, (dx, dy) in meeting:
            across, down = (_place(side, step) for step in (dx, dy))
            x = left + (column * side + across) * width + dx * _AWAY
            y = top + (row * side + down) * width + dy * _AWAY
            yield shapes.Text(x, y, letter, 8, _DARK, is_bold=True)


def _place(side: int, step: int) -> int:
    """Cells from the begin of a face to its mark: at its begin, near its middle or at its end."""
    return {-1: 0, 0: _near_middle(side), 1: side}[step]


def _near_middle(cells: int) -> int:
    """Between two cells: a coordinate may stand beside the middle of one."""
    return cells // 2


def _box(canvas: Canvas) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of the drawn cells."""
    assert canvas.outlines is not None
    corners = canvas.outlines.reshape(-1, 2)
    left, top = corners.min(axis=0).tolist()
    right, bottom = corners.max(axis=0).tolist()
    return left, top, right, bottom


def _arrow(x: float, y: float, dx: float, dy: float) -> shapes.Shape:
    """A small arrowhead in a direction."""
    tip = (x + 4 * dx, y + 4 * dy)
    sides = [(x - 3 * dx + 3 * s * dy, y - 3 * dy + 3 * s * dx) for s in (-1, 1)]
    return shapes.Polygon((tip, *sides), _DARK)
