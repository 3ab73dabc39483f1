"""Playback of a replay, the pauses of its player, and practice from any of its moves."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import demine
from demine import FormatError, Game, InvalidGame, Replay
from demine.game import LONGEST_PAUSE, Endless, Move, Playback, pauses, practise
from demine.game.stopwatch import Stopwatch

STATIC = Path(demine.__file__).parent / "web/static"


def played(seed: int = 3) -> Game:
    """A game with flags, of which each move took two seconds more than the one before."""
    now = 0.0
    game = Game(demine.grid(5, 6), 6, seed=seed, stopwatch=Stopwatch(lambda: now))
    cells = iter(range(30))
    while not game.is_over:
        now += 2.0 * len(game.moves)
        cell = next(cells)
        game.move("flag" if cell % 4 == 3 else "open", cell)
    return game


def test_practice_goes_on_from_any_move() -> None:
    game = played()
    replay = Replay.of(game)
    for place in range(len(game.moves)):
        copied = replay.practice(place)
        assert isinstance(copied, Game)
        same = game.again()
        for move in game.moves[:place]:
            same.make(move)
        assert copied.position.labels == same.position.labels
        assert (copied.flags, copied.moves) == (same.flags, game.moves[:place])
        assert copied.is_practice
        assert copied.helped
        assert copied.seconds >= (game.moves[place - 1].at if place else 0.0)
        copied.undo()
        assert copied.clicks == max(0, place - 1)


def test_practice_needs_a_game_that_goes_on() -> None:
    game = played()
    with pytest.raises(InvalidGame, match="the game is over after these moves"):
        Replay.of(game).practice()
    for wrong in (-1, len(game.moves) + 1):
        with pytest.raises(InvalidGame, match=f"expected one from 0 to {len(game.moves)}"):
            Replay.of(game).practice(wrong)
    torn = Replay.loads(Replay.of(game).dumps().replace('"changed": 1', '"changed": 2'))
    with pytest.raises(FormatError):
        torn.practice(1)


def test_an_endless_game_is_practised_too() -> None:
    game = demine.endless(0.2, seed=3)
    for x in range(4):
        game.open((x, 0))
    copied = Replay.of(game).practice(1)
    assert isinstance(copied, Endless)
    assert copied.is_practice
    assert copied.clicks == 1


def test_the_pauses_are_those_of_the_player() -> None:
    moves = [Move("open", cell, at) for cell, at in enumerate([3.0, 3.5, 3.5, 60.0])]
    assert list(pauses(moves)) == [3.0, 0.5, 0.0, LONGEST_PAUSE]
    assert list(pauses(moves, 10)) == pytest.approx([0.3, 0.05, 0.0, 5.65])
    assert list(pauses([])) == []


def test_the_pages_wait_as_long() -> None:
    script = (STATIC / "autoplay.js").read_text(encoding="utf-8")
    found = re.search(r"const LONGEST = (\d+);", script)
    assert found is not None
    assert int(found[1]) == 1000 * LONGEST_PAUSE


def test_a_playback_goes_to_and_fro() -> None:
    game = played()
    shown = Playback(Replay.of(game))
    last = len(game.moves)
    for place in [*range(last + 1), 0, last, 2, 1, -5, last + 5]:
        shown.go(place)
        assert shown.place == min(max(place, 0), last)
        assert shown.game.moves == shown.game.moves[: shown.place]
        assert shown.game.clicks == shown.place
    assert shown.pause() is None
    assert shown.game.mined == game.mined
    assert shown.practice().clicks == last - 1
    shown.go(1)
    assert shown.pause(2.0) == min((game.moves[1].at - game.moves[0].at) / 2, LONGEST_PAUSE)
    assert shown.practice().clicks == 1


def test_hints_are_counted_once_for_all_tiers_and_kept() -> None:
    game = Game(demine.grid(5, 6), 6, seed=3)
    game.open(0)
    for _ in range(3):
        game.hint()
    assert game.hints == 1
    game.open(game.hint().cell)
    game.hint()
    assert game.hints == 2
    replay = Replay.loads(Replay.of(game).dumps())
    assert (replay.hints, replay.verify().hints) == (2, 2)
    assert "with help (2 hints)" in str(game.review())
    assert game.review().to_dict()["hints"] == 2


def test_moves_are_practised_in_a_new_game() -> None:
    game = played()
    copied = practise(game.again(), game.moves[:2])
    assert copied.moves == game.moves[:2]
