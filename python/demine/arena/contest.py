"""Contest: who plays what. A strategy, a board, its mines and the first-click rule."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from math import isfinite
from typing import Any, Final

from demine import _native
from demine.arena.outside import PREFIX, Outside
from demine.arena.seal import read_key, seal, seal_seed
from demine.arguments import show
from demine.board import PRESETS, Board, Cell
from demine.errors import InvalidGame, StrategyError
from demine.formats import name_of
from demine.game import FIRSTS, First, Game
from demine.strategies import IN_PYTHON, MOST_EFFORT, STRATEGIES, Strategy

NATIVE: Final = tuple(STRATEGIES)
"""The strategies that the engine plays by itself."""


@dataclass(frozen=True)
class Contest:
    """Who plays what. `strategy` is the name of a native one, or any callable.

    `effort` is how much work a strategy may do that can make use of more, `start` the cell that is
    opened first, whatever the strategy would choose.
    """

    strategy: str | Strategy
    board: Board
    mines: int
    first: First = "safe"
    key: bytes | None = field(default=None, repr=False)
    effort: int = 1
    start: int | None = None

    def __post_init__(self) -> None:
        """Check that there is such a strategy and such a game."""
        if isinstance(self.strategy, str) and self.strategy not in NATIVE:
            known = ", ".join([*NATIVE, *IN_PYTHON])
            own = "or one of your own: module:function, pipe:COMMAND"
            raise StrategyError(f"strategy {show(self.strategy)}: expected one of {known}, {own}")
        if not isinstance(self.strategy, str) and not callable(self.strategy):
            raise StrategyError(f"strategy {show(self.strategy)}: expected a name or a callable")
        if not isinstance(self.effort, int) or not 1 <= self.effort <= MOST_EFFORT:
            known = f"expected a whole number from 1 to {MOST_EFFORT}"
            raise StrategyError(f"effort is {show(self.effort)}: {known}")
        self.game(0)

    def game(self, number: int) -> Game:
        """The game of a number, which is its seed unless there is a key; not yet begun."""
        seed = number if self.key is None else seal_seed(self.key, number)
        return Game(self.board, self.mines, seed=seed, first=self.first)

    @property
    def name(self) -> str:
        """The strategy's name: a native one's own, or `module:function`."""
        if isinstance(self.strategy, str):
            return self.strategy
        if isinstance(self.strategy, Outside):
            return PREFIX + self.strategy.command
        plain = self.strategy.func if isinstance(self.strategy, partial) else self.strategy
        named = plain if hasattr(plain, "__qualname__") else type(plain)
        return f"{named.__module__}:{named.__qualname__}"

    @property
    def parameters(self) -> dict[str, Any]:
        """What else a strategy was given: effort, start, the keywords of a `functools.partial`."""
        given: dict[str, Any] = {} if self.effort == 1 else {"effort": self.effort}
        if self.start is not None:
            given["start"] = self.start
        if isinstance(self.strategy, partial):
            given |= self.strategy.keywords
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
    effort: int = 1,
    start: Cell | None = None,
) -> Contest:
    """A contest on a preset, on a board with mines, or on a preset's board with other mines."""
    if (preset is None) == (board is None):
        raise InvalidGame("give either a preset, or a board and its number of mines")
    if preset is not None and preset not in PRESETS:
        raise InvalidGame(f"preset {show(preset)}: expected one of {', '.join(PRESETS)}")
    if preset is not None:
        board = PRESETS[preset].board
        mines = PRESETS[preset].mines if mines is None else mines
    if board is None or mines is None:
        raise InvalidGame("a board needs its number of mines")
    known = IN_PYTHON.get(strategy, strategy) if isinstance(strategy, str) else strategy
    begun = _start(known, board, first) if start is None else board.index(start)
    sealed_by = None if key is None else read_key(key)
    return Contest(known, board, mines, first, sealed_by, effort, begun)


def _start(strategy: str | Strategy, board: Board, first: First) -> int | None:
    """Where a native strategy begins by the book, which knows the first-click rule."""
    if not isinstance(strategy, str) or strategy not in NATIVE or first not in FIRSTS:
        return None
    return _native.start(board.graph, first, strategy)


def find_strategy(name: str) -> str | Strategy:
    """The strategy of a name as the command line takes it.

    A native one; `module:function`; or `pipe:COMMAND`, an outside player (see `outside`). Modules
    of the working directory are found, here and from now on in the processes that play.
    """
    if name.startswith(PREFIX):
        return Outside(name.removeprefix(PREFIX))
    module, colon, attribute = name.partition(":")
    if not colon:
        return name
    if "" not in sys.path:
        sys.path.insert(0, "")
    module = module.removesuffix(".py")
    try:
        strategy: Callable[..., Any] = getattr(import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        expected = "expected MODULE:FUNCTION, of the working directory or installed"
        raise StrategyError(f"strategy {show(name)}: {error}: {expected}") from None
    return strategy
