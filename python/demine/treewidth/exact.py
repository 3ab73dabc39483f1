"""Tree decompositions of least width, by search for elimination orders.

To eliminate a vertex is to join its neighbours to each other and to remove it. An order in which
every vertex has at most k neighbours when it is eliminated gives a decomposition of width k, and
some order gives one of least width (Arnborg, Corneil and Proskurowski 1987). The search asks for
width k, k + 1, … from a lower bound on, up to the width of a greedy order. Vertex sets are
integers, with a bit per vertex.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, Unpack

from demine.arguments import check
from demine.board import Board, Decomposition
from demine.errors import TooWide
from demine.meter import Budget, Meter

Near = dict[int, int]
"""The neighbours of each vertex that is left."""

_SET_BYTES = 100
"""About the size of a vertex set in the memory of the search."""

_MOST_CELLS = 5000
"""Every step reads vertex sets as long as the board: larger boards take hours."""


def decompose(board: Board, **budget: Unpack[Budget]) -> Decomposition:
    """A tree decomposition of least width: its width is the treewidth of the board's graph.

    The problem is NP-hard, and this search suits graphs of up to about 40 vertices, or more if the
    treewidth is small. `TooWide` or `Timeout` if the budget does not suffice; `TooWide` for boards
    of more than 5000 cells.
    """
    check(board, Board, "board")
    if len(board) > _MOST_CELLS:
        raise TooWide(f"{len(board)} cells: expected at most {_MOST_CELLS} for the least width")
    meter = Meter(**budget)
    around = _around(board)
    order: list[int] = []
    for part in _components(around):
        order += _best_order(around, part, meter)
    return _decomposition(around, order)


def lower_bound(board: Board) -> int:
    """A width that no tree decomposition of the board is below; −1 for a board without cells."""
    check(board, Board, "board")
    return _bound({v: set(board.neighbours(v)) for v in board.cells})


def _bound(neighbours: dict[int, set[int]]) -> int:
    """The largest of the smallest degrees met while edges are contracted, one after the other.

    Each is an edge at a vertex of smallest degree (Bodlaender, Koster and Wolle 2006).
    """
    best = -1 if not neighbours else 0
    by_degree: list[set[int]] = [set() for _ in neighbours]
    for v, near in neighbours.items():
        by_degree[len(near)].add(v)
    degree = 0
    for _ in range(len(neighbours)):
        while not by_degree[degree]:
            degree += 1
        best = max(best, degree)
        degree = max(0, _contract(neighbours, by_degree, degree))
    return best


def _contract(neighbours: dict[int, set[int]], by_degree: list[set[int]], degree: int) -> int:
    """Contract a vertex of this degree into a neighbour; returns the least degree there may be."""
    v = by_degree[degree].pop()
    near = neighbours.pop(v)
    if not near:
        return 0
    # The neighbour with the fewest common ones loses the fewest edges.
    into = min(near, key=lambda u: (len(near & neighbours[u]), u))
    for u in near | {into}:
        by_degree[len(neighbours[u])].remove(u)
        neighbours[u].discard(v)
    for u in near - {into}:
        neighbours[u].add(into)
        neighbours[into].add(u)
    for u in near:
        by_degree[len(neighbours[u])].add(u)
    return degree - 1


def _around(board: Board) -> list[int]:
    around = [0] * len(board)
    for u, v in board.edges.tolist():
        around[u] |= 1 << v
        around[v] |= 1 << u
    return around


def _bits(vertices: int) -> Iterator[int]:
    while vertices:
        lowest = vertices & -vertices
        yield lowest.bit_length() - 1
        vertices ^= lowest


def _reach(around: list[int], start: int, within: int) -> int:
    """All vertices next to `start`, or next to vertices of `within` that paths in it reach."""
    found, fresh = 0, start
    while fresh:
        near = 0
        for v in _bits(fresh):
            near |= around[v]
        fresh = near & within & ~found
        found |= near
    return found


def _components(around: list[int]) -> Iterator[int]:
    left = (1 << len(around)) - 1
    while left:
        start = left & -left
        part = _reach(around, start, left) & left | start
        yield part
        left &= ~part


def _best_order(around: list[int], part: int, meter: Meter) -> list[int]:
    """An order of a component's vertices with the least possible width."""
    near = {v: around[v] for v in _bits(part)}
    best, most = _greedy(near, meter)
    for width in range(max(1, _bound_of(near)), most):
        order = _order_within(near, width, meter)
        if order is not None:
            return order
    return best


def _greedy(near: Near, meter: Meter) -> tuple[list[int], int]:
    """An order that joins the fewest neighbours each time, and its width."""
    order, width = [], 0
    while near:
        meter.check()
        v = min(near, key=lambda v: (_missing(near, near[v]), v))
        width = max(width, near[v].bit_count())
        order.append(v)
        near = _eliminate(near, v)
    return order, width


def _missing(near: Near, vertices: int) -> int:
    """Twice the number of pairs of these vertices that are not neighbours."""
    return sum((vertices & ~near[u]).bit_count() - 1 for u in _bits(vertices))


def _eliminate(near: Near, v: int) -> Near:
    """The graph without v, whose neighbours are joined to each other."""
    joined, gone = near[v], 1 << v
    rest = {u: others for u, others in near.items() if u != v}
    for u in _bits(joined):
        rest[u] = (rest[u] | joined) & ~(gone | 1 << u)
    return rest


def _bound_of(near: Near) -> int:
    return _bound({v: set(_bits(others)) for v, others in near.items()})


def _order_within(near: Near, width: int, meter: Meter) -> list[int] | None:
    """An order of width at most `width`; None if there is none.

    A vertex whose neighbours are all joined to each other, but for the edges at one of them, may
    always go first: the rest of the graph has them as a minor.
    """
    order: list[int] = []
    while (v := _surely_first(near, width)) is not None:
        meter.check()
        order.append(v)
        near = _eliminate(near, v)
    if len(near) <= width + 1:
        return [*order, *near]
    found = _Search(near, width, meter).order()
    return None if found is None else order + found


def _surely_first(near: Near, width: int) -> int | None:
    narrow = (v for v, others in near.items() if others.bit_count() <= width)
    return next((v for v in narrow if _is_almost_simplicial(near, near[v])), None)


class _Part(NamedTuple):
    """Some vertices, the vertices next to them, and an order that eliminates them."""

    vertices: int
    border: int
    order: tuple[int, ...]


class _Search:
    """Looks for an order of width at most `width` that ends with the vertex of most neighbours.

    A connected part can be eliminated first if it is a vertex v and parts that can, each next to v
    and none next to another, and if its border is not larger than the width. So the search builds
    these parts from single vertices on, and no others (as Tamaki 2019 does).
    """

    def __init__(self, near: Near, width: int, meter: Meter) -> None:
        self.near, self.width, self.meter = near, width, meter
        self.last = max(near, key=lambda v: near[v].bit_count())
        self.all = sum(1 << v for v in near)
        self.found: dict[int, _Part] = {}
        self.fresh: list[_Part] = []
        # By vertex: unions of parts next to it, none next to another.
        self.unions: dict[int, dict[int, _Part]] = {v: {0: _Part(0, 0, ())} for v in near}

    def order(self) -> list[int] | None:
        """An order of the whole graph; None if every order is wider."""
        for v in self.near:
            self._close(v, _Part(0, 0, ()))
        for part in self.fresh:
            left = self.all & ~part.vertices
            if left.bit_count() <= self.width + 1:
                return [*part.order, *_bits(left)]
            for v in _bits(part.border):
                self._join(v, part)
        return None

    def _join(self, v: int, part: _Part) -> None:
        """Unite the part with all unions at v that it does not touch."""
        self.meter.check()
        closed, unions = part.vertices | part.border, self.unions[v]
        for union in [union for union in unions.values() if not union.vertices & closed]:
            border = union.border | part.border
            vertices = union.vertices | part.vertices
            if border.bit_count() <= self.width + 1 and vertices not in unions:
                self._hold(_SET_BYTES)
                unions[vertices] = _Part(vertices, border, union.order + part.order)
                self._close(v, unions[vertices])

    def _close(self, v: int, union: _Part) -> None:
        """Add the part that is the union and v, if its border is small enough."""
        vertices = union.vertices | 1 << v
        border = (union.border | self.near[v]) & ~vertices
        is_new = (vertices not in self.found and v != self.last) or vertices == self.all
        if is_new and border.bit_count() <= self.width:
            self._hold(_SET_BYTES)
            part = _Part(vertices, border, (*union.order, v))
            self.found[vertices] = part
            self.fresh.append(part)

    def _hold(self, bytes: int) -> None:
        try:
            self.meter.hold(bytes)
        except TooWide:
            raise TooWide(
                f"no least width within a budget of {self.meter}: give a larger budget"
            ) from None


def _is_almost_simplicial(near: Near, vertices: int) -> bool:
    """Whether the vertices are joined to each other, but for edges at one of them."""
    lacking = {v: vertices & ~near[v] & ~(1 << v) for v in _bits(vertices)}
    lacking = {v: others for v, others in lacking.items() if others}
    return not lacking or any(
        all(others & ~(1 << v) == 0 for u, others in lacking.items() if u != v) for v in lacking
    )


def _decomposition(around: list[int], order: list[int]) -> Decomposition:
    """The bags of an elimination order: each vertex with its neighbours when it is eliminated."""
    place = {v: i for i, v in enumerate(order)}
    bags, edges, gone = [], [], 0
    for i, v in enumerate(order):
        near = _reach(around, 1 << v, gone) & ~gone & ~(1 << v)
        gone |= 1 << v
        bags.append(sorted([v, *_bits(near)]))
        # The bag of the neighbour that goes first contains all the others.
        above = min((place[u] for u in _bits(near)), default=i + 1)
        if above < len(order):
            edges.append((i, above))
    width = max(map(len, bags), default=0) - 1
    return Decomposition(len(around), width, bags, edges)
