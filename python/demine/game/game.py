"""A game: mines under a board, and a player who opens, flags and chords.

A strategy gets `game.position` and `game.open`, never the mines: they stay hidden until the game is
over. Every game has an `id` (board, mines, first-click rule, seed) that makes it again, with the
same mines on every platform. If the mines are given, the id contains them.

In a fair game the mines are decided only when they must be (docs/fair.md). They follow from the
seed and the moves, so the id makes such a game again, too.

`helps` records all help: a hint, the solver, undo, or a board that was seen before. A game with
help does not count as a record.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from copy import copy
from typing import TYPE_CHECKING, Any, Final, TypeVar, Unpack, cast

import numpy as np

from demine import _native
from demine.arguments import check, each, number_of, show
from demine.board import PRESETS, Board, Cell, cell_at
from demine.errors import FormatError, InvalidGame
from demine.files import records
from demine.formats import board_of, name_of
from demine.game.mines import pack_mines, unpack_mines
from demine.game.play import (
    FAIRS,
    FIRSTS,
    Fair,
    First,
    Move,
    MoveKind,
    Play,
    Status,
    check_first,
    fairness,
)
from demine.game.stopwatch import Stopwatch
from demine.labels import COVERED_CODE
from demine.meter import Budget
from demine.position import Position

if TYPE_CHECKING:
    from demine.draw import Picture
    from demine.proof import Hint
    from demine.review import Review

SEEDS: Final = records.SEEDS
"""Seeds are whole numbers from 0, below this."""

_ID: Final = re.compile(
    rf"(.+)-([0-9]{{1,10}})-({'|'.join(FIRSTS)})(?:\.({'|'.join(FAIRS)}))?"
    r"-([0-9]{1,20}|m[A-Za-z0-9._]+)"
)
_Told = TypeVar("_Told")
_MOVES: Final = {
    "open": _native.Game.open,
    "flag": _native.Game.flag,
    "chord": _native.Game.chord,
}


class Game(Play):
    """A board, its hidden mines, and the moves so far.

    `first` is the first-click rule. "safe": the first cell is no mine. "opening": nor is any of its
    neighbours, if the other cells have room for the mines. "risky": no promise. All placements of
    the mines that satisfy the rule are equally likely.

    With `fair`, mines are decided only when they must be. While a cell is safe, a guess hits a
    mine; where none is, a guess next to a number is free. "lenient": then any guess is free.
    "mercy": mines stay, but a true 50/50 is free.
    """

    _marks: frozenset[int] = frozenset()

    def __init__(
        self,
        board: Board,
        mines: int,
        *,
        seed: int,
        first: First = "safe",
        fair: bool | Fair = False,
        stopwatch: Stopwatch | None = None,
    ) -> None:
        """A new game; `InvalidGame` if an argument is wrong. Time starts with the first opening."""
        check_first(first)
        self.fair = fairness(fair)
        check(board, Board, "board")
        self.board = board
        self.mines = _within("mines", mines, len(board))
        self.seed = _within("seed", seed, SEEDS)
        self.first = first
        self._given: tuple[int, ...] | None = None
        self._begin(stopwatch)

    def _restart(self) -> None:
        self._native = self._deal()

    def _number(self, cell: Cell) -> int:
        return self.board.index(cell)

    def find(self, text: str) -> int:
        """The cell of an address; `FormatError` if there is none."""
        check(text, str, "text")
        return cell_at(self.board, text)

    def address(self, move: Move) -> str:
        """The address of the cell of a move."""
        check(move, Move, "move")
        return self.board.address(move.cell)

    def _apply(self, kind: MoveKind, cell: int) -> list[int]:
        return _MOVES[kind](self._native, cell)

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
        check_first(first)
        check(board, Board, "board")
        game = cls.__new__(cls)
        game._given = tuple(sorted(_mine(board, cell) for cell in each(mines, "mined cells")))
        game.board, game.mines, game.seed, game.first = board, len(game._given), 0, first
        game.fair = None
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
        board, mines, rule, fair, seed = parts.groups()
        first, rules = cast(First, rule), cast(Fair | None, fair) or False
        if not seed.startswith("m"):
            return cls(board_of(board), int(mines), seed=int(seed), first=first, fair=rules)
        if fair is not None:
            raise FormatError(f"game {show(id)}: a fair game has a seed, and no given mines")
        return cls._from_packed(board_of(board), seed[1:], int(mines), first)

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
        return write_id(name_of(self.board), self.mines, self.first, seed, self.fair)

    @property
    def is_given(self) -> bool:
        """Whether the mines were given instead of drawn from a seed."""
        return self._given is not None

    def __repr__(self) -> str:
        """The call that makes it, and how it stands."""
        dealt = "given" if self.is_given else f"seed={self.seed}"
        rules = f"mines={self.mines}, {dealt}, first={self.first!r}"
        rules += f", fair={self.fair!r}" if self.fair else ""
        return f"<Game({self.board!r}, {rules}): {self.status}>"

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
    def zini(self) -> int:
        """ZiNi: the clicks of a greedy player who knows the mines, flags and chords; once over.

        Ties go to the first cell, on grids column by column, as in other programs.
        """
        places = self.board.layout.coordinates
        order = np.lexsort(places.T) if places.shape[1:] == (2,) else np.arange(len(self.board))
        return _require(self._native.zini(order.tolist()), "ZiNi")

    @property
    def flags(self) -> frozenset[int]:
        """The flagged cells."""
        return frozenset(self._native.flagged)

    @property
    def marks(self) -> frozenset[int]:
        """The covered cells with a question mark, a note of the player that no rule knows."""
        codes, flags = self.position.codes, self.flags
        return frozenset(v for v in self._marks if codes[v] == COVERED_CODE and v not in flags)

    def cycle(self, cell: Cell) -> list[int]:
        """Put a flag, then a question mark, then nothing on a covered cell; the changed cells.

        A question mark keeps no cell from being opened, and no replay has it.
        """
        place = self._number(cell)
        if place in self.marks:
            self.check_running()
            self._marks -= {place}
            return [place]
        was_flagged = place in self.flags
        changed = self.flag(place)
        if changed and was_flagged:
            self._marks |= {place}
        return changed

    @property
    def mines_left(self) -> int:
        """Mines less flags: below 0 if there are too many flags."""
        return self.mines - self._native.flags

    @property
    def counter(self) -> int:
        """The number that the counter shows: mines less flags."""
        return self.mines_left

    @property
    def efficiency(self) -> float:
        """3BV per click of a game that is won, void clicks included; above 1 thanks to chords."""
        if self.status != "won":
            raise InvalidGame(f"the game is {self.status}: only a won game has an efficiency")
        return self.three_bv / (self.clicks + self.voids)

    def again(self) -> Game:
        """The same game from the start. Once a cell was opened, its board has been seen."""
        if self._given is not None:
            return Game.from_mines(self.board, self._given, first=self.first)
        fair = self.fair or False
        same = Game(self.board, self.mines, seed=self.seed, first=self.first, fair=fair)
        if self.status != "ready":
            same.note_help("seen")
        return same

    def _find_hint(self, **budget: Unpack[Budget]) -> Hint:
        from demine.proof import fair_hint, recent_hint

        find = fair_hint if self.fair in ("fair", "lenient") else recent_hint
        return find(self.position, **budget)

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
        return kept | {"stopwatch": (self.seconds, self.stopwatch.is_running, self.is_paused)}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        """The same game, with a clock of its own that goes on where the other stood."""
        vars(self).update(kept)
        passed, is_running, is_paused = kept["stopwatch"]
        self.stopwatch = Stopwatch(passed=passed)
        if is_running:
            self.stopwatch.start()
        if is_paused:
            self.stopwatch.pause()
        self._native = self._deal()
        self._play(self.moves)

    def _deal(self) -> _native.Game:
        if self._given is not None:
            return _native.Game.given(self.board.graph, list(self._given), self.first)
        return _native.Game(self.board.graph, self.mines, self.seed, self.first, self.fair)


def write_id(
    board: str, mines: int, first: First, seed: int | str, fair: Fair | None = None
) -> str:
    """The id of a game on the board of this name."""
    rule = first if fair is None else f"{first}.{fair}"
    return f"{board}-{mines}-{rule}-{seed}"


def find_preset(name: str) -> tuple[Board, int]:
    """The board and the mines of a preset; `InvalidGame` lists the presets if there is none."""
    if not isinstance(name, str) or name not in PRESETS:
        raise InvalidGame(f"preset {show(name)}: expected one of {', '.join(PRESETS)}")
    return PRESETS[name].board, PRESETS[name].mines


def _require(value: _Told | None, what: str) -> _Told:
    """The value that the engine gives once the game is over; before, it is None."""
    if value is None:
        raise InvalidGame(f"the {what} are hidden until the game is over")
    return value


def _within(name: str, value: int, bound: int) -> int:
    return number_of(name, value, 0, bound - 1, InvalidGame)


def _mine(board: Board, cell: Cell) -> int:
    try:
        return board.index(cell)
    except (IndexError, TypeError) as error:
        raise InvalidGame(f"a mine is under no cell: {error}") from None
