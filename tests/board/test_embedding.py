"""Where graphs without a picture are drawn: apart, at the right distances, always the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

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


@pytest.mark.parametrize(
    "graph",
    [nx.petersen_graph(), nx.cycle_graph(12), nx.complete_graph(8), nx.hypercube_graph(4)],
    ids=["petersen", "cycle", "complete", "hypercube"],
)
def test_every_machine_draws_a_symmetric_graph_alike(
    graph: nx.Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where eigenvalues are equal, each library of linear algebra finds eigenvectors of its own."""
    graph = nx.convert_node_labels_to_integers(graph)
    here = demine.from_networkx(graph).centres
    monkeypatch.setattr(np.linalg, "eigh", turned(np.linalg.eigh))
    assert demine.from_networkx(graph).centres == pytest.approx(here, abs=1e-9)


def turned(eigh: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Eigenvectors of equal values, turned at random."""

    def other(matrix: Any) -> Any:
        values, axes = eigh(matrix)
        groups = np.unique(np.round(values, 6), return_inverse=True)[1].ravel()
        for group in range(groups.max() + 1):
            inside = groups == group
            square = np.random.default_rng(group).normal(size=(inside.sum(), inside.sum()))
            axes[:, inside] = axes[:, inside] @ np.linalg.qr(square)[0]
        return values, axes

    return other
