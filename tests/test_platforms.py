"""Every platform: what only some systems have is never needed to import, and seldom to work."""

from __future__ import annotations

import pkgutil
import subprocess
import sys
from pathlib import Path

import demine

ROOT = Path(__file__).parent.parent

# A system that knows none of this: as Windows, but for its paths.
BARE = """
import os, signal, sys
for name in ("fcntl", "resource", "grp", "pwd", "termios", "tty"):
    sys.modules[name] = None
for name in ("SIGALRM", "SIGIO", "setitimer", "ITIMER_REAL", "pthread_sigmask"):
    delattr(signal, name)
for name in ("fork", "setsid", "killpg", "getpgrp", "sched_getaffinity"):
    delattr(os, name)
"""
FACES_WITH_EXTRAS = ("demine.gym", "demine.terminal.", "demine.web")


def bare(code: str, *arguments: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """What comes of a program in which a system lacks what Windows lacks."""
    return subprocess.run(
        [sys.executable, "-c", BARE + code, *arguments],
        capture_output=True, text=True, cwd=cwd, timeout=120,
    )  # fmt: skip


def command(*arguments: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    return bare("from demine.cli import main; main()", *arguments, cwd=cwd)


def test_every_module_is_imported() -> None:
    names = [
        module.name
        for module in pkgutil.walk_packages(demine.__path__, "demine.")
        if not module.name.startswith(FACES_WITH_EXTRAS)
    ]
    assert len(names) > 60
    done = bare(f"import importlib\nfor name in {names!r}: importlib.import_module(name)")
    assert (done.returncode, done.stderr) == (0, "")


def test_the_command_line_answers() -> None:
    done = command("count", "examples/beginner.mine")
    assert (done.returncode, done.stderr) == (0, "")
    assert int(done.stdout) == demine.read(ROOT / "examples" / "beginner.mine").count()


def test_games_are_played_and_kept(tmp_path: Path) -> None:
    options = ("--preset", "classic", "--games", "20", "--seed", "1", "--json")
    done = command("simulate", "--strategy", "csp", *options, "--resume", str(tmp_path))
    assert done.returncode == 0, done.stderr
    tally = demine.simulate("csp", preset="classic", games=20, seed=1)
    assert f'"wins": {tally.wins},' in done.stdout


PLAY = """
import demine, choosers
print(demine.simulate(choosers.ratio, preset="classic", games=4, seed=1, workers=1).wins)
try:
    demine.simulate(choosers.Stumbles("sums"), preset="classic", games=1, seed=25, patience=1)
except demine.StrategyError as error:
    print(error)
try:
    demine.simulate(lambda position, chance: [0], preset="classic", games=1, seed=1, workers=1)
except demine.StrategyError as error:
    print(error)
"""


def test_strategies_in_python_play_in_processes_that_can_be_ended() -> None:
    done = bare(PLAY, cwd=Path(__file__).parent)
    wins, late, nameless = done.stdout.splitlines()
    assert int(wins) == demine.simulate("ratio", preset="classic", games=4, seed=1).wins
    assert late.endswith("game grid-8x8-10-safe-25, turn 1: no answer within 1 seconds")
    assert "cannot be sent to other processes" in nameless
    assert nameless.endswith("put it into a module")
