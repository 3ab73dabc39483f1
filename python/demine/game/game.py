"""A game: mines under a board, and a player who opens, flags and chords.

A strategy gets `game.position` and `game.open`, never the mines: they stay hidden until the game is
over. Every game has an `id` (board, mines, first-click rule, seed) that makes it again, with the
same mines on every platform. If the mines are given, the id contains them.

A game may have rules beyond the classic ones (docs/rules.md): several mines per cell, weights,
numbers that may be wrong, and more sums. Its id names them if they have a name.

In a fair game the mines are decided only when they must be (docs/fair.md). They follow from the
seed and the moves, so the id makes such a game again, too.

`helps` records all help: a hint, the solver, undo, or a board that was seen before. A game with
help does not count as a record.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from copy import copy
from types import MappingProxyType
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
from demine.game.ruled import Ruled, as_filling, cells_of_units, rules_of, units_of
from demine.game.stopwatch import Stopwatch
from demine.labels import COVERED_CODE
from demine.meter import Budget
from demine.position import Position
from demine.rules import WORD, Capacity, Filling, Rules, Sum, Values, Weight

if TYPE_CHECKING:
    from demine.draw import Picture
    from demine.proof import Hint
    from demine.review import Review

SEEDS: Final = records.SEEDS
"""Seeds are whole numbers from 0, below this."""

_ID: Final = re.compile(
    rf"(.+)-([0-9]{{1,10}})-({'|'.join(FIRSTS)})(?:\.({'|'.join(FAIRS)}))?(?:\.({WORD.pattern}))?"
    r"-([0-9]{1,20}|m[A-Za-z0-9._]+)"
)
_Told = TypeVar("_Told")
_MOVES: Final = {
    "open": _native.Game.open,
    "flag": _native.Game.flag,
    "chord": _native.Game.chord,
}
_RULED_MOVES: Final = {"open": Ruled.open, "flag": Ruled.flag, "chord": Ruled.chord}


class Game(Play):
    """A board, its hidden mines, and the moves so far.

    `first` is the first-click rule. "safe": the first cell is no mine. "opening": nor is any of its
    neighbours, if the other cells have room for the mines. "risky": no promise. All placements of
    the mines that satisfy the rule are equally likely.

    With `fair`, mines are decided only when they must be. While a cell is safe, a guess hits a
    mine; where none is, a guess next to a number is free. "lenient": then any guess is free.
    "mercy": mines stay, but a true 50/50 is free.

    `rules` is a text such as "capacity=2,liar" (see `demine.rules.parse`) or `demine.rules.Rules`;
    or give `capacity`, `values`, `weights` and `sums`, as for a position. See `demine.rules`.
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
        rules: str | Rules | None = None,
        capacity: Capacity | None = None,
        values: Values | None = None,
        weights: Weight | Mapping[tuple[Any, Any], int] | None = None,
        sums: Iterable[Sum] = (),
    ) -> None:
        """A new game; `InvalidGame` if an argument is wrong. Time starts with the first opening."""
        check_first(first)
        self.fair = fairness(fair)
        check(board, Board, "board")
        self.board = board
        given = {"capacity": capacity, "values": values, "weights": weights, "sums": sums}
        self.rules = rules_of(board, rules, **given)
        most = len(board) if self.rules is None else sum(self.rules.capacity)
        self.mines = _within("mines", mines, most)
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
        if isinstance(self._native, Ruled):
            return _RULED_MOVES[kind](self._native, cell)
        return _MOVES[kind](self._native, cell)

    @classmethod
    def from_mines(
        cls,
        board: Board,
        mines: Iterable[Cell],
        *,
        first: First = "risky",
        stopwatch: Stopwatch | None = None,
        rules: str | Rules | None = None,
    ) -> Game:
        """A game with the mines under these cells; `InvalidGame` if there is no such game.

        The mines never move, so the first click is not protected. `first` is only the rule under
        which the board was made; a review needs it. Under `rules` a cell is given once for each of
        its mines.
        """
        check_first(first)
        check(board, Board, "board")
        game = cls.__new__(cls)
        game.rules = rules_of(board, rules)
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
        name, mines, rule, chosen, word, seed = parts.groups()
        first, fair, board = cast(First, rule), cast(Fair | None, chosen) or False, board_of(name)
        try:
            rules = rules_of(board, word)
        except InvalidGame as error:
            raise FormatError(f"game {show(id)}: expected BOARD-MINES-RULE-SEED: {error}") from None
        if not seed.startswith("m"):
            return cls(board, int(mines), seed=int(seed), first=first, fair=fair, rules=rules)
        if fair:
            raise FormatError(f"game {show(id)}: a fair game has a seed, and no given mines")
        return cls._from_packed(board, seed[1:], int(mines), first, rules)

    @classmethod
    def _from_packed(
        cls, board: Board, bits: str, mines: int, first: First, rules: Rules | None
    ) -> Game:
        units = range(len(board)) if rules is None else cells_of_units(rules.capacity)
        found = [units[unit] for unit in unpack_mines(bits, len(units))]
        if len(found) != mines:
            raise FormatError(f"{len(found)} mines are packed in the game: {mines} are promised")
        return cls.from_mines(board, found, first=first, rules=rules)

    @property
    def id(self) -> str:
        """The name of the game, from which `from_id` makes it again; fit for a file name."""
        seed = self.seed if self._given is None else f"m{self._packed()}"
        word = None if self.rules is None else self.rules.word
        if word == "":
            raise InvalidGame("the rules have no name, so no id makes the game again")
        return write_id(name_of(self.board), self.mines, self.first, seed, self.fair, word)

    def _packed(self) -> str:
        assert self._given is not None
        if self.rules is None:
            return pack_mines(self._given, len(self.board))
        held = as_filling(self.board, self._given, self.rules)
        return pack_mines(units_of(held, self.rules.capacity), sum(self.rules.capacity))

    @property
    def is_given(self) -> bool:
        """Whether the mines were given instead of drawn from a seed."""
        return self._given is not None

    def __repr__(self) -> str:
        """The call that makes it, and how it stands."""
        dealt = "given" if self.is_given else f"seed={self.seed}"
        rules = f"mines={self.mines}, {dealt}, first={self.first!r}"
        rules += f", fair={self.fair!r}" if self.fair else ""
        if self.rules is not None:
            rules += f", rules={self.rules.name!r}" if self.rules.name else ", with rules"
        return f"<Game({self.board!r}, {rules}): {self.status}>"

    @property
    def position(self) -> Position:
        """The position that the player sees, without flags; a mine that was hit is part of it."""
        if isinstance(self._native, Ruled):
            return self._native.position
        return Position.of_native(self.board, self._native.position)

    @property
    def native(self) -> _native.Game:
        """The engine's handle; `InvalidGame` if the game has rules of its own."""
        if isinstance(self._native, Ruled):
            raise InvalidGame("this question supports only the classic rules: the game has others")
        return self._native

    @property
    def ruled(self) -> Ruled | None:
        """The mines and flags of a game under rules; None in the classic game."""
        return self._native if isinstance(self._native, Ruled) else None

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
    def filling(self) -> Filling:
        """How many mines each cell holds; `InvalidGame` before the game is over."""
        if self.ruled is not None:
            return _require(self.ruled.filling, "mines")
        mined = self.mined
        return tuple(int(cell in mined) for cell in self.board.cells)

    @property
    def opened_zeros(self) -> frozenset[int]:
        """The opened cells that show a 0, or another number that leaves no mine around it."""
        if self.ruled is not None:
            return frozenset(self.ruled.opened_zeros)
        return frozenset(np.flatnonzero(self.position.codes == 0).tolist())

    @property
    def zeros(self) -> frozenset[int]:
        """The free cells that open their neighbours; `InvalidGame` before the game is over."""
        if self.ruled is not None:
            return frozenset(_require(self.ruled.zeros, "mines"))
        mined, near = self.mined, self.board.neighbours
        free = (cell for cell in self.board.cells if cell not in mined)
        return frozenset(cell for cell in free if not mined.intersection(near(cell)))

    @property
    def three_bv(self) -> int:
        """3BV: the least number of clicks that opens the board without chords; once it is over."""
        return _require(self._native.three_bv, "3BV")

    @property
    def zini(self) -> int | None:
        """ZiNi: the clicks of a greedy player who knows the mines, flags and chords; once over.

        None under rules, since it flags and chords by the classic ones.

        Ties go to the first cell, on grids column by column, as in other programs.
        """
        if self.ruled is not None:
            return None
        places = self.board.layout.coordinates
        order = np.lexsort(places.T) if places.shape[1:] == (2,) else np.arange(len(self.board))
        return _require(self._native.zini(order.tolist()), "ZiNi")

    @property
    def flags(self) -> frozenset[int]:
        """The flagged cells."""
        return frozenset(self._native.flagged)

    @property
    def flag_counts(self) -> Mapping[int, int]:
        """How many mines each flag stands for: 1 where cells hold no more."""
        if self.ruled is not None:
            return MappingProxyType(dict(self.ruled.counts))
        return MappingProxyType(dict.fromkeys(self.flags, 1))

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
        if changed and was_flagged and place not in self.flags:
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
            return Game.from_mines(self.board, self._given, first=self.first, rules=self.rules)
        told: Any = {"first": self.first, "fair": self.fair or False, "rules": self.rules}
        same = Game(self.board, self.mines, seed=self.seed, **told)
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

    def _deal(self) -> _native.Game | Ruled:
        if self.rules is not None:
            return self._deal_by(self.rules)
        if self._given is not None:
            return _native.Game.given(self.board.graph, list(self._given), self.first)
        return _native.Game(self.board.graph, self.mines, self.seed, self.first, self.fair)

    def _deal_by(self, rules: Rules) -> Ruled:
        if self.fair is not None:
            raise InvalidGame("a fair game has the classic rules: leave out fair, or the rules")
        if self._given is None:
            return Ruled(self.board, self.mines, self.seed, self.first, rules)
        held = as_filling(self.board, self._given, rules)
        return Ruled.given(self.board, held, self.first, rules)


def write_id(
    board: str,
    mines: int,
    first: First,
    seed: int | str,
    fair: Fair | None = None,
    rules: str | None = None,
) -> str:
    """The id of a game on the board of this name; `rules` is their word."""
    rule = ".".join(filter(None, (first, fair, rules)))
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
