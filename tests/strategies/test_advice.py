"""Advice: candidates with numbers that can be compared, and what `strongest` would open."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

import demine
from demine.errors import InvalidPosition
from demine.strategies import Advice, native
from demine.strategies.rng import Chance


def play_until_stuck(seed: int, rows: int, columns: int, mines: int) -> demine.Position:
    """A position of a game in which nothing is safe."""
    game = demine.Game(demine.grid(rows, columns), mines, seed=seed)
    game.open(0)
    while safe := game.position.analyze().safe:
        for cell in sorted(safe):
            game.open(cell)
    return game.position


def test_exact_where_perfect_play_is_in_reach() -> None:
    position = play_until_stuck(4, 5, 5, 6)
    probability, cells = position.optimal()
    found = position.analyze().candidates(30)
    assert all(candidate.exact for candidate in found)
    assert {c.cell for c in found if c.win == probability} == set(cells) & {c.cell for c in found}
    assert found[0].win == probability
    assert all(c.win is not None and c.win <= 1 - c.risk for c in found)


def test_estimates_elsewhere_and_the_same_each_time() -> None:
    position = play_until_stuck(2, 16, 30, 99)
    found = position.analyze().candidates(3, boards=4)
    assert len(found) == 3
    assert not any(candidate.exact for candidate in found)
    assert found == position.analyze().candidates(3, boards=4)
    for candidate in found:
        assert candidate.risk == position.analyze().probability(candidate.cell)
        win, ahead, progress = candidate.win, candidate.ahead, candidate.progress
        assert win is not None
        assert ahead is not None
        assert progress is not None
        assert 0 <= win <= 1 - candidate.risk
        assert 0 <= progress <= ahead + 1e-9 <= 1 - candidate.risk + 2e-9
        assert candidate.record["exact"] is False


def test_estimates_where_the_budget_is_too_small_for_perfect_play() -> None:
    analysis = play_until_stuck(4, 5, 5, 6).analyze()
    exact, estimated = (
        analysis.candidates(3, boards=2),
        analysis.candidates(3, boards=2, states=2000),
    )
    assert [candidate.exact for candidate in (*exact, *estimated)] == [True] * 3 + [False] * 3
    assert {(c.cell, c.risk, c.ahead) for c in exact} == {
        (c.cell, c.risk, c.ahead) for c in estimated
    }


def test_estimates_are_near_the_truth() -> None:
    position = play_until_stuck(56, 5, 5, 6)
    cells = list(position.optimal().cells)
    won, legal = position.native.optimal_after(cells)
    estimates = position.native.estimates(cells, 300)
    for wins, (estimate, margin) in zip(won, estimates, strict=True):
        assert abs(wins / legal - estimate) < 0.1
        assert 0 < margin < 0.1


def test_margins_hold_as_often_as_they_say() -> None:
    inside = []
    for seed in range(40):
        native = play_until_stuck(seed, 6, 6, 9).native
        cells = [cell for cell, code in enumerate(native.codes) if code < 0][:3]
        truths = native.estimates(cells, 400)
        estimates = native.estimates(cells, 12)
        pairs = zip(estimates, truths, strict=True)
        inside += [abs(win - truth) <= margin + 1e-12 for (win, margin), (truth, _) in pairs]
    assert len(inside) > 60
    assert sum(inside) / len(inside) > 0.9


def test_advice_is_what_strongest_plays() -> None:
    position = play_until_stuck(2, 16, 30, 99)
    assert position.advise().cells == tuple(native("strongest")(position, Chance(0)))
    assert position.advise().measure == "look-ahead"
    assert play_until_stuck(4, 5, 5, 6).advise().measure == "perfect play"
    safe = demine.loads("3x1x1\n1HH\n")
    assert safe.advise() == Advice((2,), False, "rule")


def test_no_guess_is_listed_beside_safe_cells() -> None:
    """Play-outs of an Expert position say, by chance, that a guess wins more than a safe cell."""
    game = demine.Game.preset("expert", seed=3)
    game.open(0)
    game.open(8)
    analysis = game.position.analyze()
    assert 0 < len(analysis.safe) < 8
    assert {candidate.cell for candidate in analysis.candidates()} == analysis.safe


def test_safe_cells_and_bad_arguments() -> None:
    position = demine.loads("3x1x1\n1HH\n")
    first, *_ = position.analyze().candidates()
    assert first.cell == 2
    assert first.risk == 0
    assert first.win == Fraction(1)
    with pytest.raises(ValueError, match="most is 0"):
        position.analyze().candidates(0)
    with pytest.raises(ValueError, match="effort"):
        position.advise(effort=0)
    likely = demine.Position(demine.grid(1, 2), ["?", "?"], density=0.2)
    with pytest.raises(InvalidPosition, match="density"):
        likely.optimal()


def test_the_last_cell_is_all_that_there_is_to_look_ahead_to() -> None:
    """Two cells of which nothing is known: each is a mine or not, and so is the other one then."""
    for candidate in demine.Position(demine.from_edges(2, []), ["?", "?"]).analyze().candidates():
        assert (candidate.risk, candidate.ahead) == (Fraction(1, 2), 0.25)


def test_candidates_have_the_meaning_of_optimal_also_where_mines_are_unknown() -> None:
    """All labellings of a small grid: the best candidate wins as often as perfect play."""
    board, compared, over = demine.grid(2, 3), 0, 0
    known: list[str | int] = ["?", 0, 1, 2, 3]
    for numbers in product(known, repeat=2):
        labels: list[str | int] = [numbers[0], "?", "?", "?", "?", numbers[1]]
        position = demine.Position(board, labels)
        covered = [cell for cell, label in enumerate(labels) if label == "?"]
        if not position.is_consistent() or position.analyze().mined.issuperset(covered):
            continue
        probability, cells = position.optimal()
        found = position.analyze().candidates(30)
        assert all(candidate.exact for candidate in found)
        assert max(candidate.win or 0 for candidate in found) == probability
        assert {c.cell for c in found if c.win == probability} <= set(cells)
        compared += 1
        over += position.with_labels(dict.fromkeys(covered, "*")).is_consistent()
    assert compared > 5
    assert over > 1


def test_advice_keeps_to_a_budget() -> None:
    position = play_until_stuck(4, 5, 5, 6)
    with pytest.raises(demine.Timeout):
        position.advise(seconds=0)
    assert position.advise(states=10**7) == position.advise()
