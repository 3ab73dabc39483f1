"""Trees (Golan 2011, §4): Table 1 and Theorems 2.1–2.3, against an independent recursion."""

from __future__ import annotations

from math import comb
from random import Random

import hypothesis.strategies as st
import networkx as nx
import numpy as np
import pytest
from hypothesis import given

import demine
import golan_trees
import oracle
from demine import Position
from oracle import Label
from shapes import SHAPES, path, star
from strategies import edges_of, glances, labellings, trees
from tree_families import FAMILIES
from truth import Truth, glance, random_truth

MILLION = 10**6

# The polynomials P(v) and P₋(v) of a leaf v, as the coefficients of 1 and x.
TABLE_1: dict[Label, tuple[list[int], list[int]]] = {
    "□": ([1, 0], [1, 0]),
    "*": ([0, 1], [0, 1]),
    "?": ([1, 1], [1, 1]),
    0: ([1, 0], [0, 0]),
    1: ([0, 0], [1, 0]),
    2: ([0, 0], [0, 0]),
    3: ([0, 0], [0, 0]),
}

METHODS = ("auto", "circuit", "tree")

over_shapes = pytest.mark.parametrize("shape", SHAPES)


def check(position: Position, expected: list[int]) -> None:
    """P(T), its value at 1, and whether it is 0, by every method."""
    for method in METHODS:
        assert position.native.counts_by_mines(method=method) == expected
        assert position.native.count(method=method) == sum(expected)
        assert position.native.is_consistent(method=method) == any(expected)


@pytest.mark.parametrize("label", TABLE_1)
def test_table_1(label: Label) -> None:
    plain, under_a_mine = TABLE_1[label]
    assert Position(demine.from_edges(1, []), [label]).counts_by_mines() == plain
    edge = demine.from_edges(2, [(0, 1)])
    assert Position(edge, ["*", label]).counts_by_mines() == [0, *under_a_mine]


@pytest.mark.parametrize("cells", range(1, 9))
def test_every_small_tree_under_random_labels(cells: int) -> None:
    random = Random(cells)
    for tree in nx.nonisomorphic_trees(cells):
        edges = list(tree.edges)
        board = demine.from_edges(cells, edges)
        for _ in range(20):
            labels = [
                random.choice(["?", "?", "*", "□", *range(tree.degree[v] + 2)])
                for v in range(cells)
            ]
            found = oracle.solutions(cells, edges, labels)
            expected = oracle.counts_by_mines(cells, found)
            check(Position(board, labels), expected)
            assert golan_trees.counts_by_mines(cells, edges, labels) == expected


@given(glances(trees(300), mines=False))
def test_random_trees_against_the_recursion(seen: tuple[Truth, Position]) -> None:
    position = seen[1]
    edges = edges_of(position.board)
    expected = golan_trees.counts_by_mines(len(position.board), edges, position.labels)
    check(position, expected)


@given(st.data())
def test_contradicting_labels_against_the_recursion(data: st.DataObject) -> None:
    board = data.draw(trees(60))
    position = Position(board, data.draw(labellings(board)))
    expected = golan_trees.counts_by_mines(len(board), edges_of(board), position.labels)
    check(position, expected)


@over_shapes
@pytest.mark.parametrize("cells", [1, 2, 17, 120])
@pytest.mark.parametrize("opened", [0.1, 0.3, 0.6])
def test_shapes_against_the_recursion(shape: str, cells: int, opened: float) -> None:
    random = Random(cells)
    edges = SHAPES[shape](cells)
    truth = random_truth(demine.from_edges(cells, edges), 0.3, random)
    position = glance(truth, opened, random)
    expected = golan_trees.counts_by_mines(cells, edges, position.labels)
    check(position, expected)


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("cells", [30, 400])
def test_hard_families_against_the_recursion(family: str, cells: int) -> None:
    edges, labels = FAMILIES[family](cells)
    expected = golan_trees.counts_by_mines(len(labels), edges, labels)
    assert golan_trees.count(len(labels), edges, labels) == sum(expected) > 0
    assert golan_trees.count_on_flint(len(labels), edges, labels) == sum(expected)
    check(Position(demine.from_edges(len(labels), edges), labels), expected)


@pytest.mark.parametrize("leaves", [2, 10])
def test_a_covered_root_above_many_hubs(leaves: int) -> None:
    """A free root leaves each hub its number; a mined one takes 1 of it."""
    edges, labels = FAMILIES[f"{leaves} leaves per hub, □ root"](60_000)
    hubs = (len(labels) - 1) // (leaves + 1)
    number = labels[1]
    assert isinstance(number, int)
    board = demine.from_edges(len(labels), np.array(edges))
    assert Position(board, labels).count() == comb(leaves, number) ** hubs
    covered = Position(board, ["?", *labels[1:]])
    assert covered.count() == comb(leaves, number) ** hubs + comb(leaves, number - 1) ** hubs


@over_shapes
def test_a_million_vertices_are_consistent_iff_the_labels_are_true(shape: str) -> None:
    """Linear time (Theorem 2.1), on deep trees without deep recursion."""
    random = Random(1)
    board = demine.from_edges(MILLION, np.array(SHAPES[shape](MILLION)))
    position = glance(random_truth(board, 0.3, random), 0.5, random)
    assert position.is_consistent()
    opened = next(v for v, label in enumerate(position.labels) if isinstance(label, int))
    assert not position.with_labels({opened: MILLION}).is_consistent()


def test_a_path_of_a_million_vertices_where_nothing_can_be_propagated() -> None:
    """Every other vertex says 1, so one covered end decides everything else."""
    board = demine.from_edges(MILLION, np.array(path(MILLION)))
    labels: list[Label] = ["?", 1] * (MILLION // 2)
    labels[-1] = "□"
    assert Position(board, labels).count() == 2
    assert Position(board, labels).is_consistent()


def test_a_star_with_a_million_leaves() -> None:
    """A vertex of degree n − 1 stays linear, and its leaves are one class."""
    board = demine.from_edges(MILLION, np.array(star(MILLION)))
    labels: list[Label] = [3, *["?"] * (MILLION - 1)]
    position = Position(board, labels)
    assert position.is_consistent()
    assert position.count() == comb(MILLION - 1, 3)
    assert position.analyze().probability(MILLION - 1) * (MILLION - 1) == 3
