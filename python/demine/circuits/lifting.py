"""From n to n + 1 dimensions (Garg §I): a position between two layers of known mines.

The position becomes the middle of three layers. A number grows by the mines above and below it, so
the legal assignments stay the same. The layers show no number, so they add no constraint.
"""

from __future__ import annotations

from itertools import product
from typing import Any, NamedTuple

from demine.arguments import check, show
from demine.board import NEIGHBOURHOODS, Board, box
from demine.errors import InvalidBoard
from demine.labels import MINED, Label
from demine.position import Position

_LARGEST = (1 << 31) - 1
"""The largest label; a number from here on is impossible anyway."""


class Lifted(NamedTuple):
    """The higher board, its labels, and the cell that the first cell has become."""

    board: Board
    labels: list[Label]
    first: int


def lift_labels(position: Position) -> Lifted:
    """The board and labels of a lifted position; `InvalidBoard` unless it is a grid or a box."""
    check(position, Position, "position")
    position.check_classic("lifting")
    flat, size = position.board, len(position.board)
    board = _higher(flat)
    middle = range(size, 2 * size)
    wall: list[Label] = [MINED] * size
    between: list[Label] = []
    for cell, label in enumerate(position.labels):
        near = board.neighbours(size + cell)
        inside = [one - size for one in near if one in middle]
        if inside != list(flat.neighbours(cell)):
            raise InvalidBoard(f"{flat!r} in one dimension more has other neighbours in its layers")
        between.append(_raise(label, len(near) - len(inside)))
    return Lifted(board, [*wall, *between, *wall], size)


def _higher(board: Board) -> Board:
    """Three layers of a board, made with its options."""
    sides, options = _made(board)
    return box((3, *sides), **options)


def _made(board: Board) -> tuple[tuple[int, ...], dict[str, Any]]:
    """The sides and options of a grid or a box, also of one that a file holds as a graph."""
    recipe = board.recipe
    if recipe is not None and recipe.topology in ("grid", "box") and recipe.is_whole:
        return recipe.sides, dict(recipe.options)
    if recipe is None and board.layout.tiling == "square" and board.layout.present.all():
        for torus, neighbourhood in product((False, True), NEIGHBOURHOODS):
            options = {"torus": torus, "neighbourhood": neighbourhood}
            if _is_box(board, options):
                return board.layout.shape, options
    raise InvalidBoard(f"lift of {show(board)}: expected a grid without a mask, or a box")


def _is_box(board: Board, options: dict[str, Any]) -> bool:
    try:
        return box(board.layout.shape, **options).graph == board.graph
    except InvalidBoard:  # these sides do not admit the options
        return False


def _raise(label: Label, mines: int) -> Label:
    """A number with so many mines more around it. The label −1 stays: nothing is legal."""
    if not isinstance(label, int) or label < 0:
        return label
    return min(label + mines, _LARGEST)
