"""Positions from pictures of boards: screenshots of this game and of others, in any size.

`read_picture` finds the board of a king grid in a picture and reads its cells. Cells that it doubts
are in `unsure`. It needs Pillow (the extra `pictures`).
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from demine.board import grid
from demine.errors import FormatError, MissingExtra
from demine.labels import COVERED
from demine.position import Position

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PIL.Image import Image

MOST_PIXELS: Final = 40_000_000
"""Pixels of the largest picture that is read."""


class NoBoard(FormatError):
    """The picture shows no board that can be read."""


@dataclass(frozen=True)
class Screen:
    """What a picture shows: the shape of the board, and a sign per cell.

    A sign is "?" (covered), "F" (flagged), "*" (a mine) or a number. `unsure` are the cells that
    might be something else.
    """

    shape: tuple[int, int]
    signs: tuple[str | int, ...]
    unsure: tuple[int, ...]

    def position(self, mines: int | None = None, *, trust_flags: bool = False) -> Position:
        """The position; flags are covered cells, or known mines if they are trusted."""
        flag = "*" if trust_flags else COVERED
        labels = [flag if sign == "F" else sign for sign in self.signs]
        return Position(grid(*self.shape), labels, mines)


def read_picture(source: str | os.PathLike[str] | Image | NDArray[np.uint8]) -> Screen:
    """The board in a picture: a file, an image of Pillow, or colours as (row, column, colour).

    `NoBoard` if there is none. Colours as an array need no Pillow.
    """
    from demine.screens.lattice import find_lattice
    from demine.screens.signs import read_signs

    pixels = _pixels(source)
    lattice = find_lattice(pixels)
    if lattice is None:
        raise NoBoard("no board found in the picture: expected a grid of square cells")
    signs = read_signs(pixels, lattice)
    unsure = tuple(cell for cell, sign in enumerate(signs) if not sign.is_sure)
    return Screen((lattice.rows, lattice.columns), tuple(sign.label for sign in signs), unsure)


def _pixels(source: Any) -> np.ndarray[Any, np.dtype[np.float32]]:
    """The colours of the picture, as (row, column, colour)."""
    if isinstance(source, np.ndarray):
        if source.ndim != 3 or source.shape[2] != 3 or source.dtype != np.uint8:
            raise FormatError("expected colours as bytes in an array (row, column, 3)")
        _check_size(source.shape[1::-1])
        return source.astype(np.float32)
    if find_spec("PIL") is None:
        raise MissingExtra("pictures need Pillow: pip install pillow")
    from PIL import Image, UnidentifiedImageError

    if not isinstance(source, Image.Image):
        try:
            with Image.open(source) as opened:
                _check_size(opened.size)
                return _pixels(opened.convert("RGB"))
        except (UnidentifiedImageError, Image.DecompressionBombError, SyntaxError, ValueError):
            raise FormatError(f"{os.fspath(source)}: expected a picture, such as PNG") from None
    _check_size(source.size)
    return np.asarray(source.convert("RGB"), dtype=np.float32)


def _check_size(size: tuple[int, ...]) -> None:
    if size[0] * size[1] > MOST_PIXELS:
        raise FormatError(f"{size[0]}x{size[1]} pixels: expected at most {MOST_PIXELS} in all")
