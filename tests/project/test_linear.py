"""Every reader takes time in proportion to its text, however hostile the text is.

A regular expression in which two quantifiers share letters can try every way to part them. We
find all patterns of the package, and match each as its module does. A slow match is repeated on a
text twice as long, in the same run: a linear one then takes twice as long, a quadratic one four
times. Only processor time counts.
"""

from __future__ import annotations

import inspect
import pkgutil
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from importlib import import_module
from itertools import pairwise, product
from time import process_time

import pytest

import demine
from demine.circuits import compile as compile_formula
from demine.density import density_of
from demine.errors import DemineError, MissingExtra
from demine.formats import board_of
from demine.game import Game, Replay
from demine.proof import Certificate

Call = Callable[[str], object]

LETTERS = 1 << 15
SLOW = 0.05
"""Seconds of the processor: no linear match of so many letters takes half of them."""

HEADS = [
    "",
    "=",
    ">= ",
    "+",
    "+1",
    "1",
    "1 x",
    "p",
    "p cnf 1",
    "b 1",
    "s td 1",
    "x",
    ".",
    "1.",
    "1x1x1",
    "c",
    "[",
    "{",
    "min:",
    "#variable=",
    "grid-",
    "graph-",
    "x-1-safe-m",
    "4n4:",
]
RUNS = [
    " ",
    "\n",
    "\t",
    "0",
    "1",
    "a",
    "x",
    "f",
    "=",
    "+",
    "-",
    ".",
    ",",
    ":",
    "[",
    "{",
    '"',
    "*",
    " 1",
    "\n1",
    "=1",
    "= ",
    "1,",
    "-1",
    "x1",
    "1.",
    "a-",
    "\np",
    "~",
    "(",
    "1 x1 ",
]
ENDS = ("", "\0", " !")


def modules() -> Iterator[str]:
    """All modules of the package but the one that runs, and those whose extra is not there."""
    for found in pkgutil.walk_packages(demine.__path__, "demine."):
        if not found.name.endswith("__main__"):
            with suppress(MissingExtra):
                import_module(found.name)
                yield found.name


def matches(module: str) -> Iterator[tuple[str, Call]]:
    """The matches that the module makes with its own patterns, by name."""
    loaded = import_module(module)
    if not str(loaded.__file__).endswith(".py"):
        return
    source = inspect.getsource(loaded)
    for name, pattern in vars(loaded).items():
        if isinstance(pattern, re.Pattern):
            used = re.findall(
                rf"\b{name}\.(search|match|fullmatch|findall|finditer|sub|split)\(", source
            )
            for method in sorted(set(used)):
                yield f"{module}.{name}.{method}", partial(match_all, pattern, method)


def match_all(pattern: re.Pattern[str] | re.Pattern[bytes], method: str, text: str) -> None:
    """Match once, or everywhere for the methods that go on."""
    given = text.encode() if isinstance(pattern.pattern, bytes) else text
    if method == "sub":
        pattern.sub(lambda match: match[0], given)  # type: ignore[arg-type]
    elif method == "finditer":
        list(pattern.finditer(given))  # type: ignore[arg-type]
    else:
        getattr(pattern, method)(given)


def seconds(call: Call, text: str) -> float:
    before = process_time()
    call(text)
    return process_time() - before


def texts(letters: int, ends: tuple[str, ...] = ENDS) -> list[str]:
    return [
        head + run * (letters // len(run)) + end for head, run, end in product(HEADS, RUNS, ends)
    ]


def growth(call: Call, short: str, long: str) -> float:
    """How many times as long the second text takes; the least of three tries."""
    return min(seconds(call, long) / seconds(call, short) for _ in range(3))


def check_pattern(call: Call, letters: int = LETTERS, slow: float = SLOW) -> None:
    for short, long in zip(texts(letters), texts(2 * letters), strict=True):
        if seconds(call, short) > slow:
            assert growth(call, short, long) < 3, f"{short[:20]!r}…{short[-5:]!r}"


MATCHES = dict(match for module in modules() for match in matches(module))


def test_the_patterns_are_found() -> None:
    assert len(MATCHES) > 25
    assert "demine.formats.opb._TERM.match" in MATCHES


def test_a_quadratic_pattern_is_found_out() -> None:
    quadratic = partial(match_all, re.compile(r"\s*,?\s*x"), "match")
    with pytest.raises(AssertionError):
        check_pattern(quadratic, letters=LETTERS // 4, slow=SLOW / 16)


@pytest.mark.parametrize("name", MATCHES)
def test_a_pattern_is_linear(name: str) -> None:
    check_pattern(MATCHES[name])


READERS: dict[str, Call] = {
    "loads": demine.loads,
    "density": lambda text: density_of(text, 4),
    "board": board_of,
    "game": Game.from_id,
    "replay": Replay.loads,
    "certificate": Certificate.loads,
    "formula": compile_formula,
}


def refuse(reader: Call, text: str) -> None:
    """Read a text that may be wrong."""
    with suppress(DemineError):
        reader(text)


@pytest.mark.parametrize("name", READERS)
def test_a_reader_is_linear_up_to_a_million_letters(name: str) -> None:
    """The slowest texts of 16 thousand letters grow to a million, four times as long each time."""
    read = partial(refuse, READERS[name])
    first = texts(1 << 14, ends=("",))
    slowest = sorted(range(len(first)), key=lambda place: -seconds(read, first[place]))[:3]
    lengths = [texts(1 << bits, ends=("",)) for bits in (16, 18, 20)]
    for place in slowest:
        for short, long in pairwise(texts_of_one[place] for texts_of_one in lengths):
            if seconds(read, long) > SLOW:
                assert growth(read, short, long) < 8, f"{short[:20]!r}, {len(long)} letters"
