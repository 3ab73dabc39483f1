"""Solvers for `step` and `auto`: the next move of a game, seen from its position alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

import numpy as np

from demine.game import Game, Window
from demine.labels import COVERED_CODE
from demine.strategies import ratio, sure_flags

Solver = Callable[[Game | Window], tuple[Literal["open", "flag"], int]]


def exact_solver(game: Game | Window) -> tuple[Literal["open", "flag"], int]:
    """A safe cell, else the guess of `strongest`; a flag on it is taken away first.

    In a fair game, and under rules, it is the cell of the hint.

    The first click, which a rule may protect anywhere, is the first cell. In an endless game it is
    the middle of the window, and a guess is the cell with the least risk.
    """
    if isinstance(game, Window):
        return _endless_move(game)
    if game.status == "ready":
        cell = 0
    else:
        cell = game.hint().cell if game.fair or game.rules else game.position.advise().cells[0]
    return ("flag" if cell in game.flags else "open"), cell


def _endless_move(game: Window) -> tuple[Literal["open", "flag"], int]:
    """The window moves to the cell."""
    cell = len(game.board) // 2
    if game.status != "ready":
        analysis = game.position.analyze()
        risks = np.where(analysis.position.codes == COVERED_CODE, analysis.probabilities, 1.0)
        cell = game.bring(game.place(int(np.argmin(risks))))
    return ("flag" if cell in game.flags else "open"), cell


def ratio_solver(game: Game | Window) -> tuple[Literal["open", "flag"], int]:
    """Garg's solver: flags that are sure, then openings that are sure, else the minimum ratio."""
    if isinstance(game, Window):
        return _endless_move(game)
    missing = sorted(sure_flags(game.position) - game.flags)
    if missing:
        return "flag", missing[0]
    cell = ratio(game.position)[0]
    return ("flag" if cell in game.flags else "open"), cell


SOLVERS: Final[dict[str, Solver]] = {"exact": exact_solver, "ratio": ratio_solver}
