"""Outside programs on the same questions: Ganak, Graphillion, ms_toollib.

No oracle is trusted alone: the golden polynomials are checked by two programs that share no line
with each other, and Graphillion is asked through two different models.
"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

import data
import demine
import peers
from data import System
from demine import Position
from golden import Golden, golden
from strategies import glances, positions, small_grids, sparse_graphs
from truth import Truth

SYSTEMS = list(data.suzuki())
over_golden = pytest.mark.parametrize("expected", golden(), ids=lambda expected: expected.name)


@given(positions(12))
def test_exported_cnf_counted_by_ganak(position: Position) -> None:
    assert peers.ganak(demine.dumps(position, format="cnf")) == position.count()


@given(positions(12))
def test_exported_opb_counted_by_graphillion(position: Position) -> None:
    assert peers.graphillion_opb(demine.dumps(position, format="opb")) == position.count()


@given(glances(small_grids() | sparse_graphs()))
@settings(max_examples=25)
def test_exports_of_larger_boards(seen: tuple[Truth, Position]) -> None:
    position = seen[1].with_mines(None)
    assert peers.ganak(demine.dumps(position, format="cnf")) == position.count()
    assert peers.graphillion_opb(demine.dumps(position, format="opb")) == position.count()


@over_golden
def test_golden_polynomials_by_graphillion(expected: Golden) -> None:
    assert peers.counts_by_mines(expected.codes, expected.edges) == expected.counts


@over_golden
def test_golden_polynomials_by_ganak(expected: Golden) -> None:
    cnf = demine.dumps(expected.position(), format="cnf")
    assert peers.ganak(cnf) == sum(expected.counts)


@pytest.mark.parametrize("system", SYSTEMS[::3], ids=str)
def test_paper_sized_systems_by_graphillion(system: System) -> None:
    """The committed counts, by the model of the paper and by cells as variables."""
    sweep = peers.sweep(peers.propagate(system.constraints))
    assert peers.graphillion_by_cells(sweep) == system.count
    if sweep.cost() < 10**5:
        assert peers.graphillion_by_degrees(sweep) == system.count


@pytest.mark.parametrize("kind", ["stuck", "guess"])
def test_expert_positions_by_ms_toollib(kind: str) -> None:
    for position in data.expert(kind):
        board = peers.ms_toollib_board(position.codes.tolist(), 30)
        theirs = np.ravel(peers.ms_toollib_probabilities(board, 99))
        np.testing.assert_allclose(position.analyze().probabilities, theirs, rtol=0, atol=1e-12)
