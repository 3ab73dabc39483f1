"""The diagram of a set of sets: as Graphviz text of any size, as a picture if it is small.

As in the paper's figures, a 0-edge (without the item) is dotted and a 1-edge (with it) is solid.
An edge that passes a row has a place of its own there, so it goes around the nodes. The
flattest edge between two rows decides how far apart they are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from demine.draw.marks import drawable
from demine.draw.palette import INK, OPEN
from demine.draw.shapes import Disc, Line, Picture, Shape, Text, rectangle

if TYPE_CHECKING:
    from demine.solutions import Diagram

MOST_NODES: Final = 300
"""A larger diagram is not drawn as a picture."""

_TERMINALS: Final = ("⊥", "⊤")
_STEP: Final = 64.0
_RADIUS: Final = 18.0
_ROUNDS: Final = 8
# A line this steep misses the node in the next place, 48 away: its distance from there is
# 48 · slope / √(1 + slope²), and a node with some space around it has the radius 22.
_SLOPE: Final = 0.52

Namer = Callable[[int], str]
"""The text for an item: the address of a cell, or of the two ends of an edge."""

Arc = tuple[int, int, bool]
"""From a node, to a node, and whether the item is chosen."""


class Node(NamedTuple):
    """An entry of a row: a node, or an edge on its way to the node of this number."""

    number: int
    edge: int = -1


Place = tuple[int, Node]
"""A row, and a node of it."""

Places = dict[Place, tuple[float, float]]
"""Where they are drawn."""

Ties = dict[Place, list[Place]]
"""For each place, the places in the rows above and below that a line joins to it."""


def dot(name: Namer, diagram: Diagram) -> str:
    """The diagram in the language of Graphviz. The nodes of one item share a rank."""
    lines = ["digraph solutions {", "  node [shape=circle];"]
    for number in sorted(_find_used(diagram)):
        if number < 2:
            lines.append(f'  {number} [shape=box, label="{_TERMINALS[number]}"];')
    for level, numbers in _levels(diagram).items():
        written = drawable(name(diagram.order[level]))
        label = written.replace("\\", "\\\\").replace('"', '\\"')
        same = " ".join(f'{number} [label="{label}"];' for number in numbers)
        lines.append(f"  {{ rank=same; {same} }}")
    for number, (_, lo, hi) in enumerate(diagram.nodes.tolist(), 2):
        lines += [f"  {number} -> {lo} [style=dotted];", f"  {number} -> {hi};"]
    return "\n".join([*lines, "}"]) + "\n"


def diagram_picture(name: Namer, diagram: Diagram) -> Picture:
    """The diagram as a picture; `ValueError` if it has more than `MOST_NODES` nodes."""
    if len(diagram.nodes) > MOST_NODES:
        raise ValueError(f"a diagram of {len(diagram.nodes)} nodes: expected at most {MOST_NODES}")
    edges = list(_edges(diagram))
    rows = _rows(diagram, edges)
    paths = _paths(rows, edges)
    near = _tie(paths)
    places = _places(_untangle(rows, near), near)
    width = max(x for x, _ in places.values()) + _STEP / 2
    height = max(y for _, y in places.values()) + _STEP / 2
    shapes = [*_draw_edges(edges, paths, places), *_draw_nodes(name, diagram, places)]
    title = f"A diagram of {len(diagram.nodes)} nodes"
    return Picture(width, height, tuple(shapes), title, "0-edges are dotted, 1-edges are solid")


def _find_used(diagram: Diagram) -> set[int]:
    return {diagram.root, *diagram.nodes[:, 1:].ravel().tolist()}


def _levels(diagram: Diagram) -> dict[int, list[int]]:
    """The numbers of the nodes of each level that has some, from the root down."""
    levels: dict[int, list[int]] = {}
    for number, level in enumerate(diagram.nodes[:, 0].tolist(), 2):
        levels.setdefault(level, []).append(number)
    return dict(sorted(levels.items()))


def _edges(diagram: Diagram) -> Iterator[Arc]:
    for number, (_, lo, hi) in enumerate(diagram.nodes.tolist(), 2):
        yield number, lo, False
        yield number, hi, True


def _rows(diagram: Diagram, edges: list[Arc]) -> list[list[Node]]:
    """A row per level that has nodes, terminals last, with a place for every edge that passes."""
    terminals = sorted(number for number in _find_used(diagram) if number < 2)
    rows = [[Node(number) for number in row] for row in _levels(diagram).values()]
    rows.append([Node(number) for number in terminals])
    row_of = {node.number: y for y, row in enumerate(rows) for node in row}
    for i, (start, end, _) in enumerate(edges):
        for y in range(row_of[start] + 1, row_of[end]):
            rows[y].append(Node(end, i))
    return rows


def _untangle(rows: list[list[Node]], near: Ties) -> list[list[Node]]:
    """Order each row by the places of its neighbours, down and up in turn (Sugiyama)."""
    for turn in range(_ROUNDS):
        down = turn % 2 == 0
        for y in range(1, len(rows)) if down else range(len(rows) - 2, -1, -1):
            beside = y - 1 if down else y + 1
            fixed = {(beside, node): x for x, node in enumerate(rows[beside])}
            middles = {
                node: _mean([fixed[place] for place in near[y, node] if place in fixed], x)
                for x, node in enumerate(rows[y])
            }
            rows[y].sort(key=middles.__getitem__)
    return rows


def _paths(rows: list[list[Node]], edges: list[Arc]) -> list[list[Place]]:
    """The places of each edge, from its start to its end."""
    row_of = {node: y for y, row in enumerate(rows) for node in row}
    paths = []
    for i, (start, end, _) in enumerate(edges):
        first, last = row_of[Node(start)], row_of[Node(end)]
        passed = [(y, Node(end, i)) for y in range(first + 1, last)]
        paths.append([(first, Node(start)), *passed, (last, Node(end))])
    return paths


def _places(rows: list[list[Node]], near: Ties) -> Places:
    xs = _straighten(rows, near)
    y = _STEP / 2
    found: Places = {}
    for i, row in enumerate(rows):
        if i:
            y += _height(xs, near, [(i - 1, node) for node in rows[i - 1]])
        found |= {(i, node): (xs[i, node], y) for node in row}
    return found


def _straighten(rows: list[list[Node]], near: Ties) -> dict[Place, float]:
    """Move each place as near to the middle of its neighbours as there is room.

    Row by row, down and up in turn.
    """
    at = {(y, node): x for y, row in enumerate(rows) for node, x in _pack(row)}
    for turn in range(2 * _ROUNDS):
        for y in range(len(rows)) if turn % 2 == 0 else range(len(rows) - 1, -1, -1):
            wanted = [
                _mean([at[place] for place in near[y, node]], at[y, node]) for node in rows[y]
            ]
            for node, x in zip(rows[y], _spread(wanted, _gaps(rows[y])), strict=True):
                at[y, node] = x
    left = min(at.values()) - _STEP / 2
    return {place: round(x - left, 2) for place, x in at.items()}


def _tie(paths: list[list[Place]]) -> Ties:
    near: Ties = defaultdict(list)
    for path in paths:
        for one, other in pairwise(path):
            near[one].append(other)
            near[other].append(one)
    return near


def _mean(values: Sequence[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise


def _pack(row: list[Node]) -> Iterator[tuple[Node, float]]:
    x = 0.0
    for node, gap in zip(row, [0.0, *_gaps(row)], strict=False):
        x += gap
        yield node, x


def _gaps(row: list[Node]) -> list[float]:
    """The least distance of each place from the one before."""
    return [(_room(one) + _room(other)) / 2 for one, other in pairwise(row)]


def _spread(wanted: list[float], gaps: list[float]) -> list[float]:
    """The places nearest to those wanted that keep their order and distances (least squares)."""
    shifts = [0.0, *accumulate(gaps)]
    blocks: list[tuple[float, int]] = []  # neighbours that would collide share their mean
    for mean in (x - shift for x, shift in zip(wanted, shifts, strict=True)):
        size = 1
        while blocks and blocks[-1][0] > mean:
            before, many = blocks.pop()
            mean = (before * many + mean * size) / (many + size)
            size += many
        blocks.append((mean, size))
    means = [mean for mean, size in blocks for _ in range(size)]
    return [mean + shift for mean, shift in zip(means, shifts, strict=True)]


def _height(xs: dict[Place, float], near: Ties, row: list[Place]) -> float:
    """The distance to the next row, so that the flattest line between them is steep enough."""
    down = (abs(xs[one] - xs[other]) for one in row for other in near[one] if other[0] > one[0])
    return max(_STEP, _SLOPE * max(down, default=0.0))


def _room(node: Node) -> float:
    return _STEP if node.edge < 0 else _STEP / 2


def _draw_edges(edges: list[Arc], paths: list[list[Place]], places: Places) -> Iterator[Shape]:
    """Lines from place to place; two edges between the same nodes bend away from each other."""
    for (start, end, is_mined), path in zip(edges, paths, strict=True):
        points = tuple(places[place] for place in path)
        if len(points) == 2 and (start, end, not is_mined) in edges:
            (x1, y1), (x2, y2) = points
            bend = ((x1 + x2) / 2 + (28 if is_mined else -28), (y1 + y2) / 2)
            yield Line(points, INK, 1.5, not is_mined, bend)
        else:
            yield Line(points, INK, 1.5, not is_mined)


def _draw_nodes(name: Namer, diagram: Diagram, places: Places) -> Iterator[Shape]:
    for (_, node), (x, y) in places.items():
        if node.edge >= 0:
            continue
        r = _RADIUS
        if node.number < 2:
            yield rectangle(x - r, y - r, 2 * r, 2 * r, OPEN, INK)
            yield Text(x, y, _TERMINALS[node.number], 14, INK)
        else:
            yield Disc(x, y, r, OPEN, INK, 1.0)
            text = drawable(name(diagram.order[int(diagram.nodes[node.number - 2, 0])]))
            yield Text(x, y, text, 12 if len(text) < 5 else 8, INK)
