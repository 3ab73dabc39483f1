"""The meter: what is left of the seconds, states and bytes of a call."""

from __future__ import annotations

import pytest

from demine import Timeout
from demine.meter import Meter


def test_a_meter_runs_down() -> None:
    meter = Meter(seconds=0.0)
    with pytest.raises(Timeout, match="0 seconds"):
        meter.check()
    with pytest.raises(Timeout):
        list(meter.each(range(10)))
    assert Meter().limits() == (None, None, None, None)
    assert Meter(states=5, bytes=1600).limits()[0] == 5
    assert Meter(states=500, bytes=1600).limits()[0] == 100


def test_seconds_beyond_all_floats_are_for_ever() -> None:
    assert Meter(seconds=10**400).left == float("inf")
    with pytest.raises(ValueError, match="expected at least 0"):
        Meter(seconds=-(10**400))
