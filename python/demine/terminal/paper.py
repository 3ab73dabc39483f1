"""The game with the screens of the paper (Garg 2019, §VI): `demine play --paper`.

Flags are shown as `x`. `hint` makes a move of the paper's solver, and `auto` makes all of them; the
screen shows the last one. A game is won when its last free cell is open, and also when exactly its
mines are flagged: the last move of the paper's game is a flag.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from typing import Final

from demine.game import Game, MoveKind
from demine.review import Review
from demine.terminal.endings import ending
from demine.terminal.lines import draw
from demine.terminal.plain import Command, Plain, Played

_HELP: Final = (
    "Type the column followed by the row (eg. a5). To put or remove a flag, add 'f' to the cell "
    "(eg. a5f).For help type 'hint' or to automatically solve type 'auto' Type 'help' to show "
    "this message again."
)
_FLAG: Final = "x"


@dataclass
class Paper(Plain):
    """Games line by line with the words of the paper, misprints included."""

    made: str = ""
    """The last move of the solver, as a line of the screen; empty after a move of the player."""

    @property
    def commands(self) -> Mapping[str, Command]:
        """The commands of the paper, and a way to leave."""
        return _COMMANDS

    def draw(self, game: Played) -> str:
        """The board, with `x` for a flag."""
        return draw(game, flag=_FLAG)

    def help_text(self, game: Played) -> str:
        """The text of the first screen."""
        return _HELP

    def counter(self, game: Played) -> str:
        """As in the paper, always in the plural."""
        return f"{_in_plural(game.counter, 'mine')} left"

    def last_lines(self, game: Played, found: Review | None) -> list[str]:
        """The last screen."""
        made = [self.made] if self.made else []
        return [ending(game, _in_plural), *made, self.draw(game)]

    def _move(self, game: Played, kind: MoveKind, cell: int) -> Played:
        self.made = ""
        game = super()._move(game, kind, cell)
        is_last = isinstance(game, Game) and kind == "flag" and game.mines_left == 0
        return _finish(game) if isinstance(game, Game) and is_last else game

    def note(self, made: str) -> None:
        """Keep the solver's move for the next screen."""
        self.made = made

    def _step(self, game: Played, argument: str) -> Played:
        game = self._solve(game)
        if not game.is_over:
            self.say(f"{self.made}\n{self.draw(game)}\n")
        return game


_COMMANDS: Final[dict[str, Command]] = {
    "hint": lambda session, game, argument: session._step(game, argument),
    "auto": Plain._auto,
    "help": Plain._show_help,
    "quit": Plain._quit,
}


def _in_plural(count: int, word: str) -> str:
    return f"{count} {word}s"


def _finish(game: Game) -> Game:
    """The game won, if all cells without a flag are free; else the game as it is."""
    won = copy(game)
    for cell in game.board.cells:
        if not won.is_over and cell not in won.flags:
            won.open(cell)
    return won if won.status == "won" else game
