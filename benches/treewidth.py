"""Exact treewidths: known graphs with their times, or every graph of a file beside brute force.

    python benches/treewidth.py
    nauty-geng 8 > all.g6 && python benches/treewidth.py all.g6

A file has a graph per line, as graph6. Brute force tries every order of elimination, one set of
vertices after the other, and shares no code with `demine.treewidth`.
"""

from __future__ import annotations

import sys
from pathlib import Path

import networkx as nx

from bench import pretty, table, time_call

import demine
from demine import treewidth


def queens(side: int) -> nx.Graph:
    """Cells of a chess board that a queen joins."""
    cells = [(row, column) for row in range(side) for column in range(side)]
    graph = nx.Graph()
    graph.add_edges_from((a, b) for a in cells for b in cells if a < b and _meet(a, b))
    return graph


def _meet(a: tuple[int, int], b: tuple[int, int]) -> bool:
    rows, columns = abs(a[0] - b[0]), abs(a[1] - b[1])
    return rows == 0 or columns == 0 or rows == columns


KNOWN = {
    "Heawood": (nx.heawood_graph(), 5),
    "Pappus": (nx.pappus_graph(), 6),
    "dodecahedron": (nx.dodecahedral_graph(), 6),
    "Desargues": (nx.desargues_graph(), 6),
    "4-cube": (nx.hypercube_graph(4), 6),
    "queens on 5 × 5": (queens(5), 18),
    "Mycielski, 23 vertices": (nx.mycielski_graph(5), 10),
    "rook grid 6 × 6": (nx.grid_2d_graph(6, 6), 6),
    "rook grid 7 × 7": (nx.grid_2d_graph(7, 7), 7),
    "king grid 6 × 6": (demine.grid(6, 6).to_networkx(), 7),
}


def board_of(graph: nx.Graph) -> demine.Board:
    """The graph as a board."""
    plain = nx.convert_node_labels_to_integers(graph)
    return demine.from_edges(len(plain), list(plain.edges))


def by_force(graph: nx.Graph) -> int:
    """The treewidth: `least[gone]` is the least width of orders that begin with these vertices."""
    near = [sum(1 << u for u in graph[v]) for v in range(len(graph))]
    least = [-1] * (1 << len(graph))
    for gone in range(1, len(least)):
        first = (v for v in range(len(graph)) if gone >> v & 1)
        least[gone] = min(max(least[gone ^ 1 << v], degree(near, v, gone)) for v in first)
    return least[-1]


def degree(near: list[int], v: int, gone: int) -> int:
    """How many vertices outside `gone` paths within it reach from v."""
    reached, fresh = 1 << v, 1 << v
    while fresh:
        u = fresh.bit_length() - 1
        new = near[u] & ~reached
        reached |= new
        fresh = fresh & ~(1 << u) | new & gone
    return (reached & ~gone).bit_count()


def check_all(file: str) -> None:
    """Compare every graph of the file; print how many there are of each width."""
    widths: dict[int, int] = {}
    for line in Path(file).read_text().split():
        graph = nx.from_graph6_bytes(line.encode())
        board = board_of(graph)
        found = treewidth.decompose(board)
        found.validate(board)
        assert found.width == by_force(graph), line
        assert treewidth.lower_bound(board) <= found.width, line
        widths[found.width] = widths.get(found.width, 0) + 1
    print(f"{file}: {sum(widths.values()):,} graphs agree; by width {dict(sorted(widths.items()))}")


def row(name: str) -> list[str]:
    """A known graph."""
    graph, expected = KNOWN[name]
    board = board_of(graph)
    seconds, found = time_call(lambda: treewidth.decompose(board))
    found.validate(board)
    assert found.width == expected, name
    bound = treewidth.lower_bound(board)
    return [name, str(len(board)), str(found.width), str(bound), pretty(seconds)]


def main() -> None:
    """Check the files, or print the table."""
    files = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    for file in files:
        check_all(file)
    if not files:
        head = ["graph", "vertices", "treewidth", "lower bound", "time"]
        table(head, map(row, KNOWN))


if __name__ == "__main__":
    main()
