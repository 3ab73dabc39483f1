"""Mutations: texts and bytes that are nearly right, by their bytes and by their grammar."""

from __future__ import annotations

from random import Random

_NUMBERS = [
    "0", "-1", "1", "2", "8", "9", "255", "256", "65535", "65536", "4294967295", "4294967296",
    "18446744073709551615", "18446744073709551616", "9" * 30, "1" + "0" * 400, "1e300", "1e400",
    "-0", "0.5", "NaN", "Infinity", "true", "false", "null", '""', "[]", "{}", "١", "²", "",
]  # fmt: skip
_PIECES = [
    "\x00", "\x1b[2J", "\u2028", "\u0085", "\ufeff", "\n", "\r\n", " ", "\t", "-", "x", "?", "*",
    "□", "H", "F", "I", "O", "M", "S", "{", "}", "[", "]", '"', ":", ",", "p tw", "c ", "grid-",
    "graph-", "-safe-", "-torus", "-r9", "é", "\ud800", "0x", "1_0", "+1", "//", "&", "~", "(", ")",
]  # fmt: skip


def mutate(text: str, random: Random) -> str:
    """The text with some changes, most of them small."""
    for _ in range(random.choice([1, 1, 1, 2, 3, 8])):
        text = random.choice(_CHANGES)(text, random)
    return text[:20_000]


def spoil(data: bytes, random: Random) -> bytes:
    """The same for bytes."""
    changed = bytearray(data)
    for _ in range(random.choice([1, 1, 2, 5])):
        place = random.randint(0, len(changed))
        action = random.randrange(3)
        if action == 0 and place < len(changed):
            changed[place] = random.randrange(256)
        elif action == 1:
            changed[place:place] = random.randbytes(random.randint(1, 4))
        else:
            del changed[place : place + random.randint(1, 4)]
    return bytes(changed)


def _piece(text: str, random: Random) -> str:
    place = random.randint(0, len(text))
    return text[:place] + random.choice(_PIECES) + text[place + random.randint(0, 2) :]


def _number(text: str, random: Random) -> str:
    """Another number in the place of one."""
    digits = [place for place, letter in enumerate(text) if letter.isdigit()]
    if not digits:
        return text + random.choice(_NUMBERS)
    start = end = random.choice(digits)
    while end < len(text) and text[end].isdigit():
        end += 1
    return text[:start] + random.choice(_NUMBERS) + text[end:]


def _line(text: str, random: Random) -> str:
    """A line dropped, doubled or moved."""
    lines = text.split("\n")
    line = lines.pop(random.randrange(len(lines)))
    for _ in range(random.choice([0, 1, 2, 30])):
        lines.insert(random.randint(0, len(lines)), line)
    return "\n".join(lines)


def _cut(text: str, random: Random) -> str:
    start, end = sorted(random.randint(0, len(text)) for _ in range(2))
    return random.choice([text[:start], text[end:], text[:start] + text[end:]])


def _nest(text: str, random: Random) -> str:
    depth = random.choice([1, 2, 5, 5, 20, 20, 50, 50, 200, 5_000])
    opened, closed = random.choice([("[", "]"), ('{"a":', "}"), ("(", ")"), ("~", "")])
    return opened * depth + text + closed * depth


_CHANGES = [_piece, _piece, _piece, _number, _number, _number, _line, _cut, _nest]
