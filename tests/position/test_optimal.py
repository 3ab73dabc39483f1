"""Perfect play: `Position.optimal` against brute force and against Golan's P*."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from random import Random

import networkx as nx
import pytest

import demine
import oracle
from demine import NoLegalAssignment, Position, TooWide, onemine
from demine.labels import Label

Assignments = frozenset[frozenset[int]]


class Play:
    """Every way to play, tried: what to open next is nowhere assumed."""

    def __init__(self, board: demine.Board) -> None:
        """Nothing is played yet."""
        self.cells = frozenset(range(len(board)))
        self.around = [frozenset(board.neighbours(cell)) for cell in board.cells]
        self.value = cache(self._value)

    def _value(self, opened: frozenset[int], assignments: Assignments) -> int:
        """How many of these assignments the best play wins. An assignment is its set of mines."""
        going = frozenset(mines for mines in assignments if self.cells - mines != opened)
        won = len(assignments) - len(going)
        return won + max((self.opening(c, opened, going) for c in self.cells - opened), default=0)

    def opening(self, cell: int, opened: frozenset[int], assignments: Assignments) -> int:
        """How many of them it wins after opening a cell."""
        if not assignments:
            return 0
        by_count = defaultdict(set)
        for mines in assignments:
            if cell not in mines:
                by_count[len(mines & self.around[cell])].add(mines)
        return sum(self.value(opened | {cell}, frozenset(part)) for part in by_count.values())


def expect(position: Position) -> tuple[Fraction, list[int]]:
    """The best winning probability, and every cell that keeps it."""
    play = Play(position.board)
    edges = [(u, v) for u in position.board.cells for v in position.board.neighbours(u) if u < v]
    assignments = frozenset(
        oracle.solutions(len(position.board), edges, position.labels, position.mines)
    )
    opened = frozenset(c for c, label in enumerate(position.labels) if isinstance(label, int))
    going = frozenset(mines for mines in assignments if play.cells - mines != opened)
    wins = {cell: play.opening(cell, opened, going) for cell in play.cells - opened}
    best = max(wins.values(), default=0)
    cells = [cell for cell, value in wins.items() if value == best and going]
    return Fraction(best + len(assignments) - len(going), len(assignments)), sorted(cells)


def answer(position: Position) -> tuple[Fraction, list[int]]:
    """What the engine says."""
    probability, cells = position.optimal()
    return probability, list(cells)


def cover(board: demine.Board, mines: int | None) -> Position:
    return Position(board, ["?"] * len(board), mines)


def small_boards(most: int) -> Iterator[demine.Board]:
    for graph in nx.graph_atlas_g():
        if 0 < len(graph) <= most:
            yield demine.from_networkx(graph)


def test_every_graph_up_to_five_vertices_with_any_number_of_mines() -> None:
    for board in small_boards(5):
        for mines in [*range(len(board) + 1), None]:
            position = cover(board, mines)
            assert answer(position) == expect(position), (board, mines)


def test_one_mine_is_golans_p_star() -> None:
    for board in small_boards(6):
        probability, cells = cover(board, 1).optimal()
        assert probability == onemine.win_probability(board)
        assert list(cells) == onemine.optimal_guesses(board)


def play_half(random: Random) -> Position:
    """A random graph with a random assignment, some of whose free cells are open."""
    cells = random.randint(5, 9)
    graph = nx.gnp_random_graph(cells, random.uniform(0.2, 0.7), seed=random.getrandbits(32))
    board = demine.from_networkx(graph)
    mined = set(random.sample(range(cells), random.randint(1, cells // 2)))
    labels: list[Label] = ["?"] * cells
    for cell in set(range(cells)) - mined:
        if random.random() < 0.3:
            count = len(mined & set(board.neighbours(cell)))
            labels[cell] = "□" if random.random() < 0.25 else count
    return Position(board, labels, random.choice([len(mined)] * 3 + [None]))


@pytest.mark.parametrize("seed", range(60))
def test_random_positions_to_nine_cells(seed: int) -> None:
    position = play_half(Random(seed))
    assert answer(position) == expect(position)


@pytest.mark.parametrize("seed", range(20))
def test_parts_that_have_nothing_to_do_with_each_other(seed: int) -> None:
    """Positions side by side: where the mines of each are known one game after the other is won."""
    random = Random(seed)
    parts: list[list[Label]] = [["?", 1, "?"], ["?", 2, "?", "?"], ["?", 1, "?", 1, "?"]]
    labels: list[Label] = []
    edges: list[tuple[int, int]] = []
    for part in random.choices(parts, k=3):
        edges += [(u, u + 1) for u in range(len(labels), len(labels) + len(part) - 1)]
        labels += part
    mines = random.randint(3, 5)
    position = Position(demine.from_edges(len(labels), edges), labels, mines)
    if position.count():
        assert answer(position) == expect(position)


def test_three_coin_flips() -> None:
    edges = [(u, u + 1) for u in range(8) if u % 3 != 2]
    position = Position(demine.from_edges(9, edges), ["?", 1, "?"] * 3, 3)
    assert answer(position) == (Fraction(1, 8), [0, 2, 3, 5, 6, 8])


def test_a_coin_flip_and_a_safe_cell() -> None:
    flip = demine.loads("2x1x1\nHH\n")
    assert answer(flip) == (Fraction(1, 2), [0, 1])
    known = demine.loads("3x1x1\nH1H\n")
    assert answer(known) == (Fraction(1, 2), [0, 2])
    safe = demine.loads("3x1x1\n1HH\n")
    assert answer(safe) == (Fraction(1), [2])


def test_won_and_impossible_positions() -> None:
    won = Position(demine.grid(1, 2), [1, "?"], 1)
    assert answer(won) == (Fraction(1), [])
    with pytest.raises(NoLegalAssignment):
        Position(demine.grid(1, 2), [1, "?"], 0).optimal()


@pytest.mark.parametrize("seed", [4, 56, 59, 79, 113])
def test_the_least_likely_mine_is_not_always_best(seed: int) -> None:
    """A cell that tells much is worth a greater risk."""
    game = demine.Game(demine.grid(5, 5), 6, seed=seed)
    game.open(0)
    while safe := game.position.analyze().safe:
        for cell in sorted(safe):
            game.open(cell)
    risks = game.position.analyze().probabilities
    unopened = [c for c, label in enumerate(game.position.labels) if label == "?"]
    assert min(risks[list(game.position.optimal().cells)]) > min(risks[unopened]) + 1e-9


def test_what_is_out_of_reach_says_so() -> None:
    expert = cover(demine.grid(16, 30), 99)
    with pytest.raises(TooWide):
        expert.optimal()
    with pytest.raises(TooWide):
        cover(demine.grid(4, 4), 5).optimal(states=1000)
    with pytest.raises(demine.Timeout):
        cover(demine.grid(5, 6), 7).optimal(seconds=0.05)
