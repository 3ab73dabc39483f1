"""What hostile clients do to a server: requests that cost much, and bad habits of connections."""

from __future__ import annotations

import asyncio
import base64
import json
import zlib
from collections.abc import Awaitable, Callable
from functools import cache
from random import Random
from typing import Any, Final

from fuzz.findings import Finding
from fuzz.line import Line

_PATIENCE: Final = 150.0
"""Seconds in which every request has to be answered, however long others wait."""
_EDGES: Final = 61_000
_CELLS: Final = 9_000
_PIECES: Final = ("H", "[", " ", "1 x", '{"a":', "\0")
"""Texts of a megabyte repeat one of these."""
_NAMED: Final = 4
"""Boards with long names."""
_KIND: Final = "Content-Type: application/json\r\n"


class Attacker:
    """A client without a cookie, at an address of its own."""

    def __init__(self, port: int, address: str, random: Random) -> None:
        """Attack the server at this port."""
        self.port, self.address, self.random = port, address, random

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A new connection."""
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.address, 0))

    async def post(self, path: str, given: Any, leave: float = _PATIENCE) -> int:
        """The status of a request, or 0 if the client leaves after some seconds."""
        body = given if isinstance(given, bytes) else json.dumps(given).encode()
        return await self.send(f"POST {path}", f"{_KIND}Content-Length: {len(body)}", body, leave)

    async def send(
        self, first: str, fields: str = "", body: bytes = b"", leave: float = _PATIENCE
    ) -> int:
        """The status of a request, or 0 if there is none."""
        head = f"{first} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{fields}\r\n"
        return await self.say(f"{head}\r\n".encode() if fields else head.encode(), body, leave)

    async def say(self, head: bytes, body: bytes = b"", leave: float = _PATIENCE) -> int:
        """The status of the answer to these bytes; 0 if the server hangs up or the client does."""
        reader, writer = await self.connect()
        try:
            async with asyncio.timeout(leave):
                writer.write(head + body)
                said = await reader.read()
        except ConnectionError:
            return 0
        except TimeoutError:
            if leave == _PATIENCE:
                raise Finding(f"no answer within {leave} seconds", head[:200]) from None
            return 0
        finally:
            writer.close()
        return _check(said) if said else 0


def _check(said: bytes) -> int:
    """The status of an answer, which has to be one of ours."""
    head, _, body = said.partition(b"\r\n\r\n")
    status = int(head.split()[1])
    if status == 500 or b"Traceback" in body:
        raise Finding("the server failed", said[:300])
    if status >= 400 and b"application/json" not in head:
        raise Finding("a refusal that is no JSON", said[:300])
    return status


@cache
def _long_body() -> tuple[bytes, bytes]:
    """A request for a game on a large graph, without its first edge."""
    chance = Random(1)
    edges = sorted({tuple(sorted(chance.sample(range(_CELLS), 2))) for _ in range(_EDGES)})
    graph = {"edges": edges[1:], "vertices": _CELLS, "labels": ["?"] * _CELLS, "mines": None}
    body = json.dumps({"text": json.dumps(graph), "mines": _CELLS // 6}).encode()
    before, bracket, after = body.partition(b"[")
    return before + bracket, b", " + after


@cache
def _megabyte(piece: str) -> bytes:
    return json.dumps({"text": piece * (1 << 20)}).encode()[: (1 << 20) - 1]


@cache
def _long_names(number: int) -> str:
    """A graph of forty cells with names of 100,000 letters, as 6,000."""
    names = [f"{number} {cell}" + "x" * 100_000 + "\N{GRINNING FACE}" for cell in range(40)]
    graph = {"vertices": 40, "edges": [], "labels": ["?"] * 40, "names": names}
    packed = base64.b64encode(zlib.compress(json.dumps(graph).encode(), 9), b"._").decode()
    return f"graph-{packed.rstrip('=')}"


@cache
def _tiled_pixels() -> str:
    """Nine million pixels of squares with sides of ten."""
    row = (b"\0\0\0" + b"\xc0" * 27) * 300
    return base64.b64encode(zlib.compress((b"\0" * 9000 + row * 9) * 300, 9)).decode()


def prepare() -> None:
    """Make the long requests, so that no client is slow because it makes them."""
    _long_body()
    _tiled_pixels()
    for piece in _PIECES:
        _megabyte(piece)
    for number in range(_NAMED):
        _long_names(number)


async def _create_on_a_graph(one: Attacker) -> int:
    """Each time on another graph, so that nothing is remembered."""
    before, after = _long_body()
    edge = sorted(one.random.sample(range(_CELLS), 2))
    return await one.post("/api/games", before + json.dumps(edge).encode() + after)


async def _send_a_megabyte(one: Attacker) -> int:
    path = one.random.choice(["games", "analyse", "read", "review", "explain", "solutions"])
    return await one.post(f"/api/{path}", _megabyte(one.random.choice(_PIECES)))


async def _name_cells_at_length(one: Attacker) -> int:
    name = _long_names(one.random.randrange(_NAMED))
    return await one.post("/api/games", {"board": name, "mines": 3})


async def _search(one: Attacker) -> int:
    wanted = {"board": "grid-16x16", "mines": 120, "no_guess": True, "start": 0}
    return await one.post("/api/games", wanted, leave=one.random.uniform(0.1, 6))


async def _ask_for_odds(one: Attacker) -> int:
    side = one.random.choice([20, 40, 80])
    labels = [one.random.choice(["?", "?", 1, 2, 3]) for _ in range(side * side)]
    question = one.random.choice(["analyse", "guesses", "explain", "solutions", "curve"])
    return await one.post(
        f"/api/{question}",
        {"board": f"grid-{side}x{side}", "labels": labels, "mines": None, "cell": 0},
    )


async def _fetch_a_board(one: Attacker) -> int:
    name = one.random.choice(["voronoi-5000", "grid-100x100", "hexagonal-99x99", "penrose-9"])
    return await one.send(f"GET /api/boards/{name}")


async def _fetch_files(one: Attacker) -> int:
    """Compressed anew for each request."""
    name = one.random.choice(["engine.wasm", "style.css", "texts.js"])
    return await one.send(f"GET /static/{name}", "Accept-Encoding: gzip")


async def _flag_without_pause(one: Attacker) -> int:
    """A game of its own, with flags as fast as they are answered."""
    line = Line(one.port, one.address)
    await line.open()
    try:
        status, state = await line.post("/api/games", {"board": "grid-90x90", "mines": 900})
        for cell in range(200):
            if status >= 400:
                break
            flag = {"move": "flag", "cell": cell}
            status, _ = await line.post(f"/api/games/{state['key']}/moves", flag)
        return status
    finally:
        line.close()


async def _never_read(one: Attacker) -> int:
    _, writer = await one.connect()
    try:
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        writer.write(b"GET /static/style.css HTTP/1.1\r\nHost: localhost\r\n\r\n" * 400)
        await asyncio.sleep(one.random.uniform(0.5, 20))
    finally:
        writer.transport.abort()
    return 0


async def _drip(one: Attacker) -> int:
    _, writer = await one.connect()
    try:
        writer.write(b"POST /api/analyse HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999\r\n")
        for _ in range(one.random.randrange(40)):
            writer.write(b"X: y\r\n")
            await asyncio.sleep(0.05)
    finally:
        writer.transport.abort()
    return 0


async def _talk_nonsense(one: Attacker) -> int:
    two = f"{_KIND}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{{}}\r\n0\r\n\r\n"
    said = one.random.choice(
        [
            b"NONSENSE\r\n\r\n",
            one.random.randbytes(300) + b"\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 100_000,
            b"POST /api/read HTTP/1.1\r\nHost: localhost\r\n" + two.encode(),
        ]
    )
    return await one.say(said, leave=20)


async def _send_in_chunks(one: Attacker) -> int:
    """A letter at a time, which costs the server more than the client."""
    head = b"POST /api/read HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    return await one.say(head + b"1\r\n \r\n" * 40_000)


async def _bring_a_picture(one: Attacker) -> int:
    """As many pixels as are allowed, in a few kilobytes: cells everywhere, or more than it says."""
    side = one.random.choice([100, 3000])
    return await one.post(
        "/api/picture", {"width": side, "height": side, "pixels": _tiled_pixels()}
    )


async def _bring_a_video(one: Attacker) -> int:
    name = one.random.choice(["a.avf", "a.evf", "a.rmv", "a.mvf", "a.rawvf", "a.jsonl"])
    data = base64.b64encode(one.random.randbytes(one.random.choice([100, 5000])))
    return await one.post("/api/replays", {"name": name, "data": data.decode()})


Attack = Callable[[Attacker], Awaitable[int]]

ATTACKS: Final[dict[str, Attack]] = {
    "games on graphs of 61,000 edges": _create_on_a_graph,
    "requests of a megabyte": _send_a_megabyte,
    "long names of cells": _name_cells_at_length,
    "searches for boards without guesses": _search,
    "questions about wide positions": _ask_for_odds,
    "geometry of large boards": _fetch_a_board,
    "large files": _fetch_files,
    "moves without a pause": _flag_without_pause,
    "connections that never read": _never_read,
    "requests that drip": _drip,
    "bytes that are not HTTP": _talk_nonsense,
    "requests in small chunks": _send_in_chunks,
    "pictures of many cells": _bring_a_picture,
    "videos that are none": _bring_a_video,
}
