"""Fillings: all legal assignments where cells may hold several mines, as one set."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Self, Unpack, cast

from demine.arguments import number_of, show
from demine.board import Board, Cell, from_edges
from demine.errors import InvalidPosition
from demine.meter import Budget, Meter, share_seconds
from demine.solutions import Solutions

if TYPE_CHECKING:
    from demine.position import Position
    from demine.rules.rules import Rules

Filling = tuple[int, ...]
"""How many mines each cell holds."""


def are_cells(capacity: Iterable[int]) -> bool:
    """Whether no cell holds more than one mine, so that the units are the cells."""
    return max(capacity, default=0) <= 1


class Fillings:
    """A set of legal assignments, each the number of mines of every cell. Immutable.

    Made by `Position.fillings`, or from other sets. It is stored as `units`: a set of sets. A cell
    of capacity c has c units, one cell after the other; x mines in it are its first x units. If no
    cell holds more than one mine, the units are the cells.
    """

    __slots__ = ("_starts", "board", "capacity", "units")

    def __init__(self, board: Board, capacity: tuple[int, ...], units: Solutions) -> None:
        """Made by `Position.fillings`."""
        self.board = board
        self.capacity = capacity
        self.units = units
        each = (1,) * len(capacity) if are_cells(capacity) else capacity
        self._starts = [0, *accumulate(each)]

    @classmethod
    def of(cls, position: Position, budget: Budget) -> Fillings:
        """All legal assignments of a position with rules."""
        native = position.variant.solutions(Meter(**budget).limits())
        capacity = cast("Rules", position.rules).capacity
        units = position.board if are_cells(capacity) else from_edges(sum(capacity), [])
        return cls(position.board, capacity, Solutions(units, native))

    def solutions(self) -> Solutions:
        """The same as sets of mined cells; `InvalidPosition` if cells may hold several mines."""
        if are_cells(self.capacity):
            return self.units
        raise InvalidPosition(
            "cells may hold several mines, so a solution is no set of cells: ask for fillings"
        )

    def __repr__(self) -> str:
        return f"<Fillings of {self.board!r}>"

    def count(self, **budget: Unpack[Budget]) -> int:
        """The number of legal assignments in the set."""
        return self.units.count(**budget)

    def __bool__(self) -> bool:
        return bool(self.units)

    def __iter__(self) -> Iterator[Filling]:
        return map(self._filling, self.units)

    def iterate(self, **budget: Unpack[Budget]) -> Iterator[Filling]:
        """All assignments, one after the other, within a budget."""
        return map(self._filling, self.units.iterate(**budget))

    def __contains__(self, filling: object) -> bool:
        if not isinstance(filling, tuple) or len(filling) != len(self.capacity):
            return False
        fits = all(
            type(mines) is int and 0 <= mines <= most
            for mines, most in zip(filling, self.capacity, strict=True)
        )
        return fits and frozenset(self._units(filling)) in self.units

    def __getitem__(self, rank: int) -> Filling:
        """The assignment of this rank, in the order of iteration."""
        return self._filling(self.units[rank])

    def sample_iter(
        self, n: int, seed: int | None = None, **budget: Unpack[Budget]
    ) -> Iterator[Filling]:
        """The same as `sample`, one after the other."""
        return map(self._filling, self.units.sample_iter(n, seed, **budget))

    def sample(
        self, n: int = 1, *, seed: int | None = None, **budget: Unpack[Budget]
    ) -> list[Filling]:
        """`n` assignments, each drawn uniformly at random; a seed makes them the same again."""
        return [self._filling(drawn) for drawn in self.units.sample(n, seed=seed, **budget)]

    def cheapest(
        self, costs: Mapping[Any, Any] | Iterable[Any], **budget: Unpack[Budget]
    ) -> Filling:
        """An assignment whose mines cost least: a cost per mine, for each cell."""
        if isinstance(costs, Mapping):
            by_cell = {self.board.index(cell): cost for cell, cost in costs.items()}
            listed = [by_cell.get(cell, 0) for cell in self.board.cells]
        else:
            listed = list(costs)
        if len(listed) != len(self.board):
            raise ValueError(f"{len(listed)} costs for {len(self.board)} cells: expected one each")
        ends = zip(listed, self._starts, self._starts[1:], strict=False)
        per_unit = [cost for cost, start, end in ends for _ in range(start, end)]
        return self._filling(self.units.cheapest(per_unit, **budget))

    def with_mines(self, mines: int) -> Fillings:
        """The assignments with exactly this number of mines."""
        number_of("mines", mines, 0, sum(self.capacity))
        return self._make(self.units.with_mines(mines))

    def given(self, cells: Mapping[Any, int], **budget: Unpack[Budget]) -> Fillings:
        """The assignments in which these cells hold so many mines."""
        known: dict[int, bool] = {}
        for cell, mines in cells.items():
            place = self.board.index(cell)
            most = self.capacity[place]
            number_of(f"the mines of cell {show(cell)}", mines, 0, most)
            start = self._starts[place]
            known |= {start + unit: unit < mines for unit in range(most)}
        return self._make(self.units.given(known, **budget))

    def at(self, cell: Cell, **budget: Unpack[Budget]) -> dict[int, int]:
        """In how many of the assignments the cell holds 0, 1, 2 … mines."""
        most = self.capacity[self.board.index(cell)]
        with share_seconds(budget) as rest:
            return {n: self.given({cell: n}, **rest()).count(**rest()) for n in range(most + 1)}

    def __and__(self, other: Self) -> Fillings:
        return self._make(self.units & self._alike(other))

    def __or__(self, other: Self) -> Fillings:
        return self._make(self.units | self._alike(other))

    def __sub__(self, other: Self) -> Fillings:
        return self._make(self.units - self._alike(other))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Fillings):
            return NotImplemented
        same = self.board == other.board and self.capacity == other.capacity
        return same and self.units == other.units

    def __hash__(self) -> int:
        return hash((self.board, self.capacity))

    def _alike(self, other: object) -> Solutions:
        if not isinstance(other, Fillings):
            raise TypeError(f"{show(other)}: expected a set of fillings")
        if (self.board, self.capacity) != (other.board, other.capacity):
            raise ValueError("sets on different boards or capacities: expected the same ones")
        return other.units

    def _make(self, units: Solutions) -> Fillings:
        return Fillings(self.board, self.capacity, units)

    def _filling(self, units: Iterable[int]) -> Filling:
        chosen = frozenset(units)
        ends = zip(self._starts, self._starts[1:], strict=False)
        return tuple(sum(unit in chosen for unit in range(start, end)) for start, end in ends)

    def _units(self, filling: Filling) -> Iterator[int]:
        for start, mines in zip(self._starts, filling, strict=False):
            yield from range(start, start + mines)
