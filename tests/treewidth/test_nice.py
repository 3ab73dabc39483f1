"""Nice decompositions and the programme of §5: what they refuse, and the empty graph."""

from __future__ import annotations

from typing import Any

import pytest

import demine
from demine import Position, treewidth

PATH = demine.from_edges(3, [(0, 1), (1, 2)])
LEAST = treewidth.decompose(PATH)
ALL = Position(PATH, ["?"] * 3)


def test_a_graph_without_vertices() -> None:
    empty = demine.from_edges(0, [])
    nice = treewidth.make_nice(treewidth.decompose(empty))
    assert [node.bag for node in nice.nodes] == [frozenset()]
    assert treewidth.Programme(Position(empty, []), nice).count() == 1


@pytest.mark.parametrize("root", range(len(LEAST.bags)))
def test_any_bag_may_be_the_root(root: int) -> None:
    nice = treewidth.make_nice(LEAST, root)
    assert nice.nodes[-1].bag == frozenset(LEAST.bags[root])
    assert treewidth.Programme(ALL, nice).count() == 8


@pytest.mark.parametrize(
    ("ask", "arguments", "error", "said"),
    [
        (treewidth.make_nice, (3,), TypeError, "decomposition is 3: expected a Decomposition"),
        (treewidth.make_nice, (LEAST, 9), ValueError, "root is 9: expected 0 to"),
        (treewidth.Programme, (3, 4), TypeError, "position is 3: expected a Position"),
        (treewidth.Programme, (ALL, 4), TypeError, "decomposition is 4: expected a Decomposition"),
        (
            treewidth.Programme,
            (ALL, demine.Decomposition(cells=3, width=1, bags=[[0, 1]], edges=[])),
            ValueError,
            "cell 2 is in no bag",
        ),
        (treewidth.with_universal_vertex, (3, 1), TypeError, "position is 3: expected a Position"),
        (
            treewidth.with_universal_vertex,
            (ALL, -1),
            ValueError,
            "mines is -1: expected at least 0",
        ),
    ],
)
def test_wrong_arguments_are_named(
    ask: Any, arguments: tuple[Any, ...], error: type[Exception], said: str
) -> None:
    with pytest.raises(error, match=said):
        ask(*arguments)


def test_any_decomposition_is_made_nice() -> None:
    whole = demine.Decomposition(cells=3, width=2, bags=[[0, 1, 2]], edges=[])
    position = Position(PATH, ["?", 1, "?"])
    programmes = [
        treewidth.Programme(position),
        treewidth.Programme(position, LEAST),
        treewidth.Programme(position, whole),
    ]
    assert [programme.count() for programme in programmes] == [2, 2, 2]
    assert all(len(one.polynomials) == len(one.nodes) for one in programmes)
    assert repr(programmes[2]) == "<Programme: 1 node, 2 legal assignments>"


def test_a_decomposition_of_another_graph_is_refused() -> None:
    other = treewidth.make_nice(treewidth.decompose(demine.grid(1, 2)))
    with pytest.raises(ValueError, match="2 cells, the board 3"):
        treewidth.Programme(ALL, other)
