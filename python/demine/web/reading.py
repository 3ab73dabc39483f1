"""Reading requests: loose JSON in, a checked position, board or number out.

A position is given as `board` (a name), `labels` and `mines`, or as `text` (or `data`, in base64)
in any format that demine reads. Sizes are checked against the limits before anything is built.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final, NamedTuple, cast

from demine import Position, formats
from demine.board import Board, cell_at, read_recipe
from demine.errors import FormatError, InvalidGame, InvalidPosition
from demine.files import TooLong, unpack
from demine.formats import board_of
from demine.game import (
    FAIRS,
    FIRSTS,
    SEEDS,
    Endless,
    Fair,
    First,
    Place,
    Window,
    read_address,
)
from demine.labels import read_labels
from demine.latest import Latest
from demine.puzzles import GRADES
from demine.rules import Rules as RulesBeyond
from demine.web.limits import Limits
from demine.web.problem import Problem, bad_request

Tell = Callable[[dict[str, Any]], None]
"""Sends a part of the answer before the whole."""

FAR: Final = 1 << 30
"""The largest coordinate: a cell fits into a number of the database."""
_SIDE: Final = 100
_ROWS: Final = 16
_COLUMNS: Final = 20
_DIGITS: Final = 30
"""Characters of a density."""

_DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)
_FAIR: Final = 1000
"""Cells of a fair game: each move counts assignments while all other players wait."""

_RULED: Final = 1000
"""Cells of a board under rules."""
_SUMMED: Final = 36
"""Cells of a board under sums: all its legal assignments are counted before the first move."""
_RULES: Final = 100
"""Characters of the name of rules."""

_LONG_NUMBER: Final = re.compile(rb"(?<![0-9])[0-9]{401}")
"""The time to read a number grows with the square of its length."""
_PACKED: Final = 1 << 20
"""Letters of a packed graph."""
_UNPACKED: Final = 4 << 20
"""Bytes of the same graph, unpacked."""


class Rules(NamedTuple):
    """How a new game is played. A board without guesses is searched from the cell `start`.

    If the seed or the day is given, everybody gets the same game: it begins at `start`.
    """

    mines: int
    first: First
    no_guess: bool
    start: Any
    fair: Fair | None = None
    seed: int | None = None
    daily: str = ""
    grade: str = ""
    rules: str = ""


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
        self.check_board(found)
        return found

    def position(self) -> Position:
        """The position; one with rules is refused."""
        found = self.any_position()
        found.check_classic("this question of the browser")
        return found

    def any_position(self) -> Position:
        """The position, perhaps with rules: by their name beside its labels, or in its text."""
        if "text" in self.given or "data" in self.given:
            content = self.data("data") if "data" in self.given else self.text("text")
            found = formats.loads(content, trust_flags=self.truth("trust_flags"))
        elif "board" in self.given:
            found = self._read_labels()
        else:
            raise bad_request('expected a position: "board" and "labels", or "text", or "data"')
        self.check_board(found.board)
        return found

    def rules_on(self, board: Board, where: str = "rules") -> RulesBeyond | None:
        """The rules beyond the classic ones, by name, checked for a board."""
        text = self.given.get("rules")
        if text is None or text == "":
            return None
        if not isinstance(text, str) or len(text) > _RULES:
            raise bad_request(f'"{where}": expected a text such as capacity=2,liar')
        if len(board) > _RULED:
            raise bad_request(f'"{where}": expected a board of at most {_RULED} cells')
        try:
            found = RulesBeyond.named(board, text)
        except InvalidPosition as error:
            raise bad_request(f'"{where}": {error}') from None
        if found.sums and len(board) > _SUMMED:
            raise bad_request(f'"{where}": {text} needs a board of at most {_SUMMED} cells')
        return found

    def rules(self, cells: int, mines: int | None = None) -> Rules:
        """The rules of a new game on a board of so many cells; `mines` are those of a preset."""
        if cells < 2:
            raise bad_request("a board of one cell: expected at least two cells to play on")
        mines = self.whole("mines", 0, cells - 1) if mines is None else mines
        no_guess = self.truth("no_guess")
        first = self.word("first", FIRSTS, "opening" if no_guess else "safe")
        found = Rules(mines, cast(First, first), no_guess, self.given.get("start"))
        return self._check_kind(found._replace(**self._kind(cells)), cells)

    def _kind(self, cells: int) -> dict[str, Any]:
        """What makes a game special: fair play, a chosen seed, a day, a grade."""
        given = self.given
        fair = None if given.get("fair") is None else self.word("fair", FAIRS)
        grade = "" if given.get("grade") is None else self.word("grade", GRADES)
        if fair and cells > _FAIR:
            raise bad_request(f'"fair": expected a board of at most {_FAIR} cells')
        named = {"fair": fair, "grade": grade, "rules": self.given.get("rules") or ""}
        return {**named, "seed": self._seed(), "daily": self.day()}

    def _check_kind(self, rules: Rules, cells: int) -> Rules:
        if rules.no_guess and rules.fair:
            raise bad_request('"fair": a board without guesses has fixed mines')
        if rules.grade and not rules.no_guess:
            raise bad_request('"grade": expected "no_guess" beside it: only such boards have one')
        if rules.rules and (rules.no_guess or rules.fair or rules.daily):
            raise bad_request('"rules": no-guess, fair and daily games have the classic rules')
        if rules.daily and rules.seed is not None:
            raise bad_request('"seed": the day chooses it')
        if rules.seed is not None and rules.start is not None:
            self.whole("start", 0, cells - 1)
        return rules

    def _seed(self) -> int | None:
        """A chosen seed, as a number or as text: numbers of browsers end at 53 bits."""
        seed = self.given.get("seed")
        if isinstance(seed, str) and seed.isascii() and seed.isdigit() and len(seed) <= 20:
            seed = int(seed)
        if seed is not None and (type(seed) is not int or not 0 <= seed < SEEDS):
            raise bad_request(f'"seed": expected a whole number from 0 to {SEEDS - 1}')
        return seed

    def day(self) -> str:
        """The day of a daily board, as YYYY-MM-DD; it may have begun somewhere."""
        day = self.given.get("daily")
        if day is None:
            return ""
        if not isinstance(day, str) or not _DAY.fullmatch(day):
            raise bad_request('"daily": expected a day such as 2026-11-18')
        try:
            found = date.fromisoformat(day)
        except ValueError:
            raise bad_request('"daily": there is no such day') from None
        if found > (datetime.now(UTC) + timedelta(hours=14)).date():
            raise bad_request('"daily": this day has not begun anywhere')
        return day

    def whole(self, name: str, least: int, most: int, default: int | None = None) -> int:
        """A whole number."""
        value = self.given.get(name, default)
        if type(value) is not int or not least <= value <= most:
            raise bad_request(f'"{name}": expected a whole number from {least} to {most}')
        return value

    def window(self, game: Endless) -> Window:
        """The part of an endless game that the client sees; around the last move by default."""
        rows = self.whole("rows", 1, _SIDE, _ROWS)
        columns = self.whole("columns", 1, _SIDE, _COLUMNS)
        if "x" not in self.given and "y" not in self.given:
            return Window(game, None, rows, columns)
        corner = self.whole("x", -FAR, FAR), self.whole("y", -FAR, FAR)
        return Window(game, corner, rows, columns)

    def place(self) -> Place:
        """A cell of an endless game, by its address, such as "12,-3"."""
        try:
            place = read_address(self.text("cell"))
        except FormatError as error:
            raise bad_request(f'"cell": {error}') from None
        if max(map(abs, place)) > FAR:
            raise bad_request(f'"cell": expected coordinates up to ±{FAR}')
        return place

    def endless(self, seed: int) -> Endless:
        """A new endless game: its density, its first-click rule and, if it is given, its seed."""
        density = self.given["endless"]
        if type(density) not in (str, float) or len(str(density)) > _DIGITS:
            raise bad_request('"endless": expected the density of mines, such as 0.2 or "1/5"')
        first = cast(First, self.word("first", FIRSTS, "opening"))
        chosen = self.given.get("seed")
        if chosen is not None:
            seed = self.whole("seed", 0, SEEDS - 1)
        try:
            return Endless(density, seed=seed, first=first)
        except InvalidGame as error:
            raise bad_request(f'"endless": {error}') from None

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
            read_labels(labels, most=len(found))
        except FormatError as error:
            raise bad_request(str(error)) from None
        rules = self.rules_on(found)
        if rules is not None:
            known = None if mines is None else self.whole("mines", 0, sum(rules.capacity))
            return rules.position(found, labels, known)
        if mines is not None:
            mines = self.whole("mines", 0, len(found))
        return Position(found, labels, mines, density=self._density())

    def _density(self) -> str | None:
        """The chance of a mine in each cell, if it is given instead of the number of mines."""
        density = self.given.get("density")
        if density is None:
            return None
        if type(density) not in (str, float) or len(str(density)) > _DIGITS:
            raise bad_request('"density": expected a probability, such as 0.2 or "1/5"')
        return str(density)

    def data(self, name: str) -> bytes:
        """Bytes, given in base64."""
        try:
            return base64.b64decode(self.text(name), validate=True)
        except ValueError:
            raise bad_request(f'"{name}": expected base64') from None

    def check_name(self, name: str) -> None:
        """Refuse a board that is too large before it is built; a wrong name fails later."""
        if name.startswith("graph-"):
            _check_packed(name.removeprefix("graph-"))
            return
        with suppress(FormatError):
            self._check_size(*read_recipe(name).size)

    def cells_of(self, name: str) -> int:
        """How many cells the board of a name has, checked before it is built; 0 for a graph."""
        self.check_name(name)
        with suppress(FormatError):
            return read_recipe(name).size[0]
        return 0

    def check_board(self, board: Board) -> None:
        """Refuse a board that is too large, or names of cells that are too long."""
        self._check_size(len(board), len(board.edges))
        most = self.limits.name
        if any(len(str(name)) > most for name in board.names or ()):
            raise _too_large(f"a cell with a long name: expected at most {most} letters")

    def _check_size(self, cells: int, edges: int) -> None:
        most = self.limits
        if cells > most.cells or edges > most.edges:
            what = f"{cells} cells" if cells > most.cells else f"{edges} pairs of neighbours"
            expected = f"{most.cells} cells and {most.edges} pairs of neighbours"
            raise _too_large(f"a board of {what}: expected at most {expected}")
        if cells < 1:
            raise bad_request("the board is empty: expected at least one cell")


_BOARDS: Final[Latest[str, Board]] = Latest(most_bytes=1 << 26, most=64)


def bound_boards(most_bytes: int) -> None:
    """Remember boards of so many bytes in this process."""
    _BOARDS.most_bytes = most_bytes


def make_board(name: str) -> Board:
    """The board of a name, whatever its size; built once while it is remembered."""
    found = _BOARDS.get(name)
    if found is not None:
        return found
    made = board_of(name)
    return _BOARDS.put(name, made, made.nbytes + len(name))


def read_object(body: bytes) -> dict[str, Any]:
    """The JSON object in the body of a request; an empty body is {}."""
    if _LONG_NUMBER.search(body):
        raise Problem(400, "BadRequest", "a number in the body has more than 400 digits")
    try:
        found = json.loads(body or b"{}", parse_constant=_refuse_constant)
        json.dumps(found, ensure_ascii=False).encode()  # fails for half a surrogate pair
    except (ValueError, RecursionError):
        raise Problem(400, "BadRequest", "the body is not JSON in UTF-8") from None
    if not isinstance(found, dict):
        raise Problem(400, "BadRequest", "expected a JSON object")
    return found


def _refuse_constant(name: str) -> object:
    raise ValueError(f"{name} is not JSON")


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
