"""Signs: what stands in the middle of a cell of a picture, and its words for those who hear it."""

from __future__ import annotations

from typing import Final
from xml.sax.saxutils import escape

from demine.draw.marks import Kind, Mark, percent

_STROKE: Final = 'fill="none" stroke="{ink}" stroke-linecap="round" stroke-linejoin="round"'
_ICONS: Final = {
    Kind.COVERED: "",
    Kind.FREE: f'<path d="M-4-4H4V4H-4Z" stroke-width="1.5" {_STROKE}/>',
    Kind.SAFE: f'<path d="M-7 .5-2.5 5.5 7-5" stroke-width="3" {_STROKE}/>',
    Kind.MINED: f'<path d="M-5.5-5.5 5.5 5.5M5.5-5.5-5.5 5.5" stroke-width="3" {_STROKE}/>',
    Kind.MINE: f'<path d="M0-9V9M-9 0H9M-6-6 6 6M6-6-6 6" stroke-width="2" {_STROKE}/>'
    '<circle r="6" fill="{ink}"/>',
}
_ZERO: Final = '<circle r="1.5" fill="#b4bbc6"/>'
_WORDS: Final = {
    Kind.COVERED: "covered",
    Kind.FREE: "known free",
    Kind.MINE: "known mine",
    Kind.SAFE: "safe",
    Kind.MINED: "mined",
}


def sign(mark: Mark, ink: str) -> str:
    """The sign of a mark as SVG, around the origin; empty for a cell that shows nothing."""
    if mark.kind is Kind.RISK:
        return written(f"{percent(mark.risk)}%", 12, ink)
    if mark.kind is Kind.COUNT:
        return written(str(mark.count), 17, ink, weight=600) if mark.count else _ZERO
    return _ICONS[mark.kind].format(ink=ink)


def words(mark: Mark) -> str:
    """What the sign says."""
    if mark.kind is Kind.RISK:
        return f"mined with probability {mark.risk:.6g}"
    if mark.kind is Kind.COUNT:
        return f"{mark.count} mined neighbours"
    return _WORDS[mark.kind]


def written(text: str, size: int, ink: str, weight: int = 400) -> str:
    """A text whose middle is the origin."""
    style = f'font-size="{size}" font-weight="{weight}" fill="{ink}"'
    return f'<text dy=".35em" {style}>{escape(text)}</text>'
