"""Names of rules: the text that makes them, such as `capacity=2,liar`, and its word in a game's id.

A word has dots instead of commas, `_` instead of `-`, and no `=`: `capacity2.liar.at_least`. So it
fits into an id, whose parts are separated by `-`, and into the name of a file.
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Final

from demine.rules.values import (
    Values,
    at_least,
    at_most,
    difference,
    liar,
    modulo,
    parity,
    within,
)

if TYPE_CHECKING:
    from demine.rules.rules import Rules

_PART: Final = r"[A-Za-z][A-Za-z_]*?(?:_?[0-9]+)?"
WORD: Final = re.compile(rf"{_PART}(?:\.{_PART})*")
"""What the word of rules looks like."""

_ITEM: Final = re.compile(r"([A-Za-z][A-Za-z_]*?)(_?[0-9]+)?")
_PLAIN: Final[dict[Values, str]] = {
    liar: "liar",
    parity: "parity",
    at_least: "at-least",
    at_most: "at-most",
    difference: "difference",
}
_WITH_NUMBER: Final = (modulo, within)


def tidy(text: str) -> str:
    """A name without spaces and empty items."""
    items = ("".join(item.split()) for item in text.split(","))
    return ",".join(item for item in items if item)


def write_word(name: str) -> str:
    """The word of a name."""
    return name.replace("-", "_").replace("=", "").replace(",", ".")


def read_word(word: str) -> str:
    """The name of a word."""
    return ",".join(_read_item(item) for item in word.split("."))


def name_of(rules: Rules) -> str:
    """The name of rules that were given as keywords; empty if they have none."""
    if rules.weights or rules.sums or len(set(rules.capacity)) > 1:
        return ""
    items = [f"capacity={most}" for most in set(rules.capacity) if most != 1]
    if callable(rules.values):
        items.append(_name_of_values(rules.values))
    elif rules.values:
        return ""
    return ",".join(items) if all(items) else ""


def _read_item(item: str) -> str:
    parts = _ITEM.fullmatch(item)
    if parts is None:
        return item
    name, number = parts[1].replace("_", "-"), parts[2]
    return name if number is None else f"{name}={number.replace('_', '-')}"


def _name_of_values(values: Values) -> str:
    if isinstance(values, partial) and values.args and not values.keywords:
        made = ((make.__name__, make(values.args[0])) for make in _WITH_NUMBER)
        return next((f"{n}={values.args[0]}" for n, one in made if one.func is values.func), "")  # type: ignore[attr-defined]
    return _PLAIN.get(values, "")
