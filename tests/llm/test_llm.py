"""Minesweeper as text: prompts that say everything, answers that are understood, exact rewards."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

import pytest

import demine
from demine import Board, FormatError, InvalidGame, Position, grid
from demine.llm import (
    KINDS,
    Task,
    TextGame,
    describe,
    move_loss,
    read_cells,
    reward,
    tasks,
)  # fmt: skip
from demine.strategies import strongest

BOARD = grid(2, 3)


def winning(board: Board, mines: int) -> Any:
    """Wins after each move by brute force: over all boards that agree with what was opened."""

    @cache
    def wins(legal: frozenset[frozenset[int]], opened: frozenset[int]) -> int:
        if len(opened) == len(board) - mines:
            return len(legal)
        return max(after(legal, opened, cell) for cell in board.cells if cell not in opened)

    def after(legal: frozenset[frozenset[int]], opened: frozenset[int], cell: int) -> int:
        groups: dict[int, set[frozenset[int]]] = {}
        for mined in legal:
            if cell not in mined:
                number = len(mined.intersection(board.neighbours(cell)))
                groups.setdefault(number, set()).add(mined)
        return sum(wins(frozenset(group), opened | {cell}) for group in groups.values())

    return after


def test_a_loss_is_that_of_brute_force() -> None:
    after = winning(BOARD, 2)
    every = [frozenset(mined) for mined in combinations(range(6), 2)]
    for mined in every:
        for start in set(range(6)) - mined:
            number = len(mined.intersection(BOARD.neighbours(start)))
            labels: list[Any] = ["?"] * 6
            labels[start] = number
            position = Position(BOARD, labels, mines=2)
            legal = frozenset(
                other for other in every
                if start not in other and len(other.intersection(BOARD.neighbours(start))) == number
            )  # fmt: skip
            covered = [cell for cell in range(6) if cell != start]
            wins = {cell: after(legal, frozenset([start]), cell) for cell in covered}
            for cell in covered:
                loss = move_loss(position, cell)
                assert loss.measure == "win"
                assert loss.value == Fraction(max(wins.values()) - wins[cell], len(legal))
                assert loss.best == position.optimal().probability
                assert (loss.value == 0) == (cell in position.optimal().cells)


def test_a_large_position_loses_survival() -> None:
    position = demine.read("examples/expert.mine")
    analysis = position.analyze()
    covered = [cell for cell, code in enumerate(position.codes.tolist()) if code == -1]
    cell = covered[3]
    least = min(float(analysis.probabilities[cell]) for cell in covered)
    loss = move_loss(position, cell)
    assert loss.measure == "survival"
    assert float(loss.value) == pytest.approx(float(analysis.probability(cell)) - least)
    with pytest.raises(InvalidGame, match="is open: expected a covered cell"):
        move_loss(position, next(c for c in range(480) if c not in covered))


PATH = demine.from_edges(5, [(0, 1), (1, 2), (2, 3), (3, 4)])


@pytest.mark.parametrize("board", [grid(3, 4), demine.hexagonal(3, 3), PATH])
def test_constraints_say_all_that_a_position_says(board: Board) -> None:
    """Read back, they have the same legal assignments."""
    for task in tasks(8, seed=2, board=board, mines=2, first="risky", form="constraints"):
        position, text = task.position, describe(task.position, "constraints")
        rows = re.findall(r"^(.*) = (\d+)$", text, re.M)
        sums = [([board.index(name) for name in left.split(" + ")], int(n)) for left, n in rows]
        count = re.search(r"^(\d+) covered cells, (\d+) of them mined$", text, re.M)
        assert count is not None
        covered = [v for v, label in enumerate(position.labels) if label == "?"]
        assert int(count[1]) == len(covered)
        legal = sum(
            all(len(mined.intersection(cells)) == n for cells, n in sums)
            for mined in map(set, combinations(covered, int(count[2])))
        )
        assert legal == position.count()


def test_a_board_says_every_label() -> None:
    position = Position(BOARD, ["?", "□", "*", 2, 0, "?"], mines=2)
    rows = describe(position, "board").splitlines()[3:]
    assert [row.split("|")[1].split() for row in rows] == [["#", "_", "*"], ["2", "0", "#"]]
    assert describe(position).isascii()
    for wrong in ({"kind": "x"}, {"form": "x"}):
        with pytest.raises(InvalidGame, match="'x': expected one of"):
            next(tasks(1, **wrong))  # type: ignore[arg-type]
    with pytest.raises(InvalidGame, match="expected one of board, constraints, both"):
        describe(position, "picture")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("answer", "cells"),
    [
        ("Answer: b2", [4]),
        ("I compare a1 with c2.\nanswer = **c2**.", [5]),
        ("Answer: a1\nNo, wait.\nAnswer: B1", [1]),
        ("a1", [0]),
        ('{"cell": "c1"}', [2]),
        ('```json\n{"cells": ["a1", "b2"]}\n```', [0, 4]),
        ("Answer: a1, b1 and c1", [0, 1, 2]),
    ],
)
def test_answers_are_understood(answer: str, cells: list[int]) -> None:
    assert read_cells(BOARD, answer) == cells


@pytest.mark.parametrize(
    "answer", ["", "no idea", "Answer: z9", '{"cell": null}', "{", "a" * 10**6]
)
def test_answers_without_a_cell(answer: str) -> None:
    with pytest.raises(FormatError, match="names no cell"):
        read_cells(BOARD, answer)
    assert Task(Position(BOARD, ["?"] * 6, mines=1)).verify(answer).reward == -1


def test_lists_are_judged_by_certainty() -> None:
    position = demine.loads("3x2x1\nHHH\n111\n")
    safe, mined = Task(position, "safe"), Task(position, "mined")
    assert safe.verify("Answer: a1 c1").reward == 1
    assert safe.verify("Answer: a1").reward == Fraction(1, 2)
    assert safe.verify("Answer: a1 b1").reward == -1
    assert mined.verify("Answer: b1").reward == 1
    assert mined.verify("Answer: none").reward == 0
    undecided = Task(Position(BOARD, ["?"] * 6, mines=1), "safe")
    assert undecided.verify("Answer: none").reward == 1


@pytest.mark.parametrize("kind", KINDS)
def test_tasks_are_reproducible_and_rows_are_json(kind: Any) -> None:
    one, two = (list(tasks(3, seed=4, kind=kind, board=grid(4, 4), mines=3)) for _ in range(2))
    assert one == two
    for task in one:
        row = json.loads(json.dumps(task.row))
        assert row["prompt"] == task.prompt
        cells = task.position.analyze().safe if kind == "safe" else task.position.analyze().mined
        if kind == "move":
            cells = frozenset(strongest(task.position)[:1])
        labels, address = task.position.labels, task.position.board.address
        answer = "Answer: " + " ".join(address(cell) for cell in cells if labels[cell] == "?")
        assert reward(answer, row["info"]) == float(task.verify(answer).reward)
        assert reward(answer, row["info"]) >= (-0.2 if kind == "move" else 1)


def test_perfect_play_loses_nothing() -> None:
    game = TextGame(board=grid(3, 4), mines=3)
    for seed in range(6):
        assert "Which covered cell" in game.reset(seed)
        done, cell = False, 0
        while not done:
            assert game.game is not None
            if game.game.status != "ready":
                cell = game.game.position.optimal().cells[0]
            step = game.step(f"Answer: {game.setup.board.address(cell)}")
            done = step.done
            assert step.reward == 0
        assert game.total == 0
        assert step.info["status"] in ("won", "lost")
        assert step.info["game"].startswith("grid-3x4-3-safe-")


def test_a_step_that_is_no_move() -> None:
    game = TextGame(board=grid(3, 4), mines=3)
    with pytest.raises(InvalidGame, match="no game has begun"):
        game.step("a1")
    before = game.reset(1)
    step = game.step("I resign")
    assert (step.reward, step.done, step.observation) == (-1.0, False, before)
    assert "names no cell" in step.info["note"]
    game.step("Answer: a1")
    assert game.step("Answer: a1").info["note"].endswith("is open: expected a covered cell")
