"""A small network as a Strategy: convolutions over the planes of `demine.gym`, in numpy alone.

`Network.load("ppo-6x6.npz")` reads what train.py has learnt. A network is an ordinary strategy: it
is handed a position and a source of chance, and returns the cell that it would open.

    cd examples/agents
    PYTHONPATH=. demine simulate --strategy network:ppo --rows 6 --cols 6 --mines 4
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

import demine
from demine.strategies import Guess

PLANES = 10
"""Covered, then the counts 0 to 8."""
HERE = Path(__file__).parent

Array = NDArray[np.float32]


@dataclass(frozen=True)
class Network:
    """Weights and biases of 3×3 convolutions, and of one that gives a value per cell at last."""

    layers: tuple[tuple[Array, Array], ...]

    @classmethod
    def load(cls, path: Path) -> Network:
        """The network in a file of numpy: arrays w0, b0, w1, b1 and so on."""
        with np.load(path) as file:
            count = len(file.files) // 2
            layers = [(file[f"w{i}"], file[f"b{i}"]) for i in range(count)]
        return cls(tuple((w.astype(np.float32), b.astype(np.float32)) for w, b in layers))

    def save(self, path: Path) -> None:
        """Write the file that `load` reads."""
        named = {
            f"{kind}{i}": x
            for i, pair in enumerate(self.layers)
            for kind, x in zip("wb", pair, strict=True)
        }
        np.savez_compressed(path, **{name: x.astype(np.float16) for name, x in named.items()})

    def values(self, planes: Array) -> Array:
        """A value per cell: the largest is the one to open."""
        for weights, bias in self.layers[:-1]:
            planes = np.maximum(_convolve(planes, weights) + bias[:, None, None], 0)
        weights, bias = self.layers[-1]
        return (_convolve(planes, weights) + bias[:, None, None])[0]

    def __call__(self, position: demine.Position, chance: Random) -> Guess:
        """The covered cell of the largest value."""
        codes = position.codes.reshape(position.board.layout.shape)
        planes = np.stack([codes == label for label in range(-1, PLANES - 1)]).astype(np.float32)
        values = np.where(codes == -1, self.values(planes), -np.inf)
        return Guess([int(values.argmax())])


def _convolve(planes: Array, weights: Array) -> Array:
    """Planes × rows × columns, convolved with outputs × planes × size × size, the border zero."""
    size = weights.shape[-1]
    padded = np.pad(planes, ((0, 0), (size // 2, size // 2), (size // 2, size // 2)))
    windows = np.lib.stride_tricks.sliding_window_view(padded, (size, size), axis=(1, 2))
    return np.einsum("prcij,opij->orc", windows, weights, optimize=True).astype(np.float32)


def ppo(position: demine.Position, chance: Random) -> Guess:
    """The strategy that train.py learnt on 6×6 with 4 mines."""
    global _ppo
    if _ppo is None:
        _ppo = Network.load(HERE / "ppo-6x6.npz")
    return _ppo(position, chance)


_ppo: Network | None = None
