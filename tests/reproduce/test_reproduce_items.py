"""The papers item by item: every item agrees, and the checks would notice if it did not."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from ortools.sat.python import cp_model

import demine
import figure_4
from demine.circuits import reduce_clauses
from demine.onemine.printed import Graph, graph_of, is_guess_component
from demine.reproduce import (
    garg_2019,
    golan_2011,
    golan_2014,
    one_mine_lemmas,
    suzuki_2015,
    widths,
)
from demine.reproduce.golan_2011 import is_satisfiable
from demine.reproduce.tables import Item, list_items
from peers import cp_solver


@pytest.mark.parametrize(
    "items",
    [
        lambda: golan_2014.items(True),
        lambda: golan_2011.items(True),
        lambda: suzuki_2015.items(True),
        lambda: garg_2019.items(True),
    ],
    ids=["golan-2014", "golan-2011", "suzuki-2015", "garg-2019"],
)
def test_every_item_agrees(items: Callable[[], Iterable[Item]]) -> None:
    found = list(items())
    assert len(found) > 3
    assert [item for item in found if item.agrees is False] == []


def test_the_ratio_strategy_of_garg_2019_ends_at_a_mine() -> None:
    board = demine.grid(3, 3)
    game = demine.Game.from_mines(board, {0})
    assert list(garg_2019.moves(game)) == [([0], True)]
    assert game.status == "lost"


def test_garg_2019_is_told_to_its_end(tmp_path: Path) -> None:
    """The solver's moves, its cost and the curve, which the items leave out."""
    told = "\n".join(garg_2019.report(True, tmp_path))
    assert "1. 1) the grid is empty: a1" in told
    assert "2) sure shots" in told
    assert "from 100 to 400: n^" in told
    assert (tmp_path / "garg-2019.svg").read_text(encoding="utf-8").startswith("<?xml")


def test_an_item_that_differs_says_so() -> None:
    items = [Item("a time", "1 s", None), Item("one and one", "3", False)]
    *_, row, total = list_items(items)
    assert row.endswith("NO")
    assert total == "0 of 1 items agree; 1 cannot be judged."


def test_lemmas_fail_outside_their_assumption() -> None:
    """The checks can tell: with isolated vertices the printed sums are not n·P*."""
    two: Graph = {0: frozenset(), 1: frozenset()}
    assert one_mine_lemmas.lemma_4_6(two) is False


def test_figure_4_of_golan_2014_has_the_fewest_edges() -> None:
    """With one edge less no tree, forest or other graph has these guess components (checked: 5)."""
    wanted = {frozenset({0, 2}), frozenset({0, 1, 2})}
    pairs = list(combinations(range(6), 2))
    for edges in combinations(pairs, 5):
        graph = graph_of(demine.from_edges(6, edges))
        assert not _has(graph, wanted)
    assert _has(graph_of(demine.from_edges(6, golan_2014.FIGURE_4)), wanted)


def _has(graph: Graph, wanted: set[frozenset[int]]) -> bool:
    return all(
        is_guess_component(graph, h) == (h in wanted)
        for size in range(2, 6)
        for h in map(frozenset, combinations(range(6), size))
    )


def test_the_reduction_against_a_sat_solver() -> None:
    rng = Random(7)
    for _ in range(40):
        variables = rng.randint(3, 9)
        clauses = [
            [v if rng.random() < 0.5 else -v for v in rng.sample(range(1, variables + 1), 3)]
            for _ in range(rng.randint(4, 40))
        ]
        model = cp_model.CpModel()
        literals = [model.new_bool_var("") for _ in range(variables)]
        for clause in clauses:
            model.add_bool_or(literals[v - 1] if v > 0 else ~literals[-v - 1] for v in clause)
        truth = cp_solver().solve(model) == cp_model.OPTIMAL
        position = reduce_clauses(clauses)
        assert position.is_consistent() == truth == is_satisfiable(clauses, variables)
        assert max(map(position.board.graph.degree, position.board.cells)) <= 3


def test_partial_trees_have_their_width() -> None:
    for width in range(1, 6):
        board = widths.partial_tree(40, width)
        clique = set(range(width + 1))
        assert all(clique - {v} <= set(board.neighbours(v)) for v in clique)
        found = demine.Position(board, ["?"] * 40).decomposition()
        assert found.width == width


def test_no_smaller_grid_is_figure_4_of_suzuki() -> None:
    """Up to 11 cells; `python tests/support/figure_4.py 16` goes on to the grid of the paper."""
    assert [shape for shape in figure_4.shapes(11) if list(figure_4.find(*shape))] == []
    assert {1: 2} in figure_4.find(1, 3, wanted=1)
    labels = suzuki_2015.figure_4().labels
    numbers = {cell: label for cell, label in enumerate(labels) if isinstance(label, int)}
    covered = [cell for cell in range(16) if cell not in numbers]
    masks = [figure_4._mask(figure_4._around(4, 4, number), covered) for number in numbers]
    assert [*numbers.values()] in list(figure_4._often(masks, 66))
