"""Contest: who plays what. A strategy, a board, its mines and the first-click rule."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from math import isfinite
from typing import Any, Final

from demine.arena.seal import checked, seal, sealed
from demine.arguments import shown
from demine.board import PRESETS, Board
from demine.errors import InvalidGame, StrategyError
from demine.formats import name_of
from demine.game import First, Game
from demine.strategies import IN_PYTHON, STRATEGIES, Strategy

NATIVE: Final = tuple(STRATEGIES)
"""The strategies that the engine plays by itself."""


@dataclass(frozen=True)
class Contest:
    """Who plays what. `strategy` is the name of a native one, or any callable."""

    strategy: str | Strategy
    board: Board
    mines: int
    first: First = "safe"
    key: bytes | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        """Check that there is such a strategy and such a game."""
        if isinstance(self.strategy, str) and self.strategy not in NATIVE:
            known = ", ".join([*NATIVE, *IN_PYTHON])
            raise StrategyError(f"strategy {shown(self.strategy)}: expected one of {known}")
        if not isinstance(self.strategy, str) and not callable(self.strategy):
            raise StrategyError(f"strategy {shown(self.strategy)}: expected a name or a callable")
        self.game(0)

    def game(self, number: int) -> Game:
        """The game of a number, which is its seed unless there is a key; not yet begun."""
        seed = number if self.key is None else sealed(self.key, number)
        return Game(self.board, self.mines, seed=seed, first=self.first)

    @property
    def name(self) -> str:
        """The strategy's name: a native one's own, or `module:function`."""
        if isinstance(self.strategy, str):
            return self.strategy
        plain = self.strategy.func if isinstance(self.strategy, partial) else self.strategy
        named = plain if hasattr(plain, "__qualname__") else type(plain)
        return f"{named.__module__}:{named.__qualname__}"

    @property
    def parameters(self) -> dict[str, Any]:
        """What a strategy was given beforehand, by `functools.partial`, as JSON can hold it."""
        given = self.strategy.keywords if isinstance(self.strategy, partial) else {}
        return {key: _plain(value) for key, value in sorted(given.items())}

    @property
    def record(self) -> dict[str, Any]:
        """What is played, in words that JSON can hold; equal for equal contests."""
        under = {} if self.key is None else {"seal": seal(self.key)}
        return {
            "strategy": self.name,
            "parameters": self.parameters,
            "board": name_of(self.board),
            "mines": self.mines,
            "first": self.first,
            **under,
        }


def _plain(value: object) -> bool | int | float | str:
    """A value as every reader of JSON takes it: no endless number, no NaN."""
    if isinstance(value, bool | str):
        return value
    if isinstance(value, int):
        return int(value) if abs(value) < 1 << 63 else hex(value)
    if isinstance(value, float) and isfinite(value):
        return float(value)
    return repr(value)


def place(record: dict[str, Any], seed: int, turn: int) -> str:
    """Where in the games of a contest's record something happened, as messages name it."""
    game = f"{record['board']}-{record['mines']}-{record['first']}-{seed}"
    return f"strategy {record['strategy']}, game {game}, turn {turn}"


def contest(
    strategy: str | Strategy,
    *,
    preset: str | None = None,
    board: Board | None = None,
    mines: int | None = None,
    first: First = "safe",
    key: str | None = None,
) -> Contest:
    """A contest on a preset, on a board with mines, or on a preset's board with other mines."""
    if (preset is None) == (board is None):
        raise InvalidGame("give either a preset, or a board and its number of mines")
    if preset is not None and preset not in PRESETS:
        raise InvalidGame(f"preset {shown(preset)}: expected one of {', '.join(PRESETS)}")
    if preset is not None:
        board = PRESETS[preset].board
        mines = PRESETS[preset].mines if mines is None else mines
    if board is None or mines is None:
        raise InvalidGame("a board needs its number of mines")
    known = IN_PYTHON.get(strategy, strategy) if isinstance(strategy, str) else strategy
    return Contest(known, board, mines, first, None if key is None else checked(key))


def found(name: str) -> str | Strategy:
    """The strategy of a name as the command line takes it: a native one, or `module:function`.

    Modules of the working directory are found, here and from now on in the processes that play.
    """
    module, colon, attribute = name.partition(":")
    if not colon:
        return name
    if "" not in sys.path:
        sys.path.insert(0, "")
    try:
        strategy: Callable[..., Any] = getattr(import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise StrategyError(f"strategy {shown(name)}: {error}") from None
    return strategy
