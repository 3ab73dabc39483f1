"""Dialogs of the screen: choose a board, and read a page of text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Label, OptionList, Static

from demine.board import PRESETS, registry
from demine.errors import DemineError, FormatError
from demine.formats import board_of
from demine.game import Game, GameSetup, Record
from demine.terminal.records import tabulate

_PAGE: Final = 76
"""Columns of a page of text, as the style sheet sets them."""

_PAGE_BORDER: Final = 6
"""Columns of a page that its border and padding take."""

_HELP: Final = """\
left button, space, enter: open; on a number, open around it
right button, f: flag   c: open around a number
arrows, j k l: move
ctrl and left, right, home, end: to the border
h: hint, more each time: must I guess? where? why? which cell?
p: show the risk of every cell in percent
m: flag proved mines   a: let the solver make a move
A: let the solver play; + and - set the speed
u: undo (counted); after the end, practice
z: pause, which hides the board
n: new game   r: same game again   g: other boards
endless: shift and arrows move the window, home goes to 0,0
page up, page down: read a long message
s: statistics   ?: this page   q: quit
"""


def help_text(vi: bool, keys: Mapping[str, str] | None = None) -> str:
    """What the keys do. With `vi`, they are those of the editor where it has such keys.

    `keys` are those that the player chose.
    """
    own = ", ".join(f"{key}: {action}" for action, key in (keys or {}).items())
    return _usual(vi) + (f"your keys: {own}\n" if own else "")


def _usual(vi: bool) -> str:
    if not vi:
        return _HELP
    changes = {
        "j k l: move": "h j k l: move",
        "ctrl and left, right, home, end: to the border": "0 $ gg G: to the border",
        "h: hint": "H: hint",
        "g: other boards": "b: other boards",
    }
    text = _HELP
    for plain, changed in changes.items():
        text = text.replace(plain, changed)
    return text


Offer = tuple[str, Callable[[], GameSetup]]
"""A line of the menu, and the function that makes its setup."""


def _offers() -> Iterator[Offer]:
    """The presets, expert without guesses, and the boards that the registry offers."""
    for name, preset in PRESETS.items():
        if not preset.in_menus:
            continue
        size = f"{preset.rows}×{preset.columns}, {preset.mines} mines"
        yield f"{name}: {size}", partial(_preset_setup, name)
        if name == "expert":
            yield f"expert without guesses: {size}", partial(_preset_setup, name, True)
    for topology in registry.TOPOLOGIES.values():
        for title, board, mines in topology.menu:
            yield f"{title}: {board}, {mines} mines", partial(typed_setup, f"{board} {mines}")


def _preset_setup(name: str, no_guess: bool = False) -> GameSetup:
    preset = PRESETS[name]
    if no_guess:
        return GameSetup(preset.board, preset.mines, "opening", True, f"{name} (no guess)")
    return GameSetup(preset.board, preset.mines, title=name)


class Page(ModalScreen[None]):
    """A page of text, closed by escape and some other keys."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,space,q,s,question_mark", "dismiss", "close")
    ]

    def __init__(self, title: str, text: str) -> None:
        super().__init__()
        self._title, self._text = title, text

    def compose(self) -> ComposeResult:
        """A box with the text."""
        with Vertical(classes="box"):
            yield Label(self._title, classes="title")
            yield Static(self._text, markup=False)
            yield Label("escape closes", classes="faint")


def statistics_page(records: Mapping[str, Record], room: int) -> Page:
    """The statistics, in a table that fits into the page on a screen with so many columns."""
    return Page("Statistics", tabulate(records, min(_PAGE, room) - _PAGE_BORDER))


class Question(ModalScreen[bool]):
    """A question that y answers with yes, and n or escape with no."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "dismiss(True)", "yes"),
        Binding("n,escape", "dismiss(False)", "no"),
    ]

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        """A box with the question."""
        with Vertical(classes="box"):
            yield Label(self._text, classes="title", markup=False)
            yield Label("y: yes    n, escape: no", classes="faint")


class Choice(ModalScreen[GameSetup | None]):
    """A menu of boards, and a line to type another board."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss", "close")]

    def compose(self) -> ComposeResult:
        """The menu, the line and a place for error messages."""
        self.offers = list(_offers())
        with Vertical(classes="box"):
            yield Label("Choose a board", classes="title")
            yield OptionList(*(line for line, _ in self.offers))
            yield Label("or your own: ROWSxCOLUMNS MINES, or a board and MINES", classes="faint")
            yield Input(placeholder="12x20 40   or   hexagonal-8x8 10")
            yield Label("", id="complaint")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Play the board that was chosen."""
        self.dismiss(self.offers[event.option_index][1]())

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Play the board that was typed, or say what is wrong with it."""
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
