"""Names of boards: one short word that makes the board again, fit for a file name and a shell.

The name of a topology's board is its recipe: `grid-16x30-torus`. Any other board is `graph-` and
twelve digits of a hash. A file with such a name holds the board as well, and its reader passes the
board to `remember`.
"""

from __future__ import annotations

import hashlib
import json
import re
from typing import Final

from demine.arguments import show
from demine.board import Board, read_recipe
from demine.errors import FormatError, InvalidBoard, InvalidPosition
from demine.files import Object, as_object, decode, pack, records, unpack
from demine.formats import graph
from demine.labels import COVERED
from demine.position import Position

_GRAPH: Final = "graph"
_HASH: Final = re.compile(r"[0-9a-f]{12}")
_MOST_BYTES: Final = 1 << 24
"""Bytes of an unpacked graph."""

_MOST_KNOWN: Final = 256

# Graphs whose names this process has written or read: their games can be made again.
_KNOWN: Final[dict[str, Board]] = {}


def name_of(board: Board) -> str:
    """The name of the board; a graph is remembered under it."""
    if board.recipe is not None and board.recipe.is_whole:
        return board.recipe.name
    return remember(board)


def whole_name(board: Board) -> str:
    """A name that makes the board in any process: it contains a graph in full."""
    name = name_of(board)
    if not name.startswith(f"{_GRAPH}-"):
        return name
    return f"{_GRAPH}-{pack(_write(board).encode())}"


def board_of(name: str) -> Board:
    """The board of a name; `FormatError` says what was expected."""
    topology, _, rest = name.partition("-")
    if topology == _GRAPH:
        return _graph(name, rest)
    recipe = read_recipe(name)
    try:
        return recipe.make()
    except InvalidBoard as error:
        raise FormatError(f"board {show(name)}: {error}") from None


def remember(board: Board) -> str:
    """The name of a graph; from now on `board_of` finds the graph by it."""
    name = f"{_GRAPH}-{hashlib.sha256(_write(board).encode()).hexdigest()[:12]}"
    if name not in _KNOWN:
        while len(_KNOWN) >= _MOST_KNOWN:
            del _KNOWN[next(iter(_KNOWN))]
        _KNOWN[name] = board
    return name


BOARD_BESIDE: Final = records.Optional(
    records.Check("the board of a graph, as in the format `graph`")
)
"""The field `board` of records that name a board, for `read_board` to check."""


def write_board(name: str) -> Object:
    """The field `board` for a name that does not make the board; else nothing."""
    if not name.startswith(f"{_GRAPH}-"):
        return {}
    return {"board": json.loads(_write(board_of(name)))}


def read_board(given: Object) -> None:
    """Remember the board of the field `board`, if there is one."""
    if "board" in given:
        remember(_read(json.dumps(as_object(given["board"], '"board" is '))))


def _write(board: Board) -> str:
    """A graph as the format `graph` writes it, every cell covered."""
    return graph.write(Position(board, [COVERED] * len(board)))


def _read(text: str) -> Board:
    try:
        return graph.parse(text).board
    except (InvalidBoard, InvalidPosition) as error:
        raise FormatError(str(error)) from None


def _graph(name: str, rest: str) -> Board:
    if name in _KNOWN:
        return _KNOWN[name]
    if _HASH.fullmatch(rest) is not None:
        raise FormatError(f"board {name}: this name is a hash: give the file of the board as well")
    try:
        return _read(decode(unpack(rest, _MOST_BYTES)))
    except FormatError as error:
        raise FormatError(f"board {show(rest)}: {error}") from None
