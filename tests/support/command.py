"""The command line as a real process: the command, small inputs, and how it succeeds or fails."""

from __future__ import annotations

import subprocess
import sys

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
