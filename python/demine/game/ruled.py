"""A game under rules: mines, what opened cells show, flags with a count, and chords.

It has the methods of the engine's game, which supports only the classic rules. The mines are drawn
from all legal assignments of the covered board, each equally likely. What a cell shows follows from
the seed, the cell and the mines, so it depends on no other move.

A number that leaves no mine around it opens its neighbours, as a 0 does in the classic game. With
flags that is a chord: each flag says how many mines its cell holds.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from copy import copy
from functools import lru_cache
from hashlib import blake2b
from typing import Any, Final

from demine.arguments import check
from demine.board import Board
from demine.errors import InvalidGame, InvalidPosition, NoLegalAssignment, Timeout, TooWide
from demine.game.play import First, Status
from demine.labels import COVERED, FREE, MINED, Label
from demine.meter import Budget
from demine.position import Position
from demine.rules import Filling, Fillings, Rules, Showing
from demine.wording import plural

_BUDGET: Final[Budget] = {"states": 10_000_000, "seconds": 20.0}
"""What placing the mines may cost: boards under sums are sampled exactly, or refused."""

_KEPT: Final = 64
"""Sets of assignments that are kept: a simulation draws from the same one again and again."""


def rules_of(board: Board, rules: str | Rules | None, **given: Any) -> Rules | None:
    """The rules of a game, from their name or from the keywords of a position; None if classic."""
    known = {name: value for name, value in given.items() if value is not None and value != ()}
    try:
        if rules is None:
            return Rules.of(board, **known) if known else None
        if known:
            raise InvalidGame(f"both rules and {', '.join(known)} are given: expected one of them")
        if isinstance(rules, str):
            return Rules.named(board, rules) if rules.strip() else None
    except InvalidPosition as error:
        raise InvalidGame(str(error)) from None
    check(rules, Rules, "rules")
    if len(rules.capacity) != len(board):
        raise InvalidGame("the rules were made for another board: expected those of this one")
    return rules


class Ruled:
    """The mines of a game under rules, and the cells that its player has opened and flagged."""

    def __init__(self, board: Board, mines: int, seed: int, first: First, rules: Rules) -> None:
        """`InvalidGame` if no mines fit, or if there are too many boards to draw from."""
        self.board, self.mines, self.seed, self.first, self.rules = board, mines, seed, first, rules
        most = sum(rules.capacity) - max(rules.capacity, default=0)
        if not 0 <= mines <= most:
            raise InvalidGame(
                f"{plural(mines, 'mine')} under these rules: expected 0 to {most},"
                " with a free cell left"
            )
        try:
            self._showing = _showing(board, rules)
        except InvalidPosition as error:
            raise InvalidGame(str(error)) from None
        if rules.sums and not _dealt(board, rules, mines, ()):
            raise InvalidGame(
                f"no board with {plural(mines, 'mine')} follows the rules: expected another number"
            )
        self._filling: Filling | None = None
        self.is_given = False
        self._labels: list[Label] = [COVERED] * len(board)
        self.counts: dict[int, int] = {}
        self.status: Status = "ready"

    @classmethod
    def given(cls, board: Board, filling: Filling, first: First, rules: Rules) -> Ruled:
        """A game with these mines; `InvalidGame` if they break the rules."""
        made = cls(board, sum(filling), 0, first, rules)
        whole = rules.position(board, [COVERED] * len(board), made.mines)
        if filling not in whole.fillings(**_BUDGET):
            raise InvalidGame("the mines break the rules: expected others")
        made._filling, made.is_given = filling, True
        return made

    def copy(self) -> Ruled:
        """An independent copy."""
        other = copy(self)
        other._labels, other.counts = list(self._labels), dict(self.counts)
        return other

    @property
    def position(self) -> Position:
        """The position that the player sees, with its rules and without flags."""
        return self.rules.position(self.board, self._labels, self.mines)

    @property
    def flags(self) -> int:
        """How many mines the flags stand for."""
        return sum(self.counts.values())

    @property
    def flagged(self) -> list[int]:
        """The flagged cells."""
        return sorted(self.counts)

    @property
    def filling(self) -> Filling | None:
        """How many mines each cell holds; None before the game is over."""
        return self._filling if self._is_told else None

    @property
    def mined(self) -> list[int] | None:
        """The cells with a mine; None before the game is over."""
        held = self.filling if self.status in ("won", "lost") else None
        return None if held is None else [cell for cell, mines in enumerate(held) if mines]

    @property
    def _is_told(self) -> bool:
        return self.is_given or self.status in ("won", "lost")

    @property
    def zeros(self) -> set[int] | None:
        """The free cells that open their neighbours; None before the game is over."""
        if not self._is_told or self._filling is None:
            return None
        return {cell for cell, held in enumerate(self._filling) if not held and self._opens(cell)}

    @property
    def three_bv(self) -> int | None:
        """The least number of clicks that opens the board without chords; once it is over."""
        zeros, filling = self.zeros, self._filling
        if zeros is None or filling is None:
            return None
        reached: set[int] = set()
        groups = 0
        for zero in sorted(zeros):
            groups += zero not in reached
            reached.update(self._spread([zero], reached))
        return groups + sum(not held and c not in reached for c, held in enumerate(filling))

    def _spread(self, cells: list[int], reached: set[int]) -> list[int]:
        """All cells that opening these opens."""
        new = [cell for cell in cells if cell not in reached]
        seen = {*reached, *new}
        for cell in new:
            for near in self._showing.around(cell) if self._opens(cell) else []:
                if near not in seen:
                    seen.add(near)
                    new.append(near)
        return new

    def zini(self, order: list[int]) -> None:
        """There is none: ZiNi flags and chords by the classic rules."""

    def flag(self, cell: int) -> list[int]:
        """One more mine under the flag of a covered cell; after as many as it holds, none."""
        most = self.rules.capacity[cell]
        if self.status in ("won", "lost") or self._labels[cell] != COVERED or not most:
            return []
        count = (self.counts.pop(cell, 0) + 1) % (most + 1)
        if count:
            self.counts[cell] = count
        return [cell]

    def open(self, cell: int) -> list[int]:
        """Open a cell, and around a number that leaves no mine there all cells without a flag."""
        if self.status in ("won", "lost") or not self._is_openable(cell):
            return []
        if self._filling is None:
            self._filling = self._deal(cell)
        self.status = "playing"
        return self._uncover([cell])

    def prepare(self, cell: int) -> None:
        """Count what the first opening needs; it changes nothing, so another thread may do it."""
        if self._filling is None:
            self._deal(cell)

    def chord(self, cell: int) -> list[int]:
        """Open the cells without a flag around a number, if its flags leave no mine for them."""
        if self.status in ("won", "lost") or not isinstance(self._labels[cell], int):
            return []
        rest = self.openable_around(cell)
        return self._uncover(rest) if rest and self.may_chord(cell) else []

    def openable_around(self, cell: int) -> list[int]:
        """The covered cells without a flag that count in a number."""
        return [near for near in self._showing.around(cell) if self._is_openable(near)]

    def may_chord(self, cell: int) -> bool:
        """Whether the flags around a number leave no mine for the other cells."""
        number = self._labels[cell]
        assert isinstance(number, int)
        rest = self.openable_around(cell)
        return self._showing.leaves_no_mine(cell, number, self.counts, rest)

    @property
    def opened_zeros(self) -> set[int]:
        """The opened cells whose number leaves no mine around it."""
        opened = (cell for cell, label in enumerate(self._labels) if isinstance(label, int))
        return {cell for cell in opened if self._opens(cell)}

    def flags_around(self, cell: int) -> int:
        """The sum of a number as its flags say."""
        return self._showing.weight(cell, self.counts)

    def _is_openable(self, cell: int) -> bool:
        return self._labels[cell] == COVERED and cell not in self.counts

    def _deal(self, cell: int) -> Filling:
        """The mines of a game that begins with this cell; opening protects what it can."""
        around = self.board.neighbours(cell) if self.first == "opening" else ()
        wanted = [(), (cell,), (cell, *around)][: 1 if self.first == "risky" else 3]
        found = (_dealt(self.board, self.rules, self.mines, free) for free in wanted[::-1])
        dealt = next(filter(None, found), None)
        if dealt is None:
            placed = plural(self.mines, "mine")
            raise InvalidGame(f"no board with {placed} follows the rules: expected another number")
        return dealt.sample(1, seed=self.seed, **_BUDGET)[0]

    def _uncover(self, cells: list[int]) -> list[int]:
        """Open covered cells and the cascades from them; the opened cells."""
        hits = [self._reveal(cell) for cell in cells]
        for cell in cells:
            if self._labels[cell] == MINED or not self._opens(cell):
                continue
            for near in self.openable_around(cell):
                hits.append(self._reveal(near))
                cells.append(near)
        if any(hits):
            self.status = "lost"
        elif not self._left():
            self.status = "won"
        return cells

    def _left(self) -> int:
        assert self._filling is not None
        pairs = zip(self._filling, self._labels, strict=True)
        return sum(not held and label == COVERED for held, label in pairs)

    def _reveal(self, cell: int) -> bool:
        """Write the label of one cell; whether it is a mine."""
        assert self._filling is not None
        self._labels[cell] = MINED if self._filling[cell] else self._number(cell)
        return bool(self._filling[cell])

    def _number(self, cell: int) -> int:
        """What a free cell shows."""
        assert self._filling is not None
        numbers = self._showing.numbers(cell, self._filling)
        return numbers[draw("number", self.seed, cell) % len(numbers)]

    def _opens(self, cell: int) -> bool:
        """Whether a free cell shows a number that leaves no mine around it."""
        around = self._showing.around(cell)
        return self._showing.leaves_no_mine(cell, self._number(cell), {}, around)


def draw(purpose: str, *given: int) -> int:
    """A random number that follows from these; one-way, since players see what it decides."""
    text = f"demine {purpose} {' '.join(map(str, given))}"
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")


@lru_cache(maxsize=_KEPT)
def _showing(board: Board, rules: Rules) -> Showing:
    return Showing(board, rules)


@lru_cache(maxsize=_KEPT)
def _dealt(board: Board, rules: Rules, mines: int, free: tuple[int, ...]) -> Fillings | None:
    """All ways to place the mines, these cells left free; None if there is none."""
    labels: list[Label] = [FREE if cell in free else COVERED for cell in board.cells]
    try:
        found = rules.position(board, labels, mines).fillings(**_BUDGET)
        return found if found.count(**_BUDGET) else None
    except (TooWide, Timeout):
        raise InvalidGame(
            f"{board!r} is too large to draw mines under these rules: expected a smaller board"
        ) from None
    except NoLegalAssignment:
        return None


def as_filling(board: Board, mined: Iterable[int], rules: Rules) -> Filling:
    """Mines as the number in each cell: a cell may be given once for each of its mines."""
    held = [0] * len(board)
    for cell in mined:
        held[cell] += 1
        if held[cell] > rules.capacity[cell]:
            what = f"cell {cell} holds more than {rules.capacity[cell]} mines"
            raise InvalidGame(f"{what}: expected at most its capacity")
    return tuple(held)


def units_of(filling: Sequence[int], capacity: Collection[int]) -> list[int]:
    """The mines as units: a cell of capacity c has c of them, and x mines are its first x units."""
    units: list[int] = []
    start = 0
    for held, most in zip(filling, capacity, strict=True):
        units += range(start, start + held)
        start += most
    return units


def cells_of_units(capacity: Iterable[int]) -> list[int]:
    """The cell of each unit."""
    return [cell for cell, most in enumerate(capacity) for _ in range(most)]
