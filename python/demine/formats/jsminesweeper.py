"""The positions in links of JSMinesweeper: `?analysis=…`.

Width and height take two letters each and the mines four, in base 62. The cells follow, row by row,
as runs: each symbol owns some letters, and these write the length of its run in base of their
number. A symbol with one letter repeats it.

A number is written without the mines around it that the page knows: they are flagged (`F`) or found
by its solver (`I`). `O` is a flag that the page did not count. A mine whose neighbours are all open
may be written as a 0, and is then missing from the number of mines as well.
"""

from __future__ import annotations

from itertools import groupby, islice
from typing import Final

import numpy as np

from demine.arguments import show
from demine.board import grid
from demine.errors import FormatError
from demine.formats import mine
from demine.labels import COVERED, FREE, MINED
from demine.position import Position

PAGE: Final = "https://davidnhill.github.io/JSMinesweeper/index.html"

_LETTERS: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
_OWNED: Final = {
    "0": 10, "1": 7, "2": 5, "3": 5, "4": 4, "5": 3, "6": 3, "7": 1, "8": 1, "I": 4, "H": 10,
    "F": 8, "O": 1,
}  # fmt: skip
"""How many letters each symbol owns, in the order of the alphabet."""


def _share() -> dict[str, str]:
    letters = iter(_LETTERS)
    return {name: "".join(islice(letters, owned)) for name, owned in _OWNED.items()}


_DIGITS: Final = _share()
_SYMBOLS: Final = {letter: name for name, letters in _DIGITS.items() for letter in letters}
_SUBTRACTED: Final = ("F", "I")
_HEADER: Final = 8
_MOST_CELLS: Final = 1_000_000
_SIDES: Final = len(_LETTERS) ** 2


def parse(analysis: str, trust_flags: bool) -> Position:
    """The position of the value of `analysis`."""
    wrong = next((letter for letter in analysis if letter not in _SYMBOLS), None)
    if wrong is not None or len(analysis) < _HEADER:
        found = f"{len(analysis)} letters" if wrong is None else show(wrong)
        raise FormatError(f"analysis: {found} found, expected at least 8 letters and digits")
    columns, rows, mines = (_number(analysis[a:b]) for a, b in ((0, 2), (2, 4), (4, 8)))
    if not 0 < rows * columns <= _MOST_CELLS:
        raise FormatError(f"analysis: {columns}x{rows} cells, expected 1 to {_MOST_CELLS}")
    symbols = _add_mines(_unpack(analysis[_HEADER:], rows * columns), rows, columns)
    lines = ["".join(symbols[i : i + columns]) for i in range(0, len(symbols), columns)]
    return mine.parse("\n".join([f"{columns}x{rows}x{mines}", *lines]), trust_flags)


def write(position: Position) -> str:
    """The link to the analysis of a king grid; known mines are flags."""
    rows, columns = mine.grid_shape(position.board, "jsminesweeper")
    if max(rows, columns) >= _SIDES:
        raise FormatError(f"{rows}x{columns} cells: jsminesweeper holds sides below {_SIDES}")
    if position.mines is None:
        raise FormatError("the number of mines is unknown: the jsminesweeper format needs it")
    around = _count(np.array([label == MINED for label in position.labels]), rows, columns)
    pairs = zip(position.labels, around.tolist(), strict=True)
    symbols = [_symbol(label, flags) for label, flags in pairs]
    runs = "".join(_run(symbol, len(list(run))) for symbol, run in groupby(symbols))
    head = _letters(columns, 2) + _letters(rows, 2) + _letters(position.mines, 4)
    return f"{PAGE}?analysis={head}{runs}\n"


def _unpack(runs: str, cells: int) -> list[str]:
    """The symbols of the runs; as many as there are cells."""
    symbols: list[str] = []
    for symbol, letters in groupby(runs, _SYMBOLS.__getitem__):
        digits, length = _DIGITS[symbol], 0
        for letter in letters:
            length = length + 1 if len(digits) == 1 else length * len(digits) + digits.index(letter)
            if length > cells:
                break
        symbols.extend([symbol] * min(length, cells + 1))
        if len(symbols) > cells:
            break
    if len(symbols) != cells:
        found = "more" if len(symbols) > cells else f"{len(symbols)}"
        raise FormatError(f"analysis: {found} cells found, the board has {cells}")
    return symbols


def _add_mines(symbols: list[str], rows: int, columns: int) -> list[str]:
    """The symbols with the true numbers; a number above 8 is an error of the link."""
    is_mine = np.array([symbol in _SUBTRACTED for symbol in symbols])
    around = _count(is_mine, rows, columns).tolist()
    full = [
        str(int(symbol) + more) if symbol.isdigit() else symbol
        for symbol, more in zip(symbols, around, strict=True)
    ]
    if any(len(symbol) > 1 or symbol == "9" for symbol in full):
        raise FormatError("analysis: a number above 8, expected a position of Minesweeper")
    return full


def _count(mined: np.ndarray, rows: int, columns: int) -> np.ndarray:
    """For each cell the number of mined neighbours."""
    ends = grid(rows, columns).edges
    ends = np.concatenate([ends, ends[:, ::-1]])
    return np.bincount(ends[mined[ends[:, 1]], 0], minlength=rows * columns)


def _symbol(label: object, flags: int) -> str:
    if label == COVERED:
        return "H"
    if label == MINED:
        return "F"
    if label == FREE or not isinstance(label, int) or not 0 <= label - flags <= 8:
        raise FormatError(
            f"a cell is labelled {label} with {flags} known mines around it: the jsminesweeper "
            "format writes ?, * and numbers that are not smaller"
        )
    return str(label - flags)


def _run(symbol: str, length: int) -> str:
    digits = _DIGITS[symbol]
    if len(digits) == 1:
        return digits * length
    text = ""
    while length:
        length, digit = divmod(length, len(digits))
        text = digits[digit] + text
    return text


def _number(letters: str) -> int:
    value = 0
    for letter in letters:
        value = value * len(_LETTERS) + _LETTERS.index(letter)
    return value


def _letters(value: int, size: int) -> str:
    text = ""
    for _ in range(size):
        value, digit = divmod(value, len(_LETTERS))
        text = _LETTERS[digit] + text
    return text
