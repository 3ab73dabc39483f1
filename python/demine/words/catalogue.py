"""A catalogue: the messages of one language as data, and how a message becomes a text.

A message is a text with places in braces. A place names an argument and how to write it:

    {x}           the value itself           {x:cell}        the address of a cell
    {x:percent}   a share in percent         {x:@key}        another message, chosen by the value
    {x:and HOW}   a list: a, b and c         {x:or HOW}      a list: a, b or c
    {x:between HOW}   a list: a, b, c        {^x}            with a capital letter

A message may have variants. A value chooses the first that exists: `key.=2` for exactly that number
(or that many things in a list), `key.one` for its plural form, `key.true`, `key.null` or `key.word`
for other values, at last `key`. A variant of a number may use {n}. An object chooses by its `kind`,
and the message sees its entries. `static/words.js` does the same for the pages; tests compare them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from demine.wording import capital

FOLDER: Final = Path(__file__).parent / "messages"
"""The folder of the catalogues, one file per language."""

_PLACE: Final = re.compile(r"\{(\^?)(\w+)(?::([^{}]*))?\}")
_RELATION: Final = re.compile(r"n(?: % (\d+))? (!?=) ([\d., ]+)")

Name = Callable[[int], str]
Arguments = Mapping[str, Any]


class Catalogue:
    """The messages of a language by their keys."""

    def __init__(self, messages: Mapping[str, str]) -> None:
        """A catalogue of these messages."""
        self.messages = messages
        found = ((key.removeprefix("plural."), rule) for key, rule in messages.items())
        self._forms = {form: rule for form, rule in found if f"plural.{form}" in messages}

    def text(self, key: str, arguments: Arguments | None = None, name: Name = str) -> str:
        """The message with its places filled in; `name` tells the address of a cell."""
        return self._fill(self.messages.get(key, key), arguments or {}, name)

    def form(self, n: int) -> str:
        """The plural form of a number of things: a word such as `one`, or `other`."""
        found = (form for form, rule in self._forms.items() if _agrees(n, rule))
        return next(found, "other")

    def _fill(self, message: str, arguments: Arguments, name: Name) -> str:
        def place(found: re.Match[str]) -> str:
            big, argument, how = found.groups()
            text = self._write(arguments.get(argument, ""), how or "", arguments, name)
            return capital(text) if big else text

        return _PLACE.sub(place, message)

    def _write(self, value: Any, how: str, arguments: Arguments, name: Name) -> str:
        first, _, rest = how.partition(" ")
        if first in ("and", "or", "between"):
            return self._join([self._write(one, rest, arguments, name) for one in value], first)
        if first.startswith("@"):
            return self._choose(first[1:], value, arguments, name)
        if first == "cell":
            return name(value)
        return self.percent(value) if first == "percent" else str(value)

    def _choose(self, key: str, value: Any, arguments: Arguments, name: Name) -> str:
        chosen = next(f"{key}{end}" for end in self._ends(value) if self._has(key, end))
        inner = value if isinstance(value, Mapping) else {"n": _count(value)}
        return self.text(chosen, {**arguments, **inner}, name)

    def _has(self, key: str, end: str) -> bool:
        return end == "" or f"{key}{end}" in self.messages

    def _ends(self, value: Any) -> Iterator[str]:
        """What a key may end in for this value, the most special first."""
        n = _count(value)
        if value is None or isinstance(value, bool):
            yield {None: ".null", True: ".true", False: ".false"}[value]
        elif isinstance(value, Mapping):
            yield f".{value.get('kind')}"
        elif isinstance(n, int):
            yield from (f".={n}", f".{self.form(n)}")
        else:
            yield f".{value}"
        yield ""

    def _join(self, texts: Sequence[str], word: str) -> str:
        """Texts in a row: a, b and c."""
        if len(texts) < 2:
            return "".join(texts)
        between, last = self.messages["list.between"], self.messages[f"list.{word}"]
        return f"{between.join(texts[:-1])}{last}{texts[-1]}"

    def percent(self, share: float, digits: int = 1) -> str:
        """A share in percent, as this language writes it: `7.6 %`."""
        number = f"{float(share):.{digits}%}".removesuffix("%")
        return self.text("percent", {"n": number.replace(".", self.messages["decimal"])})


@cache
def catalogue(language: str) -> Catalogue:
    """The catalogue of a language, read once."""
    return Catalogue(json.loads((FOLDER / f"{language}.json").read_text(encoding="utf-8")))


def _count(value: Any) -> Any:
    """How many things a list holds; any other value as it is."""
    return len(value) if isinstance(value, list | tuple) else value


def _agrees(n: int, rule: str) -> bool:
    """Whether a number agrees with a rule such as `n % 10 = 2..4 and n % 100 != 12..14`."""
    return any(
        all(_relates(n, relation) for relation in part.split(" and "))
        for part in rule.split(" or ")
    )


def _relates(n: int, relation: str) -> bool:
    found = _RELATION.fullmatch(relation)
    assert found is not None, f"{relation!r}: expected a relation such as n % 10 = 2..4"
    rest = n % int(found[1]) if found[1] else n
    ranges = (part.strip().partition("..") for part in found[3].split(","))
    is_in = any(int(first) <= rest <= int(last or first) for first, _, last in ranges)
    return is_in == (found[2] == "=")
