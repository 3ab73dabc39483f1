"""Endless: Minesweeper on the unbounded grid (Kaye; Mossel 2002), one cell after the other.

Each cell is mined with the same probability, the density, independently of all others. A cell is
made when it is looked at: whether it is mined follows from the seed and its coordinates alone. The
first-click rule takes the mines away from the first cell, and with "opening" from its neighbours.
As cells are independent, that is the same as to know that these cells are free. So the analysis
stays exact.

A 0 opens its neighbours. If the density is low, that never ends: a move opens at most `CASCADE`
cells, the nearest first. Open a 0 at the edge of such an opening again to continue there.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable
from fractions import Fraction
from hashlib import blake2b
from typing import TYPE_CHECKING, Final, Unpack, cast

from demine.arguments import check, number_of, show
from demine.board import Cell
from demine.density import Probability, fraction_of
from demine.errors import FormatError, InvalidGame, InvalidPosition
from demine.files import records
from demine.game.knowledge import boundary_of, position_of
from demine.game.plane import Place, address_of, around, number_at, place_of, read_address
from demine.game.play import FIRSTS, First, Move, MoveKind, Play, Status, check_first
from demine.game.stopwatch import Stopwatch
from demine.meter import Budget
from demine.position import Position

if TYPE_CHECKING:
    from demine.draw import Picture

CASCADE: Final = 4000
"""Cells that one move opens at most."""

_ID: Final = re.compile(rf"endless-([0-9]{{1,40}})_([0-9]{{1,40}})-({'|'.join(FIRSTS)})-([0-9]+)")
_RUN: Final = 8
"""Cells of a row whose mines come from one hash."""

_WORD: Final = 64
"""Bits of a hash that decide one cell."""


class Minefield:
    """Where the mines are: a keyed hash (BLAKE2b) of the coordinates, one word for each cell.

    A cell is mined if its word is below density × 2⁶⁴. So the chance of a mine is the density, up
    to 2⁻⁶⁴.
    """

    def __init__(self, density: Fraction, seed: int) -> None:
        self._below = -(-(density.numerator << _WORD) // density.denominator)
        self._key = seed.to_bytes(8, "little")
        self._runs: dict[Place, bytes] = {}

    def is_mined(self, place: Place) -> bool:
        """Whether a cell is mined, before the first-click rule."""
        x, y = place
        run = (x // _RUN, y)
        if run not in self._runs:
            self._runs[run] = self._make(run)
        return bool(self._runs[run][x % _RUN])

    def _make(self, run: Place) -> bytes:
        text = address_of(run).encode()
        words = blake2b(text, key=self._key, person=b"demine endless").digest()
        size = _WORD // 8
        return bytes(
            int.from_bytes(words[at : at + size], "little") < self._below
            for at in range(0, _RUN * size, size)
        )


class Endless(Play):
    """A game on the unbounded grid. A cell is (x, y); y grows downwards. It can only be lost.

    Moves return the changed cells as numbers; `place` gives (x, y).

    `analyze` gives the exact chance of a mine for every covered cell next to a number. Other
    covered cells have the density itself, because no number tells anything about them.
    """

    def __init__(
        self,
        density: Probability = Fraction(1, 5),
        *,
        seed: int = 1,
        first: First = "opening",
        stopwatch: Stopwatch | None = None,
    ) -> None:
        """A new game; `InvalidGame` if an argument is wrong. A float means its decimal digits."""
        check_first(first)
        try:
            self.density = fraction_of(density, "the density")
        except InvalidPosition as error:
            raise InvalidGame(str(error)) from None
        self.seed = number_of("seed", seed, 0, records.SEEDS - 1, InvalidGame)
        self.first = first
        self._field = Minefield(self.density, self.seed)
        self._begin(stopwatch)

    @classmethod
    def from_id(cls, id: str) -> Endless:
        """The game of an `id`, not yet begun; `FormatError` if the id is wrong."""
        check(id, str, "id")
        parts = _ID.fullmatch(id)
        if parts is None or int(parts[2]) == 0:
            raise FormatError(f"game {show(id)}: expected endless-NUMERATOR_DENOMINATOR-RULE-SEED")
        density = Fraction(int(parts[1]), int(parts[2]))
        try:
            return cls(density, first=cast(First, parts[3]), seed=int(parts[4]))
        except InvalidGame as error:
            raise FormatError(f"game {show(id)}: {error}") from None

    @property
    def id(self) -> str:
        """The name of the game, from which `from_id` makes it again; fit for a file name."""
        share = f"{self.density.numerator}_{self.density.denominator}"
        return f"endless-{share}-{self.first}-{self.seed}"

    def __repr__(self) -> str:
        rules = f"density={self.density}, seed={self.seed}, first={self.first!r}"
        return f"<Endless({rules}): {self.status}, {len(self._opened)} cells open>"

    def __str__(self) -> str:
        """The cells around the last move."""
        from demine.game.window import Window

        return str(Window(self).shown)

    @property
    def picture(self) -> Picture:
        """The cells around the last move, as the player sees them."""
        from demine.game.window import Window

        return Window(self).picture

    # The state.

    def _restart(self) -> None:
        self._opened: dict[Place, int] = {}
        self._flags: set[Place] = set()
        self._waiting: set[Place] = set()
        self._start: Place | None = None
        self._hit: Place | None = None

    @property
    def status(self) -> Status:
        """Whether it is "ready" (nothing opened yet), "playing" or "lost"; it is never won."""
        if self._hit is not None:
            return "lost"
        return "playing" if self._opened else "ready"

    @property
    def opened(self) -> dict[Place, int]:
        """The opened cells and their numbers."""
        return dict(self._opened)

    @property
    def size(self) -> int:
        """How many cells are open."""
        return len(self._opened)

    @property
    def flags(self) -> frozenset[Place]:
        """The flagged cells."""
        return frozenset(self._flags)

    @property
    def waiting(self) -> frozenset[Place]:
        """The opened 0s whose neighbours are still covered, because a move opens a limited number.

        Open one of them again to continue.
        """
        return frozenset(zero for zero in self._waiting if any(map(self._is_covered, around(zero))))

    @property
    def hit(self) -> Place | None:
        """The mine that ended the game."""
        return self._hit

    def is_mined(self, cell: Cell) -> bool:
        """Whether a cell is mined; `InvalidGame` before the game is over."""
        if not self.is_over:
            raise InvalidGame("the mines are hidden until the game is over")
        return self._is_mined(place_of(cell))

    def place(self, cell: Cell) -> Place:
        """The coordinates (x, y) of a cell given by its number or its address."""
        return place_of(cell)

    def number(self, cell: Cell) -> int | None:
        """The number that a cell shows; None if it is covered."""
        return self._opened.get(place_of(cell))

    @property
    def boundary(self) -> frozenset[Place]:
        """The covered cells next to a number."""
        return boundary_of(self._opened)

    @property
    def position(self) -> Position:
        """The numbers that touch covered cells, these cells, and the density.

        Its cells are named by their addresses, such as "12,-3". The other cells of the plane are
        left out: they are independent of all numbers, so every legal assignment of the cells here
        extends to them in the same way, with a total weight of 1.
        """
        return position_of(self._opened, self.density, hit=self._hit)

    def analyze(self, **budget: Unpack[Budget]) -> dict[Place, Fraction]:
        """The exact chance of a mine for each covered cell next to a number.

        `TooWide` if exact chances exceed the budget; `position.analyze` then estimates.
        """
        position = self.position
        places = map(read_address, position.board.words or ())
        analysis = position.analyze(**budget)
        analysis.count  # noqa: B018  raises TooWide instead of estimating
        return {
            (x, y): analysis.probability(cell)
            for cell, (x, y) in enumerate(places)
            if (x, y) not in self._opened and (x, y) != self._hit
        }

    def again(self) -> Endless:
        """The same game from the start. Once a cell was opened, its mines have been seen."""
        same = Endless(self.density, seed=self.seed, first=self.first)
        if self.status != "ready":
            same.note_help("seen")
        return same

    def find(self, text: str) -> int:
        """The number of the cell of an address; `FormatError` if there is none."""
        return number_at(read_address(text))

    def address(self, move: Move) -> str:
        """The address of the cell of a move."""
        check(move, Move, "move")
        return address_of(place_of(move.cell))

    @property
    def counter(self) -> int:
        """The number that the counter shows: the flags."""
        return len(self._flags)

    # Moves.

    def _number(self, cell: Cell) -> int:
        return number_at(place_of(cell))

    def _apply(self, kind: MoveKind, cell: int) -> list[int]:
        place = place_of(cell)
        if self.is_over:
            return []
        act = {"open": self._open, "flag": self._flag, "chord": self._chord}[kind]
        return [number_at(changed) for changed in act(place)]

    def _open(self, place: Place) -> list[Place]:
        if place in self._flags or (place in self._opened and place not in self._waiting):
            return []
        return self._reveal([place])

    def _flag(self, place: Place) -> list[Place]:
        if place in self._opened:
            return []
        self._flags ^= {place}
        return [place]

    def _chord(self, place: Place) -> list[Place]:
        beside = around(place)
        if self._opened.get(place) != sum(cell in self._flags for cell in beside):
            return []
        return self._reveal(filter(self._is_covered, beside))

    def _reveal(self, places: Iterable[Place]) -> list[Place]:
        """Open these cells and, nearest first, all cells around every 0, up to the limit."""
        changed: list[Place] = []
        queue = deque(places)
        if self._start is None and queue:
            self._start = queue[0]
        while queue and len(changed) < CASCADE:
            place = queue.popleft()
            if place in self._opened and place not in self._waiting:
                continue  # another 0 has opened it since
            if place not in self._opened:
                changed.append(place)
                self._uncover(place)
            self._waiting.discard(place)
            if self._opened.get(place) == 0:
                queue.extend(filter(self._is_covered, around(place)))
        self._wait(queue)
        return changed

    def _uncover(self, place: Place) -> None:
        if self._is_mined(place):
            self._hit = place
        else:
            self._opened[place] = sum(map(self._is_mined, around(place)))

    def _wait(self, left: Iterable[Place]) -> None:
        """Remember the 0s next to cells that the limit left covered."""
        covered = filter(self._is_covered, set(left))
        self._waiting.update(
            zero for place in covered for zero in around(place) if self._opened.get(zero) == 0
        )

    def _is_covered(self, place: Place) -> bool:
        return place not in self._opened and place not in self._flags

    def _is_mined(self, place: Place) -> bool:
        return self._field.is_mined(place) and not self._is_protected(place)

    def _is_protected(self, place: Place) -> bool:
        """Whether the first-click rule keeps a cell free."""
        if self._start is None or self.first == "risky":
            return False
        far = max(abs(place[0] - self._start[0]), abs(place[1] - self._start[1]))
        return far <= (self.first == "opening")


def endless(
    density: Probability = Fraction(1, 5), seed: int = 1, *, first: First = "opening"
) -> Endless:
    """A game on the unbounded grid: each cell is mined with this probability; see `Endless`."""
    return Endless(density, seed=seed, first=first)
