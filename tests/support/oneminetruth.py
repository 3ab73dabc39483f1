"""The truth about one mine, found by trying every move, and the graphs on which it is asked."""

from __future__ import annotations

import networkx as nx

import demine
from demine import Board
from demine.reproduce.exhaustive import Truth as Truth

# Every graph with 1 to 7 vertices, and every tree with 2 to 9.
ATLAS = [demine.from_networkx(graph) for graph in nx.graph_atlas_g() if len(graph)]
TREES = [demine.from_networkx(t) for n in range(2, 10) for t in nx.nonisomorphic_trees(n)]


def truth(board: Board) -> Truth:
    """Of a board."""
    return Truth([board.neighbours(cell) for cell in board.cells])
