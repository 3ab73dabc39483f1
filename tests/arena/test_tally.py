"""Tallies: intervals, records, merging."""

from __future__ import annotations

import json
from random import Random

import pytest

from demine import FormatError, Tally, simulate
from demine.arena.tally import loads, merge, wilson

CONTEST = {"strategy": "s", "parameters": {}, "board": "grid-8x8", "mines": 10, "first": "safe"}


def tally(start: int, stop: int, wins: int = 0, version: str = "1") -> Tally:
    return Tally(CONTEST, ((start, stop),), wins, 0, 0, version)


class TestWilson:
    def test_known_values(self) -> None:
        # Newcombe 1998, Statistics in Medicine 17, table I, method 3.
        assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
        assert wilson(15, 148) == pytest.approx((0.0624, 0.1605), abs=5e-5)
        assert wilson(0, 20) == pytest.approx((0.0, 0.1611), abs=5e-5)
        assert wilson(1, 29) == pytest.approx((0.0061, 0.1718), abs=5e-5)

    def test_edges(self) -> None:
        assert wilson(0, 0) == (0.0, 1.0)
        assert wilson(5, 5)[1] == 1.0
        with pytest.raises(ValueError, match=r"confidence is 1\.5"):
            wilson(1, 2, 1.5)

    @pytest.mark.parametrize("share", [0.05, 0.4, 0.9])
    def test_covers_as_often_as_it_says(self, share: float) -> None:
        random, covered, runs = Random(1), 0, 2000
        for _ in range(runs):
            wins = sum(random.random() < share for _ in range(200))
            low, high = wilson(wins, 200)
            covered += low <= share <= high
        assert 0.93 <= covered / runs <= 0.97


class TestRecords:
    def test_round_trip(self) -> None:
        played = simulate("csp", preset="classic", games=50, seed=3)
        assert loads(played.dumps()) == played

    def test_say_everything(self) -> None:
        record = json.loads(simulate("ratio", preset="beginner", games=20, seed=7).dumps())
        assert record["strategy"] == "ratio"
        assert (record["board"], record["mines"], record["first"]) == ("grid-9x9", 10, "safe")
        assert (record["seeds"], record["games"]) == ([[7, 27]], 20)
        assert record.keys() >= {"parameters", "wins", "guesses", "blunders", "interval", "version"}

    @pytest.mark.parametrize("line", ["", "{}", "[]", "no", '{"strategy": 1}'])
    def test_other_lines_are_refused(self, line: str) -> None:
        with pytest.raises(FormatError, match="not a tally"):
            loads(line)

    def test_contradictions_are_refused(self) -> None:
        record = tally(0, 5).record
        with pytest.raises(FormatError, match="contradict"):
            loads(json.dumps({**record, "wins": 6}))
        with pytest.raises(FormatError, match="contradict"):
            loads(json.dumps({**record, "games": 4}))


class TestMerging:
    def test_adds_up_and_joins_seeds(self) -> None:
        total = merge([tally(5, 10, 2), tally(20, 30, 3), tally(0, 5, 1)])
        assert (total.seeds, total.games, total.wins) == (((0, 10), (20, 30)), 20, 6)
        assert total.seed == 0

    def test_no_game_counts_twice(self) -> None:
        with pytest.raises(FormatError, match="seed 9 is in two"):
            merge([tally(0, 10), tally(9, 12)])

    def test_contests_and_versions_are_kept_apart(self) -> None:
        with pytest.raises(FormatError, match="version is '1' in one and '2'"):
            merge([tally(0, 1), tally(1, 2, version="2")])
