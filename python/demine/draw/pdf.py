"""Pictures as the pages of a PDF, in the standard fonts, without any library (ISO 32000-1, §7–§9).

The standard fonts have the letters of Western Europe only. Words with other letters are replaced by
their `otherwise`; failing that, a letter becomes its base letter (ř becomes r) or `?`.
"""

from __future__ import annotations

import unicodedata
import zlib
from collections.abc import Iterable, Iterator
from typing import Final

from demine.draw.palette import Colour
from demine.draw.shapes import At, Disc, Group, Line, Picture, Polygon, Shape, Text
from demine.draw.typeset import text_width

# The control points of a circle's four Bézier curves, as a share of the radius.
_CIRCLE: Final = 0.5522847498
_BASELINE: Final = 0.35


def pdf_bytes(pages: Iterable[Picture], title: str = "") -> bytes:
    """A document with a page per picture, each as large as its picture."""
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"",
        *map(_font, ("Helvetica", "Helvetica-Bold")),
    ]
    objects.append(f"<< /Title {_string(title)} /Producer (demine) >>".encode("cp1252"))
    kids = []
    for page in pages:
        # In PDF, y runs upward from the bottom, so the page is flipped.
        turned = f"1 0 0 -1 0 {_n(page.height)} cm 1 J 1 j"
        content = "\n".join([turned, *_draw_all(page.shapes)])
        drawn = zlib.compress(content.encode("cp1252"), 9)
        objects.append(
            b"<< /Filter /FlateDecode /Length %d >>\nstream\n%b\nendstream" % (len(drawn), drawn)
        )
        objects.append(_page(page, len(objects)))
        kids.append(f"{len(objects)} 0 R")
    objects[1] = f"<< /Type /Pages /Count {len(kids)} /Kids [{' '.join(kids)}] >>".encode()
    return _file(objects)


def _font(name: str) -> bytes:
    return (
        f"<< /Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding /WinAnsiEncoding >>".encode()
    )


def _page(page: Picture, content: int) -> bytes:
    return (
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {_n(page.width)} {_n(page.height)}]"
        f" /Resources << /Font << /F0 3 0 R /F1 4 0 R >> >> /Contents {content} 0 R >>"
    ).encode()


def _file(objects: list[bytes]) -> bytes:
    """The objects, followed by a table of their offsets."""
    data, places = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n", []
    for number, object in enumerate(objects, start=1):
        places.append(len(data))
        data += b"%d 0 obj\n%b\nendobj\n" % (number, object)
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    count, start = len(objects) + 1, len(data)
    trailer = f"trailer\n<< /Size {count} /Root 1 0 R /Info 5 0 R >>\nstartxref\n{start}\n%%EOF\n"
    return data + f"xref\n0 {count}\n0000000000 65535 f \n{table}{trailer}".encode()


def _draw_all(shapes: tuple[Shape, ...]) -> Iterator[str]:
    for shape in shapes:
        yield from _draw(shape)


def _draw(shape: Shape) -> Iterator[str]:
    match shape:
        case Line():
            yield from _line(shape)
        case Polygon(points, fill, line, width):
            yield _paint(_path(points), fill, line, width)
        case Disc(x, y, radius, fill, line, width):
            yield _paint(_circle(x, y, radius), fill, line, width)
        case Text():
            yield _text(shape)
        case At(x, y, shapes, scale):
            yield f"q {_n(scale)} 0 0 {_n(scale)} {_n(x)} {_n(y)} cm"
            yield from _draw_all(shapes)
            yield "Q"
        case Group(_, shapes):
            yield from _draw_all(shapes)


def _line(line: Line) -> Iterator[str]:
    yield f"{_colour(line.ink)} RG {_n(line.width)} w"
    dots = "[0.1 4] 0 d " if line.is_dotted else ""
    if line.bend is None:
        path = _path(line.points)
    else:
        path = _bend(line.points[0], line.bend, line.points[-1])
    yield f"{dots}{path} S{' [] 0 d' if dots else ''}"


def _bend(start: tuple[float, float], bend: tuple[float, float], end: tuple[float, float]) -> str:
    """A quadratic curve as a cubic one, since PDF has no other."""
    first = [a + (b - a) * 2 / 3 for a, b in zip(start, bend, strict=True)]
    second = [c + (b - c) * 2 / 3 for c, b in zip(end, bend, strict=True)]
    return f"{_pair(start)} m {_pair(first)} {_pair(second)} {_pair(end)} c"


def _path(points: tuple[tuple[float, float], ...]) -> str:
    first, *rest = points
    return " ".join([f"{_pair(first)} m", *(f"{_pair(point)} l" for point in rest)])


def _circle(x: float, y: float, r: float) -> str:
    c = _CIRCLE * r
    curves = [
        (x + r, y + c, x + c, y + r, x, y + r),
        (x - c, y + r, x - r, y + c, x - r, y),
        (x - r, y - c, x - c, y - r, x, y - r),
        (x + c, y - r, x + r, y - c, x + r, y),
    ]
    drawn = (" ".join(map(_n, curve)) + " c" for curve in curves)
    return " ".join([f"{_n(x + r)} {_n(y)} m", *drawn])


def _paint(path: str, fill: Colour, line: Colour | None, width: float) -> str:
    """A closed path, filled, and its line if it has one. Colours come before the path in PDF."""
    if line is None:
        return f"{_colour(fill)} rg {path} h f"
    return f"{_colour(fill)} rg {_colour(line)} RG {_n(width)} w {path} h B"


def has_letters(words: str) -> bool:
    """Whether the standard fonts have all letters of these words."""
    try:
        words.encode("cp1252")
    except UnicodeEncodeError:
        return False
    return True


def spell(letter: str) -> str:
    """The letter, else its base letters as far as the fonts have them, else `?`."""
    if has_letters(letter):
        return letter
    parts = unicodedata.normalize("NFKD", letter)
    return "".join(part for part in parts if has_letters(part)) or "?"


def _text(text: Text) -> str:
    words = text.words if has_letters(text.words) else text.otherwise or text.words
    words = "".join(map(spell, words))
    width = text_width(words, text.size)
    left = text.x - {"start": 0.0, "middle": width / 2, "end": width}[text.anchor]
    place = f"1 0 0 -1 {_n(left)} {_n(text.y + _BASELINE * text.size)} Tm"
    font = f"/F{int(text.is_bold)} {_n(text.size)} Tf"
    return f"{_colour(text.ink)} rg BT {font} {place} {_string(words)} Tj ET"


def _string(words: str) -> str:
    known = "".join(map(spell, words))
    for letter in "\\()":
        known = known.replace(letter, f"\\{letter}")
    return f"({known})"


def _colour(colour: Colour) -> str:
    return " ".join(_n(part / 255) for part in colour)


def _pair(point: Iterable[float]) -> str:
    return " ".join(map(_n, point))


def _n(value: float) -> str:
    """A number, rounded to a thousandth of a point."""
    return f"{value:.3f}".rstrip("0").rstrip(".")
