"""Puzzles: a position with a fixed number of solutions in which every number is needed.

At first all free cells show their number. Then numbers are removed in an order drawn from the seed,
unless that would allow more solutions than wanted. One pass is enough: a number that was needed
before stays needed when fewer numbers are left.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final, Unpack

from demine.arguments import show
from demine.board import Board
from demine.errors import InvalidGame, NotFound
from demine.game import Game
from demine.labels import COVERED, Label
from demine.meter import Budget, share_seconds
from demine.position import Position
from demine.proof import Progress
from demine.puzzles.grade import GRADES, GradeName, grade_puzzle
from demine.wording import plural

_ORDERS: Final = 20
"""Most orders of removal to try for a puzzle with several solutions."""

_GRADE_ORDERS: Final = 4
"""Most orders of removal to try for a grade: another board is then likelier to have it."""


@dataclass(frozen=True)
class Puzzle:
    """A position and its mines. If there are several solutions, `mined` is one of them.

    With `is_game`, it is a game with its first opening shown: it is solved by opening more cells,
    whose numbers the solver looks up in the solution. Under other `rules`, told in sentences,
    `filling` says how many mines each cell holds.
    """

    position: Position
    mined: frozenset[int]
    name: str = ""
    is_game: bool = False
    filling: tuple[int, ...] | None = None
    rules: tuple[str, ...] = ()

    @property
    def board(self) -> Board:
        """The board of the position."""
        return self.position.board

    @property
    def clues(self) -> int:
        """How many numbers are given."""
        return int((self.position.codes >= 0).sum())


def minimal(
    board: Board,
    mines: int,
    *,
    seed: int,
    solutions: int = 1,
    counter: bool = True,
    grade: GradeName | None = None,
    progress: Progress = lambda tried: None,
    **budget: Unpack[Budget],
) -> Puzzle:
    """A puzzle with exactly this many solutions, in which every number is needed.

    The mines are those of the game of this seed. The solver gets their number, unless `counter` is
    False. With a `grade`, numbers also stay if the puzzle would be harder without them, and the
    puzzle has exactly that grade. `NotFound` if no order of removal gives such a puzzle. Without
    the counter, a mine surrounded by mines may already allow several solutions. `progress` is
    called after every number.
    """
    if solutions < 1:
        raise InvalidGame(f"solutions is {show(solutions)}: expected at least 1")
    if grade is not None and (solutions != 1 or grade not in GRADES):
        known = ", ".join(GRADES)
        raise InvalidGame(f"grade {show(grade)}: expected {known}, with one solution")
    mined = deal_mines(board, mines, seed)
    full = Position(board, _number_all(board, mined), len(mined) if counter else None)
    with share_seconds(budget) as rest:
        orders = _ORDERS if solutions > 1 else 1 if grade is None else _GRADE_ORDERS
        for attempt in range(orders):
            random = Random(f"{seed} {attempt}")
            position, count = _thin(full, random, solutions, grade, progress, rest)
            is_right = grade is None or grade_puzzle(position, **rest()).name == grade
            if count == solutions and is_right:
                named = (plural(mines, "mine") if counter else "", grade)
                return Puzzle(position, mined, ", ".join(filter(None, named)))
    wanted = f"{solutions} solutions" if grade is None else f"the grade {grade}"
    raise NotFound(
        f"no puzzle with {wanted} found: {plural(orders, 'order')} tried; try another seed"
    )


def deal_mines(board: Board, mines: int, seed: int) -> frozenset[int]:
    """The mines of the game of a seed under the rule "risky"."""
    game = Game(board, mines, seed=seed, first="risky")
    for cell in board.cells:
        if game.is_over:
            break
        game.open(cell)
    return game.mined


def is_minimal(position: Position, **budget: Unpack[Budget]) -> bool:
    """Whether removing any number would allow more solutions."""
    numbers = [cell for cell, code in enumerate(position.codes.tolist()) if code >= 0]
    with share_seconds(budget) as rest:
        total = position.count(**rest())
        return all(position.with_labels({v: COVERED}).count(**rest()) > total for v in numbers)


def _thin(
    position: Position,
    random: Random,
    most: int,
    grade: GradeName | None,
    progress: Progress,
    rest: Callable[[], Budget],
) -> tuple[Position, int]:
    """The position without the numbers that are not needed, and how many solutions it has."""
    order = [cell for cell in position.board.cells if position.codes[cell] >= 0]
    random.shuffle(order)
    count = position.count(**rest())
    for tried, cell in enumerate(order, start=1):
        fewer = position.with_labels({cell: COVERED})
        allowed = fewer.count(**rest())
        if allowed <= most and (grade is None or _is_at_most(fewer, grade, **rest())):
            position, count = fewer, allowed
        progress(tried)
    return position, count


def _is_at_most(position: Position, grade: GradeName, **budget: Unpack[Budget]) -> bool:
    return GRADES.index(grade_puzzle(position, **budget).name) <= GRADES.index(grade)


def _number_all(board: Board, mined: frozenset[int]) -> list[Label]:
    """The number of every free cell; mines are covered."""
    return [
        COVERED if cell in mined else len(mined.intersection(board.neighbours(cell)))
        for cell in board.cells
    ]
