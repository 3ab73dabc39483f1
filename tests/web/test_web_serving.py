"""Serving: what cannot be served is said in a line before anything is, and nothing is half done."""

from __future__ import annotations

import asyncio
import json
import socket
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
import uvicorn
from click.testing import CliRunner
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from demine import errors
from demine.cli import commands
from demine.formats import board_of
from demine.game import First, GameSetup
from demine.web import application, guard, livegames, server
from demine.web import pool as pool_module
from demine.web.boards import Boards, KnownBoard
from demine.web.guard import Guard
from demine.web.limits import Limits
from demine.web.live import LiveGame
from demine.web.livegames import LiveGames
from demine.web.pool import Pool
from demine.web.problem import Problem
from demine.web.store import Store
from demine.web.turns import Asker
from webserver import Server, say

WHO = Asker("somewhere", "somebody")


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


def deal(games: LiveGames, board: str, mines: int, first: First) -> LiveGame:
    known = KnownBoard(board_of(board), board, board)
    return games.create("somebody", GameSetup(known.board, mines, first).game(7), known)


def find(games: LiveGames, key: str) -> LiveGame:
    """The game with this key; a worker may have to build its board."""

    async def use() -> LiveGame:
        pool = Pool(1, Limits())
        try:
            ask = partial(pool.ask, WHO, seconds=60)
            async with games.using(key, Boards(Limits()), ask) as live:
                return live
        finally:
            await pool.close()

    return asyncio.run(use())


def test_a_full_disk_takes_nothing_along(tmp_path: Path) -> None:
    with Store(tmp_path / "games.sqlite") as store:
        games = LiveGames(store, Limits())
        live = deal(games, "grid-30x30", 99, "safe")
        (pages,) = store._base.execute("PRAGMA page_count").fetchone()
        store._base.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(Problem, match="nothing has changed"):
            all(games.move(live, "flag", cell) for cell in range(900))
        kept = len(store.moves(live.row.key))
        assert sorted(find(games, live.row.key).game.flags) == list(range(kept))
        store._base.execute("PRAGMA max_page_count = 100000")
        again = find(games, live.row.key)
        games.move(again, "flag", 899)
        assert len(store.moves(live.row.key)) == kept + 1


def test_a_game_is_restored_as_it_was_left(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    with Store(file) as store:
        games = LiveGames(store, Limits())
        live = deal(games, "grid-9x9", 10, "opening")
        games.move(live, "open", 40)
        games.note_help(live)
        games.pause(live)
        key, left = live.row.key, live.state()
        assert left["paused"]
        assert left["helped"]
    with Store(file) as store:
        again = find(LiveGames(store, Limits()), key)
        assert again.state() == left
        assert again.game.helps == {"hint"}
        assert not again.game.stopwatch.is_running


def test_games_beyond_those_in_memory_are_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(livegames, "_IN_MEMORY", 2)
    with Store(tmp_path / "games.sqlite") as store:
        games = LiveGames(store, Limits())
        lives = [deal(games, "grid-9x9", 10, "safe") for _ in range(3)]
        assert find(games, lives[2].row.key) is lives[2]
        again = find(games, lives[0].row.key)
        assert again is not lives[0]
        assert again.state() == lives[0].state()


def test_a_player_has_so_many_games_open_and_no_more(tmp_path: Path) -> None:
    with Store(tmp_path / "games.sqlite") as store:
        games = LiveGames(store, Limits(games=2))
        lives = [deal(games, "grid-9x9", 10, "safe") for _ in range(2)]
        with pytest.raises(Problem, match="unfinished games is 2"):
            games.check_room("somebody")
        games.check_room("somebody else")
        games.drop(lives[0])
        games.check_room("somebody")
        with pytest.raises(Problem, match="there is no such game"):
            find(games, lives[0].row.key)


def test_a_port_that_is_taken_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(OSError, match="--port 0 for a free one") as refused:
            server._listen("127.0.0.1", port)
    assert refused.value.filename == f"127.0.0.1:{port}"
    with pytest.raises(OSError, match=r"192\.0\.2\.1:1"):
        server._listen("192.0.2.1", 1)  # an address of no machine


def guarded(app: ASGIApp, sent: bytes = b"{}") -> tuple[int, dict[str, str]]:
    """The status and the problem with which an application's failure is answered."""
    answered: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": sent}

    async def send(message: Message) -> None:
        answered.append(message)

    scope = {
        "type": "http",
        "method": "POST",
        "path": "/",
        "headers": [(b"host", b"localhost")],
        "client": ("127.0.0.1", 1),
    }
    asyncio.run(Guard(app, Limits(), None)(scope, receive, send))
    return answered[0]["status"], json.loads(answered[1]["body"])


def test_a_defect_is_logged_and_answered_in_a_line(caplog: pytest.LogCaptureFixture) -> None:
    async def fail(scope: Scope, receive: Receive, send: Send) -> None:
        raise ZeroDivisionError("a secret")

    status, problem = guarded(fail)
    assert (status, problem["kind"]) == (500, "Failure")
    assert "secret" not in problem["error"]
    assert "ZeroDivisionError: a secret" in caplog.text


def test_a_body_that_grows_is_refused() -> None:
    """Whoever says nothing of its length is held to it all the same."""

    async def read(scope: Scope, receive: Receive, send: Send) -> None:
        await receive()

    status, problem = guarded(read, b" " * (Limits().body + 1))
    assert (status, problem["kind"]) == (413, "TooLarge")


def test_clients_who_were_not_seen_for_long_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "_CLIENTS", 2)

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        raise AssertionError("nobody asks")

    held = Guard(answer, Limits(), None)
    assert all(held._take(who, 0.0, 1.0) for who in ("a", "b", "c"))
    assert not held._take("c", 0.0, 1.0)
    assert held._take("a", 0.0, 1.0)


def test_a_worker_that_is_late_or_dies_costs_its_question_only() -> None:
    async def ask() -> list[str]:
        pool, said = Pool(1, Limits()), []
        board = {"board": "grid-2x2"}
        # Every question has some grace: with as much less there is no time at all.
        for seconds, kills in ((-pool_module._GRACE, False), (60.0, True)):
            await pool.ask(WHO, "board", board, 60)
            if kills:
                (worker,) = pool._alive
                worker.kill()
            with pytest.raises(Problem) as refused:
                await pool.ask(WHO, "board", board, seconds)
            said.append(refused.value.kind)
        await pool.ask(WHO, "board", board, 60)
        await pool.close()
        return said

    assert asyncio.run(ask()) == ["Timeout", "TooWide"]


HEAD = b"GET /api/about HTTP/1.1\r\nHost: localhost\r\n"


class Opening(Server):
    """`demine serve --open`."""

    def command(self) -> list[str]:
        return [*super().command(), "--open"]


def test_the_browser_is_opened_at_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The browser is a script that writes down what it was asked to open."""
    browser, asked = tmp_path / "browser", tmp_path / "asked"
    browser.write_text(f'#!/bin/sh\nprintf %s "$1" > {asked}.new && mv {asked}.new {asked}\n')
    browser.chmod(0o755)
    monkeypatch.setenv("BROWSER", str(browser))
    with Opening(tmp_path / "games.sqlite") as serving:
        end = time.monotonic() + 300
        while not asked.exists() and time.monotonic() < end:
            time.sleep(0.05)
        assert asked.read_text() == f"{serving.url}/"


def test_without_the_extra_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    done = CliRunner().invoke(commands, ["serve"], standalone_mode=False)
    said = "the server needs starlette and uvicorn: pip install starlette uvicorn"
    assert str(done.exception) == said


DRIPS = 400
"""Pieces, a twentieth of a second apart: many times what the servers below allow."""


def test_a_second_request_that_drips_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server.ImpatientProtocol, "silence", 0.5)
    assert asyncio.run(drip_head(tmp_path / "games.sqlite")) < DRIPS


async def drip_head(games: Path) -> int:
    """A whole request, then one byte by byte; how many of them the server heard."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        serving = uvicorn.Server(server.configure(application(games)))
        task = asyncio.create_task(serving.serve(sockets=[listening]))
        reader, writer = await asyncio.open_connection(*listening.getsockname())
        writer.write(HEAD + b"\r\n")
        assert b"200" in await reader.readline()
        sent = await _drip(writer, reader)
        writer.close()
        serving.should_exit = True
        await task
    return sent


async def _drip(writer: asyncio.StreamWriter, reader: asyncio.StreamReader) -> int:
    closed = asyncio.ensure_future(reader.read())
    sent = 0
    writer.write(HEAD)
    while sent < DRIPS and not closed.done():
        writer.write(b"x")
        sent += 1
        await asyncio.sleep(0.05)
    closed.cancel()
    return sent


def test_a_worker_that_is_free_ends_by_itself() -> None:
    async def ask_and_close() -> int | None:
        pool = Pool(1, Limits())
        await pool.ask(WHO, "board", {"board": "grid-2x2"}, 60)
        (worker,) = pool._alive
        await pool.close()
        return worker.returncode

    assert asyncio.run(ask_and_close()) == 0
