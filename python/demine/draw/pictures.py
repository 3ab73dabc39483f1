"""A position as a picture, on any board.

The cells of a graph are discs joined by its edges, with their names beside them. Each cell has a
title with its address, which browsers show as a tooltip and screen readers speak.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from demine.board import Board
from demine.draw import palette
from demine.draw.canvas import MARGIN, RADIUS, Canvas
from demine.draw.marks import ESTIMATED, Mark, MarkKind, drawable, marks
from demine.draw.palette import FAINT, INK, OPEN, PAPER, Colour, ink_on
from demine.draw.shapes import At, Disc, Group, Line, Picture, Polygon, Shape, Text, rectangle
from demine.draw.signs import sign, words
from demine.draw.typeset import wrap
from demine.labels import COVERED
from demine.position import Analysis, Position

_LEGEND_WIDTH: Final = 340.0
_LEGEND_HEIGHT: Final = 40.0
_NOTE_SIZE: Final = 13.0
_LINE_HEIGHT: Final = 18.0
_NOTES_WIDTH: Final = 420.0

Rings = Mapping[int, Colour]


def picture(
    position: Position,
    analysis: Analysis | None = None,
    *,
    shown: Sequence[Mark] | None = None,
    rings: Rings | None = None,
    notes: Iterable[str] = (),
    coordinates: bool = True,
) -> Picture:
    """The position; with an analysis, also a heat map and percentages.

    `shown` replaces the marks of the cells, `rings` are drawn around cells, and each of the `notes`
    becomes a paragraph below the board. Without `coordinates` nothing names rows and columns.
    """
    drawn = list(shown) if shown is not None else marks(position, analysis)
    canvas = Canvas.of(position.board)
    width, height = canvas.size
    shapes = [
        *_edges(position.board, canvas),
        *_cells(position.board, canvas, drawn, rings or {}),
        *(_captions(canvas) if coordinates else ()),
    ]
    if analysis is not None:
        shapes += _legend(height)
        width, height = max(width, _LEGEND_WIDTH), height + _LEGEND_HEIGHT
        notes = notes if analysis.exact else [ESTIMATED, *notes]
    below = list(_notes(notes, max(width, _NOTES_WIDTH) - 2 * MARGIN, height))
    if below:
        width, height = max(width, _NOTES_WIDTH), below[-1].y + _LINE_HEIGHT
    return Picture(width, height, (*shapes, *below), _title(position), _summary(drawn))


def board_picture(board: Board) -> Picture:
    """A board alone: every cell with its address."""
    position = Position(board, [COVERED] * len(board))
    drawn = picture(position)
    return drawn._replace(title=repr(board), description=f"{len(board)} cells")


def _title(position: Position) -> str:
    mines = "an unknown number of" if position.mines is None else position.mines
    return f"{position.board!r} with {mines} mines"


def _summary(shown: Sequence[Mark]) -> str:
    tally = Counter(mark.kind.name.lower() for mark in shown)
    kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(tally.items()))
    return f"{len(shown)} cells: {kinds}"


def _edges(board: Board, canvas: Canvas) -> Iterator[Shape]:
    """The edges of a graph; a tiling needs none, since neighbours touch."""
    if canvas.outlines is None:
        for u, v in board.edges.tolist():
            yield Line((canvas.point(u), canvas.point(v)), FAINT)


def _captions(canvas: Canvas) -> Iterator[Shape]:
    for text, x, y in canvas.captions:
        yield Text(x, y, drawable(text), 10, palette.CAPTION)


def _cells(board: Board, canvas: Canvas, shown: Sequence[Mark], rings: Rings) -> Iterator[Shape]:
    for cell, mark in enumerate(shown):
        ground = palette.ground(mark) or OPEN
        x, y = canvas.point(cell)
        drawn = [_outline(canvas, cell, ground)]
        if cell in rings:
            drawn.append(_ring(canvas, cell, ground, rings[cell]))
        inside = sign(mark, ink_on(ground))
        if inside:
            drawn.append(At(x, y, inside))
        yield Group(f"cell {drawable(board.address(cell))}: {words(mark)}", tuple(drawn))


def _outline(canvas: Canvas, cell: int, fill: Colour) -> Shape:
    if canvas.outlines is None:
        return Disc(*canvas.point(cell), RADIUS, fill, FAINT)
    return Polygon(_corners(canvas, cell), fill, PAPER)


def _ring(canvas: Canvas, cell: int, ground: Colour, ring: Colour) -> Shape:
    """A thick line inside the border, so that neighbours may have one too."""
    x, y = canvas.point(cell)
    if canvas.outlines is None:
        return Disc(x, y, RADIUS - 2, ground, ring, 4)
    inside = ((x + 0.84 * (u - x), y + 0.84 * (v - y)) for u, v in _corners(canvas, cell))
    return Polygon(tuple(inside), ground, ring, 3.5)


def _corners(canvas: Canvas, cell: int) -> tuple[tuple[float, float], ...]:
    assert canvas.outlines is not None
    return tuple((x, y) for x, y in dict.fromkeys(map(tuple, canvas.outlines[cell].tolist())))


def _legend(top: float) -> Iterator[Shape]:
    """The meaning of both signs, and the scale of the colours between them."""
    y = top + _LEGEND_HEIGHT / 2 - MARGIN / 2
    for x, kind in ((MARGIN + 10, MarkKind.SAFE), (274, MarkKind.MINED)):
        ground = palette.ground(Mark(kind)) or OPEN
        yield At(x, y, (_swatch(20, ground), *sign(Mark(kind), ink_on(ground))))
        yield Text(x + 34, y, words(Mark(kind)), 12, INK)
    yield Text(112, y, "0%", 12, INK)
    for tenth in range(10):
        yield At(132 + 8 * tenth, y, (_swatch(8, palette.heat((tenth + 0.5) / 10)),))
    yield Text(230, y, "100%", 12, INK)


def _swatch(width: float, fill: Colour) -> Shape:
    return rectangle(-width / 2, -10, width, 20, fill)


def _notes(notes: Iterable[str], width: float, top: float) -> Iterator[Text]:
    y = top
    for note in notes:
        for line in wrap(drawable(note), width, _NOTE_SIZE):
            y += _LINE_HEIGHT
            yield Text(
                MARGIN,
                y - _LINE_HEIGHT / 2,
                line,
                _NOTE_SIZE,
                INK,
                anchor="start",
                is_sentence=True,
            )
