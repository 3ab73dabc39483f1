"""Widths of our decompositions of the graphs of PACE 2017, beside the least ones.

    python benches/pace.py FOLDER [--effort E] [--most CELLS] [--every K]

FOLDER is a copy of github.com/PACE-challenge/Treewidth-PACE-2017-instances. Its `gr/exact` has 200
graphs, and `td/exact` a decomposition of least width of each, found by exact solvers. networkx
eliminates by fill-in in the same run, up to 300 vertices. Every decomposition of ours is checked.
"""

from __future__ import annotations

import argparse
import lzma
from pathlib import Path
from time import process_time
from typing import NamedTuple

from networkx.algorithms.approximation import treewidth_min_fill_in

import demine
from demine import Position

PEER_CELLS = 300


class Row(NamedTuple):
    """A graph, our width, the least one, that of networkx, and our processor time."""

    name: str
    cells: int
    ours: int
    least: int
    peer: int | None
    seconds: float


def measure(file: Path, effort: int, most: int) -> Row | None:
    """The row of a graph; None if it has more cells."""
    board = demine.loads(read(file)).board
    if len(board) > most:
        return None
    start = process_time()
    found = Position(board, ["?"] * len(board)).decomposition(effort=effort)
    seconds = process_time() - start
    found.validate(board)
    peer = treewidth_min_fill_in(board.to_networkx())[0] if len(board) <= PEER_CELLS else None
    name = file.name.partition(".")[0]
    return Row(name, len(board), found.width, least_of(file, name), peer, seconds)


def read(file: Path) -> str:
    """The text of a compressed file."""
    return lzma.decompress(file.read_bytes()).decode()


def least_of(file: Path, name: str) -> int:
    """The width of the decomposition in `td/exact`."""
    solved = file.parents[2] / "td" / "exact" / f"{name}.td.xz"
    header = next(line for line in read(solved).splitlines() if line.startswith("s "))
    return int(header.split()[3]) - 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--effort", type=int, default=2)
    parser.add_argument("--most", type=int, default=4096)
    parser.add_argument("--every", type=int, default=1)
    chosen = parser.parse_args()
    files = sorted((chosen.folder / "gr" / "exact").glob("*.gr.xz"))[:: chosen.every]
    rows = [row for file in files if (row := measure(file, chosen.effort, chosen.most))]
    for row in rows:
        peer = "" if row.peer is None else f", networkx {row.peer}"
        print(f"{row.name}: {row.cells} cells, width {row.ours}, least {row.least}{peer}")
        assert row.least <= row.ours, "the least width is not the least"
        assert row.peer is None or row.ours <= row.peer, "networkx is narrower"
    gaps = [row.ours - row.least for row in rows]
    print(f"{len(rows)} graphs: {gaps.count(0)} of least width, {gaps.count(1)} one above,")
    print(f"  {sum(gap > 1 for gap in gaps)} more; {sum(row.seconds for row in rows):.0f} s")


if __name__ == "__main__":
    main()
