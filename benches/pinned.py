"""The memory that hostile games pin: the real size of the server's process, not its own estimate.

`python benches/pinned.py` creates games on graphs that are short as a request and large in memory:
10,000 cells, each with a name of 80 letters, some of them beyond Latin-1. It prints the resident
memory of the server's process (Linux) as games are made, and the limits that should hold.
"""

from __future__ import annotations

import argparse
import base64
import json
import sys
import tempfile
import zlib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "support"))
import httpx

from demine.web.limits import Limits
from webserver import Server

_CELLS = 10_000


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--games", type=int, default=300)
    chosen = arguments.parse_args()
    limits = Limits()
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder) / "games.sqlite") as server:
        print(f"limits: {limits.live >> 20} MB of games, {limits.boards >> 20} MB of boards")
        print(f"at the start: {resident(server)} MB")
        for number in range(chosen.games):
            size = attack(server, number)
            if (number + 1) % (chosen.games // 6) == 0:
                print(f"{number + 1} games, {size} bytes each: {resident(server)} MB", flush=True)


def attack(server: Server, number: int) -> int:
    """Create a game from an address of its own; the bytes of the request."""
    body = json.dumps({"board": packed(number), "mines": 3}).encode()
    transport = httpx.HTTPTransport(local_address=f"127.0.{number // 200}.{number % 200 + 2}")
    with httpx.Client(transport=transport, base_url=server.url, timeout=60) as client:
        sent = client.post("/api/games", content=body, headers={"Content-Type": "application/json"})
    assert sent.status_code == 201, sent.text
    return len(body)


def packed(number: int) -> str:
    """A graph of cells with long names, as a short word."""
    names = [f"{number}-{cell}-".ljust(79, "x") + "\N{GRINNING FACE}" for cell in range(_CELLS)]
    graph = {"vertices": _CELLS, "edges": [], "labels": ["?"] * _CELLS, "names": names}
    content = zlib.compress(json.dumps(graph).encode(), 9)
    return "graph-" + base64.b64encode(content, b"._").decode().rstrip("=")


def resident(server: Server) -> int:
    """Megabytes of the server's process, without its workers."""
    assert server.process is not None
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) >> 10


if __name__ == "__main__":
    main()
