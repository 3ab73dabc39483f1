"""The description of the API, as OpenAPI 3.1: one row per operation, and the shapes they share."""

from __future__ import annotations

from functools import cache
from typing import Any, Final, NamedTuple

import demine
from demine.labels import COVERED_CODE, MINED_CODE


class Operation(NamedTuple):
    """What one can do: method, path, a summary, what is given and an example of it."""

    method: str
    path: str
    summary: str
    given: str | None = None
    example: dict[str, Any] | None = None
    found: str = "Answer"
    status: int = 200


_POSITION: Final = {
    "board": "grid-3x3",
    "labels": ["?", "?", "?", "?", 2, "?", "?", "?", "?"],
    "mines": 2,
}

OPERATIONS: Final = [
    Operation("get", "/api/about", "Version, presets, formats and limits of this server"),
    Operation("get", "/api/openapi.json", "This description"),
    Operation(
        "post",
        "/api/games",
        "A new game. `preset`, or `board` (a name) or `text` with `mines`. `first` is safe, "
        "opening or risky. With `no_guess` and a `start` cell, a board that proof alone solves is "
        "searched for: the answer is a stream of lines, {tried} while it lasts and {game} or "
        "{problem} at the end; whoever hangs up cancels it",
        "NewGame",
        {"preset": "expert", "first": "safe"},
        "Game",
        201,
    ),
    Operation("get", "/api/games", "The latest games of this player (of the cookie)"),
    Operation("get", "/api/games/{key}", "The game as its player may see it", found="Game"),
    Operation("delete", "/api/games/{key}", "Forget the game"),
    Operation(
        "post",
        "/api/games/{key}/moves",
        "A move: open, flag or chord a cell; undo, pause or resume. `changed` holds cell, code "
        "and flag of what changed. Mines, id and nonce are told when the game is over",
        "Move",
        {"move": "open", "cell": 40},
        "Game",
    ),
    Operation(
        "post",
        "/api/games/{key}/hint",
        "One tier of a hint: 1 may I guess, 2 where, 3 why, 4 show. The game is no record then",
        "Tier",
        {"tier": 1},
    ),
    Operation(
        "post", "/api/games/{key}/risks", "The analysis of the game as it stands; no record then"
    ),
    Operation("get", "/api/games/{key}/replay", "The finished game as a replay file"),
    Operation("get", "/api/games/{key}/certificate", "The proof that it needed no guess"),
    Operation("get", "/api/games/{key}/review", "The finished game, looked at move by move"),
    Operation("get", "/api/session", "Settings, and the last game if it is not over"),
    Operation("get", "/api/records", "Records per board; games with help never count"),
    Operation("get", "/api/settings", "The settings of this player"),
    Operation("put", "/api/settings", "Keep settings, any object of up to 4 kB", "Object", {}),
    Operation("get", "/api/boards/{name}", "The geometry of a board by its name"),
    Operation(
        "post", "/api/board", "The same, also of a file", "Position", {"board": "hexagonal-3x4"}
    ),
    Operation(
        "post",
        "/api/read",
        "A position in any format: board, labels, mines",
        "Position",
        {"text": "3x3x1\nHHH\nH1H\nHHH\n"},
    ),
    Operation(
        "post",
        "/api/write",
        "A position in one format",
        "Position",
        {**_POSITION, "format": "mine"},
    ),
    Operation(
        "post",
        "/api/analyse",
        "Legal assignments, safe and mined cells, exact probabilities (`kind` of each cell points "
        "into `fractions` and `floats`), or estimates if `exact` is false; or the conflict, if "
        "there is no legal assignment",
        "Position",
        _POSITION,
    ),
    Operation("post", "/api/curve", "Legal assignments by number of mines", "Position", _POSITION),
    Operation(
        "post",
        "/api/cell",
        "How likely a cell is mined, and what it would show",
        "Position",
        {**_POSITION, "cell": 0},
    ),
    Operation("post", "/api/guesses", "The best cells to open, compared", "Position", _POSITION),
    Operation(
        "post",
        "/api/explain",
        "Why a cell is safe or mined: the fewest numbers, step by step; if neither, how likely it "
        "is mined, an estimate if `exact` is false",
        "Position",
        {"text": "3x1x1\nH1S\n", "cell": 0},
    ),
    Operation(
        "post",
        "/api/solutions",
        "Legal assignments: `way` is sample, first, cheapest (with `costs`) or diagram",
        "Position",
        {**_POSITION, "way": "sample", "number": 2, "seed": 1},
    ),
    Operation(
        "post",
        "/api/one-mine",
        "One mine: P*, best first moves, guess components",
        "Position",
        {"board": "grid-3x3"},
    ),
    Operation(
        "post",
        "/api/review",
        "A replay file, looked at move by move",
        "Replay",
        {"replay": '{"replay": 1, "id": "grid-9x9-10-safe-7", "undos": 0}\n'},
    ),
]

_INTEGER: Final = {"type": "integer", "minimum": 0}
_TEXT: Final = {"type": "string"}
_SHAPES: Final[dict[str, Any]] = {
    "Object": {"type": "object"},
    "Answer": {"type": "object"},
    "Problem": {
        "type": "object",
        "required": ["error", "kind"],
        "properties": {"error": _TEXT, "kind": _TEXT},
    },
    "NewGame": {
        "type": "object",
        "properties": {
            "preset": {"enum": ["beginner", "classic", "intermediate", "expert"]},
            "board": _TEXT,
            "text": _TEXT,
            "mines": _INTEGER,
            "first": {"enum": ["safe", "opening", "risky"]},
            "no_guess": {"type": "boolean"},
            "start": _INTEGER,
        },
    },
    "Move": {
        "type": "object",
        "required": ["move"],
        "properties": {
            "move": {"enum": ["open", "flag", "chord", "undo", "pause", "resume"]},
            "cell": {
                "type": ["integer", "string"],
                "description": "A number from 0, row after row, or an address such as e5.",
            },
        },
    },
    "Tier": {
        "type": "object",
        "required": ["tier"],
        "properties": {"tier": {"type": "integer", "minimum": 1, "maximum": 4}},
    },
    "Replay": {"type": "object", "required": ["replay"], "properties": {"replay": _TEXT}},
    "Position": {
        "type": "object",
        "description": "`board` and `labels`, or `text`, or `data` in base64. A label is ?, □, * "
        "or a count. `seconds` and `states` lower the budget.",
        "properties": {
            "board": _TEXT,
            "labels": {"type": "array", "items": {"type": ["string", "integer"]}},
            "mines": {"type": ["integer", "null"]},
            "text": _TEXT,
            "data": _TEXT,
            "trust_flags": {"type": "boolean"},
            "seconds": {"type": "number"},
            "states": _INTEGER,
            "cell": _INTEGER,
        },
    },
    "Game": {
        "type": "object",
        "properties": {
            "key": _TEXT,
            "status": {"enum": ["ready", "playing", "won", "lost"]},
            "commitment": {**_TEXT, "description": "SHA-256 of nonce:id, in hexadecimal"},
            "codes": {
                "type": "array",
                "items": {"type": "integer"},
                "description": f"per cell its count, or {COVERED_CODE} covered, "
                f"{MINED_CODE} the mine that was hit",
            },
            "flags": {"type": "array", "items": _INTEGER},
            "changed": {"type": "array", "items": {"type": "array", "items": {"type": "integer"}}},
            "id": {**_TEXT, "description": "makes the game again; told when it is over"},
            "nonce": {**_TEXT, "description": "told when it is over"},
            "mined": {"type": "array", "items": _INTEGER},
        },
    },
}


@cache
def description() -> dict[str, Any]:
    """The whole description."""
    paths: dict[str, Any] = {}
    for operation in OPERATIONS:
        paths.setdefault(operation.path, {})[operation.method] = _operation(operation)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "demine",
            "version": demine.__version__,
            "description": "Play and analyse Minesweeper on any graph. Mines never leave the "
            "server before a game is over. Whatever is wrong is a Problem: one line, and a kind.",
        },
        "paths": paths,
        "components": {"schemas": _SHAPES},
    }


def _operation(operation: Operation) -> dict[str, Any]:
    written: dict[str, Any] = {
        "summary": operation.summary,
        "responses": {
            str(operation.status): _body("It is done", operation.found),
            "default": _body("What went wrong", "Problem"),
        },
    }
    names = [part[1:-1] for part in operation.path.split("/") if part.startswith("{")]
    if names:
        written["parameters"] = [
            {"name": name, "in": "path", "required": True, "schema": _TEXT} for name in names
        ]
    if operation.given is not None:
        content = {"schema": _shape(operation.given), "example": operation.example}
        written["requestBody"] = {"content": {"application/json": content}}
    return written


def _body(line: str, shape: str) -> dict[str, Any]:
    return {"description": line, "content": {"application/json": {"schema": _shape(shape)}}}


def _shape(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}
