"""When do numbers determine the mines? (German and Lakshtanov 2010, cited by Golan 2014, §1.)

Let A be the matrix of the board: A[v, w] = 1 if v and w are neighbours. Mines x, a vector of 0 and
1, show the numbers A·x. Two choices of mines show the same numbers if and only if their difference
z is in the kernel of A; its entries are −1, 0 and 1. So:

- The numbers of all cells determine the mines if 0 is no eigenvalue of A (`nullity` 0). On a board
  where every cell has d neighbours, A = d − L for the Laplacian L: d is no eigenvalue of L.
- In general, they do if and only if 0 is the only such vector z in the kernel (`determines`).

`opened` are the cells that show their numbers; they are free, and A has a row for each of them and
a column for each other cell. Without it every cell shows a number, even a mined one.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Final, NamedTuple, Unpack

from demine.arguments import check, each
from demine.board import Board, Cell, from_edges
from demine.errors import InvalidPosition
from demine.labels import COVERED, FREE, Label
from demine.meter import Budget, Meter, share_seconds
from demine.position import Position

_ENTRY_BYTES: Final = 300
"""About what an entry of the matrix takes here, and as an edge of a position with two cells."""
_PIVOT_BYTES: Final = 200
"""About what an entry of the eliminated matrix takes."""


class _Matrix(NamedTuple):
    """The cells that may be mined, and for each number the cells around it among those."""

    columns: list[int]
    rows: list[list[int]]


def nullity(board: Board, opened: Iterable[Cell] | None = None, **budget: Unpack[Budget]) -> int:
    """The dimension of the kernel of A over the rationals, exactly.

    If every cell shows a number: how often 0 is an eigenvalue of the board. 0 means that the
    numbers determine any mines, and also any other weights of the cells.
    """
    meter = Meter(**budget)
    columns, rows = _matrix(board, opened, meter)
    return len(columns) - _rank(rows, meter)


def determines(
    board: Board, opened: Iterable[Cell] | None = None, **budget: Unpack[Budget]
) -> bool:
    """Whether no two choices of mines show the same numbers, exactly.

    Counts the vectors −1, 0, 1 of the kernel if the nullity does not decide; that may be too wide.
    """
    with share_seconds(budget) as rest:
        meter = Meter(**rest())
        matrix = _matrix(board, opened, meter)
        if len(matrix.columns) == _rank(matrix.rows, meter):
            return True
        return _doubled(matrix, {}, meter).count(**rest()) == 1 << len(matrix.columns)


def alike(
    board: Board, opened: Iterable[Cell] | None = None, **budget: Unpack[Budget]
) -> tuple[frozenset[int], frozenset[int]] | None:
    """Two disjoint choices of mines that show the same numbers; None if there are none."""
    with share_seconds(budget) as rest:
        meter = Meter(**rest())
        matrix = _matrix(board, opened, meter)
        for column in range(len(matrix.columns)):
            position = _doubled(matrix, {2 * column: FREE, 2 * column + 1: FREE}, meter)
            if position.is_consistent(**rest()):
                mined = next(position.solutions(**rest()).iterate(**rest()))
                return _sides(matrix.columns, mined)
    return None


def _sides(columns: list[int], mined: frozenset[int]) -> tuple[frozenset[int], frozenset[int]]:
    """The cells that hold two mines, and those that hold none."""
    held = [(2 * i in mined) + (2 * i + 1 in mined) for i in range(len(columns))]
    more, less = (
        frozenset(v for v, mines in zip(columns, held, strict=True) if mines == n) for n in (2, 0)
    )
    return more, less


def _matrix(board: Board, opened: Iterable[Cell] | None, meter: Meter) -> _Matrix:
    check(board, Board, "board")
    meter.hold(_ENTRY_BYTES * (len(board) + 2 * len(board.edges)))
    if opened is None:
        return _Matrix(list(board.cells), [board.neighbours(v) for v in meter.each(board.cells)])
    shown = {board.index(cell) for cell in each(opened, "opened cells")}
    if not shown:
        raise InvalidPosition("no cell is opened: expected the cells that show numbers")
    columns = [v for v in board.cells if v not in shown]
    return _Matrix(columns, [[w for w in board.neighbours(v) if w not in shown] for v in shown])


def _rank(rows: Iterable[Iterable[int]], meter: Meter) -> int:
    """Over the rationals, by elimination in fractions; rows are sparse."""
    pivots: dict[int, dict[int, Fraction]] = {}
    for row in rows:
        left = dict.fromkeys(row, Fraction(1))
        while left:
            meter.check()
            first = min(left)
            if first not in pivots:
                meter.hold(_PIVOT_BYTES * len(left))
                pivots[first] = {v: value / left[first] for v, value in left.items()}
                break
            factor = left[first]
            for v, value in meter.each(pivots[first].items()):
                left[v] = left.get(v, Fraction(0)) - factor * value
                if not left[v]:
                    del left[v]
    return len(pivots)


def _doubled(matrix: _Matrix, known: dict[int, Label], meter: Meter) -> Position:
    """A position for the vectors z: the cells 2i and 2i + 1 hold zᵢ + 1 mines.

    A number for each row makes A·z = 0. If zᵢ = 0, one of its two cells is mined, in two ways; so z
    is counted 2ᵏ times if it has k entries 0, and z = 0 alone gives 2ⁿ.
    """
    place = {v: i for i, v in enumerate(matrix.columns)}
    cells = 2 * len(place)
    edges = [
        (cells + row, 2 * place[v] + twin)
        for row, around in meter.each(enumerate(matrix.rows))
        for v in around
        for twin in (0, 1)
    ]
    labels: list[Label] = [known.get(cell, COVERED) for cell in range(cells)]
    labels += [len(around) for around in matrix.rows]
    return Position(from_edges(len(labels), edges), labels)
