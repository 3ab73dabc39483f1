"""Nice tree decompositions (Golan 2011, §5; Kloks 1994).

Each node is a leaf, forgets a vertex of its child, introduces one, or joins two children with the
same bag. The nodes are in a list, children before parents and the root last, so an algorithm over
them is a loop.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from demine.arguments import check, number_of
from demine.board import Decomposition


class Node(NamedTuple):
    """A node W_i: the vertices in its bag, and the indices of its children."""

    bag: frozenset[int]
    children: tuple[int, ...] = ()


class Nice(NamedTuple):
    """A nice decomposition, and for each bag of the original the index of its node."""

    nodes: list[Node]
    places: list[int]

    def decomposition(self) -> Decomposition:
        """The same bags and edges as a plain decomposition."""
        cells = {v for node in self.nodes for v in node.bag}
        edges = [(i, child) for i, node in enumerate(self.nodes) for child in node.children]
        width = max((len(node.bag) for node in self.nodes), default=0) - 1
        return Decomposition(len(cells), width, [sorted(node.bag) for node in self.nodes], edges)


def make_nice(decomposition: Decomposition, root: int = 0) -> Nice:
    """A nice decomposition of the same width, rooted at the given bag of the original.

    Between a bag and its parent, vertices are forgotten and then introduced one at a time. A bag
    with more than one child becomes the top of a chain of joins. Without bags, it is an empty leaf.
    """
    check(decomposition, Decomposition, "decomposition")
    if not decomposition.bags:
        return Nice([Node(frozenset())], [])
    number_of("root", root, 0, len(decomposition.bags) - 1)
    nodes: list[Node] = []
    places = [-1] * len(decomposition.bags)
    for bag, children in _bottom_up(decomposition, root):
        target = frozenset(decomposition.bags[bag])
        tops = [_lead(nodes, places[child], target) for child in children]
        places[bag] = _join(nodes, target, tops)
    return Nice(nodes, places)


def _bottom_up(decomposition: Decomposition, root: int) -> Iterator[tuple[int, list[int]]]:
    """Each bag with its children, after all of them."""
    neighbours: list[list[int]] = [[] for _ in decomposition.bags]
    for a, b in decomposition.edges:
        neighbours[a].append(b)
        neighbours[b].append(a)
    found = [(root, root)]
    for bag, parent in found:
        found += [(child, bag) for child in neighbours[bag] if child != parent]
    for bag, parent in reversed(found):
        yield bag, [child for child in neighbours[bag] if child != parent]


def _lead(nodes: list[Node], top: int, target: frozenset[int]) -> int:
    """Add a chain from a node to one whose bag is the target; returns the index of that node."""
    for v in sorted(nodes[top].bag - target):
        top = _append(nodes, nodes[top].bag - {v}, top)
    for v in sorted(target - nodes[top].bag):
        top = _append(nodes, nodes[top].bag | {v}, top)
    return top


def _join(nodes: list[Node], target: frozenset[int], tops: list[int]) -> int:
    """Join the tops two by two, or add a leaf if there are none; returns the node's index."""
    if not tops:
        return _append(nodes, target)
    joined, *rest = tops
    for top in rest:
        joined = _append(nodes, target, joined, top)
    return joined


def _append(nodes: list[Node], bag: frozenset[int], *children: int) -> int:
    nodes.append(Node(bag, children))
    return len(nodes) - 1
