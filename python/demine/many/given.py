"""Given: the labels and numbers of mines of many positions, checked and as arrays."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from demine.board import Board
from demine.errors import InvalidPosition
from demine.labels import CODES
from demine.position import Position

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

UNKNOWN: Final = -1
"""Stands for an unknown number of mines in the engine."""


def codes_of(board: Board, labels: ArrayLike) -> NDArray[Any]:
    """A row of codes per position, whole numbers of any type."""
    given = np.asarray(labels)
    if given.dtype.kind in "UO":
        given = _codes_of_text(given)
    if given.dtype.kind not in "iu":
        raise InvalidPosition(f"labels of type {given.dtype}: expected whole numbers or text")
    if given.ndim < 2 or given[:1].size != len(board) * len(given[:1]):
        raise InvalidPosition(
            f"labels of shape {given.shape}: expected (positions, {len(board)}),"
            f" a row of {len(board)} labels per position"
        )
    return given.reshape(len(given), len(board))


def positions_of(board: Board, given: Iterable[Any]) -> list[Position]:
    """Positions on this board, and nothing else."""
    listed = list(given)
    for row, position in enumerate(listed):
        if not isinstance(position, Position) or position.board != board:
            raise InvalidPosition(
                f"row {row} is not a position on {board!r}: expected positions on it"
            )
    return listed


def _codes_of_text(labels: NDArray[Any]) -> NDArray[np.int64]:
    """The codes of labels given as text."""
    words, places = np.unique(labels.astype(str), return_inverse=True)
    return np.array([_code(str(word)) for word in words], np.int64)[places].reshape(labels.shape)


def _code(word: str) -> int:
    if word in CODES:
        return CODES[word]
    if word.isascii() and word.isdigit() and len(word) < 10:
        return int(word)
    raise InvalidPosition(f"a cell is labelled {word[:40]!r}: expected '?', '□', '*' or a number")


def mines_of(mines: int | ArrayLike | None, positions: int) -> NDArray[np.int64]:
    """A number of mines per position, −1 where it is unknown."""
    given = np.asarray(UNKNOWN if mines is None else mines)
    if given.dtype.kind not in "iu" or given.ndim > 1:
        raise InvalidPosition("mines: expected an int, one int per position, or None")
    if given.ndim and len(given) != positions:
        raise InvalidPosition(f"{len(given)} numbers of mines for {positions} positions")
    if given.ndim == 0 and mines is not None and given < 0:
        raise InvalidPosition(f"{given} mines: the number of mines is at least 0")
    if given.size and int(given.max()) > np.iinfo(np.int64).max:
        raise InvalidPosition(f"{given.max()} mines: expected at most one per cell")
    return np.broadcast_to(given, positions).astype(np.int64)
