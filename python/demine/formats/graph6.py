"""The `graph6` format of nauty: a graph alone, as one line of printable characters.

The number of vertices, then one bit per pair of vertices, column by column of the upper triangle,
six bits to a character. As a position, every cell is covered and the number of mines is not known.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from demine.board import from_edges
from demine.errors import FormatError
from demine.formats.pace import check_graph_alone
from demine.labels import COVERED
from demine.position import Position

_HEADER: Final = ">>graph6<<"
_LOW: Final = 63
_HIGH: Final = 126
_SHORT: Final = 62
# More vertices would make a line of more than a hundred megabytes.
_MOST_READ: Final = 40_000


def is_graph6(line: str) -> bool:
    """Whether a line has the header, or the length that its first characters promise."""
    if line.startswith(_HEADER):
        return True
    if not line or any(not _LOW <= ord(letter) <= _HIGH for letter in line):
        return False
    vertices, start = _order(line)
    return vertices >= 0 and len(line) - start == _length(vertices)


def parse(line: str) -> Position:
    """The covered position on the graph of a line."""
    body = line.removeprefix(_HEADER).strip()
    if not body or any(not _LOW <= ord(letter) <= _HIGH for letter in body):
        raise FormatError("line 1: graph6 is written in the characters from ? to ~")
    vertices, start = _order(body)
    if not 0 <= vertices <= _MOST_READ:
        raise FormatError(f"line 1: expected a graph6 graph of at most {_MOST_READ} vertices")
    if len(body) - start != _length(vertices):
        raise FormatError(
            f"line 1: {len(body) - start} characters after the number of vertices, "
            f"expected {_length(vertices)} for {vertices} vertices"
        )
    six = np.frombuffer(body[start:].encode(), np.uint8) - _LOW
    bits = np.unpackbits(six[:, None], axis=1)[:, 2:].ravel()[: vertices * (vertices - 1) // 2]
    columns, rows = _pairs(vertices)
    edges = np.stack([rows, columns], axis=1)[bits.astype(bool)]
    return Position(from_edges(vertices, edges), [COVERED] * vertices)


def write(position: Position) -> str:
    """The graph of a position without numbers or mines; `FormatError` for any other."""
    check_graph_alone(position, "graph6")
    board = position.board
    vertices = len(board)
    if vertices > _MOST_READ:
        raise FormatError(f"{vertices} cells: graph6 is written for at most {_MOST_READ}")
    bits = np.zeros(6 * _length(vertices), dtype=np.uint8)
    u, v = board.edges.T
    bits[v * (v - 1) // 2 + u] = 1
    six = bits.reshape(-1, 6) @ (1 << np.arange(5, -1, -1))
    return _write_order(vertices) + "".join(chr(_LOW + int(value)) for value in six) + "\n"


def _order(line: str) -> tuple[int, int]:
    """The number of vertices, −1 if it is malformed, and the place where the bits begin."""
    values = [ord(letter) - _LOW for letter in line[:4]]
    if values[0] <= _SHORT:
        return values[0], 1
    if len(values) < 4 or values[1] > _SHORT:
        return -1, 0
    return values[1] << 12 | values[2] << 6 | values[3], 4


def _write_order(vertices: int) -> str:
    if vertices <= _SHORT:
        return chr(_LOW + vertices)
    parts = (vertices >> 12, vertices >> 6 & 63, vertices & 63)
    return "~" + "".join(chr(_LOW + part) for part in parts)


def _length(vertices: int) -> int:
    return -(-vertices * (vertices - 1) // 2 // 6) if vertices > 1 else 0


def _pairs(vertices: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    columns = np.repeat(np.arange(vertices), np.arange(vertices))
    starts = columns * (columns - 1) // 2
    return columns, np.arange(len(columns)) - starts
