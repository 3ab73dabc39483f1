"""Solvers for `step` and `auto`: the next move of a game, seen from its position alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

from demine.game import Game
from demine.strategies import ratio, sure_flags

Solver = Callable[[Game], tuple[Literal["open", "flag"], int]]


def exact_solver(game: Game) -> tuple[Literal["open", "flag"], int]:
    """A safe cell, else the guess of `strongest`; a flag on it is taken away first.

    The first click, which a rule may protect anywhere, is the first cell.
    """
    cell = 0 if game.status == "ready" else game.position.advise().cells[0]
    return ("flag" if cell in game.flags else "open"), cell


def ratio_solver(game: Game) -> tuple[Literal["open", "flag"], int]:
    """Garg's solver: flags that are sure, then openings that are sure, else the minimum ratio."""
    missing = sorted(sure_flags(game.position) - game.flags)
    if missing:
        return "flag", missing[0]
    cell = ratio(game.position)[0]
    return ("flag" if cell in game.flags else "open"), cell


SOLVERS: Final[dict[str, Solver]] = {"exact": exact_solver, "ratio": ratio_solver}
