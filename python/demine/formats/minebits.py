"""Mines as bits in a link: PTTA's ZiNi calculator, LlamaSweeper, minesweeper.online.

`b` is the board: 1, 2 or 3 for a preset, else its width and its height, with equally many digits.
`m` are the mines, row by row, five cells per digit (0-9, then a-v), the first cell highest. A link
without mines at its end has fewer digits.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from demine.arguments import show
from demine.errors import FormatError
from demine.formats.mbf import known_mines, lay_mines
from demine.position import Position

PTTA: Final = "https://pttacgfans.github.io/Minesweeper-ZiNi-Calculator/"
LLAMASWEEPER: Final = "https://llamasweeper.com/#/game/zini-explorer"

_DIGITS: Final = "0123456789abcdefghijklmnopqrstuv"
_PRESETS: Final = {"1": (9, 9), "2": (16, 16), "3": (16, 30)}
_LONGEST_SIDE: Final = 999


def parse(board: str, mines: str) -> Position:
    """The solved position of `b` and `m`."""
    rows, columns = _shape(board)
    expected = -(-rows * columns // 5)
    if len(mines) > expected:
        said = f"{len(mines)} digits for {columns}x{rows} cells"
        raise FormatError(f"the mines of the link: {said}, expected at most {expected}")
    values = [_value(digit) for digit in mines.lower().ljust(expected, "0")]
    bits = np.unpackbits(np.array(values, np.uint8)[:, None], axis=1)[:, 3:].ravel().astype(bool)
    if bits[rows * columns :].any():
        raise FormatError("the mines of the link: a mine behind the last cell of the board")
    return lay_mines(rows, columns, bits[: rows * columns])


def write_ptta(position: Position) -> str:
    """The link to PTTA's calculator; `FormatError` unless all mines of the king grid are known."""
    return f"{PTTA}{_write(position, 'ptta')}\n"


def write_llamasweeper(position: Position) -> str:
    """The same for LlamaSweeper's ZiNi explorer."""
    return f"{LLAMASWEEPER}{_write(position, 'llamasweeper')}\n"


def _shape(board: str) -> tuple[int, int]:
    """Rows and columns of `b`."""
    if board in _PRESETS:
        return _PRESETS[board]
    half = len(board) // 2
    is_plain = board.isascii() and board.isdigit() and len(board) % 2 == 0 and 0 < half <= 3
    if not is_plain or not int(board[:half]) or not int(board[half:]):
        raise FormatError(
            f"the board of the link is {show(board)}: expected 1, 2, 3 or WIDTHHEIGHT"
        )
    return int(board[half:]), int(board[:half])


def _value(digit: str) -> int:
    value = _DIGITS.find(digit)
    if value < 0:
        raise FormatError(f"the mines of the link: {show(digit)} is no digit, expected 0-9 or a-v")
    return value


def _write(position: Position, format: str) -> str:
    rows, columns, mined = known_mines(position, format, _LONGEST_SIDE)
    return f"?b={_board(rows, columns)}&m={_digits(mined)}"


def _board(rows: int, columns: int) -> str:
    for name, shape in _PRESETS.items():
        if shape == (rows, columns):
            return name
    width = len(str(max(rows, columns)))
    return f"{columns:0{width}}{rows:0{width}}"


def _digits(mined: NDArray[np.bool_]) -> str:
    padded = np.concatenate([mined, np.zeros(-len(mined) % 5, bool)]).reshape(-1, 5)
    return "".join(_DIGITS[value] for value in padded @ np.array([16, 8, 4, 2, 1]))
