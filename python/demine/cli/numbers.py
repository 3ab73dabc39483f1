"""Option types for numbers: plain digits within bounds, and a clear error for anything else."""

from __future__ import annotations

import re
from typing import Final

import click

from demine.arguments import show
from demine.game import SEEDS

MOST: Final = (1 << 63) - 1
"""The largest count of anything."""

_WHOLE: Final = re.compile(r"[+-]?[0-9]{1,40}")
_NUMBER: Final = re.compile(
    r"[+-]?([0-9]{1,40}(\.[0-9]{0,40})?|\.[0-9]{1,40})([eE][+-]?[0-9]{1,4})?"
)


class Whole(click.ParamType[int]):
    """A whole number from `least` to `most`."""

    name = "integer"

    def __init__(self, least: int = 0, most: int = MOST) -> None:
        """Allow the numbers from `least` to `most`, both included."""
        self.least, self.most = least, most

    def convert(
        self, value: str | int, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        """The number, or a usage error."""
        number = int(value) if isinstance(value, int) or _WHOLE.fullmatch(value) else None
        if number is not None and self.least <= number <= self.most:
            return number
        return self.fail(
            f"{show(value)} given, expected a whole number from {self.least} to {self.most}",
            param,
            ctx,
        )


class Number(click.ParamType[float]):
    """A finite number above `least`, at most `most`."""

    name = "number"

    def __init__(self, least: float = 0.0, most: float = 1e9, what: str = "a number") -> None:
        """Allow the numbers above `least` up to `most`; messages call them `what`."""
        self.least, self.most, self.what = least, most, what

    def convert(
        self, value: str | float, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The number, or a usage error."""
        is_plain = isinstance(value, float | int) or _NUMBER.fullmatch(value)
        number = float(value) if is_plain else None
        if number is not None and self.least < number <= self.most:
            return number
        return self.fail(
            f"{show(value)} given, expected {self.what} above {self.least:g}, "
            f"at most {self.most:g}",
            param,
            ctx,
        )


SECONDS: Final = Number(what="seconds")
SEED: Final = Whole(0, SEEDS - 1)
WORKERS: Final = Whole(1, 4096)
SIDE: Final = Whole(1, 10**9)
"""A side of a board. The board itself checks whether it is too large."""
