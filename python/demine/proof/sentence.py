"""A sentence of a proof as data: a rule with its arguments, and the cells that it refers to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import Any

from demine.board import Board, address
from demine.words import catalogue, language


@dataclass(frozen=True)
class Sentence:
    """A sentence of a proof, and the cells that it refers to.

    The `rule` and its `arguments` say what it states, in no language; `sentence` says it in words.
    `numbers` are the opened cells whose numbers it uses, `cells` the covered cells that it speaks
    of, and `mined` what it says of them: that they are mined, that they are free, or nothing.
    Lines inside a case have a `depth`.
    """

    board: Board = field(repr=False)
    rule: str
    arguments: dict[str, Any] = field(default_factory=dict, hash=False)
    numbers: tuple[int, ...] = ()
    cells: tuple[int, ...] = ()
    mined: bool | None = None
    depth: int = 0

    @property
    def sentence(self) -> str:
        """The sentence in the language of `demine.language`."""
        return self.in_language(language())

    def in_language(self, code: str) -> str:
        """The sentence in the language of this code, such as `de`."""
        name = partial(address, self.board)
        return catalogue(code).text(f"step.{self.rule}", self.arguments, name)

    def to_dict(self) -> dict[str, Any]:
        """The sentence as an object of JSON: what it states, and in words."""
        return {
            "rule": self.rule,
            "arguments": self.arguments,
            "sentence": self.sentence,
            "numbers": list(self.numbers),
            "cells": list(self.cells),
            "mined": self.mined,
            "depth": self.depth,
        }

    def __str__(self) -> str:
        """The sentence, indented as deep as its case."""
        return "  " * self.depth + self.sentence


def text_of(sentences: Iterable[Sentence]) -> str:
    """Sentences as a text, one per line."""
    return "\n".join(map(str, sentences))


def chance(
    value: Fraction, exact: bool, interval: tuple[float, float] | None = None
) -> dict[str, Any]:
    """A chance as an argument: as a float, and as a fraction unless it is an estimate.

    An estimate may have an interval.
    """
    if exact:
        return {"kind": "exact", "float": float(value), "fraction": str(value)}
    if interval is None:
        return {"kind": "estimated", "float": float(value), "fraction": None}
    low, high = interval
    return {"kind": "between", "float": float(value), "fraction": None, "low": low, "high": high}


def number_at(cell: int, label: int, known: int = 0) -> dict[str, Any]:
    """The number of an opened cell as an argument, with the known mines next to it."""
    return {"kind": "number", "cell": cell, "label": label, "known": known}
