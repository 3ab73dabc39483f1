"""Printable sheets of puzzles, with the solutions on the last pages.

They read well in greyscale: covered cells are white, numbers stand on light grey, mines are black.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import ceil, sqrt
from typing import Final, Literal

from demine.board import Board
from demine.draw import RADIUS, Canvas, Colour, Picture, shapes, wrap
from demine.labels import COVERED, FREE, MINED, Label
from demine.puzzles.clues import Puzzle
from demine.puzzles.marks import edge_marks
from demine.puzzles.neighbours import list_neighbours, neighbour_rule

Paper = Literal["a4", "letter"]
PAPER_SIZES: Final[dict[str, tuple[float, float]]] = {
    "a4": (595.28, 841.89),
    "letter": (612.0, 792.0),
}

_BLACK: Final[Colour] = (0, 0, 0)
_DARK: Final[Colour] = (0x50, 0x50, 0x50)
_LINE: Final[Colour] = (0x8C, 0x8C, 0x8C)
_GREY: Final[Colour] = (0xE4, 0xE4, 0xE4)
_WHITE: Final[Colour] = (0xFF, 0xFF, 0xFF)

# Lengths on a page, in points.
_MARGIN, _HEAD, _FOOT, _GAP, _CAPTION = 42.0, 44.0, 20.0, 14.0, 20.0
# Points per pixel of a board: smaller cells are hard to write into, larger ones waste paper.
_LEAST, _MOST = 0.5, 1.0
# The same for solutions, which are only read: their digits have at least 5 points.
_LEAST_SOLVED = 0.28
# Most puzzles and solutions on a page.
_MOST_PUZZLES, _MOST_SOLUTIONS = 12, 60

# Lines of rules below the title.
_RULES = 2
# The height of a line in a list of neighbours, and of its letters.
_LIST_LINE, _LIST_SIZE = 11.0, 8.0

Sign = Callable[[Puzzle, int], str]


def sheet(
    puzzles: Sequence[Puzzle],
    *,
    title: str = "Minesweeper",
    paper: Paper = "a4",
    per_page: int | None = None,
    solutions: bool = True,
) -> list[Picture]:
    """The pages: puzzles in reading order, neighbours that they do not show, and all solutions."""
    size = PAPER_SIZES[paper]
    each = per_page or _count_per_page(puzzles, size, _LEAST, _MOST_PUZZLES)
    pages = _pages(puzzles, size, title, _show_given, each)
    pages += _neighbour_pages(puzzles, size, title)
    if solutions:
        each = _count_per_page(puzzles, size, _LEAST_SOLVED, _MOST_SOLUTIONS)
        pages += _pages(puzzles, size, f"{title}: solutions", _show_solved, each)
    return [_number(page, i, len(pages)) for i, page in enumerate(pages, start=1)]


def _pages(
    puzzles: Sequence[Puzzle], size: tuple[float, float], title: str, sign: Sign, each: int
) -> list[Picture]:
    """All puzzles, so many on a page."""
    groups = [range(i, min(i + each, len(puzzles))) for i in range(0, len(puzzles), each)]
    return [_page(puzzles, group, size, title, sign, each) for group in groups]


def _count_per_page(
    puzzles: Sequence[Puzzle], size: tuple[float, float], least: float, most: int
) -> int:
    """Most puzzles per page whose cells are still this large."""
    canvases = [Canvas.of(board) for board in {puzzle.board for puzzle in puzzles}]
    best = 1
    for each in range(2, min(most, len(puzzles)) + 1):
        slot = next(_slots(size, each))
        if all(_scale(canvas, slot) >= least for canvas in canvases):
            best = each
    return best


def _page(
    puzzles: Sequence[Puzzle],
    group: range,
    size: tuple[float, float],
    title: str,
    sign: Sign,
    each: int,
) -> Picture:
    width, height = size
    drawn: list[shapes.Shape] = [
        shapes.Text(_MARGIN, _MARGIN, title, 18, _BLACK, is_bold=True, anchor="start")
    ]
    if sign is _show_given:
        told = {neighbour_rule(puzzles[number].board).sentence for number in group}
        near = told.pop() if len(told) == 1 else "All neighbours are listed on another page."
        chosen = [puzzles[number] for number in group]
        rules = [*wrap(_rule(chosen), width - 2 * _MARGIN, 9), near]
        most = _RULES + any(puzzle.rules for puzzle in chosen)
        for line, rule in enumerate(rules[:most]):
            y = _MARGIN + 18 + 11 * line
            drawn.append(shapes.Text(_MARGIN, y, rule, 9, _DARK, anchor="start"))
    for number, slot in zip(group, _slots(size, each), strict=False):
        drawn += _place(puzzles[number], number + 1, slot, sign)
    return Picture(width, height, tuple(drawn), title, f"{len(group)} puzzles")


def _rule(puzzles: Sequence[Puzzle]) -> str:
    """What to do, in a sentence or two."""
    if any(puzzle.is_game for puzzle in puzzles):
        return (
            "Find all mines. When a cell is surely free, look its number up in the solution: no"
            " guess is needed."
        )
    counts = "A number counts the mines in the neighbours of its cell."
    told = dict.fromkeys(rule for puzzle in puzzles for rule in puzzle.rules)
    return " ".join([counts, *told, "Find all mines."])


def _neighbour_pages(
    puzzles: Sequence[Puzzle], size: tuple[float, float], title: str
) -> Iterator[Picture]:
    """Lists of the neighbours that neither the drawing nor a sentence tells, board by board."""
    lines = list(_neighbour_lines(puzzles, size[0] / 2 - _MARGIN - _GAP))
    rows = int((size[1] - 2 * _MARGIN - _HEAD - _FOOT) / _LIST_LINE)
    for start in range(0, len(lines), 2 * rows):
        yield _list_page(lines[start : start + 2 * rows], rows, size, f"{title}: neighbours")


def _neighbour_lines(puzzles: Sequence[Puzzle], width: float) -> Iterator[str]:
    """The lists of all boards; if there are several boards, each begins with its puzzles.

    If not all boards have the same sentence, these are there, too.
    """
    several = len({neighbour_rule(puzzle.board).sentence for puzzle in puzzles}) > 1
    numbers: dict[Board, list[str]] = {}
    for number, puzzle in enumerate(puzzles, start=1):
        numbers.setdefault(puzzle.board, []).append(str(number))
    for board, of_board in numbers.items():
        rule = neighbour_rule(board)
        listed = list_neighbours(board, rule.untold)
        whose = f"{'Puzzle' if len(of_board) == 1 else 'Puzzles'} {', '.join(of_board)}"
        if several:
            yield from wrap(f"{whose}: {rule.sentence}", width, _LIST_SIZE)
        elif listed and len(numbers) > 1:
            yield whose
        yield from listed


def _list_page(lines: Sequence[str], rows: int, size: tuple[float, float], title: str) -> Picture:
    """Two columns of lines."""
    drawn = [shapes.Text(_MARGIN, _MARGIN, title, 18, _BLACK, is_bold=True, anchor="start")]
    for place, line in enumerate(lines):
        column, row = divmod(place, rows)
        x = _MARGIN + column * (size[0] - 2 * _MARGIN) / 2
        y = _MARGIN + _HEAD + row * _LIST_LINE
        drawn.append(shapes.Text(x, y, line, _LIST_SIZE, _BLACK, anchor="start"))
    return Picture(*size, tuple(drawn), title, f"{len(lines)} cells")


Slot = tuple[float, float, float, float]


def _slots(size: tuple[float, float], each: int) -> Iterator[Slot]:
    """The places of the boards on a page: left, top, width and height."""
    wide, high = size[0] - 2 * _MARGIN, size[1] - 2 * _MARGIN - _HEAD - _FOOT
    columns = max(1, round(sqrt(each * wide / high)))
    rows = ceil(each / columns)
    width, height = (wide - (columns - 1) * _GAP) / columns, (high - (rows - 1) * _GAP) / rows
    for place in range(each):
        row, column = divmod(place, columns)
        left, top = _MARGIN + column * (width + _GAP), _MARGIN + _HEAD + row * (height + _GAP)
        yield left, top, width, height


def _scale(canvas: Canvas, slot: Slot) -> float:
    _, _, width, height = slot
    return min(_MOST, width / max(canvas.size[0], 1), (height - _CAPTION) / max(canvas.size[1], 1))


def _place(puzzle: Puzzle, number: int, slot: Slot, sign: Sign) -> Iterator[shapes.Shape]:
    left, top, width, _ = slot
    canvas = Canvas.of(puzzle.board)
    scale = _scale(canvas, slot)
    words = f"{number}.  {puzzle.name}"
    size = min(11.0, max(5.0, 11 * scale / _LEAST))
    yield shapes.Text(left, top + _CAPTION / 2, words, size, _BLACK, anchor="start")
    indent = (width - canvas.size[0] * scale) / 2
    yield shapes.At(left + indent, top + _CAPTION, tuple(_board(puzzle, canvas, sign)), scale)


def _board(puzzle: Puzzle, canvas: Canvas, sign: Sign) -> Iterator[shapes.Shape]:
    if canvas.outlines is None:
        for u, v in puzzle.board.edges.tolist():
            ends = (canvas.point(u), canvas.point(v))
            yield shapes.Line(ends, _LINE, 1.2)
    if not puzzle.board.layout.is_numbered or puzzle.board.words is not None:
        is_numbered = puzzle.board.layout.is_numbered  # then there is a caption per vertex
        for cell, (words, x, y) in enumerate(canvas.captions):
            yield shapes.Text(x, y, words, 10, _DARK, otherwise=f"#{cell}" if is_numbered else "")
    yield from edge_marks(puzzle.board, canvas)
    for cell, label in enumerate(puzzle.position.labels):
        yield _outline(canvas, cell, _WHITE if label == COVERED else _GREY)
        yield from _draw_sign(canvas, cell, sign(puzzle, cell), isinstance(label, int))


def _outline(canvas: Canvas, cell: int, fill: Colour) -> shapes.Shape:
    if canvas.outlines is None:
        return shapes.Disc(*canvas.point(cell), RADIUS, fill, _LINE, 1.2)
    corners = tuple((x, y) for x, y in canvas.outlines[cell].tolist())
    return shapes.Polygon(corners, fill, _LINE, 1.2)


def _draw_sign(canvas: Canvas, cell: int, sign: str, is_given: bool) -> Iterator[shapes.Shape]:
    x, y = canvas.point(cell)
    if sign.startswith(MINED):
        yield shapes.Disc(x, y, 8 if sign == MINED else 11, _BLACK)
        if sign != MINED:
            yield shapes.Text(x, y, sign.removeprefix(MINED), 15, _WHITE, is_bold=True)
    elif sign:
        yield shapes.Text(x, y, sign, 18, _BLACK, is_bold=is_given)


def _show_given(puzzle: Puzzle, cell: int) -> str:
    """The text of a cell in the puzzle."""
    label: Label = puzzle.position.labels[cell]
    return "" if label == COVERED else "–" if label == FREE else str(label)


def _show_solved(puzzle: Puzzle, cell: int) -> str:
    if cell in puzzle.mined:
        rules = puzzle.position.rules
        if puzzle.filling is None or rules is None or max(rules.capacity) <= 1:
            return MINED
        return f"{MINED}{puzzle.filling[cell]}"
    if puzzle.is_game:
        return str(len(puzzle.mined.intersection(puzzle.board.neighbours(cell))))
    return _show_given(puzzle, cell)


def _number(page: Picture, number: int, pages: int) -> Picture:
    place = (page.width / 2, page.height - _MARGIN / 2)
    footer = shapes.Text(*place, f"{number} / {pages}", 9, _DARK)
    return page._replace(shapes=(*page.shapes, footer))
