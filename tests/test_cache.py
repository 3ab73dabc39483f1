"""The cache of compiled components: answers never depend on it, and its memory is bounded."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from random import Random

import pytest

import data
import demine
from demine import Board, Cache, Position
from oracle import Label
from strategies import random_graph
from truth import random_truth, replay

Answers = tuple[int, list[int], list[Fraction], frozenset[int]]

BOARDS = [
    demine.grid(8, 8),
    demine.grid(7, 7, torus=True),
    demine.hexagonal(7, 8),
    demine.from_edges(50, random_graph(50, 90, Random(1))),
]
STUCK = data.expert("stuck")[0]

over_boards = pytest.mark.parametrize("board", BOARDS, ids=str)


def game(board: Board, seed: int) -> list[Position]:
    random = Random(seed)
    return list(replay(random_truth(board, 0.3, random), random))


def answers(position: Position, cache: Cache | bool) -> Answers:
    analysis = position.analyze(cache=cache)
    exact = [analysis.probability(cell) for cell in position.board.cells]
    return (
        position.count(cache=cache),
        position.counts_by_mines(cache=cache),
        exact,
        analysis.safe,
    )


@over_boards
def test_answers_do_not_depend_on_the_cache(board: Board) -> None:
    kept, tiny = Cache(), Cache(bytes=1)
    for position in game(board, seed=1):
        expected = answers(position, False)
        for cache in (kept, Cache(), tiny, True):
            assert answers(position, cache) == expected
            assert position.is_consistent(cache=cache)


@over_boards
def test_answers_do_not_depend_on_what_was_asked_first(board: Board) -> None:
    """A component compiled for one question serves the others."""
    for position in game(board, seed=2)[::5]:
        expected = answers(position, False)
        cache = Cache()
        position.is_consistent(cache=cache)
        position.analyze(cache=cache)
        assert answers(position, cache) == expected


def test_contradictions_are_cached_as_contradictions() -> None:
    labels: list[Label] = [
        "?",
        "?",
        "?",
        1,
        1,
        1,
    ]  # an odd cycle of cells, exactly one of each two mined
    board = demine.from_edges(6, [(0, 3), (1, 3), (1, 4), (2, 4), (0, 5), (2, 5)])
    cache = Cache()
    for _ in range(2):
        assert Position(board, labels).count(cache=cache) == 0
        assert not Position(board, labels).is_consistent(cache=cache)


def test_successive_positions_hit() -> None:
    """One opened cell changes one component; the others are found again."""
    cache = Cache()
    hits = []
    for position in game(demine.grid(16, 30), seed=3):
        position.analyze(cache=cache)
        hits.append(cache.hits)
    assert hits == sorted(hits)
    assert hits[-1] > cache.misses > 0


def test_asking_again_hits_and_compiles_nothing() -> None:
    cache = Cache()
    STUCK.analyze(cache=cache)
    assert cache.hits == 0
    misses = cache.misses
    assert misses > 0
    STUCK.analyze(cache=cache)
    assert (cache.hits, cache.misses) == (misses, misses)


@pytest.mark.parametrize("bound", [1, 10_000, 100_000])
def test_memory_stays_under_the_bound(bound: int) -> None:
    cache = Cache(bytes=bound)
    for seed in range(5):
        for position in game(BOARDS[0], seed):
            position.analyze(cache=cache)
            assert cache.bytes <= bound


def test_clear_forgets() -> None:
    cache = Cache()
    expected = answers(STUCK, cache)
    assert cache.bytes > 0
    cache.clear()
    assert (cache.hits, cache.misses, cache.bytes) == (0, 0, 0)
    assert answers(STUCK, cache) == expected
    assert cache.misses > 0


def test_threads_may_share_a_cache() -> None:
    cache = Cache(bytes=100_000)
    positions = game(BOARDS[0], seed=5)[::3] + game(BOARDS[1], seed=6)[::3]
    expected = [answers(position, False) for position in positions]
    with ThreadPoolExecutor(4) as pool:
        for _ in range(3):
            assert list(pool.map(lambda p: answers(p, cache), positions)) == expected
    assert cache.bytes <= 100_000
