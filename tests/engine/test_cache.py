"""The cache of earlier positions: answers never depend on it, and its memory is bounded."""

from __future__ import annotations

import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from random import Random

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given

import data
import demine
from demine import Board, Cache, Game, NoLegalAssignment, Position
from demine.meter import shared_cache
from oracle import Label
from strategies import boards, random_graph
from truth import Truth, random_truth, replay

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


@st.composite
def journeys(draw: st.DrawFn) -> list[Position]:
    """Positions of one board, each with more labels than an earlier one; some labels are wrong."""
    random = draw(st.randoms(use_true_random=False))
    truth = random_truth(draw(boards()), draw(st.floats(0.05, 0.5)), random)
    told = draw(st.booleans())
    journey = [truth.position([], mines=told)]
    for _ in range(draw(st.integers(1, 12))):
        start = draw(st.sampled_from(journey[-3:]))
        cells = random.sample(truth.board.cells, min(len(truth.board), random.randint(1, 6)))
        labels = dict(zip(cells, truth_of(truth, cells, random), strict=True))
        journey.append(start.with_labels(labels))
    return journey


def truth_of(truth: Truth, cells: list[int], random: Random) -> list[Label]:
    """What is true of each cell; a count is wrong now and then."""
    known, opened = truth.labels([], cells), truth.labels(cells)
    labels = [random.choice([known[c], opened[c]]) for c in cells]
    wrong = [random.random() < 0.02 for _ in cells]
    return [x + 1 if isinstance(x, int) and y else x for x, y in zip(labels, wrong, strict=True)]


def bits(position: Position, cache: Cache | bool) -> tuple[bytes, frozenset[int]] | None:
    """The floats to the last bit, and the cells called safe."""
    try:
        analysis = position.analyze(cache=cache)
    except NoLegalAssignment:
        return None
    return np.asarray(analysis.probabilities).tobytes(), analysis.safe


@given(journeys())
def test_going_on_is_the_same_as_a_new_start(journey: list[Position]) -> None:
    cache = Cache()
    for position in journey:
        assert bits(position, cache) == bits(position, False)
        assert position.count(cache=cache) == position.count(cache=False)


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


def test_caches_have_a_size() -> None:
    for wrong in (-1, -(10**30), True, 1.5, "7"):
        with pytest.raises(ValueError, match="at least 0"):
            Cache(wrong)  # type: ignore[arg-type]
    assert Cache(10**30).bytes == 0


def _wait(child: int, seconds: float) -> int | None:
    """The exit status of a process; None, and its end, if it hangs."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return status
        time.sleep(0.005)
    os.kill(child, 9)
    os.waitpid(child, 0)
    return None


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no forks here")
def test_a_fork_does_not_wait_for_threads_that_it_has_not_got() -> None:
    """Threads keep the shared cache busy while processes are forked, each of which asks, too."""
    stop = threading.Event()

    def ask(seed: int) -> None:
        while not stop.is_set():
            game = Game.preset("expert", seed=seed)
            game.open(0)
            for cell in sorted(game.position.analyze().safe)[:3]:
                game.open(cell)
            game.position.analyze()
            game.position.count()
            seed += 1

    threads = [threading.Thread(target=ask, args=(1000 * i,)) for i in range(3)]
    for thread in threads:
        thread.start()
    try:
        for seed in range(40):
            child = os.fork()
            if child == 0:
                game = Game.preset("classic", seed=seed)
                game.open(0)
                game.position.analyze()
                game.position.count()
                os._exit(0 if shared_cache().bytes > 0 else 1)
            assert _wait(child, 60) == 0
    finally:
        stop.set()
        for thread in threads:
            thread.join()
