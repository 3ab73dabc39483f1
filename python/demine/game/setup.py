"""Game setup: everything about a game but its seed."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import TypedDict, Unpack

from demine.board import PRESETS, Board
from demine.errors import InvalidGame
from demine.formats import name_of
from demine.game.game import SEEDS, First, Game, find_preset


class SetupOptions(TypedDict, total=False):
    """Keyword arguments that choose a setup: a preset, or a board and its mines."""

    preset: str | None
    board: Board | None
    mines: int | None
    first: First


@dataclass(frozen=True)
class GameSetup:
    """A board, its number of mines and the first-click rule: every seed makes a game of it.

    With `no_guess`, players get only boards that can be won by proof alone (see
    `demine.proof.no_guess`). Statistics are kept under `title`.
    """

    board: Board
    mines: int
    first: First = "safe"
    no_guess: bool = False
    title: str = field(default="", compare=False)

    @classmethod
    def choose(cls, **options: Unpack[SetupOptions]) -> GameSetup:
        """A preset, a board with mines, or the board of a preset with another number of mines."""
        preset, board, mines = options.get("preset"), options.get("board"), options.get("mines")
        if (preset is None) == (board is None):
            raise InvalidGame("give either a preset, or a board and its number of mines")
        if preset is not None:
            board, usual = find_preset(preset)
            mines = usual if mines is None else mines
        if board is None or mines is None:
            raise InvalidGame("a board needs its number of mines")
        return cls(board, mines, options.get("first", "safe"))

    @classmethod
    def of(cls, game: Game) -> GameSetup:
        """The setup of a game; its title is the preset that it belongs to, if any."""
        own = f"{name_of(game.board)}-{game.mines}"
        title = next((name for name in PRESETS if _is_preset(game, name)), own)
        return cls(game.board, game.mines, game.first, title=title)

    def game(self, seed: int) -> Game:
        """The game of a seed."""
        return Game(self.board, self.mines, seed=seed % SEEDS, first=self.first)

    def game_after(self, game: Game) -> Game:
        """The game of the next seed; after a game whose mines were given, of a random seed."""
        return self.game(secrets.randbits(32) if game.is_given else game.seed + 1)


def _is_preset(game: Game, name: str) -> bool:
    preset = PRESETS[name]
    return (preset.mines, preset.board, "safe") == (game.mines, game.board, game.first)
