"""Games in words as an environment of OpenEnv: `reset`, `step`, `state`, and a server of them.

Needs the package openenv-core. `TextGame` has the rules and the rewards.
"""

from __future__ import annotations

from typing import Any, Unpack

from demine.errors import MissingExtra
from demine.game import SetupOptions
from demine.llm.games import TextGame
from demine.llm.words import Form

try:
    from openenv.core.env_server import create_app
    from openenv.core.env_server.interfaces import Environment
    from openenv.core.env_server.types import Action, Observation, State
except ImportError as error:
    said = "demine.llm.openenv needs openenv-core: pip install openenv-core"
    raise MissingExtra(said) from error


class Answer(Action):  # type: ignore[misc]
    """What the model says; the last line names a cell."""

    text: str


class Shown(Observation):  # type: ignore[misc]
    """The position in words, whether the game goes on, and what the last move lost."""

    prompt: str
    status: str
    note: str = ""


class Standing(State):  # type: ignore[misc]
    """The rewards so far, and the id of the game once it is over."""

    total: float = 0.0
    game: str | None = None


class MinesweeperEnvironment(Environment):  # type: ignore[misc]
    """A game per episode. `reset(seed)` chooses it; without a seed, the next seed follows."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, form: Form = "both", **setup: Unpack[SetupOptions]) -> None:
        """The game setup: a preset, or a board with mines; "beginner" if left out."""
        super().__init__()
        self.game = TextGame(form, **setup)
        self._seed = 0
        self._state = Standing()

    def reset(self, seed: int | None = None, episode_id: str | None = None, **_: Any) -> Shown:
        """Begin the game of a seed."""
        self._seed = self._seed + 1 if seed is None else seed
        self._state = Standing(episode_id=episode_id or f"seed-{self._seed}", step_count=0)
        return Shown(prompt=self.game.reset(self._seed), status="ready")

    def step(self, action: Answer, timeout_s: float | None = None, **_: Any) -> Shown:
        """Open the cell that the answer names; the reward is exact."""
        found = self.game.step(action.text)
        self._state.step_count += 1
        self._state.total = float(self.game.total)
        self._state.game = found.info.get("game")
        status, note = found.info["status"], found.info["note"]
        return Shown(
            prompt=found.observation, status=status, note=note, reward=found.reward, done=found.done
        )

    @property
    def state(self) -> Standing:
        """The episode so far."""
        return self._state


def app(form: Form = "both", **setup: Unpack[SetupOptions]) -> Any:
    """The server of OpenEnv for such games, as an ASGI application."""

    def make() -> MinesweeperEnvironment:
        return MinesweeperEnvironment(form, **setup)

    return create_app(make, Answer, Shown, env_name="minesweeper")
