"""Connections: clients that never read, requests in chunks or with two lengths, and no HTTP."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from demine.web import application, server
from webserver import Server

MANY = b"GET /static/style.css HTTP/1.1\r\nHost: localhost\r\n\r\n" * 400
"""Requests whose responses fill every buffer between server and client."""


def deaf(port: int) -> socket.socket:
    """A client that asks a lot and reads nothing."""
    client = socket.socket()
    client.settimeout(60)
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.connect(("127.0.0.1", port))
    client.sendall(MANY)
    return client


@asynccontextmanager
async def listening(games: Path) -> AsyncIterator[tuple[uvicorn.Server, int]]:
    """A server in this process, and its port."""
    with socket.create_server(("127.0.0.1", 0)) as opened:
        serving = uvicorn.Server(server.configure(application(games)))
        task = asyncio.create_task(serving.serve(sockets=[opened]))
        while not serving.started:
            await asyncio.sleep(0.01)
        yield serving, opened.getsockname()[1]
        serving.should_exit = True
        await task


def test_a_client_that_never_reads_is_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server.ImpatientProtocol, "stall", 0.2)

    async def drop() -> None:
        async with listening(tmp_path / "games.sqlite") as (serving, port):
            with await asyncio.to_thread(deaf, port):
                while not serving.server_state.connections:
                    await asyncio.sleep(0.01)
                async with asyncio.timeout(120):
                    while serving.server_state.connections:
                        await asyncio.sleep(0.05)

    asyncio.run(drop())


def test_a_client_that_never_reads_does_not_keep_the_server_from_ending(tmp_path: Path) -> None:
    with Server(tmp_path / "games.sqlite") as serving, deaf(serving.port), deaf(serving.port):
        assert serving.stop() == ""


def ask(serving: Server, sent: bytes) -> tuple[int, dict[str, Any], str]:
    """Status, problem and head of the response to these bytes."""
    with socket.create_connection(("127.0.0.1", serving.port), timeout=60) as connection:
        connection.sendall(sent)
        said = b""
        while chunk := connection.recv(65536):
            said += chunk
    head, _, body = said.decode().partition("\r\n\r\n")
    return int(head.split()[1]), json.loads(body), head.lower()


@pytest.mark.parametrize(
    "sent",
    [
        b"NONSENSE\r\n\r\n",
        b"GET / HTTP\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 100_000,
    ],
    ids=range(4),
)
def test_bytes_that_are_not_http_are_refused_like_anything_else(
    server: Server, sent: bytes
) -> None:
    status, problem, head = ask(server, sent)
    assert (status, problem["kind"]) == (400, "BadRequest")
    assert "\n" not in problem["error"]
    assert "content-type: application/json" in head
    assert "content-security-policy" in head


def test_a_request_with_two_lengths_is_refused(server: Server) -> None:
    head = b"POST /api/read HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    lengths = b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n"
    status, problem, _ = ask(server, head + lengths + b"2\r\n{}\r\n0\r\n\r\n")
    assert (status, problem["kind"]) == (400, "BadRequest")
    assert "two lengths" in problem["error"]


def test_a_request_in_chunks_is_refused_before_its_chunks_are_read(server: Server) -> None:
    head = b"POST /api/read HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    status, problem, said = ask(server, head + b"Transfer-Encoding: chunked\r\n\r\n1\r\n")
    assert (status, problem["kind"]) == (411, "BadRequest")
    assert "content-length" in problem["error"].lower()
    assert "content-security-policy" in said


@pytest.mark.parametrize("wanted", ["bytes=abc", "bytes=99999999-", "lines=0-1", "bytes=0-1,5-7"])
def test_a_range_is_no_error(server: Server, wanted: str) -> None:
    with server.client() as client:
        answer = client.get("/static/style.css", headers={"Range": wanted})
    assert answer.status_code == 200
    assert answer.headers["accept-ranges"] == "none"
    assert answer.text.startswith("/*")


def test_a_connection_too_many_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server.ImpatientProtocol, "connections_at_once", 1)

    async def crowd() -> list[bytes]:
        async with listening(tmp_path / "games.sqlite") as (_, port):
            lines = [await asyncio.open_connection("127.0.0.1", port) for _ in range(2)]
            for _, writer in lines:
                writer.write(b"GET /api/about HTTP/1.1\r\nHost: localhost\r\n\r\n")
            said = [await reader.readuntil(b"\r\n\r\n") for reader, _ in lines]
            problem = await lines[1][0].read()
            for _, writer in lines:
                writer.close()
        return [*said, problem]

    first, second, problem = asyncio.run(crowd())
    assert (first.split()[1], second.split()[1]) == (b"200", b"503")
    assert json.loads(problem)["kind"] == "Busy"
