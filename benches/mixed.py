"""The server under a mixed hostile load: moves of players while others send large requests.

`python benches/mixed.py` starts a server. Twenty players flag and open cells of Expert boards, with
a pause after each move. Meanwhile four connections create games on a graph of 61,000 edges without
end, and ten connections send bodies of one megabyte. Each of these comes from an address of its own
(127.0.0.2 and so on), so that limits per address do not spare the server. Every move must be
answered. Wanted: a median move below 20 ms, and the 99th percentile below 150 ms.

The same players are measured alone first, in the same run.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import sys
import tempfile
import time
from collections import Counter
from multiprocessing import Process, Queue
from pathlib import Path
from random import Random

_ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(_ROOT), str(_ROOT / "tests" / "support")]
from fuzz.line import Line  # noqa: E402
from web import _player  # noqa: E402
from webserver import Server  # noqa: E402

_EDGES = 61_000
_VERTICES = 9_000
_MEGABYTE = (1 << 20) - 100


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--players", type=int, default=20)
    arguments.add_argument("--seconds", type=float, default=20.0)
    arguments.add_argument("--thought", type=float, default=0.3, help="mean seconds between moves")
    arguments.add_argument("--creating", type=int, default=4, help="connections that create games")
    arguments.add_argument("--bodies", type=int, default=10, help="connections with large bodies")
    chosen = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder) / "games.sqlite") as server:
        asyncio.run(measure(server, chosen))


async def measure(server: Server, chosen: argparse.Namespace) -> None:
    """The times of moves alone, and under the load."""
    report("alone", await play(server, chosen))
    answers: Queue[dict[str, int]] = Queue()
    load = Process(target=send_load, args=(server.port, chosen, answers))
    load.start()
    before = processor_seconds(server)
    report("under load", await play(server, chosen))
    used = processor_seconds(server) - before
    print(f"  the process of the server: {used / chosen.seconds:.0%} of a processor")
    print(f"  answers to the load: {answers.get()}")
    load.join()


def send_load(port: int, chosen: argparse.Namespace, answers: Queue[dict[str, int]]) -> None:
    """Send requests from a process of its own, so that they do not delay the players."""
    answers.put(asyncio.run(_send_all(port, chosen)))


async def _send_all(port: int, chosen: argparse.Namespace) -> dict[str, int]:
    found: Counter[str] = Counter()
    load = [
        asyncio.create_task(repeat(port, number, path, body, found))
        for number, (path, body) in enumerate(requests(chosen), start=2)
    ]
    await asyncio.sleep(chosen.seconds)
    for task in load:
        task.cancel()
    await asyncio.gather(*load, return_exceptions=True)
    return dict(found)


def requests(chosen: argparse.Namespace) -> list[tuple[str, bytes]]:
    """The address and the body of each connection of the load."""
    games = [("/api/games", new_game(seed)) for seed in range(chosen.creating)]
    padded = json.dumps({"text": "3x1x1\nHHH\n", "note": "x" * _MEGABYTE})[: 1 << 20].encode()
    return games + [("/api/analyse", padded)] * chosen.bodies


def new_game(seed: int) -> bytes:
    """A request for a game on a random graph."""
    random = Random(seed)
    edges: set[tuple[int, int]] = set()
    while len(edges) < _EDGES:
        u, v = random.sample(range(_VERTICES), 2)
        edges.add((min(u, v), max(u, v)))
    labels = ["?"] * _VERTICES
    text = json.dumps({"vertices": _VERTICES, "edges": sorted(edges), "labels": labels})
    return json.dumps({"text": text, "mines": 900}).encode()


async def repeat(port: int, number: int, path: str, body: bytes, answers: Counter[str]) -> None:
    """Send a request again and again, from an address of its own."""
    while True:
        line = Line(port, f"127.0.0.{number}")
        await line.open()
        try:
            while True:
                status, _ = await line.post(path, body)
                answers[f"{path} {status}"] += 1
        except (asyncio.IncompleteReadError, ConnectionError):
            answers[f"{path} closed"] += 1
        finally:
            line.writer.close()


async def play(server: Server, chosen: argparse.Namespace) -> list[float]:
    """Milliseconds of all moves of the players."""
    until = time.monotonic() + chosen.seconds
    players = [_player(server.port, seed, until, chosen.thought) for seed in range(chosen.players)]
    return [time for times in await asyncio.gather(*players) for time in times]


def report(what: str, times: list[float]) -> None:
    """Print the median and the tail."""
    cuts = statistics.quantiles(times, n=100)
    tail = f"p99 {cuts[98]:.1f} ms, worst {max(times):.1f} ms"
    print(f"{what}: {len(times)} moves, median {cuts[49]:.1f} ms, {tail}", flush=True)


def processor_seconds(server: Server) -> float:
    """Processor time of the server so far, without its workers (Linux)."""
    assert server.process is not None
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


if __name__ == "__main__":
    main()
