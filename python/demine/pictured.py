"""Pictured: classes with a picture, saved as SVG, PDF, PNG or TikZ and shown in notebooks."""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from demine.draw import Picture


class Pictured:
    """A class with a `picture`."""

    __slots__ = ()

    if TYPE_CHECKING:

        @property
        def picture(self) -> Picture:
            """The picture of this object."""

    def svg(self, path: str | PathLike[str] | None = None) -> str:
        """The picture as SVG; also written to a path."""
        from demine.draw import save_svg

        return save_svg(self.picture, path)

    def png(self, path: str | PathLike[str]) -> None:
        """The picture as PNG; needs matplotlib (the extra `plot`)."""
        from demine.draw import save_png

        save_png(self.picture, path)

    def pdf(self, path: str | PathLike[str]) -> None:
        """The picture as PDF."""
        from demine.draw import save_pdf

        save_pdf(self.picture, path)

    def tikz(self, path: str | PathLike[str] | None = None) -> str:
        """The picture as a LaTeX document with TikZ; also written to a path that ends in .tex."""
        from demine.draw import save_tikz

        return save_tikz(self.picture, path)

    def _repr_svg_(self) -> str | None:
        return self.svg()
