"""Lattice: where the cells of a board are in a picture.

Borders of cells come at equal distances, in both directions. The distance and the first border are
those at which the picture changes most. The board is the longest run of such borders.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.float32]

Run = tuple[float, int]
"""The place of the first border, and the number of cells."""

_LEAST: Final = 10.0
_MOST: Final = 80.0
_CHANGE: Final = 4.0
"""Difference of a colour, of 255, that counts as a change."""

_FAINT: Final = 0.001
_WINDOW: Final = 5
"""Pixels around a border in which its changes are."""
_WEAK: Final = 0.3
"""A border is part of the board if it is this strong, compared with a typical one."""


@dataclass(frozen=True)
class Lattice:
    """The side of a cell, the upper left corner and the size of a board, in pixels and cells."""

    side: float
    left: float
    top: float
    rows: int
    columns: int


def find_lattice(pixels: Pixels) -> Lattice | None:
    """The lattice of the board in a picture (rows, columns, colours); None if there is none."""
    across, down = _changes(pixels, 1), _changes(pixels, 0)
    side = _side(across, down)
    if side is None:
        return None
    found = _run(across, side), _run(down, side)
    # Once more within the board, where nothing beside it weakens the borders.
    for _ in range(2):
        (left, columns), (top, rows) = found
        box = pixels[_span(top, rows, side), _span(left, columns, side)]
        if min(box.shape[:2]) < 2 * side:
            return None
        inner = (
            _changes(pixels[_span(top, rows, side)], 1),
            _changes(pixels[:, _span(left, columns, side)], 0),
        )
        side = _refine(inner, found, side)
        found = _run(inner[0], side), _run(inner[1], side)
    (left, columns), (top, rows) = found
    if rows < 2 or columns < 2:
        return None
    return Lattice(side, left, top, rows, columns)


def _span(start: float, cells: int, side: float) -> slice:
    return slice(max(0, round(start)), max(0, round(start + cells * side)) + 1)


def _changes(pixels: Pixels, axis: int) -> Pixels:
    """For each pixel along the axis, the share of lines in which the picture changes behind it."""
    # Across two pixels, because a picture that was made smaller or larger is blurred.
    ahead, behind = np.roll(pixels, -1, axis), np.roll(pixels, 1, axis)
    change = (np.abs(ahead - behind).max(axis=2) > _CHANGE).mean(axis=1 - axis)
    change[[0, -1]] = 0.0
    found: Pixels = change.astype(np.float32)
    return found


def _peak(changes: Pixels, side: float) -> float:
    """How much more change there is at the borders of cells of this side than by chance.

    A multiple of the true side misses borders, and a part of it adds places without any.
    """
    bins = max(_WINDOW + 1, round(side))
    places = ((np.arange(len(changes)) % side) / side * bins).astype(int) % bins
    # Squares, because a border is one long line and the strokes of digits are short.
    folded = np.bincount(places, changes**2, bins)
    window = sum(np.roll(folded, shift) for shift in range(_WINDOW))
    return float(np.max(window)) - _WINDOW / bins * float(folded.sum())


def _side(across: Pixels, down: Pixels) -> float | None:
    most = min(_MOST, len(across) / 2, len(down) / 2)
    sides = np.arange(_LEAST, most, 0.25)
    if not len(sides):
        return None
    scores = np.array([_peak(across, s) + _peak(down, s) for s in sides])
    if scores.max() <= _FAINT * len(across):
        return None
    coarse = float(sides[int(np.argmax(scores))])
    fine = np.arange(coarse - 0.3, coarse + 0.3, 0.02)
    return float(max(fine, key=lambda s: _peak(across, s) + _peak(down, s)))


def _strengths(changes: Pixels, side: float) -> tuple[float, NDArray[np.float32]]:
    """The first place of a border, and the strength of each border."""
    first = _first(changes, side)
    places = np.round(np.arange(first, len(changes), side)).astype(int)
    return first, _near(changes, places, max(1, round(side / 7)))


def _first(changes: Pixels, side: float) -> float:
    """The place of the borders within a side: the middle of the changes around them.

    A relief has further lines, on both sides of each border.
    """
    bins = 4 * max(4, round(side))
    places = ((np.arange(len(changes)) % side) / side * bins).astype(int) % bins
    folded = np.bincount(places, changes, bins) / np.maximum(np.bincount(places, minlength=bins), 1)
    reach = bins // 5
    weights = 1 - np.abs(np.arange(-reach, reach + 1)) / (reach + 1)
    around = np.array(
        [(np.roll(folded, reach - i)[: 2 * reach + 1] * weights).sum() for i in range(bins)]
    )
    return float(np.argmax(around)) / bins * side


def _near(changes: Pixels, places: NDArray[np.int64], reach: int) -> NDArray[np.float32]:
    """The greatest change near each place."""
    padded = np.pad(changes, reach)
    near = [padded[np.minimum(places + d, len(padded) - 1)] for d in range(2 * reach + 1)]
    found: NDArray[np.float32] = np.max(near, axis=0)
    return found


def _run(changes: Pixels, side: float) -> Run:
    """The first border of the board and its number of cells."""
    first, strengths = _strengths(changes, side)
    typical = float(np.median(np.sort(strengths)[len(strengths) // 2 :]))
    is_strong = [*(strengths > _WEAK * typical), False]
    start, longest, begin = 0, 0, None
    for place, strong in enumerate(is_strong):
        if strong and begin is None:
            begin = place
        elif not strong and begin is not None:
            if place - begin > longest:
                start, longest = begin, place - begin
            begin = None
    return first + start * side + 0.5, max(0, longest - 1)


def _refine(inner: tuple[Pixels, Pixels], found: tuple[Run, Run], side: float) -> float:
    """The side again, by the places of the borders between the cells of the board."""
    sides = [
        s for changes, run in zip(inner, found, strict=True) for s in _slope(changes, run, side)
    ]
    return float(np.mean(sides)) if sides else side


def _slope(changes: Pixels, run: Run, side: float) -> list[float]:
    """The distance of the borders in one direction; nothing if there are too few of them."""
    first, cells = run
    reach, numbers, places = round(side / 4), [], []
    for number in range(1, cells):
        middle = round(first + number * side)
        window = changes[max(0, middle - reach) : middle + reach + 1]
        if window.sum() > 0:
            offset = np.arange(len(window)) + max(0, middle - reach)
            numbers.append(number)
            places.append(float((window * offset).sum() / window.sum()))
    return [float(np.polyfit(numbers, places, 1)[0])] * (cells - 1) if len(numbers) > 1 else []
