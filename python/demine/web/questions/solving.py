"""Solutions: samples, the first ones in order, the cheapest, and the picture of a small diagram."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any, Final

from demine import Solutions
from demine.web import reading
from demine.web.problem import bad_request
from demine.web.reading import Given, Tell

_MOST: Final = 1000
_WAYS: Final = ("sample", "first", "cheapest", "diagram")


def solutions(given: Given, tell: Tell) -> dict[str, Any]:
    """Some of the legal assignments, each as its mined cells, and how many there are."""
    position, budget = reading.position(given), reading.budget(given)
    way = reading.word(given, "way", _WAYS, "sample")
    wanted = reading.whole(given, "number", 1, _MOST, 20)
    found = position.solutions(**budget)
    told: dict[str, Any] = {"way": way, "count": str(found.count(**budget)), "solutions": []}
    if not found:
        return told
    if way == "diagram":
        return {**told, **_diagram(found)}
    return {**told, "solutions": [sorted(mined) for mined in _some(found, way, wanted, given)]}


def _some(found: Solutions, way: str, wanted: int, given: Given) -> Iterable[frozenset[int]]:
    budget = reading.budget(given)
    if way == "sample":
        seed = reading.whole(given, "seed", 0, (1 << 64) - 1, 0)
        return found.sample(wanted, seed=seed, **budget)
    if way == "first":
        return islice(found, wanted)
    return islice(found.cheapest_iter(_costs(found, given), **budget), wanted)


def _costs(found: Solutions, given: Given) -> list[int | float]:
    costs = given.get("costs", [1] * len(found.board))
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
