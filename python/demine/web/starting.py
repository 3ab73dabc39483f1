"""The game of an id before its first move, on a board that is known already."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, cast, get_args

from demine.board import Board
from demine.errors import FormatError, InvalidGame, InvalidPosition
from demine.game import FAIRS, FIRSTS, Fair, First, Game, GameSetup, Move, MoveKind
from demine.rules import WORD, Rules

_LONGEST: Final = 1e9


def begin(board: Board, id: str) -> Game:
    """The game; its id may name the board by a hash, from which nobody could build it."""
    mines, first, fair, word, seed = rules_of(id)
    if seed.startswith("m"):
        return Game.from_id(id)
    try:
        rules = Rules.named(board, word) if word else None
    except InvalidPosition as error:
        raise InvalidGame(f'"id": {error}') from None
    return GameSetup(board, mines, first, fair=fair, rules=rules).game(int(seed))


def rules_of(id: str) -> tuple[int, First, Fair | None, str, str]:
    """What an id says: mines, first click, whether it is fair, the word of its rules, its seed."""
    parts = id.rsplit("-", 3)
    first, _, more = parts[2].partition(".") if len(parts) == 4 else ("", "", "")
    fair, _, word = more.partition(".") if more.split(".")[0] in FAIRS else ("", "", more)
    digits = len(parts) == 4 and parts[1].isascii() and parts[1].isdigit()
    known = first in FIRSTS and (not word or WORD.fullmatch(word))
    if not digits or not known or not _is_seed(parts[3]):
        raise FormatError('"id": expected BOARD-MINES-RULE-SEED')
    return int(parts[1]), cast(First, first), cast(Fair, fair) if fair else None, word, parts[3]


def _is_seed(text: str) -> bool:
    return text.startswith("m") or (text.isascii() and text.isdigit() and len(text) <= 20)


def read_moves(given: Any, cells: int, most: int) -> list[Move]:
    """Moves as JSON: kind, cell and time of each."""
    if not isinstance(given, list) or len(given) > most:
        raise FormatError(f'"moves": expected a list of at most {most} moves')
    return list(_moves(given, cells))


def _moves(given: list[Any], cells: int) -> Iterable[Move]:
    for number, one in enumerate(given, 1):
        if not isinstance(one, list) or len(one) != 3:
            one = (None, None, None)
        kind, cell, at = one
        if not _is_move(kind, cell, at, cells):
            raise FormatError(f'"moves", number {number}: expected [kind, cell, seconds]')
        yield Move(cast(MoveKind, kind), cell, float(at))


def _is_move(kind: Any, cell: Any, at: Any, cells: int) -> bool:
    is_cell = type(cell) is int and 0 <= cell < cells
    is_time = type(at) in (int, float) and 0 <= at <= _LONGEST
    return kind in get_args(MoveKind) and is_cell and is_time
