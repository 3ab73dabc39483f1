"""Reading requests: loose JSON in, a checked position, board or number out.

A position is given as `board` (a name), `labels` and `mines`, or as `text` (or `data`, in base64)
in any format that demine reads. Sizes are checked against the limits before anything is built.
"""

from __future__ import annotations

import base64
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from demine import Position, formats
from demine.board import Board, cell_at, read_recipe
from demine.errors import FormatError
from demine.files import TooLong, unpack
from demine.formats import board_of
from demine.labels import read_labels
from demine.web.limits import Limits
from demine.web.problem import Problem, bad_request

Tell = Callable[[dict[str, Any]], None]
"""Sends a part of the answer before the whole."""

_PACKED: Final = 200_000
"""Letters of a packed graph."""
_UNPACKED: Final = 4 << 20
"""Bytes of the same graph, unpacked."""


@dataclass(frozen=True)
class Asked:
    """The JSON object of a request or question, and the limits that apply to it."""

    given: dict[str, Any]
    limits: Limits = field(default_factory=Limits)

    def board(self) -> Board:
        """The board: by its name, or that of the position in a text."""
        if "board" not in self.given:
            return self.position().board
        name = self.given["board"]
        if not isinstance(name, str):
            raise bad_request('"board": expected a name such as grid-16x30')
        self.check_name(name)
        found = make_board(name)
        self._check_size(len(found), len(found.edges))
        return found

    def position(self) -> Position:
        """The position."""
        if "text" in self.given or "data" in self.given:
            content = self._bytes() if "data" in self.given else self.text("text")
            found = formats.loads(content, trust_flags=self.truth("trust_flags"))
        elif "board" in self.given:
            found = self._read_labels()
        else:
            raise bad_request('expected a position: "board" and "labels", or "text", or "data"')
        self._check_size(len(found.board), len(found.board.edges))
        return found

    def whole(self, name: str, least: int, most: int, default: int | None = None) -> int:
        """A whole number."""
        value = self.given.get(name, default)
        if type(value) is not int or not least <= value <= most:
            raise bad_request(f'"{name}": expected a whole number from {least} to {most}')
        return value

    def cell(self, board: Board) -> int:
        """A cell: its number from 0, or its address, such as "e1"."""
        value = self.given.get("cell")
        if not isinstance(value, str):
            return self.whole("cell", 0, len(board) - 1)
        try:
            return cell_at(board, value)
        except FormatError as error:
            raise bad_request(f'"cell": {error}') from None

    def word(self, name: str, words: tuple[str, ...], default: str | None = None) -> str:
        """One of some words."""
        value = self.given.get(name, default)
        if value not in words:
            raise bad_request(f'"{name}": expected one of {", ".join(words)}')
        return str(value)

    def truth(self, name: str) -> bool:
        """True or false; false if it is missing."""
        value = self.given.get(name, False)
        if type(value) is not bool:
            raise bad_request(f'"{name}": expected true or false')
        return value

    def text(self, name: str) -> str:
        """A text."""
        value = self.given.get(name)
        if not isinstance(value, str):
            raise bad_request(f'"{name}": expected a text')
        return value

    def seconds(self, most: float | None = None) -> float:
        """How long the question may take: the time it asks for, up to the limit."""
        most = most or self.limits.seconds
        value = self.given.get("seconds", most)
        if type(value) not in (int, float) or not 0 < value <= most:
            raise bad_request(f'"seconds": expected a number above 0 and up to {most:g}')
        return float(value)

    def budget(self) -> dict[str, Any]:
        """The budget of the question, as arguments for the engine."""
        most = self.limits.states
        return {"seconds": self.seconds(), "states": self.whole("states", 1, most, most)}

    def _read_labels(self) -> Position:
        found, labels, mines = self.board(), self.given.get("labels"), self.given.get("mines")
        if not isinstance(labels, list) or len(labels) != len(found):
            raise bad_request(f'"labels": expected a list of {len(found)}, one per cell')
        try:
            read_labels(labels, len(found))
        except FormatError as error:
            raise bad_request(str(error)) from None
        if mines is not None:
            mines = self.whole("mines", 0, len(found))
        return Position(found, labels, mines)

    def _bytes(self) -> bytes:
        try:
            return base64.b64decode(self.text("data"), validate=True)
        except ValueError:
            raise bad_request('"data": expected base64') from None

    def check_name(self, name: str) -> None:
        """Refuse a board that is too large before it is built; a wrong name fails later."""
        if name.startswith("graph-"):
            _check_packed(name.removeprefix("graph-"))
            return
        with suppress(FormatError):
            self._check_size(*read_recipe(name).size)

    def _check_size(self, cells: int, edges: int) -> None:
        most = self.limits
        if cells > most.cells or edges > most.edges:
            what = f"{cells} cells" if cells > most.cells else f"{edges} pairs of neighbours"
            expected = f"{most.cells} cells and {most.edges} pairs of neighbours"
            raise _too_large(f"a board of {what}: expected at most {expected}")
        if cells < 1:
            raise bad_request("the board is empty: expected at least one cell")


@lru_cache(maxsize=64)
def make_board(name: str) -> Board:
    """The board of a name, whatever its size; built once."""
    return board_of(name)


def _check_packed(packed: str) -> None:
    if len(packed) > _PACKED:
        raise _too_large(f"a packed graph of {len(packed)} letters: expected at most {_PACKED}")
    try:
        unpack(packed, _UNPACKED)
    except TooLong:
        raise _too_large(f"a graph of more than {_UNPACKED} bytes") from None
    except FormatError:
        raise bad_request('"board": expected a packed graph') from None


def _too_large(line: str) -> Problem:
    return Problem(413, "TooLarge", line)
