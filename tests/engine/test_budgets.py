"""Work that explodes fails with a clear error, yields to Ctrl-C, and leaves the process usable."""

from __future__ import annotations

import subprocess
import sys
import threading
from contextlib import nullcontext, suppress
from fractions import Fraction
from itertools import count, islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import demine
from demine import Position, Timeout, TooWide, grid, meter, puzzles
from interrupt import PLENTY, POSITIONS, QUESTIONS, hopeless, latency

over_questions = pytest.mark.parametrize("question", POSITIONS)


@pytest.fixture(scope="module")
def hard() -> Position:
    return hopeless()


@pytest.mark.parametrize("question", ["count", "counts_by_mines"])
def test_too_wide_by_default(hard: Position, question: str) -> None:
    """The default budget ends the question long before the memory does."""
    with pytest.raises(TooWide, match=r"states"):
        getattr(hard, question)()


@over_questions
@pytest.mark.parametrize("states", [0, 1, 1000])
def test_too_wide_for_a_small_budget(hard: Position, question: str, states: int) -> None:
    with pytest.raises(TooWide):
        getattr(hard, question)(states=states)


@over_questions
def test_timeout(hard: Position, question: str) -> None:
    if question == "analyze":  # it ends with estimates instead of an error
        assert not hard.analyze(states=PLENTY, seconds=0.2).all_certain
        return
    with pytest.raises(Timeout, match=r"0\.2 seconds"):
        getattr(hard, question)(states=PLENTY, seconds=0.2)


@over_questions
def test_a_budget_of_no_seconds_is_over(hard: Position, question: str) -> None:
    with pytest.raises(Timeout):
        getattr(hard, question)(states=PLENTY, seconds=0)


def solutions() -> demine.Solutions:
    return Position(demine.grid(6, 6), ["?"] * 36, mines=9).solutions()


def test_samples_are_part_of_what_a_call_holds() -> None:
    found = solutions()
    assert len(found.sample(10, seed=1, bytes=10**6)) == 10
    with pytest.raises(TooWide, match="too long for a budget of 1000000 bytes: give"):
        found.sample(10**5, seed=1, bytes=10**6)
    one_by_one = found.sample_iter(10**4, seed=1, bytes=10**6)
    assert sum(1 for _ in one_by_one) == 10**4


def test_a_search_for_the_cheapest_goes_on_within_one_budget() -> None:
    """What it has found out stays, so it counts for all sets that are asked for."""
    search = solutions().cheapest_iter(range(36), states=20_000)
    assert next(search) == frozenset(range(9))
    with pytest.raises(TooWide, match="20000 states"):
        list(islice(search, 20_000))


def test_errors_are_told_apart() -> None:
    assert issubclass(Timeout, TimeoutError)
    assert not issubclass(TooWide, TimeoutError)


@over_questions
def test_the_process_is_usable_after_a_failure(hard: Position, question: str) -> None:
    cache = demine.Cache()
    ends = nullcontext() if question == "analyze" else pytest.raises((TooWide, Timeout))
    with ends:
        getattr(hard, question)(seconds=0.1, states=PLENTY, cache=cache)
    easy = Position(demine.grid(3, 3), ["?"] * 4 + [3] + ["?"] * 4)
    assert easy.count(cache=cache) == 56


@pytest.mark.parametrize("seconds", [-1, float("nan")])
def test_a_nonsensical_number_of_seconds_is_refused(seconds: float) -> None:
    with pytest.raises(ValueError, match="seconds"):
        Position(demine.grid(3, 3), ["?"] * 9).count(seconds=seconds)


def test_a_negative_number_of_states_is_refused() -> None:
    with pytest.raises(ValueError, match="states"):
        Position(demine.grid(3, 3), ["?"] * 9).count(states=-1)


def test_a_sufficient_budget_changes_nothing() -> None:
    position = Position(demine.grid(3, 3), ["?"] * 4 + [3] + ["?"] * 4)
    assert position.count(states=10**6, seconds=60) == position.count()


@pytest.mark.parametrize("question", QUESTIONS)
def test_ctrl_c(question: str) -> None:
    """Promised within 0.1 s, which `benches/interrupt.py` measures; a busy machine gets 2."""
    assert latency(question) < 2


@over_questions
def test_other_threads_run_meanwhile(hard: Position, question: str) -> None:
    """The GIL is released: a thread that naps for a millisecond at a time wakes up often."""
    ticks = 0
    done = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.wait(0.001):
            ticks += 1

    ticking = threading.Thread(target=tick)
    ticking.start()
    try:
        # An analysis ends with estimates instead of an error.
        with suppress(Timeout):
            getattr(hard, question)(states=PLENTY, seconds=0.5)
    finally:
        done.set()
        ticking.join()
    assert ticks > 20


def test_what_an_analysis_computes_later_is_bounded_too() -> None:
    analysis = demine.Position(demine.grid(2, 2), "????").analyze(seconds=60)
    with pytest.raises(Timeout, match="budget of 0 seconds"):
        analysis.probability(0, seconds=0)
    assert analysis.probability(0) == Fraction(1, 2)
    assert analysis.count == 16


# Every question that can eat a machine, in a process of its own: the most memory ever taken
# is told of a whole process.
HUNGRY = """
from random import Random
import demine

def most_memory():
    lines = open("/proc/self/status").read().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) // 1024

random = Random(6)
pairs = {tuple(sorted(random.sample(range(400), 2))) for _ in range(1250)}
graph = demine.from_edges(400, pairs)
mined = set(random.sample(range(400), 120))
labels = [
    len(mined & set(graph.neighbours(cell))) if cell not in mined and random.random() < 0.3 else "?"
    for cell in graph.cells
]
wide = demine.Position(graph, labels, 120)
before = most_memory()
try:
    found = QUESTION
except demine.TooWide:
    print("too wide")
else:
    print("answered")
print(most_memory() - before)
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="nobody tells how much it was")
@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("wide.count(bytes=LIMIT)", "too wide"),
        ("wide.counts_by_mines(bytes=LIMIT)", "too wide"),
        ("wide.solutions(bytes=LIMIT)", "too wide"),
        ("wide.analyze(bytes=LIMIT)", "answered"),
        ("wide.with_density('1/5').analyze(bytes=LIMIT)", "answered"),
        ("wide.with_density([0.1, 0.3] * 200).analyze(bytes=LIMIT)", "answered"),
        ("demine.analyze_many(graph, [labels] * 3, 120, bytes=LIMIT)", "answered"),
        ("wide.is_consistent(bytes=LIMIT)", "answered"),
        ("demine.hint(wide, bytes=LIMIT)", "answered"),
    ],
)
def test_bytes_are_a_bound_on_memory(question: str, expected: str) -> None:
    limit = 32 << 20
    script = HUNGRY.replace("QUESTION", question.replace("LIMIT", str(limit)))
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=300
    )
    said, megabytes = done.stdout.split("\n")[:2]
    assert said == expected
    # A state takes about 16 bytes; tables grow by doubling.
    assert int(megabytes) < 2 * 32


def test_a_timeout_of_somebody_else_keeps_its_words() -> None:
    """A call without seconds of its own, in a command or a program that gave itself some."""
    own = Timeout("the program's own")
    with pytest.raises(Timeout) as told, meter.share_seconds(meter.Budget()):
        raise own
    assert told.value is own


class TestSecondsOfAWholeCall:
    """A clock that moves on by a second whenever somebody looks at it: no test waits."""

    @pytest.fixture(autouse=True)
    def _clock(self, monkeypatch: pytest.MonkeyPatch) -> None:
        ticks = count()
        clock = SimpleNamespace(monotonic=lambda: float(next(ticks)))
        monkeypatch.setattr(meter, "time", clock)

    def test_a_review_of_many_guesses(self) -> None:
        game = demine.Game.preset("classic", seed=2, first="safe")
        for cell in game.board.cells:
            game = game.practice() if game.is_over else game
            game.open(cell)
        game.review(seconds=1000)
        with pytest.raises(Timeout, match="within the budget of 20 seconds"):
            game.review(seconds=20)

    def test_a_puzzle_of_many_numbers(self) -> None:
        puzzle = puzzles.minimal(demine.grid(4, 4), 3, seed=1, seconds=1000)
        assert puzzles.is_minimal(puzzle.position, seconds=1000)
        with pytest.raises(Timeout, match="within the budget of 20 seconds"):
            puzzles.minimal(demine.grid(4, 4), 3, seed=1, seconds=20)
        with pytest.raises(Timeout, match="within the budget of 8 seconds"):
            puzzles.is_minimal(puzzle.position, seconds=8)


@pytest.mark.parametrize("states", [10**30, 10**400, 1 << 63])
def test_any_number_of_states_is_enough(states: int) -> None:
    position = Position(grid(2, 2), ["?", "?", 1, "?"])
    assert position.count(states=states) == 3
    assert position.optimal(states=states, bytes=states).probability > 0
    assert position.solutions(states=states).count(states=states, bytes=states) == 3


@pytest.mark.parametrize("name", ["states", "bytes"])
@pytest.mark.parametrize("value", [-1, -(10**30), 1.5, True, "7"])
def test_what_is_no_budget_is_named(name: str, value: Any) -> None:
    with pytest.raises(ValueError, match=f"{name} is "):
        Position(grid(1, 1), ["?"]).count(**{name: value})


@pytest.mark.parametrize("value", [-1, float("nan"), "7", [], -(10**400)], ids=range(5))
def test_seconds(value: Any) -> None:
    with pytest.raises(ValueError, match="seconds is "):
        Position(grid(1, 1), ["?"]).count(seconds=value)


def test_endless_seconds_are_no_budget() -> None:
    assert Position(grid(1, 1), ["?"]).count(seconds=10**400) == 2


def test_bytes_bound_what_is_held() -> None:
    with pytest.raises(TooWide, match="bytes"):
        Position(grid(12, 12), ["?"] * 144).with_labels({65: 2, 77: 3, 42: 4}).count(bytes=64)
    with pytest.raises(TooWide):
        Position(demine.from_edges(1_000_000, []), ["?"] * 1_000_000).counts_by_mines()
