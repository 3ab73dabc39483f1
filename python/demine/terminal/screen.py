"""The game on the whole screen, by mouse and keyboard (Textual)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Final

from textual import events, work
from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.driver import Driver
from textual.widgets import Footer, Static
from textual.worker import get_current_worker

from demine.board import address
from demine.errors import DemineError
from demine.game import EndlessSetup, Game, GameSetup, Statistics, Window
from demine.terminal.autoplay import Autoplay
from demine.terminal.bindings import BINDINGS
from demine.terminal.dialogs import Choice, Page, Question, help_text, statistics_page
from demine.terminal.field import Field
from demine.terminal.keyboard import forgive
from demine.terminal.keys import VI
from demine.terminal.looks import has_colour
from demine.terminal.session import Controls, Session
from demine.terminal.solver import Solver
from demine.wording import plural

_LOW: Final = 16
"""Screens with fewer lines show a shorter message box."""


class Cancelled(Exception):
    """The player cancelled the search."""


class Screen(App[None]):
    """The full-screen game: status line, field, message and keys."""

    CSS_PATH = "screen.tcss"
    TITLE = "demine"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = BINDINGS

    def __init__(
        self,
        setup: GameSetup | EndlessSetup,
        game: Game | Window,
        solver: Solver,
        *,
        statistics: Statistics | None = None,
        save: str | Path | None = None,
        seconds: float | None = None,
        vi: bool = False,
        controls: Controls | None = None,
    ) -> None:
        """Play a game. With `vi`, h moves left and only H asks for a hint."""
        super().__init__(ansi_color=None if has_colour() else True)
        self.vi = vi
        self._g_at: tuple[int, int] | None = None
        self.keys = (controls or Controls()).keys
        self.set_keymap({**(VI if vi else {}), **self.keys})
        self.add_class((controls or Controls()).theme)
        self._has_rung = False
        kept = statistics or Statistics()
        self.session = Session(setup, game, solver, kept, save, seconds, controls)
        self.auto = Autoplay(self, self._play_moves)
        self.is_searching = False
        self.is_hung_up = False
        self.field = Field(self.session)
        self.mines, self.clock = Static(id="mines"), Static(id="clock")
        self.state = Static(id="state")
        self.message = Static(id="message", markup=False)

    def get_driver_class(self) -> type[Driver]:
        """The terminal's driver, changed to survive invalid input."""
        return forgive(super().get_driver_class(), self.hang_up)

    def compose(self) -> ComposeResult:
        """Mines, time and state on top, then the field, the message and the keys."""
        yield Horizontal(self.mines, self.clock, self.state, id="top")
        yield self.field
        with VerticalScroll(id="box", can_focus=False):
            yield self.message
        yield Footer(compact=True)

    def on_mount(self) -> None:
        """Start the clock on the screen."""
        self.field.focus()
        self.set_interval(0.25, self._tick)
        self.show()
        if isinstance(self.session.game, Window) and not self.session.game.moves:
            self.call_after_refresh(self.action_home)

    def hang_up(self) -> None:
        """End the game at the next tick. Safe to call at any time, from any thread or signal.

        An exception would leave threads of Textual behind that never end.
        """
        self.is_hung_up = True

    def _tick(self) -> None:
        self.exit() if self.is_hung_up else self.show_top()

    def on_resize(self, event: events.Resize) -> None:
        """Shorten the message box on a screen with few lines."""
        self.screen.set_class(event.size.height < _LOW, "low")

    def action_scroll(self, by: int) -> None:
        """Scroll a long message."""
        self.query_one("#box", VerticalScroll).scroll_relative(y=by, animate=False)

    # Showing.

    def show(self) -> None:
        """Bring the screen up to date with the session."""
        self.field.show()
        if str(self.message.content) != self.session.message:
            self.query_one("#box", VerticalScroll).scroll_home(animate=False)
        self.message.update(self.session.message)
        self.show_top()
        if self.session.controls.bell and self.session.game.is_over and not self._has_rung:
            self.bell()
        self._has_rung = self.session.game.is_over

    def show_top(self) -> None:
        """Show the mines left, the time and the state of the game."""
        game = self.session.game
        minutes, seconds = divmod(int(game.seconds), 60)
        state = "paused" if self.session.is_paused else game.status
        auto = f"  solver: {self.auto.speed} moves/s" if self.auto.is_on else ""
        self.mines.update(f"⚑ {game.counter}  {self.session.setup.title}")
        self.clock.update(f"{minutes}:{seconds:02}")
        place = address(game.board, self.field.cursor)
        self.state.update(f"{state}{auto}  {place}{self.session.counts}")

    # Moves.

    def on_field_pointed(self, event: Field.Pointed) -> None:
        """Open or flag the cell that the mouse points at."""
        self.action_at_cursor("flag") if event.is_flag else self.action_open()

    def action_open(self) -> None:
        """Open the cell under the cursor."""
        if self._is_open_for_moves():
            if self.session.needs_search(self.field.cursor):
                self._start_search(self.field.cursor)
            else:
                self.session.open(self.field.cursor)
        self.show()

    def action_at_cursor(self, move: str) -> None:
        """Flag the cell under the cursor, or open around it."""
        self.action_play(move, self.field.cursor)

    def action_play(self, name: str, *cells: int) -> None:
        """Let the session do what a key says, unless it is paused or searching."""
        if self._is_open_for_moves():
            getattr(self.session, name)(*cells)
        self.show()

    def action_move(self, right: int, down: int) -> None:
        """Move the cursor."""
        self.field.move(right, down)
        self.show_top()

    def action_jump(self, right: int, down: int) -> None:
        """Move the cursor to the border of the board, or of the window."""
        self.field.jump(right, down)
        self.show_top()

    def action_top(self) -> None:
        """Go to the upper border; with `vi`, at the second g in the same place."""
        here = (self.field.cursor, self.session.game.clicks)
        if self.vi and self._g_at != here:
            self._g_at = here
        else:
            self._g_at = None
            self.action_jump(0, -1)

    def action_pan(self, right: int, down: int) -> None:
        """Move the window of an endless game by half of it."""
        game = self.session.game
        if isinstance(game, Window):
            self.field.pan(right * (game.columns // 2), down * (game.rows // 2))
            self.show()

    def action_home(self) -> None:
        """Go back to where an endless game began."""
        self.field.go((0, 0))
        self.show()

    def _is_open_for_moves(self) -> bool:
        return not self.is_searching and not self.session.is_paused

    # The search for a board without guesses.

    def _start_search(self, cell: int) -> None:
        self.is_searching = True
        self._search(cell)

    @work(thread=True, exclusive=True)
    def _search(self, cell: int) -> None:
        """Find the board on another thread, so that the screen stays alive and escape cancels."""
        worker = get_current_worker()

        def progress(tried: int) -> None:
            if worker.is_cancelled:
                raise Cancelled
            self.call_from_thread(self._tell_progress, tried)

        try:
            found = self.session.search(cell, progress)
        except Cancelled:
            return
        except DemineError as error:
            self.call_from_thread(self._begin_found, None, cell, str(error))
        else:
            self.call_from_thread(self._begin_found, found, cell, "")

    def _tell_progress(self, tried: int) -> None:
        if self.is_searching:
            self._tell(f"{plural(tried, 'board')} tried. Press escape to cancel.")

    def _begin_found(self, game: Game | None, cell: int, message: str) -> None:
        if not self.is_searching:
            return
        self.is_searching = False
        if game is not None:
            self.session.play(game)
            self.session.open(cell)
        self._tell(message or self.session.message)

    def _tell(self, message: str) -> None:
        self.session.message = message
        self.show()

    def action_cancel(self) -> None:
        """Stop the search, or the solver."""
        if self.is_searching:
            self.workers.cancel_all()
            self.is_searching = False
            self._tell("Search cancelled: no board found yet.")
        self._stop_auto()

    # Help.

    def action_risks(self) -> None:
        """Show or hide the risks."""
        self.session.show_risks()
        self.show()

    def action_step(self) -> None:
        """Let the solver make one move."""
        self._step()
        self.show()

    def _step(self) -> None:
        """Let the solver move without drawing; stop automatic play if it cannot."""
        if not self._is_open_for_moves():
            return
        if self.session.needs_search(0):
            self.field.cursor = 0
            self._start_search(0)
            return
        try:
            cell = self.session.step()
        except DemineError as error:
            self._stop_auto()
            self.session.message = str(error)
            return
        if cell is None:
            self._stop_auto()
        else:
            self.field.cursor = cell

    def _play_moves(self, moves: int) -> None:
        """Make the moves that are due and draw once, because drawing costs more than moving."""
        for _ in range(moves):
            if not self.auto.is_on or self.is_searching:
                break
            self._step()
        self.show()

    def action_auto(self) -> None:
        """Let the solver play, or stop it."""
        if self.auto.is_on or not self.session.game.is_over:
            self.auto.toggle()
        self.show_top()

    def action_faster(self, by: int) -> None:
        """Set the speed of the solver."""
        self.auto.change_speed(by)
        self.show_top()

    def _stop_auto(self) -> None:
        self.auto.stop()
        self.show_top()

    # Games.

    def action_pause(self) -> None:
        """Stop the time and hide the board, or go on."""
        self._stop_auto()
        self.session.pause()
        self.show()

    def action_leave(self, name: str) -> None:
        """Leave the game for another one, or for good; if it is running, ask first.

        A saved game can be continued, so quitting loses nothing.
        """
        if name == "exit" and self.session.is_saved:
            self.exit()
        else:
            self._ask_first(lambda: self.exit() if name == "exit" else self.action_start(name))

    def _ask_first(self, act: Callable[[], None]) -> None:
        """Do what ends the game; if it is running, only after a yes."""
        if self.session.is_running:
            self.push_screen(Question(self.session.question), lambda yes: act() if yes else None)
        else:
            act()

    def action_start(self, name: str, *chosen: Any) -> None:
        """Begin another game: the next one, the same again, or a chosen one."""
        self.action_cancel()
        getattr(self.session, name)(*chosen)
        self.show()

    def action_choose(self) -> None:
        """Choose another board."""
        self.push_screen(Choice(), self._take_choice)

    def _take_choice(self, setup: GameSetup | None) -> None:
        if setup is not None:
            begin = partial(setup.game_after, self.session.game)
            self._ask_first(lambda: self.action_start("play", begin(), setup))

    def action_statistics(self) -> None:
        """Show the statistics, in a table that fits into the page."""
        self.push_screen(statistics_page(self.session.records(), self.size.width))

    def action_help(self) -> None:
        """Show the keys."""
        self.push_screen(Page("How to play", help_text(self.vi, self.keys)))
