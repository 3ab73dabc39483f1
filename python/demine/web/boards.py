"""Boards of games. Workers build them, and the server only receives them."""

from __future__ import annotations

import asyncio
import base64
import json
import pickle
from collections.abc import Awaitable, Callable
from typing import Any, Final, NamedTuple

from demine.board import PRESETS, Board
from demine.formats import name_of
from demine.latest import Latest
from demine.web.limits import Limits
from demine.web.pool import Given

Ask = Callable[[str, Given], Awaitable[bytes]]
"""Asks a worker a question, for a client."""

Sent = bytes
"""The answer of a worker: JSON with a board in it."""

_AT_ONCE: Final = 1 << 16
"""Bytes of a board that the event loop reads itself; more would delay the moves of others."""
_MOST: Final = 500
"""Boards that are remembered."""


class KnownBoard(NamedTuple):
    """A board with its two names.

    `name` makes it in any process, and `hashed` stands in the ids of its games.
    """

    board: Board
    name: str
    hashed: str


class Boards:
    """The latest boards, by their names."""

    def __init__(self, limits: Limits) -> None:
        self._known: Latest[str, KnownBoard] = Latest(limits.boards, _MOST)

    def __len__(self) -> int:
        return len(self._known)

    @property
    def bytes(self) -> int:
        """The bytes of all of them."""
        return self._known.bytes

    def known(self, name: object) -> KnownBoard | None:
        """The board of this name, if it is remembered."""
        return self._known.get(name) if isinstance(name, str) else None

    def preset(self, preset: str) -> KnownBoard:
        """The board of a preset."""
        board = PRESETS[preset].board
        return KnownBoard(board, name_of(board), name_of(board))

    async def find(self, name: str, ask: Ask) -> KnownBoard:
        """The board of the name of a stored game."""
        found = self.known(name)
        return found or (await self.receive(await ask("send_board", {"name": name})))[0]

    async def receive(self, sent: Sent) -> tuple[KnownBoard, dict[str, Any]]:
        """The board that a worker sent, and all else that it said."""
        if len(sent) <= _AT_ONCE:
            found, told = _read(sent)
        else:
            found, told = await asyncio.to_thread(_read, sent)
        return self._known.put(found.name, found, found.board.nbytes + len(found.name)), told


def _read(sent: Sent) -> tuple[KnownBoard, dict[str, Any]]:
    told = json.loads(sent)
    # Arrays of numbers in a pickle: reading the name again would take a thousand times longer.
    board = pickle.loads(base64.b64decode(told.pop("pickle")))
    return KnownBoard(board, told["name"], told["hashed"]), told
