"""The colours of every drawing, in the terminal, in pictures and in plots.

People with any kind of colour vision can tell them apart, from blue (safe) to red (mined).
"""

from __future__ import annotations

from typing import Final

from demine.draw.marks import Mark, MarkKind

Colour = tuple[int, int, int]

INK: Final[Colour] = (0x1D, 0x23, 0x2B)
PAPER: Final[Colour] = (0xFF, 0xFF, 0xFF)
FAINT: Final[Colour] = (0x8A, 0x93, 0xA0)
"""Lines between cells."""
CAPTION: Final[Colour] = (0x5A, 0x63, 0x70)
"""Letters and numbers beside the board."""
OPEN: Final[Colour] = (0xF1, 0xF3, 0xF6)
ZERO: Final[Colour] = (0xB4, 0xBB, 0xC6)
"""The dot of a 0."""
COVERED: Final[Colour] = (0xC5, 0xCD, 0xD8)
MINE: Final[Colour] = (0x2E, 0x34, 0x3D)
SAFE: Final[Colour] = (0x1F, 0x5F, 0xA8)
MINED: Final[Colour] = (0x9B, 0x15, 0x2B)
FLAG: Final[Colour] = (0x4A, 0x3C, 0x8C)
CITED: Final[Colour] = (0xD9, 0x7A, 0x00)
"""The ring around a number that a proof cites."""
SUBJECT: Final[Colour] = INK
"""The ring around the cell that a proof is about."""

_GROUNDS: Final[dict[MarkKind, Colour]] = {
    MarkKind.COVERED: COVERED,
    MarkKind.MINE: MINE,
    MarkKind.SAFE: SAFE,
    MarkKind.MINED: MINED,
    MarkKind.FLAG: FLAG,
    MarkKind.WRONG: FLAG,
    MarkKind.HIT: MINED,
}
# Blue, yellow and red differ in brightness as well as in hue, for every kind of colour vision.
_RISKS: Final[tuple[Colour, ...]] = (
    (0x74, 0xAD, 0xD1),
    (0xD9, 0xEE, 0xF5),
    (0xFF, 0xF7, 0xC2),
    (0xFD, 0xB4, 0x6A),
    (0xEA, 0x62, 0x4A),
)


def ground(mark: Mark) -> Colour | None:
    """The background of a cell; None for an opened or free cell, which has none of its own."""
    return heat(mark.risk) if mark.kind is MarkKind.RISK else _GROUNDS.get(mark.kind)


def heat(risk: float) -> Colour:
    """The colour of a risk from 0 to 1."""
    place = risk * (len(_RISKS) - 1)
    low = min(int(place), len(_RISKS) - 2)
    cold, hot = _RISKS[low], _RISKS[low + 1]
    r, g, b = (round(c + (h - c) * (place - low)) for c, h in zip(cold, hot, strict=True))
    return r, g, b


def ink_on(ground: Colour) -> Colour:
    """Dark or light, whichever reads better on the ground."""
    r, g, b = ground
    return INK if 0.299 * r + 0.587 * g + 0.114 * b > 115 else PAPER


def hexadecimal(colour: Colour) -> str:
    """The colour as SVG writes it."""
    return "#{:02x}{:02x}{:02x}".format(*colour)
