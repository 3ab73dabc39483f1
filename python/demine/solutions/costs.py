"""Costs: exact costs of items as whole numbers in the same proportions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import isfinite, lcm
from numbers import Rational
from typing import Any

import numpy as np
from numpy.typing import NDArray

from demine.arguments import show

Cost = int | float | Rational
Costs = Mapping[Any, Cost] | Sequence[Cost] | NDArray[Any]


def whole_costs(costs: Costs, items: int, number: Callable[[Any], int], word: str) -> list[int]:
    """Whole numbers in the proportions of the costs, one per item; `word` is what an item is."""
    exact = [Fraction(0)] * items
    if isinstance(costs, Mapping):
        for item, cost in costs.items():
            exact[number(item)] = _fraction(word, item, cost)
    else:
        exact = [_fraction(word, i, cost) for i, cost in _each(costs, items, word)]
    scale = lcm(*(cost.denominator for cost in exact))
    return [int(cost * scale) for cost in exact]


def _each(costs: Any, items: int, word: str) -> Iterable[tuple[int, Any]]:
    if not hasattr(costs, "__len__"):
        raise TypeError(f"costs is {show(costs)}: expected a number per {word}")
    if len(costs) != items:
        raise ValueError(f"{len(costs)} costs for {items} {word}s: expected one per {word}")
    return enumerate(costs)


def _fraction(word: str, item: object, cost: Any) -> Fraction:
    if isinstance(cost, np.generic):
        cost = cost.item()
    if isinstance(cost, bool) or not isinstance(cost, int | float | Rational):
        raise TypeError(f"the cost of {word} {item} is {show(cost)}: expected a number")
    if isinstance(cost, float) and not isfinite(cost):
        raise ValueError(f"the cost of {word} {item} is {cost}: expected a finite number")
    return Fraction(cost)
