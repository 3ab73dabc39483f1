"""Creating games: on a preset, a named board, a file or the endless grid, or without guesses."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from datetime import date
from secrets import randbits
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from demine.board import PRESETS
from demine.errors import InvalidGame
from demine.game import Game, GameSetup, daily_seed, middle
from demine.rules import Rules as RulesBeyond
from demine.web.asking import (
    SHORT,
    ask,
    charge,
    games_of,
    introduce,
    limits_of,
    player_of,
    read_body,
    store_of,
)
from demine.web.boards import Boards, KnownBoard
from demine.web.guard import asker
from demine.web.live import LiveGame, seed_of
from demine.web.pool import Pool
from demine.web.problem import Problem, answer, bad_request, dump
from demine.web.reading import Asked, Rules, read_object

_PER_GAME: Final = 2048
"""Bytes of a request that count as one more game."""


async def create(request: Request) -> Response:
    """Create a game.

    `rules` are rules beyond the classic ones, such as capacity=2,liar.
    Give `preset`, or `mines` and `board` (a name) or `text`. `first` is safe, opening or risky.
    `fair` is fair, lenient or mercy. `endless` with a density begins a game without borders.
    `seed` chooses the game, and `start` its first cell; such a game is no record. `daily` is a day,
    whose board is the same for everybody; it begins in the middle.
    With `no_guess` and a `start` cell, the server searches for a board that proof alone solves.
    The response is then a stream of lines: {tried} during the search, {game} or {problem} at its
    end. Closing the connection cancels the search.
    """
    body, player = await read_body(request), player_of(request)
    charge(request, 1 + len(body) / _PER_GAME)
    store_of(request).meet(player)
    games_of(request).check_room(player)
    short = read_object(body) if len(body) <= SHORT else {}
    if "endless" in short:
        asked = Asked(short, limits_of(request))
        made = games_of(request).create(player, asked.window(asked.endless(randbits(32))))
        return introduce(request, player, answer(made.state(), 201))
    known, rules = await _wanted(request, body)
    if rules.daily:
        rules = rules._replace(first="opening", start=middle(known.board))
    if rules.no_guess:
        found = _search(request, player, known, rules)
        stream = StreamingResponse(found, 201, media_type="application/x-ndjson")
        stream.headers["Cache-Control"] = "no-store"
        return introduce(request, player, stream)
    await _count_once(known, rules)
    live = _create(request, player, known, rules)
    return introduce(request, player, answer(live.state(), 201))


async def _count_once(known: KnownBoard, rules: Rules) -> None:
    """Let a thread count all ways to place the mines under rules; games keep the count."""
    try:
        if rules.rules:
            await asyncio.to_thread(_first_game, known, rules)
    except InvalidGame as error:
        raise bad_request(f'"rules": {error}') from None


def _first_game(known: KnownBoard, rules: Rules) -> None:
    ruled = _begin(known, rules, 0).ruled
    if ruled is not None and rules.start is not None and _is_same(rules):
        ruled.prepare(rules.start)


def _create(request: Request, player: str, known: KnownBoard, rules: Rules) -> LiveGame:
    """A game with its mines. One that is the same for all begins with the same cell."""
    game = _begin(known, rules, _seed(known, rules))
    live = games_of(request).create(player, game, known, **_marks(rules))
    if _is_same(rules) and rules.start is not None:
        games_of(request).move(live, "open", rules.start)
    return live


def _seed(known: KnownBoard, rules: Rules) -> int:
    """That of the day, a chosen one, or a random one."""
    if rules.daily:
        return daily_seed(date.fromisoformat(rules.daily), _setup(known, rules))
    return randbits(64) if rules.seed is None else rules.seed


def _is_same(rules: Rules) -> bool:
    """Whether everybody who asks gets the same game."""
    return bool(rules.daily) or rules.seed is not None


def _marks(rules: Rules) -> dict[str, Any]:
    return {"daily": rules.daily, "shared": int(rules.seed is not None)}


async def _wanted(request: Request, body: bytes) -> tuple[KnownBoard, Rules]:
    """The board and the rules of a new game. A worker reads long requests and builds boards."""
    limits = limits_of(request)
    boards: Boards = request.app.state.boards
    if len(body) <= SHORT:
        asked = Asked(read_object(body), limits)
        if asked.given.get("preset") is not None:
            preset = asked.word("preset", tuple(PRESETS))
            known = boards.preset(preset)
            asked.check_board(known.board)
            asked.rules_on(known.board)
            return known, asked.rules(len(known.board), PRESETS[preset].mines)
        found = boards.known(asked.given.get("board"))
        if found is not None:
            asked.rules_on(found.board)
            return found, asked.rules(len(found.board))
    known, told = await boards.receive(await ask(request, "setup", body))
    return known, Rules(*(told[name] for name in Rules._fields))


def _setup(known: KnownBoard, rules: Rules) -> GameSetup:
    beyond = RulesBeyond.named(known.board, rules.rules) if rules.rules else None
    setup = GameSetup(known.board, rules.mines, rules.first, rules.no_guess, fair=rules.fair)
    return setup if beyond is None else setup.under(beyond)


def _begin(known: KnownBoard, rules: Rules, seed: int) -> Game:
    return _setup(known, rules).game(seed)


async def _search(
    request: Request, player: str, known: KnownBoard, rules: Rules
) -> AsyncIterator[str]:
    """Progress, then the game or the problem: JSON, one object per line."""
    said: asyncio.Queue[str | None] = asyncio.Queue()
    wanted = {"board": known.name, "mines": rules.mines, "first": rules.first}
    seed = _seed(known, rules)
    given = {**wanted, "start": rules.start, "seed": seed, "grade": rules.grade}
    pool: Pool = request.app.state.pool
    work = pool.ask(
        asker(request.scope),
        "no_guess",
        given,
        limits_of(request).search,
        lambda line: said.put_nowait(line.decode()),
    )
    task = asyncio.create_task(work)
    task.add_done_callback(lambda done: said.put_nowait(None))
    try:
        while (line := await said.get()) is not None:
            yield f"{line}\n"
        found = json.loads(task.result())
        game = _begin(known, rules, seed_of(found["id"]))
        proof = found["certificate"]
        live = games_of(request).create(player, game, known, proof, **_marks(rules))
        if _is_same(rules):
            games_of(request).move(live, "open", rules.start)
        yield dump({"game": live.state()}) + "\n"
    except Problem as problem:
        yield dump({"problem": problem.as_json}) + "\n"
    finally:
        task.cancel()
