"""The diagram of a set of solutions: as a Graphviz text of any size, as a picture if it is small.

As in the paper's figures, a 0-edge (the cell is free) is dotted, a 1-edge (it is mined) is solid.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple
from xml.sax.saxutils import escape

from demine.board import Board
from demine.draw.palette import INK, OPEN, PAPER, hexadecimal

if TYPE_CHECKING:
    from demine.solutions import Diagram

MOST_NODES: Final = 300
"""The largest diagram that is drawn as a picture."""

_TERMINALS: Final = ("⊥", "⊤")
_STEP: Final = 64.0
_RADIUS: Final = 18.0


class Shape(NamedTuple):
    """A node in its place: a terminal is a box, a branching node a disc."""

    x: float
    y: float
    name: str
    is_terminal: bool


class Arrow(NamedTuple):
    """An edge between two places, solid if the cell is mined."""

    start: Shape
    end: Shape
    is_mined: bool


def dot(board: Board, diagram: Diagram) -> str:
    """The diagram in the language of Graphviz. The nodes of one cell share a rank."""
    lines = ["digraph solutions {", "  node [shape=circle];"]
    for number in sorted(_used(diagram)):
        if number < 2:
            lines.append(f'  {number} [shape=box, label="{_TERMINALS[number]}"];')
    for level, numbers in _levels(diagram).items():
        name = _name(board, diagram.order[level])
        same = " ".join(f'{number} [label="{name}"];' for number in numbers)
        lines.append(f"  {{ rank=same; {same} }}")
    for number, (_, lo, hi) in enumerate(diagram.nodes.tolist(), 2):
        lines += [f"  {number} -> {lo} [style=dotted];", f"  {number} -> {hi};"]
    return "\n".join([*lines, "}"]) + "\n"


def svg(board: Board, diagram: Diagram) -> str:
    """The diagram as a picture; `ValueError` if it has more than `MOST_NODES` nodes."""
    shapes = _shapes(board, diagram)
    width = max(shape.x for shape in shapes.values()) + _STEP / 2
    height = max(shape.y for shape in shapes.values()) + _STEP / 2
    size = f'width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {size} font-family="sans-serif"'
            ' font-size="12" text-anchor="middle">',
            f"<title>A diagram of {len(diagram.nodes)} nodes</title>",
            f'<rect width="100%" height="100%" fill="{hexadecimal(PAPER)}"/>',
            *map(_drawn_arrow, _arrows(diagram, shapes)),
            *map(_drawn_shape, shapes.values()),
            "</svg>\n",
        ]
    )


def png(board: Board, diagram: Diagram, path: Path) -> None:
    """The same picture as pixels, drawn by matplotlib (the extra `plot`)."""
    from matplotlib.figure import Figure

    shapes = _shapes(board, diagram)
    width = max(shape.x for shape in shapes.values()) + _STEP / 2
    height = max(shape.y for shape in shapes.values()) + _STEP / 2
    figure = Figure(figsize=(width / 96, height / 96))
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, width), ylim=(height, 0))
    axes.axis("off")
    for arrow in _arrows(diagram, shapes):
        style = "solid" if arrow.is_mined else "dotted"
        ends = [(arrow.start.x, arrow.end.x), (arrow.start.y, arrow.end.y)]
        axes.plot(*ends, color=hexadecimal(INK), linestyle=style, linewidth=1.2, zorder=1)
    for shape in shapes.values():
        box = {"boxstyle": "square" if shape.is_terminal else "circle", "facecolor": "white"}
        axes.text(shape.x, shape.y, shape.name, ha="center", va="center", fontsize=8, bbox=box)
    figure.savefig(path, dpi=144)


def _used(diagram: Diagram) -> set[int]:
    return {diagram.root, *diagram.nodes[:, 1:].ravel().tolist()}


def _levels(diagram: Diagram) -> dict[int, list[int]]:
    """The numbers of the nodes of each level that has some, from the root down."""
    levels: dict[int, list[int]] = {}
    for number, level in enumerate(diagram.nodes[:, 0].tolist(), 2):
        levels.setdefault(level, []).append(number)
    return dict(sorted(levels.items()))


def _name(board: Board, cell: int) -> str:
    place = board.coordinates(cell) if len(board.layout.shape) > 1 else (cell,)
    return ",".join(map(str, place))


def _shapes(board: Board, diagram: Diagram) -> dict[int, Shape]:
    """A row per level, each node below the middle of its parents as far as there is room."""
    if len(diagram.nodes) > MOST_NODES:
        raise ValueError(f"a diagram of {len(diagram.nodes)} nodes: expected at most {MOST_NODES}")
    rows = [*_levels(diagram).values(), sorted(number for number in _used(diagram) if number < 2)]
    widest = max(map(len, rows))
    wanted: dict[int, list[float]] = {}
    shapes: dict[int, Shape] = {}
    for y, row in enumerate(rows):
        row.sort(key=lambda number: _mean(wanted.get(number, [])))
        for i, number in enumerate(row):
            x = _STEP * (i + 1 + (widest - len(row)) / 2) - _STEP / 2
            name = _TERMINALS[number] if number < 2 else _cell_name(board, diagram, number)
            shapes[number] = Shape(x, _STEP * (y + 0.5), name, number < 2)
            for child in diagram.nodes[number - 2, 1:].tolist() if number >= 2 else []:
                wanted.setdefault(child, []).append(x)
    return shapes


def _cell_name(board: Board, diagram: Diagram, number: int) -> str:
    return _name(board, diagram.order[int(diagram.nodes[number - 2, 0])])


def _mean(places: list[float]) -> float:
    return sum(places) / len(places) if places else 0.0


def _arrows(diagram: Diagram, shapes: dict[int, Shape]) -> Iterator[Arrow]:
    for number, (_, lo, hi) in enumerate(diagram.nodes.tolist(), 2):
        yield Arrow(shapes[number], shapes[lo], False)
        yield Arrow(shapes[number], shapes[hi], True)


def _drawn_arrow(arrow: Arrow) -> str:
    """0-edges bend to the left, so that both edges to one child are seen."""
    (x1, y1, *_), (x2, y2, *_) = arrow.start, arrow.end
    bend = (x1 + x2) / 2 + (14 if arrow.is_mined else -14)
    dots = "" if arrow.is_mined else ' stroke-dasharray="2 4"'
    path = f"M{x1:g} {y1:g}Q{bend:g} {(y1 + y2) / 2:g} {x2:g} {y2:g}"
    return f'<path d="{path}" fill="none" stroke="{hexadecimal(INK)}" stroke-width="1.5"{dots}/>'


def _drawn_shape(shape: Shape) -> str:
    style = f'fill="{hexadecimal(OPEN)}" stroke="{hexadecimal(INK)}"'
    x, y, r = shape.x, shape.y, _RADIUS
    outline = (
        f'<rect x="{x - r:g}" y="{y - r:g}" width="{2 * r:g}" height="{2 * r:g}" {style}/>'
        if shape.is_terminal
        else f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" {style}/>'
    )
    return f'{outline}<text x="{x:g}" y="{y + 4:g}">{escape(shape.name)}</text>'
