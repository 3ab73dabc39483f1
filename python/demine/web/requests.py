"""Requests and answers: a JSON object in, a worker's bytes out, and clients that leave."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Awaitable
from typing import Any, Final, TypeVar

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse

from demine.web.problem import Problem

_Found = TypeVar("_Found")
_ENDLESS: Final = re.compile(b"[0-9]{401}")
"""Reading a number takes a time that grows with the square of its length."""


async def read_json(request: Request) -> dict[str, Any]:
    """The JSON object of a request; an empty body is an empty object."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    try:
        body = await request.body()
    except ClientDisconnect:
        raise Problem(400, "BadRequest", "the client left") from None
    if body and kind != "application/json":
        raise Problem(415, "BadRequest", "expected Content-Type: application/json")
    if _ENDLESS.search(body):
        raise Problem(400, "BadRequest", "a number in the body has more than 400 digits")
    try:
        found = json.loads(body or b"{}", parse_constant=_no_constant)
        json.dumps(found, ensure_ascii=False).encode()  # half a surrogate pair is no text
    except (ValueError, RecursionError):
        raise Problem(400, "BadRequest", "the body is not JSON in UTF-8") from None
    if not isinstance(found, dict):
        raise Problem(400, "BadRequest", "expected a JSON object")
    return found


def _no_constant(name: str) -> object:
    raise ValueError(f"{name} is no JSON")


async def unless_gone(request: Request, work: Awaitable[_Found]) -> _Found:
    """Work for a client; cancelled if the client leaves before it is done."""
    task = asyncio.ensure_future(work)
    gone = asyncio.ensure_future(_wait_until_gone(request))
    try:
        await asyncio.wait({task, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise Problem(499, "Gone", "the client left")
        return task.result()
    finally:
        for waiting in (task, gone):
            waiting.cancel()


async def _wait_until_gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def raw(body: bytes, status: int = 200) -> Response:
    """JSON that is already written."""
    headers = {"Cache-Control": "no-store"}
    return Response(body, status, media_type="application/json", headers=headers)


def lines(said: AsyncIterator[bytes], status: int = 200) -> Response:
    """JSON objects, one per line, as they come; whoever stops reading cancels the work."""
    headers = {"Cache-Control": "no-store"}
    return StreamingResponse(said, status, media_type="application/x-ndjson", headers=headers)
