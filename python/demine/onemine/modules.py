"""The modular decomposition tree of a graph: all its guess components (Golan 2014, §3).

A guess component is a *module*, a set of cells that no cell outside tells apart. Those that overlap
no other make a tree; every guess component is a node of it, or a union of children of a series or
parallel node.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final, Literal

from demine import _native

ModuleKind = Literal["leaf", "parallel", "series", "prime"]

# In the order of the engine's numbers.
_KINDS: Final[tuple[ModuleKind, ...]] = ("leaf", "parallel", "series", "prime")


class Tree:
    """The flat arrays of a tree; its nodes are numbered with parents before children."""

    def __init__(self, native: _native.Modules) -> None:
        """Keep the engine's handle, and copies of its arrays."""
        self.native = native
        self.kinds = native.kinds
        self.ends = native.ends
        self.starts = native.starts
        self.sizes = native.sizes
        self.cells = native.cells
        self.wins = native.wins


class Module:
    """A node of the tree: a guess component that overlaps no other.

    Its `kind` says how its children are joined: no two of them (`parallel`), every two (`series`),
    or so that only each alone and all together are guess components (`prime`). A `leaf` is one
    cell. A view on shared arrays: it costs nothing to hold, however large the tree.
    """

    __slots__ = ("number", "tree")

    def __init__(self, tree: Tree, number: int) -> None:
        """Made by `demine.onemine.decomposition`."""
        self.tree = tree
        self.number = number

    def __repr__(self) -> str:
        """Kind and size."""
        return f"<{self.kind} module of {len(self)} cells>"

    def __len__(self) -> int:
        """The number of its cells."""
        return int(self.tree.sizes[self.number])

    @property
    def kind(self) -> ModuleKind:
        """How its children are joined."""
        return _KINDS[int(self.tree.kinds[self.number])]

    @property
    def cells(self) -> frozenset[int]:
        """Its cells."""
        start = int(self.tree.starts[self.number])
        return frozenset(self.tree.cells[start : start + len(self)].tolist())

    @property
    def children(self) -> list[Module]:
        """The largest modules inside it, by their least cells; none in a leaf."""
        found = []
        child, end = self.number + 1, int(self.tree.ends[self.number])
        while child < end:
            found.append(Module(self.tree, child))
            child = int(self.tree.ends[child])
        return found

    @property
    def win_probability(self) -> Fraction:
        """P* of the graph that its cells induce, exactly."""
        return Fraction(int(self.tree.wins[self.number]), len(self))

    @property
    def optimal_guesses(self) -> list[int]:
        """Every cell that is optimal to open first if the mine is in it, ascending.

        None in a leaf: its cell is the mine.
        """
        return self.tree.native.optimal_guesses(self.number)

    def walk(self) -> Iterator[tuple[int, Module]]:
        """Each module inside it with its depth, itself first, parents before children."""
        ends: list[int] = []
        for number in range(self.number, int(self.tree.ends[self.number])):
            while ends and ends[-1] <= number:
                ends.pop()
            yield len(ends), Module(self.tree, number)
            ends.append(int(self.tree.ends[number]))
