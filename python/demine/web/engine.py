"""The engine for browsers, as the server sends it: pages ask it about positions, at no distance.

It is an addition. Pages ask the server where the engine is not built, or cannot answer.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
from functools import cache
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from demine._native import learned_weights
from demine.web.problem import Problem, answer
from demine.web.script import ENGINE
from demine.web.site import about


async def engine(request: Request) -> Response:
    """The compiled engine; only a status if the browser has it already."""
    if not ENGINE.is_file():
        raise Problem(404, "NotFound", "the engine for browsers is not built: run `make engine`")
    packed, tag = await asyncio.to_thread(_packed, ENGINE.stat().st_mtime_ns)
    headers = {"ETag": tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match", "").removeprefix("W/") == tag:
        return Response(status_code=304, headers=headers)
    if "gzip" not in request.headers.get("accept-encoding", ""):
        packed = await asyncio.to_thread(gzip.decompress, packed)
    else:
        headers["Content-Encoding"] = "gzip"
    return Response(packed, media_type="application/wasm", headers=headers)


async def weights(request: Request) -> Response:
    """What the strategy `strongest` learned."""
    headers = {"Cache-Control": "max-age=3600"}
    return Response(learned_weights(), media_type="application/octet-stream", headers=headers)


async def offers(request: Request) -> Response:
    """What the engine in a browser offers, with limits that a phone bears."""
    return answer(_about())


@cache
def _packed(changed: int) -> tuple[bytes, str]:
    """The engine compressed, once for all clients, and its tag."""
    whole = ENGINE.read_bytes()
    return gzip.compress(whole, mtime=0), f'"{hashlib.sha256(whole).hexdigest()[:24]}"'


@cache
def _about() -> dict[str, Any]:
    return about()
