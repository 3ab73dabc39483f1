"""The sentences of proofs, each with the cells that it refers to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Final

from demine.position import Position
from demine.proof.refutation import Case, Constraint, Forced, Known
from demine.proof.sentence import Sentence, number_at

FACT: Final = "fact"
"""The link of a sentence for which nothing was assumed."""

START: Final = "start"
"""The link of the first sentence of a contradiction."""

THEN: Final = "then"
"""The link of a sentence that follows from an assumption, or from the sentence before."""


class Speaker:
    """States what follows from numbers, rule by rule."""

    def __init__(self, position: Position, constraints: Sequence[Constraint]) -> None:
        """A speaker about these constraints; the one without a source is the mine counter."""
        self.board, self.labels = position.board, position.labels
        self.numbers = [c for c in constraints if c.source is not None]
        self.counter = next((c for c in constraints if c.source is None), None)

    def say(
        self,
        rule: str,
        arguments: dict[str, Any] | None = None,
        numbers: Iterable[Constraint] = (),
        cells: Iterable[int] = (),
        mined: bool | None = None,
    ) -> Sentence:
        """A sentence with the numbers that it uses, and what it says of which cells."""
        return Sentence(self.board, rule, arguments or {}, sources(numbers), tuple(cells), mined)

    def steps(
        self, steps: Iterable[Forced], link: str, known: Known | None = None
    ) -> list[Sentence]:
        """A sentence per step."""
        seen, lines = dict(known or {}), []
        for step in steps:
            lines.append(self._step(step, seen, link))
            seen.update(dict.fromkeys(step.cells, step.mined))
        return lines

    def _step(self, step: Forced, known: Known, link: str) -> Sentence:
        rule = "only_left" if step.mined else "satisfied"
        arguments = {
            "link": link,
            "number": self.number(step.by),
            "mines": [cell for cell in sorted(step.by.cells) if known.get(cell)],
            "cells": list(step.cells),
        }
        return self.say(rule, arguments, [step.by], step.cells, step.mined)

    def case(self, case: Case, known: Known) -> list[Sentence]:
        """What follows from an assumption, down to the contradiction in each case."""
        steps = case.steps
        if case.broken is not None:
            steps = _needed_steps(set(case.broken.cells), steps)
        lines = self.steps(steps, THEN, known)
        after = {**known, **{cell: step.mined for step in case.steps for cell in step.cells}}
        if case.broken is not None:
            return [*lines, self._broken(case.broken, after)]
        assert case.split is not None
        for mined, branch in zip((True, False), case.branches, strict=True):
            lines.append(self.about("if_case", case.split, mined))
            lines += map(_deeper, self.case(branch, {**after, case.split: mined}))
        return lines

    def about(self, rule: str, cell: int, mined: bool) -> Sentence:
        """A sentence that says of one cell that it is mined, or that it is free."""
        return self.say(rule, {"cell": cell, "mined": mined}, (), (cell,), mined)

    def _broken(self, number: Constraint, known: Known) -> Sentence:
        mines = [cell for cell in sorted(number.cells) if known.get(cell)]
        given: dict[str, Any] = {"number": self.number(number)}
        if len(mines) > number.mines:
            return self.say("broken_by_more", {**given, "mines": mines}, [number], mines)
        most = sum(known.get(cell, True) for cell in number.cells)
        points_at = mines or sorted(number.cells)
        return self.say("broken_by_less", {**given, "most": most}, [number], points_at)

    # The counter of mines.

    def say_counter(self, counter: Constraint, rule: str = "counter_says") -> Sentence:
        """What the counter says."""
        return self.say(rule, {"mines": counter.mines, "covered": len(counter.cells)})

    def failure(self, held: list[int], others: int, counter: Constraint, link: str) -> Sentence:
        """Why no total that the numbers allow fits the counter."""
        given = {"link": link, "numbers": self.all_numbers()}
        if not held:
            return self.say("cannot_hold", given, self.numbers)
        if held[0] > counter.mines:
            return self.say("too_many", {**given, "least": held[0]}, self.numbers)
        if held[-1] + others < counter.mines:
            return self.say("too_few", {**given, "most": held[-1] + others}, self.numbers)
        never = {"totals": held, "others": others, "mines": counter.mines}
        return self.say("never", {**given, **never}, self.numbers)

    # Arguments.

    def all_numbers(self) -> list[dict[str, Any]]:
        """The numbers, one after the other."""
        return [self.number(number) for number in self.numbers]

    def number(self, constraint: Constraint) -> dict[str, Any]:
        """The number as the board shows it, and how many of its mines are known."""
        assert constraint.source is not None
        label = self.labels[constraint.source]
        assert isinstance(label, int)
        return number_at(constraint.source, label, label - constraint.mines)


def sources(constraints: Iterable[Constraint]) -> tuple[int, ...]:
    """The opened cells at which the numbers stand."""
    return tuple(c.source for c in constraints if c.source is not None)


def _deeper(line: Sentence) -> Sentence:
    return replace(line, depth=line.depth + 1)


def steps_to(cell: int, steps: Sequence[Forced]) -> list[Forced]:
    """The steps needed to decide a cell; none if no step decides it."""
    return _needed_steps({cell}, steps) if any(cell in step.cells for step in steps) else []


def _needed_steps(wanted: set[int], steps: Sequence[Forced]) -> list[Forced]:
    """The steps that decide some of the cells, and the steps needed for these."""
    needed: list[Forced] = []
    for step in reversed(steps):
        if wanted & set(step.cells):
            needed.append(step)
            wanted |= step.by.cells
    return needed[::-1]


def count_ends(case: Case) -> int:
    """The number of cases in which the refutation ends."""
    return sum(map(count_ends, case.branches)) if case.branches else 1
