"""Winning rates without deaths: no bias, and intervals that cover as they say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, takewhile

import numpy as np
import pytest

import choosers
import demine
from demine import _native, arena
from demine.arena import RIVALS, survival
from demine.arena.contest import contest
from demine.arena.survival import half_width
from demine.errors import InvalidGame, StrategyError
from demine.game import First
from demine.strategies import STRATEGIES, Chance, Guess, Strategy
from demine.wording import percent
from paths import ROOT


def exact(name: str, board: demine.Board, mines: int, first: int) -> Fraction:
    """The winning rate of a strategy without chance, by playing every board that is possible."""
    others = [cell for cell in board.cells if cell != first]
    boards = [frozenset(mined) for mined in combinations(others, mines)]
    return Fraction(sum(wins(name, board, mined, first) for mined in boards), len(boards))


def wins(name: str, board: demine.Board, mined: frozenset[int], first: int) -> bool:
    labels: list[str | int] = ["?"] * len(board)
    cells, free = [first], set(board.cells) - mined
    while True:
        for cell in cells:
            if cell in mined:
                return False
            labels[cell] = len(mined & set(board.neighbours(cell)))
        if all(labels[cell] != "?" for cell in free):
            return True
        cells = list(STRATEGIES[name](demine.Position(board, labels, len(mined)), Chance(0)))


@pytest.mark.parametrize(("name", "mines"), [("safest", 3), ("strongest", 3), ("csp", 4)])
def test_no_bias(name: str, mines: int) -> None:
    board = demine.grid(3, 4)
    truth = float(exact(name, board, mines, 0))
    found = arena.estimate(name, board=board, mines=mines, games=2000, seed=1, control=None)
    assert abs(found.rate - truth) < 4 * found.error
    assert found.error < 0.7 * np.sqrt(truth * (1 - truth) / found.games)


def test_where_the_end_is_searched_nothing_is_left_to_luck() -> None:
    board = demine.grid(4, 4)
    played = contest("strongest", board=board, mines=4)
    chances, _, _ = _native.survive(played, 1, 20, 1)
    for seed, chance in enumerate(chances, 1):
        game = demine.Game(board, 4, seed=seed)
        game.open(0)
        while not game.is_over and (safe := game.position.analyze().safe):
            for cell in sorted(safe):
                game.open(cell)
        best = 1 if game.is_over else game.position.optimal().probability
        assert chance == pytest.approx(float(best))


@pytest.mark.parametrize("first", ["safe", "opening", "risky"])
def test_every_rule_agrees_with_plain_games(first: First) -> None:
    rules = arena.Rules(board=demine.grid(5, 5), mines=5, first=first)
    plain = demine.simulate("safest", games=10_000, seed=9, **rules)
    found = arena.estimate("safest", games=4000, seed=9, control=None, **rules)
    assert abs(found.rate - plain.rate) < 0.02


def test_an_opening_without_room_agrees_with_plain_games() -> None:
    rules = arena.Rules(board=demine.grid(3, 3), mines=5, first="opening", start=4)
    plain = demine.simulate("safest", games=10_000, seed=1, **rules)
    found = arena.estimate("safest", games=10_000, seed=1, control=None, **rules)
    assert abs(found.rate - plain.rate) < 0.01


def test_expert_within_the_interval_of_plain_games() -> None:
    found = arena.estimate("safest", preset="expert", games=400, seed=1, control=None)
    low, high = found.interval(0.999)
    assert low < 0.3915 < high


def test_intervals_cover_as_stated() -> None:
    board = demine.grid(3, 4)
    truth = float(exact("safest", board, 3, 0))
    runs = [
        arena.estimate("safest", board=board, mines=3, games=100, seed=100 * i, control=None)
        for i in range(200)
    ]
    covered = sum(low <= truth <= high for low, high in (run.interval() for run in runs))
    assert 180 <= covered <= 200


def test_a_control_takes_luck_off_and_no_more() -> None:
    random = np.random.default_rng(1)
    truth, means, errors = 0.4, [], []
    for _ in range(300):
        luck = random.normal(0.3, 0.3, 800)
        values = truth + 0.9 * (luck[:200] - 0.3) + random.normal(0, 0.1, 200)
        mean, error = survival.remove_luck(values, luck)
        means.append(mean)
        errors.append(error)
    assert abs(np.mean(means) - truth) < 4 * np.std(means) / np.sqrt(300)
    assert np.mean(errors) < 0.6 * 0.3 / np.sqrt(200)
    inside = np.abs(np.array(means) - truth) < 1.96 * np.array(errors)
    assert 0.91 < inside.mean() < 0.98


def test_a_sequence_holds_at_all_times() -> None:
    random = np.random.default_rng(2)
    missed = 0
    for _ in range(200):
        values = random.normal(0, 1, 5000)
        looks = range(survival.LEAST, 5001, 500)
        missed += any(abs(values[:n].mean()) > survival.half_width(values[:n], 0.05) for n in looks)
    assert missed <= 10


def test_workers_make_no_difference() -> None:
    runs = [
        arena.estimate("strongest", preset="classic", games=60, seed=5, workers=w, chunk=20)
        for w in (1, 2)
    ]
    assert runs[0] == runs[1]


def test_play_outs_follow_from_what_is_seen_whoever_plays() -> None:
    runs = [
        arena.estimate(
            "strongest", preset="classic", games=30, seed=5, workers=w, chunk=10, effort=3
        )
        for w in (1, 2)
    ]
    assert runs[0] == runs[1]


def test_a_contrast_is_decided() -> None:
    result = arena.contrast("safest", "ratio", preset="classic", games=5000, seed=1)
    assert result.decision == "A"
    assert result.low > 0
    assert result.a.games < 5000
    same = arena.contrast("safest", "safest", preset="classic", games=1000, seed=1)
    assert (same.decision, same.difference) == ("equal", 0)


def careless(position: demine.Position, chance: Chance) -> Sequence[int]:
    """Call every guess safe."""
    return list(STRATEGIES["safest"](position, chance))


@pytest.mark.parametrize("strategy", [STRATEGIES["safest"], careless])
def test_no_bias_for_strategies_in_python(strategy: Strategy) -> None:
    board = demine.grid(3, 4)
    truth = float(exact("safest", board, 3, 0))
    found = arena.estimate(
        strategy, board=board, mines=3, games=600, seed=1, control=None, workers=1
    )
    assert abs(found.rate - truth) < 4 * found.error
    wins = np.sqrt(truth * (1 - truth) / found.games)
    assert (found.error < 0.7 * wins) == (strategy is not careless)


@pytest.mark.parametrize("first", ["safe", "opening", "risky"])
def test_python_and_the_engine_agree_under_every_rule(first: First) -> None:
    rules = arena.Rules(board=demine.grid(5, 5), mines=5, first=first)
    ours = arena.estimate(STRATEGIES["safest"], games=500, seed=9, control=None, workers=1, **rules)
    engine = arena.estimate("safest", games=4000, seed=9, control=None, **rules)
    assert abs(ours.rate - engine.rate) < 4 * np.hypot(ours.error, engine.error)
    assert ours.contest["first"] == first


def test_an_opening_without_room_agrees_in_python() -> None:
    rules = arena.Rules(board=demine.grid(3, 3), mines=5, first="opening", start=4)
    ours = arena.estimate(
        STRATEGIES["safest"], games=1000, seed=1, control=None, workers=1, **rules
    )
    plain = demine.simulate("safest", games=10_000, seed=1, **rules)
    assert abs(ours.rate - plain.rate) < 4 * ours.error


def test_processes_and_controls_serve_strategies_in_python() -> None:
    here, there = (
        arena.estimate(choosers.safest, preset="classic", games=20, seed=5, workers=w, chunk=10)
        for w in (1, 2)
    )
    assert here == there
    assert here.control == "safest"
    both = arena.contrast(
        choosers.safest, "safest", preset="classic", games=20, seed=5, workers=1, chunk=10
    )
    assert abs(both.difference) < 4 * np.hypot(both.a.error, both.b.error)


def test_a_position_too_wide_for_the_chance_of_survival_ends_the_run() -> None:
    import networkx as nx

    board = demine.from_networkx(nx.random_regular_graph(16, 200, seed=1))
    with pytest.raises(StrategyError, match=r"turn \d+: the chance of survival is .*states"):
        arena.estimate(guess_first, board=board, mines=60, games=2, seed=1, workers=1)


def guess_first(position: demine.Position, chance: Chance) -> Guess:
    """Guess the first covered cell."""
    return Guess([position.labels.index("?")])


def test_what_cannot_be_estimated_says_so() -> None:
    with pytest.raises(StrategyError, match="turn 1"):
        arena.estimate(choosers.resigns, preset="classic", games=5, seed=1, workers=1)
    with pytest.raises(InvalidGame, match="margin"):
        arena.contrast("safest", "csp", preset="classic", games=5, seed=1, margin=2)


def test_first_moves() -> None:
    tally = demine.simulate("strongest", preset="expert", first="opening", games=2, seed=1)
    assert tally.contest["parameters"] == {"start": 93}
    assert demine.simulate(twin, preset="classic", games=2, seed=1, start=9, workers=1).games == 2
    assert contest("safest", preset="classic", start=(1, 1)).start == 9


def twin(position: demine.Position, chance: Chance) -> Sequence[int]:
    """Plays on from the cell where it was begun."""
    assert position.labels[9] != "?"
    return STRATEGIES["safest"](position, chance)


def test_too_wide_positions_fall_back_and_say_so() -> None:
    import networkx as nx

    board = demine.from_networkx(nx.random_regular_graph(16, 200, seed=1))
    tally = demine.simulate("strongest", board=board, mines=60, games=2, seed=1)
    assert tally.fallbacks > 0
    assert "by fallback" in str(tally)
    assert tally.blunders == 0


def test_one_game_tells_nothing() -> None:
    assert half_width(np.array([1.0]), 0.05) == 1.0
    assert 0 < half_width(np.array([0.0, 1.0] * 500), 0.05) < 0.2


def test_a_place_is_what_the_interval_shows() -> None:
    rules = arena.Rules(preset="expert")
    found = arena.estimate("csp", games=2, seed=1, control=None, **rules)
    found = replace(found, error=0.001)
    said = arena.describe_place(replace(found, rate=0.36))
    assert said == "  below ms_toollib (37.39 %); above equations (25.52 %)"
    assert arena.describe_place(replace(found, rate=0.5)) == "  above D. N. Hill's solver (41.13 %)"
    said = arena.describe_place(replace(found, rate=0.373))
    assert said.endswith("above equations (25.52 %); not told apart from ms_toollib (37.39 %)")


def test_the_page_has_the_same_known_players() -> None:
    lines = (ROOT / "docs/strategies.md").read_text(encoding="utf-8").splitlines()
    columns = ("16×30/99 safe", "16×30/99 opening", "16×16/40 safe", "9×9/10 safe")
    head = lines.index(f"| player | {' | '.join(columns)} | source |")
    table = takewhile(lambda line: line.startswith("|"), lines[head:])
    rows = {line.split(" | ")[0].strip("| `"): line.split(" | ")[1:5] for line in table}
    for (_, rivals), column in zip(RIVALS.items(), range(4), strict=True):
        assert list(rivals) == sorted(rivals, key=lambda rival: -rival.rate)
        for rival in rivals:
            assert rows[rival.player][column] == percent(rival.rate, 2)
