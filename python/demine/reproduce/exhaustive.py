"""One mine, played by trying every move in every situation: an oracle for Golan 2014.

A situation is the set of places where the mine can still be. That is all a player needs to
remember: a cell that was opened before can be opened again without news. No lemma is used, not even
that safe cells are to be opened first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from demine.onemine.printed import Graph


class Truth:
    """Values of situations on a graph, given by its neighbourhoods; sets are bit masks."""

    def __init__(self, around: Sequence[Iterable[int]]) -> None:
        self.around = [sum(1 << v for v in near) for near in around]
        self.everywhere = (1 << len(around)) - 1
        self.wins = cache(self._wins)

    def _wins(self, places: int) -> int:
        """With how many of the places the best player wins."""
        if places.bit_count() <= 1:
            return places.bit_count()
        return max(self._after(v, places) for v in range(len(self.around)))

    def _after(self, v: int, places: int) -> int:
        """The same, if v is opened now: lost at v itself, and the label tells the others apart."""
        alive = places & ~(1 << v)
        near, far = alive & self.around[v], alive & ~self.around[v]
        if places in (near, far):
            return 0  # no news: such a move is never needed
        return self.wins(near) + self.wins(far)

    @property
    def best(self) -> int:
        """n·P*."""
        return self.wins(self.everywhere)

    @property
    def best_guesses(self) -> set[int]:
        """The cells that an optimal player may open first."""
        cells = range(len(self.around))
        return {v for v in cells if self._after(v, self.everywhere) == self.best}


def truth_of(graph: Graph) -> Truth:
    """Of a graph, whose vertices are renumbered in their order."""
    number = {v: i for i, v in enumerate(graph)}
    return Truth([[number[w] for w in graph[v]] for v in graph])


def count_wins(graph: Graph) -> int:
    """n·P*."""
    return truth_of(graph).best


def best_guesses(graph: Graph) -> set[int]:
    """The vertices that an optimal player may open first."""
    vertices = list(graph)
    return {vertices[i] for i in truth_of(graph).best_guesses}
