"""A session of the terminal: what belongs to one game ends with that game."""

from __future__ import annotations

from pathlib import Path

import demine
from demine.game import GameSetup, Statistics
from demine.terminal import SOLVERS
from demine.terminal.session import Session


def test_risks_are_for_one_game(tmp_path: Path) -> None:
    setup = GameSetup(demine.grid(9, 9), 10, title="beginner")
    session = Session(setup, setup.game(1), SOLVERS["exact"], Statistics(tmp_path / "s"))
    session.open(40)
    session.show_risks()
    assert session.analysis is not None
    session.renew()
    session.open(40)
    assert session.analysis is None
    assert not session.game.helped


def test_a_hint_says_that_its_cell_has_a_flag(tmp_path: Path) -> None:
    """A flag keeps a cell from being opened, also a wrong one."""
    game = demine.Game.from_mines(demine.grid(1, 4), [3], first="risky")
    setup = GameSetup(demine.grid(1, 4), 1, title="path")
    session = Session(setup, game, SOLVERS["exact"], Statistics(tmp_path / "s"))
    session.open(2)
    session.flag(0)
    session.flag(1)
    said = []
    for _ in range(5):
        session.ask()
        said.append("You have a flag there" in session.message)
    # The first answer says that a flag is wrong, and not yet which one.
    assert said == [False, False, False, True, True]
