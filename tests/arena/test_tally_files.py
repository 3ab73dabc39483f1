"""Tallies and ledgers in files: broken records are refused, and no parameter breaks a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import demine
from command import refusal
from demine import FormatError, Position
from demine.arena.ledger import open_ledger
from demine.arena.tally import loads
from nonsense import DIGITS, NONSENSE

TALLY = demine.simulate("random", preset="classic", games=3, seed=5).record


class TestTallies:
    def test_what_we_write_we_read(self) -> None:
        assert loads(json.dumps(TALLY)).record == TALLY

    @pytest.mark.parametrize("value", NONSENSE, ids=range(len(NONSENSE)))
    @pytest.mark.parametrize("key", ["games", "wins", "guesses", "blunders", "mines", "seeds"])
    def test_numbers_are_numbers(self, key: str, value: Any) -> None:
        with pytest.raises(FormatError, match="not a tally"):
            loads(json.dumps({**TALLY, key: value}))

    @pytest.mark.parametrize(
        "line",
        [
            b"\xff\xfe",
            b"[" * 100_000,
            b'{"a":' * 100_000,
            b'{"games": 1e400}',
            b'{"games": NaN}',
            b'{"games": ' + DIGITS.encode() + b"}",
            b'{"games": 1, "games": 2}',
            b"",
            b"null",
        ],
        ids=range(9),
    )
    def test_lines_are_objects(self, line: bytes) -> None:
        with pytest.raises(FormatError, match="not a tally"):
            loads(line)

    def test_a_broken_ledger_is_named(self, tmp_path: Path) -> None:
        (tmp_path / "tallies.jsonl").write_bytes(b'{"wins": 1e400}\n')
        named = r"tallies.jsonl: line 1: not a tally"
        with pytest.raises(FormatError, match=named), open_ledger(tmp_path):
            pass

    @pytest.mark.parametrize(
        "value",
        ["\u2028", "\u0085", "\n", float("nan"), float("inf"), 10**6000, "\ud800", (1, 2)],
        ids=range(8),
    )
    def test_no_parameter_makes_a_ledger_unreadable(self, value: Any, tmp_path: Path) -> None:
        from functools import partial

        from demine.strategies import ratio

        def again() -> demine.Tally:
            strategy = partial(_with_parameter, value=value)
            run: dict[str, Any] = {"preset": "classic", "games": 2, "seed": 1, "workers": 1}
            return demine.simulate(strategy, **run, resume=tmp_path)

        def _with_parameter(position: Position, chance: Any, value: Any) -> Any:
            return ratio(position, chance)

        assert again().record == again().record


def test_tallies_with_escapes_are_refused() -> None:
    line = json.dumps({**TALLY, "strategy": "\x1b[2Jbest"})
    code, said = refusal("tally", "-", stdin=line)
    assert (code, "printable" in said) == (2, True)


def test_a_ledger_without_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("demine.files.disk._LARGEST", 1 << 20)
    (tmp_path / "tallies.jsonl").symlink_to("/dev/zero")
    with pytest.raises(FormatError, match=r"tallies\.jsonl: more than 1 MiB"):
        demine.simulate("csp", preset="classic", games=4, seed=1, resume=tmp_path)
