"""Rules in the `graph` format: the keys `capacity`, `values`, `weights` and `sums`."""

from __future__ import annotations

from typing import Any

from demine.arguments import show
from demine.errors import FormatError
from demine.files import Object, list_value
from demine.position import Position


def read_rules(given: Object) -> dict[str, Any]:
    """The rules in a JSON object, as keywords of `Position`."""
    rules: dict[str, Any] = {}
    if given.get("capacity") is not None:
        rules["capacity"] = _capacity(given["capacity"])
    if given.get("values") is not None:
        pairs = list_value(given, "values")
        rules["values"] = dict(_pair(pair, "values", _whole, _wholes) for pair in pairs)
    if given.get("weights") is not None:
        triples = [_wholes(triple, "weights", 3) for triple in list_value(given, "weights")]
        rules["weights"] = {(number, cell): weight for number, cell, weight in triples}
    if given.get("sums") is not None:
        pairs = list_value(given, "sums")
        rules["sums"] = [_pair(pair, "sums", _terms, _wholes) for pair in pairs]
    return rules


def write_rules(position: Position) -> Object:
    """The rules of a position, if it has any; a capacity that all cells share is one number."""
    rules = position.rules
    if rules is None:
        return {}
    values = rules.values_by_cell(position.board, position.labels)
    alike = len(set(rules.capacity)) == 1
    return {
        "capacity": rules.capacity[0] if alike else list(rules.capacity),
        "values": [[cell, allowed] for cell, allowed in values.items()],
        "weights": [list(triple) for triple in rules.weights],
        "sums": [[[list(term) for term in terms], list(allowed)] for terms, allowed in rules.sums],
    }


def _capacity(given: object) -> int | list[int]:
    return _wholes(given, "capacity") if isinstance(given, list) else _whole(given, "capacity")


def _whole(given: object, key: str) -> int:
    if type(given) is not int:
        raise FormatError(f'"{key}" holds {show(given)}, expected a whole number')
    return given


def _wholes(given: object, key: str, length: int | None = None) -> list[int]:
    if not isinstance(given, list) or (length is not None and len(given) != length):
        expected = "whole numbers" if length is None else f"{length} whole numbers"
        raise FormatError(f'"{key}" holds {show(given)}, expected a list of {expected}')
    return [_whole(each, key) for each in given]


def _terms(given: object, key: str) -> dict[int, int]:
    if not isinstance(given, list):
        raise FormatError(f'"{key}" holds {show(given)}, expected a list of cells and weights')
    terms: dict[int, int] = {}
    for pair in given:
        cell, weight = _wholes(pair, key, 2)
        terms[cell] = terms.get(cell, 0) + weight
    return terms


def _pair(given: object, key: str, first: Any, second: Any) -> tuple[Any, Any]:
    if not isinstance(given, list) or len(given) != 2:
        raise FormatError(f'"{key}" holds {show(given)}, expected pairs')
    return first(given[0], key), second(given[1], key)
