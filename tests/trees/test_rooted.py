"""Rooted trees: the notation of Golan (2011, §3) and the recursion of §4, against brute force."""

from __future__ import annotations

from random import Random

import networkx as nx
import pytest

import demine
import oracle
from demine import Position
from demine.trees import Vertex, rooted
from oracle import Label

# Table 1 as printed, as the coefficients of 1 and x.
TABLE_1: dict[Label, list[list[int]]] = {
    "□": [[1, 0], [1, 0], [1, 0], [0, 0]],
    "*": [[0, 1], [0, 1], [0, 0], [0, 1]],
    "?": [[1, 1], [1, 1], [1, 0], [0, 1]],
    0: [[1, 0], [0, 0], [1, 0], [0, 0]],
    1: [[0, 0], [1, 0], [0, 0], [0, 0]],
    2: [[0, 0], [0, 0], [0, 0], [0, 0]],
    3: [[0, 0], [0, 0], [0, 0], [0, 0]],
    -1: [[0, 0], [0, 0], [0, 0], [0, 0]],
}

CHOICES: list[Label] = ["?", "?", "*", "□", 0, 1, 2]


def polynomials(vertex: Vertex) -> list[list[int]]:
    return [vertex.P, vertex.P_minus, vertex.P_free, vertex.P_mined]


@pytest.mark.parametrize("label", TABLE_1)
def test_table_1(label: Label) -> None:
    leaf = rooted(Position(demine.from_edges(1, []), [label]))
    assert polynomials(leaf) == TABLE_1[label]


def below(tree: nx.Graph, root: int) -> dict[int, list[int]]:
    """The vertices below each vertex, by networkx."""
    directed = nx.bfs_tree(tree, root)
    return {v: [v, *nx.descendants(directed, v)] for v in tree}


def by_force(tree: nx.Graph, labels: list[Label], cells: list[int], top: Label) -> list[int]:
    """P of the sub-tree of these cells, whose first one is labelled `top`."""
    place = {cell: i for i, cell in enumerate(cells)}
    edges = [(place[u], place[v]) for u, v in tree.edges if u in place and v in place]
    given = [top, *(labels[cell] for cell in cells[1:])]
    return oracle.counts_by_mines(len(cells), oracle.solutions(len(cells), edges, given))


@pytest.mark.parametrize("cells", range(1, 7))
def test_every_small_tree_from_every_root(cells: int) -> None:
    random = Random(cells)
    for tree in nx.nonisomorphic_trees(cells):
        labels = random.choices(CHOICES, k=cells)
        position = Position(demine.from_edges(cells, list(tree.edges)), labels)
        for start in range(cells):
            root = rooted(position, start)
            parts = below(tree, start)
            assert sorted(root.cells) == list(range(cells))
            for vertex in root.subtree:
                check(vertex, tree, labels, parts[vertex])


def check(vertex: Vertex, tree: nx.Graph, labels: list[Label], cells: list[int]) -> None:
    label = labels[vertex]
    assert vertex.label == label
    assert sorted(vertex.cells) == sorted(cells)
    assert sorted(
        [*vertex.children, *([] if vertex.parent is None else [vertex.parent])]
    ) == sorted(tree[int(vertex)])
    zero = [0] * (len(cells) + 1)
    less = label - 1 if isinstance(label, int) else label
    assert by_force(tree, labels, cells, label) == vertex.P
    assert vertex.P_minus == (zero if less == -1 else by_force(tree, labels, cells, less))
    free = "□" if label == "?" else label
    assert vertex.P_free == (zero if label == "*" else by_force(tree, labels, cells, free))
    mined = by_force(tree, labels, cells, "*") if label in ("?", "*") else zero
    assert vertex.P_mined == mined
    for sigma in ("?", "*", "□"):
        expected = [c for c in vertex.children if labels[c] == sigma]
        assert list(vertex.children_labelled(sigma)) == expected


def test_a_number_below_0_stays_impossible() -> None:
    root = rooted(Position(demine.from_edges(2, [(0, 1)]), [-1, "?"]))
    assert root.T_minus.labels == (-1, "?")
    assert root.P == root.P_minus == root.P_free == root.P_mined == [0, 0, 0]


def test_a_cycle_is_refused_in_one_line() -> None:
    position = Position(demine.from_edges(3, [(0, 1), (1, 2), (0, 2)]), ["?"] * 3)
    with pytest.raises(demine.InvalidBoard, match=r"has a cycle through cell 1: expected a tree$"):
        rooted(position)
    with pytest.raises(IndexError, match="cell 9 is not on a board of 3 cells"):
        rooted(position, 9)


def test_a_forest_is_seen_one_tree_at_a_time() -> None:
    position = Position(demine.from_edges(5, [(0, 1), (2, 3), (3, 4), (2, 4)]), ["?"] * 5)
    assert rooted(position, 1).cells == (1, 0)
    with pytest.raises(demine.InvalidBoard):
        rooted(position, 4)


def test_a_long_path_does_not_recurse() -> None:
    cells = 5_000
    position = Position(
        demine.from_edges(cells, [(v, v + 1) for v in range(cells - 1)]), ["?", 1] * (cells // 2)
    )
    vertex: Vertex | None = rooted(position).subtree[-1]
    assert vertex == cells - 1
    depth = 0
    while vertex is not None and vertex.parent is not None:
        vertex, depth = vertex.parent, depth + 1
    assert depth == cells - 1
