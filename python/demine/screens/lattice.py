"""Lattice: where the cells of a board are in a picture.

Borders of cells come at equal distances, in both directions. The distance and the first border are
those at which the picture changes most. The board is the longest run of such borders, less the rows
and columns at its sides that have no borders of their own: those belong to the page around it.
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
_MOST: Final = 160.0
_CHANGE: Final = 4.0
"""Difference of a colour, of 255, that counts as a change."""

_FAINT: Final = 0.001
_WINDOW: Final = 5
"""Pixels around a border in which its changes are."""
_STROKE: Final = 7
"""Pixels of the shortest line that may be a border; the strokes of letters are shorter."""

_LONG: Final = 0.5
"""The same, as a part of the side, once the side is known."""

_WHOLE: Final = 0.4
"""A side is whole if what divides it is weaker than this, compared with its borders."""

_BARE: Final = 0.4
"""A row or column is part of the board if its borders are this strong, compared with the others."""

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
        least = max(_STROKE, round(_LONG * side))
        inner = (
            _changes(pixels[_span(top, rows, side)], 1, least),
            _changes(pixels[:, _span(left, columns, side)], 0, least),
        )
        side = _refine(inner, found, side)
        found = _trim(pixels, (_run(inner[0], side), _run(inner[1], side)), side)
    (left, columns), (top, rows) = found
    if rows < 2 or columns < 2:
        return None
    return Lattice(side, left, top, rows, columns)


def _span(start: float, cells: int, side: float) -> slice:
    return slice(max(0, round(start)), max(0, round(start + cells * side)) + 1)


def _changes(pixels: Pixels, axis: int, least: int = _STROKE) -> Pixels:
    """For each pixel along the axis, the share of lines in which the picture changes behind it.

    A change counts if it is part of a straight line of at least so many pixels.
    """
    found: Pixels = _edges(pixels, axis, least).mean(axis=1 - axis).astype(np.float32)
    return found


def _edges(pixels: Pixels, axis: int, least: int) -> NDArray[np.bool_]:
    """Where the picture changes along the axis, in straight lines of at least so many pixels."""
    # Across two pixels, because a picture that was made smaller or larger is blurred.
    ahead, behind = np.roll(pixels, -1, axis), np.roll(pixels, 1, axis)
    change = np.abs(ahead - behind).max(axis=2) > _CHANGE
    if axis == 1:
        change[:, [0, -1]] = False
        return _lines(change, least)
    change[[0, -1]] = False
    return _lines(change.T, least).T


def _lines(change: NDArray[np.bool_], least: int) -> NDArray[np.bool_]:
    """The points that are part of a run of at least so many points in their column."""
    if len(change) < least:
        return np.zeros_like(change)
    counted = np.vstack([np.zeros_like(change[:1], dtype=np.int32), np.cumsum(change, axis=0)])
    whole = counted[least:] - counted[:-least] == least
    starts = np.pad(whole, ((0, least - 1), (0, 0)))
    ends = np.vstack([np.zeros_like(starts[:1], dtype=np.int32), np.cumsum(starts, axis=0)])
    below = np.maximum(np.arange(1, len(change) + 1) - least, 0)
    found: NDArray[np.bool_] = ends[1:] - ends[below] > 0
    return found


def _trim(pixels: Pixels, found: tuple[Run, Run], side: float) -> tuple[Run, Run]:
    """The board without the columns and rows at its sides that have no borders of their own."""
    (left, columns), (top, rows) = found
    least = max(_STROKE, round(_LONG * side))
    across = pixels[:, _span(left, columns, side)], 0, (top, rows), columns
    down = pixels[_span(top, rows, side)], 1, (left, columns), rows
    first, last = _own(_crossings(*across, side, least))
    begin, end = _own(_crossings(*down, side, least))
    return (left + first * side, last - first), (top + begin * side, end - begin)


def _crossings(
    part: Pixels, axis: int, run: Run, strips: int, side: float, least: int
) -> NDArray[np.float64]:
    """For each column or row of the board, the share of it with borders between its cells."""
    edges = _edges(part, axis, least)
    edges = edges if axis == 0 else edges.T
    start, cells = run
    reach = max(1, round(side / 7))
    near = [
        edges[max(0, round(start + number * side) - reach) :][: 2 * reach + 1].any(axis=0)
        for number in range(1, cells)
    ]
    share = np.mean(near, axis=0) if near else np.zeros(edges.shape[1])
    places = np.minimum((np.arange(len(share)) / side).astype(int), max(0, strips - 1))
    counts = np.maximum(np.bincount(places, minlength=strips), 1)
    found: NDArray[np.float64] = np.bincount(places, share, strips) / counts
    return found


def _own(strengths: NDArray[np.float64]) -> tuple[int, int]:
    """The first and the last strip but one that are as strong as the others, about."""
    strong = np.flatnonzero(strengths >= _BARE * float(np.median(strengths)))
    return (int(strong[0]), int(strong[-1]) + 1) if len(strong) else (0, 0)


def _peak(changes: Pixels, side: float) -> float:
    """How much more change there is at the borders of cells of this side than by chance.

    A multiple of the true side misses borders, and a part of it adds places without any.
    """
    bins = max(_WINDOW + 1, round(side))
    wide = max(_WINDOW, bins // 8)
    places = ((np.arange(len(changes)) % side) / side * bins).astype(int) % bins
    # Squares, because a border is one long line and the strokes of digits are short.
    folded = np.bincount(places, changes**2, bins)
    window = sum(np.roll(folded, shift) for shift in range(wide))
    return float(np.max(window)) - wide / bins * float(folded.sum())


def _side(across: Pixels, down: Pixels) -> float | None:
    most = min(_MOST, len(across) / 2, len(down) / 2)
    sides = np.concatenate([np.arange(_LEAST, 40, 0.25), np.arange(40, _MOST, 0.5)])
    sides = sides[sides < most]
    if not len(sides):
        return None

    def score(side: float) -> float:
        return _peak(across, side) + _peak(down, side)

    def best(sides: NDArray[np.float64]) -> float:
        return float(max(sides, key=score))

    coarse = best(sides)
    if score(coarse) <= _FAINT * len(across):
        return None
    for times in (4, 3, 2):
        if coarse * times < most:
            # A part of the side meets all borders as well, but others between them do not exist.
            multiple = best(coarse * times + np.arange(-1.0, 1.05, 0.1))
            if _is_whole(across, multiple, times) and _is_whole(down, multiple, times):
                coarse = multiple
                break
    return best(coarse + np.arange(-0.3, 0.3, 0.02))


def _is_whole(changes: Pixels, side: float, times: int) -> bool:
    """Whether there are no borders that divide the cells of this side into so many parts."""
    start, cells = _run(changes, side)
    if cells < 2:
        return False
    reach = max(1, round(side / times / 7))
    places = np.round(start + np.arange(cells * times + 1) * side / times).astype(int)
    strengths = _near(changes, np.clip(places, 0, len(changes) - 1), reach)
    is_border = np.arange(len(places)) % times == 0
    between = float(np.median(strengths[~is_border]))
    return between < _WHOLE * float(np.median(strengths[is_border]))


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
