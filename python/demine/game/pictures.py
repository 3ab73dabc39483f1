"""The marks and the picture of a game: what its player sees, and the mines once it is over."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from demine.draw import Mark, MarkKind, Picture, marks
from demine.draw import picture as position_picture
from demine.game.game import Game
from demine.game.window import Window
from demine.rules import Rules


def picture(game: Game | Window) -> Picture:
    """The board as its player sees it; of an endless game, the cells in its window."""
    if isinstance(game, Window):
        drawn = position_picture(game.shown, shown=game_marks(game))
        return drawn._replace(title=repr(game.game))
    return position_picture(game.position, shown=game_marks(game))


def game_marks(game: Game | Window) -> list[Mark]:
    """A mark per cell: numbers, flags and the mine that was hit; at the end all mines."""
    if isinstance(game, Game) and game.rules is not None:
        return _marks_under_rules(game, game.rules)
    flags, mined = game.flags, game.mined if game.is_over else frozenset[int]()
    return [
        _overlay(mark, cell in flags, cell in mined, game.is_over)
        for cell, mark in enumerate(marks(game.position, None)[: len(game.board)])
    ]


def _marks_under_rules(game: Game, rules: Rules) -> list[Mark]:
    """The same, with the number of mines where a cell may hold several."""
    counts, none = game.flag_counts, (0,) * len(game.board)
    held = game.filling if game.is_over else none
    found = []
    for cell, mark in enumerate(marks(game.position, None)):
        count, mines = counts.get(cell, 0), held[cell]
        is_right = count == mines
        drawn = _overlay(mark, bool(count), mines > 0 and (is_right or not count), game.is_over)
        number = count if drawn.kind in (MarkKind.FLAG, MarkKind.WRONG) else mines
        has_number = drawn.kind in _HOLDING and rules.capacity[cell] > 1
        found.append(replace(drawn, number=number) if has_number else drawn)
    return found


_HOLDING: Final = (MarkKind.FLAG, MarkKind.WRONG, MarkKind.MINE, MarkKind.HIT)


def _overlay(mark: Mark, is_flagged: bool, is_mined: bool, is_over: bool) -> Mark:
    if mark.kind is MarkKind.MINE:
        return Mark(MarkKind.HIT)
    if mark.kind is not MarkKind.COVERED:
        return mark
    if is_flagged:
        return Mark(MarkKind.WRONG if is_over and not is_mined else MarkKind.FLAG)
    return Mark(MarkKind.MINE) if is_mined else mark
