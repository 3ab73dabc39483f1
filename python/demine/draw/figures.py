"""Figures: a position with options, to be saved as SVG, PDF, PNG or TikZ."""

from __future__ import annotations

from collections.abc import Iterable

from demine.arguments import each
from demine.board import Cell
from demine.draw.palette import SUBJECT
from demine.draw.pictures import Rings, picture
from demine.draw.shapes import Picture
from demine.pictured import Pictured
from demine.position import Analysis, Position


class Figure(Pictured):
    """A picture that saves itself, and that a notebook shows."""

    def __init__(self, picture: Picture) -> None:
        """The figure of a picture."""
        self._picture = picture

    @property
    def picture(self) -> Picture:
        """The shapes."""
        return self._picture

    def __repr__(self) -> str:
        return f"<Figure: {self.picture.title}>"


def figure(
    position: Position,
    analysis: Analysis | None = None,
    *,
    coordinates: bool = True,
    highlight: Iterable[Cell] | str = (),
    rings: Rings | None = None,
    notes: Iterable[str] = (),
) -> Figure:
    """The position, with the probabilities of an analysis if there is one.

    `coordinates` are the letters and numbers beside the board. A ring is drawn around each of the
    cells in `highlight`, or the cell of an address; `rings` says its colour cell by cell. Each of
    the `notes` becomes a paragraph below the board.
    """
    index = position.board.index
    highlight = [highlight] if isinstance(highlight, str) else highlight
    drawn = {
        **dict.fromkeys(map(index, each(highlight, "cells to highlight")), SUBJECT),
        **(rings or {}),
    }
    return Figure(picture(position, analysis, rings=drawn, notes=notes, coordinates=coordinates))
