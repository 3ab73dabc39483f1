"""Names of boards: one short word that makes the board again, fit for a file name and a shell.

A topology, its sides, and what is unusual about it: `grid-16x30`, `grid-16x30-torus-knight`,
`hexagonal-8x8`, `triangular-6x10-sides`, `box-4x4x4-rook`. Any other board is `graph-` and twelve
digits of a hash: whoever writes such a name down writes the board beside it, and whoever reads it
needs that board (`remember`).
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from demine.arguments import show
from demine.board import (
    Board,
    Recipe,
    box,
    cube,
    geodesic,
    grid,
    hexagonal,
    triangular,
    voronoi,
)
from demine.errors import FormatError, InvalidBoard, InvalidPosition
from demine.formats import graph, records
from demine.formats.objects import Object, as_object
from demine.formats.packing import pack, unpack
from demine.formats.text import decode
from demine.labels import COVERED
from demine.position import Position


class Topology(NamedTuple):
    """A kind of board: what makes it from its sides, and what a name may say besides."""

    make: Callable[..., Board]
    sides: str
    words: tuple[str, ...]
    about: str
    example: str


TOPOLOGIES: Final[dict[str, Topology]] = {
    "grid": Topology(
        grid,
        "ROWSxCOLS",
        ("torus", "rook", "knight", "trimmed", "rN"),
        "squares; 8 neighbours",
        "grid-16x30-torus",
    ),
    "hexagonal": Topology(
        hexagonal, "ROWSxCOLS", ("torus", "rN"), "a honeycomb; 6 neighbours", "hexagonal-12x16"
    ),
    "triangular": Topology(
        triangular,
        "ROWSxCOLS",
        ("torus", "sides"),
        "triangles; 12 neighbours, by sides 3",
        "triangular-10x20",
    ),
    "box": Topology(
        lambda *sides, **options: box(sides, **options),
        "AxBxC…",
        ("torus", "rook", "knight", "trimmed", "rN"),
        "a grid in 1 to 16 dimensions",
        "box-4x4x4-rook",
    ),
    "cube": Topology(
        cube, "SIDE", ("sides",), "the surface of a cube, unfolded; 8 neighbours", "cube-6"
    ),
    "geodesic": Topology(
        geodesic,
        "FREQUENCY",
        ("triangle", "sides"),
        "a sphere of hexagons and 12 pentagons, or of triangles",
        "geodesic-4",
    ),
    "voronoi": Topology(
        voronoi, "CELLS", ("sN", "sides"), "irregular cells of scattered points", "voronoi-80-s7"
    ),
}

WORDS: Final = {
    "torus": "no border: opposite sides meet",
    "rook": "neighbours share a side",
    "knight": "neighbours are a knight's move apart",
    "trimmed": "the king's neighbourhood without the corners of its square",
    "rN": "neighbours up to N cells away",
    "sides": "neighbours share a side, not just a corner",
    "triangle": "triangles instead of hexagons",
    "sN": "other points, by a seed",
}
"""What the words after the sides mean."""

_OPTIONS: Final[dict[str, tuple[str, Any]]] = {
    "torus": ("torus", True),
    "rook": ("neighbourhood", "rook"),
    "knight": ("neighbourhood", "knight"),
    "trimmed": ("neighbourhood", "trimmed"),
    "king": ("neighbourhood", "king"),
    "sides": ("corners", False),
    "triangle": ("faces", "triangle"),
}
_GRAPH: Final = "graph"
_SIDES: Final = re.compile(r"[0-9]{1,9}(x[0-9]{1,9})*")
_NUMBERED: Final = {"r": "radius", "s": "seed"}
_NUMBER: Final = re.compile(r"([rs])([0-9]{1,9})")
_HASH: Final = re.compile(r"[0-9a-f]{12}")
_MOST_BYTES: Final = 1 << 24
"""Of a graph, unpacked."""

_MOST_KNOWN: Final = 256

# Graphs whose names were made or read in this process, so that their games can be made again.
_KNOWN: Final[dict[str, Board]] = {}


def name_of(board: Board) -> str:
    """The name of the board; a graph is remembered under it."""
    if board.recipe is not None and board.recipe.is_whole:
        return _recipe_name(board.recipe)
    return remember(board)


def whole_name(board: Board) -> str:
    """A name that makes the board by itself, in any process: a graph is packed into it."""
    name = name_of(board)
    if not name.startswith(f"{_GRAPH}-"):
        return name
    return f"{_GRAPH}-{pack(_write(board).encode())}"


def board_of(name: str) -> Board:
    """The board of a name; `FormatError` says what was expected."""
    topology, _, rest = name.partition("-")
    if topology == _GRAPH:
        return _graph(name, rest)
    sides, *words = rest.split("-")
    if topology not in TOPOLOGIES or _SIDES.fullmatch(sides) is None:
        raise _unknown(name)
    options = dict(_option(word, name) for word in words)
    try:
        return TOPOLOGIES[topology].make(*map(int, sides.split("x")), **options)
    except TypeError:
        raise _unknown(name) from None
    except (FormatError, InvalidBoard) as error:
        raise FormatError(f"board {show(name)}: {error}") from None


def remember(board: Board) -> str:
    """The name of a graph, under which `board_of` finds it from now on."""
    name = f"{_GRAPH}-{hashlib.sha256(_write(board).encode()).hexdigest()[:12]}"
    if name not in _KNOWN:
        while len(_KNOWN) >= _MOST_KNOWN:
            del _KNOWN[next(iter(_KNOWN))]
        _KNOWN[name] = board
    return name


BOARD_BESIDE: Final = records.Optional(
    records.check_later("the board of a graph, as in the format `graph`")
)
"""The field `board` of records that name a board; `read_board` takes it from there."""


def write_board(name: str) -> Object:
    """What has to stand beside a name that does not make the board: `{"board": …}`, or nothing."""
    if not name.startswith(f"{_GRAPH}-"):
        return {}
    return {"board": json.loads(_write(board_of(name)))}


def read_board(given: Object) -> None:
    """Remember the board that stands beside a name, if one does."""
    if "board" in given:
        remember(_read(json.dumps(as_object(given["board"], '"board"'))))


def _write(board: Board) -> str:
    """A graph as the format `graph` writes it, every cell covered."""
    return graph.write(Position(board, [COVERED] * len(board)))


def _read(text: str) -> Board:
    try:
        return graph.parse(text).board
    except (InvalidBoard, InvalidPosition) as error:
        raise FormatError(str(error)) from None


def _recipe_name(recipe: Recipe) -> str:
    """A recipe such as that of `grid(4, 5, torus=True)` as a name: `grid-4x5-torus`."""
    words = [_word(option, value) for option, value in recipe.options]
    return "-".join([recipe.topology, "x".join(map(str, recipe.sides)), *words])


def _word(option: str, value: Any) -> str:
    """An unusual option in one word."""
    letters = {option: letter for letter, option in _NUMBERED.items()}
    if option in letters:
        return f"{letters[option]}{value}"
    return {"torus": "torus", "corners": "sides"}.get(option, str(value))


def _option(word: str, name: str) -> tuple[str, Any]:
    number = _NUMBER.fullmatch(word)
    if number is not None:
        return _NUMBERED[number[1]], int(number[2])
    if word not in _OPTIONS:
        raise _unknown(name)
    return _OPTIONS[word]


def _graph(name: str, rest: str) -> Board:
    if name in _KNOWN:
        return _KNOWN[name]
    if _HASH.fullmatch(rest) is not None:
        raise FormatError(f"board {name}: this name is a hash: give the file of the board as well")
    return _unpack(rest)


def _unpack(packed: str) -> Board:
    """A whole graph in a name, as `whole_name` writes it."""
    try:
        return _read(decode(unpack(packed, _MOST_BYTES)))
    except FormatError as error:
        raise FormatError(f"board {show(packed)}: {error}") from None


def _unknown(name: str) -> FormatError:
    return FormatError(
        f"board {show(name)}: expected a topology ({', '.join(TOPOLOGIES)}), its sides and "
        "options, as in grid-16x30 or grid-8x8-torus; `demine boards` lists them"
    )
