"""Serving: what cannot be served is said in a line before anything is, and nothing is half done."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from demine import errors
from demine.web.limits import Limits
from demine.web.problem import Problem
from demine.web.store import Store
from demine.web.table import Table
from webserver import Server, say


def refuse(*arguments: str | Path) -> str:
    """The line with which `demine serve` refuses to begin."""
    done = subprocess.run(
        [sys.executable, "-m", "demine", "serve", "--port", "0", *arguments],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    return line


def test_a_file_that_keeps_no_games_is_named(tmp_path: Path) -> None:
    other = tmp_path / "notes.txt"
    other.write_text("This is no database, and it stays what it is.\n")
    assert str(other) in refuse("--data", other)
    assert str(other) in refuse("--data", other / "below")
    assert other.read_text().startswith("This is no database")
    assert "/dev/full" in refuse("--data", "/dev/full")


def test_a_host_that_is_none_is_refused(tmp_path: Path) -> None:
    """The system takes an empty one for all addresses of the machine."""
    for host in ("", " ", "\udcff", "ä" * 80):
        assert "--host" in refuse("--host", host, "--data", tmp_path / "games.sqlite")


def test_a_file_of_games_has_one_server(tmp_path: Path) -> None:
    games = tmp_path / "games.sqlite"
    with Server(games) as server:
        (tmp_path / "other").symlink_to(games)
        for name in (games, tmp_path / "other"):
            assert f"{games} is in use" in refuse("--data", name)
        server.kill()
        server.start()
    Store(games).close()


def test_a_store_lets_go_of_what_it_cannot_open(tmp_path: Path) -> None:
    games = tmp_path / "games.sqlite"
    games.write_text("no database " * 100)
    with pytest.raises(errors.FormatError, match="not a database"):
        Store(games)
    games.unlink()
    with Store(games) as store:
        store.meet("somebody")
        with pytest.raises(errors.FormatError, match="in use"):
            Store(games)


def test_what_could_not_be_written_has_not_happened(tmp_path: Path) -> None:
    """Another process locks the file, as a full disk would: every change is answered 503."""
    games = tmp_path / "games.sqlite"
    with Server(games) as server, server.client() as client:
        key = say(client.post("/api/games", json={"preset": "expert"}))["key"]
        moves = f"/api/games/{key}/moves"
        say(client.post(moves, json={"move": "flag", "cell": 0}))
        with closing(sqlite3.connect(games, isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            for move in (
                {"move": "flag", "cell": 1},
                {"move": "undo"},
                {"move": "flag", "cell": 0},
            ):
                refused = client.post(moves, json=move)
                assert (refused.status_code, refused.json()["kind"]) == (503, "NotKept")
            assert client.post("/api/games", json={"preset": "expert"}).status_code == 503
            assert say(client.get(f"/api/games/{key}"))["flags"] == [0]
        say(client.post(moves, json={"move": "flag", "cell": 2}))
        before = say(client.get(f"/api/games/{key}"))
        assert (before["flags"], before["undos"]) == ([0, 2], 0)
        assert len(say(client.get("/api/games"))["games"]) == 1
        server.kill()
        server.start()
        after = say(client.get(f"/api/games/{key}"))
        assert {**after, "seconds": 0} == {**before, "seconds": 0}
        assert server.stop() == ""


def test_a_full_disk_takes_nothing_along(tmp_path: Path) -> None:
    with Store(tmp_path / "games.sqlite") as store:
        table = Table(store, Limits())
        seat = table.deal("somebody", "grid-30x30", 99, "safe")
        (pages,) = store._base.execute("PRAGMA page_count").fetchone()
        store._base.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(Problem, match="nothing has changed"):
            all(table.move(seat, "flag", cell) for cell in range(900))
        kept = len(store.moves(seat.row.key))
        assert sorted(table.seat(seat.row.key).game.flags) == list(range(kept))
        store._base.execute("PRAGMA max_page_count = 100000")
        again = table.seat(seat.row.key)
        table.move(again, "flag", 899)
        assert len(store.moves(seat.row.key)) == kept + 1
