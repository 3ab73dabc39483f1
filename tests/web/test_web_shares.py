"""Shares: one client neither fills the memory of the server nor takes all of its workers."""

from __future__ import annotations

import asyncio
import base64
import json
import zlib
from pathlib import Path

import httpx
import pytest

from demine.web import application
from demine.web.guard import address_of
from demine.web.limits import Limits
from demine.web.pool import Pool
from demine.web.turns import Asker, Turns
from webserver import Caller, player_in

GREEDY, OTHER = Asker("address a", "player a"), Asker("address b", "player b")
NEIGHBOUR = Asker("address a", "player c")
SEARCH = {"board": "grid-16x16", "mines": 120, "first": "opening", "start": 0, "seed": 1}
"""A search for a board without guesses that finds none."""


@pytest.mark.parametrize("other", [OTHER, NEIGHBOUR], ids=["elsewhere", "same address"])
def test_long_searches_of_one_client_do_not_delay_another(other: Asker) -> None:
    """Eight searches of a minute are open; a short question is answered before any of them."""

    async def compete() -> list[bool]:
        pool = Pool(1, Limits())
        searches = [
            asyncio.create_task(pool.ask(GREEDY, "no_guess", SEARCH, 600)) for _ in range(8)
        ]
        await asyncio.sleep(0.5)
        for _ in range(3):
            await pool.ask(other, "board", {"board": "grid-2x2"}, 10)
        ended = [search.done() for search in searches]
        for search in searches:
            search.cancel()
        await asyncio.gather(*searches, return_exceptions=True)
        await pool.close()
        return ended

    assert asyncio.run(compete()) == [False] * 8


def test_long_searches_of_many_clients_leave_a_worker_free() -> None:
    async def compete() -> int:
        pool = Pool(2, Limits())
        askers = [Asker(f"address {number}", f"player {number}") for number in range(4)]
        searches = [asyncio.create_task(pool.ask(who, "no_guess", SEARCH, 600)) for who in askers]
        await asyncio.sleep(0.5)
        await pool.ask(OTHER, "board", {"board": "grid-2x2"}, 10)
        ended = sum(search.done() for search in searches)
        for search in searches:
            search.cancel()
        await asyncio.gather(*searches, return_exceptions=True)
        await pool.close()
        return ended

    assert asyncio.run(compete()) == 0


@pytest.mark.parametrize("other", [OTHER, NEIGHBOUR], ids=["elsewhere", "same address"])
def test_the_next_turn_is_of_the_client_that_used_least(other: Asker) -> None:
    """The greedy client asked first; no process runs here, so nothing depends on its speed."""

    async def compete() -> list[Asker]:
        turns, order, over = Turns(3), list[Asker](), asyncio.Event()

        async def use(who: Asker, end: asyncio.Event) -> None:
            async with turns.take(who, is_long=False):
                order.append(who)
                await end.wait()

        ends = [asyncio.Event() for _ in range(2)]
        uses = [asyncio.create_task(use(GREEDY, end)) for end in ends]
        uses += [asyncio.create_task(use(who, over)) for who in (GREEDY, GREEDY, other)]
        for end in ends:
            await asyncio.sleep(0.01)
            end.set()
        over.set()
        await asyncio.gather(*uses)
        return order

    assert asyncio.run(compete()).index(other) == 2


def packed(number: int, letters: int) -> str:
    """A graph of forty cells with long names, as a short word."""
    names = [f"{number}-{cell}-" + "x" * letters + "\N{GRINNING FACE}" for cell in range(40)]
    graph = {"vertices": 40, "edges": [], "labels": ["?"] * 40, "names": names}
    content = zlib.compress(json.dumps(graph).encode(), 9)
    return "graph-" + base64.b64encode(content, b"._").decode().rstrip("=")


def test_long_names_of_cells_are_refused(tmp_path: Path) -> None:
    app = application(tmp_path / "games.sqlite")

    async def attack() -> str:
        async with app.router.lifespan_context(app):
            wanted = {"board": packed(0, 100_000), "mines": 3}
            text, _ = await Caller(app).post("/api/games", wanted)
            assert app.state.live.bytes == 0
            return text

    problem = json.loads(asyncio.run(attack()))
    assert (problem["kind"], "at most 80 letters" in problem["error"]) == ("TooLarge", True)


def test_games_in_memory_take_so_many_bytes_and_no_more(tmp_path: Path) -> None:
    """A client without a cookie creates games on one graph after another."""
    limits = Limits(live=200_000, boards=100_000)
    app = application(tmp_path / "games.sqlite", limits=limits)

    async def attack() -> list[int]:
        async with app.router.lifespan_context(app):
            caller, kept = Caller(app), []
            for number in range(40):
                wanted = {"board": packed(number, 60), "mines": 3}
                text, headers = await caller.post("/api/games", wanted)
                told = json.loads(text)
                kept.append(app.state.live.bytes)
                assert app.state.boards.bytes <= limits.boards
            url = f"/api/games/{told['key']}/moves"
            opening = {"move": "open", "cell": 0}
            assert "changed" in (await caller.post(url, opening, player_in(headers)))[0]
        return kept

    kept = asyncio.run(attack())
    assert max(kept) <= limits.live
    assert len(set(kept[-9:])) < 9  # the memory no longer grows


def test_one_address_creates_so_much_and_no_more(tmp_path: Path) -> None:
    """Also without a cookie; a large request counts as several games."""
    app = application(tmp_path / "games.sqlite", limits=Limits(created=0.1))

    async def attack() -> list[str]:
        async with app.router.lifespan_context(app):
            caller = Caller(app)
            wanted = {"preset": "beginner", "note": "x" * 4000}
            told = [json.loads((await caller.post("/api/games", wanted))[0]) for _ in range(8)]
        return [one.get("kind", "game") for one in told]

    assert asyncio.run(attack()) == ["game"] * 3 + ["TooFast"] * 5


@pytest.mark.parametrize(
    ("told", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:0:1::7", "2001:db8:0:1::/64"),
        ("2001:db8:0:1:ffff::1", "2001:db8:0:1::/64"),
        ("2001:db8:0:2::7", "2001:db8:0:2::/64"),
        ("fe80::7%eth0", "fe80::/64"),
        ("a socket", "a socket"),
    ],
)
def test_one_network_of_ipv6_is_one_address(told: str, counted: str) -> None:
    """Whoever has one address of IPv6 has 2⁶⁴ of them."""
    assert address_of({"client": (told, 1)}) == counted
    assert address_of({"client": None}) == "unknown"


def test_large_boards_count_as_several_games(tmp_path: Path) -> None:
    """A GET may be as expensive as a new game."""
    app = application(tmp_path / "games.sqlite", limits=Limits(created=0.1))

    async def attack() -> list[int]:
        transport = httpx.ASGITransport(app)
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=transport, base_url="http://localhost") as client,
        ):
            names = [f"grid-1x{columns}" for columns in (2400, 2401, 10)]
            return [(await client.get(f"/api/boards/{name}")).status_code for name in names]

    assert asyncio.run(attack()) == [200, 429, 200]
