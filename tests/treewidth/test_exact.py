"""Exact treewidth, against a search over all elimination orders that shares no code with it."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from random import Random

import networkx as nx
import pytest

import demine
from demine import treewidth


def by_force(graph: nx.Graph) -> int:
    """The treewidth: eliminate the vertices in the best order, one set of vertices at a time."""

    @cache
    def width(left: frozenset[int]) -> int:
        """The least width of the vertices outside `left`, which go first."""
        gone = set(graph) - left
        if not gone:
            return -1
        return min(max(width(left | {v}), neighbours(v, gone - {v})) for v in gone)

    def neighbours(v: int, gone: set[int]) -> int:
        """How many neighbours v has when the vertices in `gone` were eliminated."""
        own = nx.node_connected_component(graph.subgraph([*gone, v]), v)
        return len(set().union(*(graph[u] for u in own)) - own)

    return width(frozenset())


def check(graph: nx.Graph, expected: int) -> None:
    board = demine.from_edges(len(graph), list(graph.edges))
    found = treewidth.decompose(board)
    found.validate(board)
    assert found.width == expected
    assert treewidth.lower_bound(board) <= expected


def test_every_graph_up_to_five_vertices() -> None:
    for graph in nx.graph_atlas_g()[1:53]:
        check(graph, by_force(graph))


def test_every_graph_of_the_atlas_up_to_seven_vertices() -> None:
    """networkx finds treewidth 0, 1 and 2 by elimination; the rest by force, one in seven."""
    for i, graph in enumerate(nx.graph_atlas_g()[1:]):
        width, _ = nx.approximation.treewidth_min_degree(graph)
        check(graph, width if width <= 2 else by_force(graph) if i % 7 == 0 else exact(graph))


def exact(graph: nx.Graph) -> int:
    """The treewidth by the largest minor that is known to have it, or by force."""
    upper = min(
        nx.approximation.treewidth_min_degree(graph)[0],
        nx.approximation.treewidth_min_fill_in(graph)[0],
    )
    most = max(map(len, nx.find_cliques(graph)))
    return upper if upper == most - 1 else by_force(graph)


@pytest.mark.parametrize("seed", range(100))
def test_random_graphs_of_eight_and_nine_vertices(seed: int) -> None:
    random = Random(seed)
    cells = random.choice([8, 9])
    density = random.choice([0.3, 0.5, 0.7])
    graph = nx.Graph()
    graph.add_nodes_from(range(cells))
    graph.add_edges_from(
        pair for pair in combinations(range(cells), 2) if random.random() < density
    )
    check(graph, by_force(graph))


@pytest.mark.parametrize(
    ("graph", "expected"),
    [
        (nx.empty_graph(0), -1),
        (nx.empty_graph(3), 0),
        (nx.path_graph(30), 1),
        (nx.cycle_graph(30), 2),
        (nx.complete_graph(12), 11),
        (nx.complete_bipartite_graph(4, 7), 4),
        (nx.petersen_graph(), 4),
        (nx.convert_node_labels_to_integers(nx.grid_2d_graph(4, 4)), 4),
        (nx.convert_node_labels_to_integers(nx.hypercube_graph(3)), 3),
        (nx.icosahedral_graph(), 6),
        (nx.pappus_graph(), 6),
        (nx.dodecahedral_graph(), 6),
        (nx.mycielski_graph(5), 10),
        (nx.convert_node_labels_to_integers(nx.grid_2d_graph(6, 6)), 6),
    ],
)
def test_known_widths(graph: nx.Graph, expected: int) -> None:
    check(graph, expected)


def test_a_budget_stops_the_search() -> None:
    board = demine.from_networkx(nx.random_regular_graph(6, 40, seed=1))
    with pytest.raises(demine.TooWide, match="give a larger budget"):
        treewidth.decompose(board, states=1000)
    with pytest.raises(demine.Timeout, match=r"0\.2 seconds"):
        treewidth.decompose(board, seconds=0.2)


def test_a_lower_bound_is_cheap_on_large_boards() -> None:
    assert treewidth.lower_bound(demine.grid(1, 1)) == 0
    assert treewidth.lower_bound(demine.grid(16, 30)) >= 8
