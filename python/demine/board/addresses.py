"""Addresses: how a person names a cell at a prompt, in a sentence and in Python.

Letters for the column and a number from 1 for the row, as in Garg 2019: `a5`, and `aa5` after `z5`.
In more than two dimensions the slice comes first: `2.a5`, `1.2.a5`. A cell of a graph has the name
of its vertex, or a number if the names are not one word each.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from demine.arguments import show
from demine.errors import FormatError

if TYPE_CHECKING:
    from demine.board.board import Board

_ADDRESS: Final = re.compile(r"((?:[0-9]{1,9}\.)*)([a-z]{1,6})([0-9]{1,9})")
_NUMBER: Final = re.compile(r"[0-9]{1,10}")


def address(board: Board, cell: int) -> str:
    """The address of a cell."""
    if board.words is not None:
        return board.words[cell]
    if board.layout.is_numbered:
        return str(cell)
    *slice, row, column = (0, *board.coordinates(cell))[-max(2, len(board.layout.shape)) :]
    return "".join(f"{part + 1}." for part in slice) + f"{letters(column)}{row + 1}"


def cell_at(board: Board, text: str) -> int:
    """The cell of an address; `FormatError` says which addresses the board has."""
    if board.words is not None:
        return _find_name(board, text)
    if board.layout.is_numbered:
        return _find_number(board, text)
    match = _ADDRESS.fullmatch(text.lower())
    if match is None:
        raise FormatError(f"{show(text)} is not a cell: expected {addresses(board)}")
    slice, column, row = match.groups()
    parts = [*(int(part) - 1 for part in slice.split(".")[:-1]), int(row) - 1, _column(column)]
    try:
        return board.layout.index(tuple(parts[-1:] if len(board.layout.shape) == 1 else parts))
    except IndexError:
        said = f"{show(text)} is not on the board: expected {addresses(board)}"
        raise FormatError(said) from None


def words_of(names: tuple[object, ...]) -> tuple[str, ...] | None:
    """Names of vertices as words; None unless each is one printable word that no other has."""
    words = tuple(map(str, names))
    if len(set(words)) < len(words):
        return None
    return words if all(word.isprintable() and word.split() == [word] for word in words) else None


def _find_number(board: Board, text: str) -> int:
    if _NUMBER.fullmatch(text) is None or int(text) not in board.cells:
        raise FormatError(f"{show(text)} is not a cell: expected a number, {addresses(board)}")
    return int(text)


def _find_name(board: Board, text: str) -> int:
    """A vertex by its name. Case matters only if two names differ in nothing else."""
    assert board.words is not None
    if text in board.words:
        return board.words.index(text)
    alike = [cell for cell, word in enumerate(board.words) if word.lower() == text.lower()]
    if len(alike) != 1:
        raise FormatError(
            f"{show(text)} is not a cell: expected the name of a vertex, {addresses(board)}"
        )
    return alike[0]


def addresses(board: Board) -> str:
    """The first and the last address of a board, in words."""
    if len(board) == 0:
        return "none, for the board is empty"
    holes = ", some left out" if len(board) < board.layout.present.size else ""
    return f"{address(board, 0)} to {address(board, len(board) - 1)}{holes}"


def row_head(board: Board, cell: int) -> str:
    """The heading of the row of a cell: its number from 1, or y where cells are named `x,y`."""
    if board.words is not None:
        return board.words[cell].rpartition(",")[2]
    return str((0, *board.coordinates(cell))[-2] + 1)


def column_head(board: Board, cell: int) -> str:
    """The heading of the column of a cell: its letters, or x where cells are named `x,y`."""
    if board.words is not None:
        return board.words[cell].partition(",")[0]
    return letters(board.coordinates(cell)[-1])


def letters(column: int) -> str:
    """The letters of a column: a to z, then aa, ab and so on."""
    name = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        name = chr(ord("a") + letter) + name
    return name


def _column(name: str) -> int:
    column = 0
    for letter in name:
        column = 26 * column + ord(letter) - ord("a") + 1
    return column - 1
