"""The field: the widget that draws the cells and handles the mouse."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from demine.board import row_head
from demine.draw import Mark, MarkKind
from demine.game import Game, Place, Window, game_marks
from demine.terminal.looks import Look, Theme, theme_of
from demine.terminal.places import Places
from demine.terminal.session import Session

_LEFT: Final = 1
_RIGHT: Final = 3
_NUMBERS: Final = 4
_WIDE: Final = 3
# The smallest window in which a game can be played.
_LEAST_WIDE: Final = 16
_LEAST_HIGH: Final = 5


class Field(ScrollView, can_focus=True, inherit_bindings=False):
    """The board of a session. Arrow keys move the cursor, not the view."""

    cursor: reactive[int] = reactive(0)

    class Pointed(Message):
        """The mouse was pressed on a cell."""

        def __init__(self, cell: int, is_flag: bool) -> None:
            super().__init__()
            self.cell, self.is_flag = cell, is_flag

    def __init__(self, session: Session) -> None:
        super().__init__(id="field")
        self.session = session
        self._theme = theme_of(session.controls.theme)
        self._looks: list[Look] = []
        self._lines: list[list[int]] = []
        self._margin = Offset(0, 1)
        self._around: frozenset[int] = frozenset()

    def on_mount(self) -> None:
        """Draw for the first time."""
        self.show()

    def on_resize(self) -> None:
        """Fit the width of the cells to the new size."""
        self.show()

    def show(self) -> None:
        """Draw the current state of the session."""
        game = self.session.game
        if isinstance(game, Window):
            self._fit(game)
        board = game.board
        self.places = Places.of(board, self.size.width - _NUMBERS)
        self._lines = self.places.by_line()
        self._above, self._beside = self.places.heads(board)
        self._looks = _looks(self.session, self._theme)
        wide, high = self.places.size
        names = max((len(name) + 1 for name in self._beside.values()), default=0)
        self._margin = Offset(
            max(names, min(_NUMBERS, self.size.width), (self.size.width - wide) // 2),
            max(1, (self.size.height - high) // 2),
        )
        self.virtual_size = Size(wide + self._margin.x, high + self._margin.y)
        if self.cursor >= len(board):
            self.cursor = 0
        self._around = self._neighbours()
        self.refresh()

    def _fit(self, window: Window) -> None:
        """Show as many cells of an endless game as there is room for; the cursor stays."""
        place = window.place(min(self.cursor, len(window.board) - 1))
        names = max(len(row_head(window.board, cell)) for cell in (0, len(window.board) - 1))
        wide = self.size.width - max(names + 2, _NUMBERS)
        window.resize(self.size.height - 1, wide // _WIDE)
        self.cursor = window.bring(place)

    def _neighbours(self) -> frozenset[int]:
        """The neighbours of the cursor, if some of them do not touch it on the screen."""
        around = self.session.game.board.neighbours(self.cursor)
        are_near = all(self.places.is_near(self.cursor, cell) for cell in around)
        return frozenset() if are_near else frozenset(around)

    def move(self, right: int, down: int) -> None:
        """Move the cursor one cell; at the border of an endless game, move the window."""
        before = self.cursor
        self.cursor = self.places.beside(before, right, down)
        if self.cursor == before:
            self.pan(right, down)

    def jump(self, right: int, down: int) -> None:
        """Move the cursor as far as the board, or the window, goes."""
        while (beside := self.places.beside(self.cursor, right, down)) != self.cursor:
            self.cursor = beside

    def pan(self, right: int, down: int) -> None:
        """Move the window of an endless game; the cursor stays on the screen."""
        game = self.session.game
        if isinstance(game, Window) and not self.session.is_paused:
            game.pan(right, down)
            self.session.look()
            self.show()

    def go(self, place: Place) -> None:
        """Show a cell of an endless game, and put the cursor there."""
        game = self.session.game
        if isinstance(game, Window):
            game.centre(place)
            self.pan(0, 0)
            self.cursor = game.bring(place)

    def watch_cursor(self) -> None:
        """Keep the cursor visible next to the headings, which do not scroll."""
        if self._lines:
            column, line = (
                int(self.places.columns[self.cursor]),
                int(self.places.lines[self.cursor]),
            )
            wide, high = self.places.wide + self._margin.x, 1 + self._margin.y
            self.scroll_to_region(Region(column, line, wide, high), animate=False)
            self._around = self._neighbours()
            self.refresh()

    @property
    def is_too_small(self) -> bool:
        """Whether the window is too small to play in."""
        return self.size.width < _LEAST_WIDE or self.size.height < _LEAST_HIGH

    def render_line(self, y: int) -> Strip:
        """One line of the screen."""
        if self.is_too_small:
            said = "too small: enlarge it" if y == 0 else ""
            return Strip([Segment(said[: self.size.width], self.rich_style)]).extend_cell_length(
                self.size.width, self.rich_style
            )
        line = y - self._margin.y
        if line >= 0:
            line += self.scroll_offset.y
        if self.session.is_paused or not -1 <= line < len(self._lines):
            return Strip.blank(self.size.width, self.rich_style)
        name, segments, end = self._head() if line < 0 else self._row(line)
        left, room = self.scroll_offset.x, self.size.width - self._margin.x
        cells = Strip(segments, end).crop(left, left + max(0, room))
        beside = Strip([Segment(name.rjust(self._margin.x - 1) + " ", self.rich_style)])
        return Strip.join([beside, cells]).extend_cell_length(self.size.width, self.rich_style)

    def _head(self) -> tuple[str, list[Segment], int]:
        """The names of the columns."""
        wide, text = self.places.wide, ""
        for column, name in self._above.items():
            text = f"{text:{column}}{name:^{wide}}"
        return "", [Segment(text, self.rich_style)], len(text)

    def _row(self, line: int) -> tuple[str, list[Segment], int]:
        """The number of the row, and its cells; between the vertices of a graph, its edges."""
        segments, end = list[Segment](), 0
        for cell in self._lines[line]:
            start = int(self.places.columns[cell])
            segments.append(Segment(self.places.between(line, end, start), self.rich_style))
            segments.append(self._segment(cell))
            end = start + self.places.wide
        wide = max(end, self.places.size[0])
        segments.append(Segment(self.places.between(line, end, wide), self.rich_style))
        return self._beside.get(line, ""), segments, wide

    def _segment(self, cell: int) -> Segment:
        look, wide = self._look_with_name(cell), self.places.wide
        if cell != self.cursor:
            style = look.style() + Style(underline=cell in self._around)
            return Segment(f"{look.sign:^{wide}}"[:wide], style)
        look = self._theme.mark(look, self._theme.cursor)
        text = f"{look.sign:^{wide}}"[:wide]
        if wide > 2 and len(look.sign) <= wide - 2:
            text = f"[{look.sign:^{wide - 2}}]"
        return Segment(text, look.style())

    def _look_with_name(self, cell: int) -> Look:
        """How a cell looks; a vertex of a graph shows its name too."""
        look = self._looks[cell]
        if not self.places.names:
            return look
        name = self.places.names[cell]
        return replace(look, sign=f"{name}:{look.sign}" if look.sign else name)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Left opens, right flags."""
        place = event.offset + self.scroll_offset - self._margin
        on_cells = event.x >= self._margin.x and event.y >= self._margin.y
        cell = self.places.at(place.x, place.y) if on_cells and not self.is_too_small else None
        if cell is not None and event.button in (_LEFT, _RIGHT):
            self.cursor = cell
            self.post_message(self.Pointed(cell, event.button == _RIGHT))


def _looks(session: Session, theme: Theme) -> list[Look]:
    """The look of each cell, with the cells of the hint marked."""
    found = _plain_looks(session, theme)
    for cell in session.refused:
        found[cell] = theme.mark(found[cell], theme.cited)
    for cell in session.cited:
        found[cell] = theme.mark(found[cell], theme.cited)
    if session.hinted is not None and session.hint is not None:
        found[session.hinted] = theme.risk(float(session.hint.risk))
    return found


def _with_number(look: Look, mark: Mark) -> Look:
    """The look with the number of mines, where a cell may hold several."""
    return replace(look, sign=f"{look.sign}{mark.number}") if mark.number else look


def _plain_looks(session: Session, theme: Theme) -> list[Look]:
    game, analysis = session.game, session.analysis
    risks = None if analysis is None else analysis.probabilities.tolist()
    corner = sum(game.corner) if isinstance(game, Window) else 0
    marked = game.marks if isinstance(game, Game) else frozenset[int]()
    odd = ((game.board.layout.coordinates.sum(axis=1) + corner % 2) % 2 == 1).tolist()

    def look(cell: int, mark: Mark) -> Look:
        match mark.kind:
            case MarkKind.NUMBER:
                return theme.number(mark.number)
            case MarkKind.FLAG | MarkKind.WRONG:
                return _with_number(theme.flag(is_wrong=mark.kind is MarkKind.WRONG), mark)
            case MarkKind.MINE | MarkKind.HIT:
                return _with_number(theme.mine(is_hit=mark.kind is MarkKind.HIT), mark)
        if cell in marked and risks is None:
            return theme.question(odd[cell])
        return theme.covered(odd[cell]) if risks is None else theme.risk(risks[cell], odd[cell])

    return [look(cell, mark) for cell, mark in enumerate(game_marks(game))]
