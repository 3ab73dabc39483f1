"""A picture as TikZ, for papers in LaTeX: a document of the class `standalone`.

Its environment `tikzpicture` can also be copied into any document that loads the package `tikz`.
One pixel is one point.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from demine.draw.palette import Colour
from demine.draw.pdf import has_letters, spell
from demine.draw.shapes import At, Disc, Group, Line, Picture, Polygon, Shape, Text

_HEAD: Final = (
    "\\documentclass[tikz]{standalone}",
    "\\usepackage[utf8]{inputenc}",
    "\\usepackage[T1]{fontenc}",
    "\\begin{document}",
)
_SPECIAL: Final = {
    "\\": "\\textbackslash{}", "{": "\\{", "}": "\\}", "$": "\\$", "&": "\\&", "#": "\\#",
    "%": "\\%", "_": "\\_", "^": "\\textasciicircum{}", "~": "\\textasciitilde{}",
    "<": "\\textless{}", ">": "\\textgreater{}", '"': "\\textquotedbl{}",
}  # fmt: skip
_LARGEST: Final = 14_000.0
"""Points: TeX knows no lengths of 16384 points or more."""
_ANCHORS: Final = {"start": "west", "middle": "center", "end": "east"}

Place = tuple[float, float, float]
"""Where the origin of some shapes is, and their scale."""


def tikz_text(picture: Picture) -> str:
    """The picture as a document that pdflatex compiles."""
    scale = min(1.0, _LARGEST / max(picture.width, picture.height, 1.0))
    width, height = _n(picture.width * scale), _n(picture.height * scale)
    lines = [
        *_HEAD,
        "\\begin{tikzpicture}[x=1bp,y=-1bp,line cap=round,line join=round]",
        f"\\path[use as bounding box] (0,0) rectangle ({width},{height});",
        *_draw_all(picture.shapes, (0.0, 0.0, scale)),
        "\\end{tikzpicture}",
        "\\end{document}",
    ]
    return "\n".join(lines) + "\n"


def _draw_all(shapes: tuple[Shape, ...], at: Place) -> Iterator[str]:
    for shape in shapes:
        yield from _draw(shape, at)


def _draw(shape: Shape, at: Place) -> Iterator[str]:
    match shape:
        case Line():
            yield _line(shape, at)
        case Polygon(points, fill, line, width):
            corners = " -- ".join(_point(point, at) for point in points)
            yield f"\\path[{_style(fill, line, width, at)}] {corners} -- cycle;"
        case Disc(x, y, radius, fill, line, width):
            place = f"{_point((x, y), at)} circle[radius={_length(radius, at)}]"
            yield f"\\path[{_style(fill, line, width, at)}] {place};"
        case Text():
            yield _text(shape, at)
        case At(x, y, shapes, scale):
            yield from _draw_all(shapes, (at[0] + at[2] * x, at[1] + at[2] * y, at[2] * scale))
        case Group(_, shapes):
            yield from _draw_all(shapes, at)


def _line(line: Line, at: Place) -> str:
    dots = ",line cap=butt,dotted" if line.is_dotted else ""
    style = f"draw={_colour(line.ink)},line width={_length(line.width, at)}{dots}"
    if line.bend is None:
        return f"\\path[{style}] {' -- '.join(_point(point, at) for point in line.points)};"
    (start, end), bend = (line.points[0], line.points[-1]), line.bend
    # A quadratic curve as a cubic one, since TikZ draws no other.
    first, second = (
        (a[0] + (bend[0] - a[0]) * 2 / 3, a[1] + (bend[1] - a[1]) * 2 / 3) for a in (start, end)
    )
    curve = f".. controls {_point(first, at)} and {_point(second, at)} .."
    return f"\\path[{style}] {_point(start, at)} {curve} {_point(end, at)};"


def _text(text: Text, at: Place) -> str:
    words = text.words if has_letters(text.words) else text.otherwise or text.words
    size = _length(text.size, at)
    font = f"\\fontsize{{{size}}}{{{size}}}\\selectfont\\sffamily"
    weight = "\\bfseries" if text.is_bold else ""
    style = f"anchor={_ANCHORS[text.anchor]},inner sep=0pt,text={_colour(text.ink)}"
    place = _point((text.x, text.y), at)
    return f"\\node[{style},font={{{font}{weight}}}] at {place} {{{_words(words)}}};"


def _words(words: str) -> str:
    """The words without commands of TeX, in letters that its fonts have."""
    known = "".join(map(spell, words))
    return "".join(_SPECIAL.get(letter, letter) for letter in known)


def _style(fill: Colour, line: Colour | None, width: float, at: Place) -> str:
    filled = f"fill={_colour(fill)}"
    if line is None:
        return filled
    return f"{filled},draw={_colour(line)},line width={_length(width, at)}"


def _colour(colour: Colour) -> str:
    red, green, blue = colour
    return f"{{rgb,255:red,{red};green,{green};blue,{blue}}}"


def _point(point: tuple[float, float], at: Place) -> str:
    left, top, scale = at
    return f"({_n(left + scale * point[0])},{_n(top + scale * point[1])})"


def _length(value: float, at: Place) -> str:
    return f"{_n(value * at[2])}bp"


def _n(value: float) -> str:
    """A number, rounded to a hundredth; TeX knows no exponents."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
