"""The `mine` format, and boards as plain rows of symbols: king grids as text.

The engine reads and writes them, as it does in a browser.

The first line of `mine` is `COLSxROWSxMINES`, with `?` for an unknown number of mines. Then one
line per row and one symbol per cell: `H` or `?` hidden, `F` flagged (a mine if flags are trusted,
else hidden), `M` known mine, `S` known free, `0` to `8` a number. `O` and `I` are flags as well:
other programs write them for flags that they did not count, and for mines without a flag.

Rows without that line come from other programs, and none says how many mines there are.
minesweepr: `.` a 0, `x` covered, `*` a known mine, a digit a number. Gecode's example: `.` covered,
a digit a number. A board with an `x` or a `*` is minesweepr's, any other with a `.` is Gecode's.
Other boards have the symbols of `mine`, and `#`, `-` or `_` for covered cells.

There may be spaces, commas or bars between the cells, in rows of `mine`, too.
"""

from __future__ import annotations

from demine import _native
from demine.board import Board, grid
from demine.errors import FormatError
from demine.position import Position


def is_rows(text: str) -> bool:
    """Whether a text is rows of symbols alone, without a header."""
    return _native.is_rows(text)


def without_spaces(text: str) -> str:
    """The same rows of symbols with nothing between the symbols; any other text as it is."""
    return _native.without_spaces(text) or text


def parse(text: str, trust_flags: bool) -> Position:
    """The position in rows of symbols, below a header or without one."""
    rows, columns, codes, mines = _native.read_rows(text, trust_flags)
    return Position.from_codes(grid(rows, columns), codes, mines)


def write(position: Position) -> str:
    """The position as `mine`; `FormatError` unless the board is a king grid with a border."""
    return _native.write_rows(position.native, *grid_shape(position.board, "mine"))


def grid_shape(board: Board, format: str) -> tuple[int, int]:
    """Rows and columns of a king grid with a border and no holes; `FormatError` for others."""
    shape = board.layout.shape
    if len(shape) == 2 and board == grid(*shape):
        return shape[0], shape[1]
    raise FormatError(
        f"{board!r} is not a king grid with a border and no holes, the only boards of the "
        f"{format} format: use the graph format"
    )
