"""The `mine` format: a king grid as text.

The first line is `COLSxROWSxMINES`, with `?` for an unknown number of mines. Then one line per row
and one symbol per cell: `H` or `?` hidden, `F` flagged (a mine if flags are trusted, else hidden),
`M` known mine, `S` known free, `0` to `8` a number. `O` and `I` are flags as well: other programs
write them for flags that they did not count, and for mines without a flag.
"""

from __future__ import annotations

import re
from typing import Final

from demine.arguments import show
from demine.board import Board, grid
from demine.errors import FormatError
from demine.labels import COVERED, FREE, MINED, Label
from demine.position import Position

_HEADER: Final = re.compile(r"([0-9]{1,9})x([0-9]{1,9})x([0-9]{1,9}|\?)")
_LABELS: Final[dict[str, Label]] = {
    "H": COVERED,
    "?": COVERED,
    "F": COVERED,
    "O": COVERED,
    "I": COVERED,
    "M": MINED,
    "S": FREE,
    **{str(count): count for count in range(9)},
}
_FLAGS: Final = ("F", "O", "I")
_SYMBOLS: Final[dict[Label, str]] = {
    COVERED: "H",
    MINED: "M",
    FREE: "S",
    **{count: str(count) for count in range(9)},
}


def parse(lines: list[tuple[int, str]], trust_flags: bool) -> Position:
    """The position in numbered lines, the first of which is the header."""
    columns, rows, mines = _header(*lines[0])
    body = lines[1:]
    if len(body) != rows:
        where = lines[-1][0]
        raise FormatError(f"line {where}: the header promises {rows} rows, found {len(body)}")
    labels = {**_LABELS, **dict.fromkeys(_FLAGS, MINED)} if trust_flags else _LABELS
    read = [label for number, row in body for label in _row(number, row, columns, labels)]
    return Position(grid(rows, columns), read, mines)


def write(position: Position) -> str:
    """The position as text; `FormatError` unless the board is a king grid with a border."""
    rows, columns = grid_shape(position.board, "mine")
    symbols = [_symbol(position.board, cell, label) for cell, label in enumerate(position.labels)]
    mines = "?" if position.mines is None else position.mines
    lines = ["".join(symbols[row * columns : (row + 1) * columns]) for row in range(rows)]
    return "\n".join([f"{columns}x{rows}x{mines}", *lines]) + "\n"


def _header(number: int, line: str) -> tuple[int, int, int | None]:
    match = _HEADER.fullmatch(line)
    if match is None:
        raise FormatError(f"line {number}: {show(line)} found, expected COLSxROWSxMINES")
    columns, rows, mines = match.groups()
    if int(columns) == 0 or int(rows) == 0:
        raise FormatError(f"line {number}: {columns}x{rows} cells, expected at least 1x1")
    return int(columns), int(rows), None if mines == "?" else int(mines)


def _row(number: int, row: str, columns: int, labels: dict[str, Label]) -> list[Label]:
    for column, symbol in enumerate(row, start=1):
        if symbol not in labels:
            raise FormatError(
                f"line {number}, column {column}: {show(symbol)} is not a cell: "
                "expected H, F, M, S or 0 to 8"
            )
    if len(row) != columns:
        raise FormatError(f"line {number}: {len(row)} cells, the header promises {columns}")
    return [labels[symbol] for symbol in row]


def _symbol(board: Board, cell: int, label: Label) -> str:
    if label not in _SYMBOLS:
        raise FormatError(
            f"cell {board.coordinates(cell)} is labelled {label}: the mine format writes numbers "
            "0 to 8; use the graph format"
        )
    return _SYMBOLS[label]


def grid_shape(board: Board, format: str) -> tuple[int, int]:
    """Rows and columns of a king grid with a border and no holes; `FormatError` for others."""
    shape = board.layout.shape
    if len(shape) == 2 and board == grid(*shape):
        return shape[0], shape[1]
    raise FormatError(
        f"{board!r} is not a king grid with a border and no holes, the only boards of the "
        f"{format} format: use the graph format"
    )
