"""Proofs in words: what a person would say who points at the numbers.

What numbers force one after another is told so. Two numbers that overlap are weighed against each
other. Otherwise the opposite is supposed and led to a contradiction; where that would be too long
to follow, its cases are counted. The counter of mines is weighed against what the numbers can hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from demine.board import address
from demine.position import Position
from demine.proof.refutation import (
    Case,
    Constraint,
    Forced,
    Known,
    TooManyCases,
    force,
    refute,
    totals,
)

LONGEST: Final = 16
"""Lines of a refutation; longer ones are summed up."""

_WORDS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def sentences(
    position: Position, cell: int, mined: bool, constraints: Sequence[Constraint]
) -> list[str]:
    """Why the cell is mined, or safe, given constraints that prove it."""
    speaker = _Speaker(position, cell, mined, constraints)
    if speaker.counter is not None:
        return speaker.counted(speaker.counter)
    if not constraints:
        return [f"{speaker.name(cell)} is known to be {'mined' if mined else 'free'}."]
    return speaker.chain() or speaker.pair() or speaker.refutation()


class _Speaker:
    def __init__(
        self, position: Position, cell: int, mined: bool, constraints: Sequence[Constraint]
    ) -> None:
        self.board, self.labels = position.board, position.labels
        self.cell, self.mined = cell, mined
        self.numbers = [c for c in constraints if c.source is not None]
        self.counter = next((c for c in constraints if c.source is None), None)

    # What the numbers force one after another.

    def chain(self) -> list[str]:
        """Step by step to the cell; nothing if that does not lead there."""
        steps = force(self.numbers, {}).steps
        return [_capital(line) for line in self._steps(_leading_to(self.cell, steps), "safe")]

    def _steps(self, steps: Iterable[Forced], free: str, known: Known | None = None) -> list[str]:
        seen, lines = dict(known or {}), []
        for step in steps:
            lines.append(self._step(step, seen, free))
            seen.update(dict.fromkeys(step.cells, step.mined))
        return lines

    def _step(self, step: Forced, known: Known, free: str) -> str:
        mines = [cell for cell in sorted(step.by.cells) if known.get(cell)]
        number, cells = self.number(step.by), self.list(step.cells)
        if step.mined:
            has = f"has {self._at(mines)} and only " if mines else "has only "
            left = f"{_many(len(step.cells), 'covered neighbour')} left, {cells}"
            return f"{number} {has}{left}, so {_so_mines(step.cells)}."
        so = f"so {cells} {_are(step.cells)} {free}."
        return f"{number} already {self._has_all(step.by, mines)}, {so}"

    def _at(self, mines: list[int]) -> str:
        return f"{_many(len(mines), 'mine')}, {self.list(mines)},"

    def _has_all(self, number: Constraint, mines: list[int]) -> str:
        if not mines:
            return "has no mine left to find"
        return f"has its {'mine' if len(mines) == 1 else 'mines'} at {self.list(mines)}"

    # Two numbers that overlap.

    def pair(self) -> list[str]:
        """Only one of two numbers touches the cell, and the other leaves it no choice."""
        if len(self.numbers) != 2:
            return []
        a, b = self.numbers if self.cell in self.numbers[0].cells else reversed(self.numbers)
        alone, shared = sorted(a.cells - b.cells), sorted(a.cells & b.cells)
        if self.cell not in alone or not shared:
            return []
        weighed = self._at_most(a, b, alone) if self.mined else self._at_least(a, b, alone)
        return [
            f"{_capital(self.number(a))} and {self.number(b)} share {self.list(shared)}.",
            *weighed,
        ]

    def _at_most(self, a: Constraint, b: Constraint, alone: list[int]) -> list[str]:
        rest = a.mines - b.mines
        return [
            f"{_capital(self.number(b))} allows them {_many(b.mines, 'mine')} at most, and "
            f"{self.number(a)} needs {a.mines}.",
            f"The other {rest} must be at {self.list(alone)}, so {_so_mines(alone)}.",
        ]

    def _at_least(self, a: Constraint, b: Constraint, alone: list[int]) -> list[str]:
        beyond = sorted(b.cells - a.cells)
        reason = f", for only {self.list(beyond)} {_are(beyond)} elsewhere" if beyond else ""
        return [
            f"{_capital(self.number(b))} needs {_many(b.mines, 'mine')}, and at least {a.mines} of "
            f"them must be there{reason}.",
            f"{_capital(self.number(a))} needs no more, so {self.list(alone)} {_are(alone)} safe.",
        ]

    # The opposite, led to a contradiction.

    def refutation(self) -> list[str]:
        """The cases of the opposite, each impossible; or their number, if there are many."""
        opposite = {self.cell: not self.mined}
        try:
            case = refute(self.numbers, opposite)
        except TooManyCases:
            return [self._summed_up("more cases than are worth telling")]
        assert case is not None
        lines = self._case(case, opposite)
        if len(lines) > LONGEST:
            return [self._summed_up(_many(_leaves(case), "case"))]
        return [
            f"Suppose {self._is(opposite)}.",
            *lines,
            f"So {self._is({self.cell: self.mined})}.",
        ]

    def _case(self, case: Case, known: Known) -> list[str]:
        steps = case.steps
        if case.broken is not None:
            steps = _leading_to_broken(case.broken, steps)
        lines = [f"Then {line}" for line in self._steps(steps, "free", known)]
        after = {**known, **{cell: step.mined for step in case.steps for cell in step.cells}}
        if case.broken is not None:
            return [*lines, self._broken(case.broken, after)]
        assert case.split is not None
        for mined, branch in zip((True, False), case.branches, strict=True):
            lines.append(f"If {self._is({case.split: mined})}:")
            lines += [f"  {line}" for line in self._case(branch, {**after, case.split: mined})]
        return lines

    def _broken(self, number: Constraint, known: Known) -> str:
        mines = [cell for cell in sorted(number.cells) if known.get(cell)]
        most = sum(known.get(cell, True) for cell in number.cells)
        if len(mines) > number.mines:
            said = f"touches {_many(len(mines), 'mine')}, {self.list(mines)}"
        else:
            said = f"can touch {_many(most, 'mine')} at most"
        return f"But then {self.number(number)} {said}: impossible."

    def _summed_up(self, cases: str) -> str:
        numbers = _joined([self.number(number) for number in self.numbers])
        return (
            f"Whatever satisfies {numbers} leaves {self.name(self.cell)} "
            f"{'a mine' if self.mined else 'free'}: the opposite fails in {cases}."
        )

    # The counter of mines.

    def counted(self, counter: Constraint) -> list[str]:
        """The mines that are left, against what the numbers and the other cells can hold."""
        if not self.numbers:
            return [self._all_or_none(counter)]
        opposite = {self.cell: not self.mined}
        beside = {cell for number in self.numbers for cell in number.cells}
        others = len(counter.cells - beside - {self.cell})
        here = sum(opposite.values()) if self.cell not in beside else 0
        try:
            held = sorted(total + here for total in totals(self.numbers, opposite))
        except TooManyCases:
            return [f"The counter counts: {self._summed_up('more cases than are worth telling')}"]
        numbers = _joined([self.number(number) for number in self.numbers])
        return [
            f"The counter counts: {_many(counter.mines, 'mine')} {_is(counter.mines)} under "
            f"{_many(len(counter.cells), 'covered cell')}.",
            f"Suppose {self._is(opposite)}.",
            f"Then {numbers} {self._fail(held, others, counter)}.",
            f"So {self._is({self.cell: self.mined})}.",
        ]

    def _fail(self, held: list[int], others: int, counter: Constraint) -> str:
        if not held:
            return "cannot all be satisfied"
        if held[0] > counter.mines:
            return f"would need at least {_many(held[0], 'mine')} in all: too many"
        if held[-1] + others < counter.mines:
            besides = f" and the {_many(others, 'other cell')} {others}" if others else ""
            return f"would take at most {_many(held[-1], 'mine')} in all{besides}: too few"
        ways = _joined([str(total) for total in held], "or")
        return f"would take {ways} mines, and none of that leaves 0 to {others} for the other cells"

    def _all_or_none(self, counter: Constraint) -> str:
        if counter.mines == 0:
            return "The counter says that no mine is left, so every covered cell is safe."
        return "The counter says that as many mines are left as cells are covered: all are mines."

    # Names.

    def number(self, constraint: Constraint) -> str:
        """The number as it stands on the board, and how much of it is known already."""
        assert constraint.source is not None
        label = self.labels[constraint.source]
        assert isinstance(label, int)
        known = label - constraint.mines
        less = f" (with {_many(known, 'known mine')} beside it)" if known else ""
        return f"the {label} at {self.name(constraint.source)}{less}"

    def name(self, cell: int) -> str:
        """The address of a cell."""
        return address(self.board, cell)

    def list(self, cells: Iterable[int]) -> str:
        """The addresses of some cells."""
        return _joined([self.name(cell) for cell in cells])

    def _is(self, known: Known) -> str:
        ((cell, mined),) = known.items()
        return f"{self.name(cell)} is {'a mine' if mined else _free(self.mined, cell == self.cell)}"


def _free(told_mined: bool, is_the_cell: bool) -> str:
    """A cell that is proved free is called safe."""
    return "safe" if is_the_cell and not told_mined else "free"


def _leading_to(cell: int, steps: Sequence[Forced]) -> list[Forced]:
    """The steps that decide a cell and what they rest on; none if no step decides it."""
    return _resting_on({cell}, steps) if any(cell in step.cells for step in steps) else []


def _leading_to_broken(number: Constraint, steps: Sequence[Forced]) -> list[Forced]:
    return _resting_on(set(number.cells), steps)


def _resting_on(wanted: set[int], steps: Sequence[Forced]) -> list[Forced]:
    needed: list[Forced] = []
    for step in reversed(steps):
        if wanted & set(step.cells):
            needed.append(step)
            wanted |= step.by.cells
    return needed[::-1]


def _leaves(case: Case) -> int:
    return sum(map(_leaves, case.branches)) if case.branches else 1


def _joined(names: Sequence[str], word: str = "and") -> str:
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {word} {names[-1]}"


def _many(count: int, noun: str) -> str:
    number = _WORDS[count] if 0 <= count < len(_WORDS) else str(count)
    return f"{number} {noun}{'' if count == 1 else 's'}"


def _so_mines(cells: Sequence[int]) -> str:
    if len(cells) == 1:
        return "it is a mine"
    return f"{'both' if len(cells) == 2 else 'all'} are mines"


def _are(cells: Sequence[int]) -> str:
    return "is" if len(cells) == 1 else "are"


def _is(count: int) -> str:
    return "is" if count == 1 else "are"


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
