"""A real server for tests: `demine serve` in a process of its own, on a free port."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Any

import httpx
from starlette.applications import Starlette

from demine import Position
from processes import PATIENCE, ended


class Server:
    """`demine serve` on some file of games; it may be killed and started again."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.port = 0
        self.process: subprocess.Popen[str] | None = None

    def command(self) -> list[str]:
        return [sys.executable, "-m", "demine", "serve"]

    def start(self) -> Server:
        """Start, on the same port as before if there was one."""
        self.process = subprocess.Popen(
            [*self.command(), "--port", str(self.port), "--data", str(self.data)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            self._wait()
        except BaseException:
            self.kill()
            raise
        return self

    def _wait(self) -> None:
        assert self.process is not None
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        match = re.search(r"http://127\.0\.0\.1:(\d+)/", said)
        assert match is not None, said
        self.port = int(match[1])
        with httpx.Client(transport=httpx.HTTPTransport(retries=8)) as client:
            assert client.get(f"{self.url}/api/about", timeout=PATIENCE).status_code == 200

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        """As the machine would: nobody is asked."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate()

    def stop(self) -> str:
        """End it as Ctrl-C does; what it complained about."""
        assert self.process is not None
        with ended(self.process) as process:
            process.send_signal(signal.SIGINT)
            _, complaints = process.communicate(timeout=PATIENCE)
        return complaints

    def client(self) -> httpx.Client:
        """A player of its own."""
        return httpx.Client(base_url=self.url, timeout=PATIENCE)

    def __enter__(self) -> Server:
        return self.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.process is not None and self.process.poll() is None:
            self.stop()


class Caller:
    """Calls an application without a network: what thousands of requests are sent with."""

    def __init__(self, app: Starlette, drips: int = 0) -> None:
        """So many blanks drip in before what is said."""
        self.app, self.drips = app, drips

    async def post(self, path: str, request: Any, player: str = "") -> tuple[str, dict[str, str]]:
        """The body of the answer, and its headers."""
        sent: list[Any] = []
        body = json.dumps(request).encode()
        drip = {"type": "http.request", "body": b" ", "more_body": True}
        messages = [{"type": "http.request", "body": body}, *[drip] * self.drips]

        async def receive() -> Any:
            while not messages:
                await asyncio.sleep(3600)
            if self.drips:
                await asyncio.sleep(0.05)
            return messages.pop()

        async def send(message: Any) -> None:
            sent.append(message)

        await self.app(_scope(path, len(body), player), receive, send)
        headers = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
        return b"".join(part.get("body", b"") for part in sent[1:]).decode(), headers


def player_in(headers: dict[str, str]) -> str:
    """The player whom the answer to a first request introduces."""
    return headers["set-cookie"].partition("=")[2].partition(";")[0]


def _scope(path: str, length: int, player: str) -> dict[str, Any]:
    headers = {"host": "localhost", "content-type": "application/json", "content-length": length}
    headers |= {"cookie": f"demine_player={player}"} if player else {}
    return {
        "type": "http",
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": [(name.encode(), str(value).encode()) for name, value in headers.items()],
        "client": ("127.0.0.1", 1),
        "server": ("localhost", 80),
    }


def say(response: httpx.Response) -> Any:
    """The JSON of an answer that went well."""
    assert response.status_code < 300, response.text
    return response.json()


def play(client: httpx.Client, game: dict[str, Any], position: Position) -> dict[str, Any]:
    """Play a game to its end as the exact engine would: safe cells, else the least risky one."""
    labels = list(position.labels)
    state = game
    while "mined" not in state:
        known = Position(position.board, labels, position.mines)
        for cell in _next(known):
            move = {"move": "open", "cell": cell}
            state = say(client.post(f"/api/games/{game['key']}/moves", json=move))
            for changed, code, _ in state["changed"]:
                labels[changed] = code if code >= 0 else "*"
            if "mined" in state:
                break
    return state


def _next(position: Position) -> list[int]:
    analysis = position.analyze()
    covered = [v for v, label in enumerate(position.labels) if label == "?"]
    safe = [v for v in covered if v in analysis.safe]
    risks = analysis.probabilities
    return safe or [min(covered, key=lambda v: float(risks[v]))]
