"""Strict reading of JSON objects: every error is one sentence that names the key."""

from __future__ import annotations

import json
import re
from collections import Counter
from math import isinf
from typing import Any, Final, NoReturn

from demine.arguments import show
from demine.errors import FormatError
from demine.files.digits import MOST_DIGITS, read_whole

Object = dict[str, Any]

_LONG: Final = re.compile(f"[0-9]{{{MOST_DIGITS + 1}}}")


def json_object(text: str) -> Object:
    """The object in a text: strict JSON, each key once, no very long numbers."""
    # `int` is fast, so `read_whole` is for texts with many digits in a row, perhaps in a string.
    parse_int = read_whole if _LONG.search(text) else int
    try:
        given = json.loads(
            text,
            parse_constant=_refuse,
            object_pairs_hook=_distinct,
            parse_int=parse_int,
            parse_float=_finite,
        )
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise FormatError(f"{where}: not JSON: {error.msg}") from None
    except RecursionError:
        raise FormatError("the JSON is nested too deeply, expected an object of lists") from None
    return as_object(given, "the JSON is ")


def as_object(value: Any, found: str = "") -> Object:
    """The value, which has to be an object; the message begins with what was found."""
    if not isinstance(value, dict):
        raise FormatError(f"{found}{show(value)}, expected an object")
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
        raise FormatError(f'"{key}" is {show(number)}, expected a whole number from 0')
    return number


def list_value(given: Object, key: str) -> list[Any]:
    """The value of a key that has to be a list."""
    items = value(given, key)
    if not isinstance(items, list):
        raise FormatError(f'"{key}" is {show(items)}, expected a list')
    return items


def _finite(digits: str) -> float:
    value = float(digits)
    if isinf(value):
        raise FormatError(f"{show(digits)} is too large, expected a smaller number")
    return value


def _refuse(constant: str) -> NoReturn:
    raise FormatError(f"{constant} is not a JSON number, expected whole numbers")


def _distinct(pairs: list[tuple[str, Any]]) -> Object:
    given = dict(pairs)
    if len(given) < len(pairs):
        (twice, _), *_ = Counter(key for key, _ in pairs).most_common(1)
        raise FormatError(f"the key {show(twice)} is given twice")
    return given
