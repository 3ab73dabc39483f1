"""The sentences of proofs, each with the cells that it refers to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from demine.board import address
from demine.position import Position
from demine.proof.refutation import Case, Constraint, Forced, Known

_WORDS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


@dataclass(frozen=True)
class Sentence:
    """A sentence of a proof, and the cells that it refers to.

    `numbers` are the opened cells whose numbers it uses, `cells` the covered cells that it speaks
    of, and `mined` what it says of them: that they are mined, that they are free, or nothing.
    Lines inside a case have a `depth`.
    """

    sentence: str
    numbers: tuple[int, ...] = ()
    cells: tuple[int, ...] = ()
    mined: bool | None = None
    depth: int = 0

    def __str__(self) -> str:
        """The sentence, indented as deep as its case."""
        return "  " * self.depth + self.sentence


class Speaker:
    """Names cells and numbers, and says what follows from numbers."""

    def __init__(self, position: Position, constraints: Sequence[Constraint]) -> None:
        """A speaker about these constraints; the one without a source is the mine counter."""
        self.board, self.labels = position.board, position.labels
        self.numbers = [c for c in constraints if c.source is not None]
        self.counter = next((c for c in constraints if c.source is None), None)

    def steps(
        self, steps: Iterable[Forced], free: str, known: Known | None = None
    ) -> list[Sentence]:
        """A sentence per step; `free` is the word for a cell that is not mined."""
        seen, lines = dict(known or {}), []
        for step in steps:
            said = self._step(step, seen, free)
            lines.append(Sentence(said, sources([step.by]), step.cells, step.mined))
            seen.update(dict.fromkeys(step.cells, step.mined))
        return lines

    def _step(self, step: Forced, known: Known, free: str) -> str:
        mines = [cell for cell in sorted(step.by.cells) if known.get(cell)]
        number, cells = self.number(step.by), self.list(step.cells)
        if step.mined:
            beside = f"has {many(len(mines), 'mine')}, {self.list(mines)}, and only "
            has = beside if mines else "has only "
            left = f"{many(len(step.cells), 'covered neighbour')} left, {cells}"
            return f"{number} {has}{left}, so {so_mines(step.cells)}."
        so = f"so {cells} {is_or_are(len(step.cells))} {free}."
        has_all = f"already has its {self._mines_at(mines)}" if mines else "needs no more mines"
        return f"{number} {has_all}, {so}"

    def _mines_at(self, mines: list[int]) -> str:
        return f"{'mine' if len(mines) == 1 else 'mines'} at {self.list(mines)}"

    def case(self, case: Case, known: Known) -> list[Sentence]:
        """What follows from an assumption, down to the contradiction in each case."""
        steps = case.steps
        if case.broken is not None:
            steps = _needed_steps(set(case.broken.cells), steps)
        lines = [_after("Then", line) for line in self.steps(steps, "free", known)]
        after = {**known, **{cell: step.mined for step in case.steps for cell in step.cells}}
        if case.broken is not None:
            return [*lines, self._say_broken(case.broken, after)]
        assert case.split is not None
        for mined, branch in zip((True, False), case.branches, strict=True):
            said = f"If {self.name(case.split)} is {'a mine' if mined else 'free'}:"
            lines.append(Sentence(said, (), (case.split,), mined))
            lines += map(_deeper, self.case(branch, {**after, case.split: mined}))
        return lines

    def _say_broken(self, number: Constraint, known: Known) -> Sentence:
        mines = [cell for cell in sorted(number.cells) if known.get(cell)]
        most = sum(known.get(cell, True) for cell in number.cells)
        if len(mines) > number.mines:
            said = f"touches {many(len(mines), 'mine')}, {self.list(mines)}"
        else:
            said = f"can touch at most {many(most, 'mine')}"
        points_at = tuple(mines or sorted(number.cells))
        return Sentence(
            f"But then {self.number(number)} {said}: impossible.", sources([number]), points_at
        )

    # The counter of mines.

    def say_counter(self, counter: Constraint) -> Sentence:
        """What the counter says."""
        said = (
            f"The mine counter says that {many(counter.mines, 'mine')} {is_or_are(counter.mines)} "
            f"under {many(len(counter.cells), 'covered cell')}."
        )
        return Sentence(said)

    def failure(self, held: list[int], others: int, counter: Constraint) -> str:
        """Why no total that the numbers allow fits the counter."""
        if not held:
            word = "" if len(self.numbers) == 1 else "all "
            return f"{self.all_numbers()} cannot {word}be satisfied"
        by, most = f"by {self.all_numbers()}", held[-1] + others
        if held[0] > counter.mines:
            return f"{by}, at least {many(held[0], 'mine')} {is_or_are(held[0])} needed: too many"
        if most < counter.mines:
            return f"{by}, at most {many(most, 'mine')} {is_or_are(most)} possible: too few"
        ways = f"{join([str(total) for total in held], 'or')} mines"
        return f"{by}, there are {ways}, plus 0 to {others} elsewhere: never {counter.mines}"

    # Names.

    def all_numbers(self) -> str:
        """The numbers, one after the other."""
        return join([self.number(number) for number in self.numbers])

    def number(self, constraint: Constraint) -> str:
        """The number as the board shows it, and how many of its mines are known."""
        assert constraint.source is not None
        label = self.labels[constraint.source]
        assert isinstance(label, int)
        known = label - constraint.mines
        less = f" (with {many(known, 'known mine')} next to it)" if known else ""
        return f"the {label} at {self.name(constraint.source)}{less}"

    def name(self, cell: int) -> str:
        """The address of a cell."""
        return address(self.board, cell)

    def list(self, cells: Iterable[int]) -> str:
        """The addresses of some cells."""
        return join([self.name(cell) for cell in cells])


def sources(constraints: Iterable[Constraint]) -> tuple[int, ...]:
    """The opened cells at which the numbers stand."""
    return tuple(c.source for c in constraints if c.source is not None)


def _deeper(line: Sentence) -> Sentence:
    return replace(line, depth=line.depth + 1)


def _after(word: str, line: Sentence) -> Sentence:
    return replace(line, sentence=f"{word} {line.sentence}")


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


def join(names: Sequence[str], word: str = "and") -> str:
    """Names in a row: a, b and c."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {word} {names[-1]}"


def many(count: int, noun: str) -> str:
    """A number and a noun: one mine, 12 mines."""
    return f"{in_words(count)} {noun}{'' if count == 1 else 's'}"


def in_words(count: int) -> str:
    """A small number as a word: one, two, 12."""
    return _WORDS[count] if 0 <= count < len(_WORDS) else str(count)


def so_mines(cells: Sequence[int]) -> str:
    """That all these cells are mines."""
    if len(cells) == 1:
        return "it is a mine"
    return f"{'both' if len(cells) == 2 else 'all'} are mines"


def is_or_are(count: int) -> str:
    """The verb for a number of things."""
    return "is" if count == 1 else "are"
