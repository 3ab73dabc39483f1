"""Paired comparison of two strategies on the same games, by a sequential test.

A game is decisive if exactly one of the two wins it. If the strategies are equally strong, each
decisive game is a fair coin (McNemar's test). The sequential test (Wald's SPRT, once per side)
weighs "A wins a share s > 1/2 of them" and "B does" against the fair coin, game by game:

- A (or B) is better when its likelihood ratio reaches 2/α. If the coin is fair, the probability
  that this ever happens is at most α, for both sides together (Ville's inequality).
- The two differ by less than s when both ratios have fallen to β. If one wins the share s, the
  probability of that is at most β.

So the test may stop after any game.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from math import log
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from demine.arena.tally import Tally
from demine.wording import plural

Decision = Literal["A", "B", "equal"]


@dataclass(frozen=True)
class Bounds:
    """The error rates of the test, and the smallest share of decisive games to detect."""

    alpha: float = 0.05
    beta: float = 0.05
    share: float = 0.55

    def __post_init__(self) -> None:
        for name, low, high in (("alpha", 0, 1), ("beta", 0, 1), ("share", 0.5, 1)):
            value = getattr(self, name)
            if not low < value < high:
                raise ValueError(f"{name} is {value}: expected more than {low}, less than {high}")


@dataclass(frozen=True)
class Comparison:
    """Two tallies of the same games. A alone won `only_a` of them, B alone `only_b`.

    `seeds_a` and `seeds_b` are the seeds of these games, ascending: games to look at.
    """

    a: Tally
    b: Tally
    only_a: int
    only_b: int
    decision: Decision | None
    bounds: Bounds
    seeds_a: tuple[int, ...] = ()
    seeds_b: tuple[int, ...] = ()

    def __repr__(self) -> str:
        a, b = (tally.contest["strategy"] for tally in (self.a, self.b))
        alone = f"{self.only_a} won by {a} alone, {self.only_b} by {b} alone"
        return f"<Comparison of {a} and {b}: {plural(self.a.games, 'game')}, {alone}>"

    @property
    def p_value(self) -> float:
        """McNemar's exact test, two-sided; valid if the number of games was fixed beforehand."""
        return mcnemar(self.only_a, self.only_b)

    @property
    def record(self) -> dict[str, Any]:
        """Everything, as JSON can hold it."""
        return {
            "a": self.a.record,
            "b": self.b.record,
            "only_a": self.only_a,
            "only_b": self.only_b,
            "seeds_a": list(self.seeds_a),
            "seeds_b": list(self.seeds_b),
            "p_value": self.p_value,
            "decision": self.decision,
            **asdict(self.bounds),
        }


def mcnemar(only_a: int, only_b: int) -> float:
    """The probability that a fair coin is at least as one-sided."""
    tosses, fewer = only_a + only_b, min(only_a, only_b)
    logs = np.concatenate(([0.0], np.cumsum(np.log(np.arange(1, tosses + 1)))))
    k = np.arange(fewer + 1)
    ways = logs[tosses] - logs[k] - logs[tosses - k] - tosses * log(2)
    return min(1.0, 2 * float(np.exp(ways).sum()))


class Sequential:
    """The sequential test over games in the order of their seeds."""

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self.a = self.b = 0

    def feed(self, a: NDArray[np.bool_], b: NDArray[np.bool_]) -> tuple[int, Decision | None]:
        """Add games until the test decides: the number of games used, and the decision."""
        only_a, only_b = self.a + np.cumsum(a & ~b), self.b + np.cumsum(b & ~a)
        decided = [(int(at[0]), decision) for decision, at in self._crossings(only_a, only_b)]
        used, decision = min(decided, default=(len(a) - 1, None))
        if len(a):
            self.a, self.b = int(only_a[used]), int(only_b[used])
        return used + 1, decision

    def _crossings(
        self, only_a: NDArray[np.int_], only_b: NDArray[np.int_]
    ) -> list[tuple[Decision, NDArray[np.int_]]]:
        """The games after which each decision can be made, if there are any."""
        bounds = self.bounds
        win, loss = log(2 * bounds.share), log(2 * (1 - bounds.share))
        for_a, for_b = only_a * win + only_b * loss, only_b * win + only_a * loss
        enough, least = log(2 / bounds.alpha), log(bounds.beta)
        found: list[tuple[Decision, NDArray[np.bool_]]] = [
            ("A", for_a >= enough),
            ("B", for_b >= enough),
            ("equal", (for_a <= least) & (for_b <= least)),
        ]
        return [(decision, np.flatnonzero(where)) for decision, where in found if where.any()]
