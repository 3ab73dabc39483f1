"""Window: a part of an endless game, as a game on a small grid that can be moved.

The faces show a window as they show any game: its cells are those of a grid, from 0, row by row,
and are named by their coordinates. The position of a window begins with these cells. Further cells
follow: the numbers outside it that touch covered cells, and these cells. A hint may name one.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, Unpack

from demine.arguments import number_of
from demine.board import Board, Cell, grid
from demine.errors import InvalidGame
from demine.game.endless import CASCADE, Endless
from demine.game.knowledge import named, position_of
from demine.game.plane import FARTHEST, Place, address_of, place_of, read_address
from demine.game.play import Move, MoveKind, Play, Status
from demine.labels import COVERED_CODE, MINED_CODE
from demine.meter import Budget
from demine.position import Position

if TYPE_CHECKING:
    from demine.draw import Picture
    from demine.proof import Hint

ROWS: Final = 16
COLUMNS: Final = 18
MOST_SIDE: Final = 200
"""Rows or columns of the largest window."""

_FARTHEST: Final = FARTHEST - 2 * MOST_SIDE


class Window(Play):
    """A window on an endless game; moves, time and help are those of the game."""

    def __init__(
        self,
        game: Endless,
        corner: Place | None = None,
        rows: int = ROWS,
        columns: int = COLUMNS,
    ) -> None:
        """Show so many rows and columns from a corner, or around the last move."""
        self.game = game
        self.first = game.first
        # The window has no moves, help and time of its own.
        self.moves, self._helps, self.undos = game.moves, game._helps, game.undos
        self.stopwatch, self.is_practice = game.stopwatch, game.is_practice
        self.rows = number_of("rows", rows, 1, MOST_SIDE, InvalidGame)
        self.columns = number_of("columns", columns, 1, MOST_SIDE, InvalidGame)
        self.corner = (0, 0)
        if corner is None:
            self.centre(place_of(game.moves[-1].cell) if game.moves else (0, 0))
        else:
            self.corner = _within(place_of(corner))

    # The window.

    @property
    def board(self) -> Board:
        """The grid of the window, its cells named by their coordinates."""
        return _named_grid(self.corner, self.rows, self.columns)

    def resize(self, rows: int, columns: int) -> None:
        """Show more or fewer cells; the corner stays."""
        self.rows = min(max(rows, 1), MOST_SIDE)
        self.columns = min(max(columns, 1), MOST_SIDE)

    def pan(self, right: int, down: int) -> None:
        """Move the window. An opening that the limit has stopped continues inside it."""
        self.corner = _within((self.corner[0] + right, self.corner[1] + down))
        self.carry_on()

    def centre(self, place: Place) -> None:
        """Move the window so that a cell is in its middle."""
        self.corner = _within((place[0] - self.columns // 2, place[1] - self.rows // 2))

    def carry_on(self) -> None:
        """Continue the openings that the limit has stopped and that are seen here.

        This has the same limit; the next call continues.
        """
        if self.is_paused:
            return
        before = self.game.size
        for place in sorted(filter(self.shows, self.game.waiting)):
            if self.game.size - before < CASCADE:
                self.game.open(place)

    def shows(self, place: Place) -> bool:
        """Whether a cell is in the window."""
        right, down = place[0] - self.corner[0], place[1] - self.corner[1]
        return 0 <= right < self.columns and 0 <= down < self.rows

    def place(self, cell: int) -> Place:
        """The coordinates of a cell of the window, or of a further cell of its position."""
        if cell < len(self.board):
            down, right = divmod(cell, self.columns)
            return self.corner[0] + right, self.corner[1] + down
        return read_address((self.position.board.words or ())[cell])

    def bring(self, place: Place) -> int:
        """Move the window if it does not show a cell; the number of the cell in it."""
        if not self.shows(place):
            self.centre(place)
        right, down = place[0] - self.corner[0], place[1] - self.corner[1]
        return down * self.columns + right

    def find(self, text: str) -> int:
        """The cell of an address, which the window then shows; `FormatError` if there is none."""
        return self.bring(read_address(text))

    # The game in it.

    @property
    def position(self) -> Position:
        """All that the opened cells tell, the cells of the window first."""
        cells = [self.place(cell) for cell in self.board.cells]
        return position_of(self.game.opened, self.game.density, hit=self.game.hit, first=cells)

    @property
    def codes(self) -> list[int]:
        """The number of each cell of the window, or the code of its label."""
        opened, hit = self.game.opened, self.game.hit
        places = map(self.place, self.board.cells)
        return [MINED_CODE if place == hit else opened.get(place, COVERED_CODE) for place in places]

    @property
    def shown(self) -> Position:
        """The cells of the window alone, for drawing: numbers may have neighbours outside."""
        return Position(self.board, self.position.labels[: len(self.board)])

    @property
    def picture(self) -> Picture:
        """The cells of the window as the player sees them."""
        from demine.game.pictures import picture

        return picture(self)

    @property
    def flags(self) -> frozenset[int]:
        """The flagged cells of the window."""
        return frozenset(self.bring(place) for place in self.game.flags if self.shows(place))

    @property
    def mined(self) -> frozenset[int]:
        """The mined cells of the window; `InvalidGame` before the game is over."""
        cells = self.board.cells
        return frozenset(cell for cell in cells if self.game.is_mined(self.place(cell)))

    @property
    def status(self) -> Status:
        """Whether the game is "ready", "playing" or "lost"."""
        return self.game.status

    @property
    def id(self) -> str:
        """The name of the game, which makes it again."""
        return self.game.id

    @property
    def counter(self) -> int:
        """The number that the counter shows: the flags, in the window and elsewhere."""
        return len(self.game.flags)

    def address(self, move: Move) -> str:
        """The address of the cell of a move."""
        return address_of(place_of(move.cell))

    def hint(self, **budget: Unpack[Budget]) -> Hint:
        """What to open next, and why; the window moves there. Counts as help."""
        found = super().hint(**budget)
        if found.cell < len(self.board):
            return found
        self.bring(self.place(found.cell))
        return super().hint(**budget)

    def move(self, kind: MoveKind, cell: Cell) -> list[int]:
        """Open, flag or chord a cell; the cells of the window that changed."""
        place = self.place(cell) if isinstance(cell, int) else place_of(cell)
        self.bring(place)
        changed = map(place_of, self.game.move(kind, place))
        return [self.bring(found) for found in changed if self.shows(found)]

    def undo(self) -> Move | None:
        """Take the last move back, and show where it was."""
        undone = self.game.undo()
        self.undos = self.game.undos
        if undone is not None:
            self.bring(place_of(undone.cell))
        return undone

    def practice(self) -> Window:
        """A copy of the finished game to go on with, in the same window."""
        return Window(self.game.practice(), self.corner, self.rows, self.columns)

    def again(self) -> Window:
        """The same game from the start, in the same window."""
        return Window(self.game.again(), self.corner, self.rows, self.columns)


def _within(corner: Place) -> Place:
    """The corner, moved back to where the whole window is on the plane."""
    x, y = (min(max(value, -_FARTHEST), _FARTHEST) for value in corner)
    return x, y


@lru_cache(maxsize=16)
def _named_grid(corner: Place, rows: int, columns: int) -> Board:
    x, y = corner
    places = [(x + right, y + down) for down in range(rows) for right in range(columns)]
    return named(grid(rows, columns), places)
