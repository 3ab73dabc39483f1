"""Cells as users type them; `demine solve --about` and `--given`: questions and suppositions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any, Final, TypeVar, Unpack

import click

from demine.arguments import show
from demine.board import Board, cell_at
from demine.errors import FormatError
from demine.files import write_decimal
from demine.labels import COVERED, FREE, MINED, Label
from demine.meter import Budget
from demine.position import Analysis, Position
from demine.wording import percent

Command = TypeVar("Command", bound=Callable[..., Any])

_COORDINATES: Final = re.compile(r"[0-9]{1,9}(,[0-9]{1,9})*")
_WORDS: Final[dict[str, Label]] = {"mined": MINED, "free": FREE}


def find_cell(board: Board, typed: str) -> int:
    """The cell of an address (`c4`), a number (`12`) or coordinates (`1,3`)."""
    if _COORDINATES.fullmatch(typed) is None or typed in (board.words or ()):
        return cell_at(board, typed)
    numbers = tuple(map(int, typed.split(",")))
    try:
        return board.index(numbers if len(numbers) > 1 else numbers[0])
    except IndexError as error:
        raise FormatError(str(error)) from None


def about_and_given(command: Command) -> Command:
    """The options of a command that answers questions about cells."""
    about = click.option(
        "--about",
        multiple=True,
        metavar="CELL",
        help="Also tell what CELL will show, how many bits that tells, and for each two such "
        "cells the chance that both are mined.",
    )
    given = click.option(
        "--given",
        multiple=True,
        metavar="CELL=WHAT",
        help="Suppose that CELL is `mined`, is `free`, or shows a number.",
    )
    return about(given(command))


def suppose(position: Position, given: Sequence[str]) -> Position:
    """The position with what is given of covered cells."""
    labels: dict[int, Label] = {}
    for said in given:
        name, _, what = said.rpartition("=")
        if not name or not (what in _WORDS or what.isdecimal()):
            expected = "expected CELL=mined, CELL=free or CELL=NUMBER"
            raise click.UsageError(f"--given {show(said)}: {expected}")
        cell = find_cell(position.board, name)
        if position.labels[cell] != COVERED or cell in labels:
            raise click.UsageError(f"--given {show(said)}: expected a covered cell, given once")
        labels[cell] = _WORDS[what] if what in _WORDS else int(what)
    return position.with_labels(labels) if labels else position


class Asked:
    """The answers about some cells."""

    def __init__(self, analysis: Analysis, names: Sequence[str], **budget: Unpack[Budget]) -> None:
        """Compute all answers."""
        cells = list(dict.fromkeys(find_cell(analysis.position.board, name) for name in names))
        self.shows = {cell: analysis.shows(cell, **budget) for cell in cells}
        self.bits = {cell: analysis.information(cell, **budget) for cell in cells}
        self.joint = {pair: analysis.joint(*pair, **budget) for pair in combinations(cells, 2)}

    def record(self) -> dict[str, Any]:
        """The answers for JSON; nothing if no cell was asked for."""
        if not self.shows:
            return {}
        about = [
            {
                "cell": cell,
                "shows": {str(what): _fraction(p) for what, p in shown.items()},
                "information": self.bits[cell],
            }
            for cell, shown in self.shows.items()
        ]
        joint = [{"cells": list(pair), "mined": _fraction(p)} for pair, p in self.joint.items()]
        return {"about": about, "joint": joint}

    def lines(self, name: Callable[[int], str]) -> Iterator[str]:
        """The answers as text."""
        for cell, shown in self.shows.items():
            told = (f"{_outcome(what)} {percent(p)} ({p})" for what, p in shown.items())
            bits = f"{self.bits[cell]:.3f} bits"
            yield f"{name(cell)}: {', '.join(told)}; opening it tells {bits}"
        for (one, other), p in self.joint.items():
            yield f"{name(one)} and {name(other)} are both mined: {percent(p)} ({p})"


def _outcome(what: object) -> str:
    return "a mine" if what == MINED else str(what)


def _fraction(p: Any) -> str:
    return f"{write_decimal(p.numerator)}/{write_decimal(p.denominator)}"
