"""Where counting is too wide: certain cells are exact still, proofs hold, games go on."""

from __future__ import annotations

import contextlib
import json
import re
import subprocess
import sys
from itertools import islice
from pathlib import Path
from random import Random

import networkx
import pytest
from click.testing import CliRunner
from ortools.sat.python import cp_model

import demine
from demine import Board, Game, Position, Proof, TooWide, Undecided
from demine.cli import commands
from demine.game import GameSetup, Statistics
from demine.terminal import session as session_room
from demine.terminal.lines import draw
from demine.terminal.session import Session
from demine.terminal.solver import SOLVERS
from demine.web.questions import QUESTIONS
from demine.web.reading import Asked
from demine.wording import estimated, percent
from peers import cp_solver
from wide_boards import true_position


def gnm(cells: int, edges: int, seed: int) -> Board:
    return demine.from_networkx(networkx.gnm_random_graph(cells, edges, seed=seed))


WIDE = {
    "gnm": true_position(gnm(300, 1200, 1), 90, 0.3, 1),
    "box": true_position(demine.box((7, 7, 7)), 80, 0.3, 2),
}
CERTAIN = {
    "gnm": true_position(gnm(300, 1200, 3), 60, 0.8, 3),
    "box": true_position(demine.box((7, 7, 7)), 50, 0.8, 4),
}

GUESS = true_position(gnm(300, 1200, 22), 120, 0.2, 22)
"""Nothing is safe, and counting is too wide."""


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


def checkerboard(mines: int) -> Position:
    """A 3 in every second cell of every second row: from 147 to 266 mines are possible."""
    board, size = demine.grid(26, 26), 26
    labels = [3 if cell // size % 2 == cell % size % 2 == 0 else "?" for cell in board.cells]
    return Position(board, labels, mines)


@pytest.mark.parametrize("mines", [160, 240, 259])
def test_certain_cells_are_found_where_the_number_of_mines_is_rare(mines: int) -> None:
    position = checkerboard(mines)
    assert position.is_consistent(states=1_000_000)
    # The 3 in the corner has three cells.
    certain = position.certain(states=1_000_000)
    assert not certain.safe
    assert certain.mined == frozenset({1, 26, 27})


@pytest.mark.parametrize(
    ("seed", "measure"), [(22, "local estimates"), (18, "look-ahead cut short")]
)
def test_advice_says_how_far_it_could_look(seed: int, measure: str) -> None:
    position = true_position(gnm(300, 1200, seed), 120, 0.2, seed)
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
    assert "percentages are estimates" in said.stdout
    answer = json.loads(CliRunner().invoke(commands, [*asked, "--json"], input=text).stdout)
    analysis = position.analyze(states=1_000_000)
    assert (answer["count"], answer["probabilities"], answer["exact"]) == (None, None, False)
    assert answer["safe"] == sorted(analysis.safe)
    assert answer["mined"] == sorted(analysis.mined)
    assert answer["floats"] == analysis.probabilities.tolist()


def test_the_help_says_which_budget_leads_to_estimates() -> None:
    """Held against what the command does."""
    told = " ".join(CliRunner().invoke(commands, ["solve", "--help"]).stdout.split())
    assert "If an exact count exceeds --states or --bytes (100 million states" in told
    assert "the other probabilities are estimates. The output says so, and the exit code" in told
    assert "It is 3 if even the certain cells exceed the budget." in told
    assert "the exit code is 3 if no board is drawn within S seconds" in told
    text = demine.dumps(next(iter(WIDE.values())), format="graph")
    budgets = {"--states=1000000": 0, "--bytes=16000000": 0, "--states=1": 3, "--seconds=1e-6": 3}
    for budget, code in budgets.items():
        command = [sys.executable, "-m", "demine", "solve", "-", "--json", budget]
        done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=300)
        assert done.returncode == code, (budget, done.stderr)
        assert ('"exact": false' in done.stdout) == (code == 0)


def undecided(position: Position) -> int:
    """The first covered cell that nothing decides."""
    analysis = position.analyze(states=1_000_000)
    decided = analysis.safe | analysis.mined
    return next(c for c, label in enumerate(position.labels) if label == "?" and c not in decided)


@pytest.mark.parametrize("name", WIDE)
def test_estimates_are_called_so_in_words(name: str) -> None:
    found = WIDE[name].explain(undecided(WIDE[name]), states=1_000_000)
    assert isinstance(found, Undecided)
    assert not found.exact
    told = estimated(found.probability, found.analysis.interval(found.cell))
    assert found.sentences[0].endswith(f"Its chance of a mine is {told}.")


def test_the_hint_of_a_guess_says_that_its_risk_is_estimated() -> None:
    found = demine.hint(GUESS, states=1_000_000)
    assert f"(an estimated {percent(found.risk)} chance of a mine)" in found.show
    assert found.why.count("(estimated: ") == 13  # the cell, and twelve candidates
    assert "/" not in found.why


@pytest.mark.parametrize("seed", [22, 33])
def test_a_hint_guesses_by_the_estimates_that_it_shows(seed: int) -> None:
    position = true_position(gnm(300, 1200, seed), 120, 0.2, seed)
    found = demine.hint(position, states=200_000)
    assert isinstance(found.reason, Undecided)
    assert not found.reason.exact
    assert (found.cell, found.risk) == found.reason.candidates[0]
    assert found.where.endswith("by least estimated risk.")


def test_a_hint_guesses_by_exact_risks_where_strongest_has_none() -> None:
    position = true_position(gnm(300, 1200, 33), 120, 0.2, 33)
    assert position.advise().measure == "local estimates"
    found = demine.hint(position)
    assert isinstance(found.reason, Undecided)
    assert found.reason.exact
    assert (found.cell, found.risk) == found.reason.candidates[0]
    assert found.measure == "least risk"


@pytest.mark.parametrize("name", WIDE)
def test_what_is_drawn_says_that_it_is_estimated(name: str) -> None:
    analysis = WIDE[name].analyze(states=1_000_000)
    assert str(analysis).endswith("percentages are estimates; safe and mined cells are certain")
    svg = analysis.svg()
    assert "percentages are estimates" in svg
    assert ": estimated " in svg
    assert not re.search(r": [0-9.]+ % chance of a mine", svg)


@pytest.mark.parametrize("name", WIDE)
def test_explain_says_that_it_is_estimated(name: str) -> None:
    text = demine.dumps(WIDE[name], format="graph")
    asked = ["explain", "-", str(undecided(WIDE[name])), "--states", "1000000"]
    said = CliRunner().invoke(commands, asked, input=text)
    assert " % (estimated: " in said.stdout
    answer = json.loads(CliRunner().invoke(commands, [*asked, "--json"], input=text).stdout)
    assert (answer["verdict"], answer["exact"]) == ("undecided", False)


def test_explain_says_nothing_of_estimates_where_it_counts() -> None:
    said = CliRunner().invoke(commands, ["explain", "-", "a1", "--json"], input="4x1x2\nH1HH\n")
    assert "exact" not in json.loads(said.stdout)
    assert "estimated" not in said.stdout


def wide_game() -> Game:
    """A game in a position that is too wide to count."""
    board = demine.box((8, 8, 8))
    mined = Random(3).sample(range(len(board)), 150)
    game = Game.from_mines(board, mined)
    for cell in Random(4).sample(sorted(set(board.cells) - set(mined)), 100):
        game.open(cell)
    return game


def test_the_terminal_says_that_risks_are_estimated() -> None:
    game = wide_game()
    analysis = game.risks(states=1_000_000)
    assert not analysis.exact
    assert "percentages are estimates" in draw(game, analysis)
    assert "estimates" not in draw(game)


def test_the_screen_says_that_risks_are_estimated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_room, "_HINT_SECONDS", 120)
    game, kept = wide_game(), Statistics(tmp_path / "games")
    session = Session(GameSetup.of(game), game, SOLVERS["exact"], kept)
    session.show_risks()
    assert session.analysis is not None
    assert session.message.startswith("percentages are estimates")


def test_the_server_says_that_odds_are_estimated() -> None:
    given = {"text": demine.dumps(GUESS, format="graph"), "states": 1_000_000, "seconds": 9}
    found = QUESTIONS["explain"](Asked({**given, "cell": undecided(GUESS)}), print)
    assert (found["exact"], found["fraction"]) == (False, None)
    assert all(one["fraction"] is None for one in found["candidates"])
    told = QUESTIONS["hint"](Asked({**given, "tier": 3}), print)
    assert "(estimated: " in told["text"]
    assert not told["reason"]["exact"]


def test_safe_cells_are_candidates_where_counting_is_too_wide() -> None:
    position = true_position(gnm(300, 1200, 11), 120, 0.2, 11)
    analysis = position.analyze(states=200_000)
    assert not analysis.exact
    found = analysis.candidates(3)
    safe = sorted(cell for cell in analysis.safe if position.labels[cell] == "?")
    assert [one.cell for one in found] == safe[:3]
    assert all(one.risk == 0 and one.win is None for one in found)


def test_candidates_without_look_ahead_are_the_least_risky() -> None:
    analysis = GUESS.analyze(states=1_000_000)
    found = analysis.candidates(5)
    listed = Undecided(analysis, found[0].cell).candidates
    assert tuple((one.cell, one.risk) for one in found) == listed[:5]
    assert {(one.ahead, one.win, one.progress, one.exact) for one in found} == {
        (None, None, None, False)
    }


def test_candidates_have_exact_risks_where_only_look_ahead_is_too_wide() -> None:
    position = true_position(gnm(300, 1200, 18), 120, 0.2, 18)
    analysis = position.analyze(states=300_000)
    assert analysis.exact
    found = analysis.candidates(4, states=300_000)
    assert [one.win for one in found] == [None] * 4
    covered = [cell for cell, label in enumerate(position.labels) if label == "?"]
    assert found[0].risk == min(map(analysis.probability, covered))


def test_the_command_line_lists_candidates_by_estimated_risk() -> None:
    text = demine.dumps(GUESS, format="graph")
    asked = ["solve", "-", "--candidates", "--states", "1000000"]
    said = CliRunner().invoke(commands, asked, input=text)
    assert said.exit_code == 0, said.output
    assert "candidates, by estimated risk (too wide to look ahead):" in said.stdout
    answer = json.loads(CliRunner().invoke(commands, [*asked, "--json"], input=text).stdout)
    assert len(answer["candidates"]) == 8
    first = answer["candidates"][0]
    assert (answer["exact"], first["exact"], first["win"], first["ahead"]) == (
        False, False, None, None,
    )  # fmt: skip


def test_the_server_lists_candidates_by_estimated_risk() -> None:
    given = {"text": demine.dumps(GUESS, format="graph"), "states": 1_000_000, "seconds": 9}
    for one in QUESTIONS["guesses"](Asked(given), print)["candidates"]:
        assert one["risk"]["estimate"]
        assert (one["risk"]["fraction"], one["win"], one["opening"]) == (None, None, None)


@pytest.mark.parametrize("seed", [4, 11])
def test_what_a_diagram_holds_is_counted(seed: int) -> None:
    """Estimates of sweeps are bounds: on the second seed a count refused what a diagram held."""
    position = true_position(gnm(400, 1600, seed), 120, 0.45, seed).with_mines(None)
    solutions = position.solutions(states=5_000_000)
    assert position.count(states=5_000_000) == solutions.count()
    by_mines = position.counts_by_mines(states=10_000_000)
    assert by_mines == [solutions.with_mines(mines).count() for mines in range(401)]


@pytest.mark.parametrize("mines", [None, 90])
def test_consistency_asks_the_solver_before_it_counts_for_long(mines: int | None) -> None:
    position = true_position(gnm(300, 1200, 3), 90, 0.3, 3).with_mines(mines)
    assert position.is_consistent(states=1 << 21)


def test_the_review_of_a_wide_game_says_that_its_risks_are_estimated() -> None:
    board, random = gnm(150, 600, 1), Random(5)
    mined = random.sample(range(len(board)), 45)
    free = random.sample(sorted(set(board.cells) - set(mined)), 20)
    game = Game.from_mines(board, mined)
    for cell in [*free, mined[0]]:
        game.open(cell)
    review = game.review(states=20_000)
    assert not review.exact
    wide = next(guess for guess in review.guesses if not guess.exact)
    assert 0 < wide.risk < 1
    assert f"{estimated(wide.risk, wide.interval)} chance of a mine" in str(review)
    least, most = wide.interval
    assert 0 <= least < wide.risk < most <= 1
    assert review.to_dict()["exact"] is False
    counted = Game.preset("classic", seed=2).review()
    assert counted.exact
    assert "exact" not in counted.to_dict()


def estimates(position: Position) -> tuple[list[float], list[float]]:
    """What is estimated of the cells that are not certain, and what is true of them."""
    counted = position.analyze(cache=False)
    assert counted.exact
    guessed = counted
    for states in (300, 1000, 3000, 10_000, 30_000):
        with contextlib.suppress(TooWide):
            guessed = position.analyze(cache=False, states=states)
            break
    assert not guessed.exact
    assert (guessed.safe, guessed.mined) == (counted.safe, counted.mined)
    certain = counted.safe | counted.mined
    cells = [c for c, label in enumerate(position.labels) if label == "?" and c not in certain]
    found, true = guessed.probabilities, counted.probabilities
    return [float(found[cell]) for cell in cells], [float(true[cell]) for cell in cells]


NEAR = {
    "box": true_position(demine.box((5, 5, 5)), 37, 0.35, 3),
    "another box": true_position(demine.box((5, 5, 5)), 37, 0.35, 9),
    "graph": true_position(gnm(150, 600, 1), 45, 0.3, 11),
}


@pytest.mark.parametrize("mines", ["known", "unknown"])
@pytest.mark.parametrize("name", NEAR)
def test_estimates_are_near_the_truth(name: str, mines: str) -> None:
    """On boxes messages between numbers, as they were once sent, were sure of the opposite."""
    position = NEAR[name] if mines == "known" else NEAR[name].with_mines(None)
    found, true = estimates(position)
    errors = [abs(a - b) for a, b in zip(found, true, strict=True)]
    assert sum(errors) / len(errors) < 0.08
    assert max(errors) < 0.5
    least = min(range(len(found)), key=found.__getitem__)
    assert true[least] < min(true) + 0.1


@pytest.mark.parametrize("stars", [0, 20])
def test_estimates_are_numbers_that_add_up_to_the_mines(stars: int) -> None:
    """Labelled mines are none of those that are left."""
    random, board = Random(0), demine.box((7, 7, 7))
    mined = random.sample(range(len(board)), 80)
    given, left = mined[:stars], 80 - stars
    opened = random.sample(sorted(set(board.cells) - set(mined)), 40)
    labels: list[str | int] = ["?"] * len(board)
    for cell in given:
        labels[cell] = "*"
    for cell in opened:
        labels[cell] = len(set(mined) & set(board.neighbours(cell)))
    analysis = Position(board, labels, 80).analyze(states=1_000_000)
    assert not analysis.exact
    covered = [float(analysis.probabilities[c]) for c, label in enumerate(labels) if label == "?"]
    assert sum(covered) == pytest.approx(left, abs=1.5)
