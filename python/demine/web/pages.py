"""Pages: HTML, filled once with the English texts of `demine.words`."""

from __future__ import annotations

import base64
import hashlib
import html
import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from demine.web.guard import FRAMED
from demine.web.script import ENGINE, STATIC, language_script
from demine.words import DEFAULT, catalogue, languages

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
_TAG: Final = re.compile(r"<(\w+)((?:\s[^<>]*)?)>([^<]*)")
_ATTRIBUTE: Final = re.compile(r'(?<![\w-])([\w-]*)="([^"]*)"')


def texts() -> Mapping[str, str]:
    """All texts of the pages in English, by their keys."""
    return catalogue(DEFAULT).messages


def assemble(name: str) -> str:
    """A page with its parts: [page] becomes its name; the keys of texts stay."""
    page = name.removesuffix(".html")
    whole = _PART.sub(lambda part: _read(f"{part[1]}.part"), _read(name)).replace("[page]", page)
    for place, text in _places().items():
        whole = whole.replace(f"[{place}]", text)
    here = f'data-nav="{page}"'
    return whole.replace(here, f'{here} aria-current="page"')


@cache
def _places() -> dict[str, str]:
    """What pages have inside them, so that a browser need not ask for it."""
    icon = base64.b64encode((STATIC / "icon.svg").read_bytes()).decode()
    return {
        "languages": " ".join(languages()),
        "options": _options(),
        "icon": f"data:image/svg+xml;base64,{icon}",
        "language.js": language_script(),
    }


def _options() -> str:
    """The menu of languages, each by its own name."""
    return "".join(
        f'<option value="{code}" lang="{code}">{catalogue(code).messages["language"]}</option>'
        for code in languages()
    )


@cache
def fill(name: str) -> str:
    """The page with its English texts, and with notes where a browser puts those of others."""
    noted = _TAG.sub(_note, assemble(name))
    return _TEXT.sub(lambda text: html.escape(texts()[text[1]]), noted)


def _note(tag: re.Match[str]) -> str:
    """A tag that also notes the keys in its attributes and in the text behind it."""
    name, attributes, text = tag.groups()
    places = [place for place in _ATTRIBUTE.findall(f'{attributes} ="{text}"') if "{{" in place[1]]
    if not places:
        return tag[0]
    noted = "|".join(f"{place}={value}" for place, value in places)
    noted = noted.replace("{{", "{").replace("}}", "}")
    return f'<{name}{attributes} data-t="{noted}">{text}'


async def page(request: Request) -> Response:
    """One of the pages; only a status if the browser has it already."""
    body = fill(PAGES[request.url.path])
    if ENGINE.is_file():
        body = body.replace("<html ", "<html data-engine ", 1)
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
