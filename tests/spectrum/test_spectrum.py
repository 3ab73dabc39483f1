"""Numbers that determine the mines: by trying all mines, by floats, and by the eigenvalues."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations
from math import cos, pi

import numpy as np
import pytest

import demine
from demine import Board, spectrum
from demine.errors import InvalidPosition, TooWide
from oneminetruth import ATLAS

SMALL = [
    *ATLAS,
    *(demine.grid(r, c) for r in range(1, 4) for c in range(r, 5) if r * c <= 12),
    demine.hexagonal(3, 4),
    demine.triangular(2, 5),
    demine.grid(3, 4, torus=True),
    demine.grid(3, 4, neighbourhood="rook"),
]


def shown(board: Board, opened: list[int] | None) -> dict[tuple[int, ...], list[set[int]]]:
    """All choices of mines, by the numbers that they show."""
    rows = board.cells if opened is None else opened
    columns = [v for v in board.cells if opened is None or v not in opened]
    found: dict[tuple[int, ...], list[set[int]]] = defaultdict(list)
    for size in range(len(columns) + 1):
        for mines in map(set, combinations(columns, size)):
            found[tuple(len(mines & {*board.neighbours(v)}) for v in rows)].append(mines)
    return found


def check(board: Board, opened: list[int] | None) -> None:
    by_numbers = shown(board, opened)
    unique = all(len(mines) == 1 for mines in by_numbers.values())
    assert spectrum.determines(board, opened) == unique
    pair = spectrum.alike(board, opened)
    assert (pair is None) == unique
    if pair is not None:
        assert pair[0] != pair[1]
        assert any(set(pair[0]) in same and set(pair[1]) in same for same in by_numbers.values())
    if spectrum.nullity(board, opened) == 0:
        assert unique


def test_all_numbers_by_trying_all_mines() -> None:
    for board in SMALL:
        check(board, None)


def test_some_numbers_by_trying_all_mines() -> None:
    rng = np.random.default_rng(7)
    for board in SMALL[::7]:
        for _ in range(2):
            opened = [v for v in board.cells if rng.random() < 0.5]
            if opened:
                check(board, opened)


def test_the_nullity_is_that_of_the_matrix() -> None:
    for board in [*SMALL, demine.grid(9, 9), demine.box((3, 3, 4))]:
        matrix = np.zeros((len(board), len(board)))
        for u, v in board.edges.tolist():
            matrix[u, v] = matrix[v, u] = 1
        rank = np.linalg.matrix_rank(matrix) if len(board) else 0
        assert spectrum.nullity(board) == len(board) - rank


def test_the_nullity_of_grids_is_the_multiplicity_of_the_eigenvalue_0() -> None:
    """The king graph is a product of two paths with loops, less the identity."""
    for rows in range(1, 11):
        for columns in range(rows, 13):
            values = [
                (1 + 2 * cos(pi * i / (rows + 1))) * (1 + 2 * cos(pi * j / (columns + 1))) - 1
                for i in range(1, rows + 1)
                for j in range(1, columns + 1)
            ]
            zeros = sum(abs(value) < 1e-9 for value in values)
            assert spectrum.nullity(demine.grid(rows, columns)) == zeros


def test_a_kernel_need_not_hold_two_choices_of_mines() -> None:
    """So `nullity` alone does not decide. The least such graphs have 7 vertices: 24 of them."""
    found = [board for board in ATLAS if spectrum.nullity(board) and spectrum.determines(board)]
    assert [len(board) for board in found] == [7] * 24
    assert all(len(mines) == 1 for board in found for mines in shown(board, None).values())


def test_wrong_arguments_and_budgets() -> None:
    with pytest.raises(TypeError, match="board"):
        spectrum.nullity("grid")  # type: ignore[arg-type]
    with pytest.raises(IndexError):
        spectrum.nullity(demine.grid(2, 2), [7])
    with pytest.raises(InvalidPosition, match="no cell is opened"):
        spectrum.determines(demine.grid(2, 2), [])
    with pytest.raises(TooWide):
        spectrum.determines(demine.grid(14, 14, torus=True), states=10)
