"""A short slice of the campaign (`make fuzz`), always the same rounds; and its log."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from fuzz import campaign
from fuzz.budgets import COMMANDS, QUESTIONS, take
from fuzz.campaign import CAMPAIGNS, Stretch, read, run, try_round
from fuzz.findings import Finding

_ROUNDS = {
    "parsers": 12,
    "positions": 8,
    "proofs": 8,
    "certificates": 10,
    "arenas": 12,
    "servers": 1,
}


# Slices of `worlds` and of `large` are tests of the engine: crates/demine/tests/campaign.rs and
# tests/engine/test_large_boards.py.
@pytest.mark.parametrize("name", [name for name in CAMPAIGNS if name not in ("worlds", "large")])
def test_nothing_is_found(name: str) -> None:
    for number in range(_ROUNDS.get(name, 4)):
        cases, found = try_round(name, number)
        assert found is None
        assert cases > 0


@pytest.mark.parametrize("name", [*QUESTIONS, *COMMANDS])
def test_nothing_goes_on_for_long_after_its_seconds(name: str) -> None:
    """Without a budget each takes minutes. `make fuzz` holds them to twice their seconds; here
    memory that a busy machine gives out slowly must not count."""
    assert take(name, 0.05, seed=7) <= 15


def test_what_is_found_is_said_and_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(random: Random) -> int:
        raise Finding("broken", random.random())

    monkeypatch.setitem(CAMPAIGNS, "positions", fails)
    first, again = try_round("positions", 7), try_round("positions", 7)
    assert first == again
    assert first[1] is not None
    assert first[1].startswith("round 7: broken: 0.")


def test_a_run_goes_on_where_the_last_one_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[float] = []

    def counts(random: Random) -> int:
        seen.append(random.random())
        return 3

    monkeypatch.setitem(CAMPAIGNS, "arenas", counts)
    monkeypatch.setattr(campaign, "_TURN", 0.0)
    log = tmp_path / "log" / "fuzz.jsonl"
    told: list[Stretch] = []
    for _ in range(2):
        next(iter(run(["arenas"], log, 1.0, told.append)))
    log.write_bytes(log.read_bytes() + b'{"torn')
    assert [(one.first, one.rounds, one.cases) for one in read(log)] == [(0, 1, 3), (1, 1, 3)]
    assert len(set(seen)) == 2
    assert read(log) == told
