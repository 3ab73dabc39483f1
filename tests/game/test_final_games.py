"""Final games and honest clocks: a result stays, a pause shows nothing, thinking is never free."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from pathlib import Path

import pytest

import demine
from demine import Game, InvalidGame, Replay
from demine.game import Endless, GameSetup, Statistics, Stopwatch, Window
from demine.terminal import SOLVERS, Keeper
from demine.terminal.session import Session


class Clock:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def lost(clock: Clock | None = None) -> Game:
    """A game on a path of four cells that is lost with its second opening."""
    watch = Stopwatch(clock or Clock())
    game = Game.from_mines(demine.grid(1, 4), [3], first="risky", stopwatch=watch)
    for cell in (2, 3):
        game.open(cell)
    assert game.status == "lost"
    return game


def begun(clock: Clock) -> Game:
    game = Game(demine.grid(5, 5), 3, seed=3, stopwatch=Stopwatch(clock))
    game.open(0)
    assert game.status == "playing"
    return game


class TestFinal:
    def test_a_finished_game_is_not_taken_back(self) -> None:
        game = lost()
        with pytest.raises(InvalidGame, match="over"):
            game.undo()
        assert (game.status, game.clicks, game.undos) == ("lost", 2, 0)

    def test_a_copy_goes_on_and_the_game_stays(self) -> None:
        clock = Clock()
        game = lost(clock)
        copied = game.practice()
        assert (copied.status, copied.clicks, copied.undos) == ("playing", 1, 1)
        assert copied.position.labels == ("?", "?", 1, "?")
        assert {"undo"} <= copied.helps
        clock.now += 5
        assert (copied.seconds, game.seconds) == (5, 0)
        for cell in (0, 1):
            copied.open(cell)
        assert (copied.status, game.status) == ("won", "lost")
        assert copied.undo() is not None  # the copy itself is no record
        assert not game.is_practice

    def test_only_a_finished_game_has_a_copy(self) -> None:
        with pytest.raises(InvalidGame, match="playing"):
            begun(Clock()).practice()

    def test_an_endless_game_too(self) -> None:
        game = demine.endless("1/5", 1)
        game.open((0, 0))
        game.open(next(place for place, chance in game.analyze().items() if chance == 1))
        window = Window(game)
        with pytest.raises(InvalidGame, match="over"):
            window.undo()
        copied = window.practice()
        assert (copied.status, window.status) == ("playing", "lost")
        assert copied.is_practice

    def test_statistics_and_files_keep_the_loss_alone(self, tmp_path: Path) -> None:
        keeper = Keeper(Statistics(tmp_path / "statistics.jsonl"), tmp_path / "games.jsonl")
        game = lost()
        keeper.end("x", game, game.review())
        copied = game.practice()
        keeper.leave(copied)
        for cell in (0, 1):
            copied.open(cell)
        keeper.end("x", copied, copied.review())
        record = Statistics(tmp_path / "statistics.jsonl").records()["x"]
        assert (record.begun, record.ended, record.won) == (1, 1, 0)
        assert Replay.read(tmp_path / "games.jsonl").verify().status == "lost"

    def test_the_screen_goes_on_with_a_copy(self, tmp_path: Path) -> None:
        setup = GameSetup(demine.grid(1, 4), 1, "risky")
        statistics = Statistics(tmp_path / "statistics.jsonl")
        game = Game.from_mines(demine.grid(1, 4), [3], first="risky")
        session = Session(setup, game, SOLVERS["exact"], statistics)
        for cell in (2, 3):
            session.open(cell)
        session.undo()
        assert session.game is not game
        assert (session.game.status, game.status) == ("playing", "lost")
        assert "Practice" in session.message
        (record,) = statistics.records().values()
        session.open(3)
        assert [record] == list(statistics.records().values())


class TestPause:
    @pytest.mark.parametrize("act", ["open", "flag", "chord", "undo", "hint", "risks", "solver"])
    def test_nothing_is_done_in_a_pause(self, act: str) -> None:
        game = begun(Clock())
        before = (game.position, game.flags, game.moves.copy(), game.helps)
        game.pause()
        acts: dict[str, Callable[[], object]] = {
            "open": lambda: game.open(24),
            "flag": lambda: game.flag(24),
            "chord": lambda: game.chord(24),
            "undo": game.undo,
            "hint": game.hint,
            "risks": game.risks,
            "solver": lambda: game.ask_solver(lambda game: ("open", 24)),
        }
        with pytest.raises(InvalidGame, match="paused"):
            acts[act]()
        assert (game.position, game.flags, game.moves, game.helps) == before
        game.resume()
        assert game.open(24)

    def test_the_clock_stands(self) -> None:
        clock = Clock()
        game = begun(clock)
        clock.now = 3
        game.pause()
        clock.now = 100
        again = pickle.loads(pickle.dumps(_with_real_clock(game)))
        assert (game.is_paused, game.seconds) == (True, 3)
        assert (again.is_paused, again.seconds) == (True, 3)
        game.resume()
        clock.now = 102
        assert (game.is_paused, game.seconds) == (False, 5)

    @pytest.mark.parametrize("game", [lost(), Game.preset("beginner", seed=1)])
    def test_only_a_running_game_is_paused(self, game: Game) -> None:
        game.pause()
        assert not game.is_paused
        game.resume()
        assert game.seconds == 0

    def test_a_window_and_its_game_pause_together(self) -> None:
        game = demine.endless("1/5", 1)
        game.open((0, 0))
        window = Window(game)
        window.pause()
        assert game.is_paused
        with pytest.raises(InvalidGame, match="paused"):
            game.open((9, 9))
        window.pan(5, 5)
        window.resume()
        assert not game.is_paused


def _with_real_clock(game: Game) -> Game:
    """A paused game whose clock can be pickled."""
    other = Game.from_id(game.id)
    for move in game.moves:
        other.make(move)
    other.stopwatch = Stopwatch(passed=game.seconds)
    other.pause()
    return other


class TestSavedClock:
    @pytest.mark.parametrize("kind", [Game, Endless])
    def test_thinking_before_quitting_counts(self, kind: type[Game] | type[Endless]) -> None:
        clock = Clock()
        game = begun(clock) if kind is Game else demine.endless("1/5", 1)
        game.stopwatch = Stopwatch(clock)
        game.open(0 if kind is Game else (0, 0))
        game.stopwatch.start()
        clock.now = 15
        assert isinstance(game, Game | Endless)
        replay = Replay.loads(Replay.of(game).dumps())
        resumed = replay.resume() if kind is Game else replay.resume_endless()
        assert resumed.seconds >= 15
        assert resumed.moves == game.moves

    def test_the_file_has_the_last_time(self, tmp_path: Path) -> None:
        clock, file = Clock(), tmp_path / "games.jsonl"
        game = begun(clock)
        keeper = Keeper(None, file)
        for now in (10, 20):
            clock.now = now
            keeper.leave(game)
        assert Replay.read(file).seconds == 20
        resumed = Replay.read(file).resume()
        resumed.stopwatch = Stopwatch(clock, passed=resumed.seconds)
        other = Keeper(None, file)
        other.go_on(resumed)
        resumed.stopwatch.start()
        clock.now += 30
        other.leave(resumed)
        assert Replay.read(file).seconds >= 50

    def test_a_finished_game_says_no_time(self) -> None:
        assert "seconds" not in Replay.of(lost()).dumps()

    @pytest.mark.parametrize("seconds", [-1, "1", 1e300, True])
    def test_a_wrong_time_is_refused(self, seconds: object) -> None:
        head = Replay.of(begun(Clock())).dumps().splitlines()[0]
        wrong = head[:-1] + f', "seconds": {json.dumps(seconds)}}}'
        with pytest.raises(demine.FormatError, match='line 1: "seconds"'):
            Replay.loads(wrong)
