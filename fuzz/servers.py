"""A server under attack: players play, hostile clients do their worst, and nobody notices.

`python -m fuzz.servers --seconds 60` starts a server. Twenty players play, while for each attack of
`fuzz/attacks.py` a few clients, at other addresses, repeat it without a pause. Every move has to be
answered, each finished game has to agree with its mines, memory is bounded, and the server ends at
Ctrl-C without a complaint. `--attack` chooses some of the attacks, `--clients` how many do each.
"""

from __future__ import annotations

import asyncio
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import Any, Final

import click
import psutil

from demine import PRESETS
from fuzz.attacks import ATTACKS, Attacker, prepare
from fuzz.findings import Finding
from fuzz.line import Line

_PLAYERS: Final = 20
_THOUGHT: Final = 0.3
"""Mean seconds between the moves of a player."""
_SERVER_BYTES: Final = 800 << 20
"""For the server: live games and boards have 320 MB, the rest is Python and requests."""
_WORKER_BYTES: Final = 2 << 30
"""For a worker: a budget of 20 million states takes 320 MB, and a question up to four times it."""
_MOST_WORK: Final = {50: 0.05, 99: 0.5}
"""Processor seconds that the server may spend while a move waits, for some percent of the moves."""


@dataclass
class Seen:
    """What happened during a run."""

    seconds: list[float] = field(default_factory=list)
    """The time of each move."""
    work: list[float] = field(default_factory=list)
    """The processor time of the server meanwhile: a busy machine is nobody's fault."""
    games: int = 0
    statuses: Counter[tuple[str, int]] = field(default_factory=Counter)
    """Answers to attacks, by their status."""
    server_bytes: int = 0
    worker_bytes: int = 0


def cut(seconds: list[float], percent: int) -> float:
    """The seconds that so many percent of the moves took at most."""
    return quantiles(seconds, n=100)[percent - 1]


@contextmanager
def _served() -> Iterator[tuple[int, psutil.Process]]:
    """The port and the process of a server; in the end it must have nothing to complain about."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "demine", "serve", "--port", "0"]
        command += ["--data", str(Path(folder) / "games.sqlite")]
        pipe = subprocess.PIPE
        with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True) as process:
            try:
                yield _port_of(process), psutil.Process(process.pid)
                process.send_signal(signal.SIGINT)
                _, complaints = process.communicate(timeout=60)
            except subprocess.TimeoutExpired:
                raise Finding("Ctrl-C did not end the server", process.pid) from None
            finally:
                process.kill()
    if complaints or process.returncode:
        raise Finding(f"the server ended with {process.returncode}", complaints)


def _port_of(process: subprocess.Popen[str]) -> int:
    assert process.stdout is not None
    said = process.stdout.readline()
    found = re.search(r"http://127\.0\.0\.1:(\d+)/", said)
    if found is None:
        raise Finding("the server did not start", said)
    return int(found[1])


def besiege(random: Random, seconds: float, attacks: list[str], clients: int) -> Seen:
    """Play for some seconds on a server that many attack."""
    seen = Seen()
    prepare()
    with _served() as (port, process):
        asyncio.run(_besiege(port, process, random, seconds, attacks, clients, seen))
    for held, most in ((seen.server_bytes, _SERVER_BYTES), (seen.worker_bytes, _WORKER_BYTES)):
        if held > most:
            raise Finding(f"a process took {held >> 20} megabytes", attacks)
    for percent, allowed in _MOST_WORK.items():
        if (work := cut(seen.work, percent)) > allowed:
            raise Finding(f"a move waited for {work} seconds of work", attacks)
    return seen


async def _besiege(
    port: int,
    process: psutil.Process,
    random: Random,
    seconds: float,
    attacks: list[str],
    clients: int,
    seen: Seen,
) -> None:
    until = time.monotonic() + seconds
    async with asyncio.TaskGroup() as group:
        others = [
            group.create_task(_attack(Attacker(port, address, Random(random.random())), name, seen))
            for name, address in _addresses(attacks, clients)
        ]
        others.append(group.create_task(_watch(process, seen)))
        async with asyncio.TaskGroup() as playing:
            for seed in range(_PLAYERS):
                player = _Player(Line(port), process, Random(f"{random.random()} {seed}"), seen)
                playing.create_task(player.play(until))
        for other in others:
            other.cancel()


def _addresses(attacks: list[str], clients: int) -> Iterator[tuple[str, str]]:
    """Each attack with the addresses of its clients."""
    for place, name in enumerate(attacks, start=1):
        for client in range(1, clients + 1):
            yield name, f"127.0.{place}.{client}"


async def _attack(one: Attacker, name: str, seen: Seen) -> None:
    while True:
        seen.statuses[name, await ATTACKS[name](one)] += 1
        await asyncio.sleep(0)


async def _watch(process: psutil.Process, seen: Seen) -> None:
    """Note the most memory of the server and of its workers."""
    while True:
        seen.server_bytes = max(seen.server_bytes, process.memory_info().rss)
        for worker in process.children():
            try:
                seen.worker_bytes = max(seen.worker_bytes, worker.memory_info().rss)
            except psutil.NoSuchProcess:
                continue
        await asyncio.sleep(0.2)


@dataclass
class _Player:
    """A player at a server, game after game."""

    line: Line
    server: psutil.Process
    random: Random
    seen: Seen

    async def play(self, until: float) -> None:
        """Play; a game that is cut off by the end is not checked."""
        await self.line.open()
        while time.monotonic() < until:
            status, state = await self.line.post("/api/games", {"preset": "classic"})
            if status != 201:
                raise Finding("a player could not begin a game", state)
            await self._finish(state, until)
        self.line.close()

    async def _finish(self, state: dict[str, Any], until: float) -> None:
        codes, url = state["codes"], f"/api/games/{state['key']}/moves"
        while "mined" not in state and time.monotonic() < until:
            await asyncio.sleep(self.random.expovariate(1 / _THOUGHT))
            cell = self.random.choice([cell for cell, code in enumerate(codes) if code == -1])
            state = await self._move(url, cell)
            for changed, code, _ in state["changed"]:
                codes[changed] = code
        if "mined" in state:
            self.seen.games += 1
            _check(codes, set(state["mined"]), state)

    async def _move(self, url: str, cell: int) -> dict[str, Any]:
        kind = self.random.choice(["open", "flag", "flag"])
        work, began = self._work(), time.perf_counter()
        status, state = await self.line.post(url, {"move": kind, "cell": cell})
        self.seen.seconds.append(time.perf_counter() - began)
        self.seen.work.append(self._work() - work)
        if status != 200:
            raise Finding("a move was refused", state)
        return dict(state)

    def _work(self) -> float:
        times = self.server.cpu_times()
        return float(times.user + times.system)


def _check(codes: list[int], mined: set[int], state: dict[str, Any]) -> None:
    """Each number that was shown has to be that of the mines."""
    board = PRESETS["classic"].board
    for cell, code in enumerate(codes):
        if code >= 0 and code != len(mined.intersection(board.neighbours(cell))):
            raise Finding(f"cell {cell} showed {code}", state)


def servers(random: Random) -> int:
    """A few seconds of some attacks at once."""
    attacks = random.sample(sorted(ATTACKS), random.randint(1, len(ATTACKS)))
    return len(besiege(random, 3.0, attacks, random.randint(1, 3)).seconds)


@click.command()
@click.option("--seconds", default=60.0, show_default=True, help="How long.")
@click.option("--attack", "attacks", multiple=True, help="Only attacks with these words.")
@click.option("--clients", default=2, show_default=True, help="Clients of each attack.")
@click.option("--seed", default=1, show_default=True)
def main(seconds: float, attacks: tuple[str, ...], clients: int, seed: int) -> None:
    """Attack a server, and print how long the moves of 20 players took."""
    chosen = [name for name in ATTACKS if not attacks or any(one in name for one in attacks)]
    seen = besiege(Random(seed), seconds, chosen, clients)
    for name in chosen:
        told = {status: n for (one, status), n in sorted(seen.statuses.items()) if one == name}
        click.echo(f"{name}: {told}")
    taken, work = ([1000 * cut(some, n) for n in (50, 99)] for some in (seen.seconds, seen.work))
    click.echo(
        f"{len(seen.seconds):,} moves, {seen.games} finished games: median {taken[0]:.1f} ms, p99"
        f" {taken[1]:.1f} ms, worst {1000 * max(seen.seconds):.0f} ms; meanwhile the server worked"
        f" {work[0]:.0f} ms, p99 {work[1]:.0f} ms. Server {seen.server_bytes >> 20} MB, largest"
        f" worker {seen.worker_bytes >> 20} MB"
    )


if __name__ == "__main__":
    main()
