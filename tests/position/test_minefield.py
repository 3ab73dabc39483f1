"""MB(m, n, C, A) and MG (Suzuki, Hao and Minato, §2 and §4.2)."""

from __future__ import annotations

import pytest
from hypothesis import given

import demine
from demine import Position, minefield, subgraphs
from oracle import solutions
from strategies import positions


def test_a_minefield_by_hand() -> None:
    """Two numbers that share one of three cells; a fourth touches none."""
    position = minefield(4, 2, [1, 1], [{0, 1}, {1, 2}])
    assert position.labels == ("?", "?", "?", "?", 1, 1)
    near = {frozenset({1}), frozenset({0, 2})}
    assert set(position.solutions(loose=False)) == near
    assert set(position.solutions()) == near | {one | {3} for one in near}
    assert minefield(0, 1, [0], [[]]).count() == 1
    assert minefield(0, 1, [1], [[]]).count() == 0


@given(positions())
def test_subgraphs_are_the_solutions(position: Position) -> None:
    """Theorem 1, with known mines and cells next to no number."""
    graph, degrees = position.degree_model()
    found = subgraphs(graph, degrees)
    numbers = {cell for cell, label in enumerate(position.labels) if isinstance(label, int)}
    near = {cell for cell in graph.cells if cell not in numbers and graph.neighbours(cell)}
    edges = [(u, v) for u, v in position.board.edges.tolist()]
    legal = solutions(len(position.board), edges, position.labels)
    mined = [{cell for edge in one for cell in edge} - numbers for one in found]
    assert sorted(map(sorted, mined)) == sorted(map(sorted, {one & near for one in legal}))


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ((-1, 0, [], []), "m is -1: expected at least 0"),
        ((2, 1, [], [[0]]), "0 counts for 1 numbers: expected one per number"),
        ((2, 1, [1], []), "0 around for 1 numbers: expected one per number"),
        ((2, 1, [1], [[2]]), "a cell around number 0, counted from 0, is 2: expected 0 to 1"),
        ((2, 1, [-1], [[0]]), "number 0 is -1: expected at least 0"),
        ((2, 1, [1], [3]), "3: expected the cells around number 0"),
        ((2, 1, 7, [[0]]), "7: expected 1 counts"),
    ],
)
def test_wrong_minefields_are_named(given: tuple[object, ...], said: str) -> None:
    with pytest.raises((TypeError, ValueError)) as raised:
        demine.minefield(*given)  # type: ignore[arg-type]
    assert str(raised.value) == said
