"""Limits on the address space of a process, as batch systems and containers set them."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

import demine
from command import COMMAND
from paths import BEGINNER


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits an address space")
def test_half_a_gigabyte_is_enough_to_read_and_answer() -> None:
    words = ["sh", "-c", 'ulimit -v 524288; "$@"', "sh", *COMMAND, "count", str(BEGINNER)]
    # One thread of numpy's algebra, which asks for address space per core.
    alone = os.environ | {"OPENBLAS_NUM_THREADS": "1"}
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, env=alone)
    expected = f"{demine.read(BEGINNER).count()}\n"
    assert (done.returncode, done.stdout, done.stderr) == (0, expected, "")


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits an address space")
def test_questions_keep_within_it() -> None:
    """A wide graph, of which counting would take more: the engine would end the process."""
    wide = """
import random
import resource

import demine

resource.setrlimit(resource.RLIMIT_AS, (600 << 20, 600 << 20))
chance = random.Random(3)
edges = set()
while len(edges) < 1200:
    edges.add(tuple(sorted(chance.sample(range(300), 2))))
board = demine.from_edges(300, sorted(edges))
mined = set(chance.sample(range(300), 90))
around = lambda cell: sum(other in mined for other in board.neighbours(cell))
shown = [cell not in mined and chance.random() < 0.25 for cell in range(300)]
labels = [around(cell) if shown[cell] else "?" for cell in range(300)]
print(demine.Position(board, labels, mines=90).analyze().exact)
"""
    check_program(wide, "False\n")


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits an address space")
def test_later_questions_about_rules_do_too() -> None:
    """Each number of a large class is long, and so are those of the class without one cell."""
    check_program(
        """
import resource

import demine

resource.setrlimit(resource.RLIMIT_AS, (600 << 20, 600 << 20))
cells = 22_000
position = demine.Position(demine.from_edges(cells, []), ["?"] * cells, values=demine.rules.parity)
try:
    print(position.analyze().distribution(0)[1])
except demine.TooWide:
    print("too wide")
""",
        "too wide\n",
    )


def check_program(program: str, said: str) -> None:
    """Run a program that limits its own address space: it says this and ends well."""
    alone = os.environ | {"OPENBLAS_NUM_THREADS": "1"}
    words = [sys.executable, "-c", program]
    done = subprocess.run(words, capture_output=True, text=True, timeout=300, env=alone)
    assert (done.returncode, done.stdout, done.stderr) == (0, said, "")
