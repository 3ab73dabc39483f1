"""A game as lines of text: columns as letters and rows as numbers, as in the paper (Garg 2019).

A cell shows its number, `F` for a flag, or nothing while it is covered. When the game is over, `x`
is a mine, `X` the mine that was hit and `!` a flag on a free cell. Boards of more than two
dimensions are drawn slice by slice, graphs as a list of cells. Gaps between cells are shaded.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from demine.board import address, letters
from demine.draw import ESTIMATED, Mark, MarkKind, draw_slices, percent
from demine.game import Game, game_marks
from demine.position import Analysis

_HOLE: Final = "░░░"
_SIGNS: Final = {
    MarkKind.HIT: "X",
    MarkKind.MINE: "x",
    MarkKind.FLAG: "F",
    MarkKind.WRONG: "!",
}


def draw(game: Game, analysis: Analysis | None = None) -> str:
    """The board as the player sees it; an analysis adds the risk of covered cells in percent."""
    signs = [_sign(mark) for mark in game_marks(game)]
    if analysis is not None:
        signs = [_risk(sign, analysis, cell) for cell, sign in enumerate(signs)]
    below = [ESTIMATED] if analysis is not None and not analysis.exact else []
    if game.board.layout.is_numbered:
        return "\n".join([*_list(game, signs), *below])
    return "\n".join([*draw_slices(game.board.layout, partial(_block, signs)), *below])


def _sign(mark: Mark) -> str:
    return str(mark.number) if mark.kind is MarkKind.NUMBER else _SIGNS.get(mark.kind, "")


def _risk(sign: str, analysis: Analysis, cell: int) -> str:
    if sign not in ("", "F"):
        return sign
    certain = {0.0: "ok", 1.0: "x"}
    risk = float(analysis.probabilities[cell])
    return certain.get(risk, percent(risk))


def _block(signs: Sequence[str], numbers: NDArray[np.int64], is_staggered: bool) -> list[str]:
    rows, columns = numbers.shape
    margin = len(str(rows))
    head = "".join(f" {letters(column):^3}" for column in range(columns))
    lines = [f"{'':{margin}} {head}".rstrip()]
    for row, cells in enumerate(numbers.tolist(), start=1):
        shift = "  " * (is_staggered and row % 2 == 0)
        drawn = "|".join(f"{signs[cell]:^3}" if cell >= 0 else _HOLE for cell in cells)
        lines.append(f"{row:>{margin}} {shift}|{drawn}|")
    return lines


def _list(game: Game, signs: Sequence[str]) -> list[str]:
    board = game.board
    names = [address(board, cell) for cell in board.cells]
    wide = max(map(len, names), default=0)
    return [
        f"{name:>{wide}} |{sign:^3}| {' '.join(names[v] for v in board.neighbours(cell))}".rstrip()
        for cell, (name, sign) in enumerate(zip(names, signs, strict=True))
    ]
