"""JSON objects read with suspicion: every surprise becomes a sentence that names the key."""

from __future__ import annotations

import json
from typing import Any, NoReturn

from demine.arguments import shown
from demine.errors import FormatError

Object = dict[str, Any]


def json_object(text: str) -> Object:
    """The object that a text holds: strict JSON, each key once."""
    try:
        given = json.loads(text, parse_constant=_refuse, object_pairs_hook=_distinct)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise FormatError(f"{where}: not JSON: {error.msg}") from None
    except RecursionError:
        raise FormatError("the JSON is nested too deeply, expected an object of lists") from None
    except FormatError:
        raise
    except ValueError:  # Python reads no number of more than some thousand digits
        raise FormatError("a number in the JSON is too long, expected a small one") from None
    return as_object(given, "the JSON")


def as_object(value: Any, what: str) -> Object:
    """The value, which has to be an object."""
    if not isinstance(value, dict):
        raise FormatError(f"{what} is {shown(value)}, expected an object")
    return value


def value(given: Object, key: str) -> Any:
    """The value of a key that has to be there."""
    if key not in given:
        raise FormatError(f'the key "{key}" is missing')
    return given[key]


def whole_value(given: Object, key: str) -> int:
    """The value of a key that has to be a whole number, not negative."""
    number = value(given, key)
    if type(number) is not int or number < 0:
        raise FormatError(f'"{key}" is {shown(number)}, expected a whole number from 0')
    return number


def list_value(given: Object, key: str) -> list[Any]:
    """The value of a key that has to be a list."""
    items = value(given, key)
    if not isinstance(items, list):
        raise FormatError(f'"{key}" is {shown(items)}, expected a list')
    return items


def _refuse(constant: str) -> NoReturn:
    raise FormatError(f"{constant} is no JSON number, expected whole numbers")


def _distinct(pairs: list[tuple[str, Any]]) -> Object:
    given = dict(pairs)
    if len(given) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise FormatError(f"the key {shown(twice)} is given twice")
    return given
