"""Reviews: guesses told apart, and luck by brute force."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import demine
import oracle
from demine import Game
from demine.review import review
from strategies import edges_of, games


def chance(game: Game, opened: list[int]) -> Fraction:
    """The share of legal assignments in which the opened cells are free."""
    position, board = game.position, game.board
    found = oracle.solutions(len(board), edges_of(board), position.labels, position.mines)
    return Fraction(sum(not mined.intersection(opened) for mined in found), len(found))


@given(st.integers(0, 10_000), st.sampled_from(["safe", "opening", "risky"]))
def test_luck_is_the_share_of_assignments_that_survive(seed: int, first: str) -> None:
    game = Game(demine.grid(3, 3), 3, seed=seed, first=first)  # type: ignore[arg-type]
    random, chances = Random(seed), []
    while not game.is_over:
        cell = random.choice([v for v in game.board.cells if game.position.labels[v] == "?"])
        if game.status != "ready" or first == "risky":
            chances.append(chance(game, [cell]))
        game.open(cell)
    found = review(game)
    assert [guess.survival for guess in found.guesses] == [c for c in chances if c < 1]
    assert found.forced + found.needless == len(found.guesses)


def test_needless_and_forced_guesses_are_told_apart() -> None:
    game = Game.preset("beginner", seed=7)
    game.open(0)
    safe = [v for v in game.position.analyze().safe if game.position.labels[v] == "?"]
    assert safe
    risky = next(v for v in game.board.cells if 0 < game.position.analyze().probability(v) < 1)
    game.open(risky)
    found = review(game)
    assert (found.needless, found.forced) == (1, 0)

    flip = Game(demine.grid(1, 2), 1, seed=0, first="risky")
    flip.open(0)
    found = review(flip)
    assert (found.needless, found.forced, found.luck) == (0, 1, Fraction(1, 2))


def test_a_chord_survives_if_all_its_cells_are_free() -> None:
    """In the middle of three cells with one mine, a flag on either side is a coin flip."""
    game = Game(demine.grid(1, 3), 1, seed=3)
    game.open(1)
    game.flag(0)
    game.chord(1)
    assert review(game).luck == Fraction(1, 2)


def test_a_protected_first_click_is_no_guess() -> None:
    game = Game.preset("expert", seed=1)
    game.open(100)
    assert review(game).guesses == ()
    assert review(game).luck == 1


@given(games())
def test_playing_safe_is_no_guess(game: Game) -> None:
    if game.first == "risky":
        return
    game.open(0)
    while not game.is_over:
        safe = [v for v in game.position.analyze().safe if game.position.labels[v] == "?"]
        if not safe:
            break
        game.open(safe[0])
    assert review(game).guesses == ()


def test_a_budget_is_kept() -> None:
    game = Game.preset("expert", seed=1)
    game.open(0)
    game.open(479)
    narrow = review(game, states=1, cache=False)
    assert [guess.analysis.exact for guess in narrow.guesses] == [False]
    with pytest.raises(demine.Timeout):
        review(game, seconds=1e-9, cache=False)


def test_a_review_tells_of_help() -> None:
    game = Game(demine.grid(3, 3), 1, seed=1)
    game.open(0)
    game.undo()
    assert "with help (undo): this game does not count as a record" in str(game.review())
    assert game.review().to_dict()["helps"] == ["undo"]


def test_a_lost_guess_is_told_with_what_was_better() -> None:
    # One of a1 and c1 is mined; of the three cells beyond d1, one is.
    game = Game.from_mines(demine.from_edges(7, [(1, 0), (1, 2)]), [0, 4], first="risky")
    game.open(1)
    game.open(0)
    said = review(game).verdict
    assert said.startswith(
        "Lost by a forced guess: move 2 opened 0, with a 50.0 % (1/2) chance of a mine"
    )
    assert "At 3 it was only 25.0 % (1/4)" in said


def test_a_first_click_that_broke_its_promise_is_nobody_s_guess() -> None:
    """Its player was told that it is safe where the board comes from; the mines did not move."""
    game = Game.from_mines(demine.grid(1, 3), [0], first="safe")
    game.open(0)
    found = review(game)
    assert not found.guesses
    assert found.verdict == "Lost."
