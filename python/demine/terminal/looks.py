"""Looks: the sign and the colours of every cell on the screen, in one of several themes.

Colour never carries meaning alone: digits, flags, mines, safe cells and the cursor have signs too.
The contrast between sign and background is at least 4.5, and at least 7 in the theme `contrast`.
The theme `PLAIN`, for $NO_COLOR, has no colour at all.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from rich.color import Color
from rich.style import Style

from demine.draw import Colour, palette, percent

_BLACK: Final[Colour] = (0, 0, 0)
_WHITE: Final[Colour] = (255, 255, 255)
_CURSOR: Final[Colour] = (0xF5, 0xE6, 0x4B)
_SHADE: Final = "▒"
"""A covered cell where there is no colour."""


@dataclass(frozen=True)
class Look:
    """A sign of up to three letters, its ink and its ground."""

    sign: str
    ink: Colour
    ground: Colour
    is_plain: bool = False
    is_marked: bool = False

    def style(self) -> Style:
        """The look as a style for rich: colours, or reverse video where there are none."""
        if self.is_plain:
            return Style(reverse=self.is_marked, bold=True)
        return Style(
            color=Color.from_rgb(*self.ink), bgcolor=Color.from_rgb(*self.ground), bold=True
        )


@dataclass(frozen=True)
class Theme:
    """The colours of digits (from 0), open and covered cells (by parity), flags, mines and marks.

    `cited` are the cells of a hint or a refused chord, `certain` safe and mined ones.
    """

    name: str
    digits: tuple[Colour, ...]
    opened: Colour
    covers: tuple[Colour, Colour]
    flag_colours: tuple[Colour, Colour]
    mine_ground: Colour
    hit_ground: Colour
    cited: Colour
    cursor: Colour = _CURSOR
    ink: Colour = palette.INK
    certain: tuple[Colour, Colour] = (palette.SAFE, palette.MINED)
    heat: Callable[[float], Colour] = palette.heat
    is_plain: bool = False

    def number(self, count: int) -> Look:
        """An open cell; a 0 is a dot."""
        sign = "·" if count == 0 else str(count)
        return self._look(sign, self.digits[min(count, 8)], self.opened)

    def covered(self, is_odd: bool) -> Look:
        """A covered cell; neighbours in a row have different shades."""
        return self._look(_SHADE if self.is_plain else "", self.ink, self.covers[is_odd])

    def question(self, is_odd: bool) -> Look:
        """A covered cell with a question mark."""
        return self._look("?", self.ink, self.covers[is_odd])

    def flag(self, is_wrong: bool = False) -> Look:
        """A flag; when the game is over, a wrong one is crossed."""
        return self._look("✗⚑" if is_wrong else "⚑", *self.flag_colours)

    def mine(self, is_hit: bool) -> Look:
        """A mine at the end of the game; the one that was hit is red."""
        sign = "#" if is_hit and self.is_plain else "*"
        return self._look(sign, _WHITE, self.hit_ground if is_hit else self.mine_ground)

    def risk(self, value: float, is_odd: bool = False) -> Look:
        """The chance of a mine: a tick for 0, a cross for 1, else the percentage."""
        if value in (0.0, 1.0):
            ground = self.certain[value == 1.0]
            return self._look("✗" if value else "✓", palette.ink_on(ground), ground)
        r, g, b = (part - 12 * is_odd for part in self.heat(value))
        return self._look(percent(value).replace(">99", "99"), _BLACK, (r, g, b))

    def mark(self, look: Look, ground: Colour) -> Look:
        """The same sign on another background, in a readable colour."""
        return replace(look, ink=_BLACK, ground=ground, is_marked=True)

    def _look(self, sign: str, ink: Colour, ground: Colour) -> Look:
        return Look(sign, ink, ground, self.is_plain)


def _pale(risk: float) -> Colour:
    """The colour of a risk, lighter, so that black on it has much contrast."""
    r, g, b = ((part + 255) // 2 for part in palette.heat(risk))
    return r, g, b


_DEFAULT: Final = Theme(
    "default",
    # One colour per digit, dark enough for the light background.
    (
        palette.CAPTION,
        (0x00, 0x4F, 0x9E),
        (0x00, 0x61, 0x45),
        (0xA8, 0x2A, 0x0A),
        (0x5B, 0x2A, 0x86),
        (0x70, 0x44, 0x00),
        (0x00, 0x5D, 0x6E),
        palette.INK,
        (0x4D, 0x4D, 0x4D),
    ),
    palette.OPEN,
    (palette.COVERED, (0xB3, 0xBE, 0xCC)),
    (palette.PAPER, palette.FLAG),
    palette.MINE,
    palette.MINED,
    (0xFF, 0xD0, 0x8A),
)
_CLASSIC: Final = Theme(
    "classic",
    # The colours of the first Minesweeper, dark enough for its grey.
    (
        (0x4A, 0x4A, 0x4A),
        (0x00, 0x00, 0xE0),
        (0x00, 0x5A, 0x00),
        (0xA0, 0x00, 0x00),
        (0x00, 0x00, 0x80),
        (0x80, 0x00, 0x00),
        (0x00, 0x50, 0x52),
        _BLACK,
        (0x44, 0x44, 0x44),
    ),
    (0xC6, 0xC6, 0xC6),
    ((0xE6, 0xE6, 0xE6), (0xDC, 0xDC, 0xDC)),
    ((0xA0, 0x00, 0x00), (0xE6, 0xE6, 0xE6)),
    (0x30, 0x30, 0x30),
    (0xB0, 0x00, 0x00),
    (0xFF, 0xD0, 0x8A),
)
_CONTRAST: Final = Theme(
    "contrast",
    (_WHITE, *[(0xFF, 0xFF, 0xFF)] * 8),
    _BLACK,
    ((0xFF, 0xFF, 0xFF), (0xDD, 0xDD, 0xDD)),
    (_BLACK, (0xFF, 0xD4, 0x00)),
    (0x20, 0x20, 0x20),
    (0x8A, 0x00, 0x00),
    (0x9F, 0xE8, 0xFF),
    cursor=(0xFF, 0xFF, 0x00),
    ink=_BLACK,
    certain=((0x00, 0x3C, 0x8A), (0x8A, 0x00, 0x00)),
    heat=_pale,
)
PLAIN: Final = replace(_DEFAULT, name="plain", is_plain=True)
"""No colour: signs and reverse video."""

THEMES: Final = {theme.name: theme for theme in (_DEFAULT, _CLASSIC, _CONTRAST)}
"""The themes that a player can choose."""


def has_colour() -> bool:
    """Whether the player wants colour: $NO_COLOR is not set, or empty."""
    return not os.environ.get("NO_COLOR")


def theme_of(name: str) -> Theme:
    """The theme of this name; the one without colour if $NO_COLOR is set."""
    return THEMES[name] if has_colour() else PLAIN
