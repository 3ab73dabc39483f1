"""Mines that are not equally likely: a density instead of a number of mines."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from math import log, prod
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

import demine
from command import say
from data import expert
from demine import FormatError, InvalidPosition, NoLegalAssignment, Position, TooWide, formats
from demine.cli import commands
from demine.cli.batch import answers
from truth import glance, random_truth


def brute(position: Position, densities: list[Fraction]) -> list[Fraction] | None:
    """How likely each cell is to be mined, by every assignment; None if none is legal."""
    board, labels = position.board, position.labels
    cells = [cell for cell in board.cells if labels[cell] == "?"]
    known = {cell for cell in board.cells if labels[cell] == "*"}
    total, mined = Fraction(0), [Fraction(0)] * len(board)
    for size in range(len(cells) + 1):
        for chosen in map(set, combinations(cells, size)):
            mines = chosen | known
            if all(
                not isinstance(label, int)
                or len(mines.intersection(board.neighbours(cell))) == label
                for cell, label in enumerate(labels)
            ):
                weight = prod(densities[c] if c in chosen else 1 - densities[c] for c in cells)
                total += weight
                for cell in mines:
                    mined[cell] += weight
    return [share / total for share in mined] if total else None


def small_positions() -> list[Position]:
    """Small random graphs with labels that are true or not."""
    found = []
    for seed in range(120):
        random = Random(seed)
        cells = random.randint(1, 9)
        pairs = [p for p in combinations(range(cells), 2) if random.random() < 0.4]
        board = demine.from_edges(cells, pairs)
        mined = {cell for cell in board.cells if random.random() < 0.4}
        labels: list[str | int] = []
        for cell in board.cells:
            truth = len(mined.intersection(board.neighbours(cell)))
            wild = random.randint(0, 2) if seed % 5 == 0 else truth
            choices = ["?", "?", "*" if cell in mined else wild, "*" if cell in mined else "□"]
            labels.append(random.choice(choices))
        found.append(Position(board, labels))
    return found


@pytest.mark.parametrize("each", [False, True])
def test_densities_equal_brute_force(each: bool) -> None:
    random, impossible = Random(1), 0
    for plain in small_positions():
        size = len(plain.board)
        one = Fraction(random.randint(1, 9), 10)
        densities = [Fraction(random.randint(1, 9), 10) if each else one for _ in range(size)]
        position = plain.with_density(densities if each else one)
        expected = brute(plain, densities)
        if expected is None:
            impossible += 1
            with pytest.raises(NoLegalAssignment):
                position.analyze()
            continue
        analysis = position.analyze()
        assert [analysis.probability(cell) for cell in plain.board.cells] == expected
        assert analysis.probabilities == pytest.approx([float(p) for p in expected], abs=1e-14)
        opened = {cell for cell, label in enumerate(plain.labels) if isinstance(label, int)}
        assert analysis.safe == {c for c, p in enumerate(expected) if p == 0} - opened
        assert analysis.mined == {c for c, p in enumerate(expected) if p == 1}
        assert analysis.count == plain.count() == position.count()
    assert impossible


def test_one_density_for_all_is_the_same_as_for_each() -> None:
    random = Random(2)
    board = demine.grid(12, 12)
    mined = {cell for cell in board.cells if random.random() < 0.2}
    labels = [
        len(mined.intersection(board.neighbours(cell)))
        if cell not in mined and random.random() < 0.4
        else "?"
        for cell in board.cells
    ]
    one = Position(board, labels, density=0.15).analyze()
    each = Position(board, labels, density=[0.15] * len(board)).analyze()
    assert [one.probability(c) for c in board.cells] == [each.probability(c) for c in board.cells]
    assert (one.safe, one.mined, one.count) == (each.safe, each.mined, each.count)
    even = Position(board, labels, density=Fraction(1, 2)).analyze()
    plain = Position(board, labels).analyze()
    assert all(even.probability(c) == plain.probability(c) for c in board.cells)


def wide(random: Random) -> Position:
    """A random graph of 150 cells, the counts of some free ones known."""
    edges = random.sample(list(combinations(range(150), 2)), 450)
    board = demine.from_edges(150, edges)
    return glance(random_truth(board, 0.25, random), 0.35, random)


def wide_and_weighted(seed: int) -> Position:
    """The same, each cell with a density of its own."""
    random = Random(seed)
    position = wide(random)
    return position.with_density([Fraction(random.randint(1, 9), 10) for _ in position.board.cells])


@pytest.mark.parametrize("seed", range(3))
def test_certain_cells_are_found_where_densities_are_too_wide(seed: int) -> None:
    weighted = wide_and_weighted(seed)
    position = weighted.with_density(None)
    exact, deduced = position.analyze(cache=False), weighted.analyze(states=300)
    assert exact.exact
    assert not deduced.exact
    # What is certain does not depend on how likely it was.
    assert (deduced.safe, deduced.mined) == (exact.safe, exact.mined)
    certain = deduced.safe | deduced.mined
    for cell in position.board.cells:
        odds = deduced.probabilities[cell]
        if position.labels[cell] == "?":
            assert (odds in (0, 1)) == (cell in certain)
            assert abs(float(deduced.probability(cell)) - odds) < 1e-6
    with pytest.raises(TooWide):
        _ = deduced.count


def test_estimates_under_densities_are_close_to_the_truth() -> None:
    off = []
    for seed in range(6):
        weighted = wide_and_weighted(seed)
        exact, deduced = weighted.analyze(cache=False), weighted.analyze(states=300)
        assert exact.exact
        assert not deduced.exact
        off += list(abs(exact.probabilities - deduced.probabilities))
    assert sum(off) / len(off) < 0.02


def test_a_contradiction_is_told_where_densities_are_too_wide() -> None:
    position = wide(Random(1))
    covered = next(c for c in position.board.cells if position.labels[c] == "?")
    labels = list(position.labels)
    labels[covered] = 9
    with pytest.raises(NoLegalAssignment):
        Position(position.board, labels, density=[Fraction(1, 3)] * 150).analyze(states=300)


def test_a_density_is_exact_and_travels_with_the_position() -> None:
    position = Position(demine.grid(1, 2), ["?", "?"], density=0.2)
    assert position.density == Fraction(1, 5)
    assert position.analyze().probability(0) == Fraction(1, 5)
    assert position.with_labels({0: "*"}).density == Fraction(1, 5)
    assert position.with_mines(1).density is None
    assert pickle.loads(pickle.dumps(position)) == position != position.with_density("1/3")
    ways: list[Any] = ["0.2", "1/5", Decimal("0.2"), Fraction(1, 5), [0.2, "1/5"]]
    for given in ways:
        assert position.with_density(given).analyze().probability(1) == Fraction(1, 5)


@pytest.mark.parametrize(
    "given", [0, 1, -0.1, 1.5, float("nan"), float("inf"), "x", "", True, None]
)
def test_what_is_no_density_is_named(given: object) -> None:
    said = "expected" if given is not None else "cell 0 is None"
    with pytest.raises(InvalidPosition, match=said):
        Position(demine.grid(1, 2), ["?", "?"], density=[given, 0.5])  # type: ignore[list-item]
    if given is not None:
        with pytest.raises(InvalidPosition, match="the density is"):
            Position(demine.grid(1, 2), ["?", "?"], density=given)  # type: ignore[arg-type]


@pytest.fixture
def usual_digits() -> Iterator[None]:
    """The digits that Python writes unless told otherwise, as the command line does."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(4300)
    yield
    sys.set_int_max_str_digits(before)


@pytest.mark.usefixtures("usual_digits")
def test_a_density_of_thousands_of_digits_is_refused() -> None:
    huge = 10**5000
    with pytest.raises(InvalidPosition, match="the density has too many digits: expected at most"):
        Position(demine.grid(1, 2), ["?", "?"], density=Fraction(1, huge))
    for given in (huge, Fraction(huge, 3)):
        with pytest.raises(InvalidPosition, match="the density is a number of thousands of digits"):
            Position(demine.grid(1, 2), ["?", "?"], density=given)


def test_a_long_density_is_written_and_read() -> None:
    long = Fraction(10**3900 + 1, 10**3999 + 7)
    position = Position(demine.grid(1, 2), ["?", "?"], density=long)
    assert demine.loads(demine.dumps(position)) == position
    assert position.analyze().probability(0) == long


def test_densities_fit_the_board() -> None:
    board = demine.grid(1, 2)
    with pytest.raises(InvalidPosition, match="1 densities for a board of 2 cells"):
        Position(board, ["?", "?"], density=[0.5])
    with pytest.raises(InvalidPosition, match="both"):
        Position(board, ["?", "?"], 1, density=0.5)
    with pytest.raises(InvalidPosition, match="one per cell"):
        Position(board, ["?", "?"], density=object())  # type: ignore[arg-type]


def solve(density: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    text = '{"vertices": 3, "edges": [[0, 1]], "labels": [1, "?", "?"], "mines": 2}'
    command = [sys.executable, "-m", "demine", "solve", "--density", density, *arguments, "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, timeout=60)


def test_the_command_line_takes_a_density() -> None:
    answer = json.loads(solve("1/5", "--json").stdout)
    assert (answer["density"], answer["mines"]) == ("1/5", None)
    assert answer["probabilities"] == ["0/1", "1/1", "1/5"]
    answer = json.loads(solve("0.1,0.2,0.3", "--json").stdout)
    assert answer["density"] == ["1/10", "1/5", "3/10"]
    assert answer["probabilities"][2] == "3/10"
    done = solve("2")
    assert done.returncode == 2
    assert "expected a probability" in done.stderr


def test_explain_takes_a_density() -> None:
    text = "3x1x2\nH1H\n"
    asked = ["explain", "-", "a1", "--density", "1/5,1/2,1/3", "--json"]
    answer = json.loads(CliRunner().invoke(commands, asked, input=text).stdout)
    # One of the two is mined: 1/5 · 2/3 against 4/5 · 1/3.
    assert (answer["verdict"], answer["probability"]) == ("undecided", "1/3")
    guess = CliRunner().invoke(commands, ["explain", "-", "--density", "1/5,1/2,1/3"], input=text)
    assert guess.stdout.startswith("The best guess is a1, by least risk.")
    refused = CliRunner().invoke(commands, [*asked[:4], "2"], input=text)
    assert "the density is '2': expected a probability" in refused.output


@pytest.mark.parametrize("density", ["1/5", ["1/5", "1/3", "2/7", "1/2"]])
def test_a_density_is_written_and_read(density: str | list[str]) -> None:
    position = Position(demine.grid(2, 2), ["?", 1, "?", "?"], density=density)
    assert demine.loads(demine.dumps(position, format="graph")) == position


@pytest.mark.parametrize("format", ["mine", "mbf", "gr", "graph6"])
def test_no_format_drops_a_density_in_silence(format: str) -> None:
    labels: list[str | int] = ["*", 1] if format == "mbf" else ["?", "?"]
    position = Position(demine.grid(1, 2), labels, density=0.2)
    with pytest.raises(FormatError, match=f"the {format} format holds none; use graph"):
        demine.dumps(position, format=format)
    assert demine.dumps(position.with_density(None), format=format)


@pytest.mark.parametrize("format", ["cnf", "opb", "td"])
def test_which_assignments_are_legal_depends_on_no_density(format: str) -> None:
    position = Position(demine.grid(2, 2), ["?", 1, "?", "?"])
    likely = demine.dumps(position.with_density(0.2), format=format)
    assert likely == demine.dumps(position, format=format)


@pytest.mark.parametrize("density", ['"2"', "[0.5]", "true", "{}"])
def test_a_density_of_a_file_is_checked(density: str) -> None:
    text = '{"vertices": 2, "edges": [], "labels": ["?", "?"], "mines": null, "density": %s}'
    with pytest.raises(FormatError, match='"density"'):
        demine.loads(text % density)


def test_a_batch_weighs_its_positions() -> None:
    plain = Position(demine.grid(2, 2), ["?", 1, "?", "?"])
    weighed = [plain.with_density("1/5"), plain.with_density(["1/5", "1/3", "2/7", "1/2"])]
    lines = [json.dumps(json.loads(demine.dumps(p, format="graph"))) for p in (plain, *weighed)]
    answered = [json.loads(line) for line in answers(lines)]
    for position, said in zip((plain, *weighed), answered, strict=True):
        analysis = position.analyze()
        assert said["verdict"] == "answered"
        assert said["floats"] == pytest.approx(analysis.probabilities.tolist())
        assert said["log_count"] == pytest.approx(log(analysis.count))
    broken = demine.dumps(Position(demine.grid(1, 2), [1, 1], density=0.5), format="graph")
    assert [json.loads(line)["verdict"] for line in answers([json.dumps(broken)])] == ["impossible"]


def test_a_batch_says_what_was_too_much_of_a_density(tmp_path: Path) -> None:
    likely = expert("guess")[0].with_mines(None).with_density(0.2)
    for budget, verdict in (("--states 1", "too wide"), ("--seconds 1e-9", "timeout")):
        (tmp_path / "batch").write_text(json.dumps(json.loads(str(formats.dumps(likely, "graph")))))
        code, line = say(f"solve --json {budget} --batch {tmp_path / 'batch'}")
        assert (code != 0) == (verdict == "timeout"), line
        assert json.loads(line.splitlines()[0])["verdict"] == verdict
