"""The table: games being played. The only place of the server that holds mines.

A game that was not touched for long is put away and made again from the store, move by move, with
the times that were written down. What leaves the table is what a player may see: `state` tells the
mines, the id and the nonce when the game is over, and never before.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, cast

from demine import Game, Replay
from demine.formats import whole_name
from demine.game import First, Stopwatch
from demine.web.commitment import commitment, key, nonce, seed
from demine.web.limits import Limits
from demine.web.problem import Problem
from demine.web.reading import find_board
from demine.web.store import GameRow, Store

_LIVE: Final = 2000
"""Games that are kept in memory."""

Told = dict[str, Any]


class SettableClock:
    """Seconds that can be set: first to the times of old moves, then running on from there."""

    def __init__(self) -> None:
        """Stand at 0 until `run`."""
        self.at = 0.0
        self._since: float | None = None

    def __call__(self) -> float:
        """The time."""
        return self.at + (0.0 if self._since is None else time.monotonic() - self._since)

    def run(self) -> None:
        """Go on from where it stands."""
        self._since = time.monotonic()


class Seat:
    """A player's place at the table: the game, and what is written down about it."""

    def __init__(self, row: GameRow, game: Game) -> None:
        """Sit down."""
        self.row, self.game = row, game

    @classmethod
    def restore(cls, row: GameRow, moves: list[tuple[str, int, float]]) -> Seat:
        """The game as it was when it was last written down."""
        game = Game(
            find_board(row.board), row.mines, seed=_seed(row.id), first=cast(First, row.first)
        )
        clock = SettableClock()
        game.stopwatch = Stopwatch(clock)
        for kind, cell, at in moves:
            clock.at = at
            _move(game, kind, cell)
        if game.stopwatch.is_running:
            clock.at = max(clock.at, row.seconds)
        game.undos = row.undos
        if row.helped:
            game.note_help("hint")
        if row.paused:
            game.stopwatch.stop()
        clock.run()
        return cls(row, game)

    @property
    def is_told(self) -> bool:
        """Whether the mines may be seen: the game is over."""
        return self.game.is_over

    def note(self) -> GameRow:
        """The row, as the game stands now."""
        row, game = self.row, self.game
        row.status, row.undos, row.seconds = game.status, game.undos, round(game.seconds, 3)
        row.clicks = game.clicks
        row.told |= self.is_told
        row.three_bv = game.three_bv if self.is_told else None
        return row

    def progress(self) -> Told:
        """How the game stands, without its cells."""
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
            **(self._ending() if self.is_told else {}),
        }

    def state(self) -> Told:
        """Everything that the player may know."""
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

    def tell_changes(self, cells: list[int]) -> Told:
        """How the game stands after a move, with the cells that it changed."""
        codes, flags = self.game.position.codes, self.game.flags
        seen = [[cell, int(codes[cell]), int(cell in flags)] for cell in sorted(cells)]
        return {**self.progress(), "changed": seen}

    def replay(self) -> str:
        """The finished game as a file."""
        self._check_told("replay")
        return Replay.of(self.game).dumps()

    def certificate(self) -> str:
        """The proof that the finished game needed no guess."""
        self._check_told("certificate")
        if self.row.certificate is None:
            raise Problem(404, "NotFound", "the game was not dealt as one without guesses")
        return self.row.certificate

    def _check_told(self, what: str) -> None:
        if not self.is_told:
            raise Problem(409, "InvalidGame", f"the {what} is told when the game is over")

    def _ending(self) -> Told:
        game, row = self.game, self.row
        won = game.status == "won"
        return {
            "mined": sorted(game.mined),
            "id": row.id,
            "nonce": row.nonce,
            "three_bv": game.three_bv,
            "efficiency": game.efficiency if won and game.clicks else None,
        }


class Table:
    """All seats, by the keys of their games."""

    def __init__(self, store: Store, limits: Limits) -> None:
        """Play with this store."""
        self.store, self.limits = store, limits
        self._live: OrderedDict[str, Seat] = OrderedDict()

    def deal(self, player: str, board: str, mines: int, first: str) -> Seat:
        """A new game, with a seed that nobody can guess."""
        game = Game(find_board(board), mines, seed=seed(), first=cast(First, first))
        return self._seat(player, game, None)

    def seat_certified(self, player: str, board: str, id: str, certificate: str) -> Seat:
        """A new game without guesses, that was searched for on this board."""
        _, mines, first, number = id.rsplit("-", 3)
        game = Game(find_board(board), int(mines), seed=int(number), first=cast(First, first))
        return self._seat(player, game, certificate)

    def check_room(self, player: str) -> None:
        """Refuse a player who has too many games open."""
        if self.store.count_unfinished(player) >= self.limits.games:
            line = f"{self.limits.games} games are open: expected one to be finished or deleted"
            raise Problem(429, "TooMany", line)

    def seat(self, key: str) -> Seat:
        """The seat of a game; `Problem` if there is no such game."""
        seat = self._live.get(key)
        if seat is None:
            row = self.store.game(key)
            if row is None:
                raise Problem(404, "NotFound", "there is no such game")
            seat = Seat.restore(row, self.store.moves(key))
        return self._keep(seat)

    def move(self, seat: Seat, kind: str, cell: int) -> Told:
        """Open, flag or chord; what is void changes nothing and is not written down."""
        self._resume(seat)
        changed = _move(seat.game, kind, cell)
        if changed:
            move = seat.game.moves[-1]
            self._write(seat, self.store.add_move, seat.game.clicks, kind, cell, move.at)
        return seat.tell_changes(changed)

    def undo(self, seat: Seat) -> Told:
        """Take the last move back, even a lost one; the game counts as helped from then on."""
        if seat.game.undo() is None:
            raise Problem(409, "InvalidGame", "there is no move to take back")
        seat.row.helped, seat.row.paused = 1, 0
        self._write(seat, self.store.drop_move, seat.game.clicks + 1)
        return seat.state()

    def pause(self, seat: Seat) -> Told:
        """Stop the time; the page hides the board."""
        if seat.game.status == "playing":
            seat.game.stopwatch.stop()
            seat.row.paused = 1
            self._write(seat, self.store.update)
        return seat.progress()

    def resume(self, seat: Seat) -> Told:
        """Let the time go on."""
        self._resume(seat)
        self._write(seat, self.store.update)
        return seat.progress()

    def note_help(self, seat: Seat) -> None:
        """The player was helped: the game is no record."""
        if not seat.row.helped:
            seat.game.note_help("hint")
            seat.row.helped = 1
            self._write(seat, self.store.update)

    def drop(self, seat: Seat) -> None:
        """Forget a game."""
        self._live.pop(seat.row.key, None)
        self.store.drop(seat.row.key)

    def _write(self, seat: Seat, write: Callable[..., None], *what: object) -> None:
        """Write a change down. If that fails it has not happened: the store says what stands."""
        try:
            write(seat.note(), *what)
        except BaseException:
            self._live.pop(seat.row.key, None)
            raise

    def _resume(self, seat: Seat) -> None:
        if seat.row.paused:
            seat.row.paused = 0
            if seat.game.status == "playing":
                seat.game.stopwatch.start()

    def _seat(self, player: str, game: Game, certificate: str | None) -> Seat:
        board = whole_name(game.board)
        row = GameRow(key(), player, board, game.mines, game.first, game.id, nonce(), certificate)
        self.store.add(row, self.limits.kept)
        return self._keep(Seat(row, game))

    def _keep(self, seat: Seat) -> Seat:
        self._live[seat.row.key] = seat
        self._live.move_to_end(seat.row.key)
        if len(self._live) > _LIVE:
            _, oldest = self._live.popitem(last=False)
            with suppress(Problem):  # it loses some seconds on its clock, and nobody a move
                self.store.update(oldest.note())
        return seat


def _move(game: Game, kind: str, cell: int) -> list[int]:
    return {"open": game.open, "flag": game.flag, "chord": game.chord}[kind](cell)


def _seed(id: str) -> int:
    return int(id.rsplit("-", 1)[1])
