"""The learned score of `strongest`: its weights from a set of judged decisions, with numpy alone.

    python benches/strength/judge.py make runs/judge --games 4000 --seed 10000001
    python benches/strength/learn.py runs/judge --seed 1

writes `crates/demine/src/play/policy/learned.bin`, in the order in which `learned.rs` reads it. The
loss is the squared difference between scores and played-out values, both less their means within a
decision, weighted by how likely the game got there. The candidate's own numbers enter by a ridge
regression first; the convolution learns what is left of the error. Windows are turned and mirrored
at random. A tenth of the games is kept aside; the weights that do best there are kept.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

import numpy as np
from judge import Decisions, choose, correlation, load, rank
from numpy.typing import NDArray

WEIGHTS: Final = Path(__file__).parents[2] / "crates/demine/src/play/policy/learned.bin"
OWN, COMMON, PLANES, SIDE, CHANNELS, HIDDEN, KERNEL = 9, 8, 6, 7, 16, 32, 3
BESIDE: Final = OWN + COMMON
BATCH: Final = 256
"""Decisions per step."""

Floats = NDArray[np.float32]
Weights = dict[str, Floats]


def patches(planes: Floats) -> Floats:
    """Every place of the kernel: (n, depth, side, side) → (n, places, depth · 9)."""
    views = np.lib.stride_tricks.sliding_window_view(planes, (KERNEL, KERNEL), axis=(2, 3))
    n, depth, rows, columns = views.shape[:4]
    return views.transpose(0, 2, 3, 1, 4, 5).reshape(n, rows * columns, depth * KERNEL * KERNEL)


def spread(grads: Floats, depth: int, side: int) -> Floats:
    """The transpose of `patches`."""
    n, after = len(grads), side - KERNEL + 1
    taps = grads.reshape(n, after, after, depth, KERNEL, KERNEL).transpose(0, 3, 4, 5, 1, 2)
    planes = np.zeros((n, depth, side, side), np.float32)
    for row in range(KERNEL):
        for column in range(KERNEL):
            planes[:, :, row : row + after, column : column + after] += taps[:, :, row, column]
    return planes


def begin(random: np.random.Generator) -> Weights:
    """Weights before anything is learned."""
    inputs = CHANNELS * (SIDE - 2 * KERNEL + 2) ** 2 + BESIDE

    def normal(rows: int, columns: int) -> Floats:
        return random.normal(0, np.sqrt(2 / columns), (rows, columns)).astype(np.float32)

    return {
        "first": normal(CHANNELS, PLANES * KERNEL**2),
        "first_bias": np.zeros(CHANNELS, np.float32),
        "second": normal(CHANNELS, CHANNELS * KERNEL**2),
        "second_bias": np.zeros(CHANNELS, np.float32),
        "hidden": normal(HIDDEN, inputs),
        "hidden_bias": np.zeros(HIDDEN, np.float32),
        "out": 0.1 * normal(1, HIDDEN),
    }


def forward(w: Weights, beside: Floats, windows: Floats) -> tuple[Floats, dict[str, Floats]]:
    """The scores without the direct part, and what the way back needs."""
    n, kept = len(beside), {}
    kept["p1"] = patches(windows.reshape(n, PLANES, SIDE, SIDE))
    kept["h1"] = np.maximum(kept["p1"] @ w["first"].T + w["first_bias"], 0)
    middle = SIDE - KERNEL + 1
    planes = kept["h1"].transpose(0, 2, 1).reshape(n, CHANNELS, middle, middle)
    kept["p2"] = patches(planes)
    kept["h2"] = np.maximum(kept["p2"] @ w["second"].T + w["second_bias"], 0)
    kept["x"] = np.concatenate([kept["h2"].transpose(0, 2, 1).reshape(n, -1), beside], axis=1)
    kept["h3"] = np.maximum(kept["x"] @ w["hidden"].T + w["hidden_bias"], 0)
    return (kept["h3"] @ w["out"].T)[:, 0], kept


def backward(w: Weights, kept: dict[str, Floats], grad: Floats) -> Weights:
    """The gradient of every weight."""
    n, middle = len(grad), SIDE - KERNEL + 1
    g: Weights = {"out": (grad @ kept["h3"])[None]}
    d3 = np.outer(grad, w["out"][0]) * (kept["h3"] > 0)
    g["hidden"], g["hidden_bias"] = d3.T @ kept["x"], d3.sum(0)
    d2 = (d3 @ w["hidden"])[:, :-BESIDE].reshape(n, CHANNELS, -1).transpose(0, 2, 1)
    d2 = d2 * (kept["h2"] > 0)
    flat = d2.reshape(-1, CHANNELS)
    g["second"], g["second_bias"] = flat.T @ kept["p2"].reshape(len(flat), -1), flat.sum(0)
    d1 = spread(d2 @ w["second"], CHANNELS, middle).reshape(n, CHANNELS, -1).transpose(0, 2, 1)
    flat = (d1 * (kept["h1"] > 0)).reshape(-1, CHANNELS)
    g["first"], g["first_bias"] = flat.T @ kept["p1"].reshape(len(flat), -1), flat.sum(0)
    return g


def turn(windows: Floats, random: np.random.Generator) -> Floats:
    """Turned and mirrored, all alike: one of the eight symmetries of the square."""
    planes = windows.reshape(-1, PLANES, SIDE, SIDE)
    planes = np.rot90(planes, int(random.integers(4)), axes=(2, 3))
    if random.integers(2):
        planes = planes[:, :, ::-1]
    return np.ascontiguousarray(planes).reshape(len(windows), -1)


class Adam:
    """Steps of Kingma and Ba, with decaying weights."""

    def __init__(self, weights: Weights) -> None:
        """Nothing is moved yet."""
        self.mean = {name: np.zeros_like(value) for name, value in weights.items()}
        self.square = {name: np.zeros_like(value) for name, value in weights.items()}
        self.steps = 0

    def step(self, weights: Weights, grads: Weights, rate: float, decay: float) -> None:
        """Move the weights."""
        self.steps += 1
        for name, grad in grads.items():
            self.mean[name] += 0.1 * (grad - self.mean[name])
            self.square[name] += 0.001 * (grad**2 - self.square[name])
            mean = self.mean[name] / (1 - 0.9**self.steps)
            square = self.square[name] / (1 - 0.999**self.steps)
            weights[name] -= rate * (mean / (np.sqrt(square) + 1e-8) + decay * weights[name])


def ridge(x: Floats, y: NDArray[np.float64], weight: NDArray[np.float64]) -> Floats:
    """The weighted sum of numbers that fits the values best."""
    weighted = x * weight[:, None]
    strength = 1e-3 * np.trace(weighted.T @ x) / x.shape[1]
    solved = np.linalg.solve(weighted.T @ x + strength * np.eye(x.shape[1]), weighted.T @ y)
    return solved.astype(np.float32)


def centre(number: NDArray[np.int64], values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Less the mean of the values with the same number."""
    counts = np.bincount(number)
    sums = np.stack([np.bincount(number, column) for column in np.atleast_2d(values.T)])
    means = (sums / np.maximum(counts, 1))[:, number]
    return (np.atleast_2d(values.T) - means).T.reshape(values.shape)


def part(decisions: Decisions, rows: NDArray[np.bool_]) -> Decisions:
    """Some of the rows, with decisions numbered anew."""
    _, number = np.unique(decisions.decision[rows], return_inverse=True)
    d = decisions
    return Decisions(
        number.ravel(), d.game[rows], d.reached[rows], d.value[rows], d.boards[rows], d.risk[rows],
        d.ahead[rows], d.features[rows],
    )  # fmt: skip


def learn(train: Decisions, aside: Decisions, epochs: int, seed: int) -> tuple[Weights, Floats]:
    """The weights that do best aside, and those of the own numbers alone."""
    random = np.random.default_rng(seed)
    importance = train.reached / train.reached.mean()
    target = centre(train.decision, train.value)
    own = train.features[:, :OWN].astype(np.float64)
    direct = ridge(centre(train.decision, own).astype(np.float32), target, importance)
    rest = target - centre(train.decision, own @ direct)
    scale = float(rest.std())
    weights, number = begin(random), train.decision.max() + 1
    best, mean = dict(weights), {name: value.copy() for name, value in weights.items()}
    adam, most = Adam(weights), -1.0
    for epoch in range(epochs):
        rate = 1e-3 * (1 + np.cos(np.pi * epoch / epochs)) / 2 + 1e-5
        order = random.permutation(number)
        for start in range(0, number, BATCH):
            rows = np.flatnonzero(np.isin(train.decision, order[start : start + BATCH]))
            beside, windows = np.split(train.features[rows], [BESIDE], axis=1)
            found, kept = forward(weights, beside, turn(windows, random))
            _, local = np.unique(train.decision[rows], return_inverse=True)
            error = centre(local.ravel(), found.astype(np.float64)) - rest[rows] / scale
            grad = centre(local.ravel(), error * importance[rows]) / len(rows)
            adam.step(weights, backward(weights, kept, grad.astype(np.float32)), rate, 0.01)
            for name, value in weights.items():
                mean[name] += 0.02 * (value - mean[name])
        found_aside = correlation(aside, score(mean, direct, scale, aside))
        if found_aside > most:
            most, best = found_aside, {name: value.copy() for name, value in mean.items()}
        print(f"epoch {epoch + 1}: correlation aside {found_aside:.4f}", flush=True)
    best["out"] = best["out"] * scale
    return best, direct


def score(w: Weights, direct: Floats, scale: float, decisions: Decisions) -> NDArray[np.float64]:
    """The scores of some decisions."""
    beside, windows = np.split(decisions.features, [BESIDE], axis=1)
    found = np.concatenate(
        [forward(w, b, v)[0] for b, v in zip(halves(beside), halves(windows), strict=True)]
    )
    return (scale * found + beside[:, :OWN] @ direct).astype(np.float64)


def halves(rows: Floats) -> list[Floats]:
    """In pieces that fit into memory."""
    return np.array_split(rows, max(1, len(rows) // 4096))


def main() -> None:
    """Learn, say how well, and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--epochs", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    given = parser.parse_args()
    decisions = load(given.folder)
    is_aside = decisions.game % 10 == 0
    train, aside = part(decisions, ~is_aside), part(decisions, is_aside)
    weights, direct = learn(train, aside, given.epochs, given.seed)
    names = ["first", "first_bias", "second", "second_bias", "hidden", "hidden_bias", "out"]
    everything = [weights[name].ravel() for name in names] + [direct, direct]
    given.out.write_bytes(np.concatenate(everything).astype("<f4").tobytes())
    own = aside.features[:, :OWN].astype(np.float64) @ direct
    scores = {"safety": 1 - aside.risk, "look-ahead": aside.ahead, "own numbers": own}
    scores["learned"] = score(weights, direct, 1.0, aside)
    for line in rank(aside, scores):
        print(line)
    print(f"{len(choose(train, train.ahead))} decisions learned from, {given.out} written")


if __name__ == "__main__":
    main()
