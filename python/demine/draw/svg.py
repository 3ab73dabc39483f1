"""A position as an SVG picture that needs nothing else: no style sheet, no script, no font file.

Attributes carry the style and nothing has an id, so that many pictures can share one page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final
from xml.sax.saxutils import escape

from demine.board import Board
from demine.draw import palette
from demine.draw.canvas import MARGIN, RADIUS, Canvas
from demine.draw.marks import Kind, Mark, marks, printable
from demine.draw.palette import FAINT, INK, OPEN, PAPER, Colour, hexadecimal, ink_on
from demine.draw.signs import sign, words, written
from demine.position import Analysis, Position

_FONT: Final = "system-ui, 'Segoe UI', 'DejaVu Sans', Helvetica, Arial, sans-serif"
_LEGEND_WIDTH: Final = 340.0
_LEGEND_HEIGHT: Final = 40.0


def svg(position: Position, analysis: Analysis | None = None) -> str:
    """The position as a picture, with a heat map and the percentages of an analysis if given.

    Works for every board; the cells of a graph are discs joined by its edges. Each cell has a title
    that names it, which browsers show as a hint and readers speak.
    """
    shown = marks(position, analysis)
    canvas = Canvas.of(position.board)
    width, height = canvas.size
    content = [
        *_edges(position.board, canvas),
        *_captions(canvas),
        *_cells(position, canvas, shown),
    ]
    if analysis is not None:
        content += _legend(height)
        width, height = max(width, _LEGEND_WIDTH), height + _LEGEND_HEIGHT
    return "\n".join([*_frame(position, shown, width, height), *content, "</svg>"]) + "\n"


def _frame(position: Position, shown: list[Mark], width: float, height: float) -> list[str]:
    size = f'width="{_n(width)}" height="{_n(height)}" viewBox="0 0 {_n(width)} {_n(height)}"'
    mines = "an unknown number of" if position.mines is None else position.mines
    tally = Counter(mark.kind.name.lower() for mark in shown)
    summary = ", ".join(f"{count} {kind}" for kind, count in sorted(tally.items()))
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {size}'
        f' font-family="{_FONT}" text-anchor="middle">',
        f"<title>{escape(f'{position.board!r} with {mines} mines')}</title>",
        f"<desc>{len(shown)} cells: {summary}</desc>",
        f'<rect width="100%" height="100%" fill="{hexadecimal(PAPER)}"/>',
    ]


def _edges(board: Board, canvas: Canvas) -> Iterator[str]:
    """The edges of a graph; in a tiling, one sees who is whose neighbour."""
    if canvas.outlines is None:
        yield f'<g stroke="{hexadecimal(FAINT)}" stroke-width="1.5">'
        for u, v in board.edges.tolist():
            (x1, y1), (x2, y2) = canvas.centres[u], canvas.centres[v]
            yield f'<line x1="{_n(x1)}" y1="{_n(y1)}" x2="{_n(x2)}" y2="{_n(y2)}"/>'
        yield "</g>"


def _captions(canvas: Canvas) -> Iterator[str]:
    for text, x, y in canvas.captions:
        yield _at(x, y, written(text, 10, hexadecimal(FAINT)))


def _cells(position: Position, canvas: Canvas, shown: list[Mark]) -> Iterator[str]:
    for cell, mark in enumerate(shown):
        ground = palette.ground(mark) or OPEN
        x, y = canvas.centres[cell]
        drawn = sign(mark, hexadecimal(ink_on(ground)))
        yield f'<g class="cell"><title>{escape(_hint(position.board, cell, mark))}</title>'
        yield _outline(canvas, cell, hexadecimal(ground)) + (_at(x, y, drawn) if drawn else "")
        yield "</g>"


def _outline(canvas: Canvas, cell: int, fill: str) -> str:
    if canvas.outlines is None:
        x, y = canvas.centres[cell]
        place = f'cx="{_n(x)}" cy="{_n(y)}" r="{_n(RADIUS)}"'
        return f'<circle {place} fill="{fill}" stroke="{hexadecimal(FAINT)}" stroke-width="1.5"/>'
    points = " ".join(f"{_n(x)},{_n(y)}" for x, y in canvas.outlines[cell])
    return (
        f'<polygon points="{points}" fill="{fill}" stroke="{hexadecimal(PAPER)}" stroke-width="2"/>'
    )


def _hint(board: Board, cell: int, mark: Mark) -> str:
    name = "" if board.names is None else f" {printable(str(board.names[cell]))}"
    place = board.coordinates(cell) if len(board.layout.shape) > 1 else cell
    return f"cell {place}{name}: {words(mark)}"


def _legend(top: float) -> Iterator[str]:
    """What the two signs mean, and a ruler for the colours between them."""
    y = top + _LEGEND_HEIGHT / 2 - MARGIN / 2
    for x, kind in ((MARGIN + 10, Kind.SAFE), (274, Kind.MINED)):
        ground = palette.ground(Mark(kind)) or OPEN
        yield _at(x, y, _swatch(20, ground) + sign(Mark(kind), hexadecimal(ink_on(ground))))
        yield _at(x + 34, y, written(words(Mark(kind)), 12, hexadecimal(INK)))
    yield _at(112, y, written("0%", 12, hexadecimal(INK)))
    for tenth in range(10):
        yield _at(132 + 8 * tenth, y, _swatch(8, palette.heat((tenth + 0.5) / 10)))
    yield _at(230, y, written("100%", 12, hexadecimal(INK)))


def _swatch(width: int, fill: Colour) -> str:
    return (
        f'<rect x="{-width / 2}" y="-10" width="{width}" height="20" fill="{hexadecimal(fill)}"/>'
    )


def _at(x: float, y: float, drawn: str) -> str:
    return f'<g transform="translate({_n(x)} {_n(y)})">{drawn}</g>'


def _n(value: float) -> str:
    """A length as short as a hundredth of a pixel allows."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
