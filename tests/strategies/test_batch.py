"""Strategies for many games at once: the same games, move for move, and much less time."""

from __future__ import annotations

import pickle
import time
from typing import Any

import numpy as np
import pytest

import choosers
import demine
from batches import by_values
from demine import StrategyError, simulate
from demine.strategies import Batch, Batched, batched


@batched
def corners(batch: Batch) -> Any:
    """The last covered cell; a third of the games say that it is safe."""
    cells = len(batch.board) - 1 - batch.covered[:, ::-1].argmax(axis=1)
    return cells, batch.seeds % np.uint64(3) > 0


@batched
def rows(batch: Batch) -> Any:
    """Every covered cell of one row, which is chosen by the seed."""
    mask = np.zeros(batch.codes.shape, bool)
    height, width = batch.board.layout.shape
    covered = batch.covered.reshape(len(batch), height, width)
    for game, seed in enumerate(batch.seeds.tolist()):
        open_ = np.flatnonzero(covered[game].any(axis=1))
        row = open_[seed % len(open_)]
        mask[game, row * width : (row + 1) * width] = covered[game, row]
    return mask


BOARDS: list[dict[str, Any]] = [
    {"preset": "beginner"},
    {"board": demine.grid(4, 6, torus=True), "mines": 3},
    {"board": demine.grid(5, 5), "mines": 5, "first": "opening"},
    {"board": demine.grid(3, 4), "mines": 4, "first": "risky", "start": (1, 1)},
]


@pytest.mark.parametrize("rules", BOARDS, ids=range(4))
@pytest.mark.parametrize("strategy", [corners, rows], ids=["corners", "rows"])
def test_games_are_those_that_are_played_one_by_one(
    strategy: Batched, rules: dict[str, Any]
) -> None:
    together = simulate(strategy, games=60, seed=5, workers=1, **rules)
    alone = simulate(lambda *known: strategy(*known), games=60, seed=5, workers=1, **rules)
    assert together.guesses == alone.guesses
    assert (together.wins, together.blunders) == (alone.wins, alone.blunders)


def test_chunks_and_processes_change_nothing() -> None:
    known = choosers.by_batch
    once = simulate(known, games=50, seed=1, workers=1, preset="beginner")
    again = simulate(known, games=50, seed=1, workers=2, chunk=13, preset="beginner")
    assert once.record == again.record
    assert once.contest["strategy"] == "choosers:by_batch"
    assert pickle.loads(pickle.dumps(known)) is known


def test_moves_are_counted_alike(tmp_path: Any) -> None:
    """Games with a line each are played one by one; a comparison plays both sides by batches."""
    file = tmp_path / "games.jsonl"
    tally = simulate(corners, games=20, seed=3, preset="beginner", workers=1, games_to=file)
    assert len(file.read_text().splitlines()) == 20
    result = demine.compare(corners, "safest", games=20, seed=3, preset="beginner", workers=1)
    assert result.a.wins <= tally.wins


@pytest.mark.parametrize(
    ("choose", "said"),
    [
        (
            lambda batch: [0],
            r"an array of int64 with the shape \(1,\): expected 9 cells, or a mask",
        ),
        (lambda batch: np.full(len(batch), 81), "cell 81: expected a cell from 0 to 80"),
        (lambda batch: np.full(len(batch), -1), "cell -1: expected a cell from 0 to 80"),
        (lambda batch: np.zeros(batch.codes.shape, bool), "a game has nothing to open"),
        (lambda batch: (np.full(len(batch), 0), 3), "guesses 3: expected True or False"),
        (lambda batch: 1 / 0, "ZeroDivisionError: division by zero"),
        (lambda batch: np.zeros(len(batch), int), "cell 0 is open: expected covered cells"),
    ],
)
def test_a_wrong_answer_is_named(choose: Any, said: str) -> None:
    with pytest.raises(StrategyError, match=said) as caught:
        simulate(batched(choose), games=9, seed=1, preset="beginner", workers=1)
    assert "game grid-9x9-10-safe-" in str(caught.value)


def test_only_a_function_is_a_batch_strategy() -> None:
    with pytest.raises(StrategyError, match="expected a function of a batch"):
        batched(3)  # type: ignore[arg-type]


def test_a_batch_is_asked_a_twentieth_as_often_as_one_by_one() -> None:
    """`benches/batches.py` measures what that is worth in time."""
    calls, positions = 0, 0

    @batched
    def counted(batch: Batch) -> Any:
        nonlocal calls, positions
        calls, positions = calls + 1, positions + len(batch)
        return by_values.choose_many(batch)

    simulate(counted, games=1000, seed=1, board=demine.grid(9, 9), mines=5, workers=1)
    assert positions > 20 * calls


def test_a_batch_is_faster_than_one_by_one() -> None:
    def seconds(strategy: Any, games: int) -> float:
        """Processor time per game, best of three."""
        times = []
        for _ in range(3):
            start = time.process_time()
            simulate(strategy, games=games, seed=1, board=demine.grid(9, 9), mines=5, workers=1)
            times.append((time.process_time() - start) / games)
        return min(times)

    together, alone = seconds(by_values, 1000), seconds(lambda *known: by_values(*known), 40)
    assert alone > 5 * together
