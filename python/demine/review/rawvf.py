"""RAWVF: the games of other programs as text, read and written.

A head of `Key: value` lines with width, height and mines; a `Board:` with `*` for a mine; then
`Events:`, a line per press, release or move of the mouse: `1.250 lc 3 4 (43 60)` with the time, the
event, column and row from 1, and the place in pixels. The cell follows from the pixels, because
programs disagree about the columns.

The buttons act as in the classic game. The left one opens where it is released, or chords on a
number with `SuperClick: On`. The right one flags where it is pressed. Both together, the middle
one, or left with shift chord. With `Marks: On`, a third state of a cell is the question mark.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from demine.arguments import show
from demine.board import grid
from demine.errors import FormatError
from demine.files import content_lines
from demine.game import Game, Move, Stopwatch

_SIDE: Final = 16
"""Pixels of a cell, unless the head says otherwise."""

_MOST_CELLS: Final = 1_000_000

_HEAD: Final = re.compile(r"([A-Za-z0-9_]+):\s*(.*)")
_EVENT: Final = re.compile(
    r"(-?[0-9]{1,8}(?:\.[0-9]{1,6})?)\s+([a-z]+)(?:\s+(-?[0-9]{1,6})\s+(-?[0-9]{1,6}))?"
    r"\s*(?:\(\s*(-?[0-9]{1,7})\s+(-?[0-9]{1,7})\s*\))?.*"
)

Place = tuple[int, int]


def is_rawvf(text: str) -> bool:
    """Whether a text begins like such a file."""
    return text.lstrip("\ufeff \t\r\n").startswith("RawVF_Version:")


def parse(text: str) -> Game:
    """The game of a file, every move at its time; `FormatError` names the line of a mistake."""
    lines = content_lines(text)
    head, rest = _read_head(lines)
    rows, columns = _number(head, "Height"), _number(head, "Width")
    if not 0 < rows * columns <= _MOST_CELLS:
        raise FormatError(f"{columns}x{rows} cells: expected 1 to {_MOST_CELLS}")
    mined, events = _read_board(rest, rows, columns)
    now = 0.0
    stopwatch = Stopwatch(lambda: now)
    game = Game.from_mines(grid(rows, columns), mined, first="safe", stopwatch=stopwatch)
    mouse = _Mouse(game, _is_on(head, "SuperClick"), _is_on(head, "Marks"))
    side = _number(head, "SquareSize") if "SquareSize" in head else _SIDE
    for at, name, place in _read_events(events, side):
        now = max(now, at)
        mouse.act(name, place)
    return game


def write(game: Game) -> str:
    """The game as a file; `FormatError` unless it is over and its board is a king grid."""
    shape = game.board.layout.shape
    if len(shape) != 2 or game.board != grid(*shape):
        raise FormatError(f"{game.board!r}: RAWVF holds king grids with a border and no holes")
    if not game.is_over:
        raise FormatError(f"the game is {game.status}: RAWVF holds games that are over")
    rows, columns = shape
    signs = ["*" if cell in game.mined else "0" for cell in game.board.cells]
    board = ["".join(signs[row * columns : (row + 1) * columns]) for row in range(rows)]
    events = [line for move in game.moves for line in _write(move, columns)]
    lines = [*_write_head(game, rows, columns), "Board:", *board, "Events:", *events]
    return "\n".join(lines) + "\n"


def _read_head(lines: list[tuple[int, str]]) -> tuple[dict[str, str], list[tuple[int, str]]]:
    """The values by their keys, and the lines after `Board:`."""
    head: dict[str, str] = {}
    for place, (number, line) in enumerate(lines):
        found = _HEAD.fullmatch(line.strip())
        if found is None:
            raise FormatError(f"line {number}: {show(line)}, expected KEY: VALUE")
        if found[1] == "Board":
            return head, lines[place + 1 :]
        head[found[1]] = found[2].strip()
    raise FormatError("the file has no board: expected a line Board:")


def _number(head: dict[str, str], key: str) -> int:
    text = head.get(key, "")
    if not (text.isascii() and text.isdigit() and 0 < len(text) <= 6 and int(text)):
        raise FormatError(f"{key} is {show(text)}: expected a number from 1 on")
    return int(text)


def _is_on(head: dict[str, str], key: str) -> bool:
    return head.get(key, "").lower() == "on"


def _read_board(
    lines: list[tuple[int, str]], rows: int, columns: int
) -> tuple[list[int], list[tuple[int, str]]]:
    """The mined cells, and the lines after `Events:`."""
    mined: list[int] = []
    for row, (number, line) in enumerate(lines[:rows]):
        if len(line.strip()) != columns or not set(line.strip()) <= set("*0123456789."):
            raise FormatError(f"line {number}: expected {columns} cells, * or 0")
        mined += [row * columns + place for place, sign in enumerate(line.strip()) if sign == "*"]
    if len(lines) <= rows or lines[rows][1].strip() != "Events:":
        raise FormatError(f"the board is not {rows} rows long: expected Events: behind it")
    return mined, lines[rows + 1 :]


def _read_events(
    lines: list[tuple[int, str]], side: int
) -> Iterator[tuple[float, str, Place | None]]:
    """The time, the event and the cell as row and column."""
    for number, line in lines:
        found = _EVENT.fullmatch(line.strip())
        if found is None:
            if line.strip() and not line[:1].isalpha():
                raise FormatError(f"line {number}: {show(line)}, expected TIME EVENT COLUMN ROW")
            continue  # a remark, such as `start` or `won`
        at, name, column, row, x, y = found.groups()
        place = None
        if x is not None:
            place = (int(y) // side, int(x) // side)
        elif column is not None:
            place = (int(row) - 1, int(column) - 1)
        yield float(at), name, place


@dataclass
class _Mouse:
    """The buttons that are down, and what their presses and releases do."""

    game: Game
    is_super: bool
    has_marks: bool
    down: set[str] = field(default_factory=set)
    is_chording: bool = False
    marked: set[int] = field(default_factory=set)

    def act(self, event: str, place: Place | None) -> None:
        cell = None if place is None else self._cell(place)
        button, is_press = event[:1], event.endswith("c")
        if event == "mt":
            self.has_marks = not self.has_marks
        elif event == "sc":
            self.down.add("l")
            self.is_chording = True
        elif event in ("lc", "rc", "mc"):
            self._press(button, cell)
        elif event in ("lr", "rr", "mr") and not is_press:
            self._release(button, cell)

    def _cell(self, place: Place) -> int | None:
        rows, columns = self.game.board.layout.shape
        is_on = 0 <= place[0] < rows and 0 <= place[1] < columns
        return place[0] * columns + place[1] if is_on else None

    def _press(self, button: str, cell: int | None) -> None:
        self.down.add(button)
        self.is_chording = self.is_chording or button == "m" or {"l", "r"} <= self.down
        if button == "r" and "l" not in self.down and cell is not None:
            self._flag(cell)

    def _release(self, button: str, cell: int | None) -> None:
        was_down = button in self.down
        self.down.discard(button)
        if was_down and cell is not None:
            if self.is_chording:
                self.game.chord(cell)
            elif button == "l":
                self._left(cell)
        # The second button of a chord does nothing when it comes up.
        self.is_chording = False
        if was_down and self.down:
            self.down.clear()

    def _left(self, cell: int) -> None:
        if self.game.position.codes[cell] < 0:
            self.game.open(cell)
        elif self.is_super:
            self.game.chord(cell)

    def _flag(self, cell: int) -> None:
        if cell in self.marked:
            self.marked.discard(cell)
            return
        was_flagged = cell in self.game.flags
        if self.game.flag(cell) and was_flagged and self.has_marks:
            self.marked.add(cell)


_LEVELS: Final = {(9, 9, 10): "Beginner", (16, 16, 40): "Intermediate", (16, 30, 99): "Expert"}
_BUTTONS: Final = {"open": "l", "flag": "r", "chord": "m"}


def _write_head(game: Game, rows: int, columns: int) -> list[str]:
    return [
        "RawVF_Version: Rev6.2",
        "Program: demine",
        f"Level: {_LEVELS.get((rows, columns, game.mines), 'Custom')}",
        f"Width: {columns}",
        f"Height: {rows}",
        f"Mines: {game.mines}",
        "Marks: Off",
        f"SquareSize: {_SIDE}",
        f"Time: {game.seconds:.3f}",
        f"BBBV: {game.three_bv}",
        f"Status: {game.status}",
        "Mode: Classic",
    ]


def _write(move: Move, columns: int) -> Iterator[str]:
    row, column = divmod(move.cell, columns)
    x, y = (place * _SIDE + _SIDE // 2 for place in (column, row))
    for state in ("c", "r"):
        yield f"{move.at:.3f} {_BUTTONS[move.kind]}{state} {column + 1} {row + 1} ({x} {y})"
