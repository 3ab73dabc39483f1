"""The routes of games: create, look, move, ask for help, and what is told when it is over."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any, Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from demine.board import PRESETS
from demine.formats import name_of
from demine.game import FIRSTS
from demine.web import reading
from demine.web.commitment import key, seed
from demine.web.guard import PLAYER, client, player_of
from demine.web.pool import Pool
from demine.web.problem import Problem, answer, bad_request
from demine.web.requests import lines, raw, read_json, unless_gone
from demine.web.store import Store
from demine.web.table import Seat, Table

_MOVES: Final = ("open", "flag", "chord", "undo", "pause", "resume")
_YEAR: Final = 365 * 24 * 3600
_MOST_KNOWN: Final = 500
"""So many boards are remembered to be of fair size."""


async def create(request: Request) -> Response:
    """A new game. Without guesses, it is searched for, and the answer is a stream of lines."""
    asked, table, player = await read_json(request), _table(request), _player(request)
    table.check_room(player)
    board, mines = await _board(request, asked)
    if reading.truth(asked, "no_guess"):
        return _introduce(
            request, player, lines(_search(request, player, asked, board, mines), 201)
        )
    first = reading.word(asked, "first", FIRSTS, "safe")
    await run_in_threadpool(reading.find_board, board)  # a large board takes a while to make
    seat = table.deal(player, board, mines, first)
    return _introduce(request, player, answer(seat.state(), 201))


async def show(request: Request) -> Response:
    """The game as its player may see it."""
    return answer(_seat(request).state())


async def drop(request: Request) -> Response:
    """Forget the game."""
    _table(request).drop(_seat(request))
    return answer({"dropped": True})


async def move(request: Request) -> Response:
    """A move; the answer has the cells that changed and how the game stands."""
    asked, table, seat = await read_json(request), _table(request), _seat(request)
    kind = reading.word(asked, "move", _MOVES)
    if kind in ("open", "flag", "chord"):
        cell = reading.cell(asked, seat.game.board)
        return answer(table.move(seat, kind, cell))
    return answer(getattr(table, kind)(seat))


async def hint(request: Request) -> Response:
    """One tier of a hint; the game counts as helped."""
    asked, table, seat = await read_json(request), _table(request), _seat(request)
    tier = reading.whole(asked, "tier", 1, 4)
    if seat.game.is_over:
        raise Problem(409, "InvalidGame", "the game is over: there is nothing to hint at")
    if seat.game.status == "ready" and seat.game.first != "risky":
        return answer({"tier": tier, "certain": True, "free": True})
    table.note_help(seat)
    return raw(await _ask(request, "hint", {**_position(seat), "tier": tier}))


async def risks(request: Request) -> Response:
    """The analysis of the game as it stands; the game counts as helped."""
    table, seat = _table(request), _seat(request)
    if not seat.game.is_over:
        table.note_help(seat)
    return raw(await _ask(request, "analyse", _position(seat)))


async def replay(request: Request) -> Response:
    """The finished game as a replay file."""
    return _file(_seat(request).replay(), "replay.jsonl")


async def certificate(request: Request) -> Response:
    """The certificate of a finished game without guesses."""
    return _file(_seat(request).certificate(), "certificate.json")


async def review(request: Request) -> Response:
    """The finished game, looked at move by move."""
    return raw(await _ask(request, "review", {"replay": _seat(request).replay()}, 30.0))


async def latest(request: Request) -> Response:
    """The latest games of this player."""
    player = player_of(request.scope)
    rows = _store(request).games(player) if player else []
    names = ("key", "board", "mines", "first", "status", "made", "seconds", "helped")
    return answer({"games": [{name: getattr(row, name) for name in names} for row in rows]})


async def session(request: Request) -> Response:
    """What a page needs to go on where it was: settings, and the last game if it is not over."""
    player = player_of(request.scope)
    if player is None or not _store(request).knows(player):
        return answer({"settings": {}, "game": None})
    last = next(iter(_store(request).games(player, 1)), None)
    going = last is not None and last.status in ("ready", "playing")
    state = _table(request).seat(last.key).state() if last is not None and going else None
    return answer({"settings": _store(request).settings(player), "game": state})


async def records(request: Request) -> Response:
    """The records of this player, per board."""
    player = player_of(request.scope)
    return answer({"records": _store(request).records(player) if player else []})


async def settings(request: Request) -> Response:
    """What this player has set."""
    player = player_of(request.scope)
    return answer(_store(request).settings(player) if player else {})


async def set_settings(request: Request) -> Response:
    """Keep what this player sets."""
    asked, player = await read_json(request), _player(request)
    if len(json.dumps(asked)) > request.app.state.limits.settings:
        most = request.app.state.limits.settings
        raise Problem(413, "TooLarge", f"settings: expected at most {most} bytes")
    _store(request).set_settings(player, asked)
    return _introduce(request, player, answer(asked))


ROUTES: Final = [
    Route("/api/games", create, methods=["POST"]),
    Route("/api/games", latest),
    Route("/api/games/{key}", show),
    Route("/api/games/{key}", drop, methods=["DELETE"]),
    Route("/api/games/{key}/moves", move, methods=["POST"]),
    Route("/api/games/{key}/hint", hint, methods=["POST"]),
    Route("/api/games/{key}/risks", risks, methods=["POST"]),
    Route("/api/games/{key}/replay", replay),
    Route("/api/games/{key}/certificate", certificate),
    Route("/api/games/{key}/review", review),
    Route("/api/session", session),
    Route("/api/records", records),
    Route("/api/settings", settings),
    Route("/api/settings", set_settings, methods=["PUT"]),
]


async def _board(request: Request, asked: dict[str, Any]) -> tuple[str, int]:
    """The name of a board that is known to be of fair size, and the number of mines."""
    preset = asked.get("preset")
    if preset is not None:
        chosen = PRESETS[reading.word(asked, "preset", tuple(PRESETS))]
        return name_of(chosen.board), chosen.mines
    name, cells = await _check(request, asked)
    if cells < 2:
        raise bad_request("a board of one cell: expected at least two to play on")
    return name, reading.whole(asked, "mines", 0, cells - 1)


async def _check(request: Request, asked: dict[str, Any]) -> tuple[str, int]:
    """Name and size of a board: a worker looks at it first, unless it was played on lately."""
    known: dict[str, int] = request.app.state.boards
    name = asked.get("board")
    if isinstance(name, str) and name in known:
        return name, known[name]
    found = json.loads(await _ask(request, "board", asked))
    if len(known) >= _MOST_KNOWN:
        known.clear()
    known[found["name"]] = len(found["addresses"])
    return found["name"], known[found["name"]]


async def _search(
    request: Request, player: str, asked: dict[str, Any], board: str, mines: int
) -> AsyncIterator[bytes]:
    """Progress, then the game; or the problem."""
    said: asyncio.Queue[bytes | None] = asyncio.Queue()
    wanted = {**asked, "board": board, "mines": mines, "seed": seed()}
    seconds = reading.LIMITS.search
    pool: Pool = request.app.state.pool
    task = asyncio.create_task(
        pool.ask(client(request.scope), "no_guess", wanted, seconds, said.put_nowait)
    )
    task.add_done_callback(lambda done: said.put_nowait(None))
    try:
        while (line := await said.get()) is not None:
            yield line + b"\n"
        yield await _settle(request, player, board, task)
    finally:
        task.cancel()


async def _settle(request: Request, player: str, board: str, task: asyncio.Task[bytes]) -> bytes:
    try:
        found = json.loads(task.result())
        await run_in_threadpool(reading.find_board, board)
        seat = _table(request).seat_certified(player, board, found["id"], found["certificate"])
        return json.dumps({"game": seat.state()}).encode() + b"\n"
    except Problem as problem:
        return json.dumps({"problem": problem.as_json}).encode() + b"\n"


def _position(seat: Seat) -> dict[str, Any]:
    position = seat.game.position
    labels = list(position.labels)
    return {"board": seat.row.board, "labels": labels, "mines": seat.row.mines}


async def _ask(
    request: Request, question: str, wanted: dict[str, Any], seconds: float = 10.0
) -> bytes:
    pool: Pool = request.app.state.pool
    return await unless_gone(request, pool.ask(client(request.scope), question, wanted, seconds))


def _table(request: Request) -> Table:
    table: Table = request.app.state.table
    return table


def _store(request: Request) -> Store:
    store: Store = request.app.state.store
    return store


def _seat(request: Request) -> Seat:
    return _table(request).seat(request.path_params["key"])


def _player(request: Request) -> str:
    """The player that the cookie names if this server knows it, else a new one."""
    player = player_of(request.scope) or key()
    _store(request).meet(player)
    return player


def _introduce(request: Request, player: str, response: Response) -> Response:
    """Tell the browser its player's name, if it is new."""
    if player_of(request.scope) != player:
        response.set_cookie(PLAYER, player, max_age=_YEAR, httponly=True, samesite="strict")
    return response


def _file(content: str, name: str) -> Response:
    headers = {
        "Content-Disposition": f'attachment; filename="demine-{name}"',
        "Cache-Control": "no-store",
    }
    return Response(content, media_type="application/json", headers=headers)
