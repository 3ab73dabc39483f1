"""A deal: what kind of games to play, one after another."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from functools import partial

from demine.board import PRESETS, Board
from demine.formats import name_of
from demine.game import SEEDS, First, Game
from demine.proof import Progress, no_guess


@dataclass(frozen=True)
class Deal:
    """A board, how many mines, and the rules. `name` is what statistics are kept under."""

    name: str
    board: Board
    mines: int
    first: First
    no_guess: bool = False
    seconds: float | None = None

    @classmethod
    def like(cls, game: Game) -> Deal:
        """The deal that makes games like this one, by the name of its preset if it has one."""
        name = next(filter(partial(_is_usual, game), PRESETS), None)
        own = f"{name_of(game.board)}-{game.mines}"
        return cls(name or own, game.board, game.mines, game.first)

    def game(self, seed: int) -> Game:
        """The game of a seed."""
        return Game(self.board, self.mines, seed=seed % SEEDS, first=self.first)

    def settle(self, game: Game, cell: int, progress: Progress = lambda tried: None) -> Game:
        """The game to open the first cell in: without guesses, one that needs none from there.

        Flags are kept. See `demine.proof.no_guess` for what can go wrong.
        """
        if not self.no_guess or game.status != "ready":
            return game
        found = no_guess(game, cell, seconds=self.seconds, progress=progress).game
        for flag in game.flags:
            found.flag(flag)
        return found


def next_seed(game: Game) -> int:
    """The seed of the game after this one; after given mines, a new one."""
    return secrets.randbits(32) if game.is_given else game.seed + 1


def _is_usual(game: Game, name: str) -> bool:
    """Whether this is a game of a preset, under its usual rule."""
    preset = PRESETS[name]
    return (preset.mines, preset.board, "safe") == (game.mines, game.board, game.first)
