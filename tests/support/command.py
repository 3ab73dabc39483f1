"""The command line, as a real process or inside the test: small inputs, answers, complaints."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import click
from click.testing import CliRunner, Result

from demine.cli import commands
from demine.cli.failures import Failure, complain

COMMAND = [sys.executable, "-m", "demine"]

# Three covered cells above three counts: only the middle one can be mined.
MINE = "3x2x1\nHHH\n111\n"
FLAGGED = "3x2x1\nHFH\n111\n"
IMPOSSIBLE = "3x2x1\nHHH\n131\n"


def run(*arguments: str, stdin: str | bytes = b"") -> subprocess.CompletedProcess[str]:
    """A command that has ended, with its output as text."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    done = subprocess.run([*COMMAND, *arguments], input=data, capture_output=True, timeout=60)
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
    )


def answer(*arguments: str, stdin: str | bytes = b"") -> str:
    """What a command prints that succeeds and complains of nothing."""
    done = run(*arguments, stdin=stdin)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def complaint(code: int, *arguments: str, stdin: str | bytes = b"") -> str:
    """The one line that a command says on stderr as it fails; it prints nothing else."""
    done = run(*arguments, stdin=stdin)
    assert done.returncode == code
    assert done.stdout == ""
    assert done.stderr.startswith("demine: ")
    assert done.stderr.endswith("\n")
    assert done.stderr.count("\n") == 1
    return done.stderr


def invoke(*arguments: str | Path) -> Result:
    """A command inside this process."""
    return CliRunner().invoke(commands, [str(argument) for argument in arguments])


def say(line: str, *more: str) -> tuple[int, str]:
    """The exit code of a command in this process, and all that it prints or complains of."""
    result = CliRunner().invoke(commands, [*line.split(), *more])
    failure = result.exception
    said = failure.format_message() if isinstance(failure, click.ClickException) else ""
    return result.exit_code, result.output + said


def failure_message(*arguments: str | Path) -> str:
    """The message of a command in this process that fails."""
    words = [str(argument) for argument in arguments]
    done = CliRunner().invoke(commands, words, standalone_mode=False)
    assert isinstance(done.exception, Failure)
    return done.exception.message


def refusal(*arguments: str, stdin: bytes | str = "") -> tuple[int, str]:
    """The exit code of a command in this process that fails, and its one line on stderr."""
    runner = CliRunner()
    result = runner.invoke(commands, list(arguments), input=stdin, standalone_mode=False)
    assert result.exception is not None
    assert isinstance(result.exception, click.ClickException), repr(result.exception)
    with runner.isolation() as (_, err, _):
        code = complain(result.exception)
        line = err.getvalue().decode()
    assert line.count("\n") == 1
    assert line.isprintable() or line[:-1].isprintable()
    assert len(line) < 1000
    return int(code), line
