"""Practice: a game from any move of another one, or from a position. It never counts."""

from __future__ import annotations

import json
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from demine.errors import FormatError, InvalidGame
from demine.game import Game, Move
from demine.game import practise as go_on
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
from demine.web.livegames import LONG, in_thread
from demine.web.problem import Problem, answer, bad_request
from demine.web.reading import Asked, read_object
from demine.web.starting import begin, read_moves, rules_of

_LONGEST = 16 * SHORT
"""Bytes of a request: the moves of a long game."""


async def practise(request: Request) -> Response:
    """Begin a practice game: the game of an `id` after some `moves`.

    Each move is [kind, cell, seconds]. `board` names the board if the id has only its hash.
    """
    asked = await _read(request)
    id = asked.text("id")
    try:
        name = asked.given.get("board") or id.rsplit("-", 3)[0]
        mines = rules_of(id)[0]
        known = await _receive(request, {"board": name, "mines": mines})
        Asked({"rules": rules_of(id)[3]}, limits_of(request)).rules_on(known.board, "id")
        moves = read_moves(asked.given.get("moves"), len(known.board), limits_of(request).moves)
    except FormatError as error:
        raise bad_request(str(error)) from None
    return await _begin(request, known, id, moves)


async def lay_out(request: Request) -> Response:
    """Begin a practice game in a position: its mines are one of the legal assignments."""
    asked = await _read(request)
    found = json.loads(await ask(request, "lay_out", asked.given))
    known = await _receive(request, {"board": found["board"], "mines": found["mines"]})
    moves = read_moves(found["moves"], len(known.board), limits_of(request).moves)
    return await _begin(request, known, found["id"], moves)


async def _read(request: Request) -> Asked:
    body = await read_body(request)
    if len(body) > _LONGEST:
        raise Problem(413, "TooLarge", f"expected at most {_LONGEST} bytes at this address")
    charge(request, 1)
    return Asked(read_object(body), limits_of(request))


async def _receive(request: Request, wanted: dict[str, Any]) -> KnownBoard:
    boards: Boards = request.app.state.boards
    found = boards.known(wanted["board"])
    return found or (await boards.receive(await ask(request, "setup", wanted)))[0]


async def _begin(request: Request, known: KnownBoard, id: str, moves: list[Move]) -> Response:
    player = player_of(request)
    store_of(request).meet(player)
    games_of(request).check_room(player)
    try:
        game = await in_thread(LONG if rules_of(id)[3] else len(moves), _play, known, id, moves)
    except InvalidGame as error:
        raise bad_request(str(error)) from None
    live = games_of(request).create(player, game, known, practice=1, helped=1)
    return introduce(request, player, answer(live.state(), 201))


def _play(known: KnownBoard, id: str, moves: list[Move]) -> Game:
    """The game after these moves, at the time of the last one."""
    return go_on(begin(known.board, id), moves)
