"""Given sets and direct products, beside Python's own sets, Graphillion and OxiDD."""

from __future__ import annotations

from itertools import combinations
from math import comb

import pytest
from graphillion import setset
from hypothesis import given, settings
from hypothesis import strategies as st

import demine
from demine import Position, Solutions, TooWide, from_edges, grid
from demine.solutions import Diagram
from oracle import subsets
from peers import OxiDD, count_nodes

CELLS = 6
families = st.sets(st.frozensets(st.integers(0, CELLS - 1)), max_size=12)


def of(family: set[frozenset[int]]) -> Solutions:
    return Solutions.from_sets(from_edges(CELLS, []), family)


@given(families)
def test_given_sets(family: set[frozenset[int]]) -> None:
    found = of(family)
    assert set(found) == family
    assert found.count() == len(family)
    assert set(found.order) == frozenset().union(*family)
    assert found == Solutions.from_diagram(found.board, Diagram(*found.diagram))


@given(families, families)
def test_products_by_definition(p: set[frozenset[int]], q: set[frozenset[int]]) -> None:
    assert set(of(p) * of(q)) == {a | b for a in p for b in q}


@given(families, families)
@settings(max_examples=50)
def test_products_by_graphillion(p: set[frozenset[int]], q: set[frozenset[int]]) -> None:
    setset.set_universe(range(CELLS))
    theirs = setset(list(map(set, p))).join(setset(list(map(set, q))))
    assert set(of(p) * of(q)) == set(map(frozenset, theirs))


@given(families, families)
@settings(max_examples=50)
def test_given_sets_and_products_by_oxidd(p: set[frozenset[int]], q: set[frozenset[int]]) -> None:
    """Along one order the diagrams are canonical: OxiDD's have as many nodes and sets."""
    one, other = of(p), of(q)
    product = one * other
    for ours, theirs in ((one, p), (other, q), (product, {a | b for a in p for b in q})):
        peer = OxiDD(ours.order)
        assert peer.size(peer.sets(theirs)) == (ours.count(), count_nodes(*ours.diagram[1:]))
    peer = OxiDD(product.order)
    sizes = peer.combine("*", peer.sets(p), peer.sets(q))
    assert sizes == (product.count(), count_nodes(*product.diagram[1:]))


@given(families, families, families)
def test_laws(p: set[frozenset[int]], q: set[frozenset[int]], r: set[frozenset[int]]) -> None:
    a, b, c = of(p), of(q), of(r)
    assert a * b == b * a
    assert (a * b) * c == a * (b * c)
    assert a * (b | c) == a * b | a * c
    assert a * of({frozenset()}) == a
    assert not a * of(set())


def test_solutions_of_separate_parts() -> None:
    """The product of both halves of a board; the factors stay apart, so it is small."""
    board = grid(40, 40)
    upper, lower = (
        Position(board, [label] * 800 + [other] * 800).solutions()
        for label, other in (("?", "□"), ("□", "?"))
    )
    assert upper * lower == Position(board, ["?"] * 1600).solutions()
    assert (upper.with_mines(1) * lower.with_mines(2)).count() == 800 * (800 * 799 // 2)


def test_equal_sets_count_once_and_grids_take_coordinates() -> None:
    found = Solutions.from_sets(grid(2, 2), [[(0, 0), 3], {3, 0}, [0, 0]])
    assert set(found) == {frozenset({0, 3}), frozenset({0})}
    assert Solutions.from_sets(grid(2, 2), []).count() == 0


def test_subsets_of_every_size() -> None:
    board = from_edges(CELLS, [])
    for n in range(CELLS + 1):
        for cells in combinations(range(CELLS), n):
            for size in range(CELLS + 2):
                chosen = Solutions.subsets(board, cells, size)
                assert set(chosen) == set(map(frozenset, combinations(cells, size)))
            every = Solutions.subsets(board, reversed(cells))
            assert set(every) == {frozenset(one) for one in subsets(list(cells))}


def test_subsets_of_edges_and_of_many_cells() -> None:
    edges = demine.Subgraphs.subsets(grid(2, 2), [("a1", "b1"), (0, 2)], 1)
    assert set(edges) == {frozenset({(0, 1)}), frozenset({(0, 2)})}
    board = from_edges(400, [])
    half = Solutions.subsets(board, range(400), 200)
    assert half.count() == comb(400, 200)
    assert half == Solutions.subsets(board, range(400)).with_mines(200)
    assert Solutions.subsets(board, range(400), 10**30).count() == 0
    with pytest.raises(ValueError, match="size is -1: expected at least 0"):
        Solutions.subsets(board, [0], -1)
    with pytest.raises(IndexError, match="cell 400 is not on a board of 400 cells"):
        Solutions.subsets(board, [400])
    with pytest.raises(TooWide):
        Solutions.subsets(board, range(400), 200, bytes=1_000_000)


def test_ten_thousand_long_sets() -> None:
    board = from_edges(20_000, [])
    found = Solutions.from_sets(board, (range(i, 20_000, 997) for i in range(10_000)))
    assert found.count() == 10_000


@pytest.mark.parametrize(
    ("sets", "error", "said"),
    [
        (3, TypeError, "3: expected sets of cells"),
        ([3], TypeError, "3: expected a set of cells"),
        ([{9}], IndexError, "cell 9 is not on a board of 6 cells"),
    ],
)
def test_wrong_sets_are_named(sets: object, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        Solutions.from_sets(from_edges(CELLS, []), sets)  # type: ignore[arg-type]


def test_a_product_takes_sets_of_one_board_and_kind() -> None:
    board = from_edges(2, [(0, 1)])
    one = Solutions.from_sets(board, [{0}])
    with pytest.raises(TypeError, match="3 is not a set of solutions"):
        one * 3  # type: ignore[operator]
    with pytest.raises(ValueError, match="different boards"):
        one * Solutions.from_sets(from_edges(3, []), [{0}])
    with pytest.raises(demine.Timeout):
        Solutions.from_sets(board, [{0}], seconds=0)


def test_a_wide_product_keeps_to_the_states() -> None:
    """Every pair of 40 cells, joined with itself: native, since an operator has no budget."""
    board = from_edges(40, [])
    pairs = Position(board, ["?"] * 40).solutions().with_mines(8)
    with pytest.raises(TooWide):
        pairs._native.times(pairs._native, (100, None, None, None))
