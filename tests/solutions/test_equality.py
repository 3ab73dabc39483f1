"""Sets are equal if and only if they hold the same solutions, however they were found or kept."""

from __future__ import annotations

import hypothesis.strategies as st
import pytest
from hypothesis import assume, given

import data
import demine
from data import System
from demine import Position, Solutions, TooWide
from demine.formats import zdd
from demine.meter import Meter
from demine.solutions import METHODS, Diagram, Method
from oracle import subsets
from strategies import glances, graphs, pairs, positions
from truth import Truth

methods = st.sampled_from(METHODS)
SYSTEMS = list(data.suzuki())


def reload(found: Solutions) -> Solutions:
    """The same solutions, without the position that they belong to."""
    return zdd.parse(zdd.write(found))


def only(found: Solutions, solution: frozenset[int]) -> Solutions:
    """The set of one solution on the same board."""
    every = Position(found.board, ["?"] * len(found.board)).solutions()
    return every.given({cell: cell in solution for cell in found.board.cells})


@pytest.mark.parametrize("system", SYSTEMS, ids=str)
def test_all_methods_find_the_same_set_of_a_paper_sized_system(system: System) -> None:
    """Along orders that differ, and from products that differ."""
    cells, *others = (system.position().solutions(method) for method in METHODS)
    for other in others:
        assert other.count() == system.count
        assert cells == other
        assert reload(cells) == other
        assert cells == reload(other)


@given(positions(), methods, methods)
def test_what_is_certain_may_be_labelled_or_not(
    position: Position, first: Method, second: Method
) -> None:
    """Labels that follow from the others change no solution."""
    assume(position.is_consistent())
    certain = {**dict.fromkeys(position.analyze().safe, "□")}
    certain |= dict.fromkeys(position.analyze().mined, "*")
    labels = [
        certain.get(cell, label) if label == "?" else label
        for cell, label in enumerate(position.labels)
    ]
    more = Position(position.board, labels, position.mines).solutions(second)
    assert position.solutions(first) == more
    assert more == position.solutions(first)


@given(positions(7), methods, methods)
def test_the_papers_convention(position: Position, first: Method, second: Method) -> None:
    position = position.with_mines(None)
    near = position.solutions(first, loose=False)
    assert near == position.solutions(second, loose=False)
    assert (near == position.solutions(second)) == (set(near) == set(position.solutions()))


@given(glances(graphs(6)), methods, st.data())
def test_one_solution_exchanged_for_another_set_is_seen(
    seen: tuple[Truth, Position], method: Method, draw: st.DataObject
) -> None:
    """As many solutions, and a single one that breaks a rule."""
    found = seen[1].solutions(method)
    outside = [cells for cells in map(frozenset, subsets(found.board.cells)) if cells not in found]
    assume(outside)
    wrong, right = draw.draw(st.sampled_from(outside)), found.sample(1, seed=1)[0]
    changed = (found - only(found, right)) | only(found, wrong)
    assert changed.count() == found.count()
    for other in (changed, reload(changed)):
        assert other != found
        assert found != other


@given(pairs(), methods, methods)
def test_sets_that_belong_to_no_position(
    both: tuple[Position, Position], first: Method, second: Method
) -> None:
    """Diagrams along different orders are compared as they are."""
    x, y = both[0].solutions(first), both[1].solutions(second)
    assert x | y == y | x
    assert (x - y == x) == set(x).isdisjoint(y)
    assert reload(x & y) == reload(y & x)


def test_the_order_of_a_diagram_does_not_matter() -> None:
    """Two of six cells, counted out along each of two orders."""
    star = demine.from_edges(7, [(0, leaf) for leaf in range(1, 7)])
    found = Position(star, [2, *["?"] * 6]).solutions()
    order, root, nodes = found.diagram
    assert Solutions.from_diagram(star, Diagram(order[::-1], root, nodes)) == found
    assert Solutions.from_diagram(star, Diagram((*order[:-1], 0), root, nodes)) != found


def test_comparing_is_bounded() -> None:
    position = SYSTEMS[-1].position()
    a, b = position.solutions(), position.solutions("degree")
    with pytest.raises(TooWide):
        a._native.is_same(b._native, Meter(states=1).limits())
    assert a._native.is_same(b._native, Meter(states=10**6).limits())
