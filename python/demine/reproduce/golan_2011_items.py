"""Golan 2011 item by item: figures, Proposition 5.2, hardness.

The text lacks Figure 3, which is reconstructed as a smallest board for which its statement is true.
Figures 4 and 5 follow from Table 2.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final

from demine.board import from_edges, grid
from demine.draw import svg, text
from demine.labels import COVERED, Label
from demine.position import Position
from demine.reproduce.degree_three import is_satisfiable, reduce_clauses
from demine.reproduce.tables import Item
from demine.reproduce.treewidth import with_universal_vertex

_FIGURE_3: Final = Position(grid(1, 2), [1, COVERED])

_SEED: Final = 2011


def figures(
    example: Position, bags: list[list[int]], edges: list[tuple[int, int]], folder: Path
) -> Iterator[str]:
    """Figure 3 reconstructed, Figure 4 as a picture and a list, Figure 5 as a list."""
    yield "Figure 3, reconstructed: the smallest board with a number and one legal assignment."
    yield from ("  " + line for line in text(_FIGURE_3).rstrip().splitlines())
    yield "Figure 4, a graph of treewidth 2: the neighbours of each vertex, with its label."
    for cell in example.board.cells:
        near = " ".join(_name(v) for v in example.board.neighbours(cell))
        yield f"  {_name(cell)} ({example.labels[cell]}): {near}"
    path = folder / "golan-2011-figure-4.svg"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(svg(example), encoding="utf-8")
    yield f"  It is drawn in {path}."
    yield "Figure 5, its tree decomposition: each node with its vertices and its neighbours."
    for node, bag in enumerate(bags):
        beside = sorted({*(b for a, b in edges if a == node), *(a for a, b in edges if b == node)})
        names = ", ".join(map(_name, bag))
        yield f"  W{node + 1} = {{{names}}}, beside {' '.join(f'W{b + 1}' for b in beside)}"


def items(example: Position, quick: bool) -> Iterator[Item]:
    """The statements of the paper that can be checked quickly."""
    yield Item(
        "Figure 3 (reconstructed): the solution of the counting problem is 1",
        f"{_FIGURE_3.count()} on {_FIGURE_3.board!r}",
        _FIGURE_3.count() == 1,
    )
    width = example.decomposition().width
    yield Item(
        "Figure 4: a graph G of treewidth 2", f"a decomposition of width {width}", width == 2
    )
    yield _proposition_5_2(example, 10 if quick else 60)
    yield from _hardness(40 if quick else 200)


def _proposition_5_2(example: Position, graphs: int) -> Item:
    rng = Random(_SEED)
    positions = [example, *(_small(rng) for _ in range(graphs))]
    checks, wrong, wider = 0, 0, 0
    for position in positions:
        for mines, count in enumerate(position.counts_by_mines()):
            checks += 1
            wrong += with_universal_vertex(position, mines).count() != count
        more = with_universal_vertex(position, 1).decomposition().width
        wider += more > position.decomposition().width + 1
    return Item(
        f"Proposition 5.2: a further vertex with label k gives #CC(G, k); {len(positions)} graphs",
        f"{checks - wrong} of {checks} counts agree, {wider} are wider by more than 1",
        wrong == wider == 0,
    )


def _hardness(formulas: int) -> Iterator[Item]:
    rng = Random(_SEED)
    agreed, satisfiable, degree = 0, 0, 0
    for _ in range(formulas):
        variables = rng.randint(3, 6)
        clauses = [_clause(rng, variables) for _ in range(rng.randint(5, 30))]
        position = reduce_clauses(clauses)
        truth = is_satisfiable(clauses, variables)
        degree = max(degree, *map(position.board.graph.degree, position.board.cells))
        satisfiable += truth
        agreed += position.is_consistent() == truth
    yield Item(
        f"§1: hard at maximum degree 3; {formulas} CNFs reduced, {satisfiable} can be satisfied",
        f"{agreed} agree with their truth tables, the maximum degree is {degree}",
        agreed == formulas and degree <= 3,
    )


def _clause(rng: Random, variables: int) -> list[int]:
    chosen = rng.sample(range(1, variables + 1), rng.randint(2, 3))
    return [v if rng.random() < 0.5 else -v for v in chosen]


def _small(rng: Random) -> Position:
    n = rng.randint(3, 9)
    pairs = [(u, v) for u in range(n) for v in range(u) if rng.random() < 0.35]
    choices: list[Label] = [COVERED, COVERED, 0, 1, 2]
    labels = [rng.choice(choices) for _ in range(n)]
    return Position(from_edges(n, pairs), labels)


def _name(vertex: int) -> str:
    return f"v{'₁₂₃₄₅₆'[vertex]}"
