"""Whole games as text: `reset`, then `step` with every answer."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple, Unpack

from demine.errors import InvalidGame
from demine.game import Game, GameSetup, SetupOptions
from demine.llm.tasks import Task
from demine.llm.words import Form


class TextStep(NamedTuple):
    """What a step answers: the next prompt, the exact reward, whether the game is over, and more.

    `info` has the `status`, a `note` on the move and, once the game is over, its `game` id.
    """

    observation: str
    reward: float
    done: bool
    info: dict[str, Any]


class TextGame:
    """A game that is played in words. The rewards of perfect play add up to 0.

    An answer that is no move costs −1 and changes nothing. `total` is the exact sum of the rewards.
    """

    def __init__(self, form: Form = "both", **setup: Unpack[SetupOptions]) -> None:
        """The game setup: a preset, or a board with mines; "beginner" if left out."""
        self.setup = GameSetup.choose(**(setup or {"preset": "beginner"}))
        self.form = form
        self.total = Fraction(0)
        self.game: Game | None = None

    def reset(self, seed: int = 1) -> str:
        """Begin the game of a seed; its first prompt."""
        self.game, self.total = self.setup.game(seed), Fraction(0)
        return self.prompt

    @property
    def prompt(self) -> str:
        """The position and the question."""
        return Task(self._game.position, "move", self.form).prompt

    def step(self, answer: str) -> TextStep:
        """Open the cell that the answer names."""
        game = self._game
        if game.is_over:
            raise InvalidGame(f"the game is {game.status}: expected reset")
        is_first = game.status == "ready"
        found = Task(game.position, "move", self.form).verify(answer)
        if found.cells:
            game.open(found.cells[0])
        # The first-click rule protects the first cell, whatever the position says about it.
        reward = Fraction(0) if is_first and found.cells else found.reward
        self.total += reward
        info: dict[str, Any] = {"status": game.status, "note": found.note}
        if game.is_over:
            info["game"] = game.id
        shown = f"You {game.status}." if game.is_over else self.prompt
        return TextStep(shown, float(reward), game.is_over, info)

    @property
    def _game(self) -> Game:
        if self.game is None:
            raise InvalidGame("no game has begun: expected reset")
        return self.game
