"""A position as text: rows of marks, slice by slice; a table of cells where there are no rows."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from demine.board import Board, Layout, column_head, letters, row_head
from demine.draw import palette
from demine.draw.marks import ESTIMATED, Mark, MarkKind, drawable, marks, percent
from demine.draw.palette import Colour
from demine.position import Analysis, Position

_SYMBOLS: Final = {
    MarkKind.COVERED: "?",
    MarkKind.FREE: "□",
    MarkKind.MINE: "*",
    MarkKind.SAFE: "✓",
    MarkKind.MINED: "✗",
}
_LEGEND: Final = "✓ safe   ✗ mined   two digits: percent mined"


def text(position: Position, analysis: Analysis | None = None, *, colour: bool = False) -> str:
    """The position as lines of text.

    With an analysis, a covered cell shows its chance of a mine in percent, with two digits. A
    number above nine is in parentheses. Colours are ANSI sequences.
    """
    shown = marks(position, analysis)
    if position.board.layout.is_numbered:
        lines = _table(position, shown, colour)
    else:
        lines = draw_slices(position.board.layout, partial(_block, position.board, shown, colour))
        lines += [] if analysis is None else ["", _LEGEND]
    if analysis is not None and not analysis.exact:
        lines += ["", ESTIMATED] if position.board.layout.is_numbered else [ESTIMATED]
    return "\n".join(lines) + "\n"


def draw_slices(layout: Layout, draw: Callable[[NDArray[np.int64], bool], list[str]]) -> list[str]:
    """The lines of every slice; in more than two dimensions, each under its first coordinates.

    `draw` gets the cells of a slice by rows, and whether every other row is shifted.
    """
    numbers = np.atleast_2d(layout.numbers)
    lines: list[str] = []
    for place in np.ndindex(numbers.shape[:-2]):
        if place:
            lines += [""] * bool(lines) + [f"{'.'.join(str(part + 1) for part in place)}."]
        lines += draw(numbers[place], layout.tiling == "hexagon")
    return lines


def _block(
    board: Board, shown: list[Mark], colour: bool, numbers: NDArray[np.int64], staggered: bool
) -> list[str]:
    """Rows of cells, with letters above and numbers beside them; a hole is blank."""
    above, beside = heads(board, numbers)
    margin = max(map(len, beside))
    step = 1 + max(2, *map(len, above), *(len(_token(mark)) for mark in shown))
    step += step % 2 if staggered else 0
    head = "".join(f"{name:>{step}}" for name in above)
    lines = [f"{'':{margin}} │{head}", f"{'─' * margin}─┼{'─' * len(head)}"]
    for row, cells in enumerate(numbers.tolist()):
        shift = " " * (step // 2) if staggered and row % 2 else ""
        drawn = "".join(
            _pad(_token(shown[cell]), shown[cell], step, colour) if cell >= 0 else " " * step
            for cell in cells
        )
        lines.append(f"{beside[row]:>{margin}} │{shift}{drawn}".rstrip())
    return lines


def heads(board: Board, numbers: NDArray[np.int64]) -> tuple[list[str], list[str]]:
    """The headings of the columns and of the rows of a slice."""
    if board.words is None:
        rows, columns = numbers.shape
        return [*map(letters, range(columns))], [str(row + 1) for row in range(rows)]
    above = [column_head(board, cell) for cell in numbers[0].tolist()]
    return above, [row_head(board, cell) for cell in numbers[:, 0].tolist()]


def _table(position: Position, shown: list[Mark], colour: bool) -> list[str]:
    """A line per cell: its address, label, verdict and neighbours."""
    board = position.board
    names = [drawable(board.address(cell)) for cell in board.cells]
    wide = max([len("cell"), *map(len, names)])
    lines = [f"{'cell':>{wide}}  label    mined  neighbours"]
    for cell, (label, mark) in enumerate(zip(position.labels, shown, strict=True)):
        verdict = _pad(_verdict(mark), mark, 9, colour)
        joined = ", ".join(names[v] for v in board.neighbours(cell))
        lines.append(f"{names[cell]:>{wide}}{label:>7}{verdict}  {joined}".rstrip())
    return lines


def _token(mark: Mark) -> str:
    if mark.kind is MarkKind.RISK:
        return percent(mark.risk).zfill(2)
    if mark.kind is MarkKind.NUMBER:
        number = str(mark.number) if mark.number < 10 else f"({mark.number})"
        return number if mark.number else "·"
    return _SYMBOLS[mark.kind]


def _verdict(mark: Mark) -> str:
    """The verdict of an analysis on a covered cell, in words if the cell is certain."""
    words = {
        MarkKind.SAFE: "✓ safe",
        MarkKind.MINED: "✗ mined",
        MarkKind.RISK: f"{percent(mark.risk)} %",
    }
    return words.get(mark.kind, "")


def _pad(token: str, mark: Mark, step: int, colour: bool) -> str:
    """The token aligned to the right, on its colour if it has one."""
    ground = palette.ground(mark) if colour and token else None
    painted = token if ground is None else _paint(token, ground)
    return " " * (step - len(token)) + painted


def _paint(token: str, ground: Colour) -> str:
    ink = _ansi(palette.ink_on(ground))
    return f"\x1b[38;5;{ink};48;5;{_ansi(ground)}m{token}\x1b[0m"


def _ansi(colour: Colour) -> int:
    """The nearest colour of the 6 × 6 × 6 cube that every terminal with colours has."""
    r, g, b = (round(part / 255 * 5) for part in colour)
    return 16 + 36 * r + 6 * g + b
