"""The learners: legal moves on any board, sound rules, and the games that they win."""

from __future__ import annotations

from random import Random

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings

import demine
from demine import Game, Position, from_edges, grid
from demine.errors import StrategyError
from demine.learners import around, automaton, genetic, network, rules
from demine.strategies import IN_PYTHON, Chance, Guess, single_point
from oracle import solutions
from strategies import edges_of, glances, graphs
from truth import Truth

NAMES = ("automaton", "rules", "genetic", "network")
BOARDS = {
    "grid": grid(5, 7),
    "torus": grid(5, 5, torus=True),
    "hexagonal": demine.hexagonal(4, 5),
    "box": demine.box((3, 3, 3)),
    "a star and a lonely cell": from_edges(7, [(0, v) for v in range(1, 6)]),
}


@settings(max_examples=60, deadline=None)
@given(board=graphs(most=9), seed=st.integers(0, 1000))
def test_sums_and_extremes_are_those_of_the_neighbours(board: demine.Board, seed: int) -> None:
    if not len(board):
        return
    values = np.random.default_rng(seed).integers(-5, 6, (2, len(board))).astype(float)
    near = around(board)
    for v in board.cells:
        own = values[:, board.neighbours(v)]
        assert near.sum(values)[:, v].tolist() == own.sum(1).tolist()
        assert near.largest(values, -9)[:, v].tolist() == own.max(1, initial=-9).tolist()
        assert near.smallest(values, 9)[:, v].tolist() == own.min(1, initial=9).tolist()


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("name", NAMES)
def test_moves_are_legal_on_any_board(name: str, board: str) -> None:
    if name == "network" and board != "grid":
        with pytest.raises(StrategyError, match=r"^network plays grids with eight neighbours"):
            IN_PYTHON[name](Position(BOARDS[board], ["?"] * len(BOARDS[board]), 1), Chance(1))
        return
    for seed in range(6):
        game = Game(BOARDS[board], 1 + seed % 3, seed=seed)
        chance = Chance.of_game(seed)
        while not game.is_over:
            cells = IN_PYTHON[name](game.position, chance)
            assert cells
            assert all(type(v) is int and game.position.labels[v] == "?" for v in cells)
            assert len(cells) == len(set(cells))
            for cell in cells:
                game.open(cell)


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_opened_where_nothing_is_covered(name: str) -> None:
    opened = Position(grid(1, 2), [1, "*"], 1)
    assert IN_PYTHON[name](opened, Chance(1)) == []


@pytest.mark.parametrize("name", NAMES)
def test_the_number_of_mines_may_be_unknown(name: str) -> None:
    cells = IN_PYTHON[name](Position(grid(2, 2), [1, "?", "?", "?"]), Chance(1))
    assert isinstance(cells, Guess)
    assert cells[0] in (1, 2, 3)


@pytest.mark.parametrize("board", BOARDS)
def test_the_automaton_plays_the_moves_of_single_point(board: str) -> None:
    for seed in range(10):
        game = Game(BOARDS[board], len(BOARDS[board]) // 6, seed=seed)
        ours, theirs = Chance.of_game(seed), Chance.of_game(seed)
        while not game.is_over:
            cells = automaton.choose(game.position, ours)
            expected = single_point(game.position, theirs)
            assert (cells, type(cells)) == (expected, type(expected))
            for cell in cells:
                game.open(cell)


@settings(max_examples=300, deadline=None)
@given(seen=glances(graphs(most=9)))
def test_rules_call_no_mine_safe_and_mark_no_free_cell(seen: tuple[Truth, Position]) -> None:
    _, position = seen
    board = position.board
    found = solutions(len(board), edges_of(board), position.labels, position.mines)
    marked, facts = rules.mark(position, rules.rules())
    assert all(marked <= mined for mined in found)
    safe = {
        int(v)
        for rule in rules.rules()
        if rule.kind == "safe"
        for v in facts.covered(rule.conditions)
    }
    assert all(safe.isdisjoint(mined) for mined in found)


def test_conditions_compare_two_constraints() -> None:
    # 1 1 1 0 above three covered cells and one more: {4, 5} has a mine, and so has {4, 5, 6}.
    position = Position(grid(2, 4), [1, 1, "□", "□", "?", "?", "?", "□"])
    facts = rules.look(position)
    safe = rules.Rule.read("safe: b - a = |B-A|; X not in B")
    assert facts.covered(safe.conditions).tolist() == [6]


def test_rules_are_read_as_they_are_written() -> None:
    text = rules.FILE.read_text("utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    assert [str(rule) for rule in rules.read(text)] == lines
    assert {rule.kind for rule in rules.rules()} == {"mine", "safe", "guess"}


def test_programs_see_what_a_player_sees() -> None:
    codes = np.array([[-1, 1, 0, -1, 1, 0, 1, 1, 0]])
    seen = genetic.look(grid(3, 3), codes, mines=1)
    assert seen["covered"][0, 4] * 8 == 2
    assert seen["density"][0, 0] == pytest.approx(0.5)
    assert seen["mine"][0, 3] == 1  # the 1 below sees it alone
    assert genetic.value(["+", "density", 1.5], seen)[0, 0] == pytest.approx(2.0)
    assert genetic.pick("mine", grid(3, 3), codes, 1).tolist() == [0]


def test_a_convolution_is_the_sum_over_the_surroundings() -> None:
    rng = np.random.default_rng(1)
    planes = rng.random((1, 4, 3, 2), dtype=np.float32)
    weights = rng.random((18, 1), dtype=np.float32)
    found = network.Network(((weights, np.zeros(1, np.float32)),)).logits(planes)
    for row, column in ((0, 0), (2, 1), (3, 2)):
        total = 0.0
        for i, j, k in np.ndindex(3, 3, 2):
            x, y = row + i - 1, column + j - 1
            if 0 <= x < 4 and 0 <= y < 3:
                total += planes[0, x, y, k] * weights[6 * i + 2 * j + k, 0]
        assert found[0, row, column] == pytest.approx(total, rel=1e-5)


def test_the_network_does_not_know_the_order_of_its_games() -> None:
    codes = np.array([[Random(7).choice([-1, 0, 1]) for _ in range(9)], [-1] * 9])
    planes = network.show(codes.reshape(2, 3, 3), 2)
    both = network.network().logits(planes)
    assert np.allclose(both[::-1], network.network().logits(planes[::-1]), atol=1e-4)
