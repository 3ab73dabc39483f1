"""Contest: a strategy and the game setup that it plays."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import partial
from importlib import import_module
from math import isfinite
from os.path import normpath
from pathlib import Path
from types import ModuleType
from typing import Any, Final, Unpack

from demine import _native
from demine.arena.outside import PREFIX, Outside
from demine.arena.seal import read_key, seal, seal_seed
from demine.arguments import show
from demine.board import Cell
from demine.errors import InvalidGame, StrategyError
from demine.formats import name_of
from demine.game import FIRSTS, Game, GameSetup, SetupOptions
from demine.strategies import IN_PYTHON, MOST_EFFORT, STRATEGIES, UNDER_RULES, Strategy

_KEYWORDS: Final = (
    *("preset", "board", "mines", "first", "games", "seed", "key", "effort", "start", "workers"),
    "rules",
    *("chunk", "engine", "scheduler", "resume", "games_to", "patience", "watch", "bounds"),
)
"""What `simulate`, `compare` and the other runs take, for messages."""

_CLASSIC: Final = (
    f"supports only the classic rules: expected {' or '.join(UNDER_RULES)}, or your own"
)

NATIVE: Final = tuple(STRATEGIES)
"""The strategies that the engine plays by itself."""


@dataclass(frozen=True, kw_only=True)
class Contest(GameSetup):
    """A game setup and the strategy that plays it: the name of a native one, or any callable.

    `effort` is the amount of work for strategies that can use more. `start` is the cell that is
    opened first instead of the strategy's choice. `luck` asks for the luck of every game. With
    `survives`, no guess ends a game: its mine moves away, and luck is the chance of all guesses.
    """

    strategy: str | Strategy
    key: bytes | None = field(default=None, repr=False)
    effort: int = 1
    start: int | None = None
    luck: bool = False
    survives: bool = False

    def __post_init__(self) -> None:
        if isinstance(self.strategy, str) and self.strategy not in NATIVE:
            known = ", ".join([*NATIVE, *IN_PYTHON])
            own = "or one of your own: module:function, file.py:function, pipe:COMMAND"
            raise StrategyError(f"strategy {show(self.strategy)}: expected one of {known}, {own}")
        if isinstance(self.strategy, str) and self.rules is not None:
            raise StrategyError(f"strategy {self.strategy} {_CLASSIC}")
        if not isinstance(self.strategy, str) and not callable(self.strategy):
            raise StrategyError(f"strategy {show(self.strategy)}: expected a name or a callable")
        if not isinstance(self.effort, int) or not 1 <= self.effort <= MOST_EFFORT:
            known = f"expected a whole number from 1 to {MOST_EFFORT}"
            raise StrategyError(f"effort is {show(self.effort)}: {known}")
        self.game(0)

    def game(self, number: int) -> Game:
        """The game of a number."""
        return super().game(self.seed(number))

    def seed(self, number: int) -> int:
        """The seed of the game of a number: the number itself unless there is a key."""
        return number if self.key is None else seal_seed(self.key, number)

    @property
    def name(self) -> str:
        """The strategy's own name if it has one, else `module:function`."""
        if isinstance(self.strategy, str):
            return self.strategy
        for name, strategy in {**IN_PYTHON, **UNDER_RULES}.items():
            if self.strategy is strategy:
                return name
        if isinstance(self.strategy, Outside):
            return PREFIX + self.strategy.command
        plain = self.strategy.func if isinstance(self.strategy, partial) else self.strategy
        named = plain if hasattr(plain, "__qualname__") else type(plain)
        return f"{named.__module__}:{named.__qualname__}"

    @property
    def parameters(self) -> dict[str, Any]:
        """The strategy's effort, start and the keywords of a `functools.partial`."""
        given: dict[str, Any] = {} if self.effort == 1 else {"effort": self.effort}
        if self.start is not None:
            given["start"] = self.start
        if isinstance(self.strategy, partial):
            given |= self.strategy.keywords
        return {key: _plain(value) for key, value in sorted(given.items())}

    @property
    def record(self) -> dict[str, Any]:
        """The contest as JSON values; equal for equal contests."""
        under = {} if self.key is None else {"seal": seal(self.key)}
        return {
            "strategy": self.name,
            "parameters": self.parameters,
            "board": name_of(self.board),
            "mines": self.mines,
            "first": self.first,
            **({} if self.rules is None else {"rules": self.rules.name}),
            **under,
        }


def _plain(value: object) -> bool | int | float | str:
    """A value that every JSON reader accepts: no infinity, no NaN, no huge integer."""
    if isinstance(value, bool | str):
        return value
    if isinstance(value, int):
        return int(value) if abs(value) < 1 << 63 else hex(value)
    if isinstance(value, float) and isfinite(value):
        return float(value)
    return repr(value)


def describe_turn(record: dict[str, Any], seed: int, turn: int) -> str:
    """The strategy, game and turn, for messages."""
    rules = f" under {record['rules']}" if "rules" in record else ""
    game = f"{record['board']}-{record['mines']}-{record['first']}-{seed}{rules}"
    return f"strategy {record['strategy']}, game {game}, turn {turn}"


def contest(
    strategy: str | Strategy,
    *,
    key: str | None = None,
    effort: int = 1,
    start: Cell | None = None,
    **options: Unpack[SetupOptions],
) -> Contest:
    """A contest on a preset, on a board with mines, or on a preset's board with other mines."""
    _check_keywords(options)
    setup = GameSetup.choose(**options)
    named = IN_PYTHON if setup.rules is None else {**IN_PYTHON, **UNDER_RULES}
    known = named.get(strategy, strategy) if isinstance(strategy, str) else strategy
    if setup.rules is not None and not setup.rules.name:
        raise InvalidGame(
            "the rules have no name, so nobody could repeat the games: expected a name"
        )
    return Contest(
        setup.board,
        setup.mines,
        setup.first,
        rules=setup.rules,
        strategy=known,
        key=None if key is None else read_key(key),
        effort=effort,
        start=_start(known, setup) if start is None else setup.board.index(start),
    )


def _check_keywords(given: Mapping[str, object]) -> None:
    """`TypeError` names a keyword that is not known, and the known one most like it."""
    for name in given.keys() - SetupOptions.__optional_keys__:
        like = get_close_matches(name, _KEYWORDS, 1)
        instead = f"did you mean {like[0]!r}?" if like else f"expected {', '.join(_KEYWORDS)}"
        raise TypeError(f"unknown keyword {name!r}: {instead}")


def _start(strategy: str | Strategy, setup: GameSetup) -> int | None:
    """The cell that the opening book gives a native strategy under this first-click rule."""
    if not isinstance(strategy, str) or strategy not in NATIVE or setup.first not in FIRSTS:
        return None
    return _native.start(setup.board.graph, setup.first, strategy)


def find_strategy(name: str) -> str | Strategy:
    """The strategy of a name: native, `module:function`, `file.py:function` or `pipe:COMMAND`.

    The last is an external player (see `outside`). Modules below the working directory are found,
    and files everywhere, here and in the processes that play.
    """
    if name.startswith(PREFIX):
        return Outside(name.removeprefix(PREFIX))
    module, colon, attribute = name.rpartition(":")
    if not colon:
        return name
    try:
        strategy: Callable[..., Any] = getattr(_import(module), attribute)
    except Exception as error:  # the module is the user's, and may raise anything
        is_plain = isinstance(error, (ImportError, AttributeError))
        said = str(error) if is_plain else f"{type(error).__name__}: {error}"
        expected = "expected MODULE:FUNCTION or FILE.py:FUNCTION"
        raise StrategyError(f"strategy {show(name)}: {said}: {expected}") from None
    return strategy


def _import(name: str) -> ModuleType:
    """A module by its name, or by its file, which may be outside the working directory."""
    if not name.endswith(".py"):
        return _import_from("", name)
    file = Path(normpath(name))
    if not file.is_file():
        raise ImportError("no such file")
    inside = file.relative_to(Path.cwd()) if file.is_relative_to(Path.cwd()) else file
    if inside.is_absolute() or ".." in inside.parts:
        module = _import_from(str(file.resolve().parent), file.stem)
    else:
        module = _import_from("", ".".join(inside.with_suffix("").parts))
    found = module.__file__
    if found is None or Path(found).resolve() != file.resolve():
        raise ImportError(f"another module has this name, {found or 'built in'}: rename the file")
    return module


def _import_from(folder: str, name: str) -> ModuleType:
    """A module, searched for in the folder as well: "" first, another one last."""
    if folder not in sys.path:
        sys.path.insert(len(sys.path) if folder else 0, folder)
    return import_module(name)
