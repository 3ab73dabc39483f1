"""The `graph` format: any position, as a JSON object.

`vertices` is the number of cells, `edges` a list of pairs of cells from 0, `labels` a label per
cell ("?", "□", "*" or a number), `mines` their number or null. Three more keys are optional.
`layout` says where the cells are, so that a grid stays a grid: a `tiling`, the `shape` of the
coordinates, and the coordinates that are `holes`; a `polygon` tiling gives the corners of each
cell as `polygons` instead of a shape. `names` are the nodes of the graph that the board came from,
where all of them are strings and ints. `density` may stand instead of mines: the probability of a
mine in each covered cell before anything is known, such as "1/5", or a list with one per cell.

Rules beyond the classic ones are four more keys (see `demine.rules`). `capacity` is the most mines
in a cell, one number or a list with one per cell. `values` lists pairs of a number's cell and the
sums that it allows. `weights` lists triples: a number's cell, a neighbour, and how much a mine in
it counts. `sums` lists pairs: pairs of a cell and a weight, and the values of their sum.

Other keys are for other programs and are ignored.
"""

from __future__ import annotations

import json
from collections.abc import Hashable
from fractions import Fraction
from math import prod
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from demine.arguments import show
from demine.board import MOST_AXES, Board, Layout, Tiling, from_edges
from demine.density import Density, density_of
from demine.errors import FormatError, InvalidPosition
from demine.files import Object, as_object, json_object, list_value, value, whole_value
from demine.formats.rules import read_rules, write_rules
from demine.labels import IMPOSSIBLE, read_labels
from demine.position import Position

_MOST_AXES: Final[dict[Tiling, int]] = {"square": MOST_AXES, "hexagon": 2, "triangle": 2}


def parse(text: str) -> Position:
    """The position in the text of a JSON object."""
    return parse_object(json_object(text))


def parse_object(given: Object) -> Position:
    """The position in a JSON object."""
    vertices = whole_value(given, "vertices")
    labels = read_labels(list_value(given, "labels"), IMPOSSIBLE)
    # Compare the sizes before anything of that size is made.
    if len(labels) != vertices:
        raise FormatError(f'"labels" has {len(labels)} entries, expected {show(vertices)}')
    mines = None if given.get("mines") is None else whole_value(given, "mines")
    rules = read_rules(given)
    if mines is not None and mines > vertices and "capacity" not in rules:
        raise FormatError(f'"mines" is {show(mines)}, expected at most {vertices}')
    density = _density(given, vertices)
    return Position(_board(given, vertices), labels, mines, density=density, **rules)


def write(position: Position) -> str:
    """The position as a JSON object, one key per line."""
    board = position.board
    content = {
        "vertices": len(board),
        "edges": board.edges.tolist(),
        "labels": position.labels,
        "mines": position.mines,
        **_write_density(position.density),
        **write_rules(position),
        **_write_layout(board.layout),
        **_write_names(board.names),
    }
    # "□" reads better than its code; names may hold characters that UTF-8 cannot encode.
    written = {key: json.dumps(part, ensure_ascii=key == "names") for key, part in content.items()}
    lines = [f'"{key}": {part}' for key, part in written.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _density(given: Object, vertices: int) -> Density | None:
    if given.get("density") is None:
        return None
    try:
        return density_of(given["density"], vertices)
    except InvalidPosition as error:
        raise FormatError(f'"density": {error}') from None


def _write_density(density: Density | None) -> Object:
    if density is None:
        return {}
    if isinstance(density, Fraction):
        return {"density": str(density)}
    return {"density": [str(each) for each in density]}


def _board(given: Object, vertices: int) -> Board:
    board = from_edges(vertices, list_value(given, "edges"))
    layout = _layout(given["layout"], vertices) if "layout" in given else board.layout
    names = _names(given) if "names" in given else None
    return Board(board.graph, layout, names)


def _layout(written: Any, vertices: int) -> Layout:
    given = as_object(written, '"layout" is ')
    if given.get("tiling") == "polygon":
        return Layout("polygon", np.ones(vertices, dtype=bool), _polygons(given, vertices))
    tiling, shape = _tiling(given), _numbers(list_value(given, "shape"), '"shape"')
    holes = list_value(given, "holes") if "holes" in given else []
    fits = 0 < len(shape) <= _MOST_AXES[tiling] and 0 not in shape
    if not fits or prod(shape) != vertices + len(holes):
        sides = show(list(shape))
        raise FormatError(f'"shape" is {sides}, expected sides for {vertices} cells and the holes')
    present = np.ones(shape, dtype=bool)
    for hole in holes:
        present[_hole(hole, shape)] = False
    return Layout(tiling, present)


def _polygons(given: Object, vertices: int) -> NDArray[np.float64]:
    written = list_value(given, "polygons")
    try:
        polygons = np.array(written, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        polygons = np.zeros(0)
    fits = polygons.ndim == 3 and len(polygons) == vertices and polygons.shape[1:] >= (3, 2)
    if not fits or polygons.shape[2] != 2 or not np.isfinite(polygons).all():
        raise FormatError(
            f'"polygons" is {show(written)}, expected as many corners (x, y) for each of '
            f"{vertices} cells"
        )
    return polygons


def _tiling(given: Object) -> Tiling:
    written = value(given, "tiling")
    for tiling in _MOST_AXES:
        if written == tiling:
            return tiling
    raise FormatError(f'"tiling" is {show(written)}, expected one of {", ".join(_MOST_AXES)}')


def _hole(written: Any, shape: tuple[int, ...]) -> tuple[int, ...]:
    hole = _numbers(written, '"holes": an entry')
    if len(hole) != len(shape) or any(at >= side for at, side in zip(hole, shape, strict=False)):
        raise FormatError(f'"holes": {show(written)} is outside the shape {show(list(shape))}')
    return hole


def _numbers(written: Any, what: str) -> tuple[int, ...]:
    if not isinstance(written, list) or not all(type(n) is int and n >= 0 for n in written):
        raise FormatError(f"{what} is {show(written)}, expected a list of whole numbers from 0")
    return tuple(written)


def _names(given: Object) -> tuple[Hashable, ...]:
    names = list_value(given, "names")
    for name in names:
        if type(name) not in (str, int):
            raise FormatError(f'"names" holds {show(name)}, expected strings and whole numbers')
    if len(set(names)) < len(names):
        raise FormatError('"names" holds a name twice, expected one name per vertex')
    return tuple(names)


def _write_layout(layout: Layout) -> Object:
    if layout.tiling == "disc":
        return {}
    if layout.polygons is not None:
        return {"layout": {"tiling": layout.tiling, "polygons": layout.polygons.tolist()}}
    written: Object = {"tiling": layout.tiling, "shape": layout.shape}
    holes = np.argwhere(~layout.present).tolist()
    return {"layout": {**written, "holes": holes} if holes else written}


def _write_names(names: tuple[Hashable, ...] | None) -> Object:
    writable = names is not None and all(type(name) in (str, int) for name in names)
    return {"names": names} if writable else {}
