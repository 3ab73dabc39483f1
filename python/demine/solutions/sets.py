"""Sets: a set of sets of items as a diagram, whatever the items are.

Sets of 10⁷¹ members are counted, sampled, searched and combined without being listed. Methods take
the keywords of `demine.meter.Budget`. Operators (`==`, `in`, `&`, `|`, `-`, `*`, iteration) work
with the default budget; the methods behind them take another.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import chain
from operator import index
from random import Random
from sys import getsizeof
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Self, TypeVar, Unpack

from demine import _native
from demine.arguments import each, mapping, number_of, show, whole
from demine.board import Board
from demine.errors import NoLegalAssignment
from demine.lazy import lazy_value
from demine.meter import Budget, Meter
from demine.pictured import Pictured
from demine.solutions.costs import Costs, whole_costs
from demine.solutions.diagram import Diagram
from demine.solutions.explicit import diagram_of, diagram_of_subsets

if TYPE_CHECKING:
    from demine.draw import Picture

Item = TypeVar("Item")
Given = TypeVar("Given")
"""What a caller may write for an item, such as (row, column) for a cell of a grid."""

_MOST_SAMPLES: Final = 10**8
"""The most sets that `sample` draws: a longer list would fill all memory."""

_CHUNK: Final = 256
_CHUNK_ITEMS: Final = 1 << 16
"""Sets that the engine returns per call, and the most items that they may have together."""


class Sets(Pictured, Generic[Item, Given]):
    """A set of sets of items of a board. Immutable."""

    __slots__ = ("__dict__", "_native", "board")

    _items: ClassVar[str]
    """The word for its items: cells or edges."""
    _members: ClassVar[str]
    """The word for its members."""
    _none: ClassVar[str]
    """What is missing if it has no member."""

    def __init__(self, board: Board, native: _native.Solutions) -> None:
        self.board = board
        self._native = native

    @classmethod
    @abstractmethod
    def _universe(cls, board: Board) -> _native.Graph:
        """A graph whose cells are the items."""

    @abstractmethod
    def _number(self, item: Given) -> int:
        """The number of an item; `IndexError` or `TypeError` if there is none."""

    @abstractmethod
    def _item(self, number: int) -> Item:
        """The item of a number."""

    @abstractmethod
    def _name(self, number: int) -> str:
        """A short text for an item, for drawings."""

    @classmethod
    def from_diagram(cls, board: Board, diagram: Diagram) -> Self:
        """The set of a diagram over items of the board; `ValueError` says which rule it breaks."""
        universe, order = cls._universe(board), list(diagram.order)
        return cls(board, _native.Solutions.from_diagram(universe, order, *diagram[1:]))

    @classmethod
    def from_sets(
        cls, board: Board, sets: Iterable[Iterable[Given]], **budget: Unpack[Budget]
    ) -> Self:
        """The set of the given sets; equal ones count once."""
        meter = Meter(**budget)
        empty = cls.from_diagram(board, diagram_of([], meter))
        expected = f"sets of {cls._items}"
        numbers = (
            frozenset(map(empty._number, meter.each(each(one, f"a set of {cls._items}"))))
            for one in meter.each(each(sets, expected))
        )
        return cls.from_diagram(board, diagram_of(numbers, meter))

    @classmethod
    def subsets(
        cls,
        board: Board,
        items: Iterable[Given],
        size: int | None = None,
        **budget: Unpack[Budget],
    ) -> Self:
        """2^X, all sets of the given items; with a size k, S(X, k): those of k items (§3.2)."""
        meter = Meter(**budget)
        if size is not None:
            number_of("size", size, 0)
        empty = cls.from_diagram(board, diagram_of([], meter))
        numbers = set(map(empty._number, meter.each(each(items, cls._items))))
        return cls.from_diagram(board, diagram_of_subsets(numbers, size, meter))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).from_diagram, (self.board, self.diagram)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {_round(self.count())} on {self.board!r}>"

    def count(self, **budget: Unpack[Budget]) -> int:
        """The number of members."""
        return self._native.count(Meter(**budget).limits())

    def __bool__(self) -> bool:
        return self.count() > 0

    def __contains__(self, member: object) -> bool:
        """Whether a set of items is one of the members."""
        if not isinstance(member, Iterable):
            return False
        try:
            return self._native.contains([self._number(item) for item in member])
        except (IndexError, TypeError):
            return False

    def __iter__(self) -> Iterator[frozenset[Item]]:
        """The members along `order`: at the first difference, the one without the item first."""
        return self.iterate()

    def iterate(self, **budget: Unpack[Budget]) -> Iterator[frozenset[Item]]:
        """The same with a budget; the seconds are for all members."""
        return self._walk(Meter(**budget))

    def _walk(self, meter: Meter) -> Iterator[frozenset[Item]]:
        walk = self._native.walk(meter.limits())
        while chunk := walk.take(self._chunk, meter.limits()):
            yield from map(self._member, chunk)

    @property
    def _chunk(self) -> int:
        """Members per call of the engine: fewer if they may be large."""
        return max(1, min(_CHUNK, _CHUNK_ITEMS // max(1, self._universe(self.board).cells)))

    def __getitem__(self, rank: int) -> frozenset[Item]:
        """The member of this rank in iteration order; negative ranks count from the end."""
        total = self.count()
        wanted = index(rank)
        if not -total <= wanted < total:
            raise IndexError(f"rank {wanted} is not among {total} {self._members}")
        return self._member(self._native.nth([wanted % total], Meter().limits())[0])

    def sample(
        self, n: int = 1, seed: int | None = None, **budget: Unpack[Budget]
    ) -> list[frozenset[Item]]:
        """Draw n members, each uniform and independent of the others.

        The same seed draws the same members from the same set. `NoLegalAssignment` if the set is
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
    ) -> Iterator[frozenset[Item]]:
        """The same draws one by one; the seconds are for all of them."""
        return chain.from_iterable(self._draw(n, seed, Meter(**budget)))

    def _draw(self, n: int, seed: int | None, meter: Meter) -> Iterator[list[frozenset[Item]]]:
        number_of("n", n, 0)
        random = Random(seed)
        total, chunk = self._count_nonempty(meter), self._chunk
        for drawn in range(0, n, chunk):
            ranks = [random.randrange(total) for _ in range(min(chunk, n - drawn))]
            yield list(map(self._member, self._native.nth(ranks, meter.limits())))

    def cheapest(self, costs: Costs, **budget: Unpack[Budget]) -> frozenset[Item]:
        """The member whose items cost least; of several, the first in iteration order.

        Costs are given by item (0 where none is given) or as one number per item, and may be
        negative. They are added exactly, floats too. `NoLegalAssignment` if the set is empty.
        """
        meter = Meter(**budget)
        self._count_nonempty(meter)
        return next(self._cheapest(costs, meter))

    def cheapest_iter(self, costs: Costs, **budget: Unpack[Budget]) -> Iterator[frozenset[Item]]:
        """Every member, cheapest first; equally cheap ones in the order of iteration.

        Each is searched for when the iterator reaches it; the seconds are for all of them.
        """
        return self._cheapest(costs, Meter(**budget))

    def _cheapest(self, costs: Costs, meter: Meter) -> Iterator[frozenset[Item]]:
        items, word = self._universe(self.board).cells, self._items.removesuffix("s")
        search = self._native.cheapest(
            whole_costs(costs, items, self._number, word), meter.limits()
        )
        while (found := search.next(meter.limits())) is not None:
            yield self._member(found)

    def probability(self, item: Given, **budget: Unpack[Budget]) -> Fraction:
        """The share of the members that contain the item (Algorithm 3 of the paper)."""
        meter = Meter(**budget)
        total = self._count_nonempty(meter)
        containing = self._native.given([(self._number(item), True)], meter.limits())
        meter.hold(containing.bytes)
        return Fraction(containing.count(meter.limits()), total)

    def given(self, items: Mapping[Any, bool], **budget: Unpack[Budget]) -> Self:
        """The members that contain these items (True) or do not (False)."""
        chosen = [
            (self._number(item), bool(is_in)) for item, is_in in mapping(items, self._items).items()
        ]
        return self._make(self._native.given(chosen, Meter(**budget).limits()))

    def intersection(self, other: Self, **budget: Unpack[Budget]) -> Self:
        """The members of both sets: P ∩ Q, as `&`."""
        return self._combine("&", other, budget)

    def union(self, other: Self, **budget: Unpack[Budget]) -> Self:
        """The members of one of the sets, or of both: P ∪ Q, as `|`."""
        return self._combine("|", other, budget)

    def difference(self, other: Self, **budget: Unpack[Budget]) -> Self:
        """The members of this set that the other has not: P ∖ Q, as `-`."""
        return self._combine("-", other, budget)

    def product(self, other: Self, **budget: Unpack[Budget]) -> Self:
        """The direct product {p ∪ q | p ∈ P, q ∈ Q} (§3.1), over common items too, as `*`."""
        self._check(other)
        return self._make(self._native.times(other._native, Meter(**budget).limits()))

    def __and__(self, other: Self) -> Self:
        """The intersection."""
        return self.intersection(other)

    def __or__(self, other: Self) -> Self:
        """The union."""
        return self.union(other)

    def __sub__(self, other: Self) -> Self:
        """The difference."""
        return self.difference(other)

    def __mul__(self, other: Self) -> Self:
        """The direct product."""
        return self.product(other)

    def __xor__(self, other: Self) -> Self:
        """The members of one of the sets that the other has not."""
        return (self - other) | (other - self)

    def __le__(self, other: Self) -> bool:
        """Whether the other set has all of these members; Python reflects `>=` and `>`."""
        return not self - other

    def __lt__(self, other: Self) -> bool:
        """Whether the other set has these members and more."""
        return self <= other and self.count() < other.count()

    def isdisjoint(self, other: Self, **budget: Unpack[Budget]) -> bool:
        """Whether the sets have no common member."""
        return not self.intersection(other, **budget)

    def minimal(self, **budget: Unpack[Budget]) -> Self:
        """The members that contain no other of them."""
        return self._make(self._native.minimal(Meter(**budget).limits()))

    def maximal(self, **budget: Unpack[Budget]) -> Self:
        """The members that no other of them contains."""
        return self._make(self._native.maximal(Meter(**budget).limits()))

    def smaller(self, size: int, **budget: Unpack[Budget]) -> Self:
        """The members with fewer items than this."""
        most = min(_bound(size), self._universe(self.board).cells + 1) - 1
        if most < 0:
            return self - self
        return self._make(self._native.between(0, most, Meter(**budget).limits()))

    def larger(self, size: int, **budget: Unpack[Budget]) -> Self:
        """The members with more items than this."""
        items = self._universe(self.board).cells
        least = min(_bound(size) + 1, items + 1)
        return self._make(self._native.between(least, items, Meter(**budget).limits()))

    def __eq__(self, other: object) -> bool:
        """Same board, same members, however they were found."""
        if not isinstance(other, type(self)):
            return NotImplemented
        limits = Meter().limits()
        return self.board == other.board and self._native.is_same(other._native, limits)

    def __hash__(self) -> int:
        """Equal sets have the same number of cells and members."""
        return hash((len(self.board), self.count()))

    @lazy_value
    def diagram(self) -> Diagram:
        """The diagram of the whole set, as numbers."""
        order, root, nodes = self._native.diagram(Meter().limits())
        return Diagram(tuple(order), root, nodes)

    @property
    def order(self) -> tuple[Item, ...]:
        """The items in the order of the diagram; no member contains another item."""
        return tuple(map(self._item, self.diagram.order))

    @property
    def nodes(self) -> int:
        """The number of branching nodes of the diagram of the whole set."""
        return self._native.size(Meter().limits())

    @property
    def bytes(self) -> int:
        """The memory of the diagrams in the engine that exist so far."""
        return self._native.bytes

    def dot(self) -> str:
        """The diagram for Graphviz: 0-edges dotted, 1-edges solid."""
        from demine.draw import diagram

        return diagram.dot(self._name, self.diagram)

    @property
    def picture(self) -> Picture:
        """A picture of the diagram; `ValueError` beyond a few hundred nodes."""
        from demine.draw import diagram

        return diagram.diagram_picture(self._name, self.diagram)

    def _repr_svg_(self) -> str | None:
        from demine.draw import diagram

        return self.svg() if self.nodes <= diagram.MOST_NODES else None

    def _check(self, other: Self) -> None:
        if not isinstance(other, type(self)):
            said = f"{show(other)} is not a set of {self._members}: expected one on the same board"
            raise TypeError(said)
        if self.board != other.board:
            raise ValueError("the sets belong to different boards: expected the same board twice")

    def _combine(self, operator: str, other: Self, budget: Budget) -> Self:
        self._check(other)
        limits = Meter(**budget).limits()
        return self._make(self._native.combine(operator, other._native, limits))

    def _make(self, native: _native.Solutions) -> Self:
        return type(self)(self.board, native)

    def _member(self, numbers: Iterable[int]) -> frozenset[Item]:
        return frozenset(map(self._item, numbers))

    def _count_nonempty(self, meter: Meter) -> int:
        """The number of members; `NoLegalAssignment` if there are none."""
        total = self._native.count(meter.limits())
        if total == 0:
            raise NoLegalAssignment(f"the set is empty: {self._none}")
        return total


def _bound(size: int) -> int:
    """A size to compare with; below −1 nothing changes."""
    try:
        return max(whole(size), -1)
    except TypeError:
        raise TypeError(f"the size is {show(size)}: expected a whole number") from None


def _round(total: int) -> str:
    """A short number in full, a long one rounded."""
    if total < 10**9:
        return str(total)
    if total >= 10**4000:  # Python refuses to write much longer numbers in decimal
        return f"about 2^{total.bit_length() - 1}"
    digits = str(total)
    return f"{digits[0]}.{digits[1:3]}e{len(digits) - 1}"
