"""The `gr` format of the PACE challenges, and DIMACS graphs: a graph alone.

The line `p tw VERTICES EDGES`, then one line per edge with two vertices from 1; a line that begins
with `c` is a comment. Edges that are written twice count once, and loops are dropped. As a
position, every cell is covered and the number of mines is unknown.

DIMACS writes `p edge` (or `p col`) and an `e` before every edge. Its files often give an edge in
both directions, and count it once or twice: both are read.
"""

from __future__ import annotations

import re
from typing import Final

import numpy as np

from demine.arguments import show
from demine.board import MOST_CELLS, from_edges
from demine.errors import FormatError
from demine.labels import COVERED
from demine.position import Position

_HEADER: Final = re.compile(r"p[ \t]+(tw|edge|col)[ \t]+([0-9]{1,9})[ \t]+([0-9]{1,9})")
_EDGE: Final = re.compile(r"([0-9]{1,9})[ \t]+([0-9]{1,9})")

Edge = tuple[int, int]


def parse(lines: list[tuple[int, str]]) -> Position:
    """The covered position on the graph in numbered lines."""
    spoken = [(n, line.strip()) for n, line in lines if line.split(maxsplit=1)[:1] != ["c"]]
    if not spoken:
        raise FormatError(f"line {lines[-1][0]}: the graph ends before its line 'p tw'")
    kind, vertices, count = _header(*spoken[0])
    if kind != "tw":
        spoken = spoken[:1] + [(number, _strip_mark(number, line)) for number, line in spoken[1:]]
    edges = {_edge(number, line, vertices) for number, line in spoken[1:]}
    found = len(spoken) - 1
    if count != found and (kind == "tw" or count != len(edges)):
        raise FormatError(f"line {lines[-1][0]}: {found} edges, the header promises {count}")
    joined = sorted((u, v) for u, v in edges if u != v)
    ends = np.array(joined, dtype=np.int64).reshape(-1, 2) - 1
    return Position(from_edges(vertices, ends), [COVERED] * vertices)


def write(position: Position) -> str:
    """The graph of a position without numbers or mines; `FormatError` for any other."""
    check_graph_alone(position, "gr")
    edges = (position.board.edges + 1).tolist()
    lines = [f"p tw {len(position.board)} {len(edges)}", *(f"{u} {v}" for u, v in edges)]
    return "\n".join(lines) + "\n"


def check_graph_alone(position: Position, format: str) -> None:
    """`FormatError` if the position has labels or mines, which a graph alone cannot hold."""
    rest = f"the {format} format holds the graph alone; use graph"
    if position.mines is not None:
        raise FormatError(f"{position.mines} mines: {rest}")
    for cell, label in enumerate(position.labels):
        if label != COVERED:
            where = position.board.address(cell)
            raise FormatError(f"cell {where} is labelled {label}: {rest}")


def _strip_mark(number: int, line: str) -> str:
    """An edge of a DIMACS graph without its mark."""
    mark, _, ends = line.partition(" ")
    if mark != "e":
        raise FormatError(
            f"line {number}: {show(line)} found, expected an edge: e and two vertices"
        )
    return ends.strip()


def _header(number: int, line: str) -> tuple[str, int, int]:
    match = _HEADER.fullmatch(line)
    if match is None:
        found = show(line)
        raise FormatError(f"line {number}: {found} found, expected 'p tw VERTICES EDGES'")
    vertices, edges = int(match[2]), int(match[3])
    if vertices > MOST_CELLS:
        raise FormatError(f"line {number}: {vertices} vertices, expected at most {MOST_CELLS}")
    return match[1], vertices, edges


def _edge(number: int, line: str, vertices: int) -> Edge:
    match = _EDGE.fullmatch(line)
    if match is None:
        raise FormatError(f"line {number}: {show(line)} found, expected an edge: two vertices")
    u, v = sorted(map(int, match.groups()))
    if u < 1 or v > vertices:
        wrong = u if u < 1 else v
        raise FormatError(f"line {number}: vertex {wrong}, expected 1 to {vertices}")
    return u, v
