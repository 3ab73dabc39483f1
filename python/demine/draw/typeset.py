"""The width of words in a plain sans-serif font, and line breaks."""

from __future__ import annotations

import re
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
# The same for DejaVu Sans, which many systems use instead. Its letters are wider.
_WIDE: Final = (
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337, 636, 636, 636,
    636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632,
    575, 775, 752, 295, 295, 656, 557, 863, 748, 787, 603, 787, 695, 635, 611, 732, 684, 989, 685,
    611, 685, 390, 337, 390, 838, 500, 500, 613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579,
    278, 974, 634, 612, 635, 635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838,
)  # fmt: skip
_WIDEST: Final = 1000

_SQUARE: Final = "\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60"
"""Letters of East Asia. A line may end between two of them."""
_CLOSING: Final = "、。，．・：；？！゛゜ヽヾゝゞ々ー」』）】］｝〉》"
"""No line begins with these."""
_PIECE: Final = re.compile(rf" ?(?:[{_SQUARE}]|[^ {_SQUARE}]+)[{_CLOSING}]*")


def text_width(words: str, size: float) -> float:
    """The width of words in Helvetica at a font size."""
    return _sum(words, _WIDTHS, _USUAL) * size / 1000


def most_width(words: str, size: float) -> float:
    """The width of words at a font size, if the font is one of the wider ones."""
    wide = max(_sum(words, _WIDTHS, _USUAL), _sum(words, _WIDE, _WIDEST))
    return wide * size / 1000


def _sum(words: str, widths: tuple[int, ...], other: int) -> int:
    places = (ord(letter) - 32 for letter in words)
    known = range(len(widths))
    return sum(widths[place] if place in known else other for place in places)


def wrap(text: str, width: float, size: float) -> Iterator[str]:
    """The text in lines of at most this width in any plain font.

    Lines end at a space or after an East Asian letter. A longer word has a line of its own.
    """
    line = ""
    for piece in _PIECE.findall(" ".join(text.split())):
        longer = line + piece
        if line and most_width(longer, size) > width:
            yield line
            line = piece.lstrip()
        else:
            line = longer
    if line:
        yield line
