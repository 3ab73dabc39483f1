"""The site: the pages as plain files, for any static host, with the engine in the browser.

The pages are those of the server. A worker with the engine compiled to WebAssembly answers their
requests (`static/worker.js`), so the site offers what that engine can answer. The geometry of
irregular boards and the list of offers are files, written here by the code that answers for the
server.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Final

from demine import _native
from demine.board import PRESETS
from demine.board.registry import TOPOLOGIES
from demine.draw import geometry
from demine.errors import FormatError
from demine.formats import loads, name_of
from demine.web.limits import Limits
from demine.web.openapi import describe_offers
from demine.web.pages import fill
from demine.web.problem import dump
from demine.web.reading import make_board
from demine.web.script import ENGINE, STATIC, WEIGHTS
from demine.words import FOLDER, catalogue, languages

OFFERS: Final = (
    *("browser", "play", "risks", "hint", "no_guess", "daily", "review", "kept"),
    *("analyse", "cell", "curve", "explain", "guesses", "strongest", "read", "write"),
)
"""What the engine in the browser answers; the pages hide everything else."""
_NOT_OFFERED: Final[dict[str, str]] = {"picture": "picture.needs_server"}
"""What only Python can do, and the message that says so."""

_PAGES: Final = {
    "index.html": "play.html",
    "analyse.html": "analyse.html",
    "review.html": "review.html",
    "help.html": "help.html",
}
_LINKS: Final = {f'href="{page}"': f'href="{page}.html"' for page in ("analyse", "review", "help")}
_MADE: Final = ("grid-", "hexagonal-", "triangular-", "box-")
"""Boards that the engine in the browser lays out by their names, in any size."""
_FORMATS: Final = ("mine",)
"""The formats that the engine in the browser writes."""
_KINDS: Final = (".js", ".css", ".svg", ".png", ".webmanifest")
_SERVED: Final = ("language.js", "offline.js", "api.js", "near.js")
_LEFT_OUT: Final = (*_SERVED, "installed.js", "examples.js")
_NEEDS: Final = re.compile(r'data-needs="([\w-]+)"( hidden)?')
_PHONE: Final[dict[str, float]] = {
    "states": 4_000_000,
    "seconds": 10.0,
    "search": 120.0,
    "cells": 10_000,
}
"""Limits that a phone bears: about 64 MB for a question."""


def write_site(out: Path) -> list[str]:
    """Write the site into a folder, which may exist; the names of its files.

    `FormatError` if the engine is not built.
    """
    if not ENGINE.is_file():
        raise FormatError(
            f"the engine for browsers is missing ({ENGINE.name}): run `make engine` in a checkout "
            "of demine"
        )
    files = dict(_files())
    files["offline.js"] = _service_worker(files)
    for name, content in files.items():
        path = out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return sorted(files)


def _files() -> Iterator[tuple[str, bytes]]:
    """All files but the service worker, by their names below the folder."""
    for name, page in _PAGES.items():
        yield name, _page(page).encode()
    for path in sorted(STATIC.iterdir()):
        if path.suffix in _KINDS and path.name not in _LEFT_OUT:
            yield f"static/{path.name}", path.read_bytes()
    for code in languages():
        yield f"static/words/{code}.json", (FOLDER / f"{code}.json").read_bytes()
    yield "static/engine.wasm", ENGINE.read_bytes()
    yield f"static/{WEIGHTS}", _native.learned_weights()
    examples = list(_examples())
    listed = json.dumps(examples, ensure_ascii=False)
    yield "static/examples.js", f"export const EXAMPLES = {listed};\n".encode()
    yield "static/about.json", dump(about()).encode()
    boards = {*_menu_boards(), *(example["board"] for example in examples)}
    for board in sorted(name for name in boards if not name.startswith(_MADE)):
        yield f"static/boards/{board}.json", dump(geometry(make_board(board))).encode()


def _page(name: str) -> str:
    """A page with links to files, and without the parts that need a server."""
    page = fill(name).replace("<html ", f'<html data-offers="{" ".join(OFFERS)}" ', 1)
    for link, file in _LINKS.items():
        page = page.replace(link, file)
    return _NEEDS.sub(lambda part: "" if part[1] in OFFERS else "hidden", page)


def about(bounds: Mapping[str, float] = _PHONE) -> dict[str, Any]:
    """What the engine offers without a server, with these limits."""
    limits = asdict(replace(Limits(), **bounds))  # type: ignore[arg-type]
    needs = {name: catalogue("en").text(said) for name, said in _NOT_OFFERED.items()}
    found = {"limits": limits, "formats": _FORMATS, "offers": OFFERS, "not_offered": needs}
    return describe_offers() | found


def _menu_boards() -> Iterator[str]:
    """The boards of the presets and of the menus."""
    yield from (name_of(preset.board) for preset in PRESETS.values() if preset.in_menus)
    yield from (offer.board for row in TOPOLOGIES.values() for offer in row.menu)


def _examples() -> Iterator[dict[str, Any]]:
    """The examples of the analyser on boards with names, read from their texts."""
    text = (STATIC / "examples.js").read_text(encoding="utf-8")
    for example in json.loads(text[text.index("= [") + 2 :].rstrip().removesuffix(";")):
        if "text" not in example:
            yield example
            continue
        position = loads(example.pop("text"))
        board = name_of(position.board)
        if not board.startswith("graph-"):
            labels = list(position.labels)
            yield {**example, "board": board, "labels": labels, "mines": position.mines}


def _service_worker(files: dict[str, bytes]) -> bytes:
    """The service worker, with a list of all files and a version that any of them changes."""
    worker = (STATIC / "installed.js").read_text(encoding="utf-8")
    version = hashlib.sha256(worker.encode())
    for name, content in sorted(files.items()):
        version.update(name.encode() + b"\0" + hashlib.sha256(content).digest())
    listed = ["./", *sorted(files)]
    worker = worker.replace('VERSION = ""', f'VERSION = "{version.hexdigest()[:16]}"')
    return worker.replace("string[]} */ ([])", f"string[]}} */ ({json.dumps(listed)})").encode()
