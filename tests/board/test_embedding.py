"""Where graphs without a picture are drawn: apart, at the right distances, always the same."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest

import demine


@pytest.mark.parametrize(
    "graph",
    [
        nx.empty_graph(0),
        nx.empty_graph(1),
        nx.empty_graph(2),
        nx.path_graph(30),
        nx.star_graph(15),
        nx.complete_graph(12),
        nx.karate_club_graph(),
        nx.disjoint_union(nx.cycle_graph(5), nx.path_graph(4)),
        nx.path_graph(301),
    ],
    ids=str,
)
def test_graphs_find_a_place_in_the_plane(graph: nx.Graph) -> None:
    board = demine.from_networkx(graph)
    points = board.centres
    assert points.shape == (len(board), 2)
    assert np.isfinite(points).all()
    apart = np.linalg.norm(points[:, None] - points[None], axis=2) + 9 * np.eye(len(board))
    assert apart.min(initial=9) > 0.8
    assert board.outlines is None
    assert np.array_equal(points, demine.from_networkx(graph).centres)


def test_neighbours_of_a_path_are_one_unit_apart() -> None:
    points = demine.from_networkx(nx.path_graph(12)).centres
    assert np.linalg.norm(np.diff(points, axis=0), axis=1) == pytest.approx(1, abs=0.01)
