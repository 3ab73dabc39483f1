"""The rules of the game "14 Minesweeper Variants", by their letters.

Rules on the left of the game say where mines may be, rules on its right what numbers mean. Those
that are sums here make keywords for `demine.Position`. The others are listed with what they say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, partial
from itertools import product
from typing import Any, Final, NamedTuple

from demine.arguments import show
from demine.board import Board
from demine.errors import InvalidBoard
from demine.rules.values import difference, liar

Keywords = dict[str, Any]
_Place = tuple[int, int]

_DIRECTIONS: Final = ((0, 1), (1, 0), (1, 1), (1, -1))


class Named(NamedTuple):
    """A rule with a letter and a name. `make` is None if it is no sum, so that it does not fit."""

    letter: str
    name: str
    says: str
    make: Callable[[Board], Keywords] | None

    @property
    def fits(self) -> bool:
        """Whether the rule is a sum."""
        return self.make is not None


def by_letters(board: Board, letters: str) -> Keywords:
    """The rules with these letters, together, as keywords of `demine.Position`.

    `InvalidBoard` unless the board is a grid. `ValueError` for an unknown letter, for a rule that
    does not fit, and for two rules that both set the weights or the values.
    """
    return merge((letter, _by_letter(board, letter)) for letter in letters)


def _by_letter(board: Board, letter: str) -> Keywords:
    rule = VARIANTS.get(letter)
    if rule is None:
        expected = " ".join(VARIANTS)
        raise ValueError(f"there is no rule {show(letter)}: expected letters of {expected}")
    if rule.make is None:
        raise ValueError(f"the rule {letter} ({rule.name}) cannot be stated as sums")
    return rule.make(board)


def merge(parts: Iterable[tuple[str, Keywords]]) -> Keywords:
    """The keywords of several named rules, together."""
    keywords: Keywords = {"sums": []}
    owners: dict[str, str] = {}
    for name, made in parts:
        keywords["sums"] += made.get("sums", [])
        for key in made.keys() - {"sums"}:
            if key in owners:
                raise ValueError(f"the rules {owners[key]} and {name} both set the {key}")
            owners[key] = name
            keywords[key] = made[key]
    return keywords


def _shape(board: Board) -> tuple[int, int]:
    layout = board.layout
    if layout.tiling != "square" or len(layout.shape) != 2 or not layout.present.all():
        raise InvalidBoard(f"{board!r} is not a grid: these rules need rows and columns")
    rows, columns = layout.shape
    return rows, columns


def _quad(board: Board) -> Keywords:
    rows, columns = _shape(board)
    squares = product(range(rows - 1), range(columns - 1))
    sums = [([(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)], range(1, 5)) for r, c in squares]
    return {"sums": sums}


def _triplet(board: Board) -> Keywords:
    rows, columns = _shape(board)
    sums = []
    for r, c, (down, right) in product(range(rows), range(columns), _DIRECTIONS):
        line = [(r + i * down, c + i * right) for i in range(3)]
        if all(0 <= row < rows and 0 <= column < columns for row, column in line):
            sums.append((line, range(3)))
    return {"sums": sums}


def _dual(board: Board) -> Keywords:
    rows, columns = _shape(board)
    sums = []
    for r, c in product(range(rows), range(columns)):
        around = [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
        near = {(x, y): 1 for x, y in around if 0 <= x < rows and 0 <= y < columns}
        # A mine weighs more than all cells around it: then exactly one of these is mined.
        sums.append(({**near, (r, c): 5}, [*range(5), 6]))
    return {"sums": sums}


def _balance(board: Board) -> Keywords:
    rows, columns = _shape(board)
    lines = [[(r, c) for c in range(columns)] for r in range(rows)]
    lines += [[(r, c) for r in range(rows)] for c in range(columns)]
    sums = []
    for line in lines[1:]:
        weights = dict.fromkeys(lines[0], -1)
        for cell in line:
            weights[cell] = weights.get(cell, 0) + 1
        sums.append((weights, [0]))
    return {"sums": sums}


def _multiple(board: Board) -> Keywords:
    return {"weights": _by_colour(board, 2)}


def _liar(board: Board) -> Keywords:
    return {"values": liar}


def _negation(board: Board) -> Keywords:
    return {"weights": _by_colour(board, -1), "values": difference}


def _by_colour(board: Board, weight: int) -> dict[tuple[int, int], int]:
    """The weights of coloured cells, which are those of a chessboard next to its first cell."""
    return weigh(board, lambda number, cell: weight if sum(cell) % 2 else 1)


def weigh(board: Board, weight: Callable[[_Place, _Place], int]) -> dict[tuple[int, int], int]:
    """The weights other than 1 of a grid, by the row and column of the number and of the cell."""
    _, columns = _shape(board)
    pairs = [pair for u, v in board.edges.tolist() for pair in ((u, v), (v, u))]
    found = {(u, v): weight(divmod(u, columns), divmod(v, columns)) for u, v in pairs}
    return {pair: weight for pair, weight in found.items() if weight != 1}


def _cross(board: Board) -> Keywords:
    rows, columns = _shape(board)
    ends = {(r, c): _arms(r, c, rows, columns) for r, c in product(range(rows), range(columns))}
    pairs = {(cell, arm) for cell, arms in ends.items() for arm in arms}
    found = {(board.index(u), board.index(v)) for u, v in pairs}
    edges = {pair for u, v in board.edges.tolist() for pair in ((u, v), (v, u))}
    if not found <= edges:
        raise InvalidBoard(
            "the rule X counts mines two cells away: expected demine.grid(…, radius=2)"
        )
    return {"weights": dict.fromkeys(edges - found, 0)}


def _arms(row: int, column: int, rows: int, columns: int) -> list[tuple[int, int]]:
    steps = [(d, 0) for d in (-2, -1, 1, 2)] + [(0, d) for d in (-2, -1, 1, 2)]
    arms = [(row + down, column + right) for down, right in steps]
    return [(r, c) for r, c in arms if 0 <= r < rows and 0 <= c < columns]


def _wall(board: Board) -> Keywords:
    return {"weights": _by_direction(board), "values": partial(_patterns, _lengths)}


def _partition(board: Board) -> Keywords:
    return {"weights": _by_direction(board), "values": partial(_patterns, _number_of_runs)}


def _by_direction(board: Board) -> dict[tuple[int, int], int]:
    """A power of two for each direction, so that each pattern of mines has a sum of its own."""
    directions = {(cell[0] - 1, cell[1] - 1): 1 << i for i, cell in enumerate(_RING)}

    def weight(number: _Place, cell: _Place) -> int:
        return directions[cell[0] - number[0], cell[1] - number[1]]

    try:
        return weigh(board, weight)
    except KeyError:
        raise InvalidBoard("these rules look at eight neighbours: expected demine.grid") from None


def _patterns(of_runs: Callable[[list[int]], int], number: int) -> list[int]:
    """The patterns around a cell, as sums, whose runs of mines give the number."""
    return _by_number(of_runs).get(number, [])


@cache
def _by_number(of_runs: Callable[[list[int]], int]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for pattern in range(256):
        found.setdefault(of_runs(_runs(pattern)), []).append(pattern)
    return found


def _runs(pattern: int) -> list[int]:
    """The lengths of the runs of mines in the ring around a cell, the longest last."""
    if pattern == 255:
        return [8]
    mined = [pattern >> i & 1 for i in range(8)]
    start = mined.index(0)
    around = "".join(map(str, mined[start:] + mined[:start]))
    return sorted(len(run) for run in around.split("0") if run)


def _lengths(runs: list[int]) -> int:
    """The lengths as digits of one number: runs of 1, 2 and 2 mines are 122."""
    return int("".join(map(str, runs)) or "0")


def _number_of_runs(runs: list[int]) -> int:
    return len(runs)


_RING: Final = ((0, 0), (0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0))
"""The cells around a cell of a three by three square, one after the other."""

_RULES: Final = (
    Named("Q", "Quad", "there is a mine in every square of two by two cells", _quad),
    Named("C", "Connected", "all mines are connected, orthogonally or diagonally", None),
    Named("T", "Triplet", "no three mines are in a row, in any of eight directions", _triplet),
    Named("O", "Outside", "free cells are connected, and mines to the border of the board", None),
    Named("D", "Dual", "each mine touches exactly one other mine, orthogonally", _dual),
    Named("S", "Snake", "all mines form one path that does not touch itself", None),
    Named("B", "Balance", "every row and every column has the same number of mines", _balance),
    Named("M", "Multiple", "a mine in a coloured cell counts twice", _multiple),
    Named("L", "Liar", "every number is one too large or one too small", _liar),
    Named("W", "Wall", "numbers are the lengths of the runs of mines around the cell", _wall),
    Named(
        "N",
        "Negation",
        "numbers are the difference of coloured and other mines around the cell",
        _negation,
    ),
    Named("X", "Cross", "numbers count the mines up to two cells away in a cross", _cross),
    Named("P", "Partition", "numbers count the runs of mines around the cell", _partition),
    Named("E", "Eyesight", "numbers count the free cells that are seen in four directions", None),
)

VARIANTS: Final = {rule.letter: rule for rule in _RULES}
"""All rules of the game by their letters, those that do not fit included."""
