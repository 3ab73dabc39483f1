"""Where counting is too wide: certain cells are exact still, proofs hold, games go on."""

from __future__ import annotations

import json
from itertools import islice
from random import Random

import networkx
import pytest
from click.testing import CliRunner
from ortools.sat.python import cp_model

import demine
from demine import Board, Game, Position, Proof, TooWide
from demine.cli import commands
from peers import cp_solver


def gnm(cells: int, edges: int, seed: int) -> Board:
    return demine.from_networkx(networkx.gnm_random_graph(cells, edges, seed=seed))


def draw_position(board: Board, mines: int, share: float, seed: int) -> Position:
    """A true position: mines at random, and some of the free cells opened at random."""
    random = Random(seed)
    mined = set(random.sample(range(len(board)), mines))
    labels: list[str | int] = [
        "?" if cell in mined or random.random() > share else len(mined & set(around))
        for cell, around in ((cell, board.neighbours(cell)) for cell in board.cells)
    ]
    return Position(board, labels, mines)


WIDE = {
    "gnm": draw_position(gnm(300, 1200, 1), 90, 0.3, 1),
    "box": draw_position(demine.box((7, 7, 7)), 80, 0.3, 2),
}
CERTAIN = {
    "gnm": draw_position(gnm(300, 1200, 3), 60, 0.8, 3),
    "box": draw_position(demine.box((7, 7, 7)), 50, 0.8, 4),
}


def model_of(position: Position) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    """The definition of a legal assignment, for a solver that is not ours."""
    model = cp_model.CpModel()
    cells = [model.new_bool_var(str(cell)) for cell in position.board.cells]
    for cell, label in enumerate(position.labels):
        if label == "*":
            model.add(cells[cell] == 1)
        elif label != "?":
            model.add(cells[cell] == 0)
        if isinstance(label, int):
            model.add(sum(cells[v] for v in position.board.neighbours(cell)) == label)
    if position.mines is not None:
        model.add(sum(cells) == position.mines)
    return model, cells


def is_possible(position: Position, cell: int, mined: bool) -> bool:
    model, cells = model_of(position)
    model.add(cells[cell] == mined)
    return cp_solver().solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE)


@pytest.mark.parametrize("name", WIDE)
def test_consistency_and_certain_cells_are_answered(name: str) -> None:
    position = WIDE[name]
    with pytest.raises(TooWide):
        position.count(states=1_000_000)
    assert position.is_consistent(states=1_000_000)
    analysis = position.analyze(states=1_000_000)
    assert not analysis.exact
    assert not analysis.safe & analysis.mined
    with pytest.raises(TooWide):
        _ = analysis.count
    certain = {*analysis.safe, *analysis.mined}
    for cell in position.board.cells:
        odds = analysis.probabilities[cell]
        if position.labels[cell] == "?":
            assert (odds in (0, 1)) == (cell in certain)
            assert abs(float(analysis.probability(cell)) - odds) < 1e-6


@pytest.mark.parametrize("name", WIDE)
def test_certain_cells_are_those_of_another_solver(name: str) -> None:
    position = WIDE[name]
    analysis = position.analyze(states=1_000_000)
    random = Random(1)
    covered = [cell for cell in position.board.cells if position.labels[cell] == "?"]
    certain = [cell for cell in covered if cell in analysis.safe | analysis.mined]
    open_cells = [cell for cell in covered if cell not in analysis.safe | analysis.mined]
    for cell in random.sample(certain, min(4, len(certain))):
        assert not is_possible(position, cell, cell in analysis.safe)
    for cell in random.sample(open_cells, 4):
        assert is_possible(position, cell, True)
        assert is_possible(position, cell, False)


@pytest.mark.parametrize(
    ("seed", "measure"), [(22, "local estimates"), (18, "look-ahead cut short")]
)
def test_advice_says_how_far_it_could_look(seed: int, measure: str) -> None:
    position = draw_position(gnm(300, 1200, seed), 120, 0.2, seed)
    advice = position.advise()
    assert (advice.measure, advice.is_guess, len(advice.cells)) == (measure, True, 1)
    assert is_possible(position, advice.cells[0], mined=False)


@pytest.mark.parametrize("name", CERTAIN)
def test_proofs_and_hints_hold(name: str) -> None:
    position = CERTAIN[name]
    hint = demine.hint(position, states=1_000_000)
    assert isinstance(hint.reason, Proof)
    assert hint.reason.holds()
    analysis = position.analyze(states=1_000_000)
    certain = (c for c in sorted(analysis.safe | analysis.mined) if position.labels[c] == "?")
    for cell in islice(certain, 5):
        proof = position.explain(cell, states=1_000_000)
        assert isinstance(proof, Proof)
        assert proof.mined == (cell in analysis.mined)
        assert proof.holds(states=1_000_000)


@pytest.mark.parametrize("name", CERTAIN)
def test_a_lie_is_found(name: str) -> None:
    position = CERTAIN[name]
    assert position.conflict() is None
    random = Random(2)
    numbers = [cell for cell, label in enumerate(position.labels) if isinstance(label, int)]
    cell = random.choice([number for number in numbers if position.labels[number] == 2])
    lying = position.with_labels({cell: 5})
    assert not lying.is_consistent(states=1_000_000)
    conflict = lying.conflict()
    assert conflict is not None
    assert cell in conflict
    assert conflict.holds()


def test_games_are_played_on_any_graph() -> None:
    game = Game(gnm(300, 1200, 5), 40, seed=1, first="opening")
    game.open(0)
    for _ in range(30):
        if game.is_over:
            break
        hint = demine.hint(game.position, states=200_000)
        game.open(hint.cell)
        assert game.status != "lost" or not hint.is_certain


@pytest.mark.parametrize("name", WIDE)
def test_the_command_line_says_what_is_certain_and_that_the_rest_is_estimated(name: str) -> None:
    position = WIDE[name]
    text = demine.dumps(position, format="graph")
    asked = ["solve", "-", "--states", "1000000"]
    said = CliRunner().invoke(commands, asked, input=text)
    assert said.exit_code == 0, said.output
    assert "legal assignments: too many to count within the budget" in said.stdout
    assert "percents are estimates" in said.stdout
    answer = json.loads(CliRunner().invoke(commands, [*asked, "--json"], input=text).stdout)
    analysis = position.analyze(states=1_000_000)
    assert (answer["count"], answer["probabilities"], answer["exact"]) == (None, None, False)
    assert answer["safe"] == sorted(analysis.safe)
    assert answer["mined"] == sorted(analysis.mined)
    assert answer["floats"] == analysis.probabilities.tolist()
