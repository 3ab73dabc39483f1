"""Exact counts in plain text, fixed once and for all: see the head of each file in `data`."""

from __future__ import annotations

import pytest

import data
from data import System
from golden import Golden, golden
from paths import DATA


@pytest.mark.parametrize("expected", golden(), ids=lambda expected: expected.name)
def test_polynomials(expected: Golden) -> None:
    position = expected.position()
    assert position.counts_by_mines() == expected.counts
    assert position.count() == sum(expected.counts)
    assert position.is_consistent() == any(expected.counts)
    for mines, count in enumerate(expected.counts):
        assert position.with_mines(mines).count() == count


@pytest.mark.parametrize("system", list(data.suzuki()), ids=str)
def test_paper_sized_systems(system: System) -> None:
    """Every cell is next to a number, so Golan's count and Suzuki's are the same."""
    assert system.position().count() == system.count
    assert system.position().is_consistent()


@pytest.mark.parametrize("kind", ["stuck", "guess"])
def test_expert_positions(kind: str) -> None:
    lines = (DATA / f"expert-{kind}-counts.txt").read_text(encoding="utf-8").splitlines()
    expected = [tuple(map(int, line.split())) for line in lines if not line.startswith("#")]
    found = []
    for position in data.expert(kind):
        analysis = position.analyze()
        assert analysis.count == position.count()
        found.append((analysis.count, len(analysis.safe), len(analysis.mined)))
    assert found == expected
