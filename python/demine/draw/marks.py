"""Marks: the content of each cell of a drawing, in text and in pictures alike."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from demine.arguments import check
from demine.labels import COVERED, FREE, MINED, Label
from demine.position import Analysis, Position

ESTIMATED: Final = "percentages are estimates; safe and mined cells are certain"
"""The note below an analysis whose probabilities are estimates."""


class MarkKind(Enum):
    """The kinds of content."""

    NUMBER = auto()
    FREE = auto()
    MINE = auto()
    COVERED = auto()
    SAFE = auto()
    MINED = auto()
    RISK = auto()
    FLAG = auto()
    WRONG = auto()
    HIT = auto()


@dataclass(frozen=True)
class Mark:
    """The content of one cell: its kind, and the `number` or the `risk` of a mine if it has one.

    The number of a flag or a mine is that of its mines, where cells may hold several; else 0.
    """

    kind: MarkKind
    number: int = 0
    risk: float = 0.0
    is_estimate: bool = False


def marks(position: Position, analysis: Analysis | None) -> list[Mark]:
    """A mark per cell. An analysis changes the marks of covered cells only."""
    check(position, Position, "position")
    if analysis is not None:
        check(analysis, Analysis, "analysis")
    known = [_mark_known(label) for label in position.labels]
    if analysis is None:
        return known
    risks = analysis.probabilities.tolist()
    return [
        _mark_decided(cell, analysis, risks[cell]) if mark.kind is MarkKind.COVERED else mark
        for cell, mark in enumerate(known)
    ]


def percent(risk: float) -> str:
    """The risk in whole percent; "<1" and ">99" for risks that would round to 0 and 100."""
    rounded = round(100 * risk)
    if rounded in (0, 100):
        return "<1" if rounded == 0 else ">99"
    return str(rounded)


def drawable(text: str) -> str:
    """The text with � for line ends and other characters that neither a page nor XML can show."""
    return "".join(character if character.isprintable() else "\ufffd" for character in text)


def _mark_known(label: Label) -> Mark:
    if isinstance(label, int):
        return Mark(MarkKind.NUMBER, number=label)
    return Mark({COVERED: MarkKind.COVERED, FREE: MarkKind.FREE, MINED: MarkKind.MINE}[label])


def _mark_decided(cell: int, analysis: Analysis, risk: float) -> Mark:
    if cell in analysis.safe:
        return Mark(MarkKind.SAFE)
    if cell in analysis.mined:
        return Mark(MarkKind.MINED)
    return Mark(MarkKind.RISK, risk=risk, is_estimate=not analysis.exact)
