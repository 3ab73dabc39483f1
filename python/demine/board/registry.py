"""The registry: one row for each topology, read by names, command line, server and pages.

To add a topology, write a function in `topologies.py` and a row of the same name here. Board names,
`demine.NAME`, `demine boards`, `/api/about`, the menus and the server's size check follow.
`import demine` lists the topologies from here, so this module loads neither numpy nor a topology.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from math import prod
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from demine.board.board import Board


class Option(NamedTuple):
    """A word that may follow the sides in the name of a board, and the argument that it stands for.

    The value of a word with a number, such as `rN`, is the number.
    """

    parameter: str
    value: Any
    about: str


class Size(NamedTuple):
    """The number of cells, and a number of edges that the board does not exceed."""

    cells: int
    edges: int


class Offer(NamedTuple):
    """An entry of a menu: its title, the name of a board to start with, and its mines."""

    title: str
    board: str
    mines: int


class Topology(NamedTuple):
    """A kind of board. The function of the same name in module `home` makes one from its sides."""

    sides: str
    """The sides as a name has them; an ellipsis stands for any number of sides."""
    words: tuple[str, ...]
    about: str
    example: str
    title: str
    """What pages call such a board."""
    size: Callable[..., Size]
    """The size for some sides and options, known before the board is built."""
    menu: tuple[Offer, ...]
    size_label: str = "Size (rows × columns …)"
    """What menus call the sides."""
    home: str = "demine.board.topologies"

    @property
    def side_count(self) -> int | None:
        """How many sides there are; None for any number, given to the function as one tuple."""
        return None if self.sides.endswith("…") else self.sides.count("x") + 1


def _lattice_size(*sides: int, radius: int = 1, **_: object) -> Size:
    # The widest neighbourhood of radius 1 in two dimensions is the triangle's, far below 24.
    is_plain = radius == 1 and len(sides) == 2
    around = 24 if is_plain else prod(min(2 * radius + 1, side) for side in sides)
    cells = prod(sides)
    return Size(cells, cells * min(around, cells) // 2)


def _cube_size(side: int, **_: object) -> Size:
    return Size(6 * side**2, 24 * side**2)


def _geodesic_size(frequency: int, faces: str = "hexagon", **_: object) -> Size:
    if faces == "triangle":
        return Size(20 * frequency**2, 120 * frequency**2)
    return Size(10 * frequency**2 + 2, 30 * frequency**2)


def _voronoi_size(cells: int, **_: object) -> Size:
    # Sides make a planar graph: at most 3 edges per cell. Corners shared by four cells are rare.
    return Size(cells, 4 * cells)


OPTIONS: Final[dict[str, Option]] = {
    "torus": Option("torus", True, "no border: opposite sides meet"),
    "rook": Option("neighbourhood", "rook", "neighbours share a side"),
    "knight": Option("neighbourhood", "knight", "neighbours are a knight's move apart"),
    "trimmed": Option(
        "neighbourhood", "trimmed", "the king's neighbourhood without the corners of its square"
    ),
    "king": Option("neighbourhood", "king", "neighbours share a side or a corner"),
    "rN": Option("radius", None, "neighbours up to N cells away"),
    "sides": Option("corners", False, "neighbours share a side, not just a corner"),
    "triangle": Option("faces", "triangle", "triangles instead of hexagons"),
    "sN": Option("seed", None, "other points, chosen by the seed N"),
}

_STEPS: Final = ("torus", "rook", "knight", "trimmed", "rN")

TOPOLOGIES: Final[dict[str, Topology]] = {
    "grid": Topology(
        "ROWSxCOLS",
        _STEPS,
        "squares; 8 neighbours",
        "grid-16x30-torus",
        "Grid",
        _lattice_size,
        (
            Offer("Grid", "grid-16x16", 40),
            Offer("Torus (no border)", "grid-12x12-torus", 22),
            Offer("Grid with knight's moves", "grid-12x12-knight", 22),
        ),
    ),
    "hexagonal": Topology(
        "ROWSxCOLS",
        ("torus", "rN"),
        "a honeycomb; 6 neighbours",
        "hexagonal-12x16",
        "Hexagons",
        _lattice_size,
        (Offer("Hexagons", "hexagonal-12x14", 30),),
    ),
    "triangular": Topology(
        "ROWSxCOLS",
        ("torus", "sides"),
        "triangles; 12 neighbours, or 3 with the option sides",
        "triangular-10x20",
        "Triangles",
        _lattice_size,
        (Offer("Triangles", "triangular-10x17", 25),),
    ),
    "box": Topology(
        "AxBxC…",
        _STEPS,
        "a grid in 1 to 16 dimensions",
        "box-4x4x4-rook",
        "Box",
        _lattice_size,
        (Offer("Box in 3 or more dimensions", "box-4x5x6", 12),),
    ),
    "cube": Topology(
        "SIDE",
        ("sides",),
        "the surface of a cube, unfolded; 8 neighbours",
        "cube-6",
        "Cube",
        _cube_size,
        (Offer("Surface of a cube", "cube-5", 25),),
        "Cells along an edge",
    ),
    "geodesic": Topology(
        "FREQUENCY",
        ("triangle", "sides"),
        "a sphere of hexagons and 12 pentagons, or of triangles",
        "geodesic-4",
        "Sphere",
        _geodesic_size,
        (Offer("Sphere of hexagons", "geodesic-4", 24),),
        "Hexagons from pentagon to pentagon",
    ),
    "voronoi": Topology(
        "CELLS",
        ("sN", "sides"),
        "irregular cells of scattered points",
        "voronoi-80-s7",
        "Irregular cells",
        _voronoi_size,
        (Offer("Irregular cells", "voronoi-100", 16),),
        "How many cells",
    ),
}


def find_topology(name: str) -> Callable[..., Board]:
    """The function that makes the boards of a topology."""
    function: Callable[..., Board] = getattr(import_module(TOPOLOGIES[name].home), name)
    return function


def describe_topologies() -> dict[str, Any]:
    """The registry as JSON: topologies with their menus, and the words of the options."""
    topologies = {
        name: {
            "sides": row.sides,
            "options": list(row.words),
            "about": row.about,
            "example": row.example,
            "title": row.title,
            "size": row.size_label,
            "menu": [offer._asdict() for offer in row.menu],
        }
        for name, row in TOPOLOGIES.items()
    }
    listed = {word for row in TOPOLOGIES.values() for word in row.words}
    words = {word: option.about for word, option in OPTIONS.items() if word in listed}
    return {"topologies": topologies, "options": words}
