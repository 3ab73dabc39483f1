"""Proofs as a person would explain them at the board, sentence by sentence.

If numbers force cells one after another, the proof follows them. Two overlapping numbers are
compared. Otherwise the proof supposes the opposite and derives a contradiction; if that is too long
to follow, it only counts the cases. A proof by the mine counter compares it with the numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from demine.position import Position
from demine.proof.refutation import (
    Case,
    Constraint,
    TooManyCases,
    force,
    order_constraints,
    refute,
    totals,
)
from demine.proof.sentence import Sentence
from demine.proof.speaker import FACT, START, THEN, Speaker, count_ends, steps_to

_LONGEST_CHAIN: Final = 16
"""Most lines of a refutation that a person still follows; longer ones are summed up."""

_SUMMED: Final = 20_000
"""Most cases to try for the totals of mines that the numbers allow; a reader waits for them."""

_COUNTED: Final = 300
"""Most cases to count when a refutation is summed up; more are called too many to list."""


def proof_lines(
    position: Position, cell: int, mined: bool, constraints: Sequence[Constraint]
) -> list[Sentence]:
    """Why the cell is mined, or safe, given constraints that prove it."""
    speaker = _ProofSpeaker(position, constraints, cell, mined)
    if speaker.counter is not None:
        return speaker.use_counter(speaker.counter)
    if not constraints:
        return [speaker.about("known", cell, mined)]
    return speaker.chain() or speaker.pair() or speaker.refutation()


def conflict_lines(position: Position, constraints: Sequence[Constraint]) -> list[Sentence]:
    """Why the constraints cannot all be true, given that they cannot."""
    speaker = _ConflictSpeaker(position, constraints)
    if speaker.counter is not None:
        return speaker.use_counter(speaker.counter)
    return speaker.contradiction()


class _ProofSpeaker(Speaker):
    def __init__(
        self, position: Position, constraints: Sequence[Constraint], cell: int, mined: bool
    ) -> None:
        super().__init__(position, constraints)
        self.cell, self.mined = cell, mined

    def chain(self) -> list[Sentence]:
        """What the numbers force one after another; nothing if that does not lead to the cell."""
        return self.steps(steps_to(self.cell, force(self.numbers, {}).steps), FACT)

    # Two numbers that overlap.

    def pair(self) -> list[Sentence]:
        """Only one of two numbers touches the cell, and the other leaves it no choice.

        Were the cell next to both, or had they no cell in common, one of them would be enough.
        """
        if len(self.numbers) != 2:
            return []
        a, b = self.numbers if self.cell in self.numbers[0].cells else reversed(self.numbers)
        alone, shared = sorted(a.cells - b.cells), sorted(a.cells & b.cells)
        given = {"numbers": [self.number(a), self.number(b)], "cells": shared}
        weigh = self._at_most if self.mined else self._at_least
        return [self.say("share", given, [a, b], shared), *weigh(a, b, alone)]

    def _at_most(self, a: Constraint, b: Constraint, alone: list[int]) -> list[Sentence]:
        given = {"number": self.number(b), "most": b.mines}
        given |= {"other": self.number(a), "needs": a.mines}
        rest = {"count": a.mines - b.mines, "cells": alone}
        return [
            self.say("at_most", given, [b, a]),
            self.say("rest_mined", rest, [a], alone, True),
        ]

    def _at_least(self, a: Constraint, b: Constraint, alone: list[int]) -> list[Sentence]:
        beyond, shared = sorted(b.cells - a.cells), sorted(a.cells & b.cells)
        given = {"number": self.number(b), "needs": b.mines, "beyond": beyond}
        given |= {"shared": shared, "least": a.mines}
        enough = {"number": self.number(a), "cells": alone}
        return [
            self.say("at_least", given, [b], beyond),
            self.say("needs_no_more", enough, [a], alone, False),
        ]

    # The opposite, led to a contradiction.

    def refutation(self) -> list[Sentence]:
        """The cases of the opposite, each impossible; or their number, if there are many."""
        opposite = {self.cell: not self.mined}
        try:
            case = refute(self.numbers, opposite, _COUNTED)
        except TooManyCases:
            return [self._sum_up(None)]
        assert case is not None
        lines = self.case(case, opposite)
        if len(lines) > _LONGEST_CHAIN:
            return [self._sum_up(count_ends(case))]
        return [self._suppose(), *lines, self._conclude()]

    def _sum_up(self, cases: int | None) -> Sentence:
        given: dict[str, Any] = {"numbers": self.all_numbers()}
        given |= {"counter": self.counter is not None, "cases": cases}
        given |= {"cell": self.cell, "mined": self.mined}
        return self.say("summed_up", given, self.numbers, (self.cell,), self.mined)

    def _suppose(self) -> Sentence:
        return self.about("suppose", self.cell, not self.mined)

    def _conclude(self) -> Sentence:
        return self.about("conclude", self.cell, self.mined)

    # The counter of mines.

    def use_counter(self, counter: Constraint) -> list[Sentence]:
        """The mines that are left, against what the numbers and the other cells can hold."""
        if not self.numbers:
            rule = "all_mined" if counter.mines else "none_left"
            return [self.say(rule, None, (), sorted(counter.cells), counter.mines > 0)]
        opposite = {self.cell: not self.mined}
        beside = {cell for number in self.numbers for cell in number.cells}
        others = len(counter.cells - beside - {self.cell})
        here = sum(opposite.values()) if self.cell not in beside else 0
        try:
            held = sorted(
                total + here for total in totals(order_constraints(self.numbers), opposite, _SUMMED)
            )
        except TooManyCases:
            return [self._sum_up(None)]
        failing = self.failure(held, others, counter, THEN)
        return [self.say_counter(counter), self._suppose(), failing, self._conclude()]


class _ConflictSpeaker(Speaker):
    def contradiction(self) -> list[Sentence]:
        """What the numbers lead to; or in how many cases they fail, if there are many."""
        if len(self.numbers) == 1:
            return [self._alone(self.numbers[0])]
        head = self.say("cannot_all_hold", {"numbers": self.all_numbers()}, self.numbers)
        try:
            case = refute(self.numbers, {}, _COUNTED)
        except TooManyCases:
            return [head, self.say("fail_every_case", {"cases": None})]
        assert case is not None
        return [head, *self._cases(case)]

    def _cases(self, case: Case) -> list[Sentence]:
        lines = self.case(case, {})
        if len(lines) > _LONGEST_CHAIN:
            return [self.say("fail_every_case", {"cases": count_ends(case)})]
        return [_start(lines[0]), *lines[1:]]

    def _alone(self, number: Constraint) -> Sentence:
        cells = sorted(number.cells)
        given: dict[str, Any] = {"number": self.number(number)}
        if number.mines < 0:
            return self.say("has_too_many", given, [number], cells)
        return self.say("has_too_few", {**given, "covered": len(cells)}, [number], cells)

    def use_counter(self, counter: Constraint) -> list[Sentence]:
        """The mines that are left, against what the numbers and the other cells can hold."""
        if not self.numbers:
            return [self._impossible(counter)]
        beside = {cell for number in self.numbers for cell in number.cells}
        try:
            held = sorted(totals(order_constraints(self.numbers), {}, _SUMMED))
        except TooManyCases:
            failing = self.say("contradicts", {"numbers": self.all_numbers()}, self.numbers)
        else:
            failing = self.failure(held, len(counter.cells - beside), counter, START)
        return [self.say_counter(counter), failing]

    def _impossible(self, counter: Constraint) -> Sentence:
        if counter.mines < 0:
            return self.say("counter_exceeded")
        said = self.say_counter(counter, "counter_impossible")
        return replace(said, cells=tuple(sorted(counter.cells)))


def _start(line: Sentence) -> Sentence:
    """The line, if it is a step, as the first of a contradiction: nothing was said before."""
    if "link" not in line.arguments:
        return line
    return replace(line, arguments={**line.arguments, "link": START})
