"""Grades: how hard a board is for a person, by the hardest step that cannot be avoided.

A person looks at one number, then at two together, then at more, and last at the mine counter.
Each cell found this way is marked and used from then on. The grade is the hardest step that was
needed: `easy` for one number, `medium` for two, `hard` for more and `expert` for the counter.
`size` is the number of numbers in the smallest proof. A game that needs a guess has no grade.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations, islice
from typing import Final, Literal, NamedTuple, Unpack, get_args

from demine.errors import NotFound
from demine.game import Game
from demine.labels import COVERED, COVERED_CODE, FREE, MINED, Label
from demine.meter import Budget, Meter, share_seconds
from demine.position import Position
from demine.proof import Constraint, Proof, constraints, explain

GradeName = Literal["easy", "medium", "hard", "expert"]
GRADES: Final[tuple[str, ...]] = get_args(GradeName)

_Rest = Callable[[], Budget]

_OFTEN: Final = 256
"""Pairs of numbers between two looks at the clock."""

_TRIED: Final = 8
"""Most decided cells to explain in search of the smallest proof."""


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
    """The cells that a step decides, with whether each is mined, and the grade of the step."""

    grade: Grade
    cells: dict[int, bool]


def grade_game(game: Game, start: int, **budget: Unpack[Budget]) -> Grade:
    """The grade of a game opened at `start`; `NotFound` if it cannot be won without a guess."""
    same = game.again()
    same.open(start)
    hardest, marks = Grade(False, 0), dict[int, Label]()
    with share_seconds(budget) as rest:
        while not same.is_over:
            found = _look(same.position.with_labels(marks), rest)
            hardest = max(hardest, found.grade)
            for cell, mined in found.cells.items():
                rest()
                if mined:
                    marks[cell] = MINED
                else:
                    same.open(cell)
    if same.status == "lost":
        raise NotFound("the start is a mine: the game has no grade")
    return hardest


def grade_puzzle(position: Position, **budget: Unpack[Budget]) -> Grade:
    """The grade of a puzzle, in which nothing is opened; `NotFound` if it has several solutions."""
    position.check_classic("a grade")
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
    """The easiest step that decides a cell."""
    meter = Meter(**rest())
    numbers = [cell for cell, code in enumerate(position.codes.tolist()) if code >= 0]
    given = constraints(position, meter.each(numbers), counter=False)
    said = [found for found in given if found.cells]
    alone = _from_one(said)
    if alone:
        return Found(Grade(False, 1), alone)
    together = _from_two(said, meter)
    if together:
        return Found(Grade(False, 2), together)
    return _from_many(position, rest)


def _from_one(said: list[Constraint]) -> dict[int, bool]:
    found: dict[int, bool] = {}
    for number in said:
        found |= _between(number.cells, number.mines, number.mines)
    return found


def _from_two(said: list[Constraint], meter: Meter) -> dict[int, bool]:
    found: dict[int, bool] = {}
    near: dict[int, list[int]] = {}
    for i, constraint in enumerate(said):
        for cell in constraint.cells:
            near.setdefault(cell, []).append(i)
    pairs = set[tuple[int, int]]()
    for around in near.values():
        pairs.update(meter.each(combinations(around, 2)))  # ascending
    for i, j in meter.each(sorted(pairs), _OFTEN):
        found |= _pair(said[i], said[j])
    return found


def _pair(a: Constraint, b: Constraint) -> dict[int, bool]:
    """The cells that two numbers decide, from the mines that their common cells can hold."""
    both, only_a, only_b = a.cells & b.cells, a.cells - b.cells, b.cells - a.cells
    low = max(0, a.mines - len(only_a), b.mines - len(only_b))
    high = min(len(both), a.mines, b.mines)
    return {
        **_between(both, low, high),
        **_between(only_a, a.mines - high, a.mines - low),
        **_between(only_b, b.mines - high, b.mines - low),
    }


def _between(cells: frozenset[int], least: int, most: int) -> dict[int, bool]:
    """The decided cells of a group that holds between `least` and `most` mines."""
    if most <= 0:
        return dict.fromkeys(cells, False)
    return dict.fromkeys(cells, True) if least >= len(cells) else {}


def _from_many(position: Position, rest: _Rest) -> Found:
    """The cell with the smallest proof by numbers, else all cells that the counter decides."""
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
    """The decided cell whose proof cites the fewest numbers."""
    reasons = [explain(position, cell, **rest()) for cell in islice(decided, _TRIED)]
    proofs = [reason for reason in reasons if isinstance(reason, Proof)]
    best = min(proofs, key=lambda proof: len(proof.numbers))
    return Found(Grade(False, max(3, len(best.numbers))), {best.cell: best.mined})
