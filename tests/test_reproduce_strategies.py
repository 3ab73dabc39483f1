"""The papers' benchmark of strategies, played again on few games."""

from __future__ import annotations

from pathlib import Path

from demine.reproduce import strategies


def test_every_strategy_on_every_board_beside_the_paper(tmp_path: Path) -> None:
    lines = list(strategies.report(True, tmp_path))
    rows = [line.split() for line in lines if "/" in line and "Figure" not in line]
    names = ["random", "single-point", "ratio", "equations", "csp", "safest"]
    assert [row[2] for row in rows] == 3 * names
    won = {(row[0], row[2]): float(row[3]) for row in rows}
    for board, pgms, csp in (("Beginner", 71, 80), ("Intermediate", 36, 44), ("Expert", 26, 34)):
        # Twice the width of a 95 % interval of 500 games.
        assert abs(won[board, "csp"] - csp) < 9
        assert abs(won[board, "equations"] - pgms) < 9
        assert won[board, "safest"] > pgms
        assert won[board, "single-point"] < won[board, "csp"] < won[board, "safest"] + 4
    assert (tmp_path / "strategies.svg").read_text().startswith("<?xml")
