"""A picture as SVG. Without style sheets and ids, so that a page can hold several pictures."""

from __future__ import annotations

from html import escape
from typing import Final

from demine.draw.palette import PAPER, Colour, hexadecimal
from demine.draw.shapes import At, Disc, Group, Line, Picture, Polygon, Shape, Text

_FONT: Final = "system-ui, 'Segoe UI', 'DejaVu Sans', Helvetica, Arial, sans-serif"


def svg_text(picture: Picture) -> str:
    """The picture as SVG text."""
    width, height = _n(picture.width), _n(picture.height)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" height="{height}"'
            f' viewBox="0 0 {width} {height}" font-family="{_FONT}" text-anchor="middle">',
            f"<title>{escape(picture.title, quote=False)}</title>",
            f"<desc>{escape(picture.description, quote=False)}</desc>",
            f'<rect width="100%" height="100%" fill="{hexadecimal(PAPER)}"/>',
            *map(_draw, picture.shapes),
            "</svg>\n",
        ]
    )


def _draw(shape: Shape) -> str:
    match shape:
        case Line():
            return _line(shape)
        case Polygon(points, fill, line, width):
            return f'<polygon points="{_points(points)}" {_style(fill, line, width)}/>'
        case Disc(x, y, radius, fill, line, width):
            place = f'cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}"'
            return f"<circle {place} {_style(fill, line, width)}/>"
        case Text():
            return _text(shape)
        case At(x, y, shapes, scale):
            sized = "" if scale == 1 else f" scale({_n(scale)})"
            move = f"translate({_n(x)} {_n(y)}){sized}"
            return f'<g transform="{move}">{"".join(map(_draw, shapes))}</g>'
        case Group(title, shapes):
            return "\n".join(
                [
                    f'<g class="cell"><title>{escape(title, quote=False)}</title>',
                    "".join(map(_draw, shapes)),
                    "</g>",
                ]
            )


def _line(line: Line) -> str:
    dots = ' stroke-dasharray="2 4"' if line.is_dotted else ""
    style = (
        f'fill="none" stroke="{hexadecimal(line.ink)}" stroke-width="{_n(line.width)}"'
        f' stroke-linecap="round" stroke-linejoin="round"{dots}'
    )
    if line.bend is not None:
        (x1, y1), (x2, y2) = line.points[0], line.points[-1]
        bend = f"{_n(line.bend[0])} {_n(line.bend[1])}"
        return f'<path d="M{_n(x1)} {_n(y1)}Q{bend} {_n(x2)} {_n(y2)}" {style}/>'
    if len(line.points) == 2:
        (x1, y1), (x2, y2) = line.points
        ends = f'x1="{_n(x1)}" y1="{_n(y1)}" x2="{_n(x2)}" y2="{_n(y2)}"'
        return f"<line {ends} {style}/>"
    return f'<polyline points="{_points(line.points)}" {style}/>'


def _text(text: Text) -> str:
    weight = ' font-weight="600"' if text.is_bold else ""
    anchor = "" if text.anchor == "middle" else f' text-anchor="{text.anchor}"'
    place = "" if text.x == text.y == 0 else f' x="{_n(text.x)}" y="{_n(text.y)}"'
    style = f'font-size="{_n(text.size)}"{weight} fill="{hexadecimal(text.ink)}"{anchor}'
    return f'<text{place} dy=".35em" {style}>{escape(text.words, quote=False)}</text>'


def _style(fill: Colour, line: Colour | None, width: float) -> str:
    filled = f'fill="{hexadecimal(fill)}"'
    if line is None:
        return filled
    return f'{filled} stroke="{hexadecimal(line)}" stroke-width="{_n(width)}"'


def _points(points: tuple[tuple[float, float], ...]) -> str:
    return " ".join(f"{_n(x)},{_n(y)}" for x, y in points)


def _n(value: float) -> str:
    """A length, rounded to a hundredth of a pixel."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
