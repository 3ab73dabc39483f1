"""DIMACS CNF: clauses of whole numbers, v for a variable and -v for its negation.

A clause is a tuple of literals. The order of the clauses decides how far the wires of the variables
run, so the next clause is always one that leaves as few variables open as possible.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from heapq import heapify, heappop, heappush
from typing import Final, NamedTuple

from demine.arguments import show
from demine.circuits.formula import MOST_LEAVES, Formula, constant, join, negation, variable
from demine.errors import FormatError

Clause = tuple[int, ...]

_MARK: Final = "\ufeff"
"""The byte order mark, which some editors put at the start of a file."""

_HEADER: Final = re.compile(r"^[^\S\n]*+p\s", re.MULTILINE)
_COUNTS: Final = re.compile(r"p\s+cnf\s+([0-9]{1,9})\s+([0-9]{1,9})")


class Cnf(NamedTuple):
    """The number of variables (x1, x2, …), and the clauses."""

    variables: int
    clauses: tuple[Clause, ...]


def is_dimacs(text: str) -> bool:
    """Whether a text has the header line of DIMACS."""
    return _HEADER.search(text.removeprefix(_MARK)) is not None


def read(text: str) -> Cnf:
    """The clauses of a text; `FormatError` names the line that is wrong."""
    variables, expected = -1, 0
    literals: list[int] = []
    for number, line in _lines(text):
        if line.startswith("p"):
            if variables >= 0:
                raise FormatError(f"line {number}: a second header")
            variables, expected = _header(number, line)
        elif variables < 0:
            raise FormatError(f"line {number}: expected the header 'p cnf VARIABLES CLAUSES'")
        else:
            literals += [_literal(number, word, variables) for word in line.split()]
    clauses = tuple(_clauses(literals))
    if variables < 0:
        raise FormatError("expected the header 'p cnf VARIABLES CLAUSES'")
    if sum(map(len, clauses)) > MOST_LEAVES:
        raise FormatError(f"the clauses have more than {MOST_LEAVES} literals")
    if len(clauses) != expected:
        raise FormatError(f"the header announces {expected} clauses: found {len(clauses)}")
    return Cnf(variables, clauses)


def formulas(cnf: Cnf) -> list[Formula]:
    """A formula per clause, in an order that keeps few variables open at a time."""
    return [_disjunction(clause) for clause in _order(cnf.clauses)]


def names(cnf: Cnf) -> tuple[str, ...]:
    """The variables x1, x2, …"""
    return tuple(f"x{number}" for number in range(1, cnf.variables + 1))


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.removeprefix(_MARK).splitlines(), 1):
        words = line.strip()
        if words.startswith("%"):  # the end of a file of SATLIB
            return
        if words and not words.startswith("c"):
            yield number, words


def _header(number: int, line: str) -> tuple[int, int]:
    counts = _COUNTS.fullmatch(line)
    if counts is None:
        counts_of = "two numbers of at most nine digits"
        raise FormatError(f"line {number}: expected 'p cnf VARIABLES CLAUSES', {counts_of}")
    variables, clauses = map(int, counts.groups())
    if variables > MOST_LEAVES:
        raise FormatError(f"line {number}: {variables} variables: expected at most {MOST_LEAVES}")
    return variables, clauses


def _literal(number: int, word: str, variables: int) -> int:
    if not re.fullmatch(r"-?[0-9]{1,9}", word) or abs(int(word)) > variables:
        raise FormatError(
            f"line {number}: {show(word)}: expected a literal of variables 1 to {variables}, or 0"
        )
    return int(word)


def _clauses(literals: Iterable[int]) -> Iterator[Clause]:
    """The literals between zeros. Many files omit the zero after the last clause."""
    clause: list[int] = []
    for literal in literals:
        if literal == 0:
            yield tuple(clause)
            clause = []
        else:
            clause.append(literal)
    if clause:
        yield tuple(clause)


def _order(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """Greedily: next is the clause that adds the fewest variables to those in use.

    That number only ever falls while a clause waits. Each fall adds an entry to the queue, so the
    lowest entry of a waiting clause is the current one.
    """
    given = list(dict.fromkeys(clauses))
    waiting = {place: set(map(abs, clause)) for place, clause in enumerate(given)}
    users = _users(waiting)
    opened = {
        place: sum(len(users[number]) > 1 for number in numbers)
        for place, numbers in waiting.items()
    }
    queue = [(count, place) for place, count in opened.items()]
    heapify(queue)
    started: set[int] = set()
    while queue:
        _, place = heappop(queue)
        if place not in waiting:
            continue
        for other in _fallen(waiting.pop(place), place, users, started):
            opened[other] -= 1
            heappush(queue, (opened[other], other))
        yield given[place]


def _users(waiting: dict[int, set[int]]) -> dict[int, set[int]]:
    """The places of the clauses that use each variable."""
    users: dict[int, set[int]] = {}
    for place, numbers in waiting.items():
        for number in numbers:
            users.setdefault(number, set()).add(place)
    return users


def _fallen(
    numbers: set[int], place: int, users: dict[int, set[int]], started: set[int]
) -> Iterator[int]:
    """Remove a clause; yields each clause whose number falls, once for each step that it falls."""
    for number in numbers:
        users[number].remove(place)
        if number not in started:
            started.add(number)
            yield from users[number]
        if len(users[number]) == 1:
            yield from users[number]


def _disjunction(clause: Clause) -> Formula:
    formula = constant(False)
    for literal in sorted(set(clause), key=abs):
        name = variable(f"x{abs(literal)}")
        formula = join("or", formula, name if literal > 0 else negation(name))
    return formula
