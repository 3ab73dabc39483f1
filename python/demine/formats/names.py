"""Names of boards: one short word that makes the board again, fit for a file name and a shell.

The name of a topology's board is its recipe: `grid-16x30-torus`. Any other board is `graph-` and
a SHA-256 hash. A file with such a name holds the board as well, and `read_board` reads it. Older
files have only the first twelve digits of the hash. Two graphs can be made to share these, so such
a name finds a board but proves nothing.
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
from demine.latest import Latest
from demine.position import Position

_GRAPH: Final = "graph"
_HASH: Final = re.compile(r"[0-9a-f]{64}")
_SHORT_HASH: Final = re.compile(r"[0-9a-f]{12}")
_MOST_BYTES: Final = 1 << 24
"""Bytes of an unpacked graph."""

# Graphs whose names this process has written or read: their games can be made again.
_KNOWN: Final[Latest[str, Board]] = Latest(most_bytes=1 << 28, most=256)


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
    name = f"{_GRAPH}-{hashlib.sha256(_write(board).encode()).hexdigest()}"
    if _KNOWN.get(name) is None:
        _KNOWN.put(name, board, board.nbytes)
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


def read_board(given: Object, id: str) -> str:
    """Remember the board of the field `board`, if there is one; the id with its whole hash.

    `FormatError` if the id names another graph.
    """
    if "board" not in given:
        return id
    whole = remember(_read(json.dumps(as_object(given["board"], '"board" is '))))
    name, *rest = id.rsplit("-", 3)
    if not _has_hash(name):
        return id
    if not whole.startswith(name):
        raise FormatError(f"it has another hash than the id {show(id)}")
    return "-".join([whole, *rest])


def check_whole(id: str) -> None:
    """`FormatError` if the id of a game has a short hash: it may mean several boards."""
    name = id.rsplit("-", 3)[0]
    if _SHORT_HASH.fullmatch(name.removeprefix(f"{_GRAPH}-")) is not None:
        raise FormatError(
            f"board {name}: twelve digits of a hash can be forged: expected a file with the board"
        )


def _write(board: Board) -> str:
    """A graph as the format `graph` writes it, every cell covered."""
    return graph.write(Position(board, [COVERED] * len(board)))


def _read(text: str) -> Board:
    try:
        return graph.parse(text).board
    except (InvalidBoard, InvalidPosition) as error:
        raise FormatError(str(error)) from None


def _has_hash(name: str) -> bool:
    topology, _, rest = name.partition("-")
    return topology == _GRAPH and any(kind.fullmatch(rest) for kind in (_HASH, _SHORT_HASH))


def _graph(name: str, rest: str) -> Board:
    if _has_hash(name):
        return _find(name)
    try:
        return _read(decode(unpack(rest, _MOST_BYTES)))
    except FormatError as error:
        raise FormatError(f"board {show(rest)}: {error}") from None


def _find(name: str) -> Board:
    """The one board that is known by this hash, whole or short."""
    found = [board for whole, board in _KNOWN.items() if whole.startswith(name)]
    if len(found) > 1:
        raise FormatError(f"board {name}: {len(found)} boards share this hash: give the whole one")
    if not found:
        raise FormatError(f"board {name}: this name is a hash: give the file of the board as well")
    return found[0]
