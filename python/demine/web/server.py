"""Serving: the application under uvicorn, until somebody stops it."""

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
"""Seconds in which a connection has to say what it wants, the first time and each time after."""


class Impatient(H11Protocol):
    """A connection that is closed if a request does not begin soon, however slowly it is said."""

    silence = _SILENCE
    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Somebody connects."""
        super().connection_made(transport)
        self._expect()

    def data_received(self, data: bytes) -> None:
        """Somebody talks: if no request comes of it yet, the rest has to follow in time."""
        super().data_received(data)
        if self._is_waiting():
            self._expect()
        else:
            self._expect_nothing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Somebody has left."""
        self._expect_nothing()
        super().connection_lost(exc)

    def _is_waiting(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _expect(self) -> None:
        if self._late is None:
            self._late = self.loop.call_later(self.silence, self._give_up)

    def _expect_nothing(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _give_up(self) -> None:
        self._late = None
        if self._is_waiting() and not self.transport.is_closing():
            self.transport.close()


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    *,
    data: str | Path | None = None,
    started: Callable[[str], None] = lambda address: None,
) -> None:
    """Serve until interrupted; `started` hears the address.

    `OSError` if the port is taken, `FormatError` for a host that is none or a file of no use.
    """
    with _listen(host, port) as listening, Store(data or data_folder() / "web.sqlite") as store:
        server = uvicorn.Server(configure(application(store, hosts=hosts_of(host))))
        name = f"[{host}]" if ":" in host else host
        started(f"http://{name}:{listening.getsockname()[1]}/")
        with contextlib.suppress(KeyboardInterrupt):  # that is how one ends it
            asyncio.run(server.serve(sockets=[listening]))


def configure(app: Starlette) -> uvicorn.Config:
    """How uvicorn serves the application."""
    return uvicorn.Config(
        app,
        http=Impatient,
        ws="none",
        log_level="critical",  # failures are ours to log; a second Ctrl-C is none
        server_header=False,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=2,
        limit_concurrency=2000,
        proxy_headers=False,
    )


def _listen(host: str, port: int) -> socket.socket:
    if not host.strip():  # the system takes it for every address there is
        raise FormatError("--host is empty: expected an address (0.0.0.0 for all of this machine)")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(1024)
    except OSError as error:
        listening.close()
        error.filename = f"{host}:{port}"
        if error.errno == errno.EADDRINUSE:
            error.strerror = f"{error.strerror}: --port 0 takes a free one"
        raise
    except (TypeError, UnicodeError):
        listening.close()
        raise FormatError(f"--host {host!r} is no address and no name of one") from None
    return listening
