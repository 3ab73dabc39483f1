"""Videos as other programs write them, made byte by byte: small games on squares of 16 pixels.

What is written is what the readers of these formats look at; the rest is filled with zeros.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import cos, sin, sqrt
from typing import Final, NamedTuple

SIZE: Final = 16


class Event(NamedTuple):
    """A button (left or right) pressed or released over a cell, so many seconds after the start."""

    button: str
    is_press: bool
    row: int
    column: int
    at: float

    @property
    def x(self) -> int:
        return self.column * SIZE + 5

    @property
    def y(self) -> int:
        return self.row * SIZE + 5


class Recording(NamedTuple):
    """The sides of a board, its mines as (row, column), and what the mouse did."""

    rows: int
    columns: int
    mines: Sequence[tuple[int, int]]
    events: Sequence[Event]


def clicks(*cells: tuple[str, int, int]) -> list[Event]:
    """Each cell pressed and released, half a second later than the one before."""
    return [
        Event(button, is_press, row, column, 0.5 * turn)
        for turn, (button, row, column) in enumerate(cells)
        for is_press in (True, False)
    ]


def avf(recording: Recording) -> bytes:
    """Arbiter: mines from 1 on, a sum whose digits are skipped, eight bytes a move."""
    rows, columns, mines, events = recording
    kinds = {("l", True): 3, ("l", False): 5, ("r", True): 9, ("r", False): 17}
    head = bytes([34, 0, 0, 0, 0, 6, columns - 1, rows - 1]) + len(mines).to_bytes(2, "big")
    head += bytes(place + 1 for mine in mines for place in mine)
    head += bytes(len(str(_checksum(recording))) + 4) + bytes([41, 127, 0])
    head += f"[3|W{columns}H{rows}M{len(mines)}|".encode()
    head += b"16.11.2026.12:00:00:0000|16.12:00:09:0000|B1T9.00]"
    for event in events:
        whole, rest = divmod(round(event.at * 100), 100)
        kind = kinds[event.button, event.is_press]
        head += bytes([kind, event.x >> 8, whole + 1, event.x & 255, rest, event.y >> 8, 0])
        head += bytes([event.y & 255])
    return head + bytes(8) + b"Skin: none\rnobody\r"


def _checksum(recording: Recording) -> int:
    """The sum that Arbiter writes after the mines: 10 for a mine, else its number and one."""
    rows, columns, mines, _ = recording
    total = 0
    for y in range(rows):
        for x in range(columns):
            around = sum(max(abs(y - v), abs(x - u)) == 1 for v, u in mines)
            total += (10 if (y, x) in mines else around + 1) * (x + x * y)
    return total


def rmv(recording: Recording) -> bytes:
    """Viennasweeper, second version: the first press of all is left out."""
    rows, columns, mines, events = recording
    kinds = {("l", True): 2, ("l", False): 3, ("r", True): 4, ("r", False): 5}
    head = b"*rmv" + bytes([0, 2, 1, 1]) + bytes(4 + 2 + 4 + 2) + bytes([0, 7]) + bytes(2 + 6)
    head += bytes(2 + 4) + bytes([columns, rows]) + len(mines).to_bytes(2, "big")
    head += bytes(place for row, column in mines for place in (column, row))
    head += bytes([0, 0, 0, 3, 1, 0, SIZE]) + bytes(2)
    for event in events[1:]:
        head += bytes([kinds[event.button, event.is_press]])
        head += round(1000 * event.at).to_bytes(3, "big") + bytes(1)
        head += event.x.to_bytes(2, "big") + event.y.to_bytes(2, "big")
    return head + bytes([16])


def mvf(recording: Recording) -> bytes:
    """Clone 0.97: forty bits a move, in an order that depends on two bytes of the file."""
    rows, columns, mines, events = recording
    head = bytes([0x11, 0x4D]) + bytes(25) + b"5" + bytes(46)
    head += bytes([11, 16]) + (2026).to_bytes(2, "big") + bytes([12, 0, 0, 4, 1]) + bytes(3)
    head += bytes([0, 1, 0, 1]) + bytes(6 + 1)
    head += bytes([columns, rows]) + len(mines).to_bytes(2, "big")
    head += bytes(place + 1 for row, column in mines for place in (column, row))
    key = 777
    head += bytes([0]) + key.to_bytes(2, "big") + len(events).to_bytes(3, "big")
    order = _bits_of_clone(key)
    held = {"l": False, "r": False}
    for event in events:
        held[event.button] = event.is_press
        whole, rest = divmod(round(event.at * 100), 100)
        value = held["r"] | held["l"] << 2 | event.y << 3 | event.x << 12 | rest << 21 | whole << 28
        packed = sum(1 << order[i] for i in range(38) if value >> i & 1)
        head += packed.to_bytes(5, "little")
    return head


def _bits_of_clone(key: int) -> list[int]:
    """Which of the forty bits holds the i-th: by the digits of five roots of the key, sorted."""
    a, b = sqrt(key), sqrt(key + 1000)
    c = sqrt(a + 1000)
    numbers = [cos(c + 1000), sin(sqrt(b)), cos(c), sin(sqrt(a) + 1000), cos(sqrt(b + 1000))]
    digits = "".join(f"{round(abs(number) * 10**8):08}" for number in numbers)
    return sorted(range(40), key=lambda i: digits[i])


WRITERS: Final[dict[str, Callable[[Recording], bytes]]] = {"avf": avf, "rmv": rmv, "mvf": mvf}
