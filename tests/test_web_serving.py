"""Serving: what cannot be served is said in a line before anything is, and nothing is half done."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from demine import errors
from demine.web.store import Store
from webserver import Server


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
