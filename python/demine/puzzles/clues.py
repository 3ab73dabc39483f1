"""Clue puzzles: numbers on a board that leave one way to place the mines, none of them to spare.

All free cells show their number first. Numbers are then left out in an order drawn from the seed,
each unless that would allow more solutions than wanted. One pass is enough: what could not be left
out before cannot be left out once fewer numbers are there.
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

_ORDERS: Final = 20
"""In how many orders numbers are left out in search of a puzzle with several solutions."""


@dataclass(frozen=True)
class Puzzle:
    """What is given, and where the mines are. A puzzle of several solutions has one of them."""

    position: Position
    mined: frozenset[int]
    name: str = ""

    @property
    def board(self) -> Board:
        """The board that it is on."""
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
    """A clue puzzle with exactly so many solutions, from which no number can be left out.

    The mines are those of the game of this seed; their number is told, unless `counter` is False.
    With a `grade`, a number stays also where the puzzle would become harder without it. `NotFound`
    if no order of leaving numbers out leaves that many solutions; without the counter, a mine among
    mines may already leave several. `progress` hears of every number looked at.
    """
    if solutions < 1:
        raise InvalidGame(f"solutions is {show(solutions)}: expected at least 1")
    if grade is not None and (solutions != 1 or grade not in GRADES):
        known = ", ".join(GRADES)
        raise InvalidGame(f"grade {show(grade)}: expected {known}, with one solution")
    mined = deal_mines(board, mines, seed)
    full = Position(board, _number_all(board, mined), len(mined) if counter else None)
    with share_seconds(budget) as rest:
        for attempt in range(1 if solutions == 1 else _ORDERS):
            random = Random(f"{seed} {attempt}")
            position, count = _thin(full, random, solutions, grade, progress, rest)
            if count == solutions:
                return Puzzle(position, mined, f"{mines} mines" if counter else "")
    raise NotFound(f"no puzzle with {solutions} solutions found: {_ORDERS} orders were tried")


def deal_mines(board: Board, mines: int, seed: int) -> frozenset[int]:
    """The mines of the game of a seed, when nothing is promised to the first click."""
    game = Game(board, mines, seed=seed, first="risky")
    for cell in board.cells:
        if game.is_over:
            break
        game.open(cell)
    return game.mined


def is_minimal(position: Position, **budget: Unpack[Budget]) -> bool:
    """Whether leaving out any one number would allow more solutions."""
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
    """The position after all that may be left out was, and how many solutions it has."""
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
