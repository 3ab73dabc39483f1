"""The API: one row per operation, and its description as OpenAPI 3.1.

`protocol.json` has the schemas of all requests and answers: the server and the engine in a browser
keep to it. The docstring of a handler, or of a question, is the summary of its operation.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from starlette.requests import Request
from starlette.responses import Response

import demine
from demine.board import PRESETS
from demine.board.registry import describe_topologies
from demine.formats import FORMATS, name_of
from demine.game import FAIRS, FIRSTS
from demine.puzzles import GRADES
from demine.web import creating, history, practising, routes
from demine.web.problem import answer
from demine.web.questions import QUESTIONS

JsonObject = dict[str, Any]
_PROTOCOL: Final = json.loads(Path(__file__).with_name("protocol.json").read_text("utf-8"))


class Operation(NamedTuple):
    """An operation and who answers it; `protocol.json` has its request, response and example."""

    method: str
    path: str
    handler: Callable[[Request], Awaitable[Response]]

    @property
    def protocol(self) -> JsonObject:
        """Its row in `protocol.json`: the names of its schemas, its status, and an example."""
        row: JsonObject = _PROTOCOL["operations"][f"{self.method} {self.path}"]
        return row

    @property
    def summary(self) -> str:
        """The docstring of the question that is asked, or of the handler, on one line."""
        question = QUESTIONS.get(self.path.removeprefix("/api/").replace("-", "_"))
        described = self.handler if self.method == "get" or question is None else question
        return " ".join((described.__doc__ or "").split()).removesuffix(".")


async def about(request: Request) -> Response:
    """Return the version, presets, topologies, options, formats and limits of this server."""
    return answer(request.app.state.about)


def describe_offers() -> JsonObject:
    """What the pages offer, but for the limits."""
    presets = {
        name: {"board": name_of(preset.board), "mines": preset.mines}
        for name, preset in PRESETS.items()
        if preset.in_menus
    }
    return {
        "version": demine.__version__,
        "presets": presets,
        **describe_topologies(),
        "first": FIRSTS,
        "fair": FAIRS,
        "grades": GRADES,
        "formats": FORMATS,
    }


async def describe(request: Request) -> Response:
    """Return this description."""
    return answer(description())


_GAME: Final = "/api/games/{key}"
_ASKED: Final = ("board", "read", "write", "analyse", "curve", "cell", "guesses", "strongest")
_ASKED_TOO: Final = ("explain", "solutions", "one-mine", "review", "replays", "picture")

OPERATIONS: Final = [
    Operation("get", "/api/about", about),
    Operation("get", "/api/openapi.json", describe),
    Operation("post", "/api/games", creating.create),
    Operation("get", "/api/games", routes.latest),
    Operation("post", "/api/practice", practising.practise),
    Operation("post", "/api/layout", practising.lay_out),
    Operation("get", "/api/history", history.history),
    Operation("get", "/api/daily", history.daily),
    Operation("get", _GAME, routes.show),
    Operation("delete", _GAME, routes.drop),
    Operation("post", f"{_GAME}/moves", routes.move),
    Operation("post", f"{_GAME}/hint", routes.hint),
    Operation("post", f"{_GAME}/risks", routes.risks),
    Operation("get", f"{_GAME}/replay", routes.replay),
    Operation("get", f"{_GAME}/certificate", routes.certificate),
    Operation("get", f"{_GAME}/review", routes.review),
    Operation("get", "/api/session", routes.session),
    Operation("get", "/api/records", routes.records),
    Operation("get", "/api/settings", routes.settings),
    Operation("put", "/api/settings", routes.set_settings),
    Operation("get", "/api/boards/{name}", routes.board),
    *(Operation("post", f"/api/{name}", routes.answer_question) for name in _ASKED + _ASKED_TOO),
]


@cache
def description() -> JsonObject:
    """The whole description."""
    paths: JsonObject = {}
    for operation in OPERATIONS:
        paths.setdefault(operation.path, {})[operation.method] = _describe(operation)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "demine",
            "version": demine.__version__,
            "description": "Play and analyse Minesweeper on any graph. The mines stay on the "
            "server until a game is over. Every error is a Problem: one line and a kind.",
        },
        "paths": paths,
        "components": {"schemas": _PROTOCOL["schemas"]},
    }


def _describe(operation: Operation) -> JsonObject:
    protocol = operation.protocol
    written: JsonObject = {
        "summary": operation.summary,
        "responses": {
            str(protocol.get("status", 200)): _body("Success", protocol["found"]),
            "default": _body("The error", "Problem"),
        },
    }
    names = [part[1:-1] for part in operation.path.split("/") if part.startswith("{")]
    if names:
        written["parameters"] = [
            {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
            for name in names
        ]
    if "given" in protocol:
        content = {"schema": _reference(protocol["given"]), "example": protocol["example"]}
        written["requestBody"] = {"content": {"application/json": content}}
    return written


def _body(line: str, schema: str) -> JsonObject:
    return {"description": line, "content": {"application/json": {"schema": _reference(schema)}}}


def _reference(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}
