"""A game: mines under a board, and a player who opens, flags and chords.

A strategy gets `game.position` and `game.open`, never the mines: they stay hidden until the game is
over. Every game has an `id` (board, mines, first-click rule, seed) that makes it again, with the
same mines on every platform. If the mines are given, the id contains them.

`helps` records all help: a hint, the solver, undo, or a board that was seen before. A game with
help does not count as a record.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from copy import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar, Unpack, cast, get_args

from demine import _native
from demine.arguments import check, each, number_of, show
from demine.board import PRESETS, Board, Cell
from demine.errors import FormatError, InvalidGame
from demine.files import records
from demine.formats import board_of, name_of
from demine.game.mines import pack_mines, unpack_mines
from demine.game.stopwatch import Stopwatch
from demine.meter import Budget
from demine.pictured import Pictured
from demine.position import Analysis, Position

if TYPE_CHECKING:
    from demine.draw import Picture
    from demine.proof import Hint
    from demine.review import Review

First = Literal["safe", "opening", "risky"]
Status = Literal["ready", "playing", "won", "lost"]
MoveKind = Literal["open", "flag", "chord"]
Help = Literal["hint", "solver", "undo", "seen"]

HELPS: Final[tuple[str, ...]] = get_args(Help)
"""Kinds of help: a hint or the risks, a move of the solver, undo, a board seen before."""

FIRSTS: Final[tuple[str, ...]] = get_args(First)
SEEDS: Final = records.SEEDS
"""Seeds are whole numbers from 0, below this."""

_ID: Final = re.compile(
    rf"(.+)-([0-9]{{1,10}})-({'|'.join(FIRSTS)})-([0-9]{{1,20}}|m[A-Za-z0-9._]+)"
)
_Told = TypeVar("_Told")
_MOVE_KINDS: Final[tuple[str, ...]] = get_args(MoveKind)
_MOVES: Final = {
    "open": _native.Game.open,
    "flag": _native.Game.flag,
    "chord": _native.Game.chord,
}


@dataclass(frozen=True)
class Move:
    """A move: its kind, its cell, and its time in seconds since the first opening."""

    kind: MoveKind
    cell: int
    at: float


class Game(Pictured):
    """A board, its hidden mines, and the moves so far.

    `first` is the first-click rule. "safe": the first cell is no mine. "opening": nor is any of its
    neighbours, if the other cells have room for the mines. "risky": no promise. All placements of
    the mines that satisfy the rule are equally likely.

    A move that changes nothing is void: it is not counted and not recorded.
    """

    def __init__(
        self,
        board: Board,
        mines: int,
        *,
        seed: int,
        first: First = "safe",
        stopwatch: Stopwatch | None = None,
    ) -> None:
        """A new game; `InvalidGame` if an argument is wrong. Time starts with the first opening."""
        _check_first(first)
        check(board, Board, "board")
        self.board = board
        self.mines = _number("mines", mines, len(board))
        self.seed = _number("seed", seed, SEEDS)
        self.first = first
        self._given: tuple[int, ...] | None = None
        self._begin(stopwatch)

    def _begin(self, stopwatch: Stopwatch | None) -> None:
        self.stopwatch = stopwatch or Stopwatch()
        self.moves: list[Move] = []
        self.undos = 0
        self._helps: set[Help] = set()
        self._native = self._deal()

    @classmethod
    def from_mines(
        cls,
        board: Board,
        mines: Iterable[Cell],
        *,
        first: First = "risky",
        stopwatch: Stopwatch | None = None,
    ) -> Game:
        """A game with the mines under these cells; `InvalidGame` if there is no such game.

        The mines never move, so the first click is not protected. `first` is only the rule under
        which the board was made; a review needs it.
        """
        _check_first(first)
        check(board, Board, "board")
        game = cls.__new__(cls)
        game._given = tuple(sorted(_mine(board, cell) for cell in each(mines, "mined cells")))
        game.board, game.mines, game.seed, game.first = board, len(game._given), 0, first
        game._begin(stopwatch)
        game._helps.add("seen")
        return game

    @classmethod
    def preset(cls, name: str, *, seed: int, first: First = "safe") -> Game:
        """A game on a board of `PRESETS`."""
        board, mines = find_preset(name)
        return cls(board, mines, seed=seed, first=first)

    @classmethod
    def from_id(cls, id: str) -> Game:
        """The game of an `id`, not yet begun; `FormatError` if the id is wrong."""
        check(id, str, "id")
        parts = _ID.fullmatch(id)
        if parts is None:
            raise FormatError(f"game {show(id)}: expected BOARD-MINES-RULE-SEED")
        board, mines, rule, seed = parts.groups()
        first = cast(First, rule)
        if seed.startswith("m"):
            return cls._from_packed(board_of(board), seed[1:], int(mines), first)
        return cls(board_of(board), int(mines), seed=int(seed), first=first)

    @classmethod
    def _from_packed(cls, board: Board, bits: str, mines: int, first: First) -> Game:
        found = unpack_mines(bits, len(board))
        if len(found) != mines:
            raise FormatError(f"{len(found)} mines are packed in the game: {mines} are promised")
        return cls.from_mines(board, found, first=first)

    @property
    def id(self) -> str:
        """The name of the game, from which `from_id` makes it again; fit for a file name."""
        seed = self.seed if self._given is None else f"m{pack_mines(self._given, len(self.board))}"
        return f"{name_of(self.board)}-{self.mines}-{self.first}-{seed}"

    @property
    def is_given(self) -> bool:
        """Whether the mines were given instead of drawn from a seed."""
        return self._given is not None

    def __repr__(self) -> str:
        """The call that makes it, and how it stands."""
        dealt = "given" if self.is_given else f"seed={self.seed}"
        rules = f"mines={self.mines}, {dealt}, first={self.first!r}"
        return f"<Game({self.board!r}, {rules}): {self.status}>"

    def __str__(self) -> str:
        """The board as its player sees it."""
        return str(self.position)

    @property
    def position(self) -> Position:
        """The position that the player sees, without flags; a mine that was hit is part of it."""
        return Position.of_native(self.board, self._native.position)

    @property
    def native(self) -> _native.Game:
        """The engine's handle."""
        return self._native

    @property
    def status(self) -> Status:
        """Whether it is "ready" (nothing opened yet), "playing", "won" or "lost"."""
        return self._native.status

    @property
    def is_over(self) -> bool:
        """Whether it is won or lost."""
        return self.status in ("won", "lost")

    @property
    def mined(self) -> frozenset[int]:
        """The mined cells; `InvalidGame` before the game is over, unless the mines were given."""
        if self._given is not None:
            return frozenset(self._given)
        return frozenset(_require(self._native.mined, "mines"))

    @property
    def three_bv(self) -> int:
        """3BV: the least number of clicks that opens the board without chords; once it is over."""
        return _require(self._native.three_bv, "3BV")

    @property
    def flags(self) -> frozenset[int]:
        """The flagged cells."""
        return frozenset(self._native.flagged)

    @property
    def mines_left(self) -> int:
        """Mines less flags: below 0 if there are too many flags."""
        return self.mines - self._native.flags

    @property
    def clicks(self) -> int:
        """The number of moves, flags included, void moves excluded."""
        return len(self.moves)

    @property
    def efficiency(self) -> float:
        """3BV per click of a game that is won; chords can bring it above 1."""
        if self.status != "won":
            raise InvalidGame(f"the game is {self.status}: only a won game has an efficiency")
        return self.three_bv / self.clicks

    @property
    def seconds(self) -> float:
        """Seconds of play from the first opening to the end, without pauses."""
        return self.stopwatch.seconds

    @property
    def helps(self) -> frozenset[Help]:
        """The kinds of help that the player had so far."""
        return frozenset(self._helps)

    @property
    def helped(self) -> bool:
        """Whether the player had help: such a game does not count as a record."""
        return bool(self._helps)

    def note_help(self, help: Help) -> None:
        """Record that the player had help; this cannot be undone."""
        if help not in HELPS:
            raise InvalidGame(f"help is {show(help)}: expected one of {', '.join(HELPS)}")
        self._helps.add(help)

    def hint(self, **budget: Unpack[Budget]) -> Hint:
        """What to open next, in tiers, and why; counts as help."""
        from demine.proof import recent_hint

        found = recent_hint(self.position, **budget)
        self.note_help("hint")
        return found

    def risks(self, **budget: Unpack[Budget]) -> Analysis:
        """The chance of a mine for each cell; counts as help."""
        found = self.position.analyze(**budget)
        self.note_help("hint")
        return found

    def ask_solver(self, solver: Callable[[Game], tuple[MoveKind, int]]) -> tuple[MoveKind, int]:
        """The move that a solver would make; counts as help by the solver."""
        if not callable(solver):
            raise TypeError(f"solver is {show(solver)}: expected a callable")
        kind, cell = solver(self)
        self.note_help("solver")
        return kind, cell

    def open(self, cell: Cell) -> list[int]:
        """Open a cell, and around every 0 that appears all cells without a flag.

        Returns the cells that changed. Void if the cell is open or flagged, or the game is over.
        """
        return self.move("open", cell)

    def chord(self, cell: Cell) -> list[int]:
        """Open the cells without a flag around a number that has as many flags around it.

        Returns the cells that changed. Void if the numbers differ or nothing is left to open.
        """
        return self.move("chord", cell)

    def flag(self, cell: Cell) -> list[int]:
        """Put a flag on a covered cell or take it away.

        Returns the cells that changed. Void if the cell is open or the game is over.
        """
        return self.move("flag", cell)

    def move(self, kind: MoveKind, cell: Cell) -> list[int]:
        """Open, flag or chord; returns the cells that changed, none if the move was void."""
        if kind not in _MOVE_KINDS:
            raise InvalidGame(f"move is {show(kind)}: expected one of {', '.join(_MOVE_KINDS)}")
        place = self.board.index(cell)
        changed = _MOVES[kind](self._native, place)
        if changed:
            self.moves.append(Move(kind, place, round(self.seconds, 3)))
            self._watch(kind)
        return changed

    def make(self, move: Move) -> list[int]:
        """Make a move of another game, at the present time of this one; the cells that changed."""
        check(move, Move, "move")
        return self.move(move.kind, move.cell)

    def undo(self) -> Move | None:
        """Take the last move back, even a lost one; counted in `undos`. None if there is none."""
        if not self.moves:
            return None
        undone = self.moves.pop()
        self.undos += 1
        self.note_help("undo")
        self._native = self._deal()
        self._play(self.moves)
        if self.status == "ready":
            self.stopwatch.stop()
        elif not self.is_over:
            self.stopwatch.start()
        return undone

    def again(self) -> Game:
        """The same game from the start. Once a cell was opened, its board has been seen."""
        if self._given is not None:
            return Game.from_mines(self.board, self._given, first=self.first)
        same = Game(self.board, self.mines, seed=self.seed, first=self.first)
        if self.status != "ready":
            same.note_help("seen")
        return same

    def review(self, **budget: Unpack[Budget]) -> Review:
        """Every guess so far: its risk, whether it was needed, and the safe cells instead."""
        from demine.review import review

        return review(self, **budget)

    @property
    def picture(self) -> Picture:
        """The board as its player sees it, flags included; with the mines once it is over."""
        from demine.game.pictures import picture

        return picture(self)

    def __copy__(self) -> Game:
        """An independent copy with the same mines, moves and time."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.moves, other.stopwatch = list(self.moves), copy(self.stopwatch)
        other._native = self._native.copy()
        other._helps = set(self._helps)
        return other

    def __deepcopy__(self, memo: object) -> Game:
        """The same: boards and moves never change."""
        return copy(self)

    def __getstate__(self) -> dict[str, Any]:
        """All attributes but the engine's game, which is made again from them."""
        kept = {name: value for name, value in vars(self).items() if name != "_native"}
        return kept | {"stopwatch": (self.seconds, self.stopwatch.is_running)}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        """The same game, with a clock of its own that goes on where the other stood."""
        vars(self).update(kept)
        passed, is_running = kept["stopwatch"]
        self.stopwatch = Stopwatch(passed=passed)
        if is_running:
            self.stopwatch.start()
        self._native = self._deal()
        self._play(self.moves)

    def _play(self, moves: Iterable[Move]) -> None:
        for move in moves:
            _MOVES[move.kind](self._native, move.cell)

    def _deal(self) -> _native.Game:
        if self._given is not None:
            return _native.Game.given(self.board.graph, list(self._given), self.first)
        return _native.Game(self.board.graph, self.mines, self.seed, self.first)

    def _watch(self, kind: MoveKind) -> None:
        """Time passes from the first opening to the end."""
        if self.is_over:
            self.stopwatch.stop()
        elif kind != "flag":
            self.stopwatch.start()


def find_preset(name: str) -> tuple[Board, int]:
    """The board and the mines of a preset; `InvalidGame` lists the presets if there is none."""
    if not isinstance(name, str) or name not in PRESETS:
        raise InvalidGame(f"preset {show(name)}: expected one of {', '.join(PRESETS)}")
    return PRESETS[name].board, PRESETS[name].mines


def _check_first(first: First) -> None:
    if first not in FIRSTS:
        raise InvalidGame(f"first is {show(first)}: expected one of {', '.join(FIRSTS)}")


def _require(value: _Told | None, what: str) -> _Told:
    """The value that the engine gives once the game is over; before, it is None."""
    if value is None:
        raise InvalidGame(f"the {what} are hidden until the game is over")
    return value


def _number(name: str, value: int, bound: int) -> int:
    return number_of(name, value, 0, bound - 1, InvalidGame)


def _mine(board: Board, cell: Cell) -> int:
    try:
        return board.index(cell)
    except (IndexError, TypeError) as error:
        raise InvalidGame(f"a mine is under no cell: {error}") from None
