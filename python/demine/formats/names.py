"""Names of boards: one short word that makes the board again, fit for a file name and a shell.

A topology, its sides, and what is unusual about it: `grid-16x30`, `grid-16x30-torus-knight`,
`hexagonal-8x8`, `triangular-6x10-sides`, `box-4x4x4-rook`. Any other board is `graph-` and its
graph, packed; names of nodes are kept where the graph format can write them.
"""

from __future__ import annotations

import ast
import base64
import re
import zlib
from collections.abc import Callable
from typing import Any, Final

from demine.arguments import shown
from demine.board import NEIGHBOURHOODS, Board, box, grid, hexagonal, triangular
from demine.errors import DemineError, FormatError
from demine.formats.registry import dumps, loads
from demine.position import COVERED, Position

_TOPOLOGIES: Final[dict[str, Callable[..., Board]]] = {
    "grid": grid,
    "hexagonal": hexagonal,
    "triangular": triangular,
    "box": lambda *sides, **options: box(sides, **options),
}
_GRAPH: Final = "graph"
_SIDES: Final = re.compile(r"[0-9]{1,9}(x[0-9]{1,9})*")
_RADIUS: Final = re.compile(r"r([0-9]{1,9})")
# What a packed graph is written with besides letters and digits: harmless to shells and files.
_LETTERS: Final = b"._"
_MOST_BYTES: Final = 1 << 24
"""Of a graph, unpacked: a few bytes can be packed so that they would fill all memory."""


def name_of(board: Board) -> str:
    """The name that makes the board again."""
    if board.recipe and "..." not in board.recipe:
        return _recipe_name(board.recipe)
    graph = dumps(Position(board, [COVERED] * len(board)), "graph").encode()
    if len(graph) > _MOST_BYTES:
        raise FormatError(
            f"a graph of {len(board)} cells takes {len(graph)} bytes: a name holds {_MOST_BYTES}"
        )
    packed = base64.b64encode(zlib.compress(graph, 9), _LETTERS)
    return f"{_GRAPH}-{packed.decode().rstrip('=')}"


def board_of(name: str) -> Board:
    """The board of a name; `FormatError` says what was expected."""
    topology, _, rest = name.partition("-")
    if topology == _GRAPH:
        return _unpacked(rest)
    sides, *words = rest.split("-")
    if topology not in _TOPOLOGIES or _SIDES.fullmatch(sides) is None:
        raise _unknown(name)
    options = dict(_option(word, name) for word in words)
    try:
        return _TOPOLOGIES[topology](*map(int, sides.split("x")), **options)
    except TypeError:
        raise _unknown(name) from None
    except DemineError as error:
        raise FormatError(f"board {shown(name)}: {error}") from None


def _recipe_name(recipe: str) -> str:
    """A call such as `grid(4, 5, torus=True)` as a name."""
    call = ast.parse(recipe, mode="eval").body
    assert isinstance(call, ast.Call)
    arguments = [ast.literal_eval(argument) for argument in call.args]
    sides = arguments[0] if isinstance(arguments[0], tuple) else arguments
    words = [_word(str(option.arg), ast.literal_eval(option.value)) for option in call.keywords]
    return "-".join([ast.unparse(call.func), "x".join(map(str, sides)), *words])


def _word(option: str, value: Any) -> str:
    """An unusual option in one word."""
    return {"torus": "torus", "corners": "sides", "radius": f"r{value}"}.get(option, str(value))


def _option(word: str, name: str) -> tuple[str, Any]:
    radius = _RADIUS.fullmatch(word)
    if radius is not None:
        return "radius", int(radius[1])
    if word in NEIGHBOURHOODS:
        return "neighbourhood", word
    known = {"torus": ("torus", True), "sides": ("corners", False)}
    if word not in known:
        raise _unknown(name)
    return known[word]


def _unpacked(packed: str) -> Board:
    try:
        padded = packed + "=" * (-len(packed) % 4)
        bytes = base64.b64decode(padded, _LETTERS, validate=True)
        stream = zlib.decompressobj()
        graph = stream.decompress(bytes, _MOST_BYTES)
        if stream.unconsumed_tail:
            raise FormatError(f"a packed graph of more than {_MOST_BYTES} bytes: expected fewer")
        return loads(graph).board
    except FormatError as error:
        raise FormatError(f"board {shown(packed)}: {error}") from None
    except (ValueError, zlib.error):
        raise FormatError(f"board {shown(packed)}: expected a packed graph") from None


def _unknown(name: str) -> FormatError:
    return FormatError(
        f"board {shown(name)}: expected a topology ({', '.join(_TOPOLOGIES)}), its sides and "
        "options, as in grid-16x30 or grid-8x8-torus"
    )
