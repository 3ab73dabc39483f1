"""Rules induced from examples (after Castillo and Wrobel 2003).

A constraint is a set of covered cells with the number of its mines. Every opened number is one, and
so is the whole board if its number of mines is known. A rule speaks of a covered cell X, a
constraint A that has X, and a constraint B that shares a cell with A, or is A itself. It is a list
of conditions; a and b are the mines of A and B.

`rules.txt` has three kinds of rules, written by benches/learners/induce.py. *mine* and *safe* mark
and open X. *guess* gives the risk of X: the first rule that fits counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from demine.labels import COVERED, MINED
from demine.position import Position
from demine.strategies import Guess

FILE: Final = Path(__file__).with_suffix(".txt")
_LARGEST_BOARD: Final = 100
"""With more covered cells, the whole board is compared with no other constraint."""

Kind = Literal["mine", "safe", "guess"]
Ints = NDArray[np.int64]


class Constraint(NamedTuple):
    """A set of covered cells, and the number of mines in it."""

    cells: frozenset[int]
    mines: int
    is_board: bool = False


@dataclass(frozen=True)
class Pairs:
    """Numbers about pairs of constraints, one row per pair."""

    a: Ints
    b: Ints
    both: Ints
    only_a: Ints
    only_b: Ints
    is_board_a: Ints
    is_board_b: Ints

    def share(self) -> Any:
        """The share of mines in A."""
        return self.a / (self.both + self.only_a)

    def other_share(self) -> Any:
        """The share of mines in B."""
        return self.b / (self.both + self.only_b)


Condition = Callable[[Pairs], Any]


def _at_most(n: int) -> Condition:
    return lambda pairs: pairs.share() <= 1 / n


def _above(n: int) -> Condition:
    return lambda pairs: pairs.share() > 1 / n


def _other_above(n: int) -> Condition:
    return lambda pairs: pairs.other_share() > 1 / n


CONDITIONS: Final[dict[str, Condition]] = {
    "a = 0": lambda p: p.a == 0,
    "a = |A|": lambda p: p.a == p.both + p.only_a,
    "a = 1": lambda p: p.a == 1,
    "b = 1": lambda p: p.b == 1,
    "a = b": lambda p: p.a == p.b,
    "a - b = |A-B|": lambda p: p.a - p.b == p.only_a,
    "b - a = |B-A|": lambda p: p.b - p.a == p.only_b,
    "A in B": lambda p: p.only_a == 0,
    "B in A": lambda p: p.only_b == 0,
    "|A-B| = 1": lambda p: p.only_a == 1,
    "|B-A| = 1": lambda p: p.only_b == 1,
    "|A&B| = 1": lambda p: p.both == 1,
    "A is the board": lambda p: p.is_board_a == 1,
    "A is a number": lambda p: p.is_board_a == 0,
    "B is the board": lambda p: p.is_board_b == 1,
    "B is a number": lambda p: p.is_board_b == 0,
    **{f"a/|A| <= 1/{n}": _at_most(n) for n in (8, 6, 5, 4, 3, 2)},
    **{f"a/|A| > 1/{n}": _above(n) for n in (4, 3, 2)},
    **{f"b/|B| > 1/{n}": _other_above(n) for n in (4, 3, 2)},
}
"""Conditions on A and B, by name."""
INSIDE: Final = ("X in B", "X not in B")
NAMES: Final = (*CONDITIONS, *INSIDE)
_BIT: Final = {name: 1 << i for i, name in enumerate(NAMES)}


class Rule(NamedTuple):
    """A rule: its kind, its conditions as bits of `NAMES`, and for a guess the risk."""

    kind: Kind
    conditions: int
    risk: float = 0.0

    def __str__(self) -> str:
        names = "; ".join(name for name in NAMES if self.conditions & _BIT[name])
        risk = f" {self.risk:.4f}" if self.kind == "guess" else ""
        return f"{self.kind}{risk}: {names or 'always'}"

    @classmethod
    def read(cls, line: str) -> Rule:
        """The rule in a line, as `str` writes it."""
        head, _, names = line.partition(": ")
        kind, _, risk = head.partition(" ")
        bits = sum(_BIT[name] for name in names.split("; ") if name != "always")
        return cls(kind, bits, float(risk or 0))  # type: ignore[arg-type]


class Facts(NamedTuple):
    """All choices of X, A and B: the cell X, and the conditions that are true as bits."""

    cells: Ints
    bits: Ints

    def covered(self, conditions: int) -> Ints:
        """The cells for which some A and B meet the conditions."""
        return np.unique(self.cells[(self.bits & conditions) == conditions])


def constraints(position: Position, marked: frozenset[int]) -> Iterator[Constraint]:
    """The constraints on the covered cells that are not marked."""
    position.check_classic("this strategy")
    labels, board = position.labels, position.board
    unknown = {v for v, label in enumerate(labels) if label == COVERED and v not in marked}
    for cell, label in enumerate(labels):
        if isinstance(label, int):
            near = board.neighbours(cell)
            cells = unknown.intersection(near)
            if cells:
                yield Constraint(frozenset(cells), label - _mines(near, labels, marked))
    if position.mines is not None and unknown:
        found = _mines(board.cells, labels, marked)
        yield Constraint(frozenset(unknown), position.mines - found, True)


def _mines(cells: Iterable[int], labels: Any, marked: frozenset[int]) -> int:
    return sum(v in marked or labels[v] == MINED for v in cells)


def look(position: Position, marked: frozenset[int] = frozenset()) -> Facts:
    """What the rules can see of a position."""
    known = list(constraints(position, marked))
    pairs = [(i, j) for i, partners in enumerate(_partners(known)) for j in partners]
    if not pairs:
        return Facts(np.empty(0, np.int64), np.empty(0, np.int64))
    bits = _bits([(known[i], known[j]) for i, j in pairs])
    cells = [np.fromiter(known[i].cells, np.int64) for i, _ in pairs]
    sizes = [len(one) for one in cells]
    inside = [v in known[j].cells for (_, j), own in zip(pairs, cells, strict=True) for v in own]
    is_in = np.where(inside, _BIT["X in B"], _BIT["X not in B"])
    return Facts(np.concatenate(cells), np.repeat(bits, sizes) | is_in)


def _partners(known: list[Constraint]) -> list[list[int]]:
    """For each constraint, those that share a cell with it, itself included."""
    holders: dict[int, list[int]] = {}
    compared = [i for i, one in enumerate(known) if not one.is_board or _is_small(one)]
    for i in compared:
        for cell in known[i].cells:
            holders.setdefault(cell, []).append(i)
    return [
        sorted({j for cell in one.cells for j in holders[cell]}) if i in set(compared) else [i]
        for i, one in enumerate(known)
    ]


def _is_small(board: Constraint) -> bool:
    return len(board.cells) <= _LARGEST_BOARD


def _bits(pairs: list[tuple[Constraint, Constraint]]) -> Ints:
    """The conditions that each pair meets."""
    both = np.array([len(a.cells & b.cells) for a, b in pairs])
    sizes = np.array([(len(a.cells), len(b.cells)) for a, b in pairs])
    mines = np.array([(a.mines, b.mines) for a, b in pairs])
    boards = np.array([(a.is_board, b.is_board) for a, b in pairs], dtype=np.int64)
    only_a, only_b = (sizes - both[:, None]).T
    facts = Pairs(mines[:, 0], mines[:, 1], both, only_a, only_b, boards[:, 0], boards[:, 1])
    bits = np.zeros(len(pairs), np.int64)
    for name, holds in CONDITIONS.items():
        bits |= np.where(holds(facts), _BIT[name], 0)
    return bits


def mark(position: Position, rules: Iterable[Rule]) -> tuple[frozenset[int], Facts]:
    """Apply the rules of mines until nothing changes: the marked cells, and what is then seen."""
    marking = [rule for rule in rules if rule.kind == "mine"]
    marked: frozenset[int] = frozenset()
    while True:
        facts = look(position, marked)
        new = {int(v) for rule in marking for v in facts.covered(rule.conditions)}
        if not new:
            return marked, facts
        marked |= new


def choose_by(rules: tuple[Rule, ...], position: Position) -> list[int]:
    """All cells that a rule calls safe, else the cell of the least risk, the first of several."""
    marked, facts = mark(position, rules)
    safe = {int(v) for rule in rules if rule.kind == "safe" for v in facts.covered(rule.conditions)}
    if safe:
        return sorted(safe)
    risks = risk(rules, facts)
    left = [v for v, label in enumerate(position.labels) if label == COVERED]
    unmarked = [v for v in left if v not in marked] or left
    return Guess(sorted(unmarked, key=lambda v: risks.get(v, 0.5))[:1])


def risk(rules: tuple[Rule, ...], facts: Facts) -> dict[int, float]:
    """The risk of each cell, by the first rule of guesses that fits."""
    risks: dict[int, float] = {}
    for rule in (rule for rule in rules if rule.kind == "guess"):
        for cell in facts.covered(rule.conditions):
            risks.setdefault(int(cell), rule.risk)
    return risks


def read(text: str) -> tuple[Rule, ...]:
    """The rules of a text; lines that begin with # are comments."""
    return tuple(Rule.read(line) for line in text.splitlines() if line and line[0] != "#")


@cache
def rules() -> tuple[Rule, ...]:
    """The rules of the file."""
    return read(FILE.read_text("utf-8"))


def choose(position: Position) -> list[int]:
    """The cells that the rules of the file open."""
    return choose_by(rules(), position)
