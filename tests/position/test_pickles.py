"""Values that people send to other processes arrive, whatever they hold of the engine."""

from __future__ import annotations

import pickle

import pytest

import demine
from demine import Game


class TestPickles:
    """What people send to other processes arrives, whatever it holds of the engine."""

    POSITION = demine.Position(demine.grid(4, 4), [1, *"?" * 15], mines=3)

    def test_an_analysis_asks_its_question_again(self) -> None:
        analysis = self.POSITION.analyze(states=10**6, seconds=60)
        again = pickle.loads(pickle.dumps(analysis))
        assert again.position == analysis.position
        assert again.count == analysis.count
        assert again.probability(1) == analysis.probability(1) != 0

    def test_solutions(self) -> None:
        solutions = self.POSITION.solutions()
        assert pickle.loads(pickle.dumps(solutions)) == solutions
        assert pickle.loads(pickle.dumps(solutions.given({5: True}))) != solutions

    def test_a_hint_and_a_review(self) -> None:
        hint = demine.hint(self.POSITION)
        assert str(pickle.loads(pickle.dumps(hint))) == str(hint)
        game = Game(demine.grid(4, 4), 3, seed=1)
        game.open(5)
        review = game.review()
        assert pickle.loads(pickle.dumps(review)).guesses == review.guesses

    @pytest.mark.parametrize("given", [None, [0, 2, 12, 18, 22, 25, 33]])
    def test_a_game_goes_on(self, given: list[int] | None) -> None:
        board = demine.grid(6, 6)
        game = Game(board, 7, seed=1) if given is None else Game.from_mines(board, given)
        game.open(5)
        game.flag(34)
        cell = game.hint().cell
        again = pickle.loads(pickle.dumps(game))
        assert again.position == game.position
        assert (again.moves, again.helps, again.id) == (game.moves, game.helps, game.id)
        assert again.stopwatch.is_running == game.stopwatch.is_running
        assert again.seconds >= game.moves[-1].at
        again.open(cell)
        assert again.position != game.position

    def test_a_cache_travels_empty(self) -> None:
        cache = demine.Cache(12345)
        self.POSITION.analyze(cache=cache)
        again = pickle.loads(pickle.dumps(cache))
        assert (again.hits, again.misses) == (0, 0)
        assert again.__reduce__()[1] == (12345,)


def test_probabilities_cannot_be_written() -> None:
    probabilities = TestPickles.POSITION.analyze().probabilities
    with pytest.raises(ValueError, match="read-only"):
        probabilities[0] = 1
