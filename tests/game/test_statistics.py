"""Statistics: nothing that was written is ever lost, whatever happens in the middle."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from command import say
from demine import Game
from demine.game.statistics import Record, Statistics
from demine.review import review
from demine.terminal import tabulate
from nonsense import DIGITS
from processes import ended


def finish(seed: int) -> Game:
    game = Game.preset("classic", seed=seed)
    for cell in game.board.cells:
        game.open(cell)
    return game


def note(statistics: Statistics, game: Game) -> None:
    statistics.begin("classic", game)
    statistics.end("classic", game, review(game))


def test_nothing_is_nothing(tmp_path: Path) -> None:
    assert Statistics(tmp_path / "none" / "statistics.jsonl").records() == {}


def test_games_are_counted(tmp_path: Path) -> None:
    statistics = Statistics(tmp_path / "deep" / "statistics.jsonl")
    games = [finish(seed) for seed in range(5)]
    for game in games:
        note(statistics, game)
    statistics.begin("classic", games[0])
    statistics.begin("expert", games[0])
    record = statistics.records()["classic"]
    won = sum(game.status == "won" for game in games)
    assert (record.begun, record.won, record.lost) == (6, won, 5 - won)
    assert record.abandoned == 1
    assert record.rate == won / 5
    assert list(statistics.records()) == ["classic", "expert"]


def test_the_best_time_is_that_of_a_game_won_without_help(tmp_path: Path) -> None:
    path = tmp_path / "statistics.jsonl"
    lines = [
        '{"end": "x", "status": "won", "seconds": 9.5, "helped": false}',
        '{"end": "x", "status": "won", "seconds": 7.5, "helped": false}',
        '{"end": "x", "status": "won", "seconds": 1.5, "helped": true}',
        '{"end": "x", "status": "lost", "seconds": 0.5, "helped": false}',
    ]
    path.write_text("\n".join(lines))
    assert Statistics(path).records()["x"].best == 7.5


@pytest.mark.parametrize("torn", ['{"end": "classic", "sta', "\x00\x00", "[1, 2]", '"text"', "{}"])
def test_a_torn_line_costs_only_itself(tmp_path: Path, torn: str) -> None:
    statistics = Statistics(tmp_path / "statistics.jsonl")
    note(statistics, finish(0))
    with open(statistics.path, "a") as file:
        file.write(torn)
    note(statistics, finish(1))
    record = statistics.records()["classic"]
    assert (record.begun, record.won + record.lost) == (2, 2)


WRITER = """
import sys
from itertools import count
sys.path[:0] = {path!r}
from test_statistics import finish, note
from demine.game.statistics import Statistics
statistics = Statistics()
seeds = count()
while True:
    note(statistics, finish(next(seeds)))
    print("noted", flush=True)
"""


def test_a_kill_loses_no_statistics(tmp_path: Path) -> None:
    """A process that notes games is killed; every game that it has reported is on disk."""
    environment = {**os.environ, "DEMINE_DATA": str(tmp_path)}
    command = [sys.executable, "-c", WRITER.format(path=sys.path)]
    reported = 0
    with ended(
        subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    ) as writer:
        assert writer.stdout is not None
        while reported < 20:
            assert writer.stdout.readline() == "noted\n"
            reported += 1
        writer.send_signal(signal.SIGKILL)
        reported += len(writer.stdout.read().split())
    record = Statistics(tmp_path / "statistics.jsonl").records()["classic"]
    assert record.begun >= record.ended >= reported
    assert record.ended == record.won + record.lost
    note(Statistics(tmp_path / "statistics.jsonl"), finish(10**6))
    after = Statistics(tmp_path / "statistics.jsonl").records()["classic"]
    assert after.won + after.lost == record.won + record.lost + 1
    note(Statistics(tmp_path / "statistics.jsonl"), finish(0))
    again = Statistics(tmp_path / "statistics.jsonl").records()["classic"]
    assert (again.won + again.lost, again.helped) == (after.won + after.lost, 1)


def test_two_processes_may_write(tmp_path: Path) -> None:
    """Appending is one write, so lines of two writers never mix."""
    environment = {**os.environ, "DEMINE_DATA": str(tmp_path)}
    script = WRITER.format(path=sys.path).replace("while True", "for _ in range(30)")
    writers = [
        subprocess.Popen([sys.executable, "-c", script], env=environment, stdout=subprocess.DEVNULL)
        for _ in range(2)
    ]
    assert [writer.wait(timeout=60) for writer in writers] == [0, 0]
    record = Statistics(tmp_path / "statistics.jsonl").records()["classic"]
    assert (record.begun, record.ended) == (60, 60)


def test_where_statistics_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DEMINE_DATA", str(tmp_path))
    assert Statistics().path == tmp_path / "statistics.jsonl"
    monkeypatch.delenv("DEMINE_DATA")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert Statistics().path == tmp_path / "demine" / "statistics.jsonl"
    monkeypatch.delenv("XDG_DATA_HOME")
    assert Statistics().path.name == "statistics.jsonl"


def test_a_narrow_terminal_gets_narrow_tables() -> None:
    names = ("beginner", "expert (no guess)")
    records = {name: Record(name, begun=12, won=5, lost=4, best=33.2) for name in names}
    whole, narrow = tabulate(records).split("\n"), tabulate(records, 80).split("\n")
    assert len(whole) == 1 + len(records)
    assert max(map(len, narrow)) <= 80 < max(map(len, whole))
    heads = " ".join(line.removeprefix("games") for line in narrow if line.startswith("games"))
    assert ["games", *heads.split()] == whole[0].split()
    assert tabulate(records, 200).split("\n") == whole
    assert tabulate({}) == "No games yet."
    helped = tabulate({"beginner": Record("beginner", begun=1, helped=1)}, 80).split("\n")
    assert helped[-1].startswith("Games with help")
    assert len(helped[-1]) <= 80


def test_statistics_skip_what_they_cannot_read(tmp_path: Path) -> None:
    path = tmp_path / "statistics.jsonl"
    good = (
        b'{"begin": "expert"}\n{"end": "expert", "status": "won", "seconds": 0, "helped": false}\n'
    )
    bad = [
        b"\xff\n",
        b'{"end": "expert", "status": "won", "seconds": 1e400, "helped": false}\n',
        b'{"end": "expert", "status": "won", "seconds": -5, "helped": false}\n',
        b'{"end": "expert", "status": "won", "seconds": true, "helped": false}\n',
        b'{"begin": "\\u001b[2J"}\n',
        b'{"begin": 7}\n',
        b"[" * 100_000 + b"\n",
        DIGITS.encode() + b"\n",
    ]
    path.write_bytes(b"".join(bad[:4]) + good + b"".join(bad[4:]))
    (record,) = Statistics(path).records().values()
    assert (record.begun, record.won, record.best, record.seconds) == (1, 1, 0.0, 0.0)


def test_statistics_as_json(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEMINE_DATA", str(tmp_path))
    assert say("statistics --json") == (0, "{}\n")
    Statistics().begin("classic", Game.preset("classic", seed=1))
    code, line = say("statistics --json")
    assert code == 0
    assert json.loads(line)["classic"]["abandoned"] == 1
