"""How long it takes until demine is there: `import demine`, its names, and the command line.

    python benches/startup.py [--quick]

Each is a fresh interpreter; the time of an empty one is printed beside it, and taken off.
"""

from __future__ import annotations

import subprocess
import sys
import time
from statistics import median

from bench import QUICK, pretty, table

RUNS = 5 if QUICK else 25
STATEMENTS = {
    "import demine": ["-c", "import demine"],
    "the library in use": ["-c", "from demine import Position, grid, read"],
    "demine --version": ["-m", "demine", "--version"],
    "numpy alone": ["-c", "import numpy"],
}


def seconds(arguments: list[str]) -> float:
    """The median time of a fresh interpreter."""
    return median(_seconds(arguments) for _ in range(RUNS))


def _seconds(arguments: list[str]) -> float:
    started = time.perf_counter()
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - started


def main() -> None:
    """Print a row per statement."""
    empty = seconds(["-c", "pass"])
    times = {name: seconds(arguments) for name, arguments in STATEMENTS.items()}
    rows = [[name, pretty(took), pretty(max(took - empty, 0))] for name, took in times.items()]
    table(
        ["statement", "median", "less the interpreter"], [["(nothing)", pretty(empty), ""], *rows]
    )


if __name__ == "__main__":
    main()
