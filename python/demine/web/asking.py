"""What the handlers of requests share: who asks, what is asked, and whose game it is."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from typing import Final, TypeVar, cast

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from demine.web.guard import PLAYER, address_of, asker
from demine.web.limits import Limits
from demine.web.live import LiveGame
from demine.web.livegames import LiveGames, secret_name
from demine.web.pool import Given, Pool
from demine.web.problem import Problem
from demine.web.reading import Asked, read_object
from demine.web.store import Store

SHORT: Final = 1 << 14
"""Bytes of a request that the event loop reads itself."""
_YEAR: Final = 365 * 24 * 3600
_BURST: Final = 100.0
"""Seconds of an address's rate of new games that it may use at once."""

_Found = TypeVar("_Found")


def games_of(request: Request) -> LiveGames:
    """The games of the server."""
    return cast(LiveGames, request.app.state.live)


def store_of(request: Request) -> Store:
    """The database."""
    return cast(Store, request.app.state.store)


def limits_of(request: Request) -> Limits:
    """The limits of the server."""
    return cast(Limits, request.app.state.limits)


def game_of(request: Request, key: str | None = None) -> AbstractAsyncContextManager[LiveGame]:
    """The game that the path names, for a block that uses it alone."""
    key = key or request.path_params["key"]
    return games_of(request).using(key, request.app.state.boards, partial(ask, request))


@asynccontextmanager
async def own_game_of(request: Request) -> AsyncIterator[LiveGame]:
    """The same, for its player alone: others may only look at a game."""
    async with game_of(request) as live:
        if not is_own(request, live):
            line = "this game belongs to another player: you can look at it, but not play it"
            raise Problem(403, "NotYours", line)
        yield live


def is_own(request: Request, live: LiveGame) -> bool:
    """Whether the game belongs to the player of the request."""
    return bool(live.row.player == request.scope["player"])


def player_of(request: Request) -> str:
    """The player of the request, or the name of a new one."""
    return request.scope["player"] or secret_name()


def introduce(request: Request, player: str, response: Response) -> Response:
    """Set the cookie of a new player."""
    if request.scope["player"] is None:
        response.set_cookie(PLAYER, player, max_age=_YEAR, httponly=True, samesite="strict")
    return response


def charge(request: Request, cost: float) -> None:
    """Refuse an address that creates too much; a game on a large board counts as several."""
    rate = limits_of(request).created
    who = address_of(request.scope)
    if not request.app.state.creations.take(who, rate, _BURST * rate, cost):
        line = "too many new games and boards from this address: wait a while"
        raise Problem(429, "TooFast", line)


async def ask(request: Request, question: str, given: Given, seconds: float | None = None) -> bytes:
    """The answer of a worker to a question; cancelled if the client disconnects."""
    pool: Pool = request.app.state.pool
    seconds = seconds or limits_of(request).seconds
    return await _unless_gone(request, pool.ask(asker(request.scope), question, given, seconds))


async def read_json(request: Request) -> Asked:
    """The JSON object of a short request, under the limits of the server."""
    body = await read_body(request)
    if len(body) > SHORT:
        raise Problem(413, "TooLarge", f"expected at most {SHORT} bytes at this address")
    return Asked(read_object(body), limits_of(request))


async def read_body(request: Request) -> bytes:
    """The bytes of a request, which have to be JSON by their type."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    try:
        body = await request.body()
    except ClientDisconnect:
        raise Problem(400, "BadRequest", "the client disconnected") from None
    if body and kind != "application/json":
        raise Problem(415, "BadRequest", "expected Content-Type: application/json")
    return body


async def _unless_gone(request: Request, work: Awaitable[_Found]) -> _Found:
    """The result of the work, which is cancelled if the client disconnects first."""
    task = asyncio.ensure_future(work)
    gone = asyncio.ensure_future(_wait_until_gone(request))
    try:
        await asyncio.wait({task, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise Problem(499, "Gone", "the client disconnected")
        return task.result()
    finally:
        for waiting in (task, gone):
            waiting.cancel()


async def _wait_until_gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
