"""The learned score of `strongest`: its weights from a set of judged decisions, with numpy alone.

    make judge                                          judges decisions, then runs
    python benches/strength/learn.py runs/judge --seed 1

writes `crates/demine/src/strategy/learned.bin`, in the order in which `learned.rs` reads it. The
loss is the squared difference between scores and played-out values, both less their means within a
decision, weighted by how likely the game got there and by the boards played. The candidate's own
numbers, and these times the position's, enter by a ridge regression first; the convolutions learn
what is left of the error. Windows are turned and mirrored
at random. A tenth of the games is kept aside, and tells how good the score is.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import numpy as np
from judge import Decisions, centre, correlation, load, part, rank
from numpy.typing import NDArray
from score_network import (
    BESIDE,
    CHANNELS,
    KERNEL,
    OWN,
    PLANES,
    SIDE,
    WEIGHTS,
    Floats,
    Weights,
    begin,
    forward,
    products,
)

BATCH: Final = 128
"""Decisions per step."""
RATE: Final = 5e-3
DECAY: Final = 0.05
RIDGE: Final = 1e-3
ENOUGH: Final = 2000
"""With fewer decisions on boards that are no grids these are scored as candidates on grids are."""
MEMORY: Final = 0.005
"""How fast the mean of the weights forgets."""


def spread(grads: Floats, depth: int, side: int) -> Floats:
    """The transpose of `patches`."""
    n, after = len(grads), side - KERNEL + 1
    taps = grads.reshape(n, after, after, KERNEL, KERNEL, depth)
    squares = np.zeros((n, side, side, depth), np.float32)
    for row in range(KERNEL):
        for column in range(KERNEL):
            squares[:, row : row + after, column : column + after] += taps[:, :, :, row, column]
    return squares


def backward(w: Weights, kept: dict[str, Floats], grad: Floats) -> Weights:
    """The gradient of every weight."""
    n, middle = len(grad), SIDE - KERNEL + 1
    g: Weights = {"out": (grad @ kept["h3"])[:, None]}
    d3 = np.outer(grad, w["out"][:, 0]) * (kept["h3"] > 0)
    g["hidden"], g["beside"] = kept["h2"].reshape(n, -1).T @ d3, kept["beside"].T @ d3
    g["hidden_bias"] = d3.sum(0)
    d2 = (d3 @ w["hidden"].T).reshape(n, -1, CHANNELS) * (kept["h2"] > 0)
    g["second"], g["second_bias"] = _product(kept["p2"], d2), d2.sum((0, 1))
    d1 = spread((d2 @ w["second"].T).astype(np.float32), CHANNELS, middle).reshape(
        n, -1, CHANNELS
    ) * (kept["h1"] > 0)
    g["first"], g["first_bias"] = _product(kept["p1"], d1), d1.sum((0, 1))
    return g


def _product(inputs: Floats, grads: Floats) -> Floats:
    """Of all places of all rows."""
    return inputs.reshape(-1, inputs.shape[2]).T @ grads.reshape(-1, grads.shape[2])


def turn(windows: Floats, side: int) -> Floats:
    """All alike, by one of the eight symmetries of the square."""
    squares = np.rot90(windows.reshape(-1, SIDE, SIDE, PLANES), side % 4, axes=(1, 2))
    squares = squares[:, ::-1] if side >= 4 else squares
    return np.ascontiguousarray(squares).reshape(len(windows), -1)


class Adam:
    """Steps of Kingma and Ba, with decaying weights."""

    def __init__(self, weights: Weights) -> None:
        """Nothing is moved yet."""
        self.mean = {name: np.zeros_like(value) for name, value in weights.items()}
        self.square = {name: np.zeros_like(value) for name, value in weights.items()}
        self.steps = 0

    def step(self, weights: Weights, grads: Weights, rate: float) -> None:
        """Move the weights."""
        self.steps += 1
        for name, grad in grads.items():
            self.mean[name] += 0.1 * (grad - self.mean[name])
            self.square[name] += 0.001 * (grad**2 - self.square[name])
            mean = self.mean[name] / (1 - 0.9**self.steps)
            square = self.square[name] / (1 - 0.999**self.steps)
            weights[name] -= rate * (mean / (np.sqrt(square) + 1e-8) + DECAY * weights[name])


def importance(decisions: Decisions) -> NDArray[np.float64]:
    """How likely the game got there, times the boards of which the value is the mean."""
    weight = decisions.reached * decisions.boards
    return np.asarray(weight / weight.mean())


def ridge(decisions: Decisions, numbers: NDArray[np.float64]) -> Floats:
    """The weighted sum of these numbers that fits the values best."""
    x = np.stack([centre(decisions, number) for number in numbers.T], axis=1)
    weighted = x * importance(decisions)[:, None]
    squares = weighted.T @ x
    strength = RIDGE * np.diag(np.diag(squares)) + 1e-9 * np.trace(squares) * np.eye(len(squares))
    y = weighted.T @ centre(decisions, decisions.value)
    return np.linalg.solve(squares + strength, y).astype(np.float32)


def batches(decisions: Decisions, random: np.random.Generator) -> Iterator[NDArray[np.int64]]:
    """The rows of some decisions at a time, all of them once."""
    order = random.permutation(decisions.decision.max() + 1)
    starts = np.searchsorted(decisions.decision, np.arange(len(order) + 1))
    for first in range(0, len(order), BATCH):
        chosen = order[first : first + BATCH]
        yield np.concatenate([np.arange(starts[d], starts[d + 1]) for d in chosen])


def learn(train: Decisions, direct: Floats, epochs: int, seed: int, aside: Decisions) -> Weights:
    """The mean of the weights of the last steps."""
    random = np.random.default_rng(seed)
    rest = centre(train, train.value - products(train.features) @ direct)
    scale, weight = float(rest.std()), importance(train)
    weights = begin(random)
    mean, adam = {name: value.copy() for name, value in weights.items()}, Adam(weights)
    for epoch in range(epochs):
        for step, rows in enumerate(batches(train, random)):
            done = (epoch + step * BATCH / train.decision.max()) / epochs
            beside, windows = np.split(train.features[rows].astype(np.float32), [BESIDE], axis=1)
            found, kept = forward(weights, beside, turn(windows, int(random.integers(8))))
            some = part(train, rows)
            error = weight[rows] * (centre(some, found.astype(np.float64)) - rest[rows] / scale)
            grads = backward(weights, kept, (centre(some, error) / len(rows)).astype(np.float32))
            adam.step(weights, grads, RATE * (1 + np.cos(np.pi * min(done, 1))) / 2)
            for name, value in weights.items():
                mean[name] += max(MEMORY, 1 / adam.steps) * (value - mean[name])
        found_aside = correlation(aside, score(mean, direct, scale, aside))
        print(f"epoch {epoch + 1}: correlation aside {found_aside:.4f}", flush=True)
    return mean | {"out": mean["out"] * scale}


def score(w: Weights, direct: Floats, scale: float, decisions: Decisions) -> NDArray[np.float64]:
    """The scores of some decisions."""
    pieces = np.array_split(decisions.features, len(decisions.features) // 4096 + 1)
    return np.concatenate([_score(w, direct, scale, piece) for piece in pieces])


def _score(w: Weights, direct: Floats, scale: float, rows: Floats) -> Floats:
    beside, windows = np.split(rows.astype(np.float32), [BESIDE], axis=1)
    return np.asarray(scale * forward(w, beside, windows)[0] + products(beside) @ direct)


def main() -> None:
    """Learn, say how well, and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--epochs", type=int, default=14)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    given = parser.parse_args()
    decisions, graphs = load(given.folder), load(given.folder, windows=False)
    is_aside = decisions.game % 10 == 0
    train, aside = part(decisions, ~is_aside), part(decisions, is_aside)
    direct = ridge(train, products(train.features))
    weights = learn(train, direct, given.epochs, given.seed, aside)
    is_enough = len(graphs.value) and graphs.decision.max() >= ENOUGH
    some = graphs if is_enough else train
    last = [direct, ridge(some, some.features[:, :OWN].astype(np.float64))]
    everything = [value.ravel() for value in [*weights.values(), *last]]
    given.out.write_bytes(np.concatenate(everything).astype("<f4").tobytes())
    own = products(aside.features) @ direct
    scores = {"safety": 1 - aside.risk, "look-ahead": aside.ahead, "own numbers": own}
    scores["learned"] = score(weights, direct, 1.0, aside)
    for line in rank(aside, scores):
        print(line)
    print(f"{train.decision.max() + 1} decisions learned from, {given.out} written")


if __name__ == "__main__":
    main()
