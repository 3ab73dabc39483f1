"""Train the network of the strategy `network`, with numpy alone.

    OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 python benches/learners/teach.py --seed 1

It plays on the three boards in turn, many games at once. In every position it learns the exact
probability of a mine in each covered cell (`demine.analyze_many`), which never sees the mines. Most
moves are its own, so that it learns the positions that it reaches. Writes `network.npz`.
"""

from __future__ import annotations

import argparse
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from games import SETUPS, Row
from numpy.typing import NDArray

import demine
from demine.labels import COVERED_CODE
from demine.learners.network import FILE, KERNEL, PLANES, Floats, Network, patches, show

RATE: Final = 3e-3
OWN: Final = 0.8
"""The share of moves that the network chooses."""


class Size(NamedTuple):
    """How many steps, games side by side, hidden layers, and channels of each."""

    steps: int = 6000
    games: int = 96
    layers: int = 4
    channels: int = 32


def begin(rng: np.random.Generator, size: Size) -> list[Floats]:
    """Random weights and biases, in turn (He et al. 2015)."""
    depths = [PLANES, *([size.channels] * size.layers), 1]
    arrays: list[Floats] = []
    for before, after in pairwise(depths):
        inputs = KERNEL * KERNEL * before
        scale = np.sqrt((2 if after > 1 else 0.1) / inputs)
        arrays += [
            (scale * rng.standard_normal((inputs, after))).astype(np.float32),
            np.zeros(after, np.float32),
        ]
    return arrays


def as_network(arrays: list[Floats]) -> Network:
    """The network of these weights and biases."""
    return Network(tuple(zip(arrays[::2], arrays[1::2], strict=True)))


def forward(arrays: list[Floats], planes: Floats) -> tuple[Floats, list[Floats]]:
    """The logits of all cells, and the surroundings that each layer saw."""
    seen = []
    for i in range(0, len(arrays), 2):
        seen.append(patches(planes))
        planes = seen[-1] @ arrays[i] + arrays[i + 1]
        if i < len(arrays) - 2:
            planes = np.maximum(planes, 0)
    return planes[..., 0], seen


def backward(arrays: list[Floats], seen: list[Floats], error: Floats) -> list[Floats]:
    """The gradient of every weight and bias, given that of the logits."""
    grads: list[Floats] = []
    flow = error[..., None]
    for layer in range(len(seen) - 1, -1, -1):
        inputs, depth = seen[layer], seen[layer].shape[-1]
        flat = flow.reshape(-1, flow.shape[-1])
        grads = [inputs.reshape(-1, depth).T @ flat, flat.sum(0), *grads]
        if layer:
            flow = spread(flow @ arrays[2 * layer].T) * (middle(inputs) > 0)
    return grads


def middle(seen: Floats) -> Floats:
    """The cell itself of its 3×3 surroundings."""
    depth = seen.shape[-1] // KERNEL**2
    start = depth * (KERNEL**2 // 2)
    return seen[..., start : start + depth]


def spread(grads: Floats) -> Floats:
    """The transpose of `patches`."""
    games, rows, columns, width = grads.shape
    depth = width // KERNEL**2
    wide = np.zeros((games, rows + 2, columns + 2, depth), np.float32)
    for tap in range(KERNEL**2):
        i, j = divmod(tap, KERNEL)
        part = grads[..., tap * depth : (tap + 1) * depth]
        wide[:, i : i + rows, j : j + columns] += part
    return wide[:, 1:-1, 1:-1]


class Adam:
    """Steps of Kingma and Ba."""

    def __init__(self, arrays: list[Floats]) -> None:
        """Nothing is moved yet."""
        self.means = [np.zeros_like(one) for one in arrays]
        self.squares = [np.zeros_like(one) for one in arrays]
        self.steps = 0

    def step(self, arrays: list[Floats], grads: list[Floats], rate: float) -> None:
        """Move the weights in place."""
        self.steps += 1
        for one, grad, mean, square in zip(arrays, grads, self.means, self.squares, strict=True):
            mean += np.float32(0.1) * (grad - mean)
            square += np.float32(0.001) * (grad**2 - square)
            forward_mean = mean / np.float32(1 - 0.9**self.steps)
            scale = np.sqrt(square / np.float32(1 - 0.999**self.steps)) + np.float32(1e-8)
            one -= np.float32(rate) * forward_mean / scale


def moves(
    rng: np.random.Generator, covered: NDArray[np.bool_], own: Floats, exact: NDArray[np.float64]
) -> NDArray[np.int64]:
    """Mostly the network's own cell, else any cell of nearly the least exact risk."""
    chosen = np.where(covered, own, np.inf).argmin(1)
    risks = np.where(covered, exact, np.inf)
    good = risks <= risks.min(1, keepdims=True) + 0.02
    drawn = np.where(good, rng.random(good.shape), -1).argmax(1)
    return np.asarray(np.where(rng.random(len(chosen)) < OWN, chosen, drawn))


def learn(
    arrays: list[Floats], adam: Adam, row: Row, rng: np.random.Generator, rate: float
) -> float:
    """Learn from the current positions and make a move in each; returns the loss."""
    side, mines = row.setup.side, row.setup.mines
    codes = row.codes[row.playing]
    exact = demine.analyze_many(row.board, codes, mines=mines, workers=1).probabilities
    logits, seen = forward(arrays, show(codes.reshape(-1, side, side), mines))
    flat, covered = logits.reshape(codes.shape), codes == COVERED_CODE
    risks = 1 / (1 + np.exp(-np.clip(flat, -30, 30)))
    error = np.where(covered, risks - exact, 0) / covered.sum()
    grads = backward(arrays, seen, error.reshape(logits.shape).astype(np.float32))
    adam.step(arrays, grads, rate)
    cells = np.zeros(len(row.playing), np.int64)
    cells[row.playing] = moves(rng, covered, flat, exact)
    row.step(cells)
    return float(np.abs(risks - exact)[covered].mean())


def train(seed: int, size: Size) -> Network:
    """A network after so many steps, from boards that take turns."""
    rng = np.random.default_rng(seed)
    arrays = begin(rng, size)
    adam = Adam(arrays)
    rows = [Row(setup, size.games, seed * 10_000_000) for setup in SETUPS]
    mean = [one.copy() for one in arrays]
    for step in range(size.steps):
        rate = RATE * (1 + np.cos(np.pi * step / size.steps)) / 2 * min(1, (step + 1) / 100)
        loss = learn(arrays, adam, rows[step % len(rows)], rng, rate)
        for kept, one in zip(mean, arrays, strict=True):
            kept += np.float32(max(0.005, 1 / (step + 1))) * (one - kept)
        if step % 300 < len(rows):
            print(f"step {step} {rows[step % len(rows)].setup}: error {loss:.4f}", flush=True)
    return as_network(mean)


def main() -> None:
    """Train, and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=Size().steps)
    parser.add_argument("--games", type=int, default=Size().games)
    parser.add_argument("--channels", type=int, default=Size().channels)
    parser.add_argument("--out", type=Path, default=FILE)
    given = parser.parse_args()
    size = Size(given.steps, given.games, channels=given.channels)
    train(given.seed, size).save(given.out)


if __name__ == "__main__":
    main()
