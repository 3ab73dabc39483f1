"""The guard: the checks that every request passes before a route handles it.

It checks host and origin, so that no page of another site can use a player's browser to play or
read here. It limits sizes and rates, finds the player, and adds security headers to every response.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import logging
import re
import time
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from ipaddress import IPv6Address, ip_address
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from demine.web.limits import Limits
from demine.web.problem import Problem, failure
from demine.web.script import language_script
from demine.web.turns import Asker

PLAYER: Final = "demine_player"
"""The cookie that names a player."""

_SCRIPT: Final = base64.b64encode(sha256(language_script().encode()).digest()).decode()
_POLICY: Final = (
    f"default-src 'none'; script-src 'self' 'wasm-unsafe-eval' 'sha256-{_SCRIPT}'; "
    "style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
_FRAMED: Final = _POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")
FRAMED: Final = {"Content-Security-Policy": _FRAMED}
"""Headers of a page that other sites may show in a frame: it shows nothing of a player."""
_HEADERS: Final = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
_LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "[::1]"})
_HOST: Final = re.compile(r"(\[[0-9a-f:.]*\]|[^][:@/]*)(?::[0-9]{1,5})?")
_READS: Final = ("GET", "HEAD", "OPTIONS")
_CLIENTS: Final = 10_000
_MOST_DRAINED: Final = 8 << 20
"""Bytes of a refused request that are still read."""
_DRAIN_SECONDS: Final = 5.0
"""Seconds for which a refused request is still read."""


@dataclass
class Bucket:
    """The requests that a client may still make; it fills up again with time."""

    left: float
    at: float = field(default_factory=time.monotonic)

    def take(self, rate: float, burst: float, cost: float = 1.0) -> bool:
        """Whether one more request is allowed, which counts as `cost` of them."""
        now = time.monotonic()
        self.left = min(burst, self.left + (now - self.at) * rate)
        self.at = now
        if self.left < min(cost, burst):
            return False
        self.left -= cost
        return True


class Buckets:
    """The buckets of the latest clients."""

    def __init__(self) -> None:
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, who: str, rate: float, burst: float, cost: float = 1.0) -> bool:
        """Whether the client may make one more request."""
        bucket = self._buckets.setdefault(who, Bucket(burst))
        self._buckets.move_to_end(who)
        if len(self._buckets) > _CLIENTS:
            self._buckets.popitem(last=False)
        return bucket.take(rate, burst, cost)


class Guard:
    """The middleware. `hosts` are the names that the server answers to; None means any."""

    def __init__(self, app: ASGIApp, limits: Limits, hosts: frozenset[str] | None) -> None:
        self.app, self.limits, self.hosts = app, limits, hosts
        self._take = Buckets().take

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        # Files are short and sent as a whole, so a wrong range needs no error of its own.
        scope["headers"] = [one for one in scope["headers"] if one[0] != b"range"]
        guarded = GuardedSend(send)
        is_allowed = False
        try:
            self._check(scope, Headers(scope=scope))
            is_allowed = True
            await self.app(scope, self._bound(receive), guarded)
        except Problem as problem:
            if not is_allowed or problem.status == 413:
                await _drain(receive)
            await refuse(problem, scope, receive, guarded)
        except Exception:
            # A defect of the server: the log has the traceback, the client gets one line.
            logging.getLogger("demine.web").exception("a request failed")
            await refuse(failure(), scope, receive, guarded)

    def _check(self, scope: Scope, headers: Headers) -> None:
        self._check_rate(scope)
        self._check_host(headers)
        if scope["method"] not in _READS or scope["path"].startswith("/api/"):
            self._check_origin(headers)
        length = headers.get("content-length", "0")
        if "content-length" in headers and "transfer-encoding" in headers:
            # A proxy in front could read the other one, and take the rest for a request.
            raise Problem(400, "BadRequest", "a request has two lengths: expected one")
        if not length.isdecimal() or int(length[:20]) > self.limits.body:
            raise self._too_large()

    def _check_host(self, headers: Headers) -> None:
        """Refuse other names: another site can make its own name point to this server."""
        host = _HOST.fullmatch(headers.get("host", "").lower())
        if self.hosts is not None and (host is None or host[1] not in self.hosts):
            raise Problem(403, "WrongHost", "this server does not answer to that host name")

    def _check_origin(self, headers: Headers) -> None:
        """Refuse pages of other sites: they may neither change data here nor cause work."""
        origin, site = headers.get("origin"), headers.get("sec-fetch-site", "none")
        here = headers.get("host", "")
        elsewhere = origin is not None and origin.partition("://")[2] != here
        if elsewhere or site not in ("same-origin", "none"):
            raise Problem(403, "WrongOrigin", "only pages of this server may use its API")

    def _check_rate(self, scope: Scope) -> None:
        limits = self.limits
        allowed = self._take(address_of(scope), limits.address_rate, limits.address_rate)
        if allowed and scope["path"].startswith("/api/"):
            scope["player"] = _find_player(scope)
            allowed = self._take(asker(scope).player, limits.rate, limits.burst)
        if not allowed:
            raise Problem(429, "TooFast", "too many requests: wait a second")

    def _bound(self, receive: Receive) -> Receive:
        """Receive the body only if it is short enough and arrives in time."""
        seen, whole, until = 0, False, 0.0

        async def receive_bounded() -> Message:
            nonlocal seen, whole, until
            if whole:
                return await receive()  # waits for the client to leave
            # The time is for the whole body: it does not start again with every piece.
            until = until or asyncio.get_running_loop().time() + self.limits.reading
            try:
                async with asyncio.timeout_at(until):
                    message = await receive()
            except TimeoutError:
                raise Problem(408, "TooSlow", "the request did not arrive in time") from None
            seen += len(message.get("body", b""))
            whole = not message.get("more_body", False)
            if seen > self.limits.body:
                raise self._too_large()
            return message

        return receive_bounded

    def _too_large(self) -> Problem:
        line = f"the request is too large: expected at most {self.limits.body} bytes"
        return Problem(413, "TooLarge", line)


class GuardedSend:
    """`send` that adds the security headers, and remembers whether a response has begun."""

    def __init__(self, send: Send) -> None:
        self.send, self.has_begun = send, False

    async def __call__(self, message: Message) -> None:
        """Send a part of the response."""
        self.has_begun = True
        if message["type"] == "http.response.start":
            message["headers"] = guarded_headers(message.get("headers", []))
        await self.send(message)


def guarded_headers(raw: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """The headers of a response, with the security headers."""
    headers = MutableHeaders(raw=list(raw))
    is_framed = headers.get("Content-Security-Policy") == _FRAMED
    for name, value in _HEADERS.items():
        if not (is_framed and name == "X-Frame-Options"):
            headers.setdefault(name, value)
    return headers.raw


async def refuse(problem: Problem, scope: Scope, receive: Receive, send: GuardedSend) -> None:
    """Send the problem as the response, unless a response has begun, and close the connection."""
    if not send.has_begun:
        response = problem.response()
        response.headers["Connection"] = "close"  # the rest of the request is not read
        await response(scope, receive, send)


async def _drain(receive: Receive) -> None:
    """Read on for a while: a client that is still sending would not see the response."""
    seen = 0
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(_DRAIN_SECONDS):
            while seen < _MOST_DRAINED:
                message = await receive()
                seen += len(message.get("body", b""))
                if not message.get("more_body", False):
                    return


def hosts_of(host: str) -> frozenset[str] | None:
    """The names that a server at this address answers to; None means any name.

    Only a server on the loopback address restricts its names.
    """
    bare = host.strip("[]").lower()
    with contextlib.suppress(ValueError):  # a name instead of an address
        address = ip_address(bare)
        own = f"[{bare}]" if address.version == 6 else bare
        return _LOOPBACK | {own} if address.is_loopback else None
    return _LOOPBACK if bare == "localhost" else None


def asker(scope: Scope) -> Asker:
    """Who asks, as limits count: a player, or all guests of an address together."""
    address, player = address_of(scope), scope["player"]
    return Asker(f"address {address}", f"player {player}" if player else f"guests of {address}")


def _find_player(scope: Scope) -> str | None:
    """The player that the cookie names, if this server issued it."""
    player = HTTPConnection(scope).cookies.get(PLAYER, "")
    known = 10 <= len(player) <= 64 and scope["app"].state.store.knows(player)
    return player if known else None


def address_of(scope: Scope) -> str:
    """The address of the client; of IPv6 the first 64 bits: the others are free to choose."""
    told = str(scope["client"][0]) if scope.get("client") else "unknown"
    with contextlib.suppress(ValueError):  # no address, but the name of a socket
        address = ip_address(told.partition("%")[0])
        if isinstance(address, IPv6Address):
            mapped = address.ipv4_mapped
            return str(mapped) if mapped else f"{IPv6Address(int(address) >> 64 << 64)}/64"
    return told
