"""Solutions: samples, the first ones in order, the cheapest, and the picture of a small diagram."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any, Final

from demine import Solutions
from demine.web.problem import bad_request
from demine.web.reading import Asked, Tell

_MOST: Final = 1000
_WAYS: Final = ("sample", "first", "cheapest", "diagram")


def solutions(asked: Asked, tell: Tell) -> dict[str, Any]:
    """List legal assignments as sets of mined cells, and count them all.

    `way` is sample, first, cheapest (with `costs`) or diagram.
    """
    budget = asked.budget()
    way = asked.word("way", _WAYS, "sample")
    found = asked.position().solutions(**budget)
    told: dict[str, Any] = {"way": way, "count": str(found.count(**budget)), "solutions": []}
    if not found:
        return told
    if way == "diagram":
        return {**told, **_diagram(found)}
    return {**told, "solutions": [sorted(mined) for mined in _some(found, way, asked)]}


def _some(found: Solutions, way: str, asked: Asked) -> Iterable[frozenset[int]]:
    wanted, budget = asked.whole("number", 1, _MOST, 20), asked.budget()
    if way == "sample":
        return found.sample(wanted, seed=asked.whole("seed", 0, (1 << 64) - 1, 0), **budget)
    if way == "first":
        return islice(found, wanted)
    return islice(found.cheapest_iter(_costs(found, asked), **budget), wanted)


def _costs(found: Solutions, asked: Asked) -> list[int | float]:
    costs = asked.given.get("costs", [1] * len(found.board))
    are_numbers = isinstance(costs, list) and all(type(cost) in (int, float) for cost in costs)
    if not are_numbers or len(costs) != len(found.board) or any(abs(cost) > 1e12 for cost in costs):
        raise bad_request(f'"costs": expected a list of {len(found.board)} numbers, one per cell')
    return list(costs)


def _diagram(found: Solutions) -> dict[str, Any]:
    nodes = found.nodes
    try:
        return {"nodes": nodes, "svg": found.svg()}
    except ValueError as error:  # too large for a picture
        return {"nodes": nodes, "svg": None, "said": str(error)}
