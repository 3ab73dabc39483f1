"""Final games, honest pauses and read-only links, against a real server."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

import demine
from webserver import Server, play, say


@pytest.fixture
def client(server: Server) -> Iterator[httpx.Client]:
    with server.client() as client:
        yield client


@pytest.fixture
def stranger(server: Server) -> Iterator[httpx.Client]:
    with server.client() as client:
        say(client.post("/api/games", json={"preset": "beginner"}))  # a player with a cookie
        yield client


def new(client: httpx.Client, **wanted: Any) -> str:
    return str(say(client.post("/api/games", json=wanted))["key"])


def move(client: httpx.Client, key: str, kind: str, cell: int | None = None) -> httpx.Response:
    return client.post(f"/api/games/{key}/moves", json={"move": kind, "cell": cell})


def state(client: httpx.Client, key: str) -> Any:
    return say(client.get(f"/api/games/{key}"))


def running(client: httpx.Client) -> str:
    """A game that has begun and cannot be over yet."""
    key = new(client, preset="expert", first="safe")
    assert say(move(client, key, "open", 200))["status"] == "playing"
    return key


def lost(client: httpx.Client) -> str:
    """A game that is lost: a path with as many mines as there can be."""
    key = new(client, board="grid-1x9", mines=7, first="safe")
    for cell in (0, 8, 4):
        if "mined" not in state(client, key):
            say(move(client, key, "open", cell))
    if state(client, key)["status"] == "lost":
        return key
    return lost(client)


class TestFinal:
    def test_undo_makes_a_copy_and_the_loss_stays(self, client: httpx.Client) -> None:
        key = lost(client)
        before = state(client, key)
        (record,) = say(client.get("/api/records"))["records"]
        copied = say(move(client, key, "undo"))
        assert copied["key"] != key
        assert (copied["practice"], copied["helped"], copied["status"]) == (True, True, "playing")
        assert copied["clicks"] == before["clicks"] - 1
        assert "mined" not in copied
        assert state(client, key) == before
        replay = demine.Replay.loads(client.get(f"/api/games/{key}/replay").text)
        assert replay.verify().status == "lost"
        mined = set(before["mined"])
        for cell in set(range(9)) - mined:
            over = say(move(client, copied["key"], "open", cell))
        assert over["status"] == "won"
        assert say(client.get("/api/records"))["records"] == [record]
        again = say(move(client, copied["key"], "undo"))  # practice itself can be taken back
        assert again["key"] == copied["key"]

    def test_a_copy_survives_a_kill(self, tmp_path: Path) -> None:
        with Server(tmp_path / "games.sqlite") as server, server.client() as client:
            key = lost(client)
            copied = say(move(client, key, "undo"))
            server.kill()
            server.start()
            again = state(client, copied["key"])
            assert {name: again[name] for name in copied if name != "seconds"} == {
                name: copied[name] for name in copied if name != "seconds"
            }
            assert state(client, key)["status"] == "lost"


class TestPause:
    def test_no_cell_is_sent(self, client: httpx.Client) -> None:
        key = running(client)
        whole = state(client, key)
        paused = say(move(client, key, "pause"))
        assert paused["paused"]
        shown = state(client, key)
        assert not {"codes", "flags", "changed"} & (shown.keys() | paused.keys())
        session = say(client.get("/api/session"))["game"]
        assert (session["key"], "codes" in session) == (key, False)
        resumed = say(move(client, key, "resume"))
        assert (resumed["codes"], resumed["paused"]) == (whole["codes"], False)

    def test_no_move_is_accepted_and_no_help_given(self, client: httpx.Client) -> None:
        key = running(client)
        whole = state(client, key)
        say(move(client, key, "pause"))
        refused = [move(client, key, kind, 300) for kind in ("open", "flag", "chord", "undo")]
        refused.append(client.post(f"/api/games/{key}/hint", json={"tier": 4}))
        refused.append(client.post(f"/api/games/{key}/risks", json={}))
        assert {(one.status_code, one.json()["kind"]) for one in refused} == {(409, "InvalidGame")}
        assert all("paused" in one.json()["error"] for one in refused)
        say(move(client, key, "resume"))
        after = state(client, key)
        assert {**after, "seconds": 0} == {**whole, "seconds": 0}

    def test_an_endless_game_shows_nothing_either(self, client: httpx.Client) -> None:
        key = new(client, endless="1/5", seed=1)
        moves = f"/api/games/{key}/moves"
        say(client.post(moves, json={"move": "open", "cell": "0,0"}))
        say(client.post(moves, json={"move": "pause"}))
        refused = client.post(moves, json={"move": "look", "x": 0, "y": 0})
        assert (refused.status_code, refused.json()["kind"]) == (409, "InvalidGame")
        assert "codes" not in state(client, key)
        resumed = say(client.post(moves, json={"move": "resume", "x": 0, "y": 0}))
        assert "codes" in resumed

    def test_the_pause_survives_a_kill(self, tmp_path: Path) -> None:
        with Server(tmp_path / "games.sqlite") as server, server.client() as client:
            key = running(client)
            paused = say(move(client, key, "pause"))
            server.kill()
            server.start()
            shown = state(client, key)
            assert (shown["paused"], shown["seconds"]) == (True, paused["seconds"])
            assert "codes" not in shown
            assert move(client, key, "open", 300).status_code == 409


class TestClock:
    def test_the_clock_runs_while_the_server_is_down(self, tmp_path: Path) -> None:
        """The board is still on the screen. The file is set back instead of waiting."""
        games = tmp_path / "games.sqlite"
        with Server(games) as server, server.client() as client:
            key, paused = running(client), running(client)
            stood = say(move(client, paused, "pause"))["seconds"]
            server.kill()
            with closing(sqlite3.connect(games)) as base:
                base.execute("UPDATE games SET noted = noted - 1000")
                base.commit()
            server.start()
            assert state(client, key)["seconds"] > 1000
            assert state(client, paused)["seconds"] == stood
            assert server.stop() == ""

    def test_a_file_of_an_earlier_version_is_read(self, tmp_path: Path) -> None:
        games = tmp_path / "games.sqlite"
        with Server(games) as server, server.client() as client:
            key = running(client)
            before = state(client, key)
            server.kill()
            with closing(sqlite3.connect(games)) as base:
                base.execute("ALTER TABLE games DROP COLUMN noted")
                base.execute("ALTER TABLE games DROP COLUMN practice")
                base.commit()
            server.start()
            after = state(client, key)
            assert {**after, "seconds": 0} == {**before, "seconds": 0}
            say(move(client, key, "flag", 0))


class TestLinks:
    @pytest.mark.parametrize("kind", ["open", "flag", "chord", "undo", "pause", "resume"])
    def test_a_stranger_moves_nothing(
        self, client: httpx.Client, stranger: httpx.Client, server: Server, kind: str
    ) -> None:
        key = running(client)
        before = state(client, key)
        with server.client() as nobody:
            for other in (stranger, nobody):
                refused = move(other, key, kind, 300)
                assert (refused.status_code, refused.json()["kind"]) == (403, "NotYours")
        after = state(client, key)
        assert {**after, "seconds": 0} == {**before, "seconds": 0}

    def test_a_stranger_neither_helps_nor_deletes(
        self, client: httpx.Client, stranger: httpx.Client
    ) -> None:
        key = running(client)
        refused = [
            stranger.post(f"/api/games/{key}/hint", json={"tier": 1}),
            stranger.post(f"/api/games/{key}/risks", json={}),
            stranger.delete(f"/api/games/{key}"),
        ]
        assert {one.json()["kind"] for one in refused} == {"NotYours"}
        assert not state(client, key)["helped"]

    def test_a_stranger_looks_and_reviews(
        self, client: httpx.Client, stranger: httpx.Client
    ) -> None:
        key = running(client)
        seen = state(stranger, key)
        assert (seen["yours"], state(client, key)["yours"]) == (False, True)
        assert seen["codes"] == state(client, key)["codes"]
        say(move(client, key, "pause"))
        assert "codes" not in state(stranger, key)
        over = new(client, board="grid-4x4", mines=1)
        cover = demine.Position(demine.grid(4, 4), ["?"] * 16, 1)
        play(client, state(client, over), cover)
        assert say(stranger.get(f"/api/games/{over}/review"))["moves"]
        assert stranger.get(f"/api/games/{over}/replay").status_code == 200
        assert move(stranger, over, "undo").json()["kind"] == "NotYours"
