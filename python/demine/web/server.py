"""Serving: the application under uvicorn, until it is interrupted."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, cast

import h11
import uvicorn
from starlette.applications import Starlette
from starlette.types import Receive, Scope, Send
from uvicorn._types import ASGI3Application
from uvicorn.protocols.http.h11_impl import H11Protocol

from demine.errors import FormatError
from demine.game import data_folder
from demine.web.app import application
from demine.web.guard import GuardedSend, guarded_headers, hosts_of, refuse
from demine.web.problem import Problem
from demine.web.store import Store

_SILENCE: Final = 15.0
"""Seconds in which the head of each request has to arrive."""
_HEAD: Final = 1 << 16
"""Bytes of the head of a request."""
_CONNECTIONS: Final = 2000
"""Connections that are open at once."""
_LEAST_READ: Final = 1 << 16
"""Bytes of a waiting response that a client has to read between two looks at it."""
_FAREWELL: Final = 1.0
"""Seconds after Ctrl-C in which responses may still be sent."""


class MeasuredConnection(h11.Connection):
    """The HTTP of a connection, without requests in chunks.

    Chunks of a byte each keep the event loop busy for a second per megabyte.
    """

    refused: Problem | None = None
    """Why the request is refused, if it is HTTP."""

    def next_event(self) -> Any:
        """What the client says next; an error for a request in chunks."""
        event = super().next_event()
        if isinstance(event, h11.Request):
            names = {name for name, _ in event.headers}
            if b"transfer-encoding" in names:
                self.refused = _refuse_chunks(b"content-length" in names)
                raise h11.RemoteProtocolError(self.refused.line)
        return event


def _refuse_chunks(has_length: bool) -> Problem:
    if has_length:
        # A proxy in front could read the other one, and take the rest for a request.
        return Problem(400, "BadRequest", "a request has two lengths: expected one")
    return Problem(411, "BadRequest", "a request in chunks: expected its Content-Length")


class ImpatientProtocol(H11Protocol):
    """A connection that closes if a request's head is late or its response is not read."""

    silence = _SILENCE
    stall = _SILENCE
    connections_at_once = _CONNECTIONS
    _timer: asyncio.TimerHandle | None = None
    _watch: asyncio.TimerHandle | None = None
    _unread = 0

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.conn = MeasuredConnection(h11.SERVER, _HEAD)

    def connection_made(self, transport: Any) -> None:
        """Wait for the first request."""
        super().connection_made(transport)
        if len(self.connections) > self.connections_at_once:
            self.app = cast(ASGI3Application, refuse_connection)
        self._start_timer()
        self._watch = self.loop.call_later(self.stall, self._check_reader)

    def data_received(self, data: bytes) -> None:
        """Go on waiting if the request is not complete."""
        super().data_received(data)
        if self._is_waiting():
            self._start_timer()
        else:
            self._stop_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        self._stop_timer()
        if self._watch is not None:
            self._watch.cancel()
        super().connection_lost(exc)

    def resume_writing(self) -> None:
        """Note that the client has read most of what waited."""
        super().resume_writing()
        self._unread = 0

    def send_400_response(self, msg: str) -> None:
        """Refuse bytes that are not HTTP, or no request for us, like any other bad request."""
        nonsense = Problem(400, "BadRequest", "the request is not HTTP/1.1")
        response = (cast(MeasuredConnection, self.conn).refused or nonsense).response()
        response.headers["Connection"] = "close"
        headers = guarded_headers(response.raw_headers)
        head = h11.Response(status_code=response.status_code, headers=headers)
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            for event in (head, h11.Data(data=bytes(response.body)), h11.EndOfMessage()):
                self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def _check_reader(self) -> None:
        """Drop a client that does not read; a slow one may go on."""
        unread = self.transport.get_write_buffer_size()
        if unread and self._unread and unread > self._unread - _LEAST_READ:
            self.transport.abort()
            return
        self._unread = unread
        self._watch = self.loop.call_later(self.stall, self._check_reader)

    def _is_waiting(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _start_timer(self) -> None:
        if self._timer is None:
            self._timer = self.loop.call_later(self.silence, self._give_up)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _give_up(self) -> None:
        self._timer = None
        if self._is_waiting() and not self.transport.is_closing():
            self.transport.close()


async def refuse_connection(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer any request with 503: too many connections are open."""
    if scope["type"] == "http":
        problem = Problem(503, "Busy", "too many connections at once: try again in a moment")
        await refuse(problem, scope, receive, GuardedSend(send))


class EndingServer(uvicorn.Server):
    """A server that ends even if clients do not read their responses."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Drop the connections that are left after a while, then end as usual."""
        dropping = asyncio.create_task(self._drop_connections())
        try:
            await super().shutdown(sockets)
        finally:
            dropping.cancel()

    async def _drop_connections(self) -> None:
        await asyncio.sleep(_FAREWELL)
        while True:  # a connection may still have been accepted
            for connection in list(self.server_state.connections):
                connection.transport.abort()
            await asyncio.sleep(0.1)


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    *,
    data: str | Path | None = None,
    started: Callable[[str], None] = lambda address: None,
) -> None:
    """Serve until interrupted; `started` receives the address.

    `OSError` if the port is in use, `FormatError` for a wrong host or an unusable file.
    """
    with _listen(host, port) as listening, Store(data or data_folder() / "web.sqlite") as store:
        server = EndingServer(configure(application(store, hosts=hosts_of(host))))
        name = f"[{host}]" if ":" in host else host
        started(f"http://{name}:{listening.getsockname()[1]}/")
        with contextlib.suppress(KeyboardInterrupt):  # Ctrl-C ends the server
            asyncio.run(server.serve(sockets=[listening]))


def configure(app: Starlette) -> uvicorn.Config:
    """The configuration of uvicorn."""
    return uvicorn.Config(
        app,
        http=ImpatientProtocol,
        ws="none",
        log_level="critical",  # demine logs its own failures
        server_header=False,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=2,
        proxy_headers=False,
    )


def _listen(host: str, port: int) -> socket.socket:
    if not host.strip():  # the system would listen on every address
        raise FormatError("--host is empty: expected an address (0.0.0.0 listens on all)")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=1024)
    except OSError as error:
        error.filename = f"{host}:{port}"
        if error.errno == errno.EADDRINUSE:
            error.strerror = "the port is in use: choose another, or --port 0 for a free one"
        raise
    except (TypeError, UnicodeError):
        raise FormatError(f"--host {host!r} is neither an address nor a host name") from None
