"""What single commands print, and in which words."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

import demine
from command import COMMAND, answer, invoke, run, say
from demine import Position, formats, grid, simulate
from demine.cli import commands
from paths import BEGINNER, EXAMPLES


def test_printing_has_a_budget_of_bytes(tmp_path: Path) -> None:
    done = invoke("print", "-o", tmp_path / "x.svg", "--bytes", "1", BEGINNER)
    assert "budget" in done.output
    assert not (tmp_path / "x.svg").exists()


def test_printing_offers_no_option_that_it_refuses() -> None:
    shown = answer("print", "--help")
    assert "--seed" in shown
    assert "--first" not in shown


def test_solving_says_what_its_seconds_limit() -> None:
    said = " ".join(answer("solve", "--help").split())
    assert "the exit code is 3 if no board is drawn within S seconds" in said
    assert "default: no limit, but 10 seconds for the exact count" in said


def test_a_title_that_is_no_text(tmp_path: Path) -> None:
    done = invoke("print", "-o", tmp_path / "x.svg", "--title", "\udcff", BEGINNER)
    assert done.exit_code == 2
    assert "is not valid text" in done.output


def test_known_mines_are_told_apart_from_found_ones(tmp_path: Path) -> None:
    known = Position(grid(1, 4), ["*", 2, "?", "□"])
    (tmp_path / "known.json").write_text(str(formats.dumps(known, "graph")))
    code, line = say(f"solve {tmp_path / 'known.json'}")
    assert code == 0, line
    assert "known mines: a1\n" in line
    assert "mined cells: c1\n" in line


def test_a_search_for_grades_says_how_far_it_came() -> None:
    code, line = say("generate --grade hard --count 5 --seconds 1e-9 classic --seed 1")
    assert code != 0
    assert "0 of 5 games found in 1e-09 seconds" in line


def test_a_line_of_a_batch_is_numbered_once() -> None:
    done = CliRunner().invoke(commands, ["solve", "--batch", "-"], input="\n\nnonsense\n{\n")
    for line in map(json.loads, done.stdout.splitlines()):
        assert "line" not in line["error"]


def test_one_thing_is_not_many(tmp_path: Path) -> None:
    tally = simulate("ratio", board=grid(1, 2), mines=0, games=1, seed=1, workers=1)
    assert str(tally).startswith("100.00 % of 1 game won")
    sheet = ["print", str(BEGINNER), "--no-solutions", "-o", str(tmp_path / "one.svg")]
    assert CliRunner().invoke(commands, sheet).output.endswith("1 puzzle on 1 page\n")


def test_solve_and_plain_play_show_the_same_columns() -> None:
    solved = answer("solve", str(BEGINNER)).splitlines()[0]
    game = "grid-9x9-10-safe-7"
    played = CliRunner().invoke(commands, ["play", "--plain", "--game", game], input="quit\n")
    assert re.findall(r"[a-z]", solved) == list("abcdefghi")
    assert re.findall(r"[a-z]", played.stdout.splitlines()[0]) == list("abcdefghi")


def test_every_board_that_is_listed_can_be_played() -> None:
    """`demine boards` gives an example of each topology: each is dealt, opened and told."""
    _, _, listed = answer("boards").partition("\n\n")  # behind the presets
    examples = re.findall(r"^  \w+-\S+ .* (\S+)$", listed, re.MULTILINE)
    topologies = "grid hexagonal triangular box cube geodesic voronoi"
    assert [name.partition("-")[0] for name in examples] == topologies.split()
    for name in examples:
        arguments = ["play", "--plain", "--board", name, "--mines", "3"]
        told = CliRunner().invoke(commands, arguments, input="quit\n").stdout
        assert "Enter the cell (3 mines left)" in told


def test_solve_and_solutions_take_mines(tmp_path: Path) -> None:
    line = tmp_path / "line.json"
    demine.write(demine.Position(demine.grid(1, 4), ["?", 1, "?", "?"]), line)
    assert "every covered cell is decided" not in answer("solve", str(line))
    assert answer("count", str(line), "--mines", "2") == "2\n"
    # With one mine the last cell is free.
    assert "safe cells:  d1" in answer("solve", str(line), "--mines", "1")
    saved = tmp_path / "set.zdd"
    assert answer("solutions", str(line), "--mines", "2", "--save", str(saved)) == "2\n"
    assert answer("solutions", "--list", "2", str(saved)) == "c1 d1\na1 d1\n"


def test_where_a_foreign_format_turns_rows_and_columns_help_says_so() -> None:
    assert "columns first" in " ".join(answer("convert", "--help").split())


def test_an_impossible_position_has_a_json_answer() -> None:
    done = run("solve", "--json", "-", stdin="1x1x?\n5\n")
    found = json.loads(done.stdout)
    assert done.returncode == 1
    assert (found["count"], found["safe"], found["cells"], found["mines"]) == ("0", [], 1, None)
    assert "no legal assignment" in done.stderr


@pytest.mark.parametrize(
    ("options", "bits"), [((), 4.8073549), (("--density", "1/2"), 4.8073549), (("--mines", "3"), 0)]
)
def test_the_entropy_of_a_position(options: tuple[str, ...], bits: float) -> None:
    """C(8, 2) assignments; with one mine too many, none."""
    text = "3x3x?\nHHH\nH2H\nHHH\n"
    done = run("solve", "--json", *options, "-", stdin=text)
    found = json.loads(done.stdout)
    assert (found["entropy"] or 0) == pytest.approx(bits)


@pytest.mark.parametrize(
    ("setting", "is_coloured"), [("FORCE_COLOR", True), ("NO_COLOR", False), ("TERM", False)]
)
def test_colours_can_be_forced(setting: str, is_coloured: bool) -> None:
    done = subprocess.run(
        [*COMMAND, "solve", str(EXAMPLES / "beginner.mine")],
        env={**os.environ, setting: "1"}, capture_output=True, text=True,
    )  # fmt: skip
    assert ("\x1b[" in done.stdout) == is_coloured
