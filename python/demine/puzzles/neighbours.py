"""Neighbours: what a solver with a pencil must know about the board.

On most boards neighbours touch in the drawing. Elsewhere a sentence says who they are, and where no
sentence can, a list of the neighbours that do not touch.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations
from typing import Final, NamedTuple

from demine.board import Board
from demine.puzzles.marks import marks_cube

Pairs = frozenset[tuple[int, int]]

_TOUCH: Final = "Neighbours touch at a side or a corner"
_SIDES: Final = "Neighbours share a side"
_LISTED: Final = "are listed separately"


class NeighbourRule(NamedTuple):
    """A sentence, and the pairs of neighbours that it does not tell."""

    sentence: str
    untold: Pairs


def neighbour_rule(board: Board) -> NeighbourRule:
    """Who is whose neighbour, for a sheet of paper."""
    edges = frozenset((int(u), int(v)) for u, v in board.edges)
    if board.layout.tiling == "disc":
        return NeighbourRule("Neighbours are joined by a line.", frozenset())
    sentence = _moves(board)
    if sentence:
        return NeighbourRule(sentence, frozenset())
    corners, sides = _touching(board, 1), _touching(board, 2)
    for touching, words in ((corners, _TOUCH), (sides, _SIDES)):
        if edges == touching:
            return NeighbourRule(f"{words}.", frozenset())
    touching, words = (corners, _TOUCH) if corners <= edges else (sides, _SIDES)
    if not touching <= edges:
        return NeighbourRule(f"Neighbours {_LISTED}.", edges)
    if _option(board, "torus"):
        more = f"{words}. Opposite edges, with the same arrows, touch too."
        return NeighbourRule(more, frozenset())
    folded = " Edges with the same letter meet." if marks_cube(board) else ""
    return NeighbourRule(f"{words}.{folded} More neighbours {_LISTED}.", edges - touching)


def _moves(board: Board) -> str | None:
    """The sentence of boards whose neighbours follow from their coordinates."""
    kind = _option(board, "neighbourhood") or "king"
    if board.recipe is None or _option(board, "radius"):
        return None
    around = " Go on at the opposite edge of the board." if _option(board, "torus") else ""
    if kind == "knight":
        return f"Neighbours are a knight's move apart.{around}"
    if board.recipe.topology == "box" and len(board.layout.shape) > 2:
        steps = "one step in one" if kind == "rook" else "at most one step in each"
        return f"Slices lie above each other. Neighbours are {steps} direction apart.{around}"
    return None


def _option(board: Board, name: str) -> object:
    return None if board.recipe is None else dict(board.recipe.options).get(name)


def _touching(board: Board, least: int) -> Pairs:
    """The pairs of cells that share so many corners in the drawing."""
    outlines = board.outlines
    assert outlines is not None
    at: dict[tuple[float, float], set[int]] = defaultdict(set)
    for cell, corners in enumerate(outlines.round(3).tolist()):
        for x, y in corners:
            at[x + 0.0, y + 0.0].add(cell)
    shared: dict[tuple[int, int], int] = defaultdict(int)
    for cells in at.values():
        for pair in combinations(sorted(cells), 2):
            shared[pair] += 1
    return frozenset(pair for pair, count in shared.items() if count >= least)


def list_neighbours(board: Board, pairs: Pairs) -> list[str]:
    """A line per cell with its neighbours among the pairs."""
    near: dict[int, list[int]] = defaultdict(list)
    for u, v in sorted(pairs):
        near[u].append(v)
        near[v].append(u)
    name = board.address
    return [f"{name(cell)}: {' '.join(map(name, sorted(near[cell])))}" for cell in sorted(near)]
