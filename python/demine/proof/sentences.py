"""Proofs in words, as a person would explain them at the board.

If numbers force cells one after another, the proof follows them. Two overlapping numbers are
compared. Otherwise the proof supposes the opposite and derives a contradiction; if that is too long
to follow, it only counts the cases. A proof by the mine counter compares it with the numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from demine.position import Position
from demine.proof.refutation import (
    Constraint,
    TooManyCases,
    force,
    order_constraints,
    refute,
    totals,
)
from demine.proof.speaker import (
    Sentence,
    Speaker,
    count_ends,
    in_words,
    is_or_are,
    join,
    many,
    so_mines,
    sources,
    steps_to,
)
from demine.wording import capital

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
        said = f"{speaker.name(cell)} is known to be {'mined' if mined else 'free'}."
        return [Sentence(said, (), (cell,), mined)]
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
        steps = force(self.numbers, {}).steps
        lines = self.steps(steps_to(self.cell, steps), "safe")
        return [replace(line, sentence=capital(line.sentence)) for line in lines]

    # Two numbers that overlap.

    def pair(self) -> list[Sentence]:
        """Only one of two numbers touches the cell, and the other leaves it no choice.

        Were the cell next to both, or had they no cell in common, one of them would be enough.
        """
        if len(self.numbers) != 2:
            return []
        a, b = self.numbers if self.cell in self.numbers[0].cells else reversed(self.numbers)
        alone, shared = sorted(a.cells - b.cells), sorted(a.cells & b.cells)
        weighed = self._at_most(a, b, alone) if self.mined else self._at_least(a, b, alone)
        said = f"{capital(self.number(a))} and {self.number(b)} share {self.list(shared)}."
        return [Sentence(said, sources([a, b]), tuple(shared)), *weighed]

    def _at_most(self, a: Constraint, b: Constraint, alone: list[int]) -> list[Sentence]:
        rest = a.mines - b.mines
        allows = (
            f"{capital(self.number(b))} allows at most {many(b.mines, 'mine')} there, and "
            f"{self.number(a)} needs {in_words(a.mines)}."
        )
        so = f"The other {in_words(rest)} must be at {self.list(alone)}, so {so_mines(alone)}."
        return [
            Sentence(allows, sources([b, a])),
            Sentence(so, sources([a]), tuple(alone), True),
        ]

    def _at_least(self, a: Constraint, b: Constraint, alone: list[int]) -> list[Sentence]:
        beyond, shared = sorted(b.cells - a.cells), sorted(a.cells & b.cells)
        among = join([self.name(cell) for cell in shared], "or")
        needs = f"{capital(self.number(b))} needs {many(b.mines, 'mine')}"
        if beyond:
            elsewhere = f"only {in_words(len(beyond))} can be at {self.list(beyond)}"
            least = f"at least {in_words(a.mines)} {is_or_are(a.mines)} at {among}"
            needs = f"{needs}; {elsewhere}, so {least}."
        else:
            needs = f"{needs}, at {among}."
        safe = f"{self.list(alone)} {is_or_are(len(alone))} safe"
        so = f"{capital(self.number(a))} needs no more, so {safe}."
        return [
            Sentence(needs, sources([b]), tuple(beyond)),
            Sentence(so, sources([a]), tuple(alone), False),
        ]

    # The opposite, led to a contradiction.

    def refutation(self) -> list[Sentence]:
        """The cases of the opposite, each impossible; or their number, if there are many."""
        opposite = {self.cell: not self.mined}
        try:
            case = refute(self.numbers, opposite, _COUNTED)
        except TooManyCases:
            return [self._sum_up("too many cases to list")]
        assert case is not None
        lines = self.case(case, opposite)
        if len(lines) > _LONGEST_CHAIN:
            return [self._sum_up(many(count_ends(case), "case"))]
        return [self._suppose(), *lines, self._conclude()]

    def _sum_up(self, cases: str) -> Sentence:
        counter = " and the mine counter" if self.counter is not None else ""
        said = (
            f"Every way to satisfy {self.all_numbers()}{counter} makes {self.name(self.cell)} "
            f"{'a mine' if self.mined else 'safe'}: the opposite fails in {cases}."
        )
        return Sentence(said, sources(self.numbers), (self.cell,), self.mined)

    def _suppose(self) -> Sentence:
        opposite = "free" if self.mined else "a mine"
        said = f"Suppose {self.name(self.cell)} is {opposite}."
        return Sentence(said, (), (self.cell,), not self.mined)

    def _conclude(self) -> Sentence:
        verdict = "a mine" if self.mined else "safe"
        return Sentence(f"So {self.name(self.cell)} is {verdict}.", (), (self.cell,), self.mined)

    # The counter of mines.

    def use_counter(self, counter: Constraint) -> list[Sentence]:
        """The mines that are left, against what the numbers and the other cells can hold."""
        if not self.numbers:
            return [self._all_or_none(counter)]
        opposite = {self.cell: not self.mined}
        beside = {cell for number in self.numbers for cell in number.cells}
        others = len(counter.cells - beside - {self.cell})
        here = sum(opposite.values()) if self.cell not in beside else 0
        try:
            held = sorted(
                total + here for total in totals(order_constraints(self.numbers), opposite, _SUMMED)
            )
        except TooManyCases:
            return [self._sum_up("too many cases to list")]
        fail = f"Then {self.failure(held, others, counter)}."
        failing = Sentence(fail, sources(self.numbers))
        return [self.say_counter(counter), self._suppose(), failing, self._conclude()]

    def _all_or_none(self, counter: Constraint) -> Sentence:
        cells = tuple(sorted(counter.cells))
        if counter.mines == 0:
            said = "The mine counter says that no mine is left, so every covered cell is safe."
            return Sentence(said, (), cells, False)
        said = "The mine counter says that all covered cells are mines."
        return Sentence(said, (), cells, True)


class _ConflictSpeaker(Speaker):
    def contradiction(self) -> list[Sentence]:
        """What the numbers lead to; or in how many cases they fail, if there are many."""
        if len(self.numbers) == 1:
            return [self._alone(self.numbers[0])]
        word = "both" if len(self.numbers) == 2 else "all"
        said = f"{capital(self.all_numbers())} cannot {word} be true."
        head = Sentence(said, sources(self.numbers))
        try:
            case = refute(self.numbers, {}, _COUNTED)
        except TooManyCases:
            return [
                head,
                Sentence("They fail in every case: there are too many to list."),
            ]
        assert case is not None
        lines = self.case(case, {})
        if len(lines) > _LONGEST_CHAIN:
            return [head, Sentence(f"They fail in each of {many(count_ends(case), 'case')}.")]
        return [
            head,
            *(_drop_word("Then ", line) if i == 0 else line for i, line in enumerate(lines)),
        ]

    def _alone(self, number: Constraint) -> Sentence:
        around = len(number.cells)
        said = f"{capital(self.number(number))} "
        if number.mines < 0:
            said += "has more mines next to it than it shows: impossible."
        else:
            said += f"has only {many(around, 'covered neighbour')} left: impossible."
        return Sentence(said, sources([number]), tuple(sorted(number.cells)))

    def use_counter(self, counter: Constraint) -> list[Sentence]:
        """The mines that are left, against what the numbers and the other cells can hold."""
        if not self.numbers:
            return [self._impossible(counter)]
        beside = {cell for number in self.numbers for cell in number.cells}
        try:
            held = sorted(totals(order_constraints(self.numbers), {}, _SUMMED))
        except TooManyCases:
            fail = f"this contradicts {self.all_numbers()}, in too many cases to list"
        else:
            fail = self.failure(held, len(counter.cells - beside), counter)
        said = f"{capital(fail)}."
        return [self.say_counter(counter), Sentence(said, sources(self.numbers))]

    def _impossible(self, counter: Constraint) -> Sentence:
        if counter.mines < 0:
            return Sentence("More mines are known than the mine counter says: impossible.")
        said = self.say_counter(counter).sentence.removesuffix(".")
        return Sentence(f"{said}: impossible.", (), tuple(sorted(counter.cells)))


def _drop_word(word: str, line: Sentence) -> Sentence:
    """The line without its first word, which refers to what was said before."""
    return replace(line, sentence=capital(line.sentence.removeprefix(word)))
