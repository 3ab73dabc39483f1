"""Masks: the shape of a grid with holes, from a picture or from rows of `#` and `.`.

In a picture with transparent parts, every opaque pixel is a cell; in any other, every dark one. A
large picture is made smaller first. Reading pictures needs Pillow (it comes with the extra `plot`).
"""

from __future__ import annotations

import re
from io import BytesIO
from typing import Final

import numpy as np
from numpy.typing import NDArray

from demine.board import Board, grid
from demine.errors import FormatError, MissingExtra
from demine.files import Source, read_bytes
from demine.labels import COVERED
from demine.position import Position

_SIGNATURES: Final = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"BM", b"II*\x00", b"MM\x00*")
_ROW: Final = re.compile(r"[#. ]*")

_SMALL: Final = 64
"""Pixels: a picture that is not wider or higher has a cell per pixel."""
_SIDE: Final = 30
"""Cells along the longer side of any other picture."""
_MOST_PIXELS: Final = 50_000_000
_MOST_CELLS: Final = 1_000_000
_HALF: Final = 128


def is_picture(data: bytes) -> bool:
    """Whether bytes are a PNG, JPEG, GIF, BMP or TIFF file."""
    return data.startswith(_SIGNATURES)


def is_mask(text: str) -> bool:
    """Whether a text is rows of `#` and `.` or spaces."""
    return "#" in text and all(map(_ROW.fullmatch, text.splitlines()))


def parse_picture(data: bytes) -> Position:
    """The grid in the shape of a picture, covered."""
    return _cover(_board(_mask(data, None, None)))


def parse_text(text: str) -> Position:
    """The grid in the shape of the rows, covered; short rows end with holes."""
    lines = [line.rstrip() for line in text.splitlines()]
    while lines and not lines[-1]:
        lines.pop()
    wide = max(map(len, lines))
    rows = [[letter == "#" for letter in line.ljust(wide)] for line in lines]
    return _cover(_board(np.array(rows)))


def from_picture(source: Source, rows: int | None = None, columns: int | None = None) -> Board:
    """A grid in the shape of a picture: a PNG, JPEG, GIF, BMP or TIFF file.

    With `rows` or `columns` or both, the picture is scaled to as many cells. Without, one of up to
    64 × 64 pixels has a cell per pixel, and a larger one up to 30 cells per side.
    """
    name, data = read_bytes(source)
    if isinstance(data, str) or not is_picture(data):
        raise FormatError(f"{name}: expected a picture (PNG, JPEG, GIF, BMP or TIFF)")
    try:
        return _board(_mask(data, rows, columns))
    except FormatError as error:
        raise FormatError(f"{name}: {error}") from None


def _mask(data: bytes, rows: int | None, columns: int | None) -> NDArray[np.bool_]:
    try:
        from PIL import Image
    except ImportError:
        raise MissingExtra("a picture needs Pillow: pip install pillow") from None
    try:
        with Image.open(BytesIO(data)) as picture:
            if picture.width * picture.height > _MOST_PIXELS:
                raise FormatError(f"{picture.width} × {picture.height} pixels: too many")
            size = _size(picture.width, picture.height, rows, columns)
            pixels = np.asarray(picture.convert("RGBA").resize(size, Image.Resampling.BOX))
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        raise FormatError(f"this picture cannot be read: {error}") from None
    opaque = pixels[..., 3] >= _HALF
    bright = pixels[..., :3] @ np.array([0.299, 0.587, 0.114])
    mask: NDArray[np.bool_] = opaque if not opaque.all() else bright < _HALF
    return mask


def _size(width: int, height: int, rows: int | None, columns: int | None) -> tuple[int, int]:
    """Columns and rows; one that is not given follows from the other."""
    for name, given in (("rows", rows), ("columns", columns)):
        if given is not None and given < 1:
            raise FormatError(f"{name} is {given}: expected at least 1")
    if rows is None and columns is None:
        longer = max(width, height)
        scale = 1 if longer <= _SMALL else _SIDE / longer
    else:
        scale = columns / width if columns is not None else (rows or 1) / height
    size = (columns or max(1, round(width * scale)), rows or max(1, round(height * scale)))
    if size[0] * size[1] > _MOST_CELLS:
        raise FormatError(f"{size[1]} × {size[0]} cells: expected at most {_MOST_CELLS}")
    return size


def _board(mask: NDArray[np.bool_]) -> Board:
    if not mask.any():
        raise FormatError("no pixel is dark: expected a dark shape, or one on a transparent ground")
    used = np.ix_(_from_first(mask, 1), _from_first(mask, 0))
    cut = mask[used]
    return grid(*cut.shape, mask=None if cut.all() else cut)


def _from_first(mask: NDArray[np.bool_], axis: int) -> NDArray[np.int64]:
    """The rows or columns from the first that is used to the last."""
    places = np.flatnonzero(mask.any(axis=axis))
    return np.arange(places[0], places[-1] + 1)


def _cover(board: Board) -> Position:
    return Position(board, [COVERED] * len(board))
