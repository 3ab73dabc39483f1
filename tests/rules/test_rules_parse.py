"""Rules in a text: each item means what the keywords of a position say."""

from typing import Any

import pytest

import demine
from demine import rules

GRID = demine.grid(3, 4)
LABELS: list[str | int] = ["?"] * 5 + [2] + ["?"] * 6
BY_TEXT: dict[str, dict[str, Any]] = {
    "": {},
    "capacity=2": {"capacity": 2},
    "liar": {"values": rules.liar},
    "parity": {"values": rules.parity},
    "at-least": {"values": rules.at_least},
    "at-most": {"values": rules.at_most},
    "difference": {"values": rules.difference},
    "modulo=3": {"values": rules.modulo(3)},
    "within = 1": {"values": rules.within(1)},
    "orthogonal=2": {"weights": {(5, cell): 2 for cell in (1, 4, 6, 9)}},
    "Q": rules.by_letters(GRID, "Q"),
    "Q, T,liar": rules.by_letters(GRID, "QTL"),
    "capacity=2, within=1, orthogonal=-1": {
        "capacity": 2,
        "values": rules.within(1),
        "weights": {(5, cell): -1 for cell in (1, 4, 6, 9)},
    },
}


@pytest.mark.parametrize(("text", "keywords"), BY_TEXT.items())
def test_a_text_says_the_same_as_keywords(text: str, keywords: dict[str, Any]) -> None:
    parsed = demine.Position(GRID, LABELS, **rules.parse(GRID, text))
    expected = demine.Position(GRID, LABELS, **keywords)
    assert parsed.counts_by_mines() == expected.counts_by_mines()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Z", "there is no rule 'Z': expected some of capacity, orthogonal, liar"),
        ("Z", "within, Q, T, D, B, M, L, W, N, X, P"),
        ("capacity=2,Q", "the rule Q is for one mine per cell: expected no capacity"),
        ("W,liar,capacity=3", "the rules W and liar both set the values"),
        ("P, capacity=3", "the rule P is for one mine per cell: expected no capacity"),
        ("capacity", "the rule capacity is '': expected capacity=NUMBER"),
        ("capacity=two", "the rule capacity is 'two': expected capacity=NUMBER"),
        ("capacity=0", "the rule capacity is 0: expected 1 to 1000"),
        ("liar=2", "the rule 'liar=2': liar takes no number"),
        ("C", "the rule C (Connected) cannot be stated as sums"),
        ("liar,parity", "the rules liar and parity both set the values"),
        ("M,orthogonal=2", "the rules M and orthogonal=2 both set the weights"),
    ],
)
def test_what_is_wrong_is_named(text: str, message: str) -> None:
    with pytest.raises(ValueError, match="rule") as caught:
        rules.parse(GRID, text)
    assert message in str(caught.value)


def test_letters_need_a_grid() -> None:
    with pytest.raises(demine.InvalidBoard):
        rules.parse(demine.hexagonal(3, 3), "Q")
