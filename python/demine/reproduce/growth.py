"""The growth of a question's time with the number of vertices, beside a stated bound.

Times are processor times, the best of a few runs. The exponent of a curve is the slope of its
least-squares line in log–log. The exponent of a bound is its slope at the same sizes, so that a
factor log n is compared with a factor log n.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import Any, Final

import numpy as np

from demine.position import Position
from demine.reproduce.instances import Family
from demine.reproduce.plot import svg_plot
from demine.reproduce.tables import align
from demine.treewidth import superscript

# Fixed costs affect small sizes and the processor's caches affect large ones: no slope is exact.
_TOLERANCE: Final = 0.25

_REPEATS: Final = 3


@dataclass(frozen=True)
class Bound:
    """A bound O(n^power), or O(n^power log n)."""

    power: int
    log: bool = False

    def __str__(self) -> str:
        return f"O(n{superscript(self.power)}{' log n' if self.log else ''})"

    def __call__(self, n: int) -> float:
        """Its value, without the constant."""
        return float(n) ** self.power * (math.log(n) if self.log else 1.0)


@dataclass(frozen=True)
class Curve:
    """Measured CPU seconds of one question on growing instances of one shape."""

    shape: str
    bound: Bound
    sizes: list[int]
    seconds: list[float]

    @property
    def exponent(self) -> float:
        """The slope in log–log."""
        return slope(self.sizes, self.seconds)

    @property
    def allowed(self) -> float:
        """The slope of the bound at the same sizes."""
        return slope(self.sizes, [self.bound(n) for n in self.sizes])

    @property
    def within(self) -> bool:
        """Whether the time grows no faster than the bound, up to the tolerance."""
        return self.exponent <= self.allowed + _TOLERANCE


@dataclass(frozen=True)
class Claim:
    """A theorem: its question, and the stated bound for each shape of instance."""

    title: str
    ask: Callable[[Position], object]
    shapes: dict[str, tuple[Family, Bound]]
    sizes: list[int]

    def curves(self, fraction: int = 1) -> Iterator[Curve]:
        """One curve per shape, at the sizes divided by the fraction."""
        for name, (shape, bound) in self.shapes.items():
            positions = [shape(n // fraction) for n in self.sizes]
            sizes = [len(position.board) for position in positions]
            times = [min(_time(self.ask, p) for _ in range(_REPEATS)) for p in positions]
            yield Curve(name, bound, sizes, times)


def slope(sizes: Sequence[int], values: Sequence[float]) -> float:
    """The exponent of the power law that fits best in log–log."""
    return float(np.polyfit(np.log(sizes), np.log(values), 1)[0])


def describe(curves: Sequence[Curve]) -> Iterator[str]:
    """The curves as text, each with its verdict."""
    times = ("CPU seconds at the largest", "exponent")
    heads = ("shape", "vertices", *times, "bound", "its exponent", "")
    yield from align([heads, *map(_describe, curves)])


def draw(claims: dict[str, list[Curve]], path: Path) -> None:
    """One log–log panel per claim, written as SVG; `ImportError` without matplotlib."""
    rows = math.ceil(len(claims) / 2)
    shape: dict[str, Any] = {"figsize": (11, 4 * rows), "squeeze": False}
    with svg_plot(path, rows, 2, letters="none", **shape) as panels:
        for panel, (title, curves) in zip(panels.flat, claims.items(), strict=False):
            _draw_panel(panel, title, curves)


def _draw_panel(panel: Any, title: str, curves: Sequence[Curve]) -> None:
    for curve, marker in zip(curves, "os^Dv<>"[: len(curves)], strict=True):
        label = f"{curve.shape}: n^{curve.exponent:.2f}, bound {curve.bound}"
        panel.loglog(curve.sizes, curve.seconds, marker=marker, label=label)
    panel.set(title=title, xlabel="vertices", ylabel="CPU seconds")
    panel.minorticks_off()
    panel.legend(fontsize="x-small")


def _describe(curve: Curve) -> tuple[str, ...]:
    return (
        curve.shape,
        f"{curve.sizes[0]:,} … {curve.sizes[-1]:,}",
        f"{curve.seconds[-1]:.4f}",
        f"{curve.exponent:.2f}",
        str(curve.bound),
        f"{curve.allowed:.2f}",
        "within the bound" if curve.within else "ABOVE THE BOUND",
    )


def _time(ask: Callable[[Position], object], position: Position) -> float:
    start = process_time()
    ask(position)
    return process_time() - start
