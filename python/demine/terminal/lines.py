"""A game as lines of text: columns as letters and rows as numbers, as in the paper (Garg 2019).

A cell shows its number, `F` for a flag, or nothing while it is covered. When the game is over, `x`
is a mine, `X` the mine that was hit and `!` a wrong flag. Where cells may hold several mines, the
signs of flags and mines are followed by their number. Boards of more than two
dimensions are drawn slice by slice, graphs as a list of cells. Gaps between cells are shaded.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from demine.board import Board, address
from demine.draw import ESTIMATED, Mark, MarkKind, draw_slices, heads, percent
from demine.game import Game, Window, game_marks
from demine.position import Analysis

_HOLE: Final = "░░░"
_SIGNS: Final = {
    MarkKind.HIT: "X",
    MarkKind.MINE: "x",
    MarkKind.WRONG: "!",
}


def draw(game: Game | Window, analysis: Analysis | None = None, *, flag: str = "F") -> str:
    """The board as the player sees it; an analysis adds the risk of covered cells in percent."""
    signs = [_sign(mark, flag) for mark in game_marks(game)]
    if analysis is not None:
        signs = [_risk(sign, analysis, cell) for cell, sign in enumerate(signs)]
    below = [ESTIMATED] if analysis is not None and not analysis.exact else []
    if game.board.layout.is_numbered:
        return "\n".join([*_list(game, signs), *below])
    return "\n".join([*draw_slices(game.board.layout, partial(_block, game.board, signs)), *below])


def _sign(mark: Mark, flag: str) -> str:
    sign = flag if mark.kind is MarkKind.FLAG else _SIGNS.get(mark.kind, "")
    return f"{sign}{mark.number}" if mark.number or mark.kind is MarkKind.NUMBER else sign


def _risk(sign: str, analysis: Analysis, cell: int) -> str:
    if sign and not sign.startswith("F"):
        return sign
    certain = {0.0: "ok", 1.0: "x"}
    risk = float(analysis.probabilities[cell])
    return certain.get(risk, percent(risk))


def _block(
    board: Board, signs: Sequence[str], numbers: NDArray[np.int64], is_staggered: bool
) -> list[str]:
    above, beside = heads(board, numbers)
    margin = max(map(len, beside))
    lines = [f"{'':{margin}} {_head(above)}".rstrip()]
    for row, cells in enumerate(numbers.tolist()):
        shift = "  " * (is_staggered and row % 2)
        drawn = "|".join(f"{signs[cell]:^3}" if cell >= 0 else _HOLE for cell in cells)
        lines.append(f"{beside[row]:>{margin}} {shift}|{drawn}|")
    return lines


def _head(names: Sequence[str]) -> str:
    """The names of the columns; a long one takes the place of those that follow."""
    line = ""
    for column, name in enumerate(names):
        if len(line) <= 4 * column:
            line = f"{line:{4 * column}} {name:^3}"
    return line


def _list(game: Game | Window, signs: Sequence[str]) -> list[str]:
    board = game.board
    names = [address(board, cell) for cell in board.cells]
    wide = max(map(len, names), default=0)
    return [
        f"{name:>{wide}} |{sign:^3}| {' '.join(names[v] for v in board.neighbours(cell))}".rstrip()
        for cell, (name, sign) in enumerate(zip(names, signs, strict=True))
    ]
