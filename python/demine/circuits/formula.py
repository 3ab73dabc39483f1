"""Boolean formulas: a tree of operators over variables, read from text or from a DIMACS CNF.

    ~ (or !)   not            -> (or =>)    implies, from the right
    &  and                    <-> (or <=>)  equivalent
    ^  exclusive or           0, 1          false, true
    |  or                     ( )

The tightest operator is not, followed by and, exclusive or, or, implies, equivalent. The words
`not`, `and`, `xor`, `or`, `true` and `false` can be used as well. The parser folds constants and
makes one node of a run of one operator. So a tree is one constant, or it has only variables, NOT,
AND, OR and XOR.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from demine.errors import FormatError

Junction = Literal["and", "or", "xor"]
Operator = Literal["variable", "constant", "not"] | Junction

MOST_LEAVES: Final = 10_000
"""Limit for the variables and constants of a formula, counted as often as they are written. The
board of a larger formula would have millions of cells."""

_TOKEN: Final = re.compile(
    r"\s*(?:(?P<name>[A-Za-z_][\w.\[\]]*'*)|(?P<sign><->|<=>|->|=>|&&?|\|\|?|[~!^()01]))"
)
_WORDS: Final = {"not": "~", "and": "&", "or": "|", "xor": "^", "true": "1", "false": "0"}
_SYNONYMS: Final = {"!": "~", "&&": "&", "||": "|", "=>": "->", "<=>": "<->"}
_BINDING: Final = {"<->": 1, "->": 2, "|": 3, "^": 4, "&": 5, "~": 6}
_OPERATORS: Final[dict[str, Junction]] = {"&": "and", "|": "or", "^": "xor"}
SIGNS: Final[dict[str, str]] = {operator: sign for sign, operator in _OPERATORS.items()}


@dataclass(frozen=True, eq=False, repr=False)
class Formula:
    """A node of the tree: an operator with its operands, or a variable with its name."""

    operator: Operator
    parts: tuple[Formula, ...] = ()
    name: str = ""

    def __str__(self) -> str:
        """The formula as text that `parse` reads."""
        texts: list[str] = []
        for node in self.nodes():
            first = len(texts) - len(node.parts)
            texts[first:] = [_write(node, texts[first:])]
        return texts[0]

    def nodes(self) -> Iterator[Formula]:
        """Every node from left to right, operands before their operator."""
        stack = [(self, False)]
        while stack:
            node, opened = stack.pop()
            if opened or not node.parts:
                yield node
            else:
                stack.append((node, True))
                stack += [(part, False) for part in reversed(node.parts)]

    def leaves(self) -> Iterator[str]:
        """The variables from left to right, as often as they occur."""
        return (node.name for node in self.nodes() if node.operator == "variable")

    def evaluate(self, values: Mapping[str, bool]) -> bool:
        """Whether the formula is true under these values."""
        done: list[bool] = []
        for node in self.nodes():
            first = len(done) - len(node.parts)
            done[first:] = [_apply(node, done[first:], values)]
        return done[0]


def variable(name: str) -> Formula:
    """The variable of this name."""
    return Formula("variable", name=name)


def constant(value: bool) -> Formula:
    """True or false."""
    return Formula("constant", name=str(int(value)))


def negation(part: Formula) -> Formula:
    """NOT; two of them cancel."""
    if part.operator == "not":
        return part.parts[0]
    if part.operator == "constant":
        return constant(part.name == "0")
    return Formula("not", (part,))


def join(operator: Junction, left: Formula, right: Formula) -> Formula:
    """AND, OR or XOR of two formulas, constants folded."""
    for one, other in ((left, right), (right, left)):
        if one.operator == "constant":
            return _fold(operator, one.name == "1", other)
    return Formula(operator, (*_run(operator, left), *_run(operator, right)))


def parse(text: str) -> tuple[Formula, tuple[str, ...]]:
    """The formula of a text, and its variables in the order of their appearance.

    The variables include those that were folded away. `FormatError` names the wrong character.
    """
    reader = _Reader()
    place, end = 0, len(text.rstrip())
    while place < end:
        match = _TOKEN.match(text, place)
        if match is None:
            unknown = end - len(text[place:end].lstrip())
            raise _wrong(unknown, f"{text[unknown]!r} is no part of a formula")
        start = match.start(match.lastgroup or 0)
        word = match[0].strip()
        sign = _WORDS.get(word.lower(), _SYNONYMS.get(word, word))
        if match["name"] is not None and sign == word:
            reader.operand(variable(word), start)
        else:
            reader.sign(sign, start)
        place = match.end()
    return reader.finish(len(text)), tuple(reader.named)


class _Reader:
    """Two stacks, of operators and of operands (Dijkstra), so nesting needs no recursion."""

    def __init__(self) -> None:
        self.operators: list[tuple[str, int]] = []
        self.operands: list[Formula] = []
        self.named: dict[str, None] = {}
        self.leaves = 0
        self.wants_operand = True

    def operand(self, formula: Formula, place: int) -> None:
        if not self.wants_operand:
            raise _wrong(place, f"{formula} follows an operand: expected an operator")
        if formula.operator == "variable":
            self.named[formula.name] = None
        self.operands.append(formula)
        self.wants_operand = False
        # Not the length of the stack: a run of one operator is joined while it is read.
        self.leaves += 1
        if self.leaves > MOST_LEAVES:
            raise _wrong(place, f"the formula has more than {MOST_LEAVES} leaves")

    def sign(self, sign: str, place: int) -> None:
        if sign in ("0", "1"):
            self.operand(constant(sign == "1"), place)
        elif sign in ("~", "("):
            self._prefix(sign, place)
        elif self.wants_operand:
            raise _wrong(place, f"{sign!r}: expected a variable, ~ or (")
        elif sign == ")":
            self._close(place)
        else:
            self._infix(sign, place)

    def _prefix(self, sign: str, place: int) -> None:
        if not self.wants_operand:
            raise _wrong(place, f"{sign!r} follows an operand: expected an operator")
        self.operators.append((sign, place))

    def _infix(self, sign: str, place: int) -> None:
        # Implications associate to the right, so one before another has to wait.
        least = _BINDING[sign] + (sign == "->")
        self._reduce(least)
        self.operators.append((sign, place))
        self.wants_operand = True

    def _close(self, place: int) -> None:
        self._reduce(0)
        if not self.operators:
            raise _wrong(place, "')' without its '('")
        self.operators.pop()

    def finish(self, end: int) -> Formula:
        if self.wants_operand:
            raise _wrong(end, "the formula ends: expected a variable, ~ or (")
        self._reduce(0)
        if self.operators:
            raise _wrong(self.operators[-1][1], "'(' without its ')'")
        return self.operands.pop()

    def _reduce(self, least: int) -> None:
        """Apply the operators that bind at least so tightly, down to the last open bracket."""
        while self.operators and self.operators[-1][0] != "(":
            sign = self.operators[-1][0]
            if _BINDING[sign] < least:
                return
            self.operators.pop()
            right = self.operands.pop()
            if sign == "~":
                self.operands.append(negation(right))
            else:
                self.operands.append(_join(sign, self.operands.pop(), right))


def _join(sign: str, left: Formula, right: Formula) -> Formula:
    if sign == "->":
        return join("or", negation(left), right)
    if sign == "<->":
        return negation(join("xor", left, right))
    return join(_OPERATORS[sign], left, right)


def _fold(operator: str, value: bool, other: Formula) -> Formula:
    if operator == "xor":
        return negation(other) if value else other
    absorbs = value == (operator == "or")
    return constant(value) if absorbs else other


def _run(operator: str, part: Formula) -> tuple[Formula, ...]:
    return part.parts if part.operator == operator else (part,)


def _apply(node: Formula, arguments: list[bool], values: Mapping[str, bool]) -> bool:
    match node.operator:
        case "variable":
            return values[node.name]
        case "constant":
            return node.name == "1"
        case "not":
            return not arguments[0]
        case "and":
            return all(arguments)
        case "or":
            return any(arguments)
        case _:
            return sum(arguments) % 2 == 1


def _write(node: Formula, texts: list[str]) -> str:
    if not node.parts:
        return node.name
    # Only variables and negations need no brackets: different operators are never mixed.
    inner = [
        text if part.operator in ("variable", "not") else f"({text})"
        for part, text in zip(node.parts, texts, strict=True)
    ]
    return f"~{inner[0]}" if node.operator == "not" else f" {SIGNS[node.operator]} ".join(inner)


def _wrong(place: int, what: str) -> FormatError:
    return FormatError(f"formula, character {place + 1}: {what}")
