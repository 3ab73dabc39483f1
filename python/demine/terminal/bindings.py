"""Bindings: which key does what on the screen. `keys` has those that a player can change."""

from __future__ import annotations

from typing import Final

from textual.binding import Binding, BindingType

BINDINGS: Final[list[BindingType]] = [
    Binding("space,enter", "open", "open", id="open"),
    Binding("f", "at_cursor('flag')", "flag", id="flag"),
    Binding("c", "at_cursor('chord')", "around", show=False, id="chord"),
    Binding("h,H", "play('ask')", "hint", id="hint"),
    Binding("p", "risks", "risks", id="risks"),
    Binding("a", "step", "solve", id="step"),
    Binding("A", "auto", "auto", key_display="A", show=False, id="auto"),
    Binding("u", "play('undo')", "undo", id="undo"),
    Binding("z", "pause", "pause", show=False, id="pause"),
    Binding("n", "leave('renew')", "new", id="new"),
    Binding("r", "leave('again')", "same", show=False, id="again"),
    Binding("m", "play('flag_proved')", "flag mines", show=False, id="mines"),
    Binding("g", "choose", "boards", id="boards"),
    Binding("s", "statistics", "statistics", show=False, id="statistics"),
    Binding("question_mark", "help", "help", key_display="?"),
    Binding("q", "leave('exit')", "quit", id="quit"),
    Binding("plus,equals_sign", "faster(1)", show=False),
    Binding("minus", "faster(-1)", show=False),
    Binding("escape", "cancel", show=False),
    Binding("pageup", "scroll(-3)", show=False),
    Binding("pagedown", "scroll(3)", show=False),
    Binding("left", "move(-1, 0)", show=False, id="left"),
    Binding("right,l", "move(1, 0)", show=False),
    Binding("up,k", "move(0, -1)", show=False),
    Binding("down,j", "move(0, 1)", show=False),
    Binding("shift+left", "pan(-1, 0)", show=False),
    Binding("shift+right", "pan(1, 0)", show=False),
    Binding("shift+up", "pan(0, -1)", show=False),
    Binding("shift+down", "pan(0, 1)", show=False),
    Binding("home", "home", show=False),
    Binding("ctrl+home", "top", show=False, id="top"),
    Binding("ctrl+end", "jump(0, 1)", show=False, id="bottom"),
    Binding("ctrl+left", "jump(-1, 0)", show=False, id="begin"),
    Binding("ctrl+right", "jump(1, 0)", show=False, id="end"),
]
