"""The `opb` format: linear constraints over 0 and 1, for pseudo-Boolean solvers and counters.

Writing gives equations with coefficients of 1. Reading takes every linear constraint: `=`, `>=`,
`<=`, any whole coefficients, `~x`. `demine.formats.linear` rewrites each, and solutions become
legal assignments one to one. Products of variables and objectives are refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, cast

from demine.arguments import show
from demine.errors import FormatError
from demine.files import read_whole
from demine.formats import sums
from demine.formats.equations import Equation, Equations
from demine.formats.linear import Builder, Relation, Term
from demine.meter import Meter
from demine.position import Position

_MOST_VARIABLES: Final = 1_000_000

# All quantifiers are possessive: two that share spaces would try every way to part them.
# A space or a sign tells a term from the header of a `mine` file, 3x2x1.
_FIRST: Final = re.compile(r"\s*+(?:\*|min:|max:|(?:[+-]\s*+\d++\s*+|\d++\s++)~?x\d)")
_HEADER: Final = re.compile(r"#variable=\s*+(\d++)")
_TERM: Final = re.compile(r"([+-]?+\s*+\d++)\s*+\*?+\s*+(~?+)x(\d++)\s*+")
_TOTAL: Final = re.compile(r"\s*+[+-]?+\s*+\d++\s*+")


def is_opb(line: str) -> bool:
    """Whether a text with this first line is `opb`: a comment, an objective or a constraint."""
    return _FIRST.match(line) is not None


def parse(text: str) -> Position:
    """The position whose legal assignments are the solutions; `FormatError` names the line."""
    constraints = []
    for number, words in _constraints(text):
        terms, relation, total = _constraint(number, words)
        constraints.append((number, terms, relation, total))
    used = max((term.variable for _, terms, *_ in constraints for term in terms), default=0)
    builder = Builder(max(used, _count_declared(text)))
    for number, terms, relation, total in constraints:
        try:
            builder.constrain(terms, relation, total)
        except FormatError as error:
            raise FormatError(f"line {number}: {error}") from None
    return builder.position()


def _count_declared(text: str) -> int:
    """The variables that the first line declares: some may be in no constraint."""
    header = _HEADER.search(text.partition("\n")[0])
    if header is None:
        return 0
    declared = _whole(1, header[1])
    if declared > _MOST_VARIABLES:
        raise FormatError(f"line 1: {show(declared)} variables: expected at most {_MOST_VARIABLES}")
    return declared


def _constraints(text: str) -> Iterator[tuple[int, str]]:
    """The texts between semicolons, with their first lines; comments are left out."""
    words: list[str] = []
    first = 0
    for number, line in enumerate(text.splitlines(), 1):
        content = "" if line.lstrip().startswith("*") else line.strip()
        while content:
            part, end, content = content.partition(";")
            first = first or number
            words.append(part)
            if end:
                yield first, " ".join(words).strip()
                words, first = [], 0
    left = " ".join(words).strip()
    if left:
        raise FormatError(f"line {first}: {show(left)}: expected ';' at its end")


def _constraint(number: int, words: str) -> tuple[list[Term], Relation, int]:
    if words.startswith(("min:", "max:")):
        raise FormatError(f"line {number}: an objective: expected constraints alone")
    left, relation, total = _parts(words)
    if _TOTAL.fullmatch(total) is None:
        raise FormatError(f"line {number}: {show(words)}: expected '=', '>=' or '<=' and a number")
    terms, place = [], 0
    while place < len(left):
        match = _TERM.match(left, place)
        if match is None:
            raise FormatError(
                f"line {number}: {show(left[place:])}: expected a term like '+1 x2' or '-3 ~x4'"
            )
        terms.append(_term(number, match))
        place = match.end()
    return terms, relation, _whole(number, total)


def _parts(words: str) -> tuple[str, Relation, str]:
    """A constraint, parted at its last relation; the total is empty if it has none."""
    left, equals, total = words.rpartition("=")
    relation = left[-1:] + equals
    if relation in (">=", "<="):
        return left[:-1].strip(), cast(Relation, relation), total
    return left.strip(), "=", total if equals else ""


def _term(number: int, match: re.Match[str]) -> Term:
    variable = _whole(number, match[3])
    if not 1 <= variable <= _MOST_VARIABLES:
        raise FormatError(f"line {number}: x{show(variable)}: expected x1 to x{_MOST_VARIABLES}")
    return Term(_whole(number, match[1]), variable, match[2] == "~")


def _whole(line: int, digits: str) -> int:
    """A number, perhaps with a sign and spaces after it."""
    try:
        return read_whole("".join(digits.split()))
    except FormatError as error:
        raise FormatError(f"line {line}: {error}") from None


def write(position: Position, meter: Meter) -> str:
    """One equation per number, and one for the number of mines if it is known.

    With rules, one constraint or two per sum; see `demine.formats.sums`.
    """
    if position.rules is not None:
        return sums.write(position, position.rules, meter)
    equations = Equations.of(position, meter)
    # An equation without variables says nothing, unless it is a contradiction.
    telling = (one for one in equations.equations if one.variables or not one.is_possible)
    written = [_write(equation) for equation in meter.each(telling)]
    lines = [
        f"* #variable= {equations.variables} #constraint= {len(written)}",
        "* one solution per legal assignment of a Minesweeper position; 1 is mined",
        *(f"* {line}" for line in equations.legend(position, meter)),
        *written,
    ]
    return "\n".join(lines) + "\n"


def _write(equation: Equation) -> str:
    if not equation.is_possible:
        return "+1 x1 = 2 ;"
    terms = " ".join(f"+1 x{variable}" for variable in equation.variables)
    return f"{terms} = {equation.total} ;"
