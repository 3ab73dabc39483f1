"""Serving: the application under uvicorn, until it is interrupted."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.h11_impl import H11Protocol

from demine.errors import FormatError
from demine.game import data_folder
from demine.web.app import application
from demine.web.guard import hosts_of
from demine.web.store import Store

_SILENCE: Final = 15.0
"""Seconds in which the head of each request has to arrive."""


class ImpatientProtocol(H11Protocol):
    """A connection that closes unless the head of a request arrives in time."""

    silence = _SILENCE
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Wait for the first request."""
        super().connection_made(transport)
        self._start_timer()

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
        super().connection_lost(exc)

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
        server = uvicorn.Server(configure(application(store, hosts=hosts_of(host))))
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
        limit_concurrency=2000,
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
