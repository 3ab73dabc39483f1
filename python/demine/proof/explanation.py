"""Why a cell is safe or mined: the fewest numbers that prove it, and the proof in words.

The engine finds the numbers with all others hidden, so a proof does not depend on the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, TypeAlias, Unpack

from demine import _native
from demine.board import Cell, address
from demine.errors import InvalidPosition
from demine.labels import COVERED, FREE, MINED
from demine.lazy import lazy_value
from demine.meter import Budget, Meter, cache_and_limits
from demine.pictured import Pictured
from demine.position import Analysis, Position
from demine.proof.drawing import argument_figure
from demine.proof.facts import Argument
from demine.proof.sentence import Sentence, chance, text_of
from demine.proof.sentences import proof_lines
from demine.wording import percent, plural

if TYPE_CHECKING:
    from demine.draw import Figure, Picture
    from demine.proof.ruled import RuledProof

_IN_TIME: Final = {
    "undecided": "undecided_in_time",
    "guess_needed": "guess_needed_in_time",
}
_PROOF_TRIES: Final = 300
"""Most engine calls in search of a smaller proof. More find smaller proofs, but take longer."""

_MOST_NAMED: Final = 12
"""Most cells that a text lists by name, so that it fits on a screen."""

FoundProof = tuple[int, bool, list[int], bool, bool]
"""A cell, whether mined, its numbers, whether it needs the counter, whether it is smallest."""


@dataclass(frozen=True)
class Proof(Argument, Pictured):
    """A cell that is safe or mined, and why.

    `smallest` compares proofs of this cell that are of the same kind. If `counter` is False, no
    proof without the counter cites fewer numbers; one with it may. If `counter` is True, the cell
    has no proof without it, and no proof with it cites fewer. Another cell may have a smaller one.

    If `smallest` is False, the search ended early. Even then every number is needed, except in
    positions where numbers have dozens of neighbours. `lines` are the sentences of the proof with
    the cells that each refers to.
    """

    position: Position
    cell: int
    mined: bool
    numbers: tuple[int, ...]
    counter: bool
    smallest: bool

    @property
    def safe(self) -> bool:
        """Whether the cell is safe, so not mined."""
        return not self.mined

    def holds(self, **budget: Unpack[Budget]) -> bool:
        """Check with the engine that the cited numbers alone prove it."""
        opposite = FREE if self.mined else MINED
        return not self.premise().with_labels({self.cell: opposite}).is_consistent(**budget)

    @property
    def picture(self) -> Picture:
        """The board with rings around the cited numbers and the cell, and the proof below."""
        return self.figure().picture

    def figure(self, *, step: int | None = None, coordinates: bool = True) -> Figure:
        """The proof as a figure: all of it, or up to a step, whose numbers and cells have rings."""
        whole = (self.numbers, (self.cell,))
        return argument_figure(self, whole, step=step, coordinates=coordinates)

    def __repr__(self) -> str:
        here, verdict = address(self.position.board, self.cell), "a mine" if self.mined else "safe"
        return f"<Proof: {here} is {verdict}, by {_cited(self.numbers, self.counter)}>"

    @lazy_value
    def lines(self) -> tuple[Sentence, ...]:
        """The sentences of the proof, each with the cells that it refers to."""
        return proof_lines(self.position, self.cell, self.mined, self.numbers, self.counter)


class Analysed:
    """A statement about the position of an `analysis`."""

    analysis: Analysis

    @property
    def position(self) -> Position:
        """The position of the analysis."""
        return self.analysis.position

    @property
    def exact(self) -> bool:
        """Whether the probabilities are exact; if not, they are estimates."""
        return self.analysis.exact

    @lazy_value
    def safe(self) -> tuple[int, ...]:
        """The covered cells that can be proved safe."""
        return tuple(cell for cell in self._covered if cell in self.analysis.safe)

    @property
    def _covered(self) -> list[int]:
        return [cell for cell, label in enumerate(self.position.labels) if label == COVERED]


@dataclass(frozen=True)
class Undecided(Analysed, Pictured):
    """A cell that is mined in some legal assignments and free in others.

    `safe` are the cells that can be proved safe. `candidates` are all other covered cells that
    cannot be proved mined, least risky first; a cell that `is_best` to guess comes before them.
    """

    analysis: Analysis
    cell: int
    is_best: bool = False

    def __repr__(self) -> str:
        here = address(self.position.board, self.cell)
        return f"<Undecided: {here}, {percent(float(self.probability))} chance of a mine>"

    @property
    def picture(self) -> Picture:
        """The board with all probabilities, and a ring around the cell."""
        return self.figure().picture

    def figure(self, *, coordinates: bool = True) -> Figure:
        """The same as a figure."""
        return self.analysis.figure(coordinates=coordinates, highlight=[self.cell])

    @property
    def probability(self) -> Fraction:
        """The chance of a mine; see `exact`."""
        return self.analysis.probability(self.cell)

    @lazy_value
    def candidates(self) -> tuple[tuple[int, Fraction], ...]:
        """The cells to guess from, with their chance of a mine; see `exact`."""
        decided = self.analysis.safe | self.analysis.mined
        odds = ((v, self.analysis.probability(v)) for v in self._covered if v not in decided)
        best = self.cell if self.is_best else None
        return tuple(sorted(odds, key=lambda pair: (pair[0] != best, pair[1])))

    @lazy_value
    def lines(self) -> tuple[Sentence, ...]:
        """The chances of a mine, and whether a guess is needed, sentence by sentence."""
        needs = self._say_safe() if self.safe else self._say_guess()
        return (
            self._say(self._in("undecided"), [self.cell], self._risk(self.cell, self.probability)),
            *needs,
        )

    def _say_safe(self) -> list[Sentence]:
        named = self.safe[:_MOST_NAMED]
        given = {"cells": list(named), "more": len(self.safe) - len(named)}
        return [self._say("no_guess_needed", named, given)]

    def _say_guess(self) -> list[Sentence]:
        lines = [self._say(self._in("guess_needed"), (), {"best": self.is_best})]
        named = self.candidates[:_MOST_NAMED]
        for cell, risk in named:
            lines.append(self._say("candidate", [cell], self._risk(cell, risk), 1))
        more = len(self.candidates) - len(named)
        return [*lines, *([self._say("more_candidates", (), {"count": more}, 1)] if more else [])]

    def _risk(self, cell: int, risk: Fraction) -> dict[str, Any]:
        interval = None if self.exact else self.analysis.interval(cell)
        return {"cell": cell, "chance": chance(risk, self.exact, interval)}

    def _in(self, rule: str) -> str:
        """The rule, or the one that claims less: not all certain cells were found in time."""
        return rule if self.analysis.all_certain else _IN_TIME[rule]

    def _say(
        self, rule: str, cells: Iterable[int], given: dict[str, Any], depth: int = 0
    ) -> Sentence:
        return Sentence(self.position.board, rule, given, cells=tuple(cells), depth=depth)

    @property
    def sentences(self) -> tuple[str, ...]:
        """The chances of a mine, and whether a guess is needed, in words."""
        return tuple(map(str, self.lines))

    def __str__(self) -> str:
        """The sentences, one per line."""
        return text_of(self.lines)


Reason: TypeAlias = "Proof | RuledProof | Undecided"
"""What is known of a covered cell, and why."""


def explain(
    position: Position, cell: Cell, *, tries: int = _PROOF_TRIES, **budget: Unpack[Budget]
) -> Reason:
    """Why a covered cell is safe or mined; if neither is certain, its chance of a mine.

    With rules, a `RuledProof` says how many mines the cell can hold, if its label does not say so.
    `NoLegalAssignment` if the position contradicts itself, `InvalidPosition` if the cell is open.
    """
    place = position.board.index(cell)
    label = position.labels[place]
    if isinstance(label, int):
        here = address(position.board, place)
        raise InvalidPosition(f"cell {here} is open: expected a covered cell to explain")
    if position.rules is not None:
        return _explain_ruled(position, place, tries, budget)
    native, found = _native.explain(position.native, place, tries, *cache_and_limits(budget))
    if label != COVERED:
        return Proof(position, place, label == MINED, (), False, True)
    if found is None:
        return Undecided(analysis_of(position, native, **budget), place)
    return proof_of(position, found)


def _explain_ruled(
    position: Position, cell: int, tries: int, budget: Budget
) -> RuledProof | Undecided:
    """The same under rules: a proof if the cell cannot hold all that its label allows."""
    from demine.proof.ruled import possible_mines, prove

    meter = Meter(**budget)
    analysis = position.analyze(**budget)
    mines, known = possible_mines(analysis, cell)
    if mines == known and position.labels[cell] == COVERED:
        return Undecided(analysis, cell)
    return prove(position, cell, mines, tries, meter)


def analysis_of(position: Position, native: _native.Analysis, **budget: Unpack[Budget]) -> Analysis:
    """The analysis that came with an answer; a density needs an analysis of its own."""
    if position.density is not None:
        return position.analyze(**budget)
    return Analysis(position, native, budget)


def proof_of(position: Position, found: FoundProof) -> Proof:
    """The `Proof` of the engine's answer."""
    cell, mined, numbers, counter, smallest = found
    return Proof(position, cell, mined, tuple(numbers), counter, smallest)


def _cited(numbers: Sequence[int], counter: bool) -> str:
    """How much a proof cites."""
    more = " and the mine counter" if counter else ""
    return f"{plural(len(numbers), 'number')}{more}"
