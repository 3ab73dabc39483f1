"""Start-up times: `import demine`, its names, and the command line.

    python benches/startup.py [--quick]

Each run is a fresh interpreter, and the time of an empty one is subtracted. The peer is
`import numpy`, which any use of an array needs.
"""

from __future__ import annotations

import os
import subprocess
import sys
from statistics import median

from bench import QUICK, pretty, ratio, table

RUNS = 5 if QUICK else 20
EMPTY, PEER = "(nothing)", "import numpy"
STATEMENTS = {
    EMPTY: ["-c", "pass"],
    PEER: ["-c", "import numpy"],
    "import demine": ["-c", "import demine"],
    "the library in use": ["-c", "from demine import Position, grid, read"],
    "demine --version": ["-m", "demine", "--version"],
}


def seconds(arguments: list[str]) -> float:
    """The processor time of one fresh interpreter."""
    before = os.times()
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
    after = os.times()
    user, system = (after[i] - before[i] for i in (2, 3))
    return user + system


def main() -> None:
    """Print a row per statement. Runs are interleaved, so that noise affects all of them."""
    runs = [{name: seconds(args) for name, args in STATEMENTS.items()} for _ in range(RUNS)]
    took = {name: median(run[name] for run in runs) for name in STATEMENTS}
    own = {name: max(took[name] - took[EMPTY], 1e-6) for name in STATEMENTS if name != EMPTY}
    table(
        ["statement", f"median of {RUNS}", "less the interpreter", "of numpy's time"],
        [[n, pretty(took[n]), pretty(own[n]), ratio(own[n], own[PEER])] for n in own],
    )
    assert own["import demine"] < 0.15, "promised: under 0.15 s"


if __name__ == "__main__":
    main()
