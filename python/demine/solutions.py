"""All solutions of a position as one set (Suzuki, Hao, Minato: the Minesweeper generation problem).

A solution is a frozenset of mined cells. `Solutions` holds them as a zero-suppressed binary
decision diagram: sets of 10⁷¹ solutions are counted, sampled, searched, combined and updated
without being listed.

Methods take the keywords of `demine.meter.Budget`. Operators (`==`, `in`, `&`, `|`, `-`, iteration)
work with the engine's default of states.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from math import isfinite, lcm
from numbers import Rational
from operator import index
from os import PathLike
from random import Random
from sys import getsizeof
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeVar, Unpack

import numpy as np
from numpy.typing import NDArray

from demine import _native
from demine.arguments import mapping, number_of, show, whole
from demine.board import Board, Cell
from demine.errors import NoLegalAssignment
from demine.lazy import lazy_value
from demine.meter import Budget, Meter
from demine.pictured import Pictured

if TYPE_CHECKING:
    from demine.draw import Picture

Solution = frozenset[int]
Cost = int | float | Rational
Value = TypeVar("Value")
ByCell = Mapping[int, Value] | Mapping[Cell, Value]
Costs = ByCell[Cost] | Sequence[Cost] | NDArray[Any]
Method = Literal["cells", "degree", "intersection"]

METHODS: Final[tuple[Method, ...]] = ("cells", "degree", "intersection")

_MOST_SAMPLES: Final = 10**8
"""The most solutions that `sample` draws: a longer list would fill all memory."""

_CHUNK: Final = 256
"""Solutions that the engine returns per call."""


class Diagram(NamedTuple):
    """A reduced diagram: the cell of each level, the number of the root, a row per node.

    Row i is node i + 2 and holds its level, its 0-child and its 1-child; children come first. Node
    0 is the 0-terminal ⊥, node 1 the 1-terminal ⊤.
    """

    order: tuple[int, ...]
    root: int
    nodes: NDArray[np.uint32]


class Solutions(Pictured):
    """A set of solutions on a board. Immutable; made by `Position.solutions` or from other sets."""

    __slots__ = ("__dict__", "_native", "board")

    def __init__(self, board: Board, native: _native.Solutions) -> None:
        self.board = board
        self._native = native

    def __reduce__(self) -> tuple[Any, ...]:
        return from_diagram, (self.board, self.diagram)

    def __repr__(self) -> str:
        return f"<Solutions: {_round(self.count())} on {self.board!r}>"

    def count(self, **budget: Unpack[Budget]) -> int:
        """The number of solutions."""
        return self._native.count(Meter(**budget).limits())

    def __bool__(self) -> bool:
        return self.count() > 0

    def __contains__(self, solution: object) -> bool:
        """Whether a set of cells is one of the solutions."""
        if not isinstance(solution, Iterable):
            return False
        try:
            return self._native.contains([self.board.index(cell) for cell in solution])
        except (IndexError, TypeError):
            return False

    def __iter__(self) -> Iterator[Solution]:
        """The solutions along `order`: at the first difference, the free cell comes first."""
        walk = self._native.walk()
        while chunk := walk.take(_CHUNK):
            yield from map(frozenset, chunk)

    def __getitem__(self, rank: int) -> Solution:
        """The solution of this rank in iteration order; negative ranks count from the end."""
        total = self.count()
        wanted = index(rank)
        if not -total <= wanted < total:
            raise IndexError(f"rank {wanted} is not among {total} solutions")
        return frozenset(self._native.nth([wanted % total])[0])

    def sample(
        self, n: int = 1, seed: int | None = None, **budget: Unpack[Budget]
    ) -> list[Solution]:
        """Draw n solutions, each uniform and independent of the others.

        The same seed draws the same solutions from the same set. `NoLegalAssignment` if the set is
        empty. Use `sample_iter` for more than fit into a list.
        """
        number_of("n", n, 0, _MOST_SAMPLES)
        meter, drawn = Meter(**budget), []
        for some in self._draw(n, seed, meter):
            drawn += some
            if meter.states is not None:
                meter.hold(sum(map(getsizeof, some)))
        return drawn

    def sample_iter(
        self, n: int, seed: int | None = None, **budget: Unpack[Budget]
    ) -> Iterator[Solution]:
        """The same draws one by one; the seconds are for all of them."""
        return chain.from_iterable(self._draw(n, seed, Meter(**budget)))

    def _draw(self, n: int, seed: int | None, meter: Meter) -> Iterator[list[Solution]]:
        number_of("n", n, 0)
        random = Random(seed)
        total = self._count_nonempty(meter)
        for drawn in range(0, n, _CHUNK):
            ranks = [random.randrange(total) for _ in range(min(_CHUNK, n - drawn))]
            yield list(map(frozenset, self._native.nth(ranks, meter.limits())))

    def cheapest(self, costs: Costs, **budget: Unpack[Budget]) -> Solution:
        """The solution whose mined cells cost least; of several, the first in iteration order.

        Costs are given by cell (0 where none is given) or as one number per cell, and may be
        negative. They are added exactly, floats too. `NoLegalAssignment` if there is no solution.
        """
        meter = Meter(**budget)
        self._count_nonempty(meter)
        return next(self._cheapest(costs, meter))

    def cheapest_iter(self, costs: Costs, **budget: Unpack[Budget]) -> Iterator[Solution]:
        """Every solution, cheapest first; equally cheap ones in the order of iteration.

        Each is searched for when the iterator reaches it; the seconds are for all of them.
        """
        return self._cheapest(costs, Meter(**budget))

    def _cheapest(self, costs: Costs, meter: Meter) -> Iterator[Solution]:
        search = self._native.cheapest(_whole_costs(self.board, costs), meter.limits())
        while (cells := search.next(meter.limits())) is not None:
            yield frozenset(cells)

    def probability(self, cell: Cell, **budget: Unpack[Budget]) -> Fraction:
        """The share of the solutions in which the cell is mined (Algorithm 3 of the paper)."""
        meter = Meter(**budget)
        total = self._count_nonempty(meter)
        mined = self._native.given([(self.board.index(cell), True)], meter.limits())
        meter.hold(mined.bytes)
        return Fraction(mined.count(meter.limits()), total)

    def given(self, cells: ByCell[bool], **budget: Unpack[Budget]) -> Solutions:
        """The solutions in which these cells are mined (True) or free (False)."""
        chosen = [
            (self.board.index(cell), bool(mined)) for cell, mined in mapping(cells, "cells").items()
        ]
        return self._make(self._native.given(chosen, Meter(**budget).limits()))

    def with_mines(self, mines: int) -> Solutions:
        """The solutions with exactly this number of mines."""
        number_of("mines", mines, 0, len(self.board))
        return self._make(self._native.with_mines(mines))

    def reveal(self, cell: Cell, count: int, **budget: Unpack[Budget]) -> Solutions:
        """The solutions in which the cell is free and has `count` mined neighbours.

        This is the online problem of the paper (§7). Only components next to the cell are solved
        again; the new set shares the others. The result is the solutions of the position with this
        number as a label.
        """
        return self.reveal_all({self.board.index(cell): count}, **budget)

    def reveal_all(self, counts: ByCell[int], **budget: Unpack[Budget]) -> Solutions:
        """The same for several cells at once, such as an opening that spreads."""
        # No cell has more neighbours than the board has cells: larger numbers are impossible.
        index, most = self.board.index, len(self.board)
        shown = [
            (index(cell), min(number_of("count", count, 0), most))
            for cell, count in mapping(counts, "counts").items()
        ]
        return self._make(self._native.reveal(shown, Meter(**budget).limits()))

    def __and__(self, other: Solutions) -> Solutions:
        """The solutions in both sets."""
        return self._combine("&", other)

    def __or__(self, other: Solutions) -> Solutions:
        """The solutions in one of the sets, or in both."""
        return self._combine("|", other)

    def __sub__(self, other: Solutions) -> Solutions:
        """The solutions in this set and not in the other."""
        return self._combine("-", other)

    def __xor__(self, other: Solutions) -> Solutions:
        """The solutions in one of the sets and not in the other."""
        return (self - other) | (other - self)

    def __le__(self, other: Solutions) -> bool:
        """Whether every solution is in the other set too; Python reflects `>=` and `>`."""
        return not self._combine("-", other)

    def __lt__(self, other: Solutions) -> bool:
        """Whether the other set has these solutions and more."""
        return self <= other and self.count() < other.count()

    def isdisjoint(self, other: Solutions) -> bool:
        """Whether no solution is in both sets."""
        return not self._combine("&", other)

    def minimal(self, **budget: Unpack[Budget]) -> Solutions:
        """The solutions that contain no other of them."""
        return self._make(self._native.minimal(Meter(**budget).limits()))

    def maximal(self, **budget: Unpack[Budget]) -> Solutions:
        """The solutions that no other of them contains."""
        return self._make(self._native.maximal(Meter(**budget).limits()))

    def smaller(self, mines: int, **budget: Unpack[Budget]) -> Solutions:
        """The solutions with fewer mines than this."""
        most = min(_bound(mines), len(self.board) + 1) - 1
        if most < 0:
            return self - self
        return self._make(self._native.between(0, most, Meter(**budget).limits()))

    def larger(self, mines: int, **budget: Unpack[Budget]) -> Solutions:
        """The solutions with more mines than this."""
        least = min(_bound(mines) + 1, len(self.board) + 1)
        return self._make(self._native.between(least, len(self.board), Meter(**budget).limits()))

    def __eq__(self, other: object) -> bool:
        """Same board, same solutions, however they were found."""
        if not isinstance(other, Solutions):
            return NotImplemented
        return self.board == other.board and self._native.is_same(other._native)

    def __hash__(self) -> int:
        """Equal sets have the same number of cells and solutions."""
        return hash((len(self.board), self.count()))

    @lazy_value
    def diagram(self) -> Diagram:
        """The diagram of the whole set, as numbers."""
        order, root, nodes = self._native.diagram()
        return Diagram(tuple(order), root, nodes)

    @property
    def order(self) -> tuple[int, ...]:
        """The cells in the order of the diagram; other cells are free in every solution."""
        return self.diagram.order

    @property
    def nodes(self) -> int:
        """The number of branching nodes of the diagram of the whole set."""
        return self._native.size()

    @property
    def bytes(self) -> int:
        """The memory of the diagrams in the engine that exist so far."""
        return self._native.bytes

    def dot(self) -> str:
        """The diagram for Graphviz: 0-edges dotted, 1-edges solid."""
        from demine.draw import diagram

        return diagram.dot(self.board, self.diagram)

    @property
    def picture(self) -> Picture:
        """A picture of the diagram; `ValueError` beyond a few hundred nodes."""
        from demine.draw import diagram

        return diagram.diagram_picture(self.board, self.diagram)

    def save(self, path: str | PathLike[str]) -> None:
        """Write the set to a text file (its format is described in `formats/zdd.py`)."""
        from demine.files import write_bytes
        from demine.formats import zdd

        write_bytes(path, zdd.write(self).encode())

    @staticmethod
    def load(path: str | PathLike[str]) -> Solutions:
        """The set in a file that `save` wrote; `FormatError` names what is wrong with it."""
        from demine.formats import zdd

        return zdd.read(path)

    def _repr_svg_(self) -> str | None:
        from demine.draw import diagram

        return self.svg() if self.nodes <= diagram.MOST_NODES else None

    def _combine(self, operator: str, other: Solutions) -> Solutions:
        if not isinstance(other, Solutions):
            said = f"{show(other)} is not a set of solutions: expected one on the same board"
            raise TypeError(said)
        if self.board != other.board:
            raise ValueError("the sets belong to different boards: expected the same board twice")
        return self._make(self._native.combine(operator, other._native))

    def _make(self, native: _native.Solutions) -> Solutions:
        return Solutions(self.board, native)

    def _count_nonempty(self, meter: Meter) -> int:
        """The number of solutions; `NoLegalAssignment` if there are none."""
        total = self._native.count(meter.limits())
        if total == 0:
            raise NoLegalAssignment("the set is empty: there is no legal assignment")
        return total


def from_diagram(board: Board, diagram: Diagram) -> Solutions:
    """The set of a diagram over cells of the board; `ValueError` says which rule it breaks."""
    return Solutions(
        board, _native.Solutions.from_diagram(board.graph, list(diagram.order), *diagram[1:])
    )


def _bound(mines: int) -> int:
    """A number of mines to compare with; below −1 nothing changes."""
    try:
        return max(whole(mines), -1)
    except TypeError:
        raise TypeError(f"mines is {show(mines)}: expected a whole number") from None


def _whole_costs(board: Board, costs: Costs) -> list[int]:
    """Whole numbers in the proportions of the costs, one per cell."""
    exact = [Fraction(0)] * len(board)
    for cell, cost in _by_cell(board, costs):
        exact[board.index(cell)] = _fraction(cell, cost)
    scale = lcm(*(cost.denominator for cost in exact))
    return [int(cost * scale) for cost in exact]


def _by_cell(board: Board, costs: Costs) -> Iterable[tuple[Cell, Cost]]:
    if isinstance(costs, Mapping):
        return costs.items()
    if not hasattr(costs, "__len__"):
        raise TypeError(f"costs is {show(costs)}: expected a number per cell")
    if len(costs) != len(board):
        raise ValueError(f"{len(costs)} costs for {len(board)} cells: expected one per cell")
    return enumerate(costs)


def _fraction(cell: Cell, cost: Cost) -> Fraction:
    if isinstance(cost, np.generic):
        cost = cost.item()
    if isinstance(cost, bool) or not isinstance(cost, int | float | Rational):
        raise TypeError(f"the cost of cell {cell} is {show(cost)}: expected a number")
    if isinstance(cost, float) and not isfinite(cost):
        raise ValueError(f"the cost of cell {cell} is {cost}: expected a finite number")
    return Fraction(cost)


def _round(total: int) -> str:
    """A short number in full, a long one rounded."""
    if total < 10**9:
        return str(total)
    if total >= 10**4000:  # Python refuses to write much longer numbers in decimal
        return f"about 2^{total.bit_length() - 1}"
    digits = str(total)
    return f"{digits[0]}.{digits[1:3]}e{len(digits) - 1}"
