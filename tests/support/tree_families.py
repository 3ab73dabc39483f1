"""Labelled trees that are hard to count: what Golan's recursion (2011, §4) may meet at its worst.

Each function takes a number of vertices and gives about as many: edges, and a label per vertex. All
are consistent, and propagation decides little.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import isqrt
from random import Random

from oracle import Label
from shapes import Edge, binary, caterpillar, path, random_tree, spider

Tree = tuple[list[Edge], list[Label]]
Family = Callable[[int], Tree]


def star(cells: int) -> Tree:
    """A number with covered leaves, a third of them mined."""
    return [(0, v) for v in range(1, cells)], [cells // 3, *["?"] * (cells - 1)]


def broom(cells: int) -> Tree:
    """A path that ends in a number with half of all vertices as leaves."""
    handle = cells // 4 * 2
    edges = [*path(handle), *((handle - 1, v) for v in range(handle, cells))]
    numbers: list[Label] = [1] * (handle // 2 - 1)
    labels = [label for number in [*numbers, cells // 6] for label in ("?", number)]
    return edges, labels + ["?"] * (cells - handle)


def hubs(leaves: int | None, root: Label, cells: int) -> Tree:
    """A root with numbers below it, each with so many covered leaves (None: √cells)."""
    each = leaves or isqrt(cells)
    number = max(1, each // 3) + (root == "*")
    edges, labels = [], [root]
    while len(labels) + each < cells:
        hub = len(labels)
        edges += [(0, hub), *((hub, hub + 1 + i) for i in range(each))]
        labels += [number, *["?"] * each]
    return edges, labels


def arms(leaves: int | None, cells: int) -> Tree:
    """An opened root with covered vertices below it, a third of them mined, each above a hub."""
    each = leaves or isqrt(cells)
    edges: list[Edge] = []
    labels: list[Label] = [0]
    while len(labels) + each + 1 < cells:
        first = len(labels)
        edges += [(0, first), (first, first + 1)]
        edges += [(first + 1, first + 2 + i) for i in range(each)]
        labels += ["?", max(1, each // 3), *["?"] * each]
    return edges, [len(labels) // (each + 2) // 3, *labels[1:]]


def mixed_arms(cells: int) -> Tree:
    """An opened root with covered vertices below it, each above two hubs; few arms are alike."""
    random = Random(cells)
    edges: list[Edge] = []
    labels: list[Label] = [0]
    mined = 0
    while len(labels) < cells:
        first = len(labels)
        is_mined = random.random() < 0.3
        mined += is_mined
        edges.append((0, first))
        labels.append("?")
        for leaves in (random.randint(2, 7), random.randint(2, 7)):
            hub = len(labels)
            edges += [(first, hub), *((hub, hub + 1 + i) for i in range(leaves))]
            labels += [is_mined + random.randint(1, leaves - 1), *["?"] * leaves]
    return edges, [mined, *labels[1:]]


def wide(cells: int) -> Tree:
    """A number with ten covered arms, each above another number; all have as many leaves."""
    each = (cells - 21) // 11
    edges: list[Edge] = []
    labels: list[Label] = []
    for _ in range(11):
        hub = len(labels)
        edges += [(hub, hub + 1 + i) for i in range(each)]
        labels += [each // 3, *["?"] * each]
        if hub:
            edges += [(0, len(labels)), (hub, len(labels))]
            labels.append("?")
    return edges, labels


def depths(edges: list[Edge]) -> list[int]:
    """The depth of each vertex, given parents before children."""
    depth = [0] * (len(edges) + 1)
    for parent, child in edges:
        depth[child] = depth[parent] + 1
    return depth


def ones(shape: Callable[[int], list[Edge]], cells: int) -> Tree:
    """A 1 at every odd depth, unless the vertex is a leaf: nothing can be propagated."""
    edges = shape(cells)
    depth, inner = depths(edges), {parent for parent, _ in edges}
    return edges, [1 if depth[v] % 2 and v in inner else "?" for v in range(cells)]


def layers(shape: Callable[[int], list[Edge]], cells: int) -> Tree:
    """Numbers at odd depths, as 30 % mines at even depths make them."""
    edges, random = shape(cells), Random(cells)
    depth = depths(edges)
    mined = [d % 2 == 0 and random.random() < 0.3 for d in depth]
    numbers = [0] * cells
    for parent, child in edges:
        numbers[parent] += mined[child]
        numbers[child] += mined[parent]
    return edges, [numbers[v] if depth[v] % 2 else "?" for v in range(cells)]


def preferential(cells: int) -> list[Edge]:
    """Each vertex hung from an earlier one, in proportion to its degree."""
    random = Random(cells)
    ends = [0]
    edges = []
    for v in range(1, cells):
        parent = random.choice(ends)
        edges.append((parent, v))
        ends += [parent, v]
    return edges


def deep(cells: int) -> list[Edge]:
    """Each vertex hung from one of the four before it."""
    random = Random(cells)
    return [(random.randrange(max(0, v - 4), v), v) for v in range(1, cells)]


_ROOTS: dict[str, Label] = {"covered": "?", "□": "□", "*": "*", "opened": 0}
_LEAVES = {"2": 2, "10": 10, "√n": None}

FAMILIES: dict[str, Family] = {
    "path": partial(ones, path),
    "star": star,
    "spider": partial(ones, spider),
    "caterpillar": partial(ones, caterpillar),
    "broom": broom,
    "binary": partial(ones, binary),
    "random recursive": partial(ones, random_tree),
    "random recursive, 30 % mined": partial(layers, random_tree),
    "preferential": partial(ones, preferential),
    "preferential, 30 % mined": partial(layers, preferential),
    "deep": partial(ones, deep),
    "deep, 30 % mined": partial(layers, deep),
    **{
        f"{many} leaves per hub, {name} root": partial(hubs, leaves, root)
        for many, leaves in _LEAVES.items()
        for name, root in _ROOTS.items()
    },
    **{f"{many} leaves per arm": partial(arms, leaves) for many, leaves in _LEAVES.items()},
    "mixed arms": mixed_arms,
    "ten wide numbers below one": wide,
}
