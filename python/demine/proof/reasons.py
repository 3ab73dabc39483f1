"""Reasons: proofs and contradictions under rules, as a person would explain them.

Sums leave less and less of what cells may hold, one after the other. If that does not lead to the
cell, one of two sums is subtracted from the other. Else the opposite is supposed and refuted in
every case, or the totals of all cases are compared with the number of mines.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from demine.position import Position
from demine.proof.facts import domains
from demine.proof.narrowing import Case, Held, Known, Narrowing, Step, difference, needed
from demine.proof.refutation import TooManyCases, WeightedSum, others_hold, weighted_totals
from demine.proof.sentence import Sentence

_LONGEST: Final = 16
"""Most lines of a refutation that a person still follows; longer ones are summed up."""
_CASES: Final = 300
"""Most cases to count when a refutation is summed up."""
_TOTALS: Final = 20_000
"""Most cases to try for the totals that sums allow; a reader waits for them."""
_LISTED: Final = 4
"""Most values that are listed one by one where they have gaps."""

Claim = tuple[int, tuple[int, ...]]
"""A cell, and the numbers of mines that it can hold."""


def argue(
    position: Position, claim: Claim, cited: list[WeightedSum], counter: WeightedSum | None
) -> tuple[Sentence, ...]:
    """Why a cell can hold only these numbers of mines, given sums that prove it."""
    speaker = _Speaker(position, cited, counter)
    if not cited and counter is None:
        return (speaker.say("known_held", held=describe_held([claim[0]], claim[1], speaker.most)),)
    found = speaker.chain(claim) or speaker.pair(claim) or speaker.refutation(claim)
    return (*speaker.premises(), *found)


def contradict(
    position: Position, cited: list[WeightedSum], counter: WeightedSum | None
) -> tuple[Sentence, ...]:
    """Why sums cannot all be true, given that they cannot."""
    speaker = _Speaker(position, cited, counter)
    empty = [cell for cell, mines in speaker.known.items() if not mines]
    if empty:
        return (speaker.say("cannot_hold_any", cells=empty),)
    return (*speaker.premises(), *speaker.contradiction())


class _Speaker:
    def __init__(
        self, position: Position, cited: list[WeightedSum], counter: WeightedSum | None
    ) -> None:
        self.board, self.labels = position.board, position.labels
        self.cited = cited
        self.counter = counter
        self.sums = [*cited, *([] if counter is None else [counter])]
        self.known: Known = domains(position)
        self.most = {cell: mines[-1] for cell, mines in self.known.items() if mines}

    # Sentences.

    def say(self, rule: str, depth: int = 0, /, **given: Any) -> Sentence:
        """A sentence; it points at the numbers and cells that its arguments name."""
        sums = [given[name] for name in ("sum", "other") if name in given] + given.get("sums", [])
        held = given.get("held", [])
        held = held if isinstance(held, list) else [held]
        cells = [cell for one in held for cell in one["cells"]]
        numbers = tuple(one["cell"] for one in sums if one["kind"] == "number")
        mined = _verdict(held)
        return Sentence(self.board, rule, given, numbers, tuple(cells), mined, depth)

    def name(self, one: WeightedSum) -> dict[str, Any]:
        """A sum as an argument."""
        if one.kind == "number":
            return {"kind": "number", "cell": one.source, "label": self.labels[one.source]}
        return {"kind": one.kind, "place": one.source}

    def premises(self) -> list[Sentence]:
        """What each of the sums says."""
        said = [
            self.say("sum_says", sum=self.name(one), terms=self.terms(one), values=_values(one))
            for one in self.cited
        ]
        if self.counter is not None:
            mines = self.counter.values[0]
            said.append(self.say("mines_are", sum=self.name(self.counter), mines=mines))
        return said

    def terms(self, one: WeightedSum) -> list[dict[str, Any]]:
        """The cells of a sum that may hold mines, and their weights where these are not 1."""
        shown = [(cell, w) for cell, w in sorted(one.terms) if w and self.most.get(cell)]
        return [
            {"kind": "plain" if weight == 1 else "weighted", "cell": cell, "weight": weight}
            for cell, weight in shown
        ]

    # What follows step by step.

    def chain(self, claim: Claim) -> list[Sentence] | None:
        """What the sums leave one after the other; None if that does not lead to the cell."""
        known = dict(self.known)
        case = Narrowing(self.sums).follow(known)
        cell, mines = claim
        if not set(known[cell]) <= set(mines):
            return None
        return self.steps(needed(case.steps, {cell}))

    def steps(self, steps: Iterable[Step], depth: int = 0) -> list[Sentence]:
        return [self.step(step, held, depth) for step in steps for held in step.held]

    def step(self, step: Step, held: Held, depth: int) -> Sentence:
        return self.say(
            "sum_leaves",
            depth,
            sum=self.name(step.by),
            cells=list(held.cells),
            rest=_some(held.others),
            held=describe_held(held.cells, held.mines, self.most),
        )

    def pair(self, claim: Claim) -> list[Sentence] | None:
        """One of two sums minus the other, if that leads to the cell."""
        if len(self.sums) != 2:
            return None
        for one, other in (self.sums, self.sums[::-1]):
            known, rest = dict(self.known), difference(one, other)
            case = Narrowing([rest]).follow(known)
            if set(known[claim[0]]) <= set(claim[1]) and len(rest.terms) <= _LONGEST:
                wanted = [step for step in case.steps if claim[0] in step.cells]
                return [self.subtract(one, other, rest), *self.steps(wanted)]
        return None

    def subtract(self, one: WeightedSum, other: WeightedSum, rest: WeightedSum) -> Sentence:
        given: dict[str, Any] = {"sum": self.name(one), "other": self.name(other)}
        return self.say("sum_minus", **given, terms=self.terms(rest), values=_values(rest))

    # The opposite, led to a contradiction.

    def refutation(self, claim: Claim) -> list[Sentence]:
        """The cases of the opposite, each impossible; or their totals, or their number."""
        cell, mines = claim
        opposite = tuple(n for n in self.known[cell] if n not in mines)
        known = {**self.known, cell: opposite}
        conclude = self.say("conclude_held", held=describe_held([cell], mines, self.most))
        suppose = self.say("suppose_held", held=describe_held([cell], opposite, self.most))
        try:
            case = Narrowing(self.sums, _CASES).refute(dict(known))
            assert case is not None, "the sums refute the opposite"
            said = self.case(case)
            if len(said) <= _LONGEST:
                return [suppose, *said, conclude]
            ends: int | None = case.ends
        except TooManyCases:
            ends = None
        if self.counter is not None and self.cited:
            return [suppose, *self.totals(known, ends), conclude]
        return [suppose, self.fail(ends), conclude]

    def case(self, case: Case, depth: int = 0) -> list[Sentence]:
        """What follows from an assumption, down to the contradiction in each case."""
        if case.broken is None:
            said = self.steps(case.steps, depth)
        else:
            wanted = {cell for cell, _ in case.broken.terms}
            said = self.steps(needed(case.steps, wanted), depth)
            by, reach = self.name(case.broken), _some(case.reach)
            said.append(self.say("sum_broken", depth, sum=by, reach=reach))
        for mines, branch in case.branches:
            assert case.split is not None
            held = describe_held([case.split], (mines,), self.most)
            said.append(self.say("case_held", depth, held=held))
            said += self.case(branch, depth + 1)
        return said

    def fail(self, ends: int | None) -> Sentence:
        return self.say("sums_fail", sums=[self.name(one) for one in self.sums], cases=ends)

    def totals(self, known: Known, ends: int | None) -> list[Sentence]:
        """The mines that the cited sums allow, against the number of mines."""
        assert self.counter is not None
        try:
            held = sorted(weighted_totals(self.cited, known, _TOTALS))
        except TooManyCases:
            return [self.fail(ends)]
        if not held:
            return [self.fail(ends)]
        rest = sorted(others_hold(self.cited, known))
        cited = [self.name(one) for one in self.cited]
        mines = self.counter.values[0]
        given = {"reach": _some(held), "rest": _some(rest)}
        return [self.say("sums_never", sums=cited, mines=mines, **given)]

    # Contradictions.

    def contradiction(self) -> list[Sentence]:
        """What the sums lead to; or in how many cases they fail, if there are many."""
        try:
            case = Narrowing(self.sums, _CASES).refute(dict(self.known))
            assert case is not None, "the sums contradict each other"
            said = self.case(case)
            if len(said) <= _LONGEST:
                return said
            ends: int | None = case.ends
        except TooManyCases:
            ends = None
        if self.counter is not None and self.cited:
            return self.totals(self.known, ends)
        return [self.fail(ends)]


def _verdict(held: Sequence[dict[str, Any]]) -> bool | None:
    """What a sentence says of its cells: that they are mined, that they are free, or nothing."""
    kinds = {one["kind"] for one in held}
    if kinds == {"none"}:
        return False
    return True if kinds and kinds <= {"exact", "least"} else None


def describe_held(
    cells: Iterable[int], mines: Sequence[int], most: dict[int, int]
) -> dict[str, Any]:
    """Cells and the mines that each of them holds, as an argument."""
    cells = list(cells)
    given: dict[str, Any] = {"cells": cells, "count": mines[0], "mines": list(mines)}
    is_whole = len(mines) == mines[-1] - mines[0] + 1
    if len(mines) == 1:
        return {"kind": "exact" if mines[0] else "none", **given}
    if is_whole and mines[0] and all(mines[-1] == most[cell] for cell in cells):
        return {"kind": "least", **given}
    if is_whole and not mines[0]:
        return {"kind": "most", **given, "count": mines[-1]}
    return {"kind": "some", **given}


def _values(one: WeightedSum) -> dict[str, Any]:
    return _some(one.values)


def _some(values: Sequence[int]) -> dict[str, Any]:
    """Some numbers as an argument: one, from one to another, a list, or none at all."""
    if not values:
        return {"kind": "nothing", "values": []}
    first, last = values[0], values[-1]
    given = {"n": first, "low": first, "high": last, "values": list(values)}
    if len(values) == 1:
        return {"kind": "exactly", **given}
    is_whole = len(values) == last - first + 1
    return {"kind": "range" if is_whole and len(values) > 2 else "list", **given}
