"""Reading requests: loose JSON in, a checked position, board or number out.

A position is given as `board` (a name), `labels` and `mines`, or as `text` (or `data`, in base64)
in any format that demine reads. Sizes are held against the limits before anything of that size is
made.
"""

from __future__ import annotations

import base64
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from typing import Any, Final

from demine import Position, formats
from demine.board import Board, cell_at, read_recipe
from demine.errors import FormatError
from demine.formats import TooLong, board_of, unpack
from demine.web.limits import Limits
from demine.web.problem import Problem, bad_request

Given = dict[str, Any]
"""What a question is asked with."""

Tell = Callable[[dict[str, Any]], None]
"""Sends a part of the answer before it is whole."""

LIMITS: Final = Limits()

_PACKED: Final = 200_000
"""Letters of a packed graph."""
_UNPACKED: Final = 4 << 20
"""Bytes of the same graph, unpacked."""


def board(given: Given) -> Board:
    """The board of a request: by its name, or that of the position in a text."""
    if "board" not in given:
        return position(given).board
    name = given["board"]
    if not isinstance(name, str):
        raise bad_request('"board" is no text: expected a name such as grid-16x30')
    return find_board(name)


def find_board(name: str) -> Board:
    """The board of a name, unless it is too large."""
    _check_name(name)
    return _find_board(name)


def position(given: Given) -> Position:
    """The position of a request."""
    if not given.keys() & {"board", "text", "data"}:
        raise bad_request('expected a position: "board" and "labels", or "text", or "data"')
    found = _read_text(given) if "text" in given or "data" in given else _read_labels(given)
    _check_size(len(found.board), len(found.board.edges))
    return found


def check_id(id: str) -> None:
    """Refuse the id of a game on a board that is too large."""
    _check_name(id.rsplit("-", 3)[0])


def whole(given: Given, name: str, least: int, most: int, default: int | None = None) -> int:
    """A whole number of a request."""
    value = given.get(name, default)
    if type(value) is not int or not least <= value <= most:
        raise bad_request(f'"{name}": expected a whole number from {least} to {most}')
    return value


def cell(given: Given, board: Board) -> int:
    """A cell of a request: its number from 0, or its address, such as "e1"."""
    value = given.get("cell")
    if not isinstance(value, str):
        return whole(given, "cell", 0, len(board) - 1)
    try:
        return cell_at(board, value)
    except FormatError as error:
        raise bad_request(f'"cell": {error}') from None


def word(given: Given, name: str, words: tuple[str, ...], default: str | None = None) -> str:
    """One of some words of a request."""
    value = given.get(name, default)
    if value not in words:
        raise bad_request(f'"{name}": expected one of {", ".join(words)}')
    return str(value)


def truth(given: Given, name: str) -> bool:
    """True or false; false if it is not there."""
    value = given.get(name, False)
    if type(value) is not bool:
        raise bad_request(f'"{name}": expected true or false')
    return value


def text(given: Given, name: str) -> str:
    """A text of a request."""
    value = given.get(name)
    if not isinstance(value, str):
        raise bad_request(f'"{name}": expected a text')
    return value


def seconds(given: Given, most: float = LIMITS.seconds) -> float:
    """How long the question may take: what it asks for, and never more than the server gives."""
    value = given.get("seconds", most)
    if type(value) not in (int, float) or not 0 < value <= most:
        raise bad_request(f'"seconds": expected a number above 0 and up to {most:g}')
    return float(value)


def budget(given: Given) -> dict[str, Any]:
    """The budget of a question, for the engine."""
    most = LIMITS.states
    return {"seconds": seconds(given), "states": whole(given, "states", 1, most, most)}


def _read_labels(given: Given) -> Position:
    found, labels, mines = board(given), given.get("labels"), given.get("mines")
    if not isinstance(labels, list) or len(labels) != len(found):
        raise bad_request(f'"labels": expected a list of {len(found)}, one per cell')
    if not all(type(label) is int or label in ("?", "□", "*") for label in labels):
        raise bad_request('"labels": expected "?", "□", "*" or a count in each place')
    if any(type(label) is int and not 0 <= label <= len(found) for label in labels):
        raise bad_request(f'"labels": expected counts from 0 to {len(found)}')
    if mines is not None:
        mines = whole(given, "mines", 0, len(found))
    return Position(found, labels, mines)


def _read_text(given: Given) -> Position:
    content = _bytes(given) if "data" in given else text(given, "text")
    return formats.loads(content, trust_flags=truth(given, "trust_flags"))


def _bytes(given: Given) -> bytes:
    try:
        return base64.b64decode(text(given, "data"), validate=True)
    except ValueError:
        raise bad_request('"data": expected base64') from None


@lru_cache(maxsize=64)
def _find_board(name: str) -> Board:
    found = board_of(name)
    _check_size(len(found), len(found.edges))
    return found


def _check_name(name: str) -> None:
    """Refuse a board that is too large before it is built; a wrong name fails where it is read."""
    if name.startswith("graph-"):
        _check_packed(name.removeprefix("graph-"))
        return
    with suppress(FormatError):
        _check_size(*read_recipe(name).size)


def _check_packed(packed: str) -> None:
    if len(packed) > _PACKED:
        raise _too_large(f"a packed graph of {len(packed)} letters: expected at most {_PACKED}")
    try:
        unpack(packed, _UNPACKED)
    except TooLong:
        raise _too_large(f"a graph of more than {_UNPACKED} bytes") from None
    except FormatError:
        raise bad_request("board: expected a packed graph") from None


def _check_size(cells: int, edges: int) -> None:
    if cells > LIMITS.cells or edges > LIMITS.edges:
        what = f"{cells} cells" if cells > LIMITS.cells else f"{edges} pairs of neighbours"
        expected = f"{LIMITS.cells} cells and {LIMITS.edges} pairs of neighbours"
        raise _too_large(f"a board of {what}: expected at most {expected}")
    if cells < 1:
        raise bad_request("the board is empty: expected a cell at least")


def _too_large(line: str) -> Problem:
    return Problem(413, "TooLarge", line)
