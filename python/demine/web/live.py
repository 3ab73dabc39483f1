"""Live games: the games being played, and the only part of the server that holds mines.

The server keeps the latest games in memory and rebuilds older ones from the store, move by move.
A player sees the mines, the id and the nonce of a game only after it is over.

The server commits to a game's seed before the first move: with a new game, the client gets the hash
of a secret nonce and the game's id. It gets both when the game is over, and can check that the
server used no other seed. The id contains the seed; the mines follow from the seed and the first
cell (from the seed alone if that cell may be a mine). Without the nonce, a client could find the
seed by trying all. A board without guesses is made for its first cell: the server commits to it
when it is found, before that cell is opened.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, cast

from demine import Game, Replay
from demine.formats import whole_name
from demine.game import First, GameSetup, Move, MoveKind, Stopwatch
from demine.web.limits import Limits
from demine.web.problem import Problem
from demine.web.questions.written import changes
from demine.web.reading import make_board
from demine.web.store import GameRow, Store

_IN_MEMORY: Final = 2000
"""Games that are kept in memory."""

State = dict[str, Any]
"""What a player may see of a game, as JSON."""


@dataclass(eq=False)
class LiveGame:
    """A game, and its row in the store."""

    row: GameRow
    game: Game

    @classmethod
    def restore(cls, row: GameRow, moves: list[Move]) -> LiveGame:
        """Rebuild the game from the store, with the times of its moves."""
        setup = GameSetup(make_board(row.board), row.mines, cast(First, row.first))
        game = setup.game(seed_of(row.id))
        for move in moves:
            game.make(move)
        game.moves[:] = moves
        game.stopwatch = Stopwatch(passed=max([row.seconds, *(move.at for move in moves)]))
        if game.status == "playing" and not row.paused:
            game.stopwatch.start()
        game.undos = row.undos
        if row.helped:
            game.note_help("hint")
        return cls(row, game)

    def updated_row(self) -> GameRow:
        """The row, with the current state of the game."""
        row, game = self.row, self.game
        row.status, row.undos, row.seconds = game.status, game.undos, round(game.seconds, 3)
        row.clicks = game.clicks
        row.told |= game.is_over
        row.three_bv = game.three_bv if game.is_over else None
        return row

    def progress(self) -> State:
        """The state of the game without its cells; with the mines if it is over."""
        game, row = self.game, self.row
        return {
            "key": row.key,
            "status": game.status,
            "mines_left": game.mines_left,
            "clicks": game.clicks,
            "undos": game.undos,
            "seconds": round(game.seconds, 3),
            "paused": bool(row.paused),
            "helped": bool(row.helped),
            **(self._ending() if game.is_over else {}),
        }

    def state(self) -> State:
        """Everything that the player may see."""
        game, row = self.game, self.row
        return self.progress() | {
            "board": row.board,
            "mines": row.mines,
            "first": row.first,
            "no_guess": row.certificate is not None,
            "commitment": commitment(row.nonce, row.id),
            "codes": game.position.codes.tolist(),
            "flags": sorted(game.flags),
        }

    def replay(self) -> str:
        """The finished game as a file."""
        self._check_over("replay")
        return Replay.of(self.game).dumps()

    def certificate(self) -> str:
        """The proof that the finished game needed no guess."""
        self._check_over("certificate")
        if self.row.certificate is None:
            raise Problem(404, "NotFound", "this game has no certificate: it may need guesses")
        return self.row.certificate

    def _check_over(self, what: str) -> None:
        if not self.game.is_over:
            line = f"the {what} is available after the end of the game"
            raise Problem(409, "InvalidGame", line)

    def _ending(self) -> State:
        game, row = self.game, self.row
        won = game.status == "won"
        return {
            "mined": sorted(game.mined),
            "id": row.id,
            "nonce": row.nonce,
            "three_bv": game.three_bv,
            "efficiency": game.efficiency if won and game.clicks else None,
        }


class LiveGames:
    """All games of the server, by their keys."""

    def __init__(self, store: Store, limits: Limits) -> None:
        self.store, self.limits = store, limits
        self._live: OrderedDict[str, LiveGame] = OrderedDict()

    def create(self, player: str, game: Game, certificate: str | None = None) -> LiveGame:
        """Store a new game; `certificate` proves that it needs no guess."""
        row = GameRow(
            key=secret_name(),
            player=player,
            board=whole_name(game.board),
            mines=game.mines,
            first=game.first,
            id=game.id,
            nonce=secrets.token_hex(32),
            certificate=certificate,
            made=time.time(),
        )
        self.store.add(row, self.limits.kept)
        return self._keep(LiveGame(row, game))

    def check_room(self, player: str) -> None:
        """Refuse a player who has too many unfinished games."""
        most = self.limits.games
        if self.store.count_unfinished(player) >= most:
            line = f"the limit of unfinished games is {most}: finish or delete one first"
            raise Problem(429, "TooMany", line)

    def find(self, key: str) -> LiveGame:
        """The game with this key; `Problem` if there is none."""
        live = self._live.get(key)
        if live is None:
            row = self.store.game(key)
            if row is None:
                raise Problem(404, "NotFound", "there is no such game")
            live = LiveGame.restore(row, self.store.moves(key))
        return self._keep(live)

    def move(self, live: LiveGame, kind: MoveKind, cell: int) -> State:
        """Open, flag or chord; the state, with the cells that changed.

        A move without effect is not stored.
        """
        self._continue(live)
        game = live.game
        changed = game.move(kind, cell)
        if changed:
            self._write(live, self.store.add_move, game.clicks, kind, cell, game.moves[-1].at)
        return {**live.progress(), "changed": changes(game, changed)}

    def undo(self, live: LiveGame) -> State:
        """Take the last move back, even a lost one; from then on the game counts as helped."""
        if live.game.undo() is None:
            raise Problem(409, "InvalidGame", "there is no move to undo")
        live.row.helped, live.row.paused = 1, 0
        self._write(live, self.store.drop_move, live.game.clicks + 1)
        return live.state()

    def pause(self, live: LiveGame) -> State:
        """Stop the clock; the page hides the board."""
        if live.game.status == "playing":
            live.game.stopwatch.stop()
            live.row.paused = 1
            self._write(live, self.store.update)
        return live.progress()

    def resume(self, live: LiveGame) -> State:
        """Start the clock again."""
        self._continue(live)
        self._write(live, self.store.update)
        return live.progress()

    def note_help(self, live: LiveGame) -> None:
        """Note that the player was helped: the game no longer counts as a record."""
        if not live.row.helped:
            live.game.note_help("hint")
            live.row.helped = 1
            self._write(live, self.store.update)

    def drop(self, live: LiveGame) -> None:
        """Delete a game."""
        self._live.pop(live.row.key, None)
        self.store.drop(live.row.key)

    def _write(self, live: LiveGame, write: Callable[..., None], *what: object) -> None:
        """Store a change. If that fails, drop the game from memory: the store has the truth."""
        try:
            write(live.updated_row(), *what)
        except BaseException:
            self._live.pop(live.row.key, None)
            raise

    def _continue(self, live: LiveGame) -> None:
        if live.row.paused:
            live.row.paused = 0
            if live.game.status == "playing":
                live.game.stopwatch.start()

    def _keep(self, live: LiveGame) -> LiveGame:
        self._live[live.row.key] = live
        self._live.move_to_end(live.row.key)
        if len(self._live) > _IN_MEMORY:
            _, oldest = self._live.popitem(last=False)
            with suppress(Problem):  # at worst its clock loses some seconds
                self.store.update(oldest.updated_row())
        return live


def commitment(nonce: str, id: str) -> str:
    """The commitment: SHA-256 of `nonce:id`, in hexadecimal."""
    return hashlib.sha256(f"{nonce}:{id}".encode()).hexdigest()


def secret_name() -> str:
    """A secret name of a game or a player: it is the only right to use it."""
    return secrets.token_urlsafe(18)


def seed_of(id: str) -> int:
    """The seed in the id of a game."""
    return int(id.rsplit("-", 1)[1])
