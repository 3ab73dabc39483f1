"""Hypothesis strategies: boards, labels that may contradict, and glances at a truth."""

from __future__ import annotations

from random import Random
from typing import get_args

import hypothesis.strategies as st
import networkx as nx

import demine
from demine import Board, Game, Position
from demine.game import First
from oracle import Label
from shapes import Edge, random_tree
from truth import Truth, random_truth


def random_graph(cells: int, edges: int, random: Random) -> list[Edge]:
    """So many different edges, all equally likely."""
    graph = nx.gnm_random_graph(cells, edges, seed=random.randrange(2**32))
    return [(int(u), int(v)) for u, v in graph.edges]


@st.composite
def graphs(draw: st.DrawFn, most: int = 8) -> Board:
    """Any graph with up to so many cells."""
    cells = draw(st.integers(0, most))
    pairs = [(u, v) for v in range(cells) for u in range(v)]
    edges = draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    return demine.from_edges(cells, edges)


@st.composite
def labellings(draw: st.DrawFn, board: Board) -> list[Label]:
    """Any labels; a count may be one above the degree, which nothing can meet."""
    return [
        draw(st.sampled_from(["?", "?", "?", "*", "□", *range(board.graph.degree(cell) + 2)]))
        for cell in board.cells
    ]


@st.composite
def positions(draw: st.DrawFn, most: int = 8) -> Position:
    """Any labels on any small graph, with any number of mines, known or not."""
    board = draw(graphs(most))
    mines = draw(st.none() | st.integers(0, len(board)))
    return Position(board, draw(labellings(board)), mines)


@st.composite
def pairs(draw: st.DrawFn) -> tuple[Position, Position]:
    """Two positions on one board."""
    board = draw(graphs(7))
    mines = st.none() | st.integers(0, len(board))
    first, second = (Position(board, draw(labellings(board)), draw(mines)) for _ in range(2))
    return first, second


def small_grids() -> st.SearchStrategy[Board]:
    """Boards of every topology with up to a dozen cells a side."""
    side = st.integers(1, 12)
    near = st.sampled_from(["king", "rook", "knight"])
    around = st.integers(3, 9)
    return st.one_of(
        st.builds(demine.grid, side, side, neighbourhood=near),
        st.builds(demine.grid, around, around, torus=st.just(True)),
        st.builds(demine.hexagonal, side, side),
        st.builds(demine.triangular, side, side),
        st.builds(demine.box, st.tuples(*[st.integers(1, 4)] * 3)),
    )


def square_grids() -> st.SearchStrategy[Board]:
    """Square boards, on which all 8 symmetries are at home."""
    near = st.sampled_from(["king", "rook", "knight"])
    return st.integers(1, 12).flatmap(
        lambda side: st.builds(demine.grid, st.just(side), st.just(side), neighbourhood=near)
    )


def sparse_graphs(most: int = 40) -> st.SearchStrategy[Board]:
    """Random graphs with as many edges as cells, more or less."""
    return st.builds(
        _sparse, st.integers(1, most), st.floats(0, 2), st.randoms(use_true_random=False)
    )


def trees(most: int = 200) -> st.SearchStrategy[Board]:
    """Random trees."""
    return st.builds(_tree, st.integers(1, most), st.randoms(use_true_random=False))


def boards() -> st.SearchStrategy[Board]:
    """Larger boards: grids of every kind, trees, random graphs, and small graphs of any shape."""
    return st.one_of(graphs(), small_grids(), trees(), sparse_graphs())


@st.composite
def glances(
    draw: st.DrawFn, board: st.SearchStrategy[Board], mines: bool | None = None
) -> tuple[Truth, Position]:
    """A truth and what a player sees of it: true counts, some cells known, mines told or not."""
    random = draw(st.randoms(use_true_random=False))
    truth = random_truth(draw(board), draw(st.floats(0.05, 0.5)), random)
    opened, known = draw(st.floats(0, 0.9)), draw(st.sampled_from([0, 0, 0.1]))
    cells = truth.board.cells
    position = truth.position(
        [v for v in cells if random.random() < opened],
        [v for v in cells if random.random() < known],
        draw(st.booleans()) if mines is None else mines,
    )
    return truth, position


def edges_of(board: Board) -> list[Edge]:
    """Its edges as pairs of ints."""
    return [(int(u), int(v)) for u, v in board.graph.edges.tolist()]


def _sparse(cells: int, density: float, random: Random) -> Board:
    possible = cells * (cells - 1) // 2
    return demine.from_edges(
        cells, random_graph(cells, min(possible, int(cells * density)), random)
    )


def _tree(cells: int, random: Random) -> Board:
    return demine.from_edges(cells, random_tree(cells, random))


FIRST: st.SearchStrategy[First] = st.sampled_from(get_args(First))


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A game on a small board, with few mines, under any first-click rule."""
    board = draw(st.one_of(graphs().filter(len), small_grids()))
    mines = draw(st.integers(0, max(0, min(len(board) - 1, len(board) // 3))))
    return Game(board, mines, seed=draw(st.integers(0, 2**64 - 1)), first=draw(FIRST))
