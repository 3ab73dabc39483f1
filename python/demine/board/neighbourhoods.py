"""Neighbours on a lattice: steps between coordinates, and the edges that they make."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final, Literal, TypeVar, get_args

import numpy as np
from numpy.typing import NDArray

from demine.errors import InvalidBoard

Neighbourhood = Literal["king", "rook", "knight", "trimmed"]
NEIGHBOURHOODS: Final[tuple[str, ...]] = get_args(Neighbourhood)
Offset = tuple[int, ...]
Indices = NDArray[np.int64]
Value = TypeVar("Value", bound=np.generic)

MOST_PAIRS: Final = 1 << 26
"""Steps × cells: a longer list of edges would take more than a gigabyte."""


def steps(neighbourhood: Neighbourhood, radius: int, shape: tuple[int, ...]) -> list[Offset]:
    """The steps to a neighbour, without those that are longer than a box of this shape.

    `king`: no coordinate moves by more than `radius` (Moore). `rook`: the moves of all coordinates
    sum to at most `radius` (von Neumann). `knight`: one coordinate moves by 1, another by 2.
    `trimmed`: the king's steps without the corners, where all coordinates move by `radius`.
    """
    if neighbourhood == "knight":
        # On a torus, even a move longer than a side leads to another cell.
        moves = _ball((3,) * len(shape), 2, 3)
        near = (step for step in moves if sorted(map(abs, step))[-2:] == [1, 2])
    else:
        total = radius if neighbourhood == "rook" else radius * len(shape)
        near = (step for step in _ball(shape, radius, total) if any(step))
        if neighbourhood == "trimmed":
            near = (step for step in near if min(map(abs, step)) < radius)
    most = MOST_PAIRS // max(1, int(np.prod(shape, dtype=object)))
    found = list(islice(near, most + 1))
    if len(found) > most:
        raise InvalidBoard(
            f"a board of shape {shape} with radius {radius} has too many edges to hold"
        )
    return found


def _ball(shape: tuple[int, ...], reach: int, total: int) -> Iterator[Offset]:
    """Steps of at most `reach` per axis and `total` in all, none longer than the box."""
    if not shape:
        yield ()
        return
    longest = min(reach, total, shape[0] - 1)
    for move in range(-longest, longest + 1):
        for rest in _ball(shape[1:], reach, total - abs(move)):
            yield (move, *rest)


def lattice_edges(numbers: Indices, steps: Iterable[Offset], torus: bool) -> Indices:
    """Each pair of cells that a step or its reverse joins, once.

    `numbers` holds the cell at each coordinate, −1 in a hole. On a torus, coordinates wrap around.
    Steps that then lead to the same cell, or back to the start, make no further edge.
    """
    if torus:
        return _edges([_join_wrapping(numbers, step) for step in _wrap(steps, numbers.shape)])
    return _edges([_join(numbers, step) for step in steps if step > (0,) * numbers.ndim])


def staggered_edges(
    numbers: Indices,
    odd: NDArray[np.bool_],
    even_steps: Iterable[Offset],
    odd_steps: Iterable[Offset],
    torus: bool,
) -> Indices:
    """The same for steps that depend on where they start. Each step leads forward.

    On a torus, the sides that alternate are even.
    """
    by_start = [(step, ~odd) for step in even_steps] + [(step, odd) for step in odd_steps]
    if not torus:
        return _edges([_join(numbers, step)[:, _starts(at, step)] for step, at in by_start])
    ends = [np.stack([numbers[at], _shift(numbers, step)[at]]) for step, at in by_start]
    pairs = np.unique(np.sort(_edges(ends), axis=1), axis=0)
    return pairs[pairs[:, 0] < pairs[:, 1]]


def honeycomb_steps(odd: bool, radius: int) -> list[Offset]:
    """The forward steps to hexagons within a radius, from an even or an odd row."""
    found: list[Offset] = []
    for down in range(radius + 1):
        row = int(odd) + down
        skew = (row - row % 2) // 2
        for across in range(-2 * radius, 2 * radius + 1):
            slant = across - skew
            far = max(abs(slant), down, abs(slant + down))
            if far <= radius and (down, across) > (0, 0):
                found.append((down, across))
    return found


def _starts(values: NDArray[Value], step: Offset) -> NDArray[Value]:
    """The values at which a step can start without leaving the box."""
    spans = zip(step, values.shape, strict=True)
    return values[
        tuple(slice(max(0, -move), max(0, side - max(0, move))) for move, side in spans)
    ].ravel()


def _join(numbers: Indices, step: Offset) -> Indices:
    """The two ends of a step, one column per start."""
    back = tuple(-move for move in step)
    return np.stack([_starts(numbers, step), _starts(numbers, back)])


def _wrap(steps: Iterable[Offset], shape: tuple[int, ...]) -> set[Offset]:
    """The steps that differ on a torus, one of each step and its reverse."""
    wrapped = {tuple(m % side for m, side in zip(step, shape, strict=True)) for step in steps}
    return {min(step, _reverse(step, shape)) for step in wrapped if any(step)}


def _reverse(step: Offset, shape: tuple[int, ...]) -> Offset:
    return tuple(-move % side for move, side in zip(step, shape, strict=True))


def _shift(numbers: Indices, step: Offset) -> Indices:
    """The cell to which a step leads from each coordinate, on a torus."""
    return np.roll(numbers, [-move for move in step], axis=tuple(range(numbers.ndim)))


def _join_wrapping(numbers: Indices, step: Offset) -> Indices:
    pairs = np.stack([numbers.ravel(), _shift(numbers, step).ravel()])
    own_reverse = step == _reverse(step, numbers.shape)
    return pairs[:, pairs[0] < pairs[1]] if own_reverse else pairs


def _edges(parts: list[Indices]) -> Indices:
    """All pairs, one per row, without those that touch a hole."""
    pairs = np.concatenate([*parts, np.empty((2, 0), dtype=np.int64)], axis=1)
    held = pairs.min(axis=0) >= 0
    return (pairs if held.all() else pairs[:, held]).T
