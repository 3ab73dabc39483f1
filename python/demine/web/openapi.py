"""The API: one row per operation, and its description as OpenAPI 3.1.

The docstring of a handler, or of a question, is the summary of its operation.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Awaitable, Callable
from functools import cache
from typing import Any, Final, NamedTuple

from starlette.requests import Request
from starlette.responses import Response

import demine
from demine.board import PRESETS
from demine.board.registry import describe_topologies
from demine.formats import FORMATS, name_of
from demine.game import FAIRS, FIRSTS
from demine.labels import COVERED_CODE, MINED_CODE
from demine.puzzles import GRADES
from demine.web import creating, history, practising, routes
from demine.web.problem import answer
from demine.web.questions import QUESTIONS

JsonObject = dict[str, Any]


class Operation(NamedTuple):
    """An operation: its request and response are names of schemas."""

    method: str
    path: str
    handler: Callable[[Request], Awaitable[Response]]
    given: str | None = None
    example: JsonObject | None = None
    found: str = "Answer"
    status: int = 200

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


_POSITION: Final = {
    "board": "grid-3x3",
    "labels": ["?", "?", "?", "?", 2, "?", "?", "?", "?"],
    "mines": 2,
}
_REPLAY: Final = {"replay": '{"replay": 1, "id": "grid-9x9-10-safe-7", "undos": 0}\n'}
_LINES: Final = bytes(
    96 if x % 12 == 1 or y % 12 == 1 else 208 for y in range(51) for x in range(51) for _ in "rgb"
)
_PICTURE: Final = {
    "width": 51,
    "height": 51,
    "pixels": base64.b64encode(zlib.compress(_LINES)).decode(),
}
_FILE: Final = {
    "name": "game.jsonl",
    "data": base64.b64encode(_REPLAY["replay"].encode()).decode(),
}
_EXAMPLES: Final[dict[str, JsonObject]] = {
    "board": {"board": "hexagonal-3x4"},
    "read": {"text": "3x3x1\nHHH\nH1H\nHHH\n"},
    "write": {**_POSITION, "format": "mine"},
    "analyse": _POSITION,
    "curve": _POSITION,
    "cell": {**_POSITION, "cell": 0},
    "guesses": _POSITION,
    "strongest": _POSITION,
    "explain": {"text": "3x1x1\nH1S\n", "cell": 0},
    "solutions": {**_POSITION, "way": "sample", "number": 2, "seed": 1},
    "one-mine": {"board": "grid-3x3"},
}
_BEGUN: Final = {"id": "grid-9x9-10-safe-7", "moves": [["open", 40, 0]]}
_GAME: Final = "/api/games/{key}"

OPERATIONS: Final = [
    Operation("get", "/api/about", about),
    Operation("get", "/api/openapi.json", describe),
    Operation("post", "/api/games", creating.create, "NewGame", {"preset": "expert"}, "Game", 201),
    Operation("get", "/api/games", routes.latest),
    Operation("post", "/api/practice", practising.practise, "Practice", _BEGUN, "Game", 201),
    Operation("post", "/api/layout", practising.lay_out, "Position", _POSITION, "Game", 201),
    Operation("get", "/api/history", history.history),
    Operation("get", "/api/daily", history.daily),
    Operation("get", _GAME, routes.show, found="Game"),
    Operation("delete", _GAME, routes.drop),
    Operation("post", f"{_GAME}/moves", routes.move, "Move", {"move": "open", "cell": 40}, "Game"),
    Operation("post", f"{_GAME}/hint", routes.hint, "Tier", {"tier": 1}),
    Operation("post", f"{_GAME}/risks", routes.risks),
    Operation("get", f"{_GAME}/replay", routes.replay),
    Operation("get", f"{_GAME}/certificate", routes.certificate),
    Operation("get", f"{_GAME}/review", routes.review),
    Operation("get", "/api/session", routes.session),
    Operation("get", "/api/records", routes.records),
    Operation("get", "/api/settings", routes.settings),
    Operation("put", "/api/settings", routes.set_settings, "Object", {}),
    Operation("get", "/api/boards/{name}", routes.board),
    *(
        Operation("post", f"/api/{name}", routes.answer_question, "Position", example)
        for name, example in _EXAMPLES.items()
    ),
    Operation("post", "/api/review", routes.answer_question, "Replay", _REPLAY),
    Operation("post", "/api/replays", routes.answer_question, "File", _FILE),
    Operation("post", "/api/picture", routes.answer_question, "Picture", _PICTURE),
]


def _object(required: tuple[str, ...] = (), **properties: JsonObject) -> JsonObject:
    schema: JsonObject = {"type": "object"}
    if required:
        schema["required"] = list(required)
    return {**schema, "properties": properties} if properties else schema


def _list(items: JsonObject, **more: str) -> JsonObject:
    return {"type": "array", "items": items, **more}


_INTEGER: Final = {"type": "integer"}
_WHOLE: Final = {"type": "integer", "minimum": 0}
_TEXT: Final = {"type": "string"}
_TRUTH: Final = {"type": "boolean"}
_SCHEMAS: Final[dict[str, JsonObject]] = {
    "Object": _object(),
    "Answer": _object(),
    "Problem": _object(("error", "kind"), error=_TEXT, kind=_TEXT),
    "NewGame": _object(
        preset={"enum": list(PRESETS)},
        board=_TEXT,
        text=_TEXT,
        mines=_WHOLE,
        first={"enum": list(FIRSTS)},
        no_guess=_TRUTH,
        start=_WHOLE,
        endless={"type": ["string", "number"], "description": "The density of an endless game."},
        seed={"type": ["integer", "string"], "description": "Makes the same game again."},
        fair={"enum": list(FAIRS)},
        grade={"enum": list(GRADES)},
        daily={**_TEXT, "description": "A day, such as 2026-11-18."},
    ),
    "Move": _object(
        ("move",),
        move={"enum": list(routes.MOVES)},
        cell={
            "type": ["integer", "string"],
            "description": "A number from 0, row by row, or an address such as e5.",
        },
        x={**_INTEGER, "description": "The left column that is seen of an endless game."},
        y={**_INTEGER, "description": "The top row that is seen of an endless game."},
        rows=_WHOLE,
        columns=_WHOLE,
    ),
    "Practice": _object(("id", "moves"), id=_TEXT, moves=_list(_list({})), board=_TEXT),
    "Tier": _object(("tier",), tier={"type": "integer", "minimum": 1, "maximum": 4}),
    "Replay": _object(("replay",), replay=_TEXT),
    "File": _object(("name", "data"), name=_TEXT, data=_TEXT)
    | {"description": "`data` is the content in base64."},
    "Picture": _object(("width", "height", "pixels"), width=_WHOLE, height=_WHOLE, pixels=_TEXT)
    | {"description": "`pixels` are three bytes each, row by row, deflated, in base64."},
    "Position": _object(
        board=_TEXT,
        labels=_list({"type": ["string", "integer"]}),
        mines={"type": ["integer", "null"]},
        density={"type": ["string", "number"]},
        text=_TEXT,
        data=_TEXT,
        trust_flags=_TRUTH,
        seconds={"type": "number"},
        states=_WHOLE,
        cell=_WHOLE,
    )
    | {
        "description": "`board` and `labels`, or `text`, or `data` in base64. A label is ?, □, * "
        "or a number. `seconds` and `states` lower the budget."
    },
    "Game": _object(
        key=_TEXT,
        status={"enum": ["ready", "playing", "won", "lost"]},
        commitment={**_TEXT, "description": "SHA-256 of nonce:id, in hexadecimal"},
        codes=_list(
            _INTEGER,
            description="The number of each cell; "
            f"{COVERED_CODE} if it is covered, {MINED_CODE} if it is the mine that was opened",
        ),
        flags=_list(_WHOLE),
        changed=_list(_list(_INTEGER)),
        id={**_TEXT, "description": "Recreates the game; present when it is over"},
        nonce={**_TEXT, "description": "Present when the game is over"},
        mined=_list(_WHOLE),
    ),
}


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
        "components": {"schemas": _SCHEMAS},
    }


def _describe(operation: Operation) -> JsonObject:
    written: JsonObject = {
        "summary": operation.summary,
        "responses": {
            str(operation.status): _body("Success", operation.found),
            "default": _body("The error", "Problem"),
        },
    }
    names = [part[1:-1] for part in operation.path.split("/") if part.startswith("{")]
    if names:
        written["parameters"] = [
            {"name": name, "in": "path", "required": True, "schema": _TEXT} for name in names
        ]
    if operation.given is not None:
        content = {"schema": _reference(operation.given), "example": operation.example}
        written["requestBody"] = {"content": {"application/json": content}}
    return written


def _body(line: str, schema: str) -> JsonObject:
    return {"description": line, "content": {"application/json": {"schema": _reference(schema)}}}


def _reference(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}
