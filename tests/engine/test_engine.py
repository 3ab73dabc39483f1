"""The questions of a Position, against brute force and against the numbers in the papers."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import product
from math import comb
from random import Random

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings

import demine
import oracle
from demine import Board, DemineError, NoLegalAssignment, Position, _native
from demine.arena import contest
from oracle import Label
from strategies import boards, edges_of, positions
from truth import random_truth


@given(positions(11))
@settings(max_examples=300)
def test_any_small_position_against_brute_force(position: Position) -> None:
    cells, edges = len(position.board), edges_of(position.board)
    found = oracle.solutions(cells, edges, position.labels, position.mines)
    assert position.is_consistent() == bool(found)
    assert position.count() == len(found)
    unbound = oracle.solutions(cells, edges, position.labels)
    assert position.counts_by_mines() == oracle.counts_by_mines(cells, unbound)
    if found:
        analysis = position.analyze()
        assert analysis.count == len(found)
        expected = oracle.marginals(cells, found)
        assert [analysis.probability(cell) for cell in range(cells)] == expected


def test_a_board_without_cells_has_one_assignment() -> None:
    position = Position(demine.from_edges(0, []), [])
    assert position.is_consistent()
    assert (position.count(), position.counts_by_mines()) == (1, [1])
    analysis = position.analyze()
    assert (analysis.safe, analysis.mined, analysis.count) == (frozenset(), frozenset(), 1)


@pytest.mark.parametrize("board", [demine.grid(16, 30), demine.box((3, 3, 3, 3))])
def test_a_whole_unknown_board(board: Board) -> None:
    cells = len(board)
    position = Position(board, ["?"] * cells)
    assert position.count() == 2**cells
    assert position.counts_by_mines() == [comb(cells, k) for k in range(cells + 1)]
    assert position.analyze().probability(0) == Fraction(1, 2)
    for mines in (0, 1, cells // 3, cells):
        known = position.with_mines(mines)
        assert known.count() == comb(cells, mines)
        assert known.analyze().probability(cells - 1) == Fraction(mines, cells)


def test_a_fully_known_board_has_one_assignment() -> None:
    truth = random_truth(demine.grid(9, 9), 0.2, Random(1))
    position = truth.position(range(81), known=truth.mined, mines=True)
    assert position.count() == 1
    assert position.with_mines(len(truth.mined) + 1).count() == 0
    assert position.analyze().mined == truth.mined
    assert position.analyze().safe == frozenset()


def test_the_number_of_mines_decides_cells_far_from_every_count() -> None:
    """One count of 1 uses up the only mine, so the far corner is safe."""
    board = demine.grid(3, 5)
    labels: list[Label] = ["?"] * 15
    labels[0] = 1
    assert 14 not in Position(board, labels).analyze().safe
    assert 14 in Position(board, labels, mines=1).analyze().safe
    with pytest.raises(NoLegalAssignment):
        Position(board, labels, mines=0).analyze()


@pytest.mark.parametrize("seed", [1, 2])
def test_long_polynomials_add_up(seed: int) -> None:
    """Their products go through transforms, the plain count does not."""
    random = Random(seed)
    truth = random_truth(demine.grid(60, 60), 0.3, random)
    free = sorted(set(truth.board.cells) - truth.mined)
    random.shuffle(free)
    position = truth.position(free[: int(0.4 * len(free))])
    counts = position.counts_by_mines()
    assert sum(counts) == position.count()
    mines = len(truth.mined)
    for told in (mines - 20, mines, mines + 20):
        assert position.with_mines(told).count() == counts[told]
    # A cell's fraction is exact too: the expected number of mines is whole.
    analysis = position.with_mines(mines).analyze()
    assert sum(analysis.probability(cell) for cell in truth.board.cells) == mines


def test_counts_by_mines_ignores_the_number_of_mines() -> None:
    position = Position(demine.grid(2, 2), [1, "?", "?", "?"], mines=4)
    assert position.counts_by_mines() == [0, 3, 0, 0, 0]
    assert position.count() == 0


@pytest.mark.parametrize("counts", list(product(range(4), repeat=3)))
def test_table_2_of_golan(counts: tuple[int, int, int]) -> None:
    """Example 5.1: the polynomial of the root counts the assignments for every labelling.

    Vertices 1, 2, 3 carry counts; the covered 4, 5, 6 are each next to two of them.
    """
    root = [(0, 0, 0), (1, 1, 0), (0, 1, 1), (1, 0, 1), (2, 1, 1), (1, 2, 1), (1, 1, 2), (2, 2, 2)]
    board = demine.from_edges(6, [(0, 3), (1, 3), (1, 4), (2, 4), (0, 5), (2, 5)])
    assert Position(board, [*counts, "?", "?", "?"]).count() == root.count(counts)


@pytest.mark.parametrize("triples", [10, 1000, 1200])
def test_only_the_certain_is_called_certain(triples: int) -> None:
    """Cell 0 mined leaves one assignment, cell 0 free 2ⁿ: below every float for n = 1200.

    n constraints of 1 over cell 0 and two cells each, and one over cells 0 and 1.
    """
    cells, constraints = 2 + 2 * triples, range(triples)
    edges = [(cells + i, v) for i in constraints for v in (0, 2 + 2 * i, 3 + 2 * i)]
    edges += [(cells + triples, 0), (cells + triples, 1)]
    board = demine.from_edges(cells + triples + 1, edges)
    analysis = Position(board, ["?"] * cells + [1] * (triples + 1)).analyze()
    assert analysis.count == 1 + 2**triples
    assert analysis.probability(0) == Fraction(1, 1 + 2**triples)
    assert (analysis.safe, analysis.mined) == (frozenset(), frozenset())
    assert 0 < analysis.probabilities[0] < analysis.probabilities[1] < 1


@given(boards())
def test_decomposition_of_any_board(board: Board) -> None:
    check_decomposition(board)


@pytest.mark.parametrize(
    ("graph", "treewidth"),
    [
        (nx.path_graph(50), 1),
        (nx.star_graph(50), 1),
        (nx.cycle_graph(50), 2),
        (nx.complete_graph(9), 8),
        (nx.empty_graph(5), 0),
    ],
    ids=["path", "star", "cycle", "complete", "empty"],
)
def test_decomposition_is_optimal_where_that_is_easy(graph: nx.Graph, treewidth: int) -> None:
    board = demine.from_edges(len(graph), list(graph.edges))
    assert check_decomposition(board) == treewidth


def check_decomposition(board: Board) -> int:
    """Golan 2011, §5: the three conditions, and the width."""
    found = Position(board, ["?"] * len(board)).decomposition()
    bags = [set(bag) for bag in found.bags]
    assert found.cells == len(board)
    assert found.width == max((len(bag) for bag in bags), default=0) - 1
    assert set().union(*bags) == set(board.cells)
    assert all(any({u, v} <= bag for bag in bags) for u, v in edges_of(board))
    tree = nx.Graph(found.edges)
    tree.add_nodes_from(range(len(bags)))
    assert not bags or nx.is_tree(tree)
    for cell in board.cells:
        assert nx.is_connected(tree.subgraph([i for i, bag in enumerate(bags) if cell in bag]))
    return found.width


def test_the_native_functions_refuse_cells_that_are_not_on_the_board() -> None:
    """Also those that only other modules use, which check before."""
    position = Position(demine.grid(2, 2), ["?"] * 4, mines=1)
    for ask in (position.native.optimal_after, lambda cells: position.native.estimates(cells, 5)):
        with pytest.raises(IndexError, match="cell 4 is not on a board of 4 cells"):
            ask([0, 4])
    begun = replace(contest("safest", preset="beginner"), start=81)
    with pytest.raises(IndexError, match="cell 81 is not on a board of 81 cells"):
        _native.play(begun, 1, 1, 1)
    ours, theirs = position.solutions(), Position(demine.grid(3, 3), ["?"] * 9).solutions()
    for question in (partial(ours._native.combine, "|"), ours._native.is_same):
        with pytest.raises(ValueError, match="different boards"):
            question(theirs._native)


def test_the_native_functions_say_what_they_expect() -> None:
    """Whoever asks the engine directly gets a line, too, wherever our own modules check before."""
    board = demine.grid(2, 2)
    graph, position = board.graph, Position(board, ["?"] * 4).native
    found, games = position.solutions(), _native.Simultaneous(graph, 1, "safe", [1, 2])
    codes, few = np.full((1, 4), _native.COVERED, np.int32), np.zeros((1, 3))
    room = few, few > 0, few > 0, np.zeros(1), np.zeros(1, np.uint8)
    plain = contest("safest", preset="beginner")
    wrong: list[tuple[Callable[[], object], str]] = [
        (lambda: _native.Graph(2, np.zeros((1, 3), np.int64)), "joins 2 cells, not 3"),
        (lambda: found.from_diagram(graph, [0], 1, np.zeros((1, 2), np.uint32)), "not 2 numbers"),
        (lambda: found.cheapest([1, 2, 3]), "3 costs: expected one per cell, 4"),
        (lambda: found.combine("^", found), "an operator is &, | or -"),
        (lambda: found.count((-1, None, None, None)), "states is -1: expected at least 0"),
        (lambda: found.count((None, float("nan"), None, None)), "seconds is NaN: expected at"),
        (lambda: position.count(method="guess"), 'method is "guess": expected "auto"'),
        (lambda: position.solutions("guess"), "method is \"guess\": expected 'cells'"),
        (lambda: position.analyze(density=[(1, 2)] * 3), "3 densities for a board of 4 cells"),
        (lambda: position.analyze(density=[(2, 2)]), "a density of 2/2: expected more than 0"),
        (lambda: _native.Modules(graph).optimal_guesses(9), "node 9 is not in a tree of 5 nodes"),
        (lambda: _native.Game(graph, 1, 1, "lucky"), 'first "lucky": expected safe, opening'),
        (lambda: _native.play(plain, 2**64 - 1, 2, 1), "seeds end at 2^64"),
        (lambda: _native.choose("lucky", position, 1), 'strategy "lucky": expected one of random'),
        (lambda: _native.analyze_many(graph, codes, np.array([1]), 1, room), "room for 3 answers"),
        (lambda: _native.analyze_many(graph, codes, np.array([1, 1]), 1, room), "for 2 positions"),
        (lambda: games.restart(2), "game 2: there are 2"),
        (lambda: games.step(np.array([0])), "1 actions: expected one for each of 2 games"),
        (lambda: games.step(np.array([0, 4])), "cell 4 is not on a board of 4 cells"),
        (lambda: _native.Cache(-1), "bytes is -1: expected a whole number, at least 0"),
    ]
    for ask, said in wrong:
        with pytest.raises((ValueError, IndexError, DemineError), match=re.escape(said)):
            ask()
