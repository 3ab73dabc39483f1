"""Theorem 1 of Suzuki, Hao and Minato: subgraphs and assignments, each from the other."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import assume, given, settings
from hypothesis.strategies import sampled_from

from demine import Position
from demine.reproduce.suzuki_naive import algorithm_2
from demine.solutions import METHODS, Method
from oracle import subsets
from strategies import glances, graphs, positions

Edge = tuple[int, int]
Subgraph = frozenset[Edge]
Assignment = frozenset[int]


@dataclass(frozen=True)
class Model:
    """MG: an edge per covered cell and number next to it. No engine is asked."""

    edges: list[Edge]
    counts: dict[int, int]
    known: Assignment

    @staticmethod
    def of(position: Position) -> Model:
        """Of the numbers as they are, known mines taken off."""
        labels, around = position.labels, position.board.neighbours
        known = frozenset(cell for cell, label in enumerate(labels) if label == "*")
        counts = {
            cell: label - len(known.intersection(around(cell)))
            for cell, label in enumerate(labels)
            if isinstance(label, int)
        }
        edges = [
            (cell, number) for number in counts for cell in around(number) if labels[cell] == "?"
        ]
        return Model(edges, counts, known)

    def degree(self, subgraph: Subgraph, end: int, vertex: int) -> int:
        """The edges kept at a covered vertex (end 0) or at a number vertex (end 1)."""
        return sum(edge[end] == vertex for edge in subgraph)

    def is_constrained(self, subgraph: Subgraph) -> bool:
        """Constraints (1) and (2): all edges of a covered vertex or none, and what numbers say."""
        every = frozenset(self.edges)
        return all(
            self.degree(subgraph, 0, cell) in (0, self.degree(every, 0, cell)) for cell, _ in every
        ) and all(
            self.degree(subgraph, 1, number) == count for number, count in self.counts.items()
        )

    def subgraphs(self) -> list[Subgraph]:
        """Every degree constrained subgraph, by brute force."""
        choices = subsets(range(len(self.edges)))
        every = (frozenset(self.edges[i] for i in choice) for choice in choices)
        return [subgraph for subgraph in every if self.is_constrained(subgraph)]

    def assignment(self, subgraph: Subgraph) -> Assignment:
        """A mine on each covered cell that kept an edge."""
        return self.known | {cell for cell, _ in subgraph}

    def induce(self, assignment: Assignment) -> Subgraph:
        """All edges of the mined cells."""
        return frozenset(edge for edge in self.edges if edge[0] in assignment)


either = positions(6) | glances(graphs(6)).map(lambda seen: seen[1])


@given(either, sampled_from(METHODS))
@settings(max_examples=200)
def test_theorem_1(position: Position, method: Method) -> None:
    """One to one: no two subgraphs give one assignment, none is missed, and both ways agree."""
    position = position.with_mines(None)
    model = Model.of(position)
    subgraphs = model.subgraphs()
    found = set(position.solutions(method, loose=False))
    assert len({model.assignment(subgraph) for subgraph in subgraphs}) == len(subgraphs)
    assert {model.assignment(subgraph) for subgraph in subgraphs} == found
    assert {model.induce(assignment) for assignment in found} == set(subgraphs)
    assert all(model.assignment(model.induce(assignment)) == assignment for assignment in found)
    assert all(model.induce(model.assignment(subgraph)) == subgraph for subgraph in subgraphs)


@given(either)
@settings(max_examples=200)
def test_algorithm_2_as_printed(position: Position) -> None:
    """The intersection of all M_i, set by set, has the assignments of the subgraphs."""
    position = position.with_mines(None)
    model = Model.of(position)
    assume(model.counts and min(model.counts.values()) >= 0)
    expected = {model.assignment(subgraph) - model.known for subgraph in model.subgraphs()}
    assert set(algorithm_2(position)) == expected
