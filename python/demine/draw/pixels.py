"""A picture as PNG, drawn by matplotlib (the extra `plot`)."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from demine.draw.palette import PAPER, Colour, hexadecimal
from demine.draw.shapes import (
    At,
    Disc,
    Group,
    Line,
    Picture,
    Polygon,
    Shape,
    Text,
    sentences,
)
from demine.errors import FormatError, MissingExtra

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from matplotlib.transforms import Transform

_INCH: Final = 96
_DOTS_PER_INCH: Final = 192
# matplotlib measures type and lines in points, 72 to an inch.
_POINT: Final = 72 / _INCH


def save_png(picture: Picture, path: str | os.PathLike[str]) -> None:
    """Write the picture to a file in .png, at twice the usual resolution."""
    if Path(path).suffix.lower() != ".png":
        raise FormatError(f"{os.fspath(path)}: a drawing in PNG: expected a name in .png")
    try:
        from matplotlib.figure import Figure
        from matplotlib.transforms import Affine2D
    except ImportError:
        raise MissingExtra("a PNG needs matplotlib: pip install matplotlib, or write SVG") from None
    figure = Figure(figsize=(picture.width / _INCH, picture.height / _INCH), dpi=_INCH)
    figure.patch.set_facecolor(hexadecimal(PAPER))
    families = _families("".join(sentences(picture.shapes)))
    # In a picture y runs down, in a figure it runs up.
    pixels = Affine2D().scale(1, -1).translate(0, picture.height)
    to_figure = pixels + Affine2D().scale(1 / _INCH) + figure.dpi_scale_trans
    for shape in picture.shapes:
        _draw(figure, shape, to_figure, 1.0)
    for text in figure.texts:
        text.set_fontfamily(families)
    figure.savefig(path, dpi=_DOTS_PER_INCH, format="png")


def _families(words: str) -> list[str]:
    """The usual font, and after it the first font that has the letters which it lacks."""
    from matplotlib import font_manager, rcParams

    usual: list[str] = rcParams["font.family"]
    lacking = _lacking(font_manager.findfont(font_manager.FontProperties(family=usual)), words)
    if not lacking:
        return usual
    for font in font_manager.fontManager.ttflist:
        # The font of last resort has a sign for every letter, which nobody can read.
        if "Resort" not in font.name and not _lacking(font.fname, lacking):
            return [*usual, font.name]
    raise FormatError(f"no font of this machine has {lacking[0]}: write SVG instead")


def _lacking(font: str, words: str) -> str:
    """The letters that a font does not have."""
    from matplotlib.font_manager import get_font

    known = get_font(font).get_charmap()
    return "".join(letter for letter in words if ord(letter) not in known)


def _draw(figure: Figure, shape: Shape, where: Transform, scale: float) -> None:
    match shape:
        case Line():
            _line(figure, shape, where, scale)
        case Polygon(points, fill, line, width):
            from matplotlib.patches import Polygon as Patch

            patch = Patch(points, closed=True, **_style(fill, line, width * scale))
            _add(figure, patch, where)
        case Disc(x, y, radius, fill, line, width):
            from matplotlib.patches import Circle

            _add(figure, Circle((x, y), radius, **_style(fill, line, width * scale)), where)
        case Text():
            _text(figure, shape, where, scale)
        case At(x, y, shapes, smaller):
            from matplotlib.transforms import Affine2D

            inner = Affine2D().scale(smaller).translate(x, y) + where
            for part in shapes:
                _draw(figure, part, inner, scale * smaller)
        case Group(_, shapes):
            for part in shapes:
                _draw(figure, part, where, scale)


def _line(figure: Figure, line: Line, where: Transform, scale: float) -> None:
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    path = Path(line.points)
    if line.bend is not None:
        bent = [line.points[0], line.bend, line.points[-1]]
        path = Path(bent, [Path.MOVETO, Path.CURVE3, Path.CURVE3])
    drawn = PathPatch(
        path, fill=False, edgecolor=hexadecimal(line.ink), linewidth=line.width * scale * _POINT,
        linestyle=":" if line.is_dotted else "-", joinstyle="round",
        capstyle="butt" if line.is_dotted else "round",
    )  # fmt: skip
    _add(figure, drawn, where)


def _text(figure: Figure, text: Text, where: Transform, scale: float) -> None:
    aligned = {"start": "left", "middle": "center", "end": "right"}[text.anchor]
    x, y = (where - figure.transFigure).transform((text.x, text.y))
    figure.text(
        x, y, text.words, fontsize=text.size * scale * _POINT, color=hexadecimal(text.ink),
        weight="bold" if text.is_bold else "normal", ha=aligned, va="center_baseline",
        parse_math=False,
    )  # fmt: skip


def _style(fill: Colour, line: Colour | None, width: float) -> dict[str, Any]:
    edge = hexadecimal(line) if line is not None else "none"
    return {"facecolor": hexadecimal(fill), "edgecolor": edge, "linewidth": width * _POINT}


def _add(figure: Figure, patch: Any, where: Transform) -> None:
    patch.set_transform(where)
    figure.add_artist(patch)
