"""Every graph with up to 5 cells, under every labelling, by every method, against brute force.

Up to 4 cells the labellings are complete; on 5 cells one stands for all its images under the
automorphisms of the graph (`test_laws.py` checks that relabelling vertices permutes the answers).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np
import pytest

import oracle
from demine import NoLegalAssignment, _native
from oracle import Label, SmallBoard
from small_boards import every_labelling, small_boards

# On so few cells the engine would always choose a circuit by itself.
METHODS = ("circuit", "tree")


def graph_of(board: SmallBoard) -> _native.Graph:
    return _native.Graph(board.cells, np.array(board.edges, dtype=np.int64).reshape(-1, 2))


def check_analysis(
    position: _native.Position, labels: Sequence[Label], total: int, mined: list[int]
) -> None:
    try:
        analysis = position.analyze()
    except NoLegalAssignment:  # not pytest.raises, which would take most of the time
        assert total == 0, labels
        return
    assert analysis.count() == total
    for cell, times in enumerate(mined):
        numerator, denominator = analysis.probability(cell)
        assert numerator * total == times * denominator
    unopened = [v for v, label in enumerate(labels) if not isinstance(label, int)]
    assert sorted(analysis.safe) == [v for v in unopened if mined[v] == 0]
    assert sorted(analysis.mined) == [v for v in unopened if mined[v] == total]
    floats = analysis.probabilities.tolist()
    assert all(abs(p - times / total) < 1e-15 for p, times in zip(floats, mined, strict=True))


def over(chosen: Iterator[SmallBoard]) -> pytest.MarkDecorator:
    named = [pytest.param(w, id=f"{w.cells}cells-{len(w.edges)}edges") for w in chosen]
    return pytest.mark.parametrize("board", named)


@over(small_boards())
def test_mines_unknown(board: SmallBoard) -> None:
    graph = graph_of(board)
    labellings, legal = every_labelling(board)
    counts, mined = board.counts(legal).tolist(), board.count_mined(legal).tolist()
    for labels, by_mines, times in zip(labellings, counts, mined, strict=True):
        position = _native.Position(graph, labels)
        total = sum(by_mines)
        for method in METHODS:
            assert position.counts_by_mines(method=method) == by_mines, labels
            assert position.count(method=method) == total, labels
            assert position.is_consistent(method=method) == (total > 0), labels
        check_analysis(position, labels, total, times)


@over(small_boards())
def test_mines_known(board: SmallBoard) -> None:
    graph = graph_of(board)
    labellings, legal = every_labelling(board)
    counts = board.counts(legal).tolist()
    for mines in range(board.cells + 1):
        mined = board.count_mined(legal, mines).tolist()
        for labels, by_mines, times in zip(labellings, counts, mined, strict=True):
            position = _native.Position(graph, labels, mines)
            total = by_mines[mines]
            for method in METHODS:
                assert position.count(method=method) == total, (labels, mines)
                assert position.is_consistent(method=method) == (total > 0), (labels, mines)
            check_analysis(position, labels, total, times)


@over(w for w in small_boards() if w.cells <= 3)
def test_the_two_oracles_agree(board: SmallBoard) -> None:
    """`SmallBoard` says what the definition says, labelling by labelling."""
    legal = board.legal()
    counts, mined = board.counts(legal).tolist(), board.count_mined(legal).tolist()
    for i, labels in enumerate(product(*board.alphabets)):
        found = oracle.solutions(board.cells, board.edges, labels)
        assert oracle.counts_by_mines(board.cells, found) == counts[i]
        assert [sum(v in s for s in found) for v in range(board.cells)] == mined[i]
        for mines in range(board.cells + 1):
            exactly = oracle.solutions(board.cells, board.edges, labels, mines)
            assert exactly == {s for s in found if len(s) == mines}
            times = board.count_mined(legal[i : i + 1], mines)[0].tolist()
            assert times == [sum(v in s for s in exactly) for v in range(board.cells)]
