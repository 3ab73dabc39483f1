"""`demine explain` beside `solve` and `hint`: they say the same about the same cells."""

from __future__ import annotations

from pathlib import Path

import pytest

import demine
from command import answer, invoke
from demine import InvalidPosition, formats
from paths import BEGINNER


def test_explaining_where_all_is_mined(tmp_path: Path) -> None:
    file = tmp_path / "two.mine"
    file.write_text("2x1x1\nH1\n")
    assert "every covered cell is mined" in invoke("explain", file).output
    with pytest.raises(InvalidPosition, match="every covered cell is mined"):
        demine.hint(formats.read(file))


def test_solving_a_contradiction_says_where_to_ask(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.mine"
    wrong.write_text("7x1x?\nH2H0H1H\n")
    assert f"`demine explain {wrong}` says why" in invoke("solve", wrong).output
    assert "cannot both be true" in invoke("explain", wrong).output


def test_explaining_without_a_cell_advises_a_guess() -> None:
    expert = BEGINNER.with_name("expert.mine")
    advised = demine.hint(formats.read(expert))
    first = invoke("explain", expert).output.splitlines()[0]
    assert first == f"{advised.where} {advised.show}"


def test_a_list_of_candidates_is_bounded(tmp_path: Path) -> None:
    file = tmp_path / "covered.mine"
    file.write_text("30x16x99\n" + f"{'H' * 30}\n" * 16)
    lines = answer("explain", str(file)).splitlines()
    assert lines[-1].strip() == "and 468 more"
    assert len(lines) < 20


def test_solve_and_explain_agree_on_cells_that_are_known_free(tmp_path: Path) -> None:
    file = tmp_path / "known.mine"
    file.write_text("3x1x?\nHHS\n")
    solved = answer("solve", str(file)).splitlines()
    assert "safe cells:  none" in solved
    assert "known free:  c1" in solved
    assert answer("explain", str(file)) == "c1 is safe.\nc1 is known to be free.\n"
