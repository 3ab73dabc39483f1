"""Promises to people that no other file keeps: what is printed where, and what is said of it."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import demine
from command import answer, complaint
from demine.cli import commands
from demine.terminal.places import Places
from paths import ROOT

BEGINNER = ROOT / "examples" / "beginner.mine"


def test_a_position_prints_as_its_board() -> None:
    position = demine.read(BEGINNER)
    lines = str(position).splitlines()
    assert lines[0].split() == ["│", *"abcdefghi"]
    assert lines[2].split() == ["1", "│", "·", "·", "1", *"??????"]
    assert len(lines) == 11


def test_solve_and_plain_play_show_the_same_columns() -> None:
    solved = answer("solve", str(BEGINNER)).splitlines()[0]
    game = "grid-9x9-10-safe-7"
    played = CliRunner().invoke(commands, ["play", "--plain", "--game", game], input="quit\n")
    assert re.findall(r"[a-z]", solved) == list("abcdefghi")
    assert re.findall(r"[a-z]", played.stdout.splitlines()[0]) == list("abcdefghi")


def test_a_strategy_that_fails_names_its_file_and_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.py").write_text("def bad(position, chance):\n    return [1 // 0]\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    said = complaint(2, "simulate", "--strategy", "mine:bad", "--games", "1", "--workers", "1")
    assert said.rstrip().endswith(
        "ZeroDivisionError: integer division or modulo by zero (mine.py, line 2)"
    )


def test_a_list_of_candidates_is_bounded(tmp_path: Path) -> None:
    file = tmp_path / "covered.mine"
    file.write_text("30x16x99\n" + f"{'H' * 30}\n" * 16)
    lines = answer("explain", str(file)).splitlines()
    assert lines[-1].strip() == "and 468 more"
    assert len(lines) < 20


def test_headings_of_narrow_columns_do_not_touch() -> None:
    above, _ = Places.of(demine.grid(16, 30), 80).heads(demine.grid(16, 30))
    ends = [column + len(name) for column, name in above.items()]
    assert all(end < start for end, start in zip(ends, list(above)[1:], strict=False))
    assert {"a", "z", "ab", "ad"} <= set(above.values())


def test_one_mine_trusts_no_flags() -> None:
    assert "--trust-flags" in complaint(2, "onemine", "--trust-flags", str(BEGINNER))


def test_solve_and_explain_agree_on_cells_that_are_known_free(tmp_path: Path) -> None:
    file = tmp_path / "known.mine"
    file.write_text("3x1x?\nHHS\n")
    solved = answer("solve", str(file)).splitlines()
    assert "safe cells:  none" in solved
    assert "known free:  c1" in solved
    assert answer("explain", str(file)) == "c1 is safe.\nc1 is known to be free.\n"


def test_the_readme_begins_with_a_picture() -> None:
    first, second = [line for line in (ROOT / "README.md").read_text("utf-8").splitlines() if line][
        :2
    ]
    picture = re.fullmatch(r"!\[.+\]\((.+)\)", second)
    assert first == "# demine"
    assert picture is not None
    ElementTree.parse(ROOT / picture[1])


@pytest.mark.parametrize("suffix", ["svg", "png"])
def test_everything_draws_itself_into_a_file(tmp_path: Path, suffix: str) -> None:
    position = demine.read(BEGINNER)
    game = demine.Game.preset("beginner", seed=1)
    for cell in ("e5", "i9", "a9", "i1", "a1"):
        game.open(cell)
    small = demine.loads("4x2x?\nH1HH\nHH2H\n")
    things: dict[str, Any] = {
        "board": position.board,
        "position": position,
        "analysis": position.analyze(),
        "game": game,
        "hint": demine.hint(position),
        "proof": position.explain("d2"),
        "review": game.review(),
        "solutions": small.solutions(),
    }
    for name, thing in things.items():
        path = tmp_path / f"{name}.{suffix}"
        getattr(thing, suffix)(path)
        assert path.stat().st_size > 500, name
        assert thing._repr_svg_().startswith("<svg"), name


def test_every_board_that_is_listed_can_be_played() -> None:
    """`demine boards` gives an example of each topology: each is dealt, opened and told."""
    listed = answer("boards")
    examples = re.findall(r"^  \w+-\S+ .* (\S+)$", listed, re.MULTILINE)
    topologies = "grid hexagonal triangular box cube geodesic voronoi"
    assert [name.partition("-")[0] for name in examples] == topologies.split()
    for name in examples:
        arguments = ["play", "--plain", "--board", name, "--mines", "3"]
        told = CliRunner().invoke(commands, arguments, input="quit\n").stdout
        assert "Enter the cell (3 mines left)" in told


def test_arenas_take_boards_and_tell_guesses_and_blunders() -> None:
    board = ["--board", "hexagonal-5x5", "--mines", "4", "--games", "30"]
    for command in (["simulate", "--strategy", "ratio"], ["compare", "ratio", "random"]):
        told = CliRunner().invoke(commands, [*command, *board]).stdout
        assert "ratio on hexagonal-5x5, 4 mines" in told
        assert re.search(r"\d+ guesses, \d+ blunders", told)


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
