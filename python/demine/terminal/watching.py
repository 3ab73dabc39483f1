"""A replay on the whole screen: move by move, or by itself with the times of the player."""

from __future__ import annotations

from typing import ClassVar, Final

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.driver import Driver
from textual.timer import Timer
from textual.widgets import Footer, Static

from demine.board import address
from demine.game import Game, GameSetup, Playback, Statistics
from demine.terminal.field import Field
from demine.terminal.keyboard import forgive
from demine.terminal.looks import has_colour
from demine.terminal.session import Controls, Session
from demine.terminal.solver import exact_solver
from demine.wording import plural

_SPEEDS: Final = (0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 50.0)

_SHORTEST: Final = 0.001
"""Seconds of the shortest pause: a timer of Textual needs some."""


class Watcher(App[Game | None]):
    """A replay. Its result is a game for practice, if the player wants to go on from a move."""

    CSS_PATH = "screen.tcss"
    TITLE = "demine"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "autoplay", "play"),
        Binding("left,k", "go(-1)", "back"),
        Binding("right,j", "go(1)", "on"),
        Binding("home", "end(0)", "begin", show=False),
        Binding("end", "end(1)", "end", show=False),
        Binding("plus,equals_sign", "faster(1)", "faster"),
        Binding("minus", "faster(-1)", "slower"),
        Binding("p", "practise", "practise from here"),
        Binding("q,escape", "exit", "quit"),
    ]

    def __init__(
        self, playback: Playback, speed: float = 1.0, controls: Controls | None = None
    ) -> None:
        """Show the game before its first move."""
        super().__init__(ansi_color=None if has_colour() else True)
        self.playback, self.speed = playback, speed
        chosen = controls or Controls()
        self.add_class(chosen.theme)
        game = playback.game
        self.session = Session(
            GameSetup.of(game), game, exact_solver, Statistics(), controls=chosen
        )
        self.field = Field(self.session)
        self.place, self.clock = Static(id="mines"), Static(id="clock")
        self.state, self.message = Static(id="state"), Static(id="message", markup=False)
        self.is_hung_up = False
        self._timer: Timer | None = None

    def get_driver_class(self) -> type[Driver]:
        """The terminal's driver, changed to survive invalid input."""
        return forgive(super().get_driver_class(), self.hang_up)

    def compose(self) -> ComposeResult:
        """Place, time and state on top, then the field, the last move and the keys."""
        yield Horizontal(self.place, self.clock, self.state, id="top")
        yield self.field
        with VerticalScroll(id="box", can_focus=False):
            yield self.message
        yield Footer(compact=True)

    def on_mount(self) -> None:
        """Show the board before the first move."""
        self.set_interval(0.25, self._tick)
        self.show()

    def hang_up(self) -> None:
        """End at the next tick. Safe to call at any time, from any thread or signal."""
        self.is_hung_up = True

    def _tick(self) -> None:
        if self.is_hung_up:
            self.exit()

    def show(self) -> None:
        """Bring the screen up to date with the playback."""
        playback = self.playback
        game = self.session.game = playback.game
        last = playback.moves[playback.place - 1] if playback.place else None
        if last is not None:
            self.field.cursor = last.cell
        self.field.show()
        self.place.update(f"move {playback.place} of {len(playback.moves)}")
        self.clock.update(f"{0.0 if last is None else last.at:.1f} s")
        self.state.update(f"{game.status}{f'  {self.speed:g}×' if self._timer else ''}")
        if last is None:
            said = f"{plural(len(playback.moves), 'move')}: space plays them, → shows the next one."
        else:
            said = f"{last.kind} {address(game.board, last.cell)}. p: go on from here for practice."
        self.message.update(said)

    def action_go(self, by: int) -> None:
        """Show the board a move later or earlier."""
        self._stop()
        self.playback.go(self.playback.place + by)
        self.show()

    def action_end(self, is_last: int) -> None:
        """Show the board before the first move, or after the last one."""
        self._stop()
        self.playback.go(is_last * len(self.playback.moves))
        self.show()

    def action_autoplay(self) -> None:
        """Play the moves with the times of the player, or stop."""
        if self._timer is not None:
            self._stop()
        else:
            if self.playback.pause() is None:
                self.playback.go(0)
            self._wait()
        self.show()

    def action_faster(self, by: int) -> None:
        """Play the moves faster or slower."""
        nearest = min(range(len(_SPEEDS)), key=lambda i: abs(_SPEEDS[i] - self.speed))
        self.speed = _SPEEDS[min(max(nearest + by, 0), len(_SPEEDS) - 1)]
        if self._timer is not None:
            self._stop()
            self._wait()
        self.show()

    def action_practise(self) -> None:
        """Leave with a game that goes on from here."""
        self.exit(self.playback.practice())

    async def action_exit(self) -> None:
        """Leave."""
        self.exit()

    def _wait(self) -> None:
        """Make the next move after the pause that the player made."""
        pause = self.playback.pause(self.speed)
        self._timer = None if pause is None else self.set_timer(max(pause, _SHORTEST), self._next)

    def _next(self) -> None:
        self.playback.go(self.playback.place + 1)
        self._wait()
        self.show()

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
