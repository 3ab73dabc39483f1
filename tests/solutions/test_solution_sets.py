"""Sets of solutions as sets: comparison, symmetric difference, extremes and sizes."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import demine
from demine import Position, Solutions, grid


def solutions(draw: st.DrawFn) -> Solutions:
    board = demine.grid(2, 4)
    label: st.SearchStrategy[str | int] = st.sampled_from(["?", "?", "?", "□", "*", 1, 2])
    labels = draw(st.lists(label, min_size=8, max_size=8))
    return Position(board, labels).solutions()


sets = st.composite(solutions)()


@settings(max_examples=60)
@given(sets, sets)
def test_they_behave_as_python_sets_do(a: Solutions, b: Solutions) -> None:
    x, y = set(a), set(b)
    assert set(a ^ b) == x ^ y
    assert (a <= b, a < b, a >= b, a > b) == (x <= y, x < y, x >= y, x > y)
    assert a.isdisjoint(b) == x.isdisjoint(y)
    assert set(a.intersection(b)) == set(a & b) == x & y
    assert set(a.union(b)) == set(a | b) == x | y
    assert set(a.difference(b)) == set(a - b) == x - y
    assert set(a.product(b)) == set(a * b) == {p | q for p in x for q in y}
    assert a <= a | b
    assert a & b <= a


@settings(max_examples=60)
@given(sets, st.integers(-1, 9))
def test_extremes_and_sizes(a: Solutions, k: int) -> None:
    x = set(a)
    assert set(a.minimal()) == {s for s in x if not any(t < s for t in x)}
    assert set(a.maximal()) == {s for s in x if not any(s < t for t in x)}
    assert set(a.smaller(k)) == {s for s in x if len(s) < k}
    assert set(a.larger(k)) == {s for s in x if len(s) > k}


def test_under_a_number_of_mines_none_contains_another() -> None:
    found = Position(demine.grid(2, 3), ["?"] * 6, mines=2).solutions()
    assert found.minimal() == found.maximal() == found
    assert found.smaller(3) == found
    assert not found.larger(2)


def test_large_sets_and_budgets() -> None:
    found = Position(demine.grid(20, 20), ["?"] * 400).solutions()
    assert found.minimal().count() == found.maximal().count() == 1
    assert found.smaller(2).count() == 401
    with pytest.raises(demine.TooWide):
        found.larger(200, states=10)
    with pytest.raises(TypeError, match="not a set of solutions"):
        found.isdisjoint({1})  # type: ignore[arg-type]


@pytest.mark.parametrize("method", ["intersection", "union", "difference", "product", "isdisjoint"])
def test_methods_behind_operators_take_budgets(method: str) -> None:
    board = grid(20, 20)
    sets = [Position(board, ["?"] * 400, mines).solutions() for mines in (150, 200)]
    with pytest.raises(demine.TooWide, match="1000 states"):
        getattr(sets[0], method)(sets[1], states=1000)
    with pytest.raises(demine.Timeout):
        getattr(sets[0], method)(sets[1], seconds=0)
    with pytest.raises(TypeError, match="unexpected keyword argument 'minutes'"):
        getattr(sets[0], method)(sets[1], minutes=1)


def test_nothing_is_compared_with_what_is_no_set() -> None:
    with pytest.raises(TypeError):
        _ = Position(grid(1, 2), "??").solutions() < 3  # type: ignore[operator]
