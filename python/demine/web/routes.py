"""The routes of the API: games and their players, and questions about positions."""

from __future__ import annotations

import asyncio
import json
from typing import Any, Final, cast, get_args

from starlette.requests import Request
from starlette.responses import Response

from demine.formats import whole_name
from demine.game import MoveKind, Window
from demine.web.asking import (
    SHORT,
    ask,
    charge,
    game_of,
    games_of,
    introduce,
    is_own,
    limits_of,
    own_game_of,
    player_of,
    read_body,
    read_json,
    store_of,
)
from demine.web.live import LiveGame, State
from demine.web.problem import Problem, answer, bad_request, raw
from demine.web.reading import Asked, read_object

CELL_MOVES: Final = get_args(MoveKind)
MOVES: Final = (*CELL_MOVES, "undo", "pause", "resume", "look")
_PER_UNIT: Final = 500
"""Cells of a board whose geometry counts as one more game."""
_LISTED: Final = ("key", "board", "mines", "first", "status", "made", "seconds", "helped")


async def show(request: Request) -> Response:
    """Show the game as its player may see it; `yours` says whether you may play it."""
    async with game_of(request) as live:
        return answer({**live.state(), "yours": is_own(request, live)})


async def drop(request: Request) -> Response:
    """Delete your game."""
    async with own_game_of(request) as live:
        games_of(request).drop(live)
    return answer({"dropped": True})


async def move(request: Request) -> Response:
    """Make a move in your game: open, flag or chord a cell; undo, pause or resume.

    A paused game shows no cell and takes no move until `resume`, which returns the whole state.
    Undo after the end makes a copy for practice, with a key of its own; the result stays.

    In an endless game `cell` is an address such as 12,-3, and `look` only moves the window; `x`,
    `y`, `rows` and `columns` say what the client sees. The response is then the whole state.

    `changed` lists cell, code and flag of the cells that changed. The response has the mines, the
    id and the nonce once the game is over.
    """
    asked, games = await read_json(request), games_of(request)
    kind = asked.word("move", MOVES)
    async with own_game_of(request) as live:
        if isinstance(live.game, Window):
            return await _explore(request, asked, live, kind)
        if kind == "look":
            raise bad_request("the whole board is shown: only an endless game has other parts")
        if kind in CELL_MOVES:
            if kind == "open" and live.game.ruled is not None:
                cell = asked.cell(live.game.board)
                await asyncio.to_thread(live.game.ruled.prepare, cell)
            return answer(games.move(live, cast(MoveKind, kind), asked.cell(live.game.board)))
        return answer(await _step(request, live, kind))


async def _step(request: Request, live: LiveGame, kind: str) -> State:
    """Undo, pause or resume. Undo after the end makes another game."""
    games = games_of(request)
    if kind != "undo":
        return cast(State, getattr(games, kind)(live))
    if live.game.is_over:
        charge(request, 1)
    return await games.undo(live)


async def _explore(request: Request, asked: Asked, live: LiveGame, kind: str) -> Response:
    shown = cast(Window, live.game)
    window = asked.window(shown.game) if "x" in asked.given else shown
    if kind in (*CELL_MOVES, "look"):
        place = None if kind == "look" else asked.place()
        return answer(games_of(request).explore(live, window, kind, place))
    live.look(window)
    return answer(await _step(request, live, kind))


async def hint(request: Request) -> Response:
    """Give one tier of a hint: 1 do I have to guess, 2 where, 3 why, 4 the move.

    The game no longer counts as a record.
    """
    asked = await read_json(request)
    tier = asked.whole("tier", 1, 4)
    async with own_game_of(request) as live:
        _look(asked, live)
        live.game.check_running()
        if live.game.is_over:
            raise Problem(409, "InvalidGame", "the game is over: there are no more hints")
        if live.game.status == "ready" and live.game.first != "risky":
            return answer({"tier": tier, "certain": True, "free": True})
        games_of(request).note_help(live, hints=int(tier == 1))
        position = {**_position(live), "flags": sorted(live.game.flags), "fair": live.row.fair}
    return raw(await ask(request, "hint", {**position, "tier": tier}))


async def risks(request: Request) -> Response:
    """Analyse the current position. The game no longer counts as a record."""
    asked = await read_json(request)
    async with own_game_of(request) as live:
        _look(asked, live)
        live.game.check_running()
        if not live.game.is_over:
            games_of(request).note_help(live)
        position = _position(live)
    return raw(await ask(request, "analyse", position))


async def replay(request: Request) -> Response:
    """Return the finished game as a replay file."""
    async with game_of(request) as live:
        played = live.played()
    return _file(json.loads(await ask(request, "replay", played))["replay"], "replay.jsonl")


async def certificate(request: Request) -> Response:
    """Return the proof that the finished game needed no guess."""
    async with game_of(request) as live:
        return _file(live.certificate(), "certificate.json")


async def review(request: Request) -> Response:
    """Review the finished game move by move."""
    async with game_of(request) as live:
        played = live.played()
    # The worker replays the whole game before the seconds of the review begin.
    return raw(await ask(request, "review_game", played, 3 * limits_of(request).seconds))


async def latest(request: Request) -> Response:
    """List the latest games of this player, whom the cookie names."""
    rows = store_of(request).games(request.scope["player"])
    return answer({"games": [{name: getattr(row, name) for name in _LISTED} for row in rows]})


async def session(request: Request) -> Response:
    """Return the settings, and the last game if it is not over."""
    player, state = request.scope["player"], None
    for row in store_of(request).games(player, 1):
        if row.status in ("ready", "playing"):
            async with game_of(request, row.key) as live:
                state = live.state()
    return answer({"settings": store_of(request).settings(player), "game": state})


async def records(request: Request) -> Response:
    """List the records per board; games with help never count as records."""
    return answer({"records": store_of(request).records(request.scope["player"])})


async def settings(request: Request) -> Response:
    """Return the settings of this player."""
    return answer(store_of(request).settings(request.scope["player"]))


async def set_settings(request: Request) -> Response:
    """Store the settings of this player: any JSON object of a few kB."""
    asked, player = await read_json(request), player_of(request)
    most = asked.limits.settings
    if len(json.dumps(asked.given)) > most:
        raise Problem(413, "TooLarge", f"settings: expected at most {most} bytes")
    charge(request, 1)
    store_of(request).meet(player)
    store_of(request).set_settings(player, asked.given)
    return introduce(request, player, answer(asked.given))


async def board(request: Request) -> Response:
    """Return the geometry of a board by its name."""
    name = request.path_params["name"]
    charge(request, 1 + Asked({}, limits_of(request)).cells_of(name) / _PER_UNIT)
    response = raw(await ask(request, "board", {"board": name}))
    response.headers["Cache-Control"] = "private, max-age=3600"  # the geometry never changes
    return response


async def answer_question(request: Request) -> Response:
    """Answer the question that the path names."""
    body = await read_body(request)
    question = request.url.path.rpartition("/")[2].replace("-", "_")
    if len(body) > SHORT:  # a worker reads it
        return raw(await ask(request, question, body))
    asked = Asked(read_object(body), limits_of(request))
    return raw(await ask(request, question, asked.given, asked.seconds()))


def _look(asked: Asked, live: LiveGame) -> None:
    """Show the part of an endless game that the client sees."""
    if isinstance(live.game, Window) and "x" in asked.given:
        live.look(asked.window(live.game.game))


def _position(live: LiveGame) -> dict[str, Any]:
    position = live.game.position
    labels = list(position.labels)
    if isinstance(live.game, Window):
        board, density = whole_name(position.board), str(live.game.game.density)
        return {"board": board, "labels": labels, "density": density}
    rules = {"rules": live.row.rules} if live.row.rules else {}
    return {"board": live.row.board, "labels": labels, "mines": live.row.mines, **rules}


def _file(content: str, name: str) -> Response:
    response = raw(content)
    response.headers["Content-Disposition"] = f'attachment; filename="demine-{name}"'
    return response
