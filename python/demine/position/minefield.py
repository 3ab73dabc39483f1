"""The paper's two forms of a position: MB(m, n, C, A), and its graph MG (Suzuki et al., §2, §4.2).

The paper counts cells and numbers from 1; here they count from 0.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from demine.arguments import each, number_of
from demine.board import Board, from_edges
from demine.labels import COVERED, MINED, Label
from demine.position.position import Position

if TYPE_CHECKING:
    from demine.solutions import Edge


def minefield(m: int, n: int, counts: Sequence[int], around: Sequence[Collection[int]]) -> Position:
    """The position MB(m, n, C, A): m covered cells, and n numbers with the cells around each.

    Number i is `counts[i]` (C) and touches the covered cells `around[i]` (A), from 0 to m − 1. On
    the board of the result, cells 0 to m − 1 are covered and cell m + i shows number i.
    """
    number_of("m", m, 0)
    number_of("n", n, 0)
    labels: list[Label] = [
        number_of(f"number {i}", count, 0) for i, count in enumerate(_listed("counts", counts, n))
    ]
    edges = [
        (number_of(f"a cell around number {i}, counted from 0,", cell, 0, m - 1), m + i)
        for i, cells in enumerate(_listed("around", around, n))
        for cell in set(each(cells, f"the cells around number {i}"))
    ]
    return Position(from_edges(m + n, edges), [*[COVERED] * m, *labels])


def degree_model(position: Position) -> tuple[Board, dict[int, set[int]]]:
    """The graph MG and its degree constraints (1) and (2).

    MG has the cells of the board, and an edge between each number and each covered cell next to it.
    A covered cell keeps none of its edges or all; a number keeps as many as it lacks mines.
    """
    position.check_classic("the degree model")
    labels, neighbours = position.labels, position.board.neighbours
    numbers = {cell: label for cell, label in enumerate(labels) if isinstance(label, int)}
    edges: list[Edge] = []
    degrees: dict[int, set[int]] = {}
    for number, count in numbers.items():
        near = neighbours(number)
        covered = [cell for cell in near if labels[cell] == COVERED]
        edges += [(min(number, cell), max(number, cell)) for cell in covered]
        rest = count - sum(labels[cell] == MINED for cell in near)
        degrees[number] = {rest} if rest >= 0 else set()
    graph = from_edges(len(labels), edges)
    for cell, label in enumerate(labels):
        if label == COVERED:
            degrees[cell] = {0, len(graph.neighbours(cell))}
    return graph, degrees


def _listed(name: str, values: Iterable[Any], n: int) -> list[Any]:
    found = list(each(values, f"{n} {name}"))
    if len(found) != n:
        raise ValueError(f"{len(found)} {name} for {n} numbers: expected one per number")
    return found
