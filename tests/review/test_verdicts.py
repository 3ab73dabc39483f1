"""Verdicts on guesses: each means what it says, and an unavoidable guess really is one."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import demine
from demine.review import GUESS_VERDICTS, judge, twin


@cache
def guesses(seed: int) -> list[demine.review.ReviewedGuess]:
    """The guesses of two players: one opens what is best, the other whatever comes first."""
    found: list[demine.review.ReviewedGuess] = []
    for is_careful in (True, False):
        game = demine.Game(demine.grid(3, 5), 5, seed=seed, first="safe")
        order = iter(sorted(range(15), key=lambda cell: (cell * 7 + seed) % 15))
        while not game.is_over:
            game.open(demine.hint(game.position).cell if is_careful else next(order))
        found += game.review().guesses
    return found


def test_a_verdict_agrees_with_the_risks() -> None:
    seen = set()
    for seed in range(40):
        for guess in guesses(seed):
            verdict = judge(guess)
            seen.add(verdict)
            assert (verdict == "needless") is guess.needless
            if verdict == "forced":
                assert guess.risk == guess.least_risk
            if verdict in ("reasonable", "risky"):
                assert guess.risk > guess.least_risk
    assert seen >= {*GUESS_VERDICTS} - {"reasonable"}


def test_twins_cannot_be_told_apart() -> None:
    """Swapping both cells maps every legal assignment to one that shows the same numbers."""
    found = 0
    for seed in range(40):
        for guess in guesses(seed):
            position = guess.position
            board, solutions = position.board, position.solutions()
            for cell in board.cells:
                other = twin(guess.analysis, cell) if position.labels[cell] == "?" else None
                if other is None:
                    continue
                found += 1
                for mined in solutions:
                    swapped = mined ^ {cell, other}
                    assert swapped in solutions
                    for v in set(board.cells) - mined - swapped:
                        around = set(board.neighbours(v))
                        assert len(around & mined) == len(around & swapped)
    assert found > 5, found


def test_a_pair_at_the_edge_has_a_twin_and_a_row_has_none() -> None:
    pair = demine.Position(demine.grid(2, 3), ["?", 1, 0, "?", 1, 0], 1)
    assert twin(pair.analyze(), 0) == 3
    row = demine.Position(demine.grid(1, 3), ["?", 1, "?"], 1)
    assert twin(row.analyze(), 0) == 2
    told = demine.Position(demine.grid(1, 5), ["?", 1, "?", "?", "?"], None)
    assert told.analyze().probability(0) == Fraction(1, 2)
    assert twin(told.analyze(), 0) is None  # opening d1 tells them apart
