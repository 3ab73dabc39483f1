"""Many games as the vector environment of stable-baselines3, for `MaskablePPO` of sb3-contrib."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from demine.board import Board
from demine.errors import MissingExtra
from demine.game import First
from demine.gym.task import Rewards, Shown
from demine.gym.vector import VectorMinesweeper

GAMES: Final = 64
"""Games side by side, unless the caller says otherwise."""


def sb3(
    board: Board | str | tuple[int, int] | None = None,
    mines: int | None = None,
    *,
    games: int = GAMES,
    seed: int = 1,
    first: First = "safe",
    observation: Shown = "planes",
    rewards: str | Rewards = "progress",
) -> Any:
    """Games side by side as a `VecEnv` of stable-baselines3, with masks for `MaskablePPO`.

    Game i plays the sequence of seed + i, as in `VectorMinesweeper`; a finished game is followed by
    the next one at once. Needs stable-baselines3.
    """
    try:
        from stable_baselines3.common.vec_env import VecEnv
    except ImportError:
        said = "demine.gym.sb3 needs stable-baselines3: pip install sb3-contrib"
        raise MissingExtra(said) from None
    vector = VectorMinesweeper(games, board, mines, first, observation, rewards)
    return adapter(VecEnv)(vector, seed)


def adapter(base: type[Any]) -> type[Any]:
    """The class of the environment, below the `VecEnv` of stable-baselines3."""

    class Games(base):  # type: ignore[misc]
        """A vector environment whose finished games are followed at once."""

        def __init__(self, vector: VectorMinesweeper, seed: int) -> None:
            self.vector, self._seed = vector, seed
            spaces = vector.single_observation_space, vector.single_action_space
            super().__init__(vector.num_envs, *spaces)

        def reset(self) -> Any:
            return self.vector.reset(seed=self._seed)[0]

        def step_async(self, actions: Any) -> None:
            self._actions = actions

        def step_wait(self) -> Any:
            observation, earned, over, _, info = self.vector.step(self._actions)
            told: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
            for row in np.flatnonzero(over).tolist():
                last = _row(observation, row)
                won = bool(info["won"][row])
                told[row] = {
                    "terminal_observation": last,
                    "won": won,
                    "TimeLimit.truncated": False,
                }
            if over.any():
                observation, _ = self.vector.reset(options={"reset_mask": over})
            return observation, earned.astype(np.float32), over, told

        def env_method(self, name: str, *_: Any, indices: Any = None, **__: Any) -> Any:
            if name != "action_masks":
                raise AttributeError(f"{name} is no method of these games: expected action_masks")
            return list(self.vector.action_masks())

        def has_attr(self, name: str) -> bool:
            return name == "action_masks"

        def get_attr(self, name: str, indices: Any = None) -> Any:
            return [getattr(self.vector, name, None)] * self.num_envs

        def set_attr(self, name: str, value: Any, indices: Any = None) -> None:
            raise AttributeError(f"{name} of running games cannot be set")

        def env_is_wrapped(self, wrapper: Any, indices: Any = None) -> list[bool]:
            return [False] * self.num_envs

        def close(self) -> None:
            self.vector.close()

    return Games


def _row(observation: Any, row: int) -> Any:
    """The observation of one game."""
    if isinstance(observation, dict):
        return {name: values[row] for name, values in observation.items()}
    return observation[row]
