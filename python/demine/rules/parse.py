"""Rules in a text, as people type them: `capacity=2,liar` or `Q,T`.

An item is a letter of `VARIANTS` or a name, some with a whole number: `NAMES` lists all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from demine.arguments import number_of, show
from demine.board import Board
from demine.rules.values import (
    Values,
    at_least,
    at_most,
    difference,
    liar,
    modulo,
    parity,
    within,
)
from demine.rules.variants import VARIANTS, Keywords, by_letters, merge, weigh
from demine.wording import capital, plural

_MOST: Final = 1000
_SINGLE: Final = frozenset("QDWP")
"""The letters whose sums tell mined cells apart only if each holds one mine."""


class _Name(NamedTuple):
    """What a name says, and how it becomes keywords.

    With a number, if `least` says the least that it may be.
    """

    says: str
    make: Callable[[Board, int], Keywords]
    least: int | None = None


def parse(board: Board, text: str) -> Keywords:
    """The rules in a text, separated by commas, as keywords of `demine.Position`.

    `ValueError` names what is wrong; `InvalidBoard` if a rule does not fit the board.
    """
    items = [item.strip() for item in text.split(",")]
    keywords = merge((item, _keywords(board, item)) for item in items if item)
    single = next((item for item in items if item in _SINGLE), None)
    if single and keywords.get("capacity", 1) > 1:
        raise ValueError(f"the rule {single} is for one mine per cell: expected no capacity")
    return keywords


def describe(text: str) -> tuple[str, ...]:
    """What the rules in a text say, a sentence or two for each."""
    items = [item.strip() for item in text.split(",")]
    return tuple(_sentence(item) for item in items if item)


def _sentence(item: str) -> str:
    if item in VARIANTS:
        return f"{capital(VARIANTS[item].says)}.{_COLOURS if item in 'MN' else ''}"
    name, _, number = (part.strip() for part in item.partition("="))
    return NAMES[name].says.format(number, mines=plural(int(number or 0), "mine"))


def _keywords(board: Board, item: str) -> Keywords:
    if item in VARIANTS:
        return by_letters(board, item)
    name, equals, number = (part.strip() for part in item.partition("="))
    known = NAMES.get(name)
    if known is None:
        expected = ", ".join([*NAMES, *(letter for letter, rule in VARIANTS.items() if rule.fits)])
        raise ValueError(f"there is no rule {show(item)}: expected some of {expected}")
    if known.least is None:
        if equals:
            raise ValueError(f"the rule {show(item)}: {name} takes no number")
        return known.make(board, 0)
    return known.make(board, _number(name, number, known.least))


def _number(name: str, text: str, least: int) -> int:
    try:
        number = int(text)
    except ValueError:
        raise ValueError(f"the rule {name} is {show(text)}: expected {name}=NUMBER") from None
    return number_of(f"the rule {name}", number, least, _MOST)


def _capacity(board: Board, number: int) -> Keywords:
    return {"capacity": number}


def _orthogonal(board: Board, number: int) -> Keywords:
    """A mine in a neighbour in the same row or column counts so much."""

    def is_beside(cell: tuple[int, int], other: tuple[int, int]) -> bool:
        return cell[0] == other[0] or cell[1] == other[1]

    return {"weights": weigh(board, lambda a, b: number if is_beside(a, b) else 1)}


def _values(says: str, values: Values) -> _Name:
    return _Name(says, lambda board, number: {"values": values})


_COLOURS: Final = " The cells are coloured as on a chessboard, and the first has no colour."

NAMES: Final[Mapping[str, _Name]] = {
    "capacity": _Name("A cell holds up to {mines}.", _capacity, 1),
    "orthogonal": _Name("A mine in the same row or column has the weight {}.", _orthogonal, -_MOST),
    "liar": _values("Every number is one too large or one too small.", liar),
    "parity": _values("A number only tells whether the sum around it is even or odd.", parity),
    "at-least": _values("There are at least as many mines around a number as it says.", at_least),
    "at-most": _values("There are at most as many mines around a number as it says.", at_most),
    "difference": _values("A number is the sum around it, without its sign.", difference),
    "modulo": _Name(
        "A number may be wrong by any multiple of {}.",
        lambda board, number: {"values": modulo(number)},
        1,
    ),
    "within": _Name(
        "A number is wrong by at most {}.", lambda board, number: {"values": within(number)}, 0
    ),
}
"""The names of rules in a text, beside the letters of `VARIANTS`."""
