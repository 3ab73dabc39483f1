"""Rows: labels and codes as arrays of rows, and how they become one label per cell."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final, cast

import numpy as np

from demine.arguments import each, show
from demine.board import Board
from demine.errors import InvalidPosition
from demine.labels import CODES, IMPOSSIBLE_CODE, LABELS, Label

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Buffer = bytes | bytearray | memoryview | array[int]

_BUFFERS: Final = (bytes, bytearray, memoryview, array)

_DIGITS: Final = frozenset("0123456789")

_SHORT: Final = frozenset("bhiBH")
"""numpy's characters for whole numbers that fit in 32 bits, in any order of bytes."""


def label_per_cell(board: Board, rows: Iterable[Any]) -> list[Label]:
    """The labels of rows, one after the other; a box has planes of rows. Holes are left out."""
    flat, shape = _flatten(list(rows), len(board.layout.shape))
    _check_shape(board, "labels", shape)
    return [flat[place] for place in np.flatnonzero(board.layout.present)]


def letter_rows(board: Board, rows: Sequence[Any]) -> list[list[Label]] | None:
    """The labels of rows that are texts, a letter per cell; None unless all of them are."""
    shape = board.layout.shape
    if len(shape) != 2 or len(rows) != shape[0] or shape[1] == 1:
        return None
    if not all(isinstance(row, str) and len(row) == shape[1] for row in rows):
        return None
    return [[int(letter) if letter in _DIGITS else letter for letter in row] for row in rows]


def labels_of_text(given: NDArray[np.str_]) -> NDArray[np.object_]:
    """The labels in an array of texts, as numpy makes of numbers and texts together."""
    words, places = np.unique(given, return_inverse=True)
    labels = np.empty(len(words), object)
    labels[:] = [int(word) if _DIGITS.issuperset(word or "?") else word for word in words.tolist()]
    return cast("NDArray[np.object_]", labels[places].reshape(given.shape))


def array_of(codes: ArrayLike | Buffer) -> ArrayLike:
    """A buffer as an array over the same memory; anything else as it is.

    Bytes are numbers with a sign here: −1 is the byte 255.
    """
    if isinstance(codes, np.ndarray | list | tuple) or not isinstance(codes, _BUFFERS):
        return cast("ArrayLike", codes)
    view = memoryview(codes)
    return np.asarray(view.cast("b") if view.format == "B" and view.c_contiguous else view)


def plain_codes(board: Board, codes: ArrayLike) -> NDArray[np.int32] | NDArray[np.int8] | None:
    """An array of short codes as the engine reads it, without a copy if it has 8 or 32 bits.

    None if the codes must be read one by one, for example to say what is wrong with them.
    """
    if not isinstance(codes, np.ndarray) or codes.dtype.char not in _SHORT:
        return None
    if codes.ndim != 1:
        if codes.shape != board.layout.shape or not board.layout.present.all():
            return None
        codes = codes.reshape(-1)
    if codes.dtype.char == "b":
        return np.ascontiguousarray(codes, dtype=np.int8)
    return np.ascontiguousarray(codes, dtype=np.int32)


def read_codes(board: Board, codes: ArrayLike) -> list[Label]:
    """A label per cell from codes, one per cell or in rows; `InvalidPosition` names a wrong one."""
    given = _array(codes)
    if given.ndim != 1:
        _check_shape(board, "codes", given.shape)
        given = given[board.layout.present]
    least = min(CODES.values())
    wrong = np.flatnonzero((given < least) | (given > IMPOSSIBLE_CODE))
    if wrong.size:
        cell = int(wrong[0])
        raise InvalidPosition(
            f"cell {cell} has the code {given[cell]}: expected a number, or -1 for '?',"
            " -2 for '□', -3 for '*'"
        )
    return list(map(LABELS.__getitem__, given.tolist()))


def _array(codes: ArrayLike) -> NDArray[Any]:
    """The codes as whole numbers."""
    try:
        given = np.asarray(codes)
    except ValueError:  # rows of different lengths
        given = np.asarray(None)
    if given.size == 0 and given.dtype.kind == "f":
        given = given.astype(np.int32)  # an empty list, as a board without cells has
    if given.dtype.kind not in "iu":
        raise InvalidPosition(f"the codes are {show(codes)}: expected an array of whole numbers")
    return given


def _flatten(rows: list[Any], depth: int) -> tuple[list[Any], tuple[int, ...]]:
    """The labels of nested rows, and the lengths of the rows; −1 where lengths differ."""
    if depth <= 1:
        return rows, (len(rows),)
    inner = [_flatten(list(each(row, "rows of labels")), depth - 1) for row in rows]
    lengths = {shape for _, shape in inner}
    shape = lengths.pop() if len(lengths) == 1 else (-1,) * (depth - 1)
    return [label for flat, _ in inner for label in flat], (len(rows), *shape)


def _check_shape(board: Board, what: str, shape: tuple[int, ...]) -> None:
    expected = board.layout.shape
    if shape != expected:
        sides = " × ".join(map(str, expected))
        expects = f"expected {sides}, or one per cell"
        if -1 in shape:
            raise InvalidPosition(f"{what} in rows of different lengths for {board!r}: {expects}")
        found = " × ".join(map(str, shape))
        raise InvalidPosition(f"{found} {what} for {board!r}: {expects}")
