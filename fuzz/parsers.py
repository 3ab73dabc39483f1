"""Every parser in this process: it must answer or raise one sentence, and never be slow."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from random import Random
from tempfile import mkdtemp

import demine
from demine import DemineError, Game, Position, grid
from demine.arena import loads as tally_of
from demine.board import cell_at
from demine.circuits import dimacs
from demine.formats import board_of, name_of, td, zdd
from demine.game import Replay, Statistics
from demine.proof import Certificate
from fuzz.findings import Finding
from fuzz.mutations import mutate, spoil

_ROUND = 1000
_SLOW = 5.0
"""Limit in seconds for the work on a small input."""

Parser = Callable[[str], object]


def parsers(random: Random) -> int:
    """Mutations of good texts and bytes of every format."""
    table = _table()
    (chosen,) = random.choices(table, [entry[0] for entry in table])
    _, name, parse, seeds = chosen
    for _ in range(_ROUND):
        case = seeds[int(random.random() * len(seeds))]
        if isinstance(case, bytes):
            _try(name, parse, spoil(case, random))
        else:
            _try(name, parse, mutate(case, random))
    return _ROUND


def _try(name: str, parse: Callable[..., object], case: str | bytes) -> None:
    began = time.perf_counter()
    try:
        parse(case)
    except DemineError as error:
        said = str(error)
        if "\n" in said or len(said) > 5000:
            raise Finding(f"{name}: more than a sentence", case) from None
    except Exception as error:
        raise Finding(f"{name}: {type(error).__name__} {error}", case) from error
    if time.perf_counter() - began > _SLOW and (took := _work(parse, case)) > _SLOW:
        raise Finding(f"{name}: took {took:.1f} seconds", case)


def _work(parse: Callable[..., object], case: str | bytes) -> float:
    """The processor time, which other programs do not change."""
    began = time.process_time()
    with suppress(DemineError):
        parse(case)
    return time.process_time() - began


@cache
def _table() -> list[tuple[int, str, Callable[..., object], Sequence[str | bytes]]]:
    """Each parser with valid texts and its weight, which is lower for slow ones."""
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
    formats += ["..x1*\n.1211\n12xx2\n", "..1.\n2..1\n", "+2 x1 -1 ~x3 >= 0 ;\n"]
    clauses = ["c x\np cnf 3 2\n1 -3 0\n2 3 -1 0\n"]
    decomposition = ["s td 2 2 3\nb 1 1 2\nb 2 2 3\n1 2\n"]
    return [
        (8, "loads", _read, formats),
        (20, "loads of bytes", _read, [text.encode() for text in formats]),
        (1, "mbf", _read, [demine.dumps(demine.loads("2x2x1\nMS\nSS\n"), "mbf")]),
        (3, "replay", lambda text: Replay.loads(text).verify(), [Replay.of(game).dumps()]),
        (16, "tally", tally_of, [tally.dumps()]),
        (1, "statistics", _statistics(), [json.dumps(line) for line in _games()]),
        (24, "zdd", zdd.parse, [solutions]),
        (40, "game id", Game.from_id, ids),
        (40, "board name", board_of, [name_of(board), name_of(grid(3, 4, torus=True))]),
        (30, "address", partial(cell_at, grid(9, 9)), ["a1", "i9", "1,2", "80"]),
        (2, "certificate", _certificate, [_certify()]),
        (20, "td", td.parse, decomposition),
        (20, "clauses", dimacs.read, clauses),
        (1, "formula", demine.circuits.compile, ["a & (b | ~c)", "x ^ y -> z"]),
    ]


def _read(data: str | bytes) -> None:
    """Read a text and write it again."""
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
