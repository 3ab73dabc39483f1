"""The network of the learned score, with numpy alone: its weights, and what it computes.

The engine has the same in Rust (`crates/demine/src/strategy/learned.rs`), which says what its
inputs and layers are.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

WEIGHTS: Final = Path(__file__).parents[2] / "crates/demine/src/strategy/learned.bin"
OWN, COMMON, PLANES, SIDE, CHANNELS, HIDDEN, KERNEL = 11, 8, 6, 9, 16, 32, 3
BESIDE: Final = OWN + COMMON
"""How many numbers a candidate has beside its window."""
DIRECT: Final = OWN * (1 + COMMON)
WINDOW: Final = SIDE * SIDE * PLANES

Floats = NDArray[np.float32]
Weights = dict[str, Floats]


def patches(squares: Floats) -> Floats:
    """Every place of the kernel: (n, side, side, depth) → (n, places, 9 · depth)."""
    views = np.lib.stride_tricks.sliding_window_view(squares, (KERNEL, KERNEL), axis=(1, 2))
    n, rows, columns, depth = views.shape[:4]
    return views.transpose(0, 1, 2, 4, 5, 3).reshape(n, rows * columns, KERNEL * KERNEL * depth)


def begin(random: np.random.Generator) -> Weights:
    """Weights before anything is learned."""
    inputs = CHANNELS * (SIDE - 2 * KERNEL + 2) ** 2

    def normal(rows: int, columns: int, fan: int) -> Floats:
        return random.normal(0, np.sqrt(2 / fan), (rows, columns)).astype(np.float32)

    return {
        "first": normal(PLANES * KERNEL**2, CHANNELS, PLANES * KERNEL**2),
        "first_bias": np.zeros(CHANNELS, np.float32),
        "second": normal(CHANNELS * KERNEL**2, CHANNELS, CHANNELS * KERNEL**2),
        "second_bias": np.zeros(CHANNELS, np.float32),
        "hidden": normal(inputs, HIDDEN, inputs),
        "beside": normal(BESIDE, HIDDEN, BESIDE),
        "hidden_bias": np.zeros(HIDDEN, np.float32),
        "out": 0.1 * normal(HIDDEN, 1, HIDDEN),
    }


def forward(w: Weights, beside: Floats, windows: Floats) -> tuple[Floats, dict[str, Floats]]:
    """The scores without the direct part, and what the way back needs."""
    n, middle, kept = len(beside), SIDE - KERNEL + 1, {"beside": beside}
    kept["p1"] = patches(windows.reshape(n, SIDE, SIDE, PLANES))
    kept["h1"] = np.maximum(kept["p1"] @ w["first"] + w["first_bias"], 0)
    kept["p2"] = patches(kept["h1"].reshape(n, middle, middle, CHANNELS))
    kept["h2"] = np.maximum(kept["p2"] @ w["second"] + w["second_bias"], 0)
    flat = kept["h2"].reshape(n, -1)
    kept["h3"] = np.maximum(flat @ w["hidden"] + beside @ w["beside"] + w["hidden_bias"], 0)
    return (kept["h3"] @ w["out"])[:, 0], kept


def products(features: NDArray[np.floating[Any]]) -> NDArray[np.float64]:
    """A candidate's own numbers, and each of them times each of the position's."""
    own, common = features[:, :OWN].astype(np.float64), features[:, OWN:BESIDE].astype(np.float64)
    return np.concatenate([own, *(own * number[:, None] for number in common.T)], axis=1)


@cache
def read(file: Path = WEIGHTS) -> tuple[Weights, Floats, Floats]:
    """Those of the layers, of a candidate's own numbers, and of these where there is no window."""
    numbers, weights = np.fromfile(file, "<f4"), {}
    for name, value in begin(np.random.default_rng(0)).items():
        mine, numbers = np.split(numbers, [value.size])
        weights[name] = mine.reshape(value.shape)
    return weights, numbers[:DIRECT], numbers[DIRECT:]


def learned_scores(features: NDArray[np.floating[Any]]) -> NDArray[np.float64]:
    """The scores of rows of features by the weights of the engine."""
    weights, direct, graph = read()
    if features.shape[1] == BESIDE:
        return features[:, :OWN].astype(np.float64) @ graph
    beside, windows = np.split(features.astype(np.float32), [BESIDE], axis=1)
    return np.asarray(forward(weights, beside, windows)[0] + products(beside) @ direct)
