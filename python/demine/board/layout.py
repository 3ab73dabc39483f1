"""Where the cells of a board are: their coordinates, and where they are drawn.

A layout is a box of coordinates, a mask of those that hold a cell, and a tiling: the shape of a
cell. Cells are numbered row by row, holes left out. The plane has its origin top left; y points
down, as rows do.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from demine.arguments import show, whole
from demine.lazy import lazy_value

Tiling = Literal["square", "hexagon", "triangle", "polygon", "disc"]
Points = NDArray[np.float64]
_Scalar = TypeVar("_Scalar", bound=np.generic)

# The corners of a cell around its place, per tiling: (x, y) in units of one cell.
_SQUARE: Final[Points] = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
_TURNS: Final = np.arange(6) * np.pi / 3
_HEXAGON: Final[Points] = np.stack([np.sin(_TURNS), -np.cos(_TURNS)], axis=1) / np.sqrt(3)
_HEIGHT: Final = np.sqrt(3) / 2
_UPWARD: Final[Points] = np.array([(0, -2 / 3), (0.5, 1 / 3), (-0.5, 1 / 3)]) * (1, _HEIGHT)


@dataclass(frozen=True, eq=False)
class Layout:
    """Coordinates and a tiling. A `disc` layout only numbers its cells; `embed` places them.

    A `polygon` layout also has the corners of its cells: cells × corners × (x, y). The last corner
    is repeated where other cells have more.
    """

    tiling: Tiling
    present: NDArray[np.bool_]
    polygons: Points | None = None

    def __post_init__(self) -> None:
        """Freeze the arrays: layouts are shared."""
        self.present.setflags(write=False)
        if self.polygons is not None:
            self.polygons.setflags(write=False)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Layout):
            return NotImplemented
        same = self.tiling == other.tiling and np.array_equal(self.present, other.present)
        return same and _same(self.polygons, other.polygons)

    def __hash__(self) -> int:
        return hash((self.tiling, self.shape))

    def __reduce__(self) -> tuple[type[Layout], tuple[Tiling, NDArray[np.bool_], Points | None]]:
        """Pickle what was given, not what was computed from it."""
        return Layout, (self.tiling, self.present, self.polygons)

    def __len__(self) -> int:
        return int(np.count_nonzero(self.present))

    @property
    def is_numbered(self) -> bool:
        """Whether cells have numbers or names instead of rows and columns."""
        return self.tiling in ("disc", "polygon")

    @property
    def shape(self) -> tuple[int, ...]:
        """The sides of the box of coordinates."""
        return self.present.shape

    @lazy_value
    def numbers(self) -> NDArray[np.int64]:
        """The cell at each coordinate; −1 in a hole."""
        counted = np.cumsum(self.present, dtype=np.int64).reshape(self.shape) - 1
        return _freeze(np.where(self.present, counted, -1))

    @lazy_value
    def coordinates(self) -> NDArray[np.int64]:
        """The coordinates of each cell, one row per cell."""
        return _freeze(np.argwhere(self.present))

    def index(self, coordinates: tuple[int, ...]) -> int:
        """The cell at some coordinates; `IndexError` says which are expected."""
        if len(coordinates) != len(self.shape):
            raise IndexError(
                f"cell {show(coordinates)} has {len(coordinates)} coordinates: "
                f"expected {len(self.shape)}, from {self._corners}"
            )
        exact = tuple(whole(value) for value in coordinates)
        if not all(0 <= value < side for value, side in zip(exact, self.shape, strict=True)):
            raise IndexError(
                f"cell {exact} is not on the board: coordinates run from {self._corners}"
            )
        if not self.present[exact]:
            raise IndexError(f"cell {exact} is a hole of the board: the mask leaves it out")
        return int(self.numbers[exact])

    def sweeps(self) -> list[list[int]]:
        """All cells in orders that sweep along each axis: column by column, row by row and so on.

        A sweep across the short side of a grid is the narrowest tree decomposition known for it.
        """
        axes = range(len(self.shape))
        if self.is_numbered:
            return []
        inner = [sorted(axes, key=lambda axis: (axis != first, self.shape[axis])) for first in axes]
        keys = ([self.coordinates[:, axis] for axis in reversed(order)] for order in inner)
        return [np.lexsort(key).tolist() for key in keys]

    @property
    def _corners(self) -> str:
        last = tuple(side - 1 for side in self.shape)
        return f"{(0,) * len(last)} to {last}"

    @lazy_value
    def places(self) -> NDArray[np.int64]:
        """Whole-numbered (x, y) per cell, x in half cells, for drawing with text.

        The last axis runs right and the one before it down. Further axes place slices side by side,
        right and down in turn, each with a wider gap.
        """
        x = _unroll(self.coordinates[:, ::-2], self.shape[::-2])
        y = _unroll(self.coordinates[:, -2::-2], self.shape[-2::-2])
        half_cells = 2 * x + y % 2 if self.tiling == "hexagon" else 2 * x
        return _freeze(np.stack([half_cells, y], axis=1))

    @lazy_value
    def centres(self) -> Points:
        """Where the middle of each cell is drawn; cells are one unit wide. Not for discs."""
        if self.polygons is not None:
            return _freeze(middles(self.polygons))
        across, down = self.places.T.astype(np.float64)
        if self.tiling == "hexagon":
            return _freeze(np.stack([across / 2, down * _HEIGHT], axis=1))
        if self.tiling == "triangle":
            middle = np.where(self._points_up, 2 / 3, 1 / 3)
            return _freeze(np.stack([across / 4, (down + middle) * _HEIGHT], axis=1))
        return _freeze(np.stack([across / 2, down], axis=1))

    @lazy_value
    def outlines(self) -> Points:
        """The corners of each cell: cells × corners × (x, y). Not for discs."""
        if self.polygons is not None:
            return self.polygons
        around = _HEXAGON if self.tiling == "hexagon" else _SQUARE
        if self.tiling == "triangle":
            around = _UPWARD * np.where(self._points_up, 1, -1)[:, None, None]
        return _freeze(self.centres[:, None, :] + around)

    @property
    def _points_up(self) -> NDArray[np.bool_]:
        """Whether each triangle points up: those with an even row + column do."""
        upright: NDArray[np.bool_] = self.coordinates.sum(axis=1) % 2 == 0
        return upright


def _unroll(coordinates: NDArray[np.int64], sides: tuple[int, ...]) -> NDArray[np.int64]:
    """Axes that share a direction of the plane, the fastest first, as one number per cell."""
    place = np.zeros(len(coordinates), dtype=np.int64)
    stride = 1
    for gap, side in enumerate(sides, start=1):
        place += stride * coordinates[:, gap - 1]
        stride = stride * side + gap
    return place


def middles(polygons: Points) -> Points:
    """The centre of mass of each polygon."""
    x, y = polygons[..., 0], polygons[..., 1]
    u, v = np.roll(x, -1, axis=1), np.roll(y, -1, axis=1)
    turns = x * v - u * y
    sums = np.stack([((x + u) * turns).sum(axis=1), ((y + v) * turns).sum(axis=1)], axis=1)
    return np.asarray(sums / (3 * turns.sum(axis=1))[:, None])


def _freeze(array: NDArray[_Scalar]) -> NDArray[_Scalar]:
    """The same array, made read-only."""
    array.setflags(write=False)
    return array


def _same(one: Points | None, other: Points | None) -> bool:
    if one is None or other is None:
        return one is other
    return np.array_equal(one, other)
