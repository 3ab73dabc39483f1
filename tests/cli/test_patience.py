"""What an analysis knows is shown; exact numbers come after it and have only so many seconds."""

from __future__ import annotations

import json
import signal
from importlib import import_module
from itertools import count
from types import SimpleNamespace
from typing import Final

import click
import pytest
from click.testing import CliRunner

import demine
from demine import meter
from demine.alarm import HAS_TIMER
from demine.cli import commands
from demine.cli.failures import Exit, Failure

SOLVE: Final = import_module("demine.cli.solve")  # in its room the name is the command

EXPERT = "examples/expert.mine"

# Three covered cells above three counts: the outer two are safe.
MINE = "3x2x1\nHHH\n111\n"


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for exact numbers."""
    monkeypatch.setattr(SOLVE, "PATIENCE", 0.0)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that moves on by 100 seconds whenever somebody looks at it: no test waits."""
    ticks = count(step=100)
    monkeypatch.setattr(meter, "time", SimpleNamespace(monotonic=lambda: float(next(ticks))))


def answer(*arguments: str, stdin: str = MINE) -> str:
    """What is printed by a command that succeeds and complains of nothing."""
    done = CliRunner().invoke(commands, ["solve", *arguments], input=stdin)
    assert (done.exit_code, done.stderr) == (0, "")
    return done.stdout


def refusal(*arguments: str, stdin: str = MINE) -> tuple[int, str]:
    """The exit code and the message of a command that fails and prints nothing."""
    asked = ["solve", *arguments]
    done = CliRunner().invoke(commands, asked, input=stdin, standalone_mode=False)
    error = done.exception
    assert done.stdout == ""
    assert isinstance(error, click.ClickException)
    return error.code if isinstance(error, Failure) else Exit.BAD_INPUT, error.message


def test_the_patience_is_as_the_help_says() -> None:
    assert f"or {SOLVE.PATIENCE:g} seconds without that option" in say_help()
    assert f"no limit, but {SOLVE.PATIENCE:g} seconds for the exact count" in say_help()


@pytest.mark.usefixtures("impatient")
def test_cells_are_shown_without_their_count() -> None:
    printed = answer("-")
    assert printed.startswith(str(demine.loads(MINE).analyze()))
    count = "legal assignments: not counted within 0 seconds"
    assert printed.endswith(f"{count}\nsafe cells:  a1 c1\nmined cells: b1\n")


@pytest.mark.usefixtures("impatient")
def test_json_holds_all_but_the_exact_numbers() -> None:
    printed = json.loads(answer("--json", EXPERT))
    analysis = demine.read(EXPERT).analyze()
    assert (printed["count"], printed["probabilities"]) == (None, None)
    assert printed["floats"] == analysis.probabilities.tolist()
    assert printed["safe"] == sorted(analysis.safe)
    assert printed["mined"] == sorted(analysis.mined)
    assert "exact" not in printed


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("density", [[], ["--density", "1/5"]])
def test_seconds_that_are_given_count_instead(density: list[str]) -> None:
    printed = json.loads(answer("--json", "--seconds", "600", *density, EXPERT))
    position = demine.read(EXPERT)
    assert printed["count"] == str((position.with_mines(None) if density else position).count())
    assert len(printed["probabilities"]) == len(position.board)


@pytest.mark.usefixtures("clock")
def test_the_count_has_what_the_analysis_left() -> None:
    """Each of the two would do it in 350 seconds of this clock."""
    printed = answer("--seconds", "350", "-")
    assert "legal assignments: not counted within 350 seconds\nsafe cells:  a1 c1\n" in printed
    assert json.loads(answer("--json", "--seconds", "350", "-"))["count"] is None


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize(("patience", "are_exact"), [(2000.0, False), (200_000.0, True)])
def test_a_count_in_time_and_fractions_that_are_not(
    monkeypatch: pytest.MonkeyPatch, patience: float, are_exact: bool
) -> None:
    monkeypatch.setattr(SOLVE, "PATIENCE", patience)
    printed = json.loads(answer("--json", "-"))
    assert printed["count"] == "1"
    assert printed["probabilities"] == (["0/1", "1/1", *["0/1"] * 4] if are_exact else None)


@pytest.mark.usefixtures("clock")
def test_an_analysis_that_is_not_done_in_time() -> None:
    code, said = refusal("--seconds", "50", "-")
    assert code == Exit.OVER_BUDGET
    assert said.endswith("no answer within the budget of 50 seconds")


@pytest.mark.skipif(not HAS_TIMER, reason="nothing can ring")
@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize("more", [[], ["--json"]])
def test_no_alarm_rings_while_what_was_found_is_printed(
    monkeypatch: pytest.MonkeyPatch, more: list[str]
) -> None:
    """By this clock nothing is left of the seconds; there is a minute to print."""
    left, echo = [], click.echo

    def watch(answer: str, color: bool) -> None:
        left.append(signal.getitimer(signal.ITIMER_REAL)[0])
        echo(answer, color=color)

    monkeypatch.setattr(click, "echo", watch)
    answer("--seconds", "350", *more, "-")
    assert [0 < seconds <= 60 for seconds in left] == [True]


def say_help() -> str:
    return " ".join(answer("--help").split())


def test_help_says_what_else_ends_well_and_what_does_not_go_together() -> None:
    said = say_help()
    assert "gets `line` and `error`; the exit code is still 0" in said
    assert "chance of winning after each cell. Excludes --density" in said
    assert "error" in json.loads(answer("--batch", "-", stdin="nonsense\n"))


def test_candidates_need_assignments_that_are_equally_likely() -> None:
    said = "--candidates cannot be combined with --density: leave out one of them"
    assert refusal("--candidates", "--density", "0.2", EXPERT) == (Exit.BAD_INPUT, said)
    weighed = demine.dumps(demine.loads(MINE).with_density("1/5"), format="graph")
    code, said = refusal("--candidates", "-", stdin=weighed)
    assert code == Exit.BAD_INPUT
    assert said.endswith("the mines have a density: expected a number of mines, or none")
