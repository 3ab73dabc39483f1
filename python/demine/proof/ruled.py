"""Proofs and conflicts under rules: the fewest numbers and sums that decide a cell, or contradict.

The engine tells whether some sums are possible together, on a board of their cells alone. So the
search takes as long on a large board as on a small one, unless it needs the number of mines.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Final, Unpack

from demine import _native
from demine.board import Board, address, from_edges
from demine.labels import COVERED
from demine.lazy import lazy_value
from demine.meter import Budget, Meter
from demine.pictured import Pictured
from demine.position import Analysis, Position
from demine.proof.drawing import argument_figure
from demine.proof.facts import Argument, counter_sum, domains, premise, weighted_sums
from demine.proof.reasons import argue, describe_held
from demine.proof.refutation import (
    Domains,
    TooManyCases,
    WeightedSum,
    fitting_weighted_totals,
)
from demine.proof.sentence import Sentence
from demine.proof.subset import Found, find_smallest
from demine.wording import plural

if TYPE_CHECKING:
    from demine.draw import Figure, Picture

_RINGS: Final = 3
"""How far from the cell a smaller proof is looked for, in sums that share a cell."""

_EDGELESS: Final = cache(lambda cells: from_edges(cells, []))


@dataclass(frozen=True)
class RuledProof(Argument, Pictured):
    """How many mines a cell can hold under the rules of a position, and why.

    `mines` are the numbers of mines that the cell can hold, and all others are refuted by the
    cited `numbers` and `sums` (places among `position.rules.sums`), and by the number of mines if
    `counter` is True. `smallest` says that no fewer numbers and sums refute them in this way; if
    False, the search ended early.
    """

    position: Position
    cell: int
    mines: tuple[int, ...]
    numbers: tuple[int, ...]
    sums: tuple[int, ...]
    counter: bool
    smallest: bool

    @property
    def mined(self) -> bool:
        """Whether the cell certainly holds a mine."""
        return self.mines[0] > 0

    @property
    def safe(self) -> bool:
        """Whether the cell certainly holds none."""
        return self.mines == (0,)

    @property
    def claim(self) -> Sentence:
        """How many mines the cell can hold, in a sentence."""
        rules = self.position.rules
        assert rules is not None
        given = {
            "held": describe_held([self.cell], self.mines, {self.cell: rules.capacity[self.cell]})
        }
        return Sentence(self.position.board, "mines_held", given, cells=(self.cell,))

    def premise(self) -> Position:
        """The position with the cited numbers and sums alone."""
        return premise(self.position, self.numbers, self.counter, self.sums)

    def holds(self, **budget: Unpack[Budget]) -> bool:
        """Check with the engine that they alone refute all other numbers of mines."""
        found, _ = possible_mines(self.premise().analyze(**budget), self.cell)
        return set(found) <= set(self.mines)

    def check(self) -> bool:
        """The same without the engine; False if that needs too many cases."""
        cited, counter = cited_sums(self.position, self.numbers, self.sums, self.counter)
        known = domains(self.position)
        opposite = tuple(n for n in known[self.cell] if n not in self.mines)
        try:
            return not fitting_weighted_totals(cited, counter, {**known, self.cell: opposite})
        except TooManyCases:
            return False

    @lazy_value
    def lines(self) -> tuple[Sentence, ...]:
        """The sentences of the proof, each with the cells that it refers to."""
        cited, counter = cited_sums(self.position, self.numbers, self.sums, self.counter)
        return argue(self.position, (self.cell, self.mines), cited, counter)

    @property
    def picture(self) -> Picture:
        """The board with rings around the cited numbers and the cell, and the proof below."""
        return self.figure().picture

    def figure(self, *, step: int | None = None, coordinates: bool = True) -> Figure:
        """The proof as a figure: all of it, or up to a step."""
        whole = (self.numbers, (self.cell,))
        return argument_figure(self, whole, step=step, coordinates=coordinates)

    def __repr__(self) -> str:
        here = address(self.position.board, self.cell)
        cited = [plural(len(self.numbers), "number")]
        cited += [plural(len(self.sums), "sum")] if self.sums else []
        cited += ["the mine counter"] if self.counter else []
        held = " or ".join(map(str, self.mines))
        return f"<RuledProof: {here} holds {held}, by {' and '.join(cited)}>"


def possible_mines(analysis: Analysis, cell: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The numbers of mines that a cell can hold, and those that its label allows."""
    from demine.rules import Spread

    assert isinstance(analysis, Spread)
    return tuple(analysis.distribution(cell)), domains(analysis.position)[cell]


def prove(
    position: Position, cell: int, mines: Sequence[int], tries: int, meter: Meter
) -> RuledProof:
    """The proof that a cell can hold only these numbers of mines, given that it is so."""
    known = domains(position)
    opposite = tuple(n for n in known[cell] if n not in mines)
    if not opposite:
        return RuledProof(position, cell, tuple(mines), (), (), False, True)
    judge = _Judge(position, {**known, cell: opposite}, meter)
    near = _near(judge.sums, known, cell)
    found = _prove_nearby(judge, near, tries)
    counter = found is None and judge.counter is not None
    if counter:
        near_to_far = dict.fromkeys([*chain(*near), *range(len(judge.sums))])
        found = find_smallest(judge.with_counter, list(near_to_far), tries)
    assert found is not None, "the cell can hold nothing else"
    numbers, sums = _sources(judge.sums, found)
    return RuledProof(position, cell, tuple(mines), numbers, sums, counter, found.smallest)


def find_conflict(
    position: Position, tries: int, meter: Meter
) -> tuple[tuple[int, ...], tuple[int, ...], bool, bool] | None:
    """The numbers and sums of a smallest conflict, whether it needs the number of mines, and
    whether it is smallest; None if the position is consistent.
    """
    judge = _Judge(position, domains(position), meter)
    everything = range(len(judge.sums))
    plain = find_smallest(judge.without_counter, everything, tries)
    counted = None
    if judge.counter is not None:
        counted = find_smallest(judge.with_counter, everything, tries)
    counter = counted is not None and (plain is None or len(counted.members) < len(plain.members))
    found = counted if counter else plain
    if found is None:
        return None
    return (*_sources(judge.sums, found), counter, found.smallest)


def cited_sums(
    position: Position, numbers: Iterable[int], sums: Iterable[int], counter: bool
) -> tuple[list[WeightedSum], WeightedSum | None]:
    """The cited sums of a position, and its counter if that is cited."""
    cited = {("number", cell) for cell in numbers} | {("sum", place) for place in sums}
    chosen = [one for one in weighted_sums(position) if (one.kind, one.source) in cited]
    return chosen, counter_sum(position) if counter else None


class _Judge:
    """Tells by the engine whether some of the sums are possible together."""

    def __init__(self, position: Position, known: Domains, meter: Meter) -> None:
        self.sums = weighted_sums(position)
        self.counter = counter_sum(position)
        self.known = known
        self.meter = meter
        # A cell that cannot hold all numbers up to its greatest one needs a sum of its own.
        self.gaps = {c: m for c, m in known.items() if m and m != tuple(range(m[-1] + 1))}
        self.hopeless = any(not mines for mines in known.values())

    def without_counter(self, members: Iterable[int]) -> bool:
        """Whether these sums are possible together."""
        given = [(self.sums[i].terms, self.sums[i].values) for i in members]
        return self._ask(given, {cell for terms, _ in given for cell, _ in terms}, None)

    def with_counter(self, members: Iterable[int]) -> bool:
        """Whether they are possible with the number of mines."""
        assert self.counter is not None
        given = [(self.sums[i].terms, self.sums[i].values) for i in members]
        return self._ask(given, {cell for cell, _ in self.counter.terms}, self.counter.values[0])

    def _ask(
        self,
        given: list[tuple[tuple[tuple[int, int], ...], tuple[int, ...]]],
        cells: set[int],
        mines: int | None,
    ) -> bool:
        self.meter.check()
        if self.hopeless:
            return False
        cells = {cell for cell in cells if self.known[cell][-1] > 0}
        place = {cell: i for i, cell in enumerate(sorted(cells))}
        most = [self.known[cell][-1] for cell in place]
        if mines is not None and mines > sum(most):
            return False
        sums = [
            ([(place[cell], weight) for cell, weight in terms if cell in place], list(values))
            for terms, values in given
        ]
        sums += [([(place[c], 1)], list(m)) for c, m in self.gaps.items() if c in place]
        board: Board = _EDGELESS(len(place))
        variant = _native.Variant(board.graph, [COVERED] * len(place), mines, most, [], [], sums)
        return variant.is_consistent(None, self.meter.limits())


def _near(sums: Sequence[WeightedSum], known: Domains, cell: int) -> list[list[int]]:
    """The sums of the cell, those that share an undecided cell with them, and so on."""
    cells_of = [{c for c, _ in one.terms if len(known[c]) > 1} for one in sums]
    touching: dict[int, list[int]] = {}
    for i, cells in enumerate(cells_of):
        for c in cells:
            touching.setdefault(c, []).append(i)
    rings, seen, ring = [], set[int](), sorted(touching.get(cell, []))
    while ring:
        rings.append(ring)
        seen.update(ring)
        beside = {j for i in ring for c in cells_of[i] for j in touching[c]}
        ring = sorted(beside - seen)
    return rings


def _prove_nearby(judge: _Judge, near: list[list[int]], tries: int) -> Found | None:
    """A proof by sums around the cell, without the number of mines; None if there is none."""
    for far in range(1, len(near) + 1):
        ball = [*chain(*near[:far])]
        if far < len(near) and far < _RINGS and judge.without_counter(ball):
            continue
        # The sums of a smaller proof share cells with each other, so they are not far away.
        found = find_smallest(judge.without_counter, ball, tries, 1)
        if found is None:
            continue
        reach = min(len(near), len(found.members) - 1)
        if reach <= far or len(found.members) == 1:
            return found
        wider = find_smallest(judge.without_counter, [*chain(*near[:reach])], tries, 1)
        assert wider is not None
        return (
            wider
            if len(wider.members) < len(found.members)
            else found._replace(smallest=wider.smallest)
        )
    return None


def _sources(sums: Sequence[WeightedSum], found: Found) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The cells of the numbers, and the places of the other sums."""
    chosen = [sums[i] for i in found.members]
    numbers = sorted(one.source for one in chosen if one.kind == "number")
    return tuple(numbers), tuple(sorted(one.source for one in chosen if one.kind == "sum"))
