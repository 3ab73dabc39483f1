"""Checks of Golan 2011, §§2–5: rooted trees, the cases of §4, tree decompositions, treewidth.

Counts are compared with trials of every choice of mined cells, widths with all elimination orders.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise, permutations, product
from random import Random
from typing import Final

from demine.board import Board, Decomposition, from_edges
from demine.labels import COVERED, FREE, MINED, Label
from demine.position import Position
from demine.reproduce import golan_2011
from demine.reproduce.tables import Item, tell
from demine.reproduce.trial import try_all, try_position
from demine.trees import Vertex, rooted
from demine.treewidth import Nice, Programme, decompose, make_nice

_SEED: Final = 2011
_LABELS: Final[tuple[Label, ...]] = (COVERED, COVERED, COVERED, FREE, MINED, 0, 1, 2)
_GRAPH_LABELS: Final[tuple[Label, ...]] = (COVERED, COVERED, 0, 1, 1, 2)
_FRACTION: Final = 4
"""The sizes of Theorems 2.1 to 2.4 are divided by this."""

Series = list[int]
"""The coefficients of a polynomial in x."""


def items(quick: bool) -> Iterator[Item]:
    """Every object and every case, on random trees and graphs; the theorems by their growth."""
    yield from _theorems(quick)
    yield from _trees(40 if quick else 400)
    yield from _decompositions(20 if quick else 200)
    yield _example()
    yield _treewidth(4 if quick else 5)


def _theorems(quick: bool) -> Iterator[Item]:
    for claim in golan_2011.claims():
        if quick:
            yield Item(claim.title, "the full run measures it", None)
            continue
        curves = list(claim.curves(_FRACTION))
        within = [curve for curve in curves if curve.within]
        said = f"{len(within)} of {len(curves)} families grow within the bound"
        yield Item(claim.title, said, len(within) == len(curves))


def _tree(rng: Random) -> Position:
    n = rng.randint(1, 7)
    edges = [(v, rng.randrange(v)) for v in range(1, n)]
    return Position(from_edges(n, edges), rng.choices(_LABELS, k=n))


def _trees(count: int) -> Iterator[Item]:
    rng = Random(_SEED)
    vertices = [v for _ in range(count) for v in rooted(_tree(rng)).subtree]
    yield tell("Rooted trees: root, p(v), C(v) and C_σ(v)", map(_is_rooted, vertices))
    polynomials = "Rooted trees: P, P₋, P_□ and P_* of the sub-trees"
    yield tell(polynomials, map(_has_polynomials, vertices))
    for name, label in (("Case i", FREE), ("Case ii", MINED), ("Case iii", COVERED)):
        some = [v for v in vertices if v.label == label]
        yield tell(f"{name}: label {label}", [_section_4(v) == v.P for v in some])
    some = [v for v in vertices if isinstance(v.label, int)]
    yield tell("Case iv: a number", [_section_4(v) == v.P for v in some])
    yield tell("Interval: the possible numbers of mined children", map(_is_interval, some))
    two = from_edges(2, [(0, 1)])
    counts = [Position(two, [-1, label]).count() for label in (COVERED, FREE, MINED, 0)]
    yield Item("Label −1: no legal assignment", f"counts {counts}", not any(counts))


def _is_rooted(v: Vertex) -> bool:
    labels = {child.label for child in v.children}
    parts = [child for label in labels for child in v.children_labelled(label)]
    return all(child.parent is v for child in v.children) and sorted(parts) == sorted(v.children)


def _has_polynomials(v: Vertex) -> bool:
    """T(v) with the label of v as it is, reduced, free and mined, by trial."""
    free = v.label != MINED
    reduced = v.label - 1 if isinstance(v.label, int) else v.label
    return (
        _series(v.T, v.label) == v.P
        and v.P_minus == _series(v.T, reduced)
        and v.P_free
        == (_series(v.T, FREE if v.label == COVERED else v.label) if free else _zero(v))
        and v.P_mined == (_series(v.T, MINED) if v.label in (COVERED, MINED) else _zero(v))
    )


def _zero(v: Vertex) -> Series:
    return [0] * (len(v.subtree) + 1)


def _series(position: Position, first: Label) -> Series:
    """The legal assignments by their number of mines, with another label at cell 0."""
    found = [0] * (len(position.board) + 1)
    near = [position.board.neighbours(v) for v in position.board.cells]
    for mined in try_all(near, [first, *position.labels[1:]]):
        found[len(mined)] += 1
    return found


def _section_4(v: Vertex) -> Series:
    """P(v) from the polynomials of the children, by the cases of §4."""
    free = _product([c.P for c in v.children])
    mined = [0, *_product([c.P_minus for c in v.children])]
    if isinstance(v.label, int):
        found = _by_mined_children(v).get(v.label, [0])
    elif v.label == COVERED:
        found = _sum(free, mined)
    else:
        found = free if v.label == FREE else mined
    return found + [0] * (len(v.subtree) + 1 - len(found))


def _by_mined_children(v: Vertex) -> dict[int, Series]:
    """The product over all children of P_□(c) + y P_*(c), by the power of y."""
    found: dict[int, Series] = {0: [1]}
    for child in v.children:
        after: dict[int, Series] = {}
        for power, series in found.items():
            for more, own in ((0, child.P_free), (1, child.P_mined)):
                both = _product([series, own])
                after[power + more] = _sum(after.get(power + more, [0]), both)
        found = after
    return found


def _is_interval(v: Vertex) -> bool:
    powers = sorted(k for k, series in _by_mined_children(v).items() if any(series))
    return all(b - a == 1 for a, b in pairwise(powers))


def _product(factors: Iterable[Series]) -> Series:
    found = [1]
    for factor in factors:
        longer = [0] * (len(found) + len(factor) - 1)
        for i, a in enumerate(found):
            for j, b in enumerate(factor):
                longer[i + j] += a * b
        found = longer
    return found


def _sum(a: Series, b: Series) -> Series:
    return [sum(pair) for pair in zip(_pad(a, b), _pad(b, a), strict=True)]


def _pad(series: Series, other: Series) -> Series:
    return series + [0] * max(0, len(other) - len(series))


def _decompositions(count: int) -> Iterator[Item]:
    rng = Random(_SEED)
    positions = [_graph(rng) for _ in range(count)]
    found = [position.decomposition() for position in positions]
    right = [_is_decomposition(p.board, d) for p, d in zip(positions, found, strict=True)]
    yield tell("Tree decompositions: three conditions, and the width", right)
    right = [_is_decomposition(p.board, _trivial(p.board)) for p in positions]
    yield tell("Trivial decomposition: one node with all vertices", right)
    nice = [make_nice(one) for one in found]
    yield tell("Nice decomposition: one vertex at a time", map(_is_nice, nice))
    both = list(zip(positions, nice, strict=True))
    right = [Programme(p, n).count() == len([*try_position(p)]) for p, n in both]
    yield tell("§5, root: the count is read off the root", right)
    kinds = [kind for p, n in both for kind in _kinds(p, n)]
    for kind in ("leaf", "forget a covered vertex", "forget a number", "introduce", "join"):
        met = kinds.count(kind)
        said = f"{met} nodes in {len(right)} graphs, {sum(right)} counts agree with trial"
        yield Item(f"§5, {kind}", said, met > 0 and all(right))


def _graph(rng: Random) -> Position:
    n = rng.randint(4, 8)
    edges = [(u, v) for u in range(n) for v in range(u) if rng.random() < 0.35]
    return Position(from_edges(n, edges), rng.choices(_GRAPH_LABELS, k=n))


def _trivial(board: Board) -> Decomposition:
    return Decomposition(len(board), len(board) - 1, [list(board.cells)], [])


def _is_decomposition(board: Board, found: Decomposition) -> bool:
    bags = [set(bag) for bag in found.bags]
    edges = [(u, v) for u in board.cells for v in board.neighbours(u)]
    covers = set().union(*bags) == set(board.cells)
    holds = all(any({u, v} <= bag for bag in bags) for u, v in edges)
    # The bags of a vertex are a sub-tree: they have one edge less than nodes, and no cycle.
    joined = all(
        sum(v in bag for bag in bags) - sum(v in bags[a] & bags[b] for a, b in found.edges) == 1
        for v in board.cells
    )
    return covers and holds and joined and found.width == max(map(len, bags)) - 1


def _is_nice(nice: Nice) -> bool:
    changes = ([len(n.bag ^ nice.nodes[c].bag) for c in n.children] for n in nice.nodes)
    return all(change in ([], [1], [0, 0]) for change in changes)


def _kinds(position: Position, nice: Nice) -> Iterator[str]:
    for node in nice.nodes:
        below = nice.nodes[node.children[0]].bag if node.children else frozenset()
        forgotten = [position.labels[v] for v in below - node.bag]
        if not node.children:
            yield "leaf"
        elif forgotten:
            yield f"forget a {'covered vertex' if forgotten[0] == COVERED else 'number'}"
        else:
            yield "join" if len(node.children) > 1 else "introduce"


def _example() -> Item:
    """Nodes 1 to 3: a covered vertex with its two numbers; its mine counts for both."""
    found = golan_2011.example_polynomials()
    position = golan_2011.example()
    right = 0
    for node, covered in enumerate((golan_2011.V4, golan_2011.V5, golan_2011.V6)):
        near = position.board.neighbours(covered)
        monomial = tuple(int(v in near) for v in position.board.cells)
        right += found[node] == {frozenset(): {(0,) * 6: 1}, frozenset({covered}): {monomial: 1}}
    return Item(
        "Example 5.1: W_i?, W_i# and P_i,loc of the three leaves",
        f"{right} of 3 leaves have the monomial of their own mines",
        right == 3,
    )


def _treewidth(largest: int) -> Item:
    right = total = 0
    for n in range(1, largest + 1):
        pairs = list(combinations(range(n), 2))
        for bits in product((False, True), repeat=len(pairs)):
            edges = [pair for pair, bit in zip(pairs, bits, strict=True) if bit]
            total += 1
            least = min(_width(order, edges) for order in permutations(range(n)))
            right += decompose(from_edges(n, edges)).width == least
    return Item(
        f"Treewidth: the least width, all {total} graphs with up to {largest} vertices",
        f"{right} agree with all elimination orders",
        right == total,
    )


def _width(order: Sequence[int], edges: Sequence[tuple[int, int]]) -> int:
    near = {v: {sum(edge) - v for edge in edges if v in edge} for v in order}
    width = 0
    for v in order:
        around = near.pop(v)
        width = max(width, len(around))
        for u in around:
            near[u] = (near[u] | around) - {u, v}
    return width
