"""Signs: the symbol in the middle of a cell of a picture, and its words for screen readers."""

from __future__ import annotations

from typing import Final

from demine.draw.marks import Mark, MarkKind, percent
from demine.draw.palette import ZERO, Colour
from demine.draw.shapes import Disc, Line, Polygon, Shape, Text
from demine.wording import plural

Outline = tuple[tuple[float, float], ...]

_STROKES: Final[dict[MarkKind, tuple[tuple[Outline, float], ...]]] = {
    MarkKind.COVERED: (),
    MarkKind.FREE: ((((-4, -4), (4, -4), (4, 4), (-4, 4), (-4, -4)), 1.5),),
    MarkKind.SAFE: ((((-7, 0.5), (-2.5, 5.5), (7, -5)), 3),),
    MarkKind.MINED: ((((-5.5, -5.5), (5.5, 5.5)), 3), (((5.5, -5.5), (-5.5, 5.5)), 3)),
    MarkKind.MINE: (
        (((0, -9), (0, 9)), 2),
        (((-9, 0), (9, 0)), 2),
        (((-6, -6), (6, 6)), 2),
        (((6, -6), (-6, 6)), 2),
    ),
    MarkKind.HIT: (
        (((0, -9), (0, 9)), 2),
        (((-9, 0), (9, 0)), 2),
        (((-12, -12), (12, 12)), 2),
        (((12, -12), (-12, 12)), 2),
    ),
    MarkKind.FLAG: ((((-4, -9), (-4, 9)), 2),),
    MarkKind.WRONG: ((((-4, -9), (-4, 9)), 2), (((-8, 8), (8, -8)), 2.5)),
}
_CLOTH: Final[Outline] = ((-4, -9), (8, -5), (-4, 0))
_WORDS: Final = {
    MarkKind.COVERED: "covered",
    MarkKind.FREE: "known free",
    MarkKind.MINE: "known mine",
    MarkKind.SAFE: "safe",
    MarkKind.MINED: "mined",
    MarkKind.FLAG: "flagged",
    MarkKind.WRONG: "flagged, but free",
    MarkKind.HIT: "the mine that was hit",
}


def sign(mark: Mark, ink: Colour) -> tuple[Shape, ...]:
    """The shapes of a mark around the origin; none for a cell that shows nothing."""
    if mark.kind is MarkKind.RISK:
        return (Text(0, 0, f"{percent(mark.risk)}%", 12, ink),)
    if mark.kind is MarkKind.NUMBER:
        written = Text(0, 0, str(mark.number), 17, ink, is_bold=True)
        return (written if mark.number else Disc(0, 0, 1.5, ZERO),)
    strokes = tuple(Line(points, ink, width) for points, width in _STROKES[mark.kind])
    many = (Text(8, 8, str(mark.number), 10, ink, is_bold=True),) if mark.number else ()
    return strokes + _body(mark.kind, ink) + many


def words(mark: Mark) -> str:
    """The meaning of the sign."""
    if mark.kind is MarkKind.RISK:
        risk = f"{100 * mark.risk:.4g} % chance of a mine"
        return f"estimated {risk}" if mark.is_estimate else risk
    if mark.kind is MarkKind.NUMBER:
        return f"{mark.number} mined neighbour{'s' * (mark.number != 1)}"
    mines = f", {plural(mark.number, 'mine')}" if mark.number else ""
    return f"{_WORDS[mark.kind]}{mines}"


def _body(kind: MarkKind, ink: Colour) -> tuple[Shape, ...]:
    if kind in (MarkKind.MINE, MarkKind.HIT):
        return (Disc(0, 0, 6, ink),)
    return (Polygon(_CLOTH, ink),) if kind in (MarkKind.FLAG, MarkKind.WRONG) else ()
