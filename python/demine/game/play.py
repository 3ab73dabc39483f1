"""Play: what all games share, whatever their board: moves, time, help and undo."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, Self, Unpack, cast, get_args

from demine.arguments import check, show
from demine.board import Cell
from demine.errors import InvalidGame
from demine.game.stopwatch import Stopwatch
from demine.meter import Budget
from demine.pictured import Pictured
from demine.position import Analysis, Position

if TYPE_CHECKING:
    from demine.proof import Hint

First = Literal["safe", "opening", "risky"]
Fair = Literal["fair", "lenient", "mercy"]
Status = Literal["ready", "playing", "won", "lost"]
MoveKind = Literal["open", "flag", "chord"]
Help = Literal["hint", "solver", "undo", "seen"]

HELPS: Final[tuple[str, ...]] = get_args(Help)
"""Kinds of help: a hint or the risks, a move of the solver, undo, a board seen before."""

FIRSTS: Final[tuple[str, ...]] = get_args(First)
FAIRS: Final[tuple[str, ...]] = get_args(Fair)
MOVE_KINDS: Final[tuple[str, ...]] = get_args(MoveKind)


@dataclass(frozen=True)
class Move:
    """A move: its kind, its cell, and its time in seconds since the first opening."""

    kind: MoveKind
    cell: int
    at: float


class Play(Pictured):
    """The moves so far, the time and the help. A subclass has the board, the mines and the rules.

    A move that changes nothing is void: it is not recorded, only counted in `voids`. A finished
    game is final: `practice` makes a copy to go on with. A paused game takes no move and gives no
    help.
    """

    is_practice = False
    """Whether it is a copy of a finished game, which statistics leave out."""

    voids = 0
    """How many clicks changed nothing."""

    hints = 0
    """How often the player asked for a hint; all tiers of a hint count once."""

    _hinted_at = -1

    def _begin(self, stopwatch: Stopwatch | None) -> None:
        self.stopwatch = stopwatch or Stopwatch()
        self.moves: list[Move] = []
        self.undos = 0
        self.voids = 0
        self._helps: set[Help] = set()
        self._restart()

    # The rules, which a subclass has.

    if TYPE_CHECKING:

        def _restart(self) -> None:
            """Cover all cells again; the moves stay."""

        def _number(self, cell: Cell) -> int:
            """The number of a cell, however it is given."""

        def _apply(self, kind: MoveKind, cell: int) -> list[int]:
            """Make a move; the cells that changed."""

        @property
        def id(self) -> str:
            """The name of the game, which makes it again."""

        @property
        def status(self) -> Status:
            """Whether it is "ready" (nothing opened yet), "playing", "won" or "lost"."""

        @property
        def position(self) -> Position:
            """The position that the player sees, without flags but with a mine that was hit."""

        def find(self, text: str) -> int:
            """The cell of an address, as a player types it; `FormatError` if there is none."""

        def address(self, move: Move) -> str:
            """The address of the cell of a move."""

        @property
        def counter(self) -> int:
            """The number that the counter shows: mines less flags; flags where mines never end."""

        def again(self) -> Play:
            """The same game from the start."""

    @property
    def is_given(self) -> bool:
        """Whether the mines were given instead of drawn from a seed."""
        return False

    # The rest follows.

    def __str__(self) -> str:
        """The board as its player sees it."""
        return str(self.position)

    @property
    def is_over(self) -> bool:
        """Whether it is won or lost."""
        return self.status in ("won", "lost")

    @property
    def clicks(self) -> int:
        """The number of moves, flags included, void moves excluded. See also `count_clicks`."""
        return len(self.moves)

    @property
    def seconds(self) -> float:
        """Seconds of play from the first opening to the end, without pauses."""
        return self.stopwatch.seconds

    @property
    def is_paused(self) -> bool:
        """Whether the player has paused it."""
        return self.stopwatch.is_paused

    def pause(self) -> None:
        """Stop the time until `resume`; no effect unless the game is being played."""
        if self.status == "playing":
            self.stopwatch.pause()

    def resume(self) -> None:
        """Go on after a pause."""
        if self.is_paused:
            self.stopwatch.resume()

    def check_running(self) -> None:
        """`InvalidGame` if the game is paused."""
        if self.is_paused:
            raise InvalidGame("the game is paused: resume it first")

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
        self.check_running()
        found = self._find_hint(**budget)
        self.note_help("hint")
        self.hints += self._hinted_at != self.clicks
        self._hinted_at = self.clicks
        return found

    def _find_hint(self, **budget: Unpack[Budget]) -> Hint:
        from demine.proof import recent_hint

        return recent_hint(self.position, **budget)

    def risks(self, **budget: Unpack[Budget]) -> Analysis:
        """The chance of a mine for each cell; counts as help."""
        self.check_running()
        found = self.position.analyze(**budget)
        self.note_help("hint")
        return found

    def ask_solver(self, solver: Callable[[Self], tuple[MoveKind, int]]) -> tuple[MoveKind, int]:
        """The move that a solver would make; counts as help by the solver."""
        if not callable(solver):
            raise TypeError(f"solver is {show(solver)}: expected a callable")
        self.check_running()
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
        if kind not in MOVE_KINDS:
            raise InvalidGame(f"move is {show(kind)}: expected one of {', '.join(MOVE_KINDS)}")
        self.check_running()
        place = self._number(cell)
        changed = self._apply(kind, place)
        if changed:
            self.moves.append(Move(kind, place, round(self.seconds, 3)))
            self._watch(kind)
        elif not self.is_over:
            self.voids += 1
        return changed

    def make(self, move: Move) -> list[int]:
        """Make a move of another game, at the present time of this one; the cells that changed."""
        check(move, Move, "move")
        return self.move(move.kind, move.cell)

    def undo(self) -> Move | None:
        """Take the last move back; counted in `undos`. None if there is none.

        `InvalidGame` if the game is over, unless it is for practice.
        """
        self.check_running()
        if self.is_over and not self.is_practice:
            raise InvalidGame("the game is over: practice() makes a copy to go on with")
        if not self.moves:
            return None
        undone = self.moves.pop()
        self._restart()
        self._settle_undo()
        return undone

    def practice(self) -> Self:
        """A copy of a finished game to go on with, its last move taken back; this game stays.

        `InvalidGame` if the game is not over.
        """
        if not self.is_over:
            raise InvalidGame(f"the game is {self.status}: only a finished one needs a copy")
        copied = cast(Self, self.again())
        copied.is_practice = True
        copied.moves[:], copied.undos = self.moves[:-1], self.undos
        copied.hints = self.hints
        copied.stopwatch = copy(self.stopwatch)
        copied._helps |= self._helps
        copied._settle_undo()
        return copied

    def _settle_undo(self) -> None:
        """Play the moves that are left, and let the clock run as they say."""
        self.undos += 1
        self.note_help("undo")
        self._play(self.moves)
        if self.status == "ready":
            self.stopwatch.stop()
        elif not self.is_over:
            self.stopwatch.start()

    def _play(self, moves: Iterable[Move]) -> None:
        for move in moves:
            self._apply(move.kind, move.cell)

    def _watch(self, kind: MoveKind) -> None:
        """Time passes from the first opening to the end."""
        if self.is_over:
            self.stopwatch.stop()
        elif kind != "flag":
            self.stopwatch.start()


def fairness(fair: bool | Fair) -> Fair | None:
    """The rules of a fair game; True stands for "fair", False for none."""
    if fair is False:
        return None
    if fair is not True and fair not in FAIRS:
        expected = f"True, False, {', '.join(FAIRS)}"
        raise InvalidGame(f"fair is {show(fair)}: expected one of {expected}")
    return "fair" if fair is True else fair


def check_first(first: First) -> None:
    """`InvalidGame` unless it is a first-click rule."""
    if first not in FIRSTS:
        raise InvalidGame(f"first is {show(first)}: expected one of {', '.join(FIRSTS)}")
