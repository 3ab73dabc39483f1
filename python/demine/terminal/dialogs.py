"""Dialogs: what to play, how to play, and how it went so far."""

from __future__ import annotations

from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Label, OptionList, Static

from demine.board import PRESETS, grid, hexagonal
from demine.errors import DemineError, FormatError
from demine.formats import board_of
from demine.game import Game, GameSetup, Record, Statistics
from demine.wording import percent

_HELP: Final = """\
left button, space, enter: open; on a number, open around it
right button, f: flag        c: open around a number
arrows, j k l: move
h: hint, more each time: do I have to guess? where? why? which cell?
p: show the risk of every cell in percent
a: let the solver make a move        A: let it play; + and - set the speed
u: undo (counted)        z: pause, which hides the board
n: new game        r: same game again         g: other boards
page up, page down: read a long message
s: statistics        ?: this page        q: quit
"""


def help_text(vi: bool) -> str:
    """What the keys do; those who are used to vi move with h and ask with H."""
    if not vi:
        return _HELP
    return _HELP.replace("j k l: move", "h j k l: move").replace("h: hint", "H: hint")


def _offers() -> list[tuple[str, GameSetup]]:
    """The boards that are offered, with a line on each."""
    found = [
        (
            f"{name}: {preset.rows}×{preset.columns}, {preset.mines} mines",
            GameSetup(preset.board, preset.mines, title=name),
        )
        for name, preset in PRESETS.items()
    ]
    expert = PRESETS["expert"]
    return [
        *found,
        (
            "expert without guesses: 16×30, 99 mines",
            GameSetup(expert.board, expert.mines, "opening", True, "expert (no guess)"),
        ),
        ("hexagonal: 12×16, 30 mines", GameSetup(hexagonal(12, 16), 30, title="hexagonal")),
        ("torus: 16×16, 40 mines", GameSetup(grid(16, 16, torus=True), 40, title="torus")),
    ]


class Page(ModalScreen[None]):
    """A page of text; any of the usual keys closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,space,q,s,question_mark", "dismiss", "close")
    ]

    def __init__(self, title: str, text: str) -> None:
        """Show this text under this title."""
        super().__init__()
        self._title, self._text = title, text

    def compose(self) -> ComposeResult:
        """A box with the text."""
        with Vertical(classes="box"):
            yield Label(self._title, classes="title")
            yield Static(self._text, markup=False)
            yield Label("escape closes", classes="faint")


class Choice(ModalScreen[GameSetup | None]):
    """What to play: an offer, or a board of one's own."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss", "close")]

    def compose(self) -> ComposeResult:
        """A list, and a line for anything else."""
        self.offers = _offers()
        with Vertical(classes="box"):
            yield Label("Choose a board", classes="title")
            yield OptionList(*(line for line, _ in self.offers))
            yield Label("or your own: ROWSxCOLUMNS MINES, or a board and MINES", classes="faint")
            yield Input(placeholder="12x20 40   or   hexagonal-8x8 10")
            yield Label("", id="complaint")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """An offer was taken."""
        self.dismiss(self.offers[event.option_index][1])

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """A board of one's own, or what is wrong with it."""
        try:
            self.dismiss(typed_setup(event.value))
        except DemineError as error:
            self.query_one("#complaint", Label).update(str(error))


def typed_setup(typed: str) -> GameSetup:
    """The setup of a typed line such as `12x20 40`; `DemineError` says what was expected."""
    board, _, mines = typed.strip().rpartition(" ")
    if not mines.isdecimal() or not board:
        raise FormatError("expected a board and its mines, such as 12x20 40")
    name = board.strip()
    found = board_of(f"grid-{name}" if name[0].isdigit() else name)
    return GameSetup.of(Game(found, int(mines), seed=0))


def statistics_text(statistics: Statistics) -> str:
    """How the games went, some lines per name; what was helped does not count as won or lost."""
    return "\n".join(map(_record_lines, statistics.records().values())) or "No games yet."


def _record_lines(record: Record) -> str:
    best = "" if record.best is None else f", best {record.best:.1f} s"
    mean = "" if record.average is None else f", average {record.average:.1f} s"
    speed = "" if record.speed is None else f", {record.speed:.2f} 3BV/s"
    rate = "" if record.rate is None else f" ({percent(record.rate, 0)})"
    luck = "" if record.luck is None else f", luck {percent(record.luck)}"
    return (
        f"{record.name}\n"
        f"  {record.begun} begun, {record.won} won{rate}, {record.lost} lost, "
        f"{record.abandoned} abandoned, {record.helped} with help, {record.solved} by the solver\n"
        f"  streak {record.streak}, longest {record.longest}{best}{mean}{speed}\n"
        f"  guesses: {record.forced} forced, {record.needless} needless{luck}"
    )
