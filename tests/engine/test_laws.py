"""Laws that hold on every board, tried on boards that brute force cannot reach."""

from __future__ import annotations

from fractions import Fraction
from math import comb, isclose
from random import Random

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given

import demine
from demine import Board, NoLegalAssignment, Position
from oracle import Label
from strategies import (
    boards,
    edges_of,
    glances,
    positions,
    small_grids,
    sparse_graphs,
    square_grids,
    trees,
)
from truth import Truth


def fractions(position: Position) -> list[Fraction]:
    analysis = position.analyze()
    return [analysis.probability(cell) for cell in position.board.cells]


def times(p: list[int], q: list[int]) -> list[int]:
    """The product of two polynomials."""
    product = [0] * (len(p) + len(q) - 1)
    for i, a in enumerate(p):
        for j, b in enumerate(q):
            product[i + j] += a * b
    return product


def beside(left: Position, right: Position) -> Position:
    """The disjoint union, mines unknown."""
    shift = len(left.board)
    edges = edges_of(left.board) + [(u + shift, v + shift) for u, v in edges_of(right.board)]
    board = demine.from_edges(shift + len(right.board), edges)
    return Position(board, left.labels + right.labels)


def permute(position: Position, image: list[int]) -> Position:
    """The same position with cell v renamed to image[v]."""
    cells = len(position.board)
    edges = [(image[u], image[v]) for u, v in edges_of(position.board)]
    labels: list[Label] = ["?"] * cells
    for cell, label in enumerate(position.labels):
        labels[image[cell]] = label
    return Position(demine.from_edges(cells, edges), labels, position.mines)


def under_universal_vertex(position: Position, mines: int) -> Position:
    """Proposition 5.2: a new vertex joined to every cell, labelled with the number of mines."""
    new = len(position.board)
    edges = edges_of(position.board) + [(v, new) for v in range(new)]
    return Position(demine.from_edges(new + 1, edges), [*position.labels, mines])


@given(positions(), glances(sparse_graphs(25)))
def test_disjoint_union_multiplies(left: Position, seen: tuple[Truth, Position]) -> None:
    right = seen[1].with_mines(None)
    both, left = beside(left, right), left.with_mines(None)
    assert both.count() == left.count() * right.count()
    assert both.counts_by_mines() == times(left.counts_by_mines(), right.counts_by_mines())
    if both.is_consistent():
        assert fractions(both) == fractions(left) + fractions(right)


@given(positions())
def test_an_isolated_covered_cell_multiplies_by_1_plus_x(position: Position) -> None:
    lone = Position(demine.from_edges(1, []), ["?"])
    expected = times(position.counts_by_mines(), [1, 1])
    assert beside(position, lone).counts_by_mines() == expected


@given(glances(boards()), st.randoms(use_true_random=False))
def test_relabelling_vertices_permutes_the_answers(
    seen: tuple[Truth, Position], random: Random
) -> None:
    position = seen[1]
    image = list(position.board.cells)
    random.shuffle(image)
    renamed = permute(position, image)
    assert renamed.count() == position.count()
    assert renamed.counts_by_mines() == position.counts_by_mines()
    before, after = fractions(position), fractions(renamed)
    assert before == [after[image[v]] for v in range(len(image))]
    assert renamed.analyze().safe == {image[v] for v in position.analyze().safe}


@given(glances(square_grids()))
def test_grid_symmetries(seen: tuple[Truth, Position]) -> None:
    position = seen[1]
    side = round(len(position.board) ** 0.5)
    cells = np.arange(side * side).reshape(side, side)
    labels, expected = position.labels, fractions(position)
    for turned in (np.rot90(way, quarter) for way in (cells, cells.T) for quarter in range(4)):
        image = turned.ravel().tolist()
        moved = Position(position.board, [labels[v] for v in image], position.mines)
        assert moved.count() == position.count()
        assert fractions(moved) == [expected[v] for v in image]


@given(glances(boards()))
def test_probabilities_sum_to_the_expected_number_of_mines(seen: tuple[Truth, Position]) -> None:
    position = seen[1]
    counts = position.counts_by_mines()
    expected = Fraction(sum(k * count for k, count in enumerate(counts)), sum(counts))
    assert sum(fractions(position)) == (expected if position.mines is None else position.mines)


@given(glances(boards()))
def test_three_ways_to_count_agree(seen: tuple[Truth, Position]) -> None:
    position = seen[1]
    counts = position.counts_by_mines()
    assert len(counts) == len(position.board) + 1
    total = sum(counts) if position.mines is None else counts[position.mines]
    assert position.count() == position.analyze().count == total


@given(glances(boards()), st.data())
def test_revealing_a_true_count_keeps_the_true_assignment(
    seen: tuple[Truth, Position], data: st.DataObject
) -> None:
    truth, position = seen
    free = [v for v in truth.board.cells if v not in truth.mined]
    revealed = data.draw(st.sets(st.sampled_from(free))) if free else set()
    after = position.with_labels({v: truth.counts[v] for v in revealed})
    assert 1 <= after.count() <= position.count()
    covered = [v for v, label in enumerate(after.labels) if label == "?"]
    known = truth.labels([], covered)
    assert after.with_labels({v: known[v] for v in covered}).count() == 1


@given(glances(boards()), st.data())
def test_what_a_cell_can_show_partitions_the_assignments(
    seen: tuple[Truth, Position], data: st.DataObject
) -> None:
    position = seen[1]
    covered = [v for v, label in enumerate(position.labels) if label == "?"]
    if not covered:
        return
    cell = data.draw(st.sampled_from(covered))
    shown: list[Label] = ["*", *range(position.board.graph.degree(cell) + 1)]
    counts = [position.with_labels({cell: label}).count() for label in shown]
    assert sum(counts) == position.count()
    assert position.analyze().probability(cell) == Fraction(counts[0], position.count())


@given(positions(), st.data())
def test_proposition_5_2_on_any_small_position(position: Position, data: st.DataObject) -> None:
    mines = data.draw(st.integers(0, len(position.board)))
    expected = position.counts_by_mines()[mines]
    assert position.with_mines(mines).count() == expected
    assert under_universal_vertex(position, mines).count() == expected


@given(glances(st.one_of(trees(60), small_grids(), sparse_graphs(30))))
def test_proposition_5_2_on_larger_boards(seen: tuple[Truth, Position]) -> None:
    truth, position = seen
    mines = len(truth.mined)
    expected = position.counts_by_mines()[mines]
    assert position.with_mines(mines).count() == expected
    assert under_universal_vertex(position, mines).count() == expected


@given(glances(boards()))
def test_floats_follow_the_fractions(seen: tuple[Truth, Position]) -> None:
    analysis = seen[1].analyze()
    floats = analysis.probabilities
    assert floats.dtype == np.float64
    for exact, rounded in zip(fractions(seen[1]), floats.tolist(), strict=True):
        assert isclose(exact, rounded, rel_tol=1e-12, abs_tol=0)
        assert (exact == 0, exact == 1) == (rounded == 0, rounded == 1)


@given(glances(boards()))
def test_safe_and_mined_are_probabilities_0_and_1(seen: tuple[Truth, Position]) -> None:
    analysis, labels, exact = seen[1].analyze(), seen[1].labels, fractions(seen[1])
    unopened = {v for v, label in enumerate(labels) if not isinstance(label, int)}
    assert analysis.safe == {v for v in unopened if exact[v] == 0}
    assert analysis.mined == {v for v in unopened if exact[v] == 1}
    assert not analysis.safe & seen[0].mined
    assert analysis.mined <= seen[0].mined


@given(positions(12))
def test_consistent_iff_the_count_is_positive(position: Position) -> None:
    assert position.is_consistent() == (position.count() > 0)
    if not position.is_consistent():
        with pytest.raises(NoLegalAssignment):
            position.analyze()


@given(st.integers(0, 40), st.integers(0, 40), st.integers(0, 40), st.integers(0, 60))
def test_interchangeable_cells_are_counted_by_binomials(
    left: int, shared: int, right: int, mines: int
) -> None:
    """Two counts over three classes of cells: Vandermonde's sum, written out."""
    cells = left + shared + right
    first, second = cells, cells + 1
    edges = [(first, v) for v in range(left + shared)]
    edges += [(second, v) for v in range(left, cells)]
    counts = (shared // 2 + left // 3, shared // 2 + right // 3)
    position = Position(demine.from_edges(cells + 2, edges), ["?"] * cells + [*counts])
    by_mines = [0] * (cells + 3)
    for both in range(min(shared, *counts) + 1):
        ways = comb(shared, both) * comb(left, counts[0] - both) * comb(right, counts[1] - both)
        by_mines[sum(counts) - both] += ways
    assert position.counts_by_mines() == by_mines
    assert position.with_mines(min(mines, cells)).count() == by_mines[min(mines, cells)]


@given(boards(), st.integers(1, 2**70), st.data())
def test_a_count_above_the_degree_has_no_legal_assignment(
    board: Board, excess: int, data: st.DataObject
) -> None:
    if len(board) == 0:
        return
    cell = data.draw(st.integers(0, len(board) - 1))
    labels: list[Label] = ["?"] * len(board)
    labels[cell] = board.graph.degree(cell) + excess
    position = Position(board, labels)
    assert (position.count(), position.is_consistent()) == (0, False)
    assert position.counts_by_mines() == [0] * (len(board) + 1)
