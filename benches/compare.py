"""Compares the speed of two checkouts: the same questions in turns, and the ratio of their times.

    python benches/compare.py OLD NEW [--rounds 5] [--only WORD] [--instructions]

OLD and NEW are folders of checkouts in which `make demo` has been run. Both run in this
interpreter. Each question runs in a process of its own, in one checkout and then in the other, for
several rounds. The result is the least processor time, which a busy machine distorts least. Both
checkouts must give the same answer. For boards without guesses only their number must agree, since
the boards of a seed have changed once; `csp` has changed, too, and its wins need not agree.
Questions use documented names only, so that old checkouts support them. With `--instructions`
valgrind counts the instructions of the whole process. They do not depend on the load of the machine
and suit the questions about first use.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import mkdtemp

from bench import table

CACHE = mkdtemp()
MOST = 1.03
"""The largest allowed ratio: no bench may get more than 3 % slower."""

# Each question is a preparation and a timed computation of `answer`. Names are imported on first
# use: the first questions time that, all others do it in their preparation.
QUESTIONS = {
    "the first board": ("", "import demine; answer = len(demine.grid(2, 2))"),
    "the first game": ("", "import demine; answer = small_game()"),
    "the first explanation": ("", "import demine; answer = small_proof()"),
    "the first simulation": ("", "import demine; answer = simulate('ratio', 1)"),
    "analyze 200 Expert positions": (
        "positions = stuck()",
        "answer = [position.analyze(cache=False).count for position in positions]",
    ),
    "count by mines, 40 Expert positions": (
        "positions = stuck()[:40]",
        "answer = [sum(position.counts_by_mines(cache=False)) for position in positions]",
    ),
    "explain 40 cells": (
        "small_proof(); asked = [(p, min(p.analyze().mined, default=0)) for p in stuck()[:40]]",
        "answer = [len(str(position.explain(cell))) for position, cell in asked]",
    ),
    "a 60 × 60 board with 30 % mines": (
        "position = opened(demine.grid(60, 60), 1080, 0.4)",
        "answer = position.count(cache=False)",
    ),
    "all solutions of a 14 × 14 board": (
        "position = opened(demine.grid(14, 14), 40, 0.5).with_mines(None)",
        "answer = [some(position.solutions()) for _ in range(50)]",
    ),
    "the models of Suzuki et al.": (
        "position = opened(demine.grid(12, 12), 29, 0.4).with_mines(None)",
        "answer = [position.solutions(m, loose=False).count() for m in 20 * MODELS]",
    ),
    "P* of a random tree of 20,000 cells": (
        "demine.onemine; demine.from_edges\n"
        "tree = [(random.randrange(v), v) for v in range(1, 20_000)]",
        "answer = str(demine.onemine.win_probability(demine.from_edges(20_000, tree)))",
    ),
    "20 Expert games with a cache": (
        "small_game()",
        "answer = [play(demine.Game(demine.grid(16, 30), 99, seed=s)) for s in range(20)]",
    ),
    "boards without guesses": (
        "small_proof(); games = [demine.Game(demine.grid(9, 9), 10, seed=s) for s in range(40)]",
        "answer = len([demine.no_guess(game).id for game in games])",
    ),
    "10,000 games of ratio": ("simulate('ratio', 1)", "answer = simulate('ratio', 10_000)"),
    "1,000 games of csp": ("simulate('csp', 1)", "simulate('csp', 1000); answer = 0"),
    "1,000 games of safest": ("simulate('safest', 1)", "answer = simulate('safest', 1000)"),
}

SCRIPT = """
import json, sys, time
from pathlib import Path
from random import Random
random = Random(1)

def stuck():
    text = (Path(sys.argv[1]) / "tests" / "data" / "expert-stuck.txt").read_text()
    blocks = [block.splitlines()[1:] for block in text.strip().split("\\n\\n")]
    board = demine.grid(16, 30)
    label = lambda sign: int(sign) if sign.isdigit() else "?"
    return [demine.Position(board, [label(s) for s in "".join(b)], 99) for b in blocks][:200]

def opened(board, mines, share):
    mined = set(random.sample(range(len(board)), mines))
    shown = [cell not in mined and random.random() < share for cell in board.cells]
    count = lambda cell: len(mined & set(board.neighbours(cell)))
    return demine.Position(board, [count(v) if shown[v] else "?" for v in board.cells], mines)

def play(game):
    game.open(0)
    while game.status == "playing":
        analysis = game.position.analyze()
        covered = [v for v, label in enumerate(game.position.labels) if label == "?"]
        safe = sorted(analysis.safe & set(covered))
        for cell in safe or [min(covered, key=analysis.probabilities.__getitem__)]:
            game.open(cell)
    return game.status

MODELS = ["degree", "intersection"]

def some(found):
    return found.count(), len(found.sample(200, seed=1))

def small_game():
    return play(demine.Game(demine.grid(3, 3), 1, seed=1))

def small_proof():
    return len(str(demine.Position(demine.grid(1, 3), [1, "?", "?"]).explain(1)))

def simulate(strategy, games):
    return demine.simulate(strategy, preset="expert", games=games, seed=1, workers=1).wins

if sys.argv[2]:
    import demine
    exec(sys.argv[2])
elif "import demine" not in sys.argv[3]:
    import demine
began = time.process_time()
exec(sys.argv[3])
print(json.dumps([time.process_time() - began, repr(answer)]))
"""


def environment(checkout: Path) -> dict[str, str]:
    """The environment of a checkout's process, with compiled files as users have them."""
    own = {"PYTHONPATH": str(checkout / "python"), "PYTHONPYCACHEPREFIX": CACHE}
    own["PYTHONHASHSEED"] = "0"  # the order of sets changes the start-up time by 1 %
    return {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"} | own


def run(checkout: Path, question: str, *under: str) -> subprocess.CompletedProcess[str]:
    """Ask a question in a process of its own, under another program if one is given."""
    done = subprocess.run(
        [*under, sys.executable, "-c", SCRIPT, str(checkout), *QUESTIONS[question]],
        capture_output=True, text=True, check=False, cwd="/",
        env=environment(checkout),
    )  # fmt: skip
    if done.returncode:
        raise SystemExit(f"{checkout}: {question}: {done.stderr}")
    return done


def ask_seconds(checkout: Path, question: str) -> tuple[float, str]:
    """A checkout's processor time for a question in seconds, and its answer."""
    seconds, answer = json.loads(run(checkout, question).stdout)
    return seconds, answer


def ask_instructions(checkout: Path, question: str) -> tuple[float, str]:
    """The instructions in millions, including the preparation, and the answer."""
    valgrind = ("valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null")
    done = run(checkout, question, *valgrind)
    collected = re.search(r"Collected : (\d+)", done.stderr)
    assert collected is not None, done.stderr
    return int(collected[1]) / 1e6, json.loads(done.stdout)[1]


Ask = Callable[[Path, str], tuple[float, str]]


def compare(old: Path, new: Path, question: str, rounds: int, ask: Ask) -> tuple[float, float]:
    """The least cost of each checkout, asked in turns."""
    costs: dict[Path, list[float]] = {old: [], new: []}
    answers = set()
    for _ in range(rounds):
        for checkout in (old, new):
            cost, answer = ask(checkout, question)
            costs[checkout].append(cost)
            answers.add(answer)
    assert len(answers) == 1, f"{question}: the checkouts do not agree"
    return min(costs[old]), min(costs[new])


def main() -> None:
    """A row per question."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", default="", help="ask only questions with this word")
    parser.add_argument("--instructions", action="store_true", help="use valgrind")
    given = parser.parse_args()
    ask, shown = (ask_instructions, "{:.0f} M") if given.instructions else (ask_seconds, "{:.3f} s")
    old, new = given.old.resolve(), given.new.resolve()
    rows = []
    for question in (name for name in QUESTIONS if given.only in name):
        before, after = compare(old, new, question, given.rounds, ask)
        verdict = "slower" if after > MOST * before else ""
        costs = shown.format(before), shown.format(after)
        rows.append([question, *costs, f"{after / before:.2f}", verdict])
    table(["question", "before", "after", "ratio", ""], rows)


if __name__ == "__main__":
    main()
