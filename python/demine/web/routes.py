"""The routes of the API: games from creation to review, and questions about positions."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Awaitable
from secrets import randbits
from typing import Any, Final, TypeVar, cast, get_args

from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse

from demine.board import PRESETS
from demine.formats import name_of, whole_name
from demine.game import FIRSTS, First, GameSetup, MoveKind
from demine.web.guard import PLAYER, client
from demine.web.limits import Limits
from demine.web.live import LiveGame, LiveGames, secret_name, seed_of
from demine.web.pool import Pool
from demine.web.problem import Problem, answer, bad_request, dump, raw
from demine.web.reading import Asked
from demine.web.store import Store

CELL_MOVES: Final = get_args(MoveKind)
MOVES: Final = (*CELL_MOVES, "undo", "pause", "resume")
_YEAR: Final = 365 * 24 * 3600
_MOST_KNOWN: Final = 500
"""Boards whose size the server remembers."""
_LONG_NUMBER: Final = re.compile(b"[0-9]{401}")
"""The time to read a number grows with the square of its length."""
_LISTED: Final = ("key", "board", "mines", "first", "status", "made", "seconds", "helped")

_Found = TypeVar("_Found")


async def create(request: Request) -> Response:
    """Create a game.

    Give `preset`, or `mines` and `board` (a name) or `text`. `first` is safe, opening or risky.
    With `no_guess` and a `start` cell, the server searches for a board that proof alone solves.
    The response is then a stream of lines: {tried} during the search, {game} or {problem} at its
    end. Closing the connection cancels the search.
    """
    asked, player = await _read_json(request), request.scope["player"] or secret_name()
    _store(request).meet(player)
    _live(request).check_room(player)
    setup = await _setup(request, asked)
    if setup.no_guess:
        found = _search(request, player, asked, setup)
        stream = StreamingResponse(found, 201, media_type="application/x-ndjson")
        stream.headers["Cache-Control"] = "no-store"
        return _introduce(request, player, stream)
    live = _live(request).create(player, setup.game(randbits(64)))
    return _introduce(request, player, answer(live.state(), 201))


async def show(request: Request) -> Response:
    """Show the game as its player may see it."""
    return answer(_game(request).state())


async def drop(request: Request) -> Response:
    """Delete the game."""
    _live(request).drop(_game(request))
    return answer({"dropped": True})


async def move(request: Request) -> Response:
    """Make a move: open, flag or chord a cell; undo, pause or resume.

    `changed` lists cell, code and flag of the cells that changed. The response has the mines, the
    id and the nonce once the game is over.
    """
    asked, games, live = await _read_json(request), _live(request), _game(request)
    kind = asked.word("move", MOVES)
    if kind in CELL_MOVES:
        return answer(games.move(live, cast(MoveKind, kind), asked.cell(live.game.board)))
    return answer(getattr(games, kind)(live))


async def hint(request: Request) -> Response:
    """Give one tier of a hint: 1 do I have to guess, 2 where, 3 why, 4 the move.

    The game no longer counts as a record.
    """
    asked, live = await _read_json(request), _game(request)
    tier = asked.whole("tier", 1, 4)
    if live.game.is_over:
        raise Problem(409, "InvalidGame", "the game is over: there are no more hints")
    if live.game.status == "ready" and live.game.first != "risky":
        return answer({"tier": tier, "certain": True, "free": True})
    _live(request).note_help(live)
    return raw(await _ask(request, "hint", {**_position(live), "tier": tier}))


async def risks(request: Request) -> Response:
    """Analyse the current position. The game no longer counts as a record."""
    live = _game(request)
    if not live.game.is_over:
        _live(request).note_help(live)
    return raw(await _ask(request, "analyse", _position(live)))


async def replay(request: Request) -> Response:
    """Return the finished game as a replay file."""
    return _file(_game(request).replay(), "replay.jsonl")


async def certificate(request: Request) -> Response:
    """Return the proof that the finished game needed no guess."""
    return _file(_game(request).certificate(), "certificate.json")


async def review(request: Request) -> Response:
    """Review the finished game move by move."""
    # The worker replays the whole game before the seconds of the review begin.
    seconds = 3 * _limits(request).seconds
    return raw(await _ask(request, "review", {"replay": _game(request).replay()}, seconds))


async def latest(request: Request) -> Response:
    """List the latest games of this player, whom the cookie names."""
    rows = _store(request).games(request.scope["player"])
    return answer({"games": [{name: getattr(row, name) for name in _LISTED} for row in rows]})


async def session(request: Request) -> Response:
    """Return the settings, and the last game if it is not over."""
    player, state = request.scope["player"], None
    for row in _store(request).games(player, 1):
        if row.status in ("ready", "playing"):
            state = _live(request).find(row.key).state()
    return answer({"settings": _store(request).settings(player), "game": state})


async def records(request: Request) -> Response:
    """List the records per board; games with help never count as records."""
    return answer({"records": _store(request).records(request.scope["player"])})


async def settings(request: Request) -> Response:
    """Return the settings of this player."""
    return answer(_store(request).settings(request.scope["player"]))


async def set_settings(request: Request) -> Response:
    """Store the settings of this player: any JSON object of a few kB."""
    asked, player = await _read_json(request), request.scope["player"] or secret_name()
    most = asked.limits.settings
    if len(json.dumps(asked.given)) > most:
        raise Problem(413, "TooLarge", f"settings: expected at most {most} bytes")
    _store(request).meet(player)
    _store(request).set_settings(player, asked.given)
    return _introduce(request, player, answer(asked.given))


async def board(request: Request) -> Response:
    """Return the geometry of a board by its name."""
    response = raw(await _ask(request, "board", {"board": request.path_params["name"]}))
    response.headers["Cache-Control"] = "private, max-age=3600"  # the geometry never changes
    return response


async def answer_question(request: Request) -> Response:
    """Answer the question that the path names."""
    asked = await _read_json(request)
    question = request.url.path.rpartition("/")[2].replace("-", "_")
    return raw(await _ask(request, question, asked.given, asked.seconds()))


async def _ask(
    request: Request, question: str, given: dict[str, Any], seconds: float | None = None
) -> bytes:
    """The answer of a worker to a question; cancelled if the client disconnects."""
    pool: Pool = request.app.state.pool
    seconds = seconds or _limits(request).seconds
    return await _unless_gone(request, pool.ask(client(request.scope), question, given, seconds))


async def _setup(request: Request, asked: Asked) -> GameSetup:
    name, mines = await _board(request, asked)
    no_guess = asked.truth("no_guess")
    first = asked.word("first", FIRSTS, "opening" if no_guess else "safe")
    # A large board takes a while to build.
    board = await run_in_threadpool(Asked({"board": name}, asked.limits).board)
    return GameSetup(board, mines, cast(First, first), no_guess)


async def _board(request: Request, asked: Asked) -> tuple[str, int]:
    """The name of the board and the number of mines."""
    if asked.given.get("preset") is not None:
        chosen = PRESETS[asked.word("preset", tuple(PRESETS))]
        return name_of(chosen.board), chosen.mines
    name, cells = await _measure(request, asked)
    if cells < 2:
        raise bad_request("a board of one cell: expected at least two cells to play on")
    return name, asked.whole("mines", 0, cells - 1)


async def _measure(request: Request, asked: Asked) -> tuple[str, int]:
    """Name and size of a board; a worker builds it first, unless its size is known."""
    known: dict[str, int] = request.app.state.boards
    name = asked.given.get("board")
    if isinstance(name, str) and name in known:
        return name, known[name]
    found = json.loads(await _ask(request, "board", asked.given))
    if len(known) >= _MOST_KNOWN:
        known.clear()
    known[found["name"]] = len(found["addresses"])
    return found["name"], known[found["name"]]


async def _search(
    request: Request, player: str, asked: Asked, setup: GameSetup
) -> AsyncIterator[str]:
    """Progress, then the game or the problem: JSON, one object per line."""
    said: asyncio.Queue[str | None] = asyncio.Queue()
    wanted = {"board": whole_name(setup.board), "mines": setup.mines, "first": setup.first}
    given = {**asked.given, **wanted, "seed": randbits(64)}
    pool: Pool = request.app.state.pool
    work = pool.ask(
        client(request.scope),
        "no_guess",
        given,
        asked.limits.search,
        lambda line: said.put_nowait(line.decode()),
    )
    task = asyncio.create_task(work)
    task.add_done_callback(lambda done: said.put_nowait(None))
    try:
        while (line := await said.get()) is not None:
            yield f"{line}\n"
        found = json.loads(task.result())
        game = setup.game(seed_of(found["id"]))
        live = _live(request).create(player, game, found["certificate"])
        yield dump({"game": live.state()}) + "\n"
    except Problem as problem:
        yield dump({"problem": problem.as_json}) + "\n"
    finally:
        task.cancel()


def _position(live: LiveGame) -> dict[str, Any]:
    labels = list(live.game.position.labels)
    return {"board": live.row.board, "labels": labels, "mines": live.row.mines}


def _live(request: Request) -> LiveGames:
    return cast(LiveGames, request.app.state.live)


def _store(request: Request) -> Store:
    return cast(Store, request.app.state.store)


def _limits(request: Request) -> Limits:
    return cast(Limits, request.app.state.limits)


def _game(request: Request) -> LiveGame:
    return _live(request).find(request.path_params["key"])


def _introduce(request: Request, player: str, response: Response) -> Response:
    """Set the cookie of a new player."""
    if request.scope["player"] is None:
        response.set_cookie(PLAYER, player, max_age=_YEAR, httponly=True, samesite="strict")
    return response


def _file(content: str, name: str) -> Response:
    response = raw(content)
    response.headers["Content-Disposition"] = f'attachment; filename="demine-{name}"'
    return response


async def _read_json(request: Request) -> Asked:
    """The JSON object of a request, under the limits of the server; an empty body is {}."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    try:
        body = await request.body()
    except ClientDisconnect:
        raise Problem(400, "BadRequest", "the client disconnected") from None
    if body and kind != "application/json":
        raise Problem(415, "BadRequest", "expected Content-Type: application/json")
    if _LONG_NUMBER.search(body):
        raise Problem(400, "BadRequest", "a number in the body has more than 400 digits")
    try:
        found = json.loads(body or b"{}", parse_constant=_refuse_constant)
        json.dumps(found, ensure_ascii=False).encode()  # fails for half a surrogate pair
    except (ValueError, RecursionError):
        raise Problem(400, "BadRequest", "the body is not JSON in UTF-8") from None
    if not isinstance(found, dict):
        raise Problem(400, "BadRequest", "expected a JSON object")
    return Asked(found, request.app.state.limits)


def _refuse_constant(name: str) -> object:
    raise ValueError(f"{name} is not JSON")


async def _unless_gone(request: Request, work: Awaitable[_Found]) -> _Found:
    """The result of the work, which is cancelled if the client disconnects first."""
    task = asyncio.ensure_future(work)
    gone = asyncio.ensure_future(_wait_until_gone(request))
    try:
        await asyncio.wait({task, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise Problem(499, "Gone", "the client disconnected")
        return task.result()
    finally:
        for waiting in (task, gone):
            waiting.cancel()


async def _wait_until_gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
