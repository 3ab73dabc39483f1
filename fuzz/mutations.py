"""Mutations: texts and bytes that are nearly right, by their bytes and by their grammar.

Millions are made, so chance is drawn as one float at a time: `random.choice` would take longer than
most parsers do.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

Roll = Callable[[], float]
"""Uniform over [0, 1)."""

_NUMBERS = [
    "0", "-1", "1", "2", "8", "9", "4294967295", "4294967296", "18446744073709551615",
    "18446744073709551616", "9" * 30, "1" + "0" * 400, "1e300", "1e400", "-0", "0.5", "NaN",
    "Infinity", "true", "false", "null", '""', "[]", "{}", "١", "²", "",
]  # fmt: skip
# Sides of boards that are made, and take their time: rare, so that there is time for others.
_SIDES = ["99", "255", "256", "2049", "65535", "65536"]
_PIECES = [
    "\x00", "\x1b[2J", "\u2028", "\u0085", "\ufeff", "\n", "\r\n", " ", "\t", "-", "x", "?", "*",
    "□", "H", "F", "I", "O", "M", "S", "{", "}", "[", "]", '"', ":", ",", "p tw", "c ", "grid-",
    "graph-", "-safe-", "-torus", "-r9", "é", "\ud800", "0x", "1_0", "+1", "//", "&", "~", "(", ")",
]  # fmt: skip
_BRACKETS = [("[", "]"), ('{"a":', "}"), ("(", ")"), ("~", "")]
_DEPTHS = [1, 2, 5, 5, 20, 20, 50, 50, 200, 200]
_DEEPEST = 5_000
_DIGITS = re.compile(r"\d+")
_TIMES = (1, 1, 1, 2, 3, 8)
_LONGEST = 20_000


def mutate(text: str, random: Random) -> str:
    """The text with some changes, most of them small."""
    roll = random.random
    for _ in range(_TIMES[int(roll() * 6)]):
        text = _CHANGES[int(roll() * len(_CHANGES))](text, roll)
    return text[:_LONGEST]


def spoil(data: bytes, random: Random) -> bytes:
    """The same for bytes."""
    roll = random.random
    for _ in range((1, 1, 2, 5)[int(roll() * 4)]):
        place, action = int(roll() * (len(data) + 1)), int(roll() * 3)
        some = int(roll() * 4) + 1
        if action == 0:
            data = data[:place] + bytes((int(roll() * 256),)) + data[place + 1 :]
        elif action == 1:
            data = data[:place] + random.randbytes(some) + data[place:]
        else:
            data = data[:place] + data[place + some :]
    return data


def _piece(text: str, roll: Roll) -> str:
    place = int(roll() * (len(text) + 1))
    piece = _PIECES[int(roll() * len(_PIECES))]
    return text[:place] + piece + text[place + int(roll() * 3) :]


def _number(text: str, roll: Roll) -> str:
    """Replace a number, or its last digits, by another."""
    found = _DIGITS.search(text, int(roll() * len(text))) or _DIGITS.search(text)
    numbers = _SIDES if roll() < 0.005 else _NUMBERS
    number = numbers[int(roll() * len(numbers))]
    return text + number if found is None else text[: found.start()] + number + text[found.end() :]


def _line(text: str, roll: Roll) -> str:
    """A line dropped, doubled or moved."""
    lines = text.split("\n")
    line = lines.pop(int(roll() * len(lines)))
    for _ in range((0, 1, 2, 30)[int(roll() * 4)]):
        lines.insert(int(roll() * (len(lines) + 1)), line)
    return "\n".join(lines)


def _cut(text: str, roll: Roll) -> str:
    start, end = sorted((int(roll() * (len(text) + 1)), int(roll() * (len(text) + 1))))
    kept = int(roll() * 3)
    return text[:start] if kept == 0 else text[end:] if kept == 1 else text[:start] + text[end:]


def _nest(text: str, roll: Roll) -> str:
    depth = _DEEPEST if roll() < 0.01 else _DEPTHS[int(roll() * len(_DEPTHS))]
    opened, closed = _BRACKETS[int(roll() * len(_BRACKETS))]
    return opened * depth + text + closed * depth


_CHANGES = [
    _piece,
    _piece,
    _piece,
    _piece,
    _number,
    _number,
    _number,
    _number,
    _line,
    _cut,
    _nest,
]
