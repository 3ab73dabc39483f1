"""The judge: decisions of `strongest` with the value of each candidate, by play-outs."""

from __future__ import annotations

from typing import Any

import laboratory
import numpy as np
import pytest
from laboratory import Judged
from score_network import learned_scores

import demine
from demine.arena.contest import Contest, contest

pytestmark = pytest.mark.minutes(20)
GAMES = 16


def judge(played: Contest, games: int, boards: int, **options: Any) -> Judged:
    """By the program that `cargo test` has built already."""
    return laboratory.judge(played, 1, games, boards, profile="dev", **options)


def judge_beginner(workers: int) -> Judged:
    return judge(contest("strongest", preset="beginner"), GAMES, 5, workers=workers)


@pytest.fixture(scope="module")
def judged() -> Judged:
    return judge_beginner(1)


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


def test_the_learned_score_is_that_of_the_network(judged: Judged) -> None:
    hexagons = Contest(demine.hexagonal(6, 6), 7, "safe", strategy="strongest")
    on_graph = judge(hexagons, GAMES, 1)
    assert len(on_graph[0]) > 20
    for _, values, features in (judged, on_graph):
        assert np.allclose(values[:, 9], learned_scores(features), atol=1e-5)
        assert values[:, 9].std() > 0


def test_the_same_for_any_number_of_workers(judged: Judged) -> None:
    again = judge_beginner(2)
    assert all(np.array_equal(judged[i], again[i]) for i in range(3))


def test_values_are_the_mean_of_both_halves() -> None:
    _, values, _ = judge(contest("strongest", preset="classic"), 40, 20)
    _, value, boards, _, _, one, other, *_ = values.T
    assert boards.max() <= 20
    assert np.all(value <= np.maximum(one, other) + 1e-12)
    assert np.all(value >= np.minimum(one, other) - 1e-12)


def test_each_decision_has_its_choice() -> None:
    keys, values, _ = judge(contest("strongest", preset="classic"), 40, 4)
    for turn in np.unique(keys[:, :2], axis=0):
        assert values[np.all(keys[:, :2] == turn, axis=1), 7].sum() == 1


def test_only_play_outs_overrule_the_score() -> None:
    plain = contest("strongest", preset="classic")
    assert len(judge(plain, 40, 4, overruled=True)[0]) == 0
    played = contest("strongest", preset="classic", effort=8)
    keys, values, _ = judge(played, 40, 4, overruled=True)
    decisions = len(np.unique(keys[:, :2], axis=0))
    assert decisions > 0
    assert len(keys) == 2 * decisions
    assert values[:, 7].sum() == decisions
