"""All solutions of a position as one set (Suzuki, Hao, Minato: the Minesweeper generation problem).

A solution is a frozenset of mined cells. `Solutions` holds them as a diagram; a number that is
revealed later updates it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from os import PathLike
from typing import Final, Literal, TypeVar, Unpack

from demine import _native
from demine.arguments import mapping, number_of
from demine.board import Board, Cell
from demine.meter import Budget, Meter
from demine.solutions.sets import Sets

Solution = frozenset[int]
Value = TypeVar("Value")
ByCell = Mapping[int, Value] | Mapping[Cell, Value]
Method = Literal["cells", "degree", "intersection"]

METHODS: Final[tuple[Method, ...]] = ("cells", "degree", "intersection")


class Solutions(Sets[int, Cell]):
    """A set of solutions on a board. Immutable.

    Made by `Position.solutions`, `Solutions.from_sets` or from other sets.
    """

    __slots__ = ()
    _items, _members = "cells", "solutions"
    _none = "there is no legal assignment"

    @classmethod
    def _universe(cls, board: Board) -> _native.Graph:
        return board.graph

    def _number(self, item: Cell) -> int:
        return self.board.index(item)

    def _item(self, number: int) -> int:
        return number

    def _member(self, numbers: Iterable[int]) -> Solution:
        return frozenset(numbers)

    def _name(self, number: int) -> str:
        return self.board.address(number)

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
