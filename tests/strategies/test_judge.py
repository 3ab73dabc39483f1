"""The judge: decisions of `strongest` with what each candidate is worth, played out."""

from __future__ import annotations

import numpy as np
import pytest

from demine import PRESETS, _native
from demine.arena.contest import Contest

GAMES = 16
Judged = tuple[np.ndarray, np.ndarray, np.ndarray]


def judge(workers: int) -> Judged:
    board = PRESETS["beginner"].board
    contest = Contest(board, 10, "safe", strategy="strongest")
    return _native.judge(contest, 1, GAMES, workers, 5)


@pytest.fixture(scope="module")
def judged() -> Judged:
    return judge(1)


def test_candidates_of_a_decision_are_different_cells(judged: Judged) -> None:
    keys, _, _ = judged
    assert len(keys) > 20
    assert set(keys[:, 0]) <= set(range(1, 1 + GAMES))
    assert len(np.unique(keys, axis=0)) == len(keys)
    _, sizes = np.unique(keys[:, :2], axis=0, return_counts=True)
    assert sizes.min() >= 2


def test_nobody_wins_more_often_than_the_cell_is_free(judged: Judged) -> None:
    reached, value, boards, risk, ahead = judged[1][:, :5].T
    assert ((value >= 0) & (value <= 1 - risk + 1e-12)).all()
    assert ((reached > 0) & (reached <= 1)).all()
    assert ((ahead >= 0) & (ahead <= 1 - risk + 1e-12)).all()
    assert ((boards >= 0) & (boards <= 12)).all()


def test_play_outs_agree_with_look_ahead_on_what_is_better(judged: Judged) -> None:
    """Within decisions: what look-ahead thinks more of is worth more, on average."""
    keys, values, _ = judged
    _, decision = np.unique(keys[:, :2], axis=0, return_inverse=True)
    worth, ahead = (_centre(values[:, column], decision.ravel()) for column in (1, 4))
    assert (worth * ahead).sum() > 0


def _centre(column: np.ndarray, decision: np.ndarray) -> np.ndarray:
    means = np.bincount(decision, column) / np.bincount(decision)
    return np.asarray(column - means[decision])


def test_every_candidate_has_a_score(judged: Judged) -> None:
    scores = _native.score(judged[2])
    assert scores.shape == (len(judged[0]),)
    assert np.isfinite(scores).all()
    assert scores.std() > 0


def test_the_same_for_any_number_of_workers(judged: Judged) -> None:
    for one, two in zip(judged, judge(2), strict=True):
        assert np.array_equal(one, two)
