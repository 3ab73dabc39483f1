"""Requests: a JSON object in, and work that ends when the client disconnects."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable
from typing import Final, TypeVar

from starlette.requests import ClientDisconnect, Request

from demine.web.problem import Problem
from demine.web.reading import Asked

_Found = TypeVar("_Found")
_LONG_NUMBER: Final = re.compile(b"[0-9]{401}")
"""The time to read a number grows with the square of its length."""


async def read_json(request: Request) -> Asked:
    """The JSON object of a request, under the limits of the server; an empty body is {}."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    try:
        body = await request.body()
    except ClientDisconnect:
        raise Problem(400, "BadRequest", "the client disconnected") from None
    if body and kind != "application/json":
        raise Problem(415, "BadRequest", "expected Content-Type: application/json")
    if _LONG_NUMBER.search(body):
        raise Problem(400, "BadRequest", "a number in the body has more than 400 digits")
    try:
        found = json.loads(body or b"{}", parse_constant=_refuse_constant)
        json.dumps(found, ensure_ascii=False).encode()  # fails for half a surrogate pair
    except (ValueError, RecursionError):
        raise Problem(400, "BadRequest", "the body is not JSON in UTF-8") from None
    if not isinstance(found, dict):
        raise Problem(400, "BadRequest", "expected a JSON object")
    return Asked(found, request.app.state.limits)


def _refuse_constant(name: str) -> object:
    raise ValueError(f"{name} is not JSON")


async def unless_gone(request: Request, work: Awaitable[_Found]) -> _Found:
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
