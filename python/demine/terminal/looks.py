"""Looks: the sign and the colours of every cell on the screen.

Colour never carries meaning alone: digits, flags, mines, safe cells and the cursor have signs too.
The contrast between sign and background is at least 4.5.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rich.color import Color
from rich.style import Style

from demine.draw import Colour, Mark, MarkKind, palette, percent

_COVERED_GROUNDS: Final[tuple[Colour, Colour]] = (palette.COVERED, (0xB3, 0xBE, 0xCC))
_BLACK: Final[Colour] = (0, 0, 0)
CITED: Final[Colour] = (0xFF, 0xD0, 0x8A)
CURSOR: Final[Colour] = (0xF5, 0xE6, 0x4B)
# One colour per digit, dark enough for the light background.
_DIGITS: Final[tuple[Colour, ...]] = (
    palette.CAPTION,
    (0x00, 0x4F, 0x9E),
    (0x00, 0x61, 0x45),
    (0xA8, 0x2A, 0x0A),
    (0x5B, 0x2A, 0x86),
    (0x70, 0x44, 0x00),
    (0x00, 0x5D, 0x6E),
    palette.INK,
    (0x4D, 0x4D, 0x4D),
)


@dataclass(frozen=True)
class Look:
    """A sign of up to three letters, its ink and its ground."""

    sign: str
    ink: Colour
    ground: Colour

    def style(self) -> Style:
        """The colours as a style for rich."""
        return Style(
            color=Color.from_rgb(*self.ink), bgcolor=Color.from_rgb(*self.ground), bold=True
        )


def number(count: int) -> Look:
    """An open cell; a 0 is a dot."""
    return Look("·" if count == 0 else str(count), _DIGITS[min(count, 8)], palette.OPEN)


def covered(is_odd: bool) -> Look:
    """A covered cell; neighbours in a row have different shades."""
    return Look("", palette.INK, _COVERED_GROUNDS[is_odd])


def question(is_odd: bool) -> Look:
    """A covered cell with a question mark."""
    return Look("?", palette.INK, _COVERED_GROUNDS[is_odd])


def flag(is_wrong: bool = False) -> Look:
    """A flag; when the game is over, a wrong one is crossed."""
    return Look("✗⚑" if is_wrong else "⚑", palette.PAPER, palette.FLAG)


def mine(is_hit: bool) -> Look:
    """A mine at the end of the game; the one that was hit is red."""
    return Look("*", palette.PAPER, palette.MINED if is_hit else palette.MINE)


def risk(value: float, is_odd: bool = False) -> Look:
    """The chance of a mine: a tick for 0, a cross for 1, else the percentage."""
    if value in (0.0, 1.0):
        kind = MarkKind.MINED if value else MarkKind.SAFE
        ground = palette.ground(Mark(kind)) or palette.OPEN
        return Look("✗" if value else "✓", palette.ink_on(ground), ground)
    r, g, b = (part - 12 * is_odd for part in palette.heat(value))
    return Look(percent(value).replace(">99", "99"), _BLACK, (r, g, b))


def mark(look: Look, ground: Colour) -> Look:
    """The same sign on another background, in a readable colour."""
    return Look(look.sign, palette.INK, ground)
