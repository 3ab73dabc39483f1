"""Outside players through a pipe: the protocol, its mistakes, and a solver from PyPI."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import demine
from command import COMMAND
from demine import Position, StrategyError, grid
from demine.arena import find_strategy
from demine.arena.outside import Outside, board_line, cells_of, position_line
from demine.strategies import Guess
from paths import EXAMPLES

PROGRAM = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    if "labels" in asked:
        print("?", asked["labels"].index("?"), flush=True)
"""


def program(tmp_path: Path, text: str) -> str:
    """The name of a strategy that asks this program."""
    file = tmp_path / "player.py"
    file.write_text(text)
    return f'pipe:"{sys.executable}" "{file}"'


def first(position: demine.Position, chance: object) -> Guess:
    """What the program does."""
    return Guess([position.labels.index("?")])


@pytest.mark.parametrize("workers", [1, 2])
def test_a_program_plays_like_the_same_rule(tmp_path: Path, workers: int) -> None:
    player = find_strategy(program(tmp_path, PROGRAM))
    theirs = demine.simulate(player, preset="classic", games=6, seed=1, workers=workers)
    ours = demine.simulate(first, preset="classic", games=6, seed=1, workers=1)
    assert (theirs.wins, theirs.guesses) == (ours.wins, ours.guesses)
    assert theirs.contest["strategy"].startswith("pipe:")


def test_lines() -> None:
    position = demine.loads("3x2x1\n1HH\n11H\n")
    asked = json.loads(position_line(position))
    assert asked == {"shape": [2, 3], "mines": 1, "labels": "1??11?"}
    assert json.loads(board_line(demine.grid(1, 2)))["neighbours"] == [[1], [0]]
    assert cells_of("3 4\n") == [3, 4]
    assert isinstance(cells_of("?7"), Guess)
    assert cells_of("? 7") == [7]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "the program has ended"),
        ("print('nonsense', flush=True)\nimport sys\nsys.stdin.read()", "the program said"),
        ("print(-5, flush=True)\nimport sys\nsys.stdin.read()", "expected cells of the board"),
    ],
)
def test_mistakes_end_the_run_with_one_line(tmp_path: Path, text: str, said: str) -> None:
    player = find_strategy(program(tmp_path, text))
    with pytest.raises(StrategyError, match=said):
        demine.simulate(player, preset="classic", games=2, seed=1, workers=1)


def test_programs_that_are_none() -> None:
    with pytest.raises(StrategyError, match="expected the command"):
        find_strategy("pipe:")
    with pytest.raises(StrategyError, match="No such file"):
        demine.simulate(
            find_strategy("pipe:/no/such/program"), preset="classic", games=1, seed=1, workers=1
        )


def test_a_solver_from_pypi() -> None:
    pytest.importorskip("ms_toollib")
    example = EXAMPLES / "players" / "outside_player.py"
    player = find_strategy(f'pipe:"{sys.executable}" "{example}"')
    tally = demine.simulate(player, preset="classic", games=10, seed=1, workers=1)
    assert tally.wins >= 5
    assert tally.blunders == 0


def is_dead(told: Path) -> bool:
    """Whether the process is gone but for its name, which its parent has not asked for."""
    stat = Path(f"/proc/{told.read_text().strip()}/stat").read_text(encoding="utf-8")
    return stat.rpartition(")")[2].split()[0] == "Z"


def test_a_program_takes_its_children_along(tmp_path: Path) -> None:
    told = tmp_path / "pid"
    program = f"pipe:sh -c 'sleep 297 & echo $! > {told}; wait'"
    arguments = ["--preset", "classic", "--games", "1", "--patience", "1", "--workers", "1"]
    done = subprocess.run(
        [*COMMAND, "simulate", "--strategy", program, *arguments],
        capture_output=True,
        text=True,
    )
    assert "no answer within 1 seconds" in done.stderr
    assert not Path(f"/proc/{told.read_text().strip()}/stat").exists() or is_dead(told)


def test_a_program_that_has_ended_is_named() -> None:
    player = Outside(f"{sys.executable} -c pass")
    with pytest.raises(StrategyError, match=r"ended|no answer|expected"):
        player(Position(grid(2, 2), "????", 1))


def test_counts_that_the_line_protocol_has_no_sign_for() -> None:
    star = demine.from_edges(41, [(0, v) for v in range(1, 41)])
    labels: list[str | int] = [40, *"?" * 40]
    with pytest.raises(StrategyError, match="expected \\? or a number below 36"):
        Outside("cat")(Position(star, labels))
