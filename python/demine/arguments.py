"""Checks of arguments, and how messages show wrong ones."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Mapping
from types import UnionType
from typing import Any, Final

import numpy as np

_LONGEST: Final = 40
"""Characters of a value in a message."""


def whole(value: object) -> int:
    """The value as an int; `TypeError` unless it is a whole number (a bool is not a number)."""
    if isinstance(value, bool | np.bool_) or not hasattr(value, "__index__"):
        raise TypeError(f"{show(value)} is not a whole number")
    return operator.index(value)


def number_of(
    name: str,
    value: object,
    least: int,
    most: int | None = None,
    error: type[Exception] | None = None,
) -> int:
    """The whole number of an argument, within bounds; the error names the argument.

    It is a `TypeError` or `ValueError`, unless the caller gives another class.
    """
    try:
        number = whole(value)
    except TypeError:
        raise (error or TypeError)(f"{name} is {show(value)}: expected a whole number") from None
    if number < least or (most is not None and number > most):
        bounds = f"at least {least}" if most is None else f"{least} to {most}"
        raise (error or ValueError)(f"{name} is {show(value)}: expected {bounds}")
    return number


def printable(text: str) -> str:
    """The text with escape codes for unprintable characters, which could control a terminal."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def check(value: object, kind: type | UnionType, name: str) -> None:
    """`TypeError` with the value and the expected type, unless the value has that type."""
    if not isinstance(value, kind):
        expected = getattr(kind, "__name__", kind)
        raise TypeError(f"{name} is {show(value)}: expected a {expected}{_remedy(value, expected)}")


def _remedy(value: object, expected: object) -> str:
    """How to make a Board of the graph of another library."""
    is_graph = type(value).__module__.startswith("networkx.")
    return ", as demine.from_networkx makes" if is_graph and expected == "Board" else ""


def mapping(values: object, name: str) -> Mapping[Any, Any]:
    """The values as a mapping; `TypeError` unless they are one."""
    if not isinstance(values, Mapping):
        raise TypeError(f"{name} is {show(values)}: expected a mapping of cells")
    return values


def each(values: object, what: str) -> Iterator[Any]:
    """An iterator over the values; `TypeError` says what was expected instead."""
    try:
        return iter(values)  # type: ignore[call-overload, no-any-return]
    except TypeError:
        raise TypeError(f"{show(values)}: expected {what}") from None


def show(value: object) -> str:
    """The value as a message shows it: on one line, and short."""
    try:
        text = ascii(value) if isinstance(value, str) else repr(value)
    except ValueError:
        text = "a number of thousands of digits"  # which Python refuses to write
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]}…"
