"""Pages: HTML, filled once with the texts of `static/texts.js`."""

from __future__ import annotations

import hashlib
import html
import json
import re
from functools import cache
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from demine.web.guard import FRAMED

STATIC: Final = Path(__file__).parent / "static"
PAGES: Final = {
    "/": "play.html",
    "/analyse": "analyse.html",
    "/review": "review.html",
    "/help": "help.html",
    "/api": "api.html",
    "/embed": "embed.html",
}
_PART: Final = re.compile(r"\{\{> (\w+)\}\}\n?")
_TEXT: Final = re.compile(r"\{\{([\w.]+)\}\}")


@cache
def texts() -> dict[str, str]:
    """All texts of the pages, by their keys."""
    module = (STATIC / "texts.js").read_text(encoding="utf-8")
    found: dict[str, str] = json.loads(module.removeprefix("export default "))
    return found


def assemble(name: str) -> str:
    """A page with its parts: [page] becomes its name; the keys of texts stay."""
    page = name.removesuffix(".html")
    whole = _PART.sub(lambda part: _read(f"{part[1]}.part"), _read(name)).replace("[page]", page)
    here = f'data-nav="{page}"'
    return whole.replace(here, f'{here} aria-current="page"')


@cache
def fill(name: str) -> str:
    """The page with its texts."""
    return _TEXT.sub(lambda text: html.escape(texts()[text[1]]), assemble(name))


async def page(request: Request) -> Response:
    """One of the pages; only a status if the browser has it already."""
    body = fill(PAGES[request.url.path])
    tag = f'"{hashlib.sha256(body.encode()).hexdigest()[:24]}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if request.url.path == "/embed":
        headers |= FRAMED
    if request.headers.get("if-none-match", "").removeprefix("W/") == tag:
        return Response(status_code=304, headers=headers)
    return Response(body, media_type="text/html; charset=utf-8", headers=headers)


def missing_page() -> Response:
    """The page for an address that does not exist."""
    return Response(fill("missing.html"), 404, media_type="text/html; charset=utf-8")


def _read(name: str) -> str:
    return (STATIC / name).read_text(encoding="utf-8")
