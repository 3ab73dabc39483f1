"""Degree constrained subgraphs: brute force on all small graphs, known numbers, other tools."""

from __future__ import annotations

import pickle
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import networkx as nx
import numpy as np
import pytest
from graphillion import GraphSet
from hypothesis import given, settings
from hypothesis import strategies as st

import data
import demine
from demine import Board, Subgraphs, TooWide, from_edges, grid, subgraphs
from demine.solutions import Edge
from oracle import subsets
from peers import OxiDD
from strategies import graphs

Degrees = dict[int, set[int]]
SYSTEMS = list(data.suzuki())


def by_trial(board: Board, degrees: Degrees) -> set[frozenset[Edge]]:
    """Every set of edges, tried one by one."""
    edges = [(u, v) for u, v in board.edges.tolist()]
    return {
        frozenset(chosen)
        for chosen in subsets(edges)
        if all(sum(v in edge for edge in chosen) in allowed for v, allowed in degrees.items())
    }


def small_boards(most: int) -> list[Board]:
    return [
        from_edges(n, edges)
        for n in range(most + 1)
        for edges in subsets(list(combinations(range(n), 2)))
    ]


@st.composite
def constrained(draw: st.DrawFn, most: int = 5) -> tuple[Board, Degrees]:
    """Any small graph; any degrees, also some that no vertex can have, at some vertices."""
    board = draw(graphs(most))
    degrees = st.sets(st.integers(0, most))
    return board, draw(
        st.dictionaries(st.sampled_from(board.cells), degrees) if board else st.just({})
    )


def test_all_graphs_up_to_four_vertices_with_one_set_for_all() -> None:
    for board in small_boards(4):
        for allowed in map(set, subsets(range(4))):
            wanted = by_trial(board, dict.fromkeys(board.cells, allowed))
            found = subgraphs(board, allowed)
            assert (set(found), found.count()) == (wanted, len(wanted))


def test_all_graphs_up_to_three_vertices_with_every_set_per_vertex() -> None:
    sets = [set(degrees) for degrees in subsets(range(3))]
    for board in small_boards(3):
        for several in product(sets, repeat=len(board)):
            degrees = dict(enumerate(several))
            assert set(subgraphs(board, degrees)) == by_trial(board, degrees)


@given(constrained())
def test_any_small_graph(case: tuple[Board, Degrees]) -> None:
    wanted = by_trial(*case)
    found = subgraphs(*case)
    assert (set(found), found.count()) == (wanted, len(wanted))
    for edge in map(tuple, case[0].edges.tolist()):
        share = sum(edge in one for one in wanted)
        if wanted:
            assert found.probability(edge) == Fraction(share, len(wanted))
    assert all(one in found for one in wanted)
    assert pickle.loads(pickle.dumps(found)) == found


@given(st.data())
@settings(max_examples=60)
def test_operators(draw: st.DataObject) -> None:
    board, degrees = draw.draw(constrained(4))
    others = (
        draw.draw(st.dictionaries(st.sampled_from(board.cells), st.sets(st.integers(0, 3))))
        if board
        else {}
    )
    a, b = subgraphs(board, degrees), subgraphs(board, others)
    x, y = by_trial(board, degrees), by_trial(board, others)
    assert (set(a & b), set(a | b), set(a - b), set(a ^ b)) == (x & y, x | y, x - y, x ^ y)
    assert set(a * b) == {p | q for p in x for q in y}
    assert (a <= b, a == b) == (x <= y, x == y)
    assert Subgraphs.from_sets(board, x) == a
    assert set(a.smaller(2)) == {one for one in x if len(one) < 2}
    assert set(a.larger(2)) == {one for one in x if len(one) > 2}


@pytest.mark.parametrize(
    ("rows", "columns", "degrees", "count"),
    [
        (4, 4, {1}, 36),  # domino tilings, OEIS A004003
        (6, 6, {1}, 6728),
        (8, 8, {1}, 12988816),
        (3, 3, {0, 1}, 131),  # matchings, OEIS A028420
        (4, 4, {0, 1}, 10012),
        (5, 5, {0, 1}, 2810694),
        (4, 4, {2}, 18),  # covers by cycles, by Graphillion
        (6, 6, {2}, 13903),
    ],
)
def test_known_numbers_of_rook_grids(
    rows: int, columns: int, degrees: set[int], count: int
) -> None:
    board = grid(rows, columns, neighbourhood="rook")
    assert subgraphs(board, degrees).count() == count


@given(graphs(12))
def test_even_subgraphs_are_the_cycle_space(board: Board) -> None:
    parts = nx.number_connected_components(board.to_networkx()) if board else 0
    even = subgraphs(board, range(0, 12, 2))
    assert even.count() == 2 ** (len(board.edges) - len(board) + parts)


@given(st.data())
@settings(max_examples=40)
def test_graphillion_finds_as_many(draw: st.DataObject) -> None:
    board = draw.draw(graphs(9).filter(lambda board: len(board.edges) > 0))
    steps = st.builds(range, st.integers(0, 2), st.integers(3, 6), st.integers(1, 3))
    degrees = {cell: draw.draw(steps) for cell in board.cells if board.neighbours(cell)}
    edges = [(u, v) for u, v in board.edges.tolist()]
    GraphSet.set_universe(edges)
    theirs = GraphSet.graphs(degree_constraints=degrees)
    ours = subgraphs(board, degrees)
    assert ours.count() == theirs.len()
    few = (
        [frozenset(tuple(sorted(edge)) for edge in one) for one in theirs.rand_iter()]
        if theirs.len() < 200 and theirs
        else []
    )
    assert all(one in ours for one in few)


@given(constrained())
@settings(max_examples=40)
def test_oxidd_combines_them_to_as_many(case: tuple[Board, Degrees]) -> None:
    board, degrees = case
    items = range(len(board.edges))
    peer = OxiDD(items)
    first = subgraphs(board, degrees)
    second = subgraphs(board, {0, 1})
    number = {edge: i for i, edge in enumerate(first.edges)}
    theirs = [
        peer.sets(frozenset(map(number.__getitem__, one)) for one in few) for few in (first, second)
    ]
    for operator, ours in (("&", first & second), ("|", first | second), ("-", first - second)):
        assert peer.combine(operator, *theirs)[0] == ours.count()


@pytest.mark.parametrize("system", SYSTEMS[::5], ids=str)
def test_theorem_1_at_the_papers_sizes(system: data.System) -> None:
    position = system.position()
    found = subgraphs(*position.degree_model())
    assert found.count() == system.count
    solutions = position.solutions(loose=False)
    for one in found.sample(5, seed=1):
        assert frozenset(min(edge) for edge in one) in solutions


def test_a_grid_takes_coordinates_and_either_end_first() -> None:
    found = subgraphs(grid(2, 2, neighbourhood="rook"), {1})
    assert set(found) == {frozenset({(0, 1), (2, 3)}), frozenset({(0, 2), (1, 3)})}
    assert {((0, 0), (0, 1)), ((1, 1), (1, 0))} in found
    assert found.probability((1, 0)) == Fraction(1, 2)
    assert found.given({(0, 1): True}).count() == 1
    assert found.cheapest({(0, 1): 3, (2, 0): 1}) == {(0, 2), (1, 3)}
    assert found.cheapest([0, 0, 5, 0]) in found
    assert repr(found) == "<Subgraphs: 2 on grid(2, 2, neighbourhood='rook')>"
    assert "a1–b1" in found.dot()
    assert set(found.order) <= set(found.edges)
    assert {(0, 3)} not in found  # no edge
    assert 7 not in found
    assert {7} not in found


def test_vertices_without_degrees_may_have_any() -> None:
    board = from_edges(3, [(0, 1), (1, 2)])
    assert subgraphs(board, {}).count() == 4
    assert set(subgraphs(board, {1: {1}})) == {frozenset({(0, 1)}), frozenset({(1, 2)})}
    assert subgraphs(board, range(10**18)).count() == 4
    assert subgraphs(board, set()).count() == 0
    assert subgraphs(from_edges(0, []), {1}).count() == 1


@pytest.mark.parametrize(
    "degrees",
    [[1, 2, 1], (1, {2}, [1]), np.array([1, 2, 1]), {0: 1, 1: 2, 2: 1}, [{1}, np.array([2]), 1]],
)
def test_a_list_has_one_entry_per_vertex(degrees: Any) -> None:
    board = from_edges(3, [(0, 1), (1, 2), (0, 2)])
    assert set(subgraphs(board, degrees)) == {frozenset({(0, 1), (1, 2)})}


def test_one_degree_for_all_vertices() -> None:
    board = from_edges(4, [(0, 1), (1, 2), (2, 3), (0, 3)])
    wanted = by_trial(board, {v: {1} for v in board.cells})
    assert set(subgraphs(board, 1)) == set(subgraphs(board, {1})) == wanted


@pytest.mark.parametrize(
    ("degrees", "error", "said"),
    [
        ("3", TypeError, "a degree is '3': expected a whole number"),
        (2.5, TypeError, "2.5: expected a degree, or a set of degrees such as {0, 2}"),
        (
            {0: None},
            TypeError,
            "None: expected a degree of vertex 0, or a set of degrees such as {0, 2}",
        ),
        (
            [0, 2],
            ValueError,
            "2 degrees in a list for 3 vertices: expected one entry per vertex, or a set for all "
            "vertices, such as {0, 2}",
        ),
        ([-1, 1, 1], ValueError, "a degree of vertex 0 is -1: expected at least 0"),
        ({-1}, ValueError, "a degree is -1: expected at least 0"),
        ({1: ["a"]}, TypeError, "a degree of vertex 1 is 'a': expected a whole number"),
        ({9: {1}}, IndexError, "cell 9 is not on a board of 3 cells, numbered from 0"),
    ],
)
def test_wrong_degrees_are_named(degrees: object, error: type[Exception], said: str) -> None:
    with pytest.raises(error) as raised:
        subgraphs(from_edges(3, [(0, 1), (1, 2)]), degrees)  # type: ignore[arg-type]
    assert str(raised.value) == said


def test_wrong_edges_and_sets_are_named() -> None:
    board = from_edges(3, [(0, 1), (1, 2)])
    found = subgraphs(board, {0, 1})
    with pytest.raises(IndexError, match=r"\(0, 2\) is not an edge of the board"):
        found.probability((0, 2))
    with pytest.raises(TypeError, match="0 is not an edge: expected two cells"):
        found.given({0: True})
    with pytest.raises(TypeError, match="not a set of subgraphs"):
        found & demine.Solutions.from_sets(board, [{0}])  # type: ignore[operator]
    with pytest.raises(ValueError, match="different boards"):
        found * subgraphs(from_edges(2, [(0, 1)]), {1})
    with pytest.raises(demine.NoLegalAssignment, match="no such subgraph"):
        subgraphs(board, {5}).sample()


def test_budgets() -> None:
    board = grid(20, 20)
    with pytest.raises(TooWide):
        subgraphs(board, {2, 5}, states=1000)
    with pytest.raises(demine.Timeout):
        subgraphs(board, {2, 5}, seconds=0.02)
    star = from_edges(50_001, [(0, leaf) for leaf in range(1, 50_001)])
    with pytest.raises(TooWide):  # as many classes of degrees as leaves
        subgraphs(star, {0: range(25_000)}, states=10_000)
