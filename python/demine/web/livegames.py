"""The games of the server: made, found again, moved in, and dropped from memory.

Every change is stored before it is answered.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import Any, Final, TypeVar, cast
from weakref import WeakValueDictionary

from demine import Game
from demine.game import MoveKind, Place, Window, write_id
from demine.web.boards import Ask, Boards, KnownBoard
from demine.web.database import GameRow
from demine.web.limits import Limits
from demine.web.live import ENDLESS, LiveGame, State
from demine.web.problem import Problem
from demine.web.questions.written import changes
from demine.web.store import Store

_IN_MEMORY: Final = 2000
"""Games that are kept in memory."""
_AT_ONCE: Final = 500
"""Moves that are played again without a thread."""
LONG: Final = _AT_ONCE + 1
"""Stands for more moves than that: games under rules count before their first one."""


class LiveGames:
    """All games of the server, by their keys."""

    def __init__(self, store: Store, limits: Limits) -> None:
        self.store, self.limits = store, limits
        self._live: OrderedDict[str, LiveGame] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._sizes: dict[str, int] = {}
        self._boards: Counter[str] = Counter()  # the games on each board
        self.bytes = 0

    def create(
        self,
        player: str,
        game: Game | Window,
        known: KnownBoard | None = None,
        certificate: str | None = None,
        **marks: Any,
    ) -> LiveGame:
        """Store a new game; `certificate` proves that it needs no guess.

        `marks` are columns of the row that say what kind of game it is.
        """
        row = GameRow(
            key=secret_name(),
            player=player,
            board=ENDLESS if known is None else known.name,
            mines=0 if isinstance(game, Window) else game.mines,
            first=game.first,
            id=_id(game, known),
            nonce=secrets.token_hex(32),
            certificate=certificate,
            made=time.time(),
            fair=game.fair or "" if isinstance(game, Game) else "",
            rules=game.rules.name if isinstance(game, Game) and game.rules is not None else "",
            **marks,
        )
        return self._add(LiveGame(row, game))

    def _add(self, made: LiveGame) -> LiveGame:
        for key in self.store.add(made.updated_row(), self.limits, made.game.moves):
            self._release(key)
        return self._keep(made)

    def check_room(self, player: str) -> None:
        """Refuse a player who has too many unfinished games."""
        most = self.limits.games
        if self.store.count_unfinished(player) >= most:
            line = f"the limit of unfinished games is {most}: finish or delete one first"
            raise Problem(429, "TooMany", line)

    @asynccontextmanager
    async def using(self, key: str, boards: Boards, ask: Ask) -> AsyncIterator[LiveGame]:
        """The game with this key, which nobody else uses during the block."""
        lock = self._locks.setdefault(key, asyncio.Lock())
        async with lock:
            live = self._live.get(key) or await self._restore(key, boards, ask)
            yield self._keep(live)

    async def _restore(self, key: str, boards: Boards, ask: Ask) -> LiveGame:
        row = self.store.game(key)
        if row is None:
            raise Problem(404, "NotFound", "there is no such game")
        known = None if row.board == ENDLESS else await boards.find(row.board, ask)
        moves = self.store.moves(key)
        size = LONG if row.rules else len(moves)
        return await in_thread(size, LiveGame.restore, row, moves, known)

    def move(self, live: LiveGame, kind: MoveKind, cell: int) -> State:
        """Open, flag or chord; the state, with the cells that changed.

        A move without effect is not stored.
        """
        game, most = live.game, self.limits.moves
        if kind == "flag" and game.clicks >= most:
            raise Problem(429, "TooMany", f"this game has {most} moves: no more flags are stored")
        assert isinstance(game, Game)
        changed = game.move(kind, cell)
        live.row.wasted += not changed and not game.is_over
        if changed:
            self._write(live, self.store.add_move, game.clicks, game.moves[-1])
        return {**live.progress(), "changed": changes(game, changed)}

    def explore(self, live: LiveGame, window: Window, kind: str, place: Place | None) -> State:
        """Move in an endless game, or only look there; the state of what the window shows.

        Openings that the limit has stopped continue where the window shows them.
        """
        before = len(window.moves)
        if window.game.size > self.limits.opened:
            line = f"this game has opened {window.game.size} cells: begin another one"
            raise Problem(413, "TooLarge", line)
        window.check_running()
        live.look(window)
        if place is not None:
            window.move(cast(MoveKind, kind), place)
        window.carry_on()
        for number, move in enumerate(window.moves[before:], before + 1):
            self._write(live, self.store.add_move, number, move)
        return live.state()

    async def undo(self, live: LiveGame) -> State:
        """Take the last move back; from then on the game counts as helped.

        A finished game stays: the state is that of a copy for practice.
        """
        game = live.game
        if game.is_over and not game.is_practice:
            return await self._practise(live)
        if await in_thread(game.clicks, game.undo) is None:
            raise Problem(409, "InvalidGame", "there is no move to undo")
        live.row.helped = 1
        self._write(live, self.store.drop_move, live.game.clicks + 1)
        return live.state()

    async def _practise(self, live: LiveGame) -> State:
        self.check_room(live.row.player)
        practice: Callable[[], Game | Window] = live.game.practice
        copied = await in_thread(live.game.clicks, practice)
        row = replace(live.row, key=secret_name(), nonce=secrets.token_hex(32), made=time.time())
        row.practice, row.helped, row.told, row.daily = 1, 1, 0, ""
        return self._add(LiveGame(row, copied)).state()

    def pause(self, live: LiveGame) -> State:
        """Stop the clock; no cell is shown until the game goes on."""
        live.game.pause()
        self._write(live, self.store.update)
        return live.progress()

    def resume(self, live: LiveGame) -> State:
        """Start the clock again, and show the cells."""
        live.game.resume()
        self._write(live, self.store.update)
        return live.state()

    def note_help(self, live: LiveGame, hints: int = 0) -> None:
        """Note that the player was helped, by so many hints: the game is no record any more."""
        if live.row.helped and not hints:
            return
        live.game.note_help("hint")
        live.row.helped = 1
        live.row.hints += hints
        self._write(live, self.store.update)

    def drop(self, live: LiveGame) -> None:
        """Delete a game."""
        self._release(live.row.key)
        self.store.drop(live.row.key)

    def _write(self, live: LiveGame, write: Callable[..., None], *what: object) -> None:
        """Store a change. If that fails, drop the game from memory: the store has the truth."""
        try:
            write(live.updated_row(), *what)
        except BaseException:
            self._release(live.row.key)
            raise

    def _keep(self, live: LiveGame) -> LiveGame:
        """Keep a game in memory, and forget the oldest ones if there are too many."""
        key, board = live.row.key, live.row.board
        if key not in self._live:
            self._live[key] = live
            self._boards[board] += 1
            self.bytes += live.board_nbytes if self._boards[board] == 1 else 0
        self._live.move_to_end(key)
        self.bytes += live.nbytes - self._sizes.get(key, 0)
        self._sizes[key] = live.nbytes
        while self._is_full() and (oldest := self._oldest_but(key)) is not None:
            with suppress(Problem):  # at worst its clock loses some seconds
                self.store.update(self._live[oldest].updated_row())
            self._release(oldest)
        return live

    def _is_full(self) -> bool:
        return len(self._live) > _IN_MEMORY or self.bytes > self.limits.live

    def _oldest_but(self, latest: str) -> str | None:
        """The oldest game that nobody uses."""
        unused = (key for key in self._live if key != latest and key not in self._locks)
        return next(unused, None)

    def _release(self, key: str) -> None:
        """Drop a game from memory."""
        live = self._live.pop(key, None)
        if live is None:
            return
        board = live.row.board
        self.bytes -= self._sizes.pop(key)
        self._boards[board] -= 1
        if not self._boards[board]:
            self.bytes -= live.board_nbytes
            del self._boards[board]


_Result = TypeVar("_Result")


async def in_thread(size: int, work: Callable[..., _Result], *given: Any) -> _Result:
    """The result of work on so many moves; in a thread if it may take long."""
    if size <= _AT_ONCE:
        return work(*given)
    return await asyncio.to_thread(work, *given)


def _id(game: Game | Window, known: KnownBoard | None) -> str:
    """The id of a new game. The name of a large board is known; to find it again takes long."""
    if known is None or isinstance(game, Window) or game.is_given:
        return game.id
    word = None if game.rules is None else game.rules.word
    return write_id(known.hashed, game.mines, game.first, game.seed, game.fair, word)


def secret_name() -> str:
    """A secret name: of a player, who alone may play, or of a game, at which others may look."""
    return secrets.token_urlsafe(18)
