"""Golan 2014, §2: what happens in a game with one mine, on every small graph.

Each check follows Algorithm 2 from every first guess and for every place of the mine. It compares
what the algorithm believes with all places of the mine that agree with the labels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from demine.board import Board, from_edges
from demine.labels import COVERED
from demine.onemine import games_won, printed, win_probability
from demine.onemine.printed import Cells, Graph, induce
from demine.position import Position
from demine.reproduce.exhaustive import count_wins, truth_of
from demine.reproduce.tables import Item


class Moment(NamedTuple):
    """The start of an iteration of Algorithm 2 (time i in the paper), with the labels seen."""

    covered: Cells
    safe: Cells
    labels: Mapping[int, int]


def board_of(graph: Graph) -> Board:
    """The board of a graph on 0, 1, 2 …"""
    return from_edges(len(graph), [(v, w) for v in graph for w in graph[v] if v < w])


def follow(graph: Graph, first: int, mine: int) -> Iterator[Moment]:
    """Algorithm 2 after a first guess, until it has found the mine or lost."""
    covered, safe, labels, v = set(graph), set[int](), dict[int, int](), first
    while v != mine:
        covered.remove(v)
        labels[v] = int(mine in graph[v])
        safe = printed.safe_cells(graph, covered, safe - {v}, v, labels[v])
        yield Moment(frozenset(covered), frozenset(safe), dict(labels))
        if len(covered) == 1:
            return
        v = min(safe) if safe else printed.optimal_guess(induce(graph, covered))


def mine_places(graph: Graph, labels: Mapping[int, int]) -> Cells:
    """The vertices that may be the mine, by the labels alone."""
    return frozenset(
        mine
        for mine in graph.keys() - labels.keys()
        if all(label == (mine in graph[v]) for v, label in labels.items())
    )


def moments(graph: Graph) -> Iterator[Moment]:
    """All of them, for every first guess and every mine."""
    for first in graph:
        for mine in graph:
            yield from follow(graph, first, mine)


def items(graphs: Sequence[Graph]) -> Iterator[Item]:
    """The statements of §2 and Corollary 3.2 on some graphs."""
    all_of_them = f"{len(graphs)} graphs with 1 to {max(map(len, graphs))} vertices"
    yield from _first_covered(graphs, all_of_them)
    searched = [count_wins(graph) for graph in graphs]
    found = [win_probability(board_of(graph)) * len(graph) for graph in graphs]
    same = sum(a == b for a, b in zip(found, searched, strict=True))
    yield Item(
        f"P* by the engine and by trying every move, on {all_of_them}",
        f"the same on {same} graphs",
        same == len(graphs),
    )
    played = [sum(printed.is_won(graph, mine) for mine in graph) for graph in graphs]
    yield Item(
        f"Algorithm 2 as printed wins against n·P* of the n mines, on {all_of_them}",
        f"{sum(played)} games won, {sum(searched)} by the best play that there is",
        played == searched,
    )
    yield from _moments(graphs, all_of_them)


def _first_covered(graphs: Sequence[Graph], all_of_them: str) -> Iterator[Item]:
    """One strategy, as a Choose of Algorithm 1 and as a strategy of ours."""

    def choose(graph: Graph, labels: Mapping[int, int]) -> int:
        return min(graph.keys() - labels.keys())

    def play(position: Position, rng: object) -> list[int]:
        return [position.labels.index(COVERED)]

    theirs = [
        {mine for mine in graph if printed.generic_strategy(graph, frozenset({mine}), choose)}
        for graph in graphs
    ]
    ours = [games_won(board_of(graph), play) for graph in graphs]
    shares = [Fraction(len(won), len(graph)) for won, graph in zip(theirs, graphs, strict=True)]
    yield Item(
        f"Algorithm 1 with the first covered cell as Choose, on {all_of_them}",
        f"wins {sum(map(len, theirs))} games as printed, {sum(map(len, ours))} by `games_won`",
        theirs == ours,
    )
    yield Item(
        "P_s(G) of that strategy: the mines against which it wins, divided by n",
        f"from {min(shares)} to {max(shares)}, never more than P*",
        all(
            share <= Fraction(count_wins(graph), len(graph))
            for share, graph in zip(shares, graphs, strict=True)
        ),
    )


def _moments(graphs: Sequence[Graph], all_of_them: str) -> Iterator[Item]:
    """The lemmas about moments of games."""
    seen = [(graph, moment) for graph in graphs for moment in moments(graph)]
    guessing = [(graph, m) for graph, m in seen if not m.safe]
    mines = [mine_places(graph, m.labels) for graph, m in seen]
    right = sum(m.covered - m.safe == places for (_, m), places in zip(seen, mines, strict=True))
    yield Item(
        "Lemma 2.1: SafeCells are the covered cells that no legal assignment mines; all moments "
        f"of all games on {all_of_them}",
        f"true at {right} of {len(seen)} moments",
        right == len(seen),
    )
    statements: dict[str, Callable[[Graph, Moment], bool]] = {
        "Lemma 2.2: without safe cells all covered cells have the same uncovered neighbours, and "
        "each may be the mine": _are_alike,
        "Corollary 2.3: then the chance of winning is P* of the covered cells": _is_a_new_game,
        "Corollary 3.2: then the covered cells are a guess component": _is_component,
    }
    for statement, holds in statements.items():
        true = sum(holds(graph, m) for graph, m in guessing)
        found = f"true at {true} of {len(guessing)} moments"
        yield Item(statement, found, true == len(guessing))


def _are_alike(graph: Graph, moment: Moment) -> bool:
    uncovered = {graph[v] - moment.covered for v in moment.covered}
    return len(uncovered) == 1 and mine_places(graph, moment.labels) == moment.covered


def _is_component(graph: Graph, moment: Moment) -> bool:
    return printed.is_guess_component(graph, moment.covered)


def _is_a_new_game(graph: Graph, moment: Moment) -> bool:
    """Best play with all vertices at hand, and best play on the covered ones alone."""
    places = sum(1 << v for v in moment.covered)
    return truth_of(graph).wins(places) == count_wins(induce(graph, moment.covered))
