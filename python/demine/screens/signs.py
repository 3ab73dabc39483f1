"""Signs: what the cells of a board show, by their colours and by the shape of their ink.

Ink is what differs from the ground of a cell. Cells with the same ground and relief are of one
kind. A kind is open if its ink clearly resembles digits more than flags. Digits are told by shape.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from demine.screens.lattice import Lattice, Pixels
from demine.screens.shapes import HIGH, SHAPES, WIDE

SIZE: Final = 32
"""Each cell is read as a square of so many pixels."""

_INNER: Final = slice(SIZE // 5, SIZE - SIZE // 5)
_MIDDLE: Final = slice(SIZE * 3 // 10, SIZE - SIZE * 3 // 10)
_CORNER: Final = SIZE // 8
_INK: Final = 60.0
"""Difference from the ground, of 255, that counts as ink."""

_LEAST_INK: Final = 0.02
"""Share of a cell that the ink of a sign covers at least."""

_SURE: Final = 0.06
"""By how much the best shape must beat the next one."""


@dataclass(frozen=True)
class Sign:
    """The label of a cell ("?", "F", "*" or a number), and whether the picture leaves no doubt."""

    label: str | int
    is_sure: bool


def read_signs(pixels: Pixels, lattice: Lattice) -> list[Sign]:
    """The sign of every cell, row by row."""
    tiles = _tiles(pixels, lattice)
    grounds = _grounds(tiles)
    inks = np.abs(tiles - grounds[:, None, None]).max(axis=3) > _INK
    inner = inks[:, _INNER, _INNER]
    # A relief may reach into the tile, but not to its middle.
    has_ink = inks[:, _MIDDLE, _MIDDLE].mean(axis=(1, 2)) > _LEAST_INK
    looks = np.concatenate([grounds, _relief(tiles)[:, None]], axis=1)
    likely = [_rank(ink) if some else {} for ink, some in zip(inner, has_ink, strict=True)]
    kinds = _kinds(looks)
    margins = [_margin(likely, kinds == kind) for kind in range(int(kinds.max()) + 1)]
    # A kind of a few cells, whose ground was mistaken, is no measure for the others.
    shares = np.bincount(kinds, weights=has_ink) / max(1, int(np.count_nonzero(has_ink)))
    clearest = max(
        m for m, share in zip(margins, shares, strict=True) if share >= min(_FEW, shares.max())
    )
    if clearest <= 0:  # a lost game has more mines than digits
        inked = np.bincount(kinds, weights=has_ink)
        clearest = max(
            (m for m, n in zip(margins, inked, strict=True) if n > _HANDFUL), default=0.0
        )
    opened = [margin > _OPEN * clearest > 0 for margin in margins]
    return [_read(scores, opened[kind]) for scores, kind in zip(likely, kinds, strict=True)]


def _grounds(tiles: Pixels) -> Pixels:
    """The ground of each cell: the middle colour of four corners, which no sign reaches."""
    near, far = (
        slice(_INNER.start, _INNER.start + _CORNER),
        slice(_INNER.stop - _CORNER, _INNER.stop),
    )
    corners = [tiles[:, y, x].reshape(len(tiles), -1, 3) for y in (near, far) for x in (near, far)]
    found: Pixels = np.median(np.concatenate(corners, axis=1), axis=1).astype(np.float32)
    return found


def _kinds(looks: NDArray[np.float32]) -> NDArray[np.int64]:
    """The kind of each cell: cells with the same ground and relief are of one kind."""
    firsts: list[NDArray[np.float32]] = []
    kinds = np.zeros(len(looks), dtype=np.int64)
    for cell, look in enumerate(looks):
        away = [float(np.abs(look - first).max()) for first in firsts]
        if not away or min(away) > _SAME:
            firsts.append(look)
            away.append(0.0)
        kinds[cell] = int(np.argmin(away))
    return kinds


def _margin(likely: list[dict[str, float]], members: NDArray[np.bool_]) -> float:
    """How much more the ink of a kind resembles digits than flags, on average."""
    found = [
        scores for scores, is_member in zip(likely, members, strict=True) if is_member and scores
    ]
    margins = [_digit(scores) - max(scores["F"], scores["*"]) for scores in found]
    return sum(margins) / len(margins) if margins else -1.0


def _digit(scores: dict[str, float]) -> float:
    return max(score for label, score in scores.items() if label.isdigit())


def _tiles(pixels: Pixels, lattice: Lattice) -> Pixels:
    """The cells as squares of equal size, sampled by the mean of a few pixels."""
    cells = []
    for row in range(lattice.rows):
        for column in range(lattice.columns):
            top, left = lattice.top + row * lattice.side, lattice.left + column * lattice.side
            cells.append(_tile(pixels, top, left, lattice.side))
    found: Pixels = np.array(cells, dtype=np.float32)
    return found


def _tile(pixels: Pixels, top: float, left: float, side: float) -> Pixels:
    """One cell, by linear interpolation."""
    steps = (np.arange(SIZE) + 0.5) / SIZE * side - 0.5
    ys, xs = (
        np.clip(top + steps, 0, len(pixels) - 1.01),
        np.clip(left + steps, 0, pixels.shape[1] - 1.01),
    )
    y, x = ys.astype(int), xs.astype(int)
    dy, dx = (ys - y)[:, None, None], (xs - x)[None, :, None]
    upper = pixels[y][:, x] * (1 - dx) + pixels[y][:, x + 1] * dx
    lower = pixels[y + 1][:, x] * (1 - dx) + pixels[y + 1][:, x + 1] * dx
    found: Pixels = (upper * (1 - dy) + lower * dy).astype(np.float32)
    return found


def _relief(tiles: Pixels) -> NDArray[np.float32]:
    """How much lighter the upper left border is than the lower right one."""
    grey, edge = tiles.mean(axis=3), slice(SIZE // 16, SIZE // 8)
    last = slice(SIZE - SIZE // 8, SIZE - SIZE // 16)
    light = grey[:, edge].mean(axis=(1, 2)) + grey[:, :, edge].mean(axis=(1, 2))
    dark = grey[:, last].mean(axis=(1, 2)) + grey[:, :, last].mean(axis=(1, 2))
    relief: NDArray[np.float32] = ((light - dark) / 2).astype(np.float32)
    return relief


def _rank(ink: NDArray[np.bool_]) -> dict[str, float]:
    """How much the ink resembles each sign."""
    shape = normal(ink)
    return {
        label: max(_likeness(shape, known) for known in shapes) for label, shapes in SHAPES.items()
    }


def _read(scores: dict[str, float], is_open: bool) -> Sign:
    """The sign of a cell: a digit or nothing if it is open, else a flag, a mine or nothing."""
    if not scores:
        return Sign(0 if is_open else "?", True)
    fitting = {
        label: s for label, s in scores.items() if label == "*" or label.isdigit() == is_open
    }
    if "F" in fitting:
        fitting["*"] -= _RARE
    best, second = sorted(fitting, key=fitting.__getitem__, reverse=True)[:2]
    is_sure = fitting[best] - fitting[second] > _SURE and fitting[best] > _LIKE
    return Sign(int(best) if best.isdigit() else best, is_sure)


def normal(ink: NDArray[np.bool_]) -> NDArray[np.float32]:
    """The ink alone, stretched to a fixed size; narrow signs keep their width."""
    ys, xs = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    part = ink[ys[0] : ys[-1] + 1, xs[0] : xs[-1] + 1]
    high, wide = part.shape
    middle, half = (xs[0] + xs[-1] + 1) / 2, max(wide, high * WIDE / HIGH) / 2
    rows = (ys[0] + (np.arange(HIGH) + 0.5) / HIGH * high).astype(int)
    columns = (middle - half + (np.arange(WIDE) + 0.5) / WIDE * 2 * half).astype(int)
    inside = (columns >= 0) & (columns < ink.shape[1])
    found = np.zeros((HIGH, WIDE), dtype=np.float32)
    found[:, inside] = ink[rows][:, columns[inside]]
    return found


def _likeness(a: NDArray[np.float32], b: NDArray[np.float32]) -> float:
    """The correlation of two shapes."""
    x, y = a - a.mean(), b - b.mean()
    size = float(np.sqrt((x * x).sum() * (y * y).sum()))
    return float((x * y).sum()) / size if size else 0.0


_SAME: Final = 9.0
"""Grounds and reliefs that differ less are the same."""

_OPEN: Final = 0.5
"""A kind is open if its ink is at least this clearly digits, compared with the clearest kind."""

_HANDFUL: Final = 4
"""Unless there are no others: then kinds with more cells with ink than this do."""

_FEW: Final = 0.2
"""Kinds with a smaller share of the ink do not set that measure."""

_RARE: Final = 0.3
"""Mines are seen at the end of a game only, so a mine must resemble its shape more than a flag."""

_LIKE: Final = 0.5
"""A sign that resembles its shape less is doubtful."""
