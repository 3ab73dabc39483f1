"""Grades: how hard a board is for a person, by the hardest step that cannot be avoided.

A person looks at one number, then at two together, then at more, and last at the counter of mines;
whatever is found is marked and used from then on. The grade is the hardest look that was needed:
`easy` one number, `medium` two, `hard` more (`size` says how many the smallest proof cites),
`expert` the counter. A game that needs a guess has none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final, Literal, NamedTuple, Unpack, get_args

from demine.board import Board
from demine.errors import NotFound
from demine.game import Game
from demine.labels import COVERED, COVERED_CODE, FREE, MINED, Label
from demine.meter import Budget, share_seconds
from demine.position import Position
from demine.proof import Proof, explain

GradeName = Literal["easy", "medium", "hard", "expert"]
GRADES: Final[tuple[str, ...]] = get_args(GradeName)

_Rest = Callable[[], Budget]

_TRIED: Final = 8
"""Of so many decided cells the smallest proof is looked for."""


@dataclass(frozen=True, order=True)
class Grade:
    """The hardest step: whether it needs the counter, and how many numbers it cites."""

    counter: bool
    size: int

    @property
    def name(self) -> GradeName:
        """The grade in a word."""
        if self.counter:
            return "expert"
        return "easy" if self.size <= 1 else "medium" if self.size == 2 else "hard"


class Found(NamedTuple):
    """What a look finds out: cells and whether they are mined, and how hard a look it was."""

    grade: Grade
    cells: dict[int, bool]


def grade_game(game: Game, start: int, **budget: Unpack[Budget]) -> Grade:
    """The grade of a game opened at the start; `NotFound` if it cannot be won without a guess."""
    twin = game.again()
    twin.open(start)
    hardest, marks = Grade(False, 0), dict[int, Label]()
    with share_seconds(budget) as rest:
        while not twin.is_over:
            found = _look(twin.position.with_labels(marks), rest)
            hardest = max(hardest, found.grade)
            for cell, mined in found.cells.items():
                if mined:
                    marks[cell] = MINED
                else:
                    twin.open(cell)
    if twin.status == "lost":
        raise NotFound("the start is a mine: the game has no grade")
    return hardest


def grade_puzzle(position: Position, **budget: Unpack[Budget]) -> Grade:
    """The grade of a clue puzzle, in which nothing is opened; `NotFound` if it is not unique."""
    hardest = Grade(False, 0)
    with share_seconds(budget) as rest:
        while COVERED in position.labels:
            found = _look(position, rest)
            hardest = max(hardest, found.grade)
            position = position.with_labels(
                {cell: MINED if mined else FREE for cell, mined in found.cells.items()}
            )
    return hardest


def _look(position: Position, rest: _Rest) -> Found:
    """The easiest look that finds something."""
    said = list(_constraints(position.board, position.labels))
    alone = _from_one(said)
    if alone:
        return Found(Grade(False, 1), alone)
    together = _from_two(said)
    if together:
        return Found(Grade(False, 2), together)
    return _from_many(position, rest)


class _Constraint(NamedTuple):
    cells: frozenset[int]
    mines: int


def _constraints(board: Board, labels: tuple[Label, ...]) -> Iterator[_Constraint]:
    for cell, label in enumerate(labels):
        if isinstance(label, int):
            around = board.neighbours(cell)
            covered = frozenset(v for v in around if labels[v] == COVERED)
            if covered:
                yield _Constraint(covered, label - sum(labels[v] == MINED for v in around))


def _from_one(said: list[_Constraint]) -> dict[int, bool]:
    found: dict[int, bool] = {}
    for cells, mines in said:
        found |= _between(cells, mines, mines)
    return found


def _from_two(said: list[_Constraint]) -> dict[int, bool]:
    found: dict[int, bool] = {}
    near: dict[int, list[int]] = {}
    for i, constraint in enumerate(said):
        for cell in constraint.cells:
            near.setdefault(cell, []).append(i)
    pairs = {(i, j) for around in near.values() for i in around for j in around if i < j}
    for i, j in sorted(pairs):
        found |= _pair(said[i], said[j])
    return found


def _pair(a: _Constraint, b: _Constraint) -> dict[int, bool]:
    """All that follows from two numbers: how many mines their common cells can hold says it."""
    both, only_a, only_b = a.cells & b.cells, a.cells - b.cells, b.cells - a.cells
    low = max(0, a.mines - len(only_a), b.mines - len(only_b))
    high = min(len(both), a.mines, b.mines)
    return {
        **_between(both, low, high),
        **_between(only_a, a.mines - high, a.mines - low),
        **_between(only_b, b.mines - high, b.mines - low),
    }


def _between(cells: frozenset[int], least: int, most: int) -> dict[int, bool]:
    """What is decided of cells that hold at least and at most so many mines."""
    if most <= 0:
        return dict.fromkeys(cells, False)
    return dict.fromkeys(cells, True) if least >= len(cells) else {}


def _from_many(position: Position, rest: _Rest) -> Found:
    """What three numbers or more decide, by the smallest proof; else what the counter decides."""
    for counter, known in ((False, position.with_mines(None)), (True, position)):
        analysis = known.analyze(**rest())
        certain = sorted(analysis.safe | analysis.mined)
        decided = [cell for cell in certain if known.codes[cell] == COVERED_CODE]
        if decided and counter:
            return Found(Grade(True, 0), {v: v in analysis.mined for v in decided})
        if decided:
            return _smallest(known, {v: v in analysis.mined for v in decided}, rest)
    raise NotFound("nothing can be proved: a guess is needed, so there is no grade")


def _smallest(position: Position, decided: dict[int, bool], rest: _Rest) -> Found:
    """The one of the decided cells whose proof cites the fewest numbers."""
    reasons = [explain(position, cell, **rest()) for cell in islice(decided, _TRIED)]
    proofs = [reason for reason in reasons if isinstance(reason, Proof)]
    best = min(proofs, key=lambda proof: len(proof.numbers))
    return Found(Grade(False, max(3, len(best.numbers))), {best.cell: best.mined})
