"""Limits: each one that the server advertises at /api/about applies."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import fields
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest

from demine.web import application
from demine.web.database import SIZE
from demine.web.limits import Limits
from paths import EXAMPLES
from webserver import Caller

EXPERT = {"text": (EXAMPLES / "expert.mine").read_text(encoding="utf-8")}
NAMES = [field.name for field in fields(Limits)]


class Client:
    """One player of an application, without a network."""

    def __init__(self, runner: asyncio.Runner, client: httpx.AsyncClient) -> None:
        self.runner, self.client = runner, client

    def get(self, path: str) -> httpx.Response:
        return self.runner.run(self.client.get(path))

    def send(self, path: str, given: dict[str, Any], method: str = "POST") -> httpx.Response:
        return self.runner.run(self.client.request(method, path, json=given))


@contextmanager
def serving(folder: Path, **limits: Any) -> Iterator[Client]:
    """A client of an application with these limits, which the application has to advertise."""
    app = application(folder / "games.sqlite", limits=Limits(**limits), workers=1)
    client = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost")
    with asyncio.Runner() as runner:
        lifespan = app.router.lifespan_context(app)
        runner.run(lifespan.__aenter__())
        try:
            caller = Client(runner, client)
            advertised = caller.get("/api/about").json()["limits"]
            assert {name: advertised[name] for name in limits} == limits
            yield caller
        finally:
            runner.run(lifespan.__aexit__(None, None, None))


def refusal(client: Client, path: str, given: dict[str, Any], method: str = "POST") -> str:
    """The kind and the line of a refusal."""
    response = client.send(path, given, method)
    assert response.status_code >= 400, response.text
    return f"{response.json()['kind']}: {response.json()['error']}"


@pytest.mark.parametrize("name", NAMES)
def test_every_limit_is_advertised(tmp_path: Path, name: str) -> None:
    with serving(tmp_path, **{name: getattr(Limits(), name) // 2}):
        pass


def test_body(tmp_path: Path) -> None:
    with serving(tmp_path, body=100) as client:
        assert refusal(client, "/api/analyse", EXPERT).startswith("TooLarge: ")


def test_settings(tmp_path: Path) -> None:
    with serving(tmp_path, settings=20) as client:
        assert client.send("/api/settings", {"vi": True}, "PUT").status_code == 200
        refused = refusal(client, "/api/settings", {"theme": "x" * 20}, "PUT")
        assert refused == "TooLarge: settings: expected at most 20 bytes"


@pytest.mark.parametrize(
    ("limits", "line"),
    [({"cells": 80}, "a board of 81 cells: expected at most 80 cells"), ({"edges": 200}, "pairs")],
)
def test_boards(tmp_path: Path, limits: dict[str, int], line: str) -> None:
    covered = "9x9x10\n" + "HHHHHHHHH\n" * 9
    with serving(tmp_path, **limits) as client:
        for path, given in (
            ("/api/games", {"preset": "beginner"}),
            ("/api/games", {"board": "grid-9x9", "mines": 10}),
            ("/api/board", {"board": "grid-9x9"}),
            ("/api/analyse", {"text": covered}),
        ):
            refused = refusal(client, path, given)
            assert refused.startswith("TooLarge: ")
            assert line in refused
        assert client.send("/api/games", {"board": "grid-3x3", "mines": 1}).status_code == 201


def test_seconds(tmp_path: Path) -> None:
    with serving(tmp_path, seconds=0.01) as client:
        assert "up to 0.01" in refusal(client, "/api/analyse", {**EXPERT, "seconds": 1})
        assert refusal(client, "/api/guesses", EXPERT).startswith("Timeout: ")


def test_states(tmp_path: Path) -> None:
    with serving(tmp_path, states=1) as client:
        assert "from 1 to 1" in refusal(client, "/api/analyse", {**EXPERT, "states": 2})
        assert refusal(client, "/api/solutions", EXPERT).startswith("TooWide: ")


def test_search(tmp_path: Path) -> None:
    wanted = {"board": "grid-16x16", "mines": 99, "no_guess": True, "start": 0}
    with serving(tmp_path, search=0.2) as client:
        *_, last = client.send("/api/games", wanted).text.splitlines()
        problem = json.loads(last)["problem"]
        assert problem["kind"] in ("NotFound", "Timeout"), problem
        assert "0.2 seconds" in problem["error"]


def test_memory(tmp_path: Path) -> None:
    with serving(tmp_path, memory=1 << 20) as client:
        refused = refusal(client, "/api/board", {"board": "grid-100x100"})
        assert refused.startswith("TooWide: this takes more memory")


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits an address space")
def test_a_worker_has_the_address_space_that_security_md_names(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        assert client.send("/api/board", {"board": "grid-2x2"}).status_code == 200
        # Earlier tests of this process may have left helpers of multiprocessing.
        children = psutil.Process().children()
        workers = [child for child in children if "demine.web.worker" in child.cmdline()]
        limits = [worker.rlimit(psutil.RLIMIT_AS) for worker in workers]
    assert limits == [(3 << 30, 3 << 30)]


def test_waiting(tmp_path: Path) -> None:
    with serving(tmp_path, waiting=0) as client:
        assert refusal(client, "/api/analyse", EXPERT).startswith("Busy: ")


def test_rate_and_burst(tmp_path: Path) -> None:
    with serving(tmp_path, rate=0.001, burst=3) as client:
        statuses = [client.get("/api/session").status_code for _ in range(3)]
        assert statuses == [200, 200, 429]  # /api/about was the first request
    (tmp_path / "other").mkdir()
    with serving(tmp_path / "other", rate=1e9, burst=3) as client:
        assert {client.get("/api/session").status_code for _ in range(9)} == {200}


def test_address_rate(tmp_path: Path) -> None:
    with serving(tmp_path, address_rate=2.0) as client:
        assert any(client.get("/").status_code == 429 for _ in range(1000))


def test_reading(tmp_path: Path) -> None:
    app = application(tmp_path / "games.sqlite", limits=Limits(reading=0.5))

    async def drip() -> str:
        async with app.router.lifespan_context(app):
            text, _ = await Caller(app, drips=400).post("/api/analyse", {"text": "3x1x1\nHHH\n"})
        return text

    assert json.loads(asyncio.run(drip()))["kind"] == "TooSlow"


def test_games(tmp_path: Path) -> None:
    with serving(tmp_path, games=1) as client:
        assert client.send("/api/games", {"preset": "beginner"}).status_code == 201
        refused = refusal(client, "/api/games", {"preset": "beginner"})
        assert refused == "TooMany: the limit of unfinished games is 1: finish or delete one first"


def test_kept(tmp_path: Path) -> None:
    with serving(tmp_path, kept=2) as client:
        keys = [client.send("/api/games", {"preset": "beginner"}).json() for _ in range(3)]
        listed = [game["key"] for game in client.get("/api/games").json()["games"]]
        assert listed == [keys[2]["key"], keys[1]["key"]]


def fill(client: Client, games: int, flags: int) -> list[str]:
    """New games of this player with so many flags each; their keys."""
    keys = []
    for _ in range(games):
        keys.append(client.send("/api/games", {"preset": "expert"}).json()["key"])
        for cell in range(flags):
            flag = {"move": "flag", "cell": cell}
            assert client.send(f"/api/games/{keys[-1]}/moves", flag).status_code == 200
    return keys


def listed(client: Client) -> list[str]:
    return [game["key"] for game in client.get("/api/games").json()["games"]][::-1]


def test_player(tmp_path: Path) -> None:
    """The bytes of a player's games have a limit; the oldest go, with their moves."""
    with serving(tmp_path, player=4000, rate=1e9, burst=10**9) as client:
        keys = fill(client, games=4, flags=30)
        assert listed(client) == keys[-2:]
        assert client.get(f"/api/games/{keys[0]}").status_code == 404
        gone = {"move": "flag", "cell": 99}
        assert client.send(f"/api/games/{keys[0]}/moves", gone).status_code == 404
        base = sqlite3.connect(tmp_path / "games.sqlite")
        (moves,) = base.execute("SELECT count(*) FROM moves").fetchone()
        assert moves == 60
        client.send(f"/api/games/{keys[-1]}/moves", {"move": "undo"})
        counted, size = base.execute(
            f"SELECT (SELECT bytes FROM players), sum({SIZE}) FROM games"
        ).fetchone()
        base.close()
        assert counted == size


def test_stored(tmp_path: Path) -> None:
    """A full database refuses new games while all players are here, and then forgets the oldest."""
    with serving(tmp_path, stored=150_000, rate=1e9, burst=10**9) as client:
        while (answer := client.send("/api/games", {"preset": "expert"})).status_code == 201:
            pass
        assert (answer.status_code, answer.json()["kind"]) == (507, "Full")
        with closing(sqlite3.connect(tmp_path / "games.sqlite", isolation_level=None)) as base:
            before = [key for (key,) in base.execute("SELECT key FROM games ORDER BY made")]
            base.execute("UPDATE players SET seen = seen - 7200")
        for _ in range(9):
            client.client.cookies.clear()
            assert client.send("/api/games", {"preset": "expert"}).status_code == 201
        with closing(sqlite3.connect(tmp_path / "games.sqlite")) as base:
            left = {key for (key,) in base.execute("SELECT key FROM games")}
        assert not set(before[:10]) & left
    assert (tmp_path / "games.sqlite").stat().st_size < 400_000


def test_moves(tmp_path: Path) -> None:
    with serving(tmp_path, moves=3) as client:
        (key,) = fill(client, games=1, flags=3)
        refused = refusal(client, f"/api/games/{key}/moves", {"move": "flag", "cell": 0})
        assert refused == "TooMany: this game has 3 moves: no more flags are stored"


@pytest.mark.parametrize("name", ["questions", "address_questions"])
def test_questions_at_once(tmp_path: Path, name: str) -> None:
    with serving(tmp_path, **{name: 0}) as client:
        assert refusal(client, "/api/analyse", EXPERT).startswith("Busy: ")


def test_name(tmp_path: Path) -> None:
    graph = {"vertices": 2, "edges": [[0, 1]], "labels": ["?", "?"], "names": ["abcd", "e"]}
    with serving(tmp_path, name=3) as client:
        refused = refusal(client, "/api/games", {"text": json.dumps(graph), "mines": 1})
        assert refused.startswith("TooLarge: a cell with a long name")


ELSEWHERE = {
    "created": "test_one_address_creates_so_much_and_no_more",
    "live": "test_games_in_memory_take_so_many_bytes_and_no_more",
    "boards": "test_games_in_memory_take_so_many_bytes_and_no_more",
    "opened": "test_a_game_has_a_limit_of_cells",
}
TOGETHER = {"cells": "boards", "edges": "boards", "rate": "rate_and_burst"}
TOGETHER |= {"burst": "rate_and_burst"}
TOGETHER |= {"questions": "questions_at_once", "address_questions": "questions_at_once"}


@pytest.mark.parametrize("name", NAMES)
def test_every_limit_has_a_test(name: str) -> None:
    tests = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("*.py"))
    named = ELSEWHERE.get(name, f"test_{TOGETHER.get(name, name)}")
    assert f"def {named}(" in tests
