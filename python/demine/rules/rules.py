"""Rules: what a position has beyond its board, its labels and its number of mines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from demine import _native
from demine.arguments import each, mapping, number_of, show
from demine.board import Board, Cell
from demine.errors import InvalidBoard, InvalidPosition
from demine.labels import Label
from demine.rules.naming import name_of, read_word, tidy, write_word
from demine.rules.parse import parse
from demine.rules.values import MOST, Values

if TYPE_CHECKING:
    from demine.position import Position

Weight = Callable[[int, int], int]
Capacity = int | Iterable[int] | Mapping[Any, int]
Sum = tuple[Mapping[Any, int] | Iterable[Cell], Iterable[int]]
Terms = tuple[tuple[int, int], ...]

_MOST_CAPACITY: Final = 1000

_number = partial(number_of, error=InvalidPosition)


@dataclass(frozen=True, slots=True)
class Rules:
    """Capacities, values, weights and sums, checked against a board.

    `values` is a function of the number that a cell shows, or the values of each cell that has
    other ones than its number. `weights` leaves out those that are 1. `name` is a text that makes
    them again, such as `capacity=2,liar`; empty if there is none.
    """

    capacity: tuple[int, ...]
    values: Values | tuple[tuple[int, tuple[int, ...]], ...]
    weights: tuple[tuple[int, int, int], ...]
    sums: tuple[tuple[Terms, tuple[int, ...]], ...]
    name: str = field(default="", compare=False)

    @classmethod
    def named(cls, board: Board, text: str) -> Rules:
        """The rules in a text, as `demine.rules.parse` reads it; `InvalidPosition` if it is wrong.

        The word of a name, as an id has it, is read as well.
        """
        name = tidy(text) if "," in text or "=" in text else read_word(tidy(text))
        try:
            given = parse(board, name)
        except InvalidBoard as error:
            raise InvalidPosition(str(error)) from None
        except ValueError as error:
            raise InvalidPosition(f"rules {show(text)}: {error}") from None
        return replace(cls.of(board, **given), name=name)

    @property
    def word(self) -> str:
        """The name as a word for ids and file names; empty if there is no name."""
        return write_word(self.name)

    @classmethod
    def of(
        cls,
        board: Board,
        capacity: Capacity | None = None,
        values: Values | Mapping[Any, Iterable[int]] | None = None,
        weights: Weight | Mapping[tuple[Any, Any], int] | None = None,
        sums: Iterable[Sum] = (),
    ) -> Rules:
        """Check the rules; `InvalidPosition` names what is wrong."""
        try:
            made = cls(
                _capacities(board, 1 if capacity is None else capacity),
                _values(board, {} if values is None else values),
                _weights(board, {} if weights is None else weights),
                tuple(_sum(board, number, given) for number, given in enumerate(sums)),
            )
        except (IndexError, TypeError) as error:
            raise InvalidPosition(str(error)) from None
        return replace(made, name=name_of(made))

    def native(self, board: Board, labels: Sequence[Label], mines: int | None) -> _native.Variant:
        """The engine's handle of a position with these rules."""
        try:
            values = list(self._values_of(board, labels))
        except TypeError as error:
            raise InvalidPosition(f"the values of a number: {error}") from None
        given = self.capacity, self.weights, values, self.sums
        return _native.Variant(board.graph, labels, mines, *given)

    def position(self, board: Board, labels: Sequence[Label], mines: int | None) -> Position:
        """The position with these rules, which were checked against its board."""
        from demine.position import Position

        return Position._of_rules(board, labels, mines, self)

    def keywords(self) -> dict[str, Any]:
        """The rules as keywords of `demine.Position`."""
        weights = {(number, cell): weight for number, cell, weight in self.weights}
        values = self.values if callable(self.values) else dict(self.values)
        sums = [(dict(terms), allowed) for terms, allowed in self.sums]
        return {"capacity": self.capacity, "values": values, "weights": weights, "sums": sums}

    def values_by_cell(self, board: Board, labels: Sequence[Label]) -> dict[int, list[int]]:
        """The values of every number that may stand for another one than itself."""
        return dict(self._values_of(board, labels))

    def weight(self, number: int, cell: int) -> int:
        """How much a mine in the cell counts in the number."""
        found = (weight for n, c, weight in self.weights if (n, c) == (number, cell))
        return next(found, 1)

    def values_of(self, number: int, reach: int) -> list[int]:
        """The sums that a number allows, from −`reach` to `reach`."""
        return _clip(self.values(number), reach) if callable(self.values) else [number]

    def _values_of(self, board: Board, labels: Sequence[Label]) -> Iterable[tuple[int, list[int]]]:
        if not callable(self.values):
            yield from ((cell, list(allowed)) for cell, allowed in self.values)
            return
        heaviest = max((abs(weight) for *_, weight in self.weights), default=1)
        most = max(heaviest, 1) * max(self.capacity, default=1)
        for cell, label in enumerate(labels):
            if isinstance(label, int) and label >= 0:
                reach = min(most * len(board.neighbours(cell)), MOST)
                yield cell, _clip(self.values(label), reach)


def _clip(values: Iterable[int], reach: int) -> list[int]:
    """The values that a sum can have at all."""
    if isinstance(values, range):
        return list(_clip_range(values, reach))
    found = (_number("a value", value, -(1 << 62), 1 << 62) for value in each(values, "values"))
    return [value for value in found if -reach <= value <= reach]


def _clip_range(values: range, reach: int) -> range:
    values = values if values.step > 0 else values[::-1]
    first = max(0, -((values.start + reach) // values.step))
    last = max(0, (reach - values.start) // values.step + 1)
    return values[first:last]


def _capacities(board: Board, given: Capacity) -> tuple[int, ...]:
    number = partial(_number, least=0, most=_MOST_CAPACITY)
    if isinstance(given, Mapping):
        capacities = [1] * len(board)
        for cell, capacity in given.items():
            capacities[board.index(cell)] = number(f"the capacity of cell {show(cell)}", capacity)
        return tuple(capacities)
    if not isinstance(given, Iterable):
        return (number("the capacity", given),) * len(board)
    listed = list(given)
    if len(listed) != len(board):
        raise InvalidPosition(
            f"{len(listed)} capacities for a board of {len(board)} cells: expected one per cell"
        )
    return tuple(number(f"the capacity of cell {i}", each) for i, each in enumerate(listed))


def _values(
    board: Board, given: Values | Mapping[Any, Iterable[int]]
) -> Values | tuple[tuple[int, tuple[int, ...]], ...]:
    if callable(given):
        return given
    found = {
        board.index(cell): tuple(sorted(set(_clip(allowed, MOST))))
        for cell, allowed in mapping(given, "values").items()
    }
    return tuple(sorted(found.items()))


def _weights(
    board: Board, given: Weight | Mapping[tuple[Any, Any], int]
) -> tuple[tuple[int, int, int], ...]:
    if callable(given):
        edges = [pair for u, v in board.edges.tolist() for pair in ((u, v), (v, u))]
        found = {pair: given(*pair) for pair in edges}
    else:
        pairs = mapping(given, "weights").items()
        found = {_pair(board, pair): weight for pair, weight in pairs}
    checked = ((*pair, _weight(f"the weight of {pair}", found[pair])) for pair in sorted(found))
    return tuple(triple for triple in checked if triple[2] != 1)


def _pair(board: Board, pair: object) -> tuple[int, int]:
    if not isinstance(pair, tuple) or len(pair) != 2:
        raise InvalidPosition(f"a weight for {show(pair)}: expected a pair of neighbours")
    return board.index(pair[0]), board.index(pair[1])


def _weight(name: str, weight: object) -> int:
    return _number(name, weight, -MOST, MOST)


def _sum(board: Board, number: int, given: Any) -> tuple[Terms, tuple[int, ...]]:
    if not isinstance(given, tuple) or len(given) != 2:
        raise InvalidPosition(f"sum {number} is {show(given)}: expected cells and their values")
    cells, values = given
    what = f"sum {number}: expected cells, or weights by cell"
    pairs = cells.items() if isinstance(cells, Mapping) else ((c, 1) for c in each(cells, what))
    terms: dict[int, int] = {}
    for cell, weight in pairs:
        place = board.index(cell)
        terms[place] = terms.get(place, 0) + _weight(f"sum {number}: the weight", weight)
    return tuple(sorted(terms.items())), tuple(sorted(set(_clip(values, MOST))))
