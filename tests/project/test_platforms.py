"""Every platform: what only some systems have is never needed to import, and seldom to work."""

from __future__ import annotations

import json
import os
import pkgutil
import re
import signal
import subprocess
import sys
from pathlib import Path

import httpx

import demine
from demine.cli import commands
from demine.game import Replay
from paths import ROOT, SUPPORT
from processes import ended

# A system that knows none of this: as Windows, but for its paths.
LEARNERS = ("demine.llm.openenv", "demine.llm.verifiers")
"""They need packages that are no extra of ours."""
BARE = """
import os, signal, sys
for name in ("fcntl", "resource", "grp", "pwd", "termios", "tty"):
    sys.modules[name] = None
for name in ("SIGALRM", "SIGIO", "setitimer", "ITIMER_REAL", "pthread_sigmask"):
    if hasattr(signal, name): delattr(signal, name)
for name in ("fork", "setsid", "killpg", "getpgrp", "sched_getaffinity"):
    if hasattr(os, name): delattr(os, name)
"""
FACES_WITH_EXTRAS = ("demine.gym", "demine.terminal.", "demine.web", *LEARNERS)


def bare(
    code: str, *arguments: str, cwd: Path = ROOT, **variables: str
) -> subprocess.CompletedProcess[str]:
    """What comes of a program in which a system lacks what Windows lacks."""
    return subprocess.run(
        [sys.executable, "-c", BARE + code, *arguments],
        capture_output=True, text=True, cwd=cwd, timeout=600, stdin=subprocess.DEVNULL,
        env={**os.environ, **variables},
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


# What each command is asked; a file of the examples where it reads one.
ASKED = {
    "play": "play classic --plain --seed 1",
    "site": "site {folder}/site",
    "count": "count examples/beginner.mine",
    "solve": "solve examples/beginner.mine --seconds 60",
    "solutions": "solutions examples/beginner.mine --count",
    "explain": "explain examples/beginner.mine",
    "generate": "generate --no-guess classic --seed 1",
    "print": "print examples/beginner.mine -o {folder}/sheet.pdf",
    "review": "review {folder}/game.jsonl",
    "replay": "replay {folder}/game.jsonl",
    "statistics": "statistics",
    "simulate": "simulate --strategy csp --preset classic --games 20 --seed 1",
    "compare": "compare ratio csp --preset classic --games 20 --seed 1",
    "watch": "watch --strategy csp --game grid-8x8-10-safe-1 --turn 1",
    "rate": "rate --strategy csp --preset classic --games 20 --seed 1",
    "tally": "tally {folder}/tally.json",
    "boards": "boards",
    "completion": "completion zsh",
    "man": "man",
    "convert": "convert examples/beginner.mine {folder}/beginner.json",
    "decompose": "decompose examples/beginner.mine",
    "onemine": "onemine --board grid-3x3",
    "circuit": "circuit a&b",
    "reproduce": "reproduce --help",
}

ASK_ALL = """
import json, sys
from demine.cli import commands
for name, line in json.loads(sys.argv[1]).items():
    try:
        commands.main(line.split(), standalone_mode=False)
        print("done:", name, file=sys.stderr)
    except BaseException as error:
        print("failed:", name, repr(error), file=sys.stderr)
"""


def test_every_command_works(tmp_path: Path) -> None:
    # `read` needs Pillow, which is an extra: tests/screens asks it.
    assert {*ASKED, "serve", "mcp", "read"} == set(commands.commands)
    game = demine.Game.preset("classic", seed=1)
    game.open(0)
    Replay.of(game).write(tmp_path / "game.jsonl")
    tally = demine.simulate("csp", preset="classic", games=1, seed=1)
    (tmp_path / "tally.json").write_text(tally.dumps())
    lines = {name: line.format(folder=tmp_path) for name, line in ASKED.items()}
    done = bare(ASK_ALL, json.dumps(lines))
    assert [line for line in done.stderr.splitlines() if line.startswith("failed")] == []
    assert done.stderr.count("done:") == len(ASKED)


def test_the_server_answers(tmp_path: Path) -> None:
    """Its processes for questions lack all of it, too: they find the same start."""
    (tmp_path / "sitecustomize.py").write_text(BARE)
    with ended(subprocess.Popen(
        [sys.executable, "-m", "demine", "serve", "--port", "0", "--data", tmp_path / "games"],
        env={**os.environ, "PYTHONPATH": str(tmp_path)}, stdout=subprocess.PIPE, text=True,
    )) as serving:  # fmt: skip
        _ask_and_end(serving)


def _ask_and_end(serving: subprocess.Popen[str]) -> None:
    assert serving.stdout is not None
    address = re.search(r"http://127\.0\.0\.1:\d+", serving.stdout.readline())
    assert address is not None
    asked = {"text": "3x1x1\nH1H\n"}
    with httpx.Client(base_url=address[0], timeout=60) as client:
        assert client.get("/api/about").status_code == 200
        assert client.post("/api/analyse", json=asked).json()["count"] == "2"
    serving.send_signal(signal.SIGINT)
    assert serving.wait(timeout=60) == 0


def test_games_are_played_and_kept(tmp_path: Path) -> None:
    options = ("--preset", "classic", "--games", "20", "--seed", "1", "--json")
    done = command("simulate", "--strategy", "csp", *options, "--resume", str(tmp_path))
    assert done.returncode == 0, done.stderr
    tally = demine.simulate("csp", preset="classic", games=20, seed=1)
    assert f'"wins": {tally.wins},' in done.stdout


PLAY = """
import threading, demine, choosers
print(demine.simulate(choosers.ratio, preset="classic", games=4, seed=1, workers=1).wins)
try:
    demine.simulate(choosers.Stumbles("sums"), preset="classic", games=1, seed=25, patience=1)
except demine.StrategyError as error:
    print(error)
try:
    lock = threading.Lock()
    demine.simulate(lambda *known: [lock], preset="classic", games=1, seed=1, workers=1)
except demine.StrategyError as error:
    print(error)
"""


def test_strategies_in_python_play_in_processes_that_can_be_ended(tmp_path: Path) -> None:
    """The processes in which they play lack all of it, too: they find the same start."""
    (tmp_path / "sitecustomize.py").write_text(BARE)
    done = bare(PLAY, cwd=SUPPORT, PYTHONPATH=str(tmp_path))
    wins, late, nameless = done.stdout.splitlines()
    assert int(wins) == demine.simulate("ratio", preset="classic", games=4, seed=1).wins
    assert late.endswith("game grid-8x8-10-safe-25, turn 1: no answer within 1 seconds")
    assert "cannot be sent to other processes" in nameless
    assert nameless.endswith("put it into a module")
