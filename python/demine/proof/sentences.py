"""Proofs as a person would explain them at the board, sentence by sentence.

The engine finds the steps: numbers that force cells one after another, two numbers that overlap, a
supposition that fails in each case, or the mine counter against the numbers. Each is a rule with
its arguments, of which the catalogue makes a sentence.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from demine import _native
from demine.board import Board
from demine.position import Position
from demine.proof.sentence import Sentence


def proof_lines(
    position: Position, cell: int, mined: bool, numbers: Sequence[int], counter: bool
) -> tuple[Sentence, ...]:
    """Why the cell is mined, or safe, given numbers that prove it, perhaps with the counter."""
    cited = list(numbers)
    steps = _native.write_argument(position.native, cell, mined, cited, counter)
    return _sentences(position.board, steps)


def conflict_lines(
    position: Position, numbers: Sequence[int], counter: bool
) -> tuple[Sentence, ...]:
    """Why the numbers, perhaps with the counter, cannot all be true, given that they cannot."""
    steps = _native.write_contradiction(position.native, list(numbers), counter)
    return _sentences(position.board, steps)


def _sentences(board: Board, steps: str) -> tuple[Sentence, ...]:
    """The steps that the engine wrote."""
    return tuple(
        Sentence(
            board,
            step["rule"],
            step["arguments"],
            tuple(step["numbers"]),
            tuple(step["cells"]),
            step["mined"],
            step["depth"],
        )
        for step in json.loads(steps)
    )
