"""TdZdd, built from its published headers.

They are in `src/subsetting` of Graphillion's source package.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

from peers import Sweep

SOURCE = Path(__file__).parent / "count.cpp"


def build(headers: Path, folder: Path) -> Path:
    """The program that counts, compiled into a folder."""
    program = folder / "tdzdd"
    flags = ["-O3", "-march=native", "-DNDEBUG", "-w", "-I", str(headers)]
    subprocess.run(["c++", *flags, str(SOURCE), "-o", str(program)], check=True)
    return program


def count(program: Path, sweep: Sweep) -> tuple[float, int]:
    """Processor seconds and the count, in the order of the sweep."""
    if sweep.is_decided():
        return 0.0, int(sweep.is_possible())
    turns = {cell: turn for turn, cell in enumerate(sweep.order)}
    lines = [f"{len(turns)} {len(sweep.constraints)}"]
    for number, cells in sweep.constraints:
        lines.append(" ".join(map(str, (number, len(cells), *(turns[cell] for cell in cells)))))
    asked = "\n".join(lines)
    done = subprocess.run([program], input=asked, capture_output=True, text=True, check=True)
    seconds, _, counted = done.stdout.split()
    return float(seconds), int(counted)
