"""Records: the one strict reader of the JSON lines that we write: replays, tallies, statistics …

A schema says for each key what its value has to be. A `Check` gives the value as the program uses
it, or raises a `FormatError` that says what was expected; small ones make larger ones. Whatever a
line holds, it costs no more than its length: numbers, texts and lists have limits. The reference
of the site is written from the same schemas.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any, Final

from demine.arguments import check, show
from demine.errors import FormatError
from demine.files.objects import Object, as_object, json_object
from demine.files.text import MARK

LONGEST_LINE: Final = 1 << 26
"""Characters of a line; the longest that we write holds a packed graph in a game's id."""

SEEDS: Final = 1 << 64


@dataclass(frozen=True)
class Check:
    """What a value has to be, in words, and the function that finds out."""

    expected: str
    judge: Callable[[Any], Any]

    def __call__(self, value: Any) -> Any:
        """The value as the program uses it."""
        return self.judge(value)


@dataclass(frozen=True)
class Optional:
    """A key that may be missing."""

    check: Check


Schema = Mapping[str, Check | Optional]


def read(line: str | bytes, schema: Schema, what: str) -> Object:
    """The record in a line. Other keys are left out; `FormatError` names the key that is wrong."""
    check(line, str | bytes, "text")
    if len(line) > LONGEST_LINE:
        raise FormatError(f"{len(line)} characters, expected {what} of at most {LONGEST_LINE}")
    try:
        text = line if isinstance(line, str) else _decode(line)
        given = json_object(text.removeprefix(MARK))  # perhaps the first line of a file
    except FormatError as error:
        raise FormatError(f"{error}, expected {what}") from None
    return _check(given, schema)


def _decode(line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError as error:
        raise FormatError(f"byte {error.start} is not UTF-8 text") from None


def record(schema: Schema) -> Check:
    """An object whose keys are as the schema says; keys that it does not name are left out."""

    def check(value: Any) -> Object:
        given = as_object(value)
        try:
            return _check(given, schema)
        except FormatError as error:
            raise FormatError(f"an object in which {error}") from None

    keys = "; ".join(f"`{key}` {describe(of)}" for key, of in schema.items())
    return Check(f"an object of {keys}", check)


def describe(of: Check | Optional) -> str:
    """What a value has to be, in words."""
    return f"{of.check.expected} (may be missing)" if isinstance(of, Optional) else of.expected


def _check(given: Object, schema: Schema) -> Object:
    return {key: _value(given, key, of) for key, of in schema.items() if _is_wanted(given, key, of)}


def _is_wanted(given: Object, key: str, of: Check | Optional) -> bool:
    return key in given or not isinstance(of, Optional)


def _value(given: Object, key: str, of: Check | Optional) -> Any:
    if key not in given:
        raise FormatError(f'the key "{key}" is missing')
    try:
        return (of.check if isinstance(of, Optional) else of)(given[key])
    except FormatError as error:
        raise FormatError(f'"{key}" is {error}') from None


def whole(least: int = 0, most: int = SEEDS - 1) -> Check:
    """A whole number within bounds; true is no number."""

    expected = f"a whole number from {least} to {most}"

    def check(value: Any) -> int:
        if type(value) is not int or not least <= value <= most:
            raise FormatError(f"{show(value)}, expected {expected}")
        return value

    return Check(expected, check)


def number(least: float, most: float, what: str = "a number") -> Check:
    """A finite number within bounds, as a float."""

    expected = f"{what} from {least:g} to {most:g}"

    def check(value: Any) -> float:
        if type(value) not in (int, float) or not least <= value <= most or not isfinite(value):
            raise FormatError(f"{show(value)}, expected {expected}")
        return float(value)

    return Check(expected, check)


def text(longest: int = 1000) -> Check:
    """A text of at most so many characters, none of which steers a terminal."""

    expected = f"a text of at most {longest} printable characters"

    def check(value: Any) -> str:
        if not isinstance(value, str) or len(value) > longest or not value.isprintable():
            raise FormatError(f"{show(value)}, expected {expected}")
        return value

    return Check(expected, check)


def one_of(*words: Any) -> Check:
    """One of some values, and of their type: 1 is not true."""

    known = ", ".join("true" if word is True else str(word) for word in words)
    expected = f"{'one of ' * (len(words) > 1)}{known}"

    def check(value: Any) -> Any:
        for word in words:
            if type(value) is type(word) and value == word:
                return word
        raise FormatError(f"{show(value)}, expected {expected}")

    return Check(expected, check)


def _truth(value: Any) -> bool:
    if not isinstance(value, bool):
        raise FormatError(f"{show(value)}, expected true or false")
    return value


flag: Final = Check("true or false", _truth)


def check_later(expected: str) -> Check:
    """Something that another reader checks."""
    return Check(expected, lambda value: value)


def list_of(check: Check, least: int = 0, most: int = 1 << 20) -> Check:
    """A list of values that are checked one by one."""

    expected = f"a list of {least} to {most}"

    def check_all(value: Any) -> list[Any]:
        if not isinstance(value, list) or not least <= len(value) <= most:
            raise FormatError(f"{show(value)}, expected {expected}")
        return [_entry(check, place, entry) for place, entry in enumerate(value)]

    return Check(f"{expected}, each {check.expected}", check_all)


def _entry(check: Check, place: int, entry: Any) -> Any:
    try:
        return check(entry)
    except FormatError as error:
        raise FormatError(f"a list whose entry {place} is {error}") from None


def plain_values(most: int = 1000) -> Check:
    """An object of texts, numbers and truth values under names, such as parameters."""

    def check(value: Any) -> Object:
        given = as_object(value)
        if len(given) > most:
            raise FormatError(f"an object of {len(given)} values, expected at most {most}")
        for key, entry in given.items():
            if entry is not None and not isinstance(entry, str | int | float):
                found = f"an object in which {show(key)} is {show(entry)}"
                raise FormatError(f"{found}, expected a plain value")
        return given

    return Check(f"an object of at most {most} texts, numbers and truth values", check)
