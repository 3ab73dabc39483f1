"""Every parser, in this process: a sentence or an answer, never anything else, and never slowly."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path
from random import Random
from tempfile import mkdtemp

import demine
from demine import DemineError, Game, Position, grid
from demine.arena import loads as tally_of
from demine.board import cell_at
from demine.formats import board_of, name_of, zdd
from demine.game import Replay, Statistics
from demine.proof import Certificate
from fuzz.findings import Finding
from fuzz.mutations import mutate, spoil

_ROUND = 500
_SLOW = 5.0
"""Seconds of work that no small input may take."""

_WEIGHTS = (6, 6, 2, 1, 4, 1, 6, 1, 1, 4, 4, 1)
"""How often each parser of the table has its turn: those that make boards are slow."""

Parser = Callable[[str], object]


def parsers(random: Random) -> int:
    """Mutations of good texts and bytes of every format."""
    ((name, parse, seeds),) = random.choices(_table(), _WEIGHTS)
    for _ in range(_ROUND):
        case = random.choice(seeds)
        if isinstance(case, bytes):
            _try(name, parse, spoil(case, random))
        else:
            _try(name, parse, mutate(case, random))
    return _ROUND


def _try(name: str, parse: Callable[..., object], case: str | bytes) -> None:
    began = time.process_time()
    try:
        parse(case)
    except DemineError as error:
        said = str(error)
        if "\n" in said or len(said) > 5000:
            raise Finding(f"{name}: more than a sentence", case) from None
    except Exception as error:
        raise Finding(f"{name}: {type(error).__name__} {error}", case) from error
    if time.process_time() - began > _SLOW:
        raise Finding(f"{name}: took {time.process_time() - began:.1f} seconds", case)


@cache
def _table() -> list[tuple[str, Callable[..., object], Sequence[str | bytes]]]:
    """Each parser with texts that it takes."""
    game = Game(grid(4, 4), 3, seed=1)
    for cell in (0, 5, 15):
        game.open(cell)
    board = demine.from_edges(4, [(0, 1), (1, 2), (2, 3)])
    position = Position(board, ["?", 1, "?", "?"], mines=2)
    tally = demine.simulate("random", preset="classic", games=3, seed=5)
    formats = [demine.dumps(position, "graph"), demine.dumps(game.position, "graph")]
    formats += [demine.dumps(game.position, "mine"), "c x\np tw 3 2\n1 2\n2 3\n", "3x1x?\nH1?\n"]
    covered = Position(board, ["?"] * 4)
    formats += [demine.dumps(covered, "graph6"), demine.dumps(position, "opb"), "4x4n2:0,0,u1800"]
    solutions = zdd.write(position.solutions())
    ids = [game.id, Game(board, 1, seed=3).id, "box-2x2x2-rook-3-opening-7", "hexagonal-3x4"]
    return [
        ("loads", _read, formats),
        ("loads of bytes", _read, [text.encode() for text in formats]),
        ("mbf", _read, [demine.dumps(demine.loads("2x2x1\nMS\nSS\n"), "mbf")]),
        ("replay", lambda text: Replay.loads(text).verify(), [Replay.of(game).dumps()]),
        ("tally", tally_of, [tally.dumps()]),
        ("statistics", _statistics(), [json.dumps(line) for line in _games()]),
        ("zdd", zdd.parse, [solutions]),
        ("game id", Game.from_id, ids),
        ("board name", board_of, [name_of(board), name_of(grid(3, 4, torus=True))]),
        ("address", partial(cell_at, grid(9, 9)), ["a1", "i9", "1,2", "80"]),
        ("certificate", _certificate, [_certify()]),
        ("formula", demine.circuits.compile, ["a & (b | ~c)", "x ^ y -> z"]),
    ]


def _read(data: str | bytes) -> None:
    """Read, and write what was read."""
    position = demine.loads(data)
    if len(position.board) < 1000:
        assert demine.loads(demine.dumps(position, "graph")) == position


def _certificate(text: str) -> None:
    Certificate.loads(text).verify()


def _certify() -> str:
    from demine.proof import no_guess

    return no_guess(Game(grid(4, 4), 2, seed=1)).dumps()


def _games() -> list[dict[str, object]]:
    end = {"end": "expert", "id": "x", "status": "won", "seconds": 1.5, "helped": False}
    return [{"begin": "expert", "id": "x"}, end]


def _statistics() -> Parser:
    path = Path(mkdtemp()) / "statistics.jsonl"

    def parse(text: str) -> None:
        path.write_bytes(text.encode(errors="surrogatepass"))
        Statistics(path).records()

    return parse
