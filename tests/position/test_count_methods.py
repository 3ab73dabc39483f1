"""`count(method=…)`: four ways to the same number."""

from __future__ import annotations

from random import Random

import pytest

import demine
import oracle
from demine import Position
from oracle import Label

CHOICES: list[Label] = ["?", "?", "?", "*", "□", 0, 1, 2]


@pytest.mark.parametrize("seed", range(60))
def test_every_method_is_brute_force(seed: int) -> None:
    random = Random(seed)
    cells = random.randint(1, 9)
    pairs = [(u, v) for v in range(cells) for u in range(v) if random.random() < 0.3]
    labels = random.choices(CHOICES, k=cells)
    mines = random.choice([None, random.randint(0, cells)])
    expected = len(oracle.solutions(cells, pairs, labels, mines))
    position = Position(demine.from_edges(cells, pairs), labels, mines)
    assert position.count() == expected
    for method in ("auto", "circuit", "sweep"):
        assert position.count(method=method) == expected
    if position.board.is_forest():
        assert position.count(method="tree") == expected


def test_an_unknown_method_is_named() -> None:
    position = Position(demine.grid(1, 2), ["?", 1])
    expected = r"^the method is 'magic': expected one of 'auto', 'tree', 'circuit', 'sweep'$"
    with pytest.raises(ValueError, match=expected):
        position.count(method="magic")  # type: ignore[arg-type]


def test_a_board_with_a_cycle_is_no_tree() -> None:
    position = Position(demine.grid(2, 2), ["?"] * 4)
    with pytest.raises(ValueError, match=r"has a cycle: the method 'tree' needs a forest$"):
        position.count(method="tree")


@pytest.mark.parametrize(
    ("cells", "edges", "expected"),
    [
        (0, [], True),
        (3, [], True),
        (4, [(0, 1), (2, 3)], True),
        (4, [(0, 1), (1, 2), (0, 2)], False),
        (5, [(3, 1), (1, 4), (0, 4), (2, 3)], True),
        (3, [(0, 1), (1, 2), (0, 2)], False),
    ],
)
def test_a_forest_has_no_cycle(cells: int, edges: list[tuple[int, int]], expected: bool) -> None:
    assert demine.from_edges(cells, edges).is_forest() == expected
