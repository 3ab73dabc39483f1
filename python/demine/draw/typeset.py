"""The width of words in a plain sans-serif font, and line breaks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

# Widths of the letters of Helvetica from space to ~, in thousandths of their size.
_WIDTHS: Final = (
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
    611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
    667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
)  # fmt: skip
_USUAL: Final = 556


def text_width(words: str, size: float) -> float:
    """The width of words at a font size."""
    places = (ord(letter) - 32 for letter in words)
    known = range(len(_WIDTHS))
    return sum(_WIDTHS[place] if place in known else _USUAL for place in places) * size / 1000


def wrap(text: str, width: float, size: float) -> Iterator[str]:
    """The text in lines of at most this width; a longer word has a line of its own."""
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if line and text_width(longer, size) > width:
            yield line
            line = word
        else:
            line = longer
    if line:
        yield line
