"""Shapes: the parts of every picture, whether it is saved as SVG, PDF or PNG.

Lengths are in pixels (points on paper), x to the right and y down. A picture needs no style sheet,
script or font file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from demine.draw.palette import Colour

Anchor = Literal["start", "middle", "end"]


class Line(NamedTuple):
    """An open line through points, round at its ends and corners. With a bend it is a curve."""

    points: tuple[tuple[float, float], ...]
    ink: Colour
    width: float = 1.5
    is_dotted: bool = False
    bend: tuple[float, float] | None = None


class Polygon(NamedTuple):
    """A filled polygon, and its outline if `line` has a colour."""

    points: tuple[tuple[float, float], ...]
    fill: Colour
    line: Colour | None = None
    width: float = 2.0


class Disc(NamedTuple):
    """A filled circle, and its outline if `line` has a colour."""

    x: float
    y: float
    radius: float
    fill: Colour
    line: Colour | None = None
    width: float = 1.5


class Text(NamedTuple):
    """Words; `x` is their start, middle or end, `y` the middle of their height.

    `otherwise` replaces them in a font that lacks some of their letters. A sentence is not drawn in
    such a font.
    """

    x: float
    y: float
    words: str
    size: float
    ink: Colour
    is_bold: bool = False
    anchor: Anchor = "middle"
    otherwise: str = ""
    is_sentence: bool = False


class At(NamedTuple):
    """Shapes around another origin, scaled."""

    x: float
    y: float
    shapes: tuple[Shape, ...]
    scale: float = 1.0


class Group(NamedTuple):
    """Shapes that belong together; screen readers speak the `title`."""

    title: str
    shapes: tuple[Shape, ...]


Shape = Line | Polygon | Disc | Text | At | Group


def sentences(shapes: Iterable[Shape]) -> Iterator[str]:
    """The words of all sentences among the shapes; they stand at the top, in no group."""
    return (shape.words for shape in shapes if isinstance(shape, Text) and shape.is_sentence)


class Picture(NamedTuple):
    """A page of shapes, with a title and a description for screen readers."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    title: str = ""
    description: str = ""


def rectangle(
    x: float, y: float, width: float, height: float, fill: Colour, line: Colour | None = None
) -> Polygon:
    """A rectangle by its left upper corner."""
    corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    return Polygon(corners, fill, line, 1.0)


def stack(pictures: Iterable[Picture], gap: float = 0.0) -> Picture:
    """Pictures one below the other, as one."""
    shapes: list[Shape] = []
    width = top = 0.0
    first: Picture | None = None
    for picture in pictures:
        first = first or picture
        shapes.append(At(0, top, picture.shapes))
        width, top = max(width, picture.width), top + picture.height + gap
    words = (first.title, first.description) if first else ("", "")
    return Picture(width, max(0.0, top - gap), tuple(shapes), *words)
