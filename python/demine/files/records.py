"""Records: the one strict reader of JSON lines that demine writes: replays, tallies, statistics …

A schema maps each key to a `Check` of its value; small checks make larger ones. A wrong value is a
`FormatError` that says what was expected. Numbers, texts and lists have limits, so reading a line
costs no more than its length. The reference on the site is written from the same schemas.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any, Final

from demine.arguments import check, show
from demine.errors import FormatError
from demine.files.objects import Object, as_object, json_object, value
from demine.files.text import MARK, to_text

LONGEST_LINE: Final = 1 << 26
"""Characters of a line; the longest that demine writes holds a packed graph in a game's id."""

SEEDS: Final = 1 << 64


@dataclass(frozen=True)
class Check:
    """What a value has to be, in words; a test of that; and how the program uses the value."""

    expected: str
    is_right: Callable[[Any], bool] = lambda value: True
    convert: Callable[[Any], Any] = lambda value: value

    def __call__(self, value: Any) -> Any:
        """The value as the program uses it."""
        if not self.is_right(value):
            raise FormatError(f"{show(value)}, expected {self.expected}")
        return self.convert(value)


@dataclass(frozen=True)
class Optional:
    """A key that may be missing."""

    check: Check


Schema = Mapping[str, Check | Optional]


def read(line: str | bytes, schema: Schema, what: str) -> Object:
    """The record in a line. Other keys are dropped; `FormatError` names the key that is wrong."""
    check(line, str | bytes, "text")
    if len(line) > LONGEST_LINE:
        raise FormatError(f"{len(line)} characters, expected {what} of at most {LONGEST_LINE}")
    try:
        given = json_object(to_text(line).removeprefix(MARK))  # perhaps the first line of a file
    except FormatError as error:
        raise FormatError(f"{error}, expected {what}") from None
    return checked(given, schema)


def record(schema: Schema) -> Check:
    """An object whose keys are as the schema says; keys that it does not name are dropped."""

    def convert(value: Any) -> Object:
        given = as_object(value)
        try:
            return checked(given, schema)
        except FormatError as error:
            raise FormatError(f"an object in which {error}") from None

    keys = "; ".join(f"`{key}` {describe(of)}" for key, of in schema.items())
    return Check(f"an object of {keys}", convert=convert)


def describe(of: Check | Optional) -> str:
    """What a value has to be, in words."""
    return f"{of.check.expected} (may be missing)" if isinstance(of, Optional) else of.expected


def checked(given: Object, schema: Schema) -> Object:
    """The values that the schema names; `FormatError` names the key that is wrong."""
    return {
        key: _value(given, key, of)
        for key, of in schema.items()
        if key in given or not isinstance(of, Optional)
    }


def _value(given: Object, key: str, of: Check | Optional) -> Any:
    found = value(given, key)
    try:
        return (of.check if isinstance(of, Optional) else of)(found)
    except FormatError as error:
        raise FormatError(f'"{key}" is {error}') from None


def whole(least: int = 0, most: int = SEEDS - 1) -> Check:
    """A whole number within bounds; true is no number."""
    return Check(
        f"a whole number from {least} to {most}",
        lambda value: type(value) is int and least <= value <= most,
    )


def number(least: float, most: float, what: str = "a number") -> Check:
    """A finite number within bounds, as a float."""

    def is_right(value: Any) -> bool:
        return type(value) in (int, float) and least <= value <= most and isfinite(value)

    return Check(f"{what} from {least:g} to {most:g}", is_right, float)


def text(longest: int = 1000) -> Check:
    """A text of at most so many characters, none of which steers a terminal."""

    def is_right(value: Any) -> bool:
        return isinstance(value, str) and len(value) <= longest and value.isprintable()

    return Check(f"a text of at most {longest} printable characters", is_right)


def one_of(*words: Any) -> Check:
    """One of some values, and of their type: 1 is not true."""
    known = ", ".join("true" if word is True else str(word) for word in words)

    def is_right(value: Any) -> bool:
        return any(type(value) is type(word) and value == word for word in words)

    return Check(f"{'one of ' * (len(words) > 1)}{known}", is_right)


flag: Final = Check("true or false", lambda value: isinstance(value, bool))


def list_of(check: Check, least: int = 0, most: int = 1 << 20) -> Check:
    """A list of values that are checked one by one."""
    bounds = Check(
        f"a list of {least} to {most}",
        lambda value: isinstance(value, list) and least <= len(value) <= most,
    )

    def convert(value: Any) -> list[Any]:
        return [_entry(check, place, entry) for place, entry in enumerate(bounds(value))]

    return Check(f"{bounds.expected}, each {check.expected}", convert=convert)


def _entry(check: Check, place: int, entry: Any) -> Any:
    try:
        return check(entry)
    except FormatError as error:
        raise FormatError(f"a list whose entry {place} is {error}") from None


def plain_values(most: int = 1000) -> Check:
    """An object of texts, numbers and truth values under names, such as parameters."""

    def convert(value: Any) -> Object:
        given = as_object(value)
        if len(given) > most:
            raise FormatError(f"an object of {len(given)} values, expected at most {most}")
        for key, entry in given.items():
            if entry is not None and not isinstance(entry, str | int | float):
                found = f"an object in which {show(key)} is {show(entry)}"
                raise FormatError(f"{found}, expected a plain value")
        return given

    return Check(f"an object of at most {most} texts, numbers and truth values", convert=convert)
