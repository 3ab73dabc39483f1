"""`demine solutions`, and `demine reproduce suzuki-2015`, as a user meets them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import demine
from command import IMPOSSIBLE, MINE, answer, complaint, run
from demine import Solutions
from demine.cli import commands
from demine.reproduce import minefields
from demine.reproduce.minefields import FieldClass
from demine.reproduce.suzuki_tables import PRINTED_COUNTS, PRINTED_SECONDS, short
from demine.solutions import METHODS

# One mine next to the lower left count: four ways.
FOUR = "3x2x1\nHHH\nH1H\n"


def test_a_count_alone() -> None:
    assert answer("solutions", "-", stdin=MINE) == "1\n"
    for method in METHODS:
        assert answer("solutions", "--count", "--method", method, "-", stdin=FOUR) == "5\n"


def test_lists_and_samples() -> None:
    listed = answer("solutions", "--list", "9", "-", stdin=FOUR).splitlines()
    assert sorted(listed) == ["a1", "a2", "b1", "c1", "c2"]
    assert len(answer("solutions", "--list", "2", "-", stdin=FOUR).splitlines()) == 2
    sample = ["solutions", "--sample", "3", "--seed", "1", "--json", "-"]
    drawn = json.loads(answer(*sample, stdin=FOUR))
    assert drawn == json.loads(answer(*sample, stdin=FOUR))
    assert {tuple(cells) for cells in drawn} <= {(0,), (1,), (2,), (3,), (5,)}


def test_the_cheapest(tmp_path: Path) -> None:
    costs = tmp_path / "costs.txt"
    costs.write_text("3 2 1/2\n0.75 0 9\n")
    assert answer("solutions", "--cheapest", str(costs), "-", stdin=FOUR) == "c1\n"
    costs.write_text("1 2 3\n")
    assert "3 costs for 6 cells" in complaint(
        2, "solutions", "--cheapest", str(costs), "-", stdin=FOUR
    )
    costs.write_text("1 2 x 4 5 6\n")
    assert "'x' is no cost" in complaint(2, "solutions", "--cheapest", str(costs), "-", stdin=FOUR)
    assert "both" in complaint(2, "solutions", "--cheapest", "-", "-")


def test_diagrams(tmp_path: Path) -> None:
    assert answer("solutions", "--dot", "-", stdin=FOUR).startswith("digraph")
    stats = answer("solutions", "--stats", "-", stdin=FOUR).split()
    assert dict(zip(stats[::2], stats[1::2], strict=True))["solutions"] == "5"
    svg, saved = tmp_path / "set.svg", tmp_path / "set.zdd"
    answer("solutions", "--svg", str(svg), "--save", str(saved), "-", stdin=FOUR)
    assert svg.read_text().startswith("<svg")
    assert Solutions.load(saved) == demine.loads(FOUR).solutions()
    assert answer("solutions", str(saved)) == "5\n"
    assert answer("solutions", "--list", "1", "--numbers", str(saved)) in {"0\n", "5\n"}
    assert "at most" in complaint_after_a_count("solutions", "--svg", str(svg), "-")


def complaint_after_a_count(*arguments: str) -> str:
    covered = "20x20x?\n" + ("H" * 20 + "\n") * 20
    done = run(*arguments, stdin=covered)
    assert done.returncode == 2
    return done.stderr


@pytest.mark.parametrize("wanted", [["--count"], []])
def test_no_solution(wanted: list[str]) -> None:
    done = run("solutions", *wanted, "-", stdin=IMPOSSIBLE)
    assert (done.returncode, done.stdout) == (1, "0\n")
    assert "no legal assignment" in done.stderr


@pytest.mark.parametrize("wanted", [["--list", "3"], ["--sample", "3"]])
def test_no_solution_to_show(wanted: list[str]) -> None:
    assert "no legal assignment" in complaint(1, "solutions", *wanted, "-", stdin=IMPOSSIBLE)


def test_one_question_at_a_time() -> None:
    assert "ask for one" in complaint(2, "solutions", "--list", "1", "--dot", "-", stdin=MINE)


def test_the_papers_convention() -> None:
    board = "3x1x?\n1HH\n"
    assert answer("solutions", "-", stdin=board) == "2\n"
    assert answer("solutions", "--near", "-", stdin=board) == "1\n"
    assert "unknown" in complaint(2, "solutions", "--near", "-", stdin=MINE)


# The reproduction


def test_classes_are_repeatable() -> None:
    about = FieldClass("graph", 20, 30)
    position = about.position()
    assert position == about.position() != about.position(seed=1)
    assert len(position.board.edges) == minefields.EDGES
    assert sum(code >= 0 for code in position.codes.tolist()) == 240 * 30 // 100
    assert len(minefields.classes("grid")) == 27


def test_printed_tables_are_whole() -> None:
    for kind in ("grid", "graph"):
        assert [len(row) for row in PRINTED_SECONDS[kind]] == [6] * 9
        assert [len(row) for row in PRINTED_COUNTS[kind]] == [3] * 9
    assert PRINTED_SECONDS["grid"][3][4:] == (36.521, 79.872)
    assert PRINTED_COUNTS["grid"][1][2] == "8.41e71"


def test_counts_are_written_as_in_the_paper() -> None:
    assert short(10251360) == "10251360"
    assert short(841 * 10**69) == "8.41e71"


def test_the_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With two shares of numbers: four tables and a figure; a second run measures nothing."""
    monkeypatch.setattr(
        minefields,
        "classes",
        lambda kind: [
            FieldClass(kind, mines, numbers) for numbers in (10, 80) for mines in (10, 20, 30)
        ],
    )
    folders = ["--figures", str(tmp_path), "--resume", str(tmp_path)]
    arguments = ["reproduce", "suzuki-2015", "--quick", *folders]
    done = CliRunner().invoke(commands, arguments, catch_exceptions=False)
    assert done.exit_code == 0
    assert [f"Table {i}." in done.output for i in (1, 2, 3, 4)] == [True] * 4
    assert "3.602   0.006" in done.output
    assert (tmp_path / "suzuki-2015.svg").read_text().startswith("<?xml")
    kept = (tmp_path / "suzuki-2015-tables.jsonl").read_text().splitlines()
    assert len(kept) == 12
    again = CliRunner().invoke(commands, arguments, catch_exceptions=False)
    assert again.output == done.output
    assert (tmp_path / "suzuki-2015-tables.jsonl").read_text().splitlines() == kept
