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
import time
from collections import Counter
from dataclasses import dataclass
from typing import Any, Final

from demine import Game
from demine.game import Endless, Move, Stopwatch, Window
from demine.web.boards import KnownBoard
from demine.web.database import GameRow
from demine.web.problem import Problem
from demine.web.starting import begin

ENDLESS: Final = "endless"
"""The board of an endless game in the store."""
_BYTES_PER_CELL: Final = 64
_BYTES_PER_MOVE: Final = 200
_BYTES_PER_OPENED: Final = 400
"""Of a cell of an endless game."""

State = dict[str, Any]
"""What a player may see of a game, as JSON."""


@dataclass(eq=False)
class LiveGame:
    """A game, and its row in the store."""

    row: GameRow
    game: Game | Window

    @classmethod
    def restore(cls, row: GameRow, moves: list[Move], known: KnownBoard | None) -> LiveGame:
        """Rebuild the game from the store, with the times of its moves."""
        game = _make(row, known)
        for move in moves:
            game.make(move)
        game.moves[:] = moves
        game.stopwatch = _stopwatch(row, moves)
        if game.status == "playing":
            game.stopwatch.start()
        if row.paused:
            game.pause()
        game.undos, game.is_practice = row.undos, bool(row.practice)
        if row.helped:
            game.note_help("hint")
        return cls(row, Window(game) if isinstance(game, Endless) else game)

    def updated_row(self) -> GameRow:
        """The row, with the current state of the game."""
        row, game = self.row, self.game
        row.status, row.undos, row.seconds = game.status, game.undos, round(game.seconds, 3)
        row.clicks, row.paused, row.noted = game.clicks, int(game.is_paused), time.time()
        row.told |= game.is_over
        made = Counter(move.kind for move in game.moves)
        row.opens, row.flags, row.chords = made["open"], made["flag"], made["chord"]
        ended = game if game.is_over and isinstance(game, Game) else None
        row.three_bv, row.zini = (ended.three_bv, ended.zini) if ended else (None, None)
        return row

    def progress(self) -> State:
        """The state of the game without its cells; with the mines if it is over."""
        game, row = self.game, self.row
        return {
            "key": row.key,
            "status": game.status,
            "mines_left": game.counter,
            "clicks": game.clicks,
            "undos": game.undos,
            "seconds": round(game.seconds, 3),
            "paused": game.is_paused,
            "helped": bool(row.helped),
            "wasted": row.wasted,
            "hints": row.hints,
            **(self._ending() if game.is_over else {}),
        }

    def state(self) -> State:
        """Everything that the player may see; no cell during a pause."""
        game, row = self.game, self.row
        return self.progress() | {
            "board": row.board,
            "mines": row.mines,
            "first": row.first,
            "no_guess": row.certificate is not None,
            "commitment": commitment(row.nonce, row.id),
            "practice": game.is_practice,
            "fair": row.fair or None,
            "shared": bool(row.shared),
            "daily": row.daily or None,
            **({} if game.is_paused else _cells(game)),
            **_rules(game),
            **(_describe(game) if isinstance(game, Window) else {}),
        }

    def look(self, window: Window) -> None:
        """Show another part of an endless game."""
        window.undos = window.game.undos
        self.game = window

    def played(self) -> State:
        """The finished game, for a worker that plays it again."""
        self._check_over("replay")
        row, game = self.row, self.game
        return {
            "board": row.board,
            "mines": row.mines,
            "first": row.first,
            "id": row.id,
            "moves": [(move.kind, move.cell, move.at) for move in game.moves],
            "undos": game.undos,
            "helps": sorted(game.helps),
            "hints": row.hints,
        }

    @property
    def board_nbytes(self) -> int:
        """About how many bytes its board takes, which other games may share."""
        if isinstance(self.game, Window):
            return 0
        return self.game.board.nbytes + len(self.row.board)

    @property
    def nbytes(self) -> int:
        """About how many bytes the game takes without its board."""
        game = self.game
        opened = game.game.size if isinstance(game, Window) else 0
        cells = _BYTES_PER_CELL * len(game.board) + _BYTES_PER_OPENED * opened
        return cells + _BYTES_PER_MOVE * len(game.moves)

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
        told = {"mined": sorted(game.mined), "id": row.id, "nonce": row.nonce}
        if isinstance(game, Window):
            return told
        made = Counter(move.kind for move in game.moves)
        clicks = game.clicks + row.wasted
        return told | {
            **held_by(game),
            "three_bv": game.three_bv,
            "zini": game.zini,
            "made": {kind: made[kind] for kind in ("open", "flag", "chord")},
            "start": next((move.cell for move in game.moves if move.kind == "open"), None),
            "efficiency": game.three_bv / clicks if won and clicks else None,
        }


def _make(row: GameRow, known: KnownBoard | None) -> Game | Endless:
    """The game of a row before its first move."""
    if known is None:
        return Endless.from_id(row.id)
    row.board = known.name  # one text for all games on the board
    return begin(known.board, row.id)


def _stopwatch(row: GameRow, moves: list[Move]) -> Stopwatch:
    """The clock of a stored game. It ran on while the game was not in memory: no time is free."""
    passed = max([row.seconds, *(move.at for move in moves)])
    if row.status == "playing" and not row.paused and row.noted:
        passed += max(0.0, time.time() - row.noted)
    return Stopwatch(passed=passed)


def _cells(game: Game | Window) -> State:
    codes = game.codes if isinstance(game, Window) else game.position.codes.tolist()
    return {"codes": codes, "flags": sorted(game.flags)}


def _rules(game: Game | Window) -> State:
    """The rules beyond the classic ones, the most mines in a cell, and what the flags stand for."""
    if isinstance(game, Window) or game.rules is None:
        return {}
    counts = [] if game.is_paused else list(game.flag_counts.items())
    return {"rules": game.rules.name, "capacity": max(game.rules.capacity), "counts": counts}


def held_by(game: Game) -> State:
    """The cells of a finished game that hold several mines, with their numbers."""
    several = [pair for pair in enumerate(game.filling) if pair[1] > 1]
    return {} if game.rules is None else {"held": several}


def _describe(window: Window) -> State:
    """What a page needs to know of an endless game. It has no record, so its seed is no secret."""
    x, y = window.corner
    game = window.game
    view = {"x": x, "y": y, "rows": window.rows, "columns": window.columns}
    told = {"density": str(game.density), "seed": str(game.seed), "cells": game.size}
    return {"board": f"grid-{window.rows}x{window.columns}", "endless": {**view, **told}}


def commitment(nonce: str, id: str) -> str:
    """The commitment: SHA-256 of `nonce:id`, in hexadecimal."""
    return hashlib.sha256(f"{nonce}:{id}".encode()).hexdigest()


def seed_of(id: str) -> int:
    """The seed in the id of a game."""
    return int(id.rsplit("-", 1)[1])
