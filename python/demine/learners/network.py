"""A small convolutional network that estimates the risk of every cell (as Wang and Lei 2025).

It sees planes: covered, known mine, each number, the board itself, and the density of mines that
are left. Layers of 3×3 convolutions give one number per cell, the logit of its risk. The covered
cell of the least risk is opened. `network.npz` has the weights, by benches/learners/teach.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from demine.board import Board
from demine.errors import StrategyError
from demine.labels import COVERED_CODE, MINED_CODE
from demine.position import Position
from demine.strategies import Guess

FILE: Final = Path(__file__).with_suffix(".npz")
PLANES: Final = 13
KERNEL: Final = 3
_USUAL_DENSITY: Final = 0.15

Floats = NDArray[np.float32]
Layers = tuple[tuple[Floats, Floats], ...]


@dataclass(frozen=True)
class Network:
    """Layers of convolutions: weights (kernel · kernel · planes, outputs) and biases."""

    layers: Layers

    @classmethod
    def load(cls, file: Path) -> Network:
        """Read the arrays w0, b0, w1, b1 and so on."""
        with np.load(file) as arrays:
            names = range(len(arrays.files) // 2)
            layers = [(arrays[f"w{i}"], arrays[f"b{i}"]) for i in names]
        return cls(tuple((w.astype(np.float32), b.astype(np.float32)) for w, b in layers))

    def save(self, file: Path) -> None:
        """Write the file that `load` reads, in half precision."""
        arrays: dict[str, Any] = {}
        for i, (weights, bias) in enumerate(self.layers):
            arrays |= {f"w{i}": weights.astype(np.float16), f"b{i}": bias.astype(np.float16)}
        np.savez_compressed(file, **arrays)

    def logits(self, planes: Floats) -> Floats:
        """The logit of the risk: games × rows × columns."""
        for weights, bias in self.layers[:-1]:
            planes = np.maximum(patches(planes) @ weights + bias, 0)
        weights, bias = self.layers[-1]
        return (patches(planes) @ weights + bias)[..., 0]


def patches(planes: Floats) -> Floats:
    """The 3×3 surroundings of every cell in a row; beyond the edge all is 0."""
    games, rows, columns, depth = planes.shape
    wide = np.zeros((games, rows + 2, columns + 2, depth), np.float32)
    wide[:, 1:-1, 1:-1] = planes
    taps = [wide[:, i : i + rows, j : j + columns] for i in range(KERNEL) for j in range(KERNEL)]
    return np.concatenate(taps, axis=-1)


def show(codes: NDArray[Any], mines: int) -> Floats:
    """The planes of games × rows × columns."""
    covered, known = codes == COVERED_CODE, codes == MINED_CODE
    left = mines - known.sum((1, 2))
    density = left / np.maximum(covered.sum((1, 2)), 1)
    plain = np.ones(codes.shape)
    planes = [covered, known, *(codes == number for number in range(9)), plain]
    return np.stack([*planes, plain * density[:, None, None]], axis=-1).astype(np.float32)


def check_board(board: Board) -> tuple[int, int]:
    """Rows and columns; `StrategyError` unless the board is a plain grid."""
    recipe = board.recipe
    if recipe is None or recipe.topology != "grid" or recipe.options:
        raise StrategyError(f"network plays grids with eight neighbours per cell, not {board!r}")
    rows, columns = recipe.sides
    return rows, columns


@cache
def network() -> Network:
    """The network of the file."""
    return Network.load(FILE)


def choose(position: Position) -> Guess:
    """The covered cell of the least risk; no cell if none is covered."""
    position.check_classic("the network")
    codes = position.codes.reshape(1, *check_board(position.board))
    mines = position.mines
    if mines is None:
        mines = round(_USUAL_DENSITY * codes.size)
    logits = network().logits(show(codes, mines))
    if not (codes == COVERED_CODE).any():
        return Guess([])
    return Guess([int(np.where(codes == COVERED_CODE, logits, np.inf).argmin())])
